/* SPDX-License-Identifier: Apache-2.0
 * -W options: see warnings.h. */
#include "program/options/warnings.h"
#include "program/io/complain.h"
#include "program/text/code.h"
#include "program/text/suggest.h"
#include <stdlib.h>
#include <string.h>

enum as_error { AS_ALL, AS_ERROR, AS_WARNING };

struct warning_level {
    const char *name;
    uint32_t code;
    bool is_error; /* in the catalogue, so no option changes it */
    bool is_note;  /* only -Werror=NAME makes it an error */
    bool off;
    bool off_at_first; /* off by default in the catalogue */
    bool named;        /* named by an option */
    enum as_error as_error;
};

/* Lists the warnings that rules of instructions give, each name once. Only counts them if `level`
 * is NULL. */
static size_t fill_rules(struct warning_level *level) {
    size_t count = 0;
    const char *last = "";
    for (size_t insn = 0; insn < ptxc_isa_insn_count(); insn++) {
        ptxc_isa_rule rule;
        for (size_t i = 0; ptxc_isa_rule_get(insn, i, &rule) == PTXC_OK; i++) {
            if (rule.severity == PTXC_ERROR || !strcmp(rule.name, last)) continue;
            last = rule.name;
            if (level) level[count].name = rule.name;
            count++;
        }
    }
    return count;
}

static bool fill_levels(struct warnings *w) {
    if (w->level) return true;
    size_t listed = ptxc_diag_info_count();
    w->count = listed + fill_rules(NULL);
    w->level = calloc(w->count + 1, sizeof *w->level);
    if (!w->level) {
        complain("out of memory");
        return false;
    }
    fill_rules(w->level + listed);
    for (size_t i = 0; i < listed; i++) {
        ptxc_diag_info info;
        if (ptxc_diag_info_get(i, &info) != PTXC_OK) continue;
        w->level[i].name = info.name;
        w->level[i].code = info.code;
        w->level[i].is_error = info.severity == PTXC_ERROR;
        w->level[i].is_note = info.severity == PTXC_NOTE;
        w->level[i].off = w->level[i].off_at_first = info.off;
    }
    return true;
}

static bool unknown_warning(const struct warnings *w, const char *name) {
    struct suggestion near = suggest_for(name);
    for (size_t i = 0; i < w->count; i++)
        if (!w->level[i].is_error) suggest_offer(&near, w->level[i].name);
    if (near.best)
        complain("unknown warning '%s'; did you mean '%s'?", name, near.best);
    else
        complain("unknown warning '%s' ('ptxcheck explain --list' lists all)", name);
    return false;
}

/* Finds a warning by name or code. */
static struct warning_level *find(const struct warnings *w, const char *name) {
    for (size_t i = 0; i < w->count; i++)
        if (w->level[i].name &&
            (!strcmp(w->level[i].name, name) ||
             (w->level[i].code && !strcmp(code_text(w->level[i].code).text, name))))
            return &w->level[i];
    return NULL;
}

/* Selects the findings of rehearsals. */
static bool is_rehearsed(const struct warning_level *level) {
    return level->code >= 750 && level->code < 770;
}

/* Selects the warnings of a check about the asynchronous protocol that are on by default. */
static bool is_protocol(const struct warning_level *level) {
    return level->code / 100 == 7 && !level->off_at_first && !is_rehearsed(level);
}

/* Selects the warnings that are off by default and whose names end in -pedantic. */
static bool is_pedantic(const struct warning_level *level) {
    static const char tail[] = "-pedantic";
    size_t n = level->name ? strlen(level->name) : 0;
    return level->off_at_first && n >= sizeof tail &&
           !strcmp(level->name + n - (sizeof tail - 1), tail);
}

typedef bool is_member(const struct warning_level *level);

/* Returns NULL if this is not the name of a group. */
static is_member *group_of(const char *name) {
    if (!strcmp(name, "protocol")) return is_protocol;
    if (!strcmp(name, "rehearsal")) return is_rehearsed;
    return strcmp(name, "pedantic") ? NULL : is_pedantic;
}

static void set_level(struct warning_level *level, bool off, enum as_error as_error) {
    level->named = true;
    if (as_error != AS_ALL) level->as_error = as_error;
    if (as_error != AS_WARNING) level->off = off;
}

static const char *after(const char *option, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(option, prefix, length) ? NULL : option + length;
}

bool warnings_option(struct warnings *w, const char *option) {
    if (!fill_levels(w)) return false;
    const char *off = after(option, "no-");
    const char *word = off ? off : option;
    if (!strcmp(word, "error")) {
        w->all_errors = !off;
        return true;
    }
    if (!*word || !strcmp(word, "all")) {
        for (size_t i = 0; i < w->count; i++) w->level[i].off = off != NULL;
        return true;
    }
    const char *as_error = after(word, "error=");
    const char *name = as_error ? as_error : word;
    enum as_error as = !as_error ? AS_ALL : off ? AS_WARNING : AS_ERROR;
    is_member *group = group_of(name);
    for (size_t i = 0; group && i < w->count; i++)
        if (group(&w->level[i])) set_level(&w->level[i], off != NULL, as);
    if (group) return true;
    struct warning_level *level = find(w, name);
    if (!level) return unknown_warning(w, name);
    if (level->is_error && off) {
        complain("'%s' is an error, not a warning: it cannot be turned off", name);
        return false;
    }
    set_level(level, off != NULL, as);
    return true;
}

static bool is_error_now(const struct warnings *w, const struct warning_level *level) {
    return level->as_error == AS_ALL ? w->all_errors && !level->is_note
                                     : level->as_error == AS_ERROR;
}

bool warnings_settle(struct warnings *w) {
    if (!w->level && !w->all_off) return true;
    if (!fill_levels(w)) return false;
    w->setting = calloc(w->count + 1, sizeof *w->setting);
    if (!w->setting) {
        complain("out of memory");
        return false;
    }
    for (size_t i = 0; i < w->count; i++) {
        const struct warning_level *level = &w->level[i];
        if (level->is_error || !level->name) continue;
        ptxc_action action = w->all_off || level->off ? PTXC_IGNORE
                             : is_error_now(w, level) ? PTXC_AS_ERROR
                                                      : PTXC_SHOW;
        /* A rule follows the setting of `manual-rule`, which precedes it, unless it is named
         * itself. */
        ptxc_action usual = level->off_at_first ? PTXC_IGNORE : PTXC_SHOW;
        if (level->code ? action != usual : level->named)
            w->setting[w->setting_count++] = (ptxc_warning){level->name, action};
    }
    return true;
}

void warnings_free(struct warnings *w) {
    free(w->level);
    free(w->setting);
}
