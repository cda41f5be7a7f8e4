/* SPDX-License-Identifier: Apache-2.0
 * Options of ptxcheck tensormap. */
#include "cli/tensormap/options.h"
#include "program/io/complain.h"
#include "program/text/suggest.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum id {
    OPT_BATCH,
    OPT_INIT,
    OPT_PROFILE,
    OPT_MODE,
    OPT_TARGET,
    OPT_FORMAT,
    OPT_ACCESS,
    OPT_AT,
    OPT_OFFSETS,
    OPT_SHARED,
    OPT_OP,
    OPT_SHOW,
    OPT_SVG
};

static const struct spec {
    const char *name;
    enum id id;
    enum { NO_VALUE, VALUE, MAYBE } value;
} specs[] = {
    {"--batch", OPT_BATCH, NO_VALUE},
    {"--init", OPT_INIT, MAYBE},
    {"--profile", OPT_PROFILE, VALUE},
    {"--mode", OPT_MODE, VALUE},
    {"--target", OPT_TARGET, VALUE},
    {"--format", OPT_FORMAT, VALUE},
    {"--access", OPT_ACCESS, NO_VALUE},
    {"--at", OPT_AT, VALUE},
    {"--offsets", OPT_OFFSETS, VALUE},
    {"--shared", OPT_SHARED, VALUE},
    {"--op", OPT_OP, VALUE},
    {"--show", OPT_SHOW, NO_VALUE},
    {"--svg", OPT_SVG, VALUE},
};
enum { SPECS = sizeof specs / sizeof *specs };

bool option_integers(const char *option, const char *text, int64_t *values, uint32_t capacity,
                     uint32_t *count) {
    const char *at = text;
    for (*count = 0;;) {
        char *end;
        errno = 0;
        long long value = strtoll(at, &end, 10);
        if (end == at || errno || value < INT32_MIN || value > INT32_MAX || *count == capacity ||
            (*end && *end != ',')) {
            complain("%s=%s: at most %u integers of 32 bits with commas between them are needed",
                     option, text, capacity);
            return false;
        }
        values[(*count)++] = value;
        if (!*end) return true;
        at = end + 1;
    }
}

static const char *const op_names[] = {"load", "store", "add", "min", "max",
                                       "inc",  "dec",   "and", "or",  "xor"};

bool op_of_name(const char *name, size_t length, ptxc_tm_op *op) {
    for (size_t i = 0; i < sizeof op_names / sizeof *op_names; i++) {
        if (strlen(op_names[i]) != length || memcmp(op_names[i], name, length)) continue;
        *op = (ptxc_tm_op)i;
        return true;
    }
    return false;
}

bool use_of_name(const char *name, size_t length, ptxc_tm_use *use) {
    if (length == 5 && !memcmp(name, "tiled", 5)) {
        *use = PTXC_TM_USE_TILE;
        return true;
    }
    for (int i = PTXC_TM_USE_TILE; i <= PTXC_TM_USE_IM2COL_W128; i++) {
        const char *known = ptxc_tm_use_name((ptxc_tm_use)i);
        if (strlen(known) != length || memcmp(known, name, length)) continue;
        *use = (ptxc_tm_use)i;
        return true;
    }
    return false;
}

/* Reads "sm_103a". */
static bool read_target(const char *text, ptxc_tm_options *check) {
    char *end;
    if (strncmp(text, "sm_", 3) || text[3] < '1' || text[3] > '9') return false;
    unsigned long number = strtoul(text + 3, &end, 10);
    check->suffix = '\0';
    if ((*end == 'a' || *end == 'f') && end[1] == '\0') check->suffix = *end++;
    check->target = (uint32_t)number;
    return !*end && number >= 90 && number < 1000;
}

static bool bad(const char *option, const char *value, const char *wanted) {
    complain("%s=%s: %s is needed", option, value, wanted);
    return false;
}

static bool set_profile(struct tensormap_options *o, const char *value) {
    static const char *const names[] = {"both", "cc90", "document"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, names[i])) continue;
        o->check.profile = (ptxc_tm_profile)i;
        return true;
    }
    return bad("--profile", value, "cc90, document or both");
}

static bool set_integers(struct tensormap_options *o, enum id id, const char *value) {
    int64_t values[5];
    uint32_t count;
    if (!option_integers(id == OPT_AT ? "--at" : "--offsets", value, values, id == OPT_AT ? 5 : 3,
                         &count))
        return false;
    if (id == OPT_AT) return copy_set_at(&o->at, values, count);
    if (copy_set_offsets(&o->at, values, count)) return true;
    complain("--offsets=%s: 'offsets' are 0 to 65535", value);
    return false;
}

static bool set_shared(struct tensormap_options *o, const char *value) {
    int64_t address;
    uint32_t count;
    if (!option_integers("--shared", value, &address, 1, &count)) return false;
    if (address < 0 || address % 128 || address > (1 << 18))
        return bad("--shared", value, "a multiple of 128 up to 262144");
    o->at.copy.shared = (uint32_t)address;
    return true;
}

/* value is "" if the option has none. */
static bool set(struct tensormap_options *o, enum id id, const char *value) {
    switch (id) {
    case OPT_BATCH: return o->batch = true;
    case OPT_ACCESS: return o->access = true;
    case OPT_SHOW: return o->show = true;
    case OPT_INIT: o->init = *value ? value : "tiled"; return true;
    case OPT_SVG: o->svg = value; return true;
    case OPT_PROFILE: return set_profile(o, value);
    case OPT_AT:
    case OPT_OFFSETS: return set_integers(o, id, value);
    case OPT_SHARED: return set_shared(o, value);
    case OPT_FORMAT:
        o->json = !strcmp(value, "json");
        return o->json || !strcmp(value, "text") || bad("--format", value, "text or json");
    case OPT_MODE:
        return use_of_name(value, strlen(value), &o->check.use) ||
               bad("--mode", value,
                   "tile, tile::gather4, tile::scatter4, im2col, im2col::w or im2col::w::128");
    case OPT_TARGET:
        return read_target(value, &o->check) || bad("--target", value, "a target such as sm_103a");
    case OPT_OP:
        return op_of_name(value, strlen(value), &o->at.copy.op) ||
               bad("--op", value, "load, store, add, min, max, inc, dec, and, or or xor");
    }
    return false;
}

static bool unknown(const char *word) {
    struct suggestion near = suggest_for(word);
    for (int i = 0; i < SPECS; i++) suggest_offer(&near, specs[i].name);
    suggest_option(&near, "tensormap");
    return false;
}

/* Processes an option, and its value if that is the next word. */
static bool take(struct tensormap_options *o, char **words, int count, int *i) {
    const char *word = words[*i], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (int s = 0; s < SPECS; s++) {
        if (strlen(specs[s].name) != length || strncmp(specs[s].name, word, length)) continue;
        const char *value = equals ? equals + 1 : NULL;
        if (value && specs[s].value == NO_VALUE) {
            complain("%s takes no value", specs[s].name);
            return false;
        }
        if (!value && specs[s].value == VALUE) {
            if (++*i == count) {
                complain("%s needs a value", specs[s].name);
                return false;
            }
            value = words[*i];
        }
        return set(o, specs[s].id, value ? value : "");
    }
    return unknown(word);
}

static bool together(const struct tensormap_options *o) {
    bool picture = o->show || o->svg;
    const char *wrong = NULL;
    if (o->init && (o->batch || o->access || picture))
        wrong = "--init goes with no other option";
    else if (!o->init && !o->file)
        wrong = "no file ('-' is standard input)";
    else if (o->batch && picture)
        wrong = "--show and --svg are for one copy, not for --batch";
    else if (o->batch && (o->at.has_at || o->at.offset_count))
        wrong = "--at and --offsets are for one copy; with --batch the lines have them";
    else if (o->svg && !strcmp(o->svg, "-") && (o->show || o->access))
        wrong = "--svg=- writes to standard output, and so do --show and --access";
    else if (o->at.has_at && !o->access && !picture)
        wrong = "--at goes with --access, --show or --svg";
    else if ((o->access || picture) && !o->batch && !o->at.has_at)
        wrong = "a copy needs its coordinates: --at=0,0";
    if (wrong) complain("tensormap: %s", wrong);
    return !wrong;
}

bool tensormap_options_parse(struct tensormap_options *o, int count, char **words) {
    bool only_files = false;
    *o = (struct tensormap_options){.check = {.size = sizeof(ptxc_tm_options)}};
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (!only_files && !strcmp(word, "--")) {
            only_files = true;
        } else if (!only_files && word[0] == '-' && word[1]) {
            if (!take(o, words, count, &i)) return false;
        } else if (o->file) {
            complain("tensormap takes one file; '%s' is another", word);
            return false;
        } else {
            o->file = word;
        }
    }
    return together(o);
}
