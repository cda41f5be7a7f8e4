/* SPDX-License-Identifier: Apache-2.0
 * The command line of decode and encode: see request.h. */
#include "cli/tools/request.h"
#include "program/io/complain.h"
#include "program/options/command.h"
#include "program/text/suggest.h"
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool request_number(const char *text, uint32_t width, uint64_t *number) {
    bool minus = *text == '-';
    uint64_t base = 10, limit = UINT64_MAX >> (64 - width), value = 0;
    if (minus) text++, limit = limit / 2 + 1;
    if (*text == '0' && (text[1] | 32) == 'x') base = 16, text += 2;
    if (*text == '0' && (text[1] | 32) == 'b' && base == 10) base = 2, text += 2;
    if (!*text) return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)digit_of(*text);
        if (digit >= base || value > (limit - digit) / base) return false;
        value = value * base + digit;
    }
    *number = minus ? (0 - value) & UINT64_MAX >> (64 - width) : value;
    return true;
}

/* ---- options ---- */

/* Returns each word of each layout's qualifiers once, as `.kind::` and a name. */
static const char *next_kind(size_t *layout, size_t *at, char *kind, size_t size) {
    static const char stem[] = ".kind::";
    ptxc_layout l;
    for (; ptxc_layout_get(*layout, &l) == PTXC_OK; ++*layout, *at = 0) {
        const char *s = strstr(l.qualifiers + *at, stem);
        if (!s) continue;
        s += sizeof stem - 1;
        size_t length = strcspn(s, " ");
        *at = (size_t)(s - l.qualifiers) + length;
        snprintf(kind, size, "%.*s", (int)length, s);
        return kind;
    }
    return NULL;
}

static bool is_kind(const char *given) {
    char kind[32];
    size_t layout = 0, at = 0;
    while (next_kind(&layout, &at, kind, sizeof kind))
        if (!strcmp(kind, given)) return true;
    return false;
}

static bool complain_kinds(const char *what) {
    char kind[32], list[256] = "";
    size_t layout = 0, at = 0, n = 0;
    while (next_kind(&layout, &at, kind, sizeof kind) && n < sizeof list)
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", kind);
    complain("%s (%s)", what, list);
    return false;
}

static bool add_qualifiers(struct request *r, const char *first, const char *second) {
    size_t n = strlen(r->qualifiers), room = sizeof r->qualifiers - n;
    if (strlen(first) + strlen(second) < room) {
        snprintf(r->qualifiers + n, room, "%s%s", first, second);
        return true;
    }
    complain("too many qualifiers");
    return false;
}

static bool set_kind(struct request *r, const char *kind) {
    char message[96];
    if (is_kind(kind)) return add_qualifiers(r, ".kind::", kind);
    snprintf(message, sizeof message, "unknown kind '%.40s'", kind);
    return complain_kinds(message);
}

/* The architectures are known to the library: opening an empty module is enough. */
static bool set_arch(struct request *r, const char *arch) {
    ptxc_options options = {.size = sizeof(ptxc_options), .arch = arch};
    ptxc_module *module;
    ptxc_status status = ptxc_module_open("", 0, &options, &module);
    ptxc_module_close(module);
    r->arch = arch;
    if (status != PTXC_OK) complain("unknown architecture '%s'", arch);
    return status == PTXC_OK;
}

static bool set_format(struct request *r, const char *format) {
    r->json = !strcmp(format, "json");
    if (r->json || !strcmp(format, "text")) return true;
    complain("unknown format '%s' (text, json)", format);
    return false;
}

static bool set_for(struct request *r, const char *text) { return add_qualifiers(r, text, ""); }

static const struct {
    const char *name;
    bool (*set)(struct request *r, const char *value);
} specs[] = {
    {"--for", set_for}, {"--kind", set_kind}, {"--arch", set_arch}, {"--format", set_format}};

static bool unknown_option(const char *word, const char *verb) {
    struct suggestion near = suggest_for(word);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) suggest_offer(&near, specs[k].name);
    suggest_offer(&near, "--list");
    suggest_option(&near, verb);
    return false;
}

static bool parse_option(struct request *r, const char *verb, int count, char **words, int *i) {
    if (!strcmp(words[*i], "--list")) return r->list = true;
    if (!strcmp(words[*i], "--help") || !strcmp(words[*i], "-h")) return r->help = true;
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        const char *value;
        if (!command_value(specs[k].name, i, count, words, &value)) continue;
        if (*value) return specs[k].set(r, value);
        complain("option '%s' requires a value", specs[k].name);
        return false;
    }
    return unknown_option(words[*i], verb);
}

/* ---- the layout ---- */

static bool is_layout(const char *name) {
    ptxc_layout l;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++)
        if (!strcmp(l.name, name)) return true;
    return false;
}

static bool unknown_layout(const char *name) {
    struct suggestion near = suggest_for(name);
    ptxc_layout l;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++) suggest_offer(&near, l.name);
    if (near.best)
        complain("unknown layout '%s'; did you mean '%s'?", name, near.best);
    else
        complain("unknown layout '%s' ('ptxcheck decode --list' lists all)", name);
    return false;
}

/* Returns the words that an instruction has one of for the first layout of this name. */
static const char *words_of(const char *name) {
    ptxc_layout l;
    for (size_t i = 0; ptxc_layout_get(i, &l) == PTXC_OK; i++)
        if (!strcmp(l.name, name)) return l.qualifiers;
    return "";
}

static bool find_layout(struct request *r, const char *name) {
    if (!is_layout(name)) return unknown_layout(name);
    if (ptxc_layout_find(name, r->qualifiers, &r->layout) == PTXC_OK)
        return ptxc_layout_get(r->layout, &r->about) == PTXC_OK;
    char message[96];
    const char *words = words_of(name);
    if (strncmp(words, ".kind", strlen(".kind")) != 0) {
        complain("'%s' differs between instructions: give '--for', such as '--for=%.*s'", name,
                 (int)strcspn(words, " "), words);
        return false;
    }
    snprintf(message, sizeof message, "'%s' differs from kind to kind: give '--kind'", name);
    return complain_kinds(message);
}

bool request_parse(struct request *r, const char *verb, int count, char **words) {
    int kept = 0;
    *r = (struct request){.operands = words};
    for (int i = 0; i < count; i++) {
        bool is_option = words[i][0] == '-' && !(words[i][1] >= '0' && words[i][1] <= '9');
        if (is_option && !parse_option(r, verb, count, words, &i)) return false;
        if (!is_option) words[kept++] = words[i];
    }
    if (r->list || r->help) return true;
    if (!kept) {
        complain("%s what? (idesc, smem-desc, ...: try 'ptxcheck %s --help')", verb, verb);
        return false;
    }
    r->operands = words + 1;
    r->operand_count = kept - 1;
    return find_layout(r, words[0]);
}
