/* SPDX-License-Identifier: Apache-2.0
 * Reports errors of PTX where they were written: in asm statements of C++. See story.h. */
#include "cli/log/story.h"
#include "program/io/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static void source_free(struct log_source *s) {
    ptxc_module_close(s->module);
    free(s->name);
    free(s->text);
    free(s->told);
    free(s);
}

/* The PTX exists, so the asm statement was compiled for this target. */
static const ptxc_warning compiled = {"asm-target", PTXC_AS_ERROR};

static bool judge(struct log_source *s, const struct options *options) {
    ptxc_options library = options->library;
    size_t length;
    library.language = PTXC_LANGUAGE_CXX;
    library.warnings = &compiled;
    library.warning_count = 1;
    if (!library.arch && *s->target) library.arch = s->target;
    if (sys_read_small(s->name, LOG_LARGEST_FILE, &s->text, &length)) return true; /* none */
    ptxc_status status = ptxc_module_open(s->text, length, &library, &s->module);
    if (status != PTXC_OK) return status != PTXC_NO_MEMORY;
    s->input = (struct input){s->name, s->module};
    s->told = calloc(ptxc_module_diag_count(s->module) + 1, sizeof *s->told);
    return s->told != NULL;
}

/* Returns the file with that name, or NULL if memory runs out. */
static struct log_source *source_of(struct log_sources *all, const char *name, size_t length,
                                    const char *target) {
    for (struct log_source *s = all->first; s; s = s->next)
        if (strlen(s->name) == length && !memcmp(s->name, name, length) &&
            !strcmp(s->target, target))
            return s;
    struct log_source *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    snprintf(s->target, sizeof s->target, "%s", target);
    s->name = malloc(length + 1);
    if (s->name) {
        memcpy(s->name, name, length);
        s->name[length] = '\0';
    }
    if (!s->name || !judge(s, all->options)) {
        source_free(s);
        return NULL;
    }
    s->next = all->first;
    all->first = s;
    return s;
}

void log_sources_free(struct log_sources *all) {
    while (all->first) {
        struct log_source *s = all->first;
        all->first = s->next;
        source_free(s);
    }
}

/* ---- asm statements ---- */

static uint32_t line_of(const ptxc_module *module, uint32_t offset) {
    uint32_t line, column;
    ptxc_module_position(module, offset, &line, &column);
    return line;
}

/* Finds the asm statement on a line that starts at or before the column. */
static bool asm_on(const ptxc_module *module, uint32_t line, uint32_t column, ptxc_asm *out) {
    size_t low = 0, high = ptxc_module_asm_count(module);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t at_line, at_column;
        (void)ptxc_module_asm_get(module, middle, out);
        ptxc_module_position(module, out->span.start, &at_line, &at_column);
        if (at_line < line || (at_line == line && at_column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    return low && ptxc_module_asm_get(module, low - 1, out) == PTXC_OK &&
           line_of(module, out->span.end) >= line;
}

/* Returns the first diagnostic at or after `offset`. */
static size_t diag_from(const ptxc_module *module, uint32_t offset) {
    size_t low = 0, high = ptxc_module_diag_count(module);
    ptxc_diag diag;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        (void)ptxc_module_diag_get(module, middle, &diag);
        if (diag.span.start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool next_error(const ptxc_module *module, size_t *i, uint32_t end, ptxc_diag *diag) {
    for (; ptxc_module_diag_get(module, *i, diag) == PTXC_OK && diag->span.start <= end; ++*i)
        if (diag->severity == PTXC_ERROR) return true;
    return false;
}

/* Returns true if this error of the file has been reported, for this target or for another one. */
static bool is_told(const struct log_sources *all, const struct log_source *s, size_t i,
                    const ptxc_diag *diag) {
    if (s->told[i]) return true;
    for (const struct log_source *other = all->first; other; other = other->next) {
        ptxc_diag same;
        if (other == s || !other->module || strcmp(other->name, s->name)) continue;
        for (size_t k = diag_from(other->module, diag->span.start);
             ptxc_module_diag_get(other->module, k, &same) == PTXC_OK &&
             same.span.start == diag->span.start;
             k++)
            if (same.code == diag->code && other->told[k]) return true;
    }
    return false;
}

static void report(struct log_sources *all, struct log_source *s, size_t i, const char *remark) {
    struct output *o = all->output;
    struct buffer buffer = {0};
    struct finding f;
    if (finding_of(&f, &s->input, i, &buffer)) {
        f.remark = remark;
        f.diag.note_count++;
        f.diag.repeated = false;
        o->renderer->finding(o->state, &f);
        o->totals.errors++;
        o->totals.files += !s->any_told;
        o->totals.files_with_findings += !s->any_told;
        s->told[i] = s->any_told = true;
    }
    free(buffer.data);
}

static bool stands_at(const char *text, uint32_t at, const char *word) {
    size_t n = strlen(word);
    return at >= n && !memcmp(text + at - n, word, n);
}

/* Returns where the asm statement around a byte of PTX starts, according to the compiler's marks,
 * or the byte itself if there are none. In an asm, each line of PTX counts as one line of C++,
 * which need not be right. */
static uint32_t begin_of_asm(const char *text, uint32_t at) {
    enum { FARTHEST = 1 << 16 };
    static const char begin[] = "// begin inline asm", end[] = "// end inline asm";
    for (uint32_t i = at; i && at - i < FARTHEST; i--) {
        if (text[i - 1] != 'm') continue;
        if (stands_at(text, i, end)) break;
        if (stands_at(text, i, begin)) return i;
    }
    return at;
}

/* Returns true if it is the same error in C++ and in PTX. */
static bool is_same(uint32_t cxx, uint32_t ptx) {
    enum { ASM_TARGET = 531, NEEDS_TARGET = 440, NEEDS_BOTH = 442 };
    return cxx == ptx || (cxx == ASM_TARGET && ptx >= NEEDS_TARGET && ptx <= NEEDS_BOTH);
}

bool log_source_tells(struct log_sources *all, const struct finding *f, const char *target,
                      const char *remark) {
    const char *text = ptxc_module_source(f->input->module, NULL);
    ptxc_loc loc;
    ptxc_asm statement;
    ptxc_diag diag;
    bool same = false;
    if (ptxc_module_loc_get(f->input->module, begin_of_asm(text, f->diag.span.start), &loc) !=
        PTXC_OK)
        return false;
    struct log_source *s =
        source_of(all, text + loc.file.start, loc.file.end - loc.file.start, target);
    if (!s || !s->module ||
        (!asm_on(s->module, loc.line, loc.column, &statement) &&
         !asm_on(s->module, loc.line, UINT32_MAX, &statement)))
        return false;
    size_t first = diag_from(s->module, statement.span.start), i;
    for (i = first; !same && next_error(s->module, &i, statement.span.end, &diag); i++)
        same = is_same(diag.code, f->diag.code);
    for (i = first; same && next_error(s->module, &i, statement.span.end, &diag); i++)
        if (!is_told(all, s, i, &diag)) report(all, s, i, remark);
    return same;
}

/* ---- without PTX ---- */

static bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool holds_text(const char *text, ptxc_span span, const char *word, size_t n) {
    for (uint32_t at = span.start; at + n < span.end; at++)
        if (!memcmp(text + at, word, n) && !in_word(text[at + n]) &&
            !(at && in_word(*word) && in_word(text[at - 1])))
            return true;
    return false;
}

/* Returns true if the asm contains a word that the message quotes, or the instruction that it
 * names. */
static bool is_about(const char *text, ptxc_span statement, const char *message) {
    static const char instruction[] = "instruction ";
    const char *at = strstr(message, instruction);
    size_t n = at ? strcspn(at + strlen(instruction), " '") : 0;
    if (n && holds_text(text, statement, at + strlen(instruction), n)) return true;
    while ((message = strchr(message, '\'')) != NULL) {
        n = strcspn(++message, "'");
        if (n && message[n] && holds_text(text, statement, message, n)) return true;
        message += n + (message[n] == '\'');
    }
    return false;
}

/* Returns the asm statement around a place. */
static ptxc_span asm_around(const ptxc_module *module, ptxc_span span) {
    ptxc_asm statement;
    uint32_t line, column;
    ptxc_module_position(module, span.start, &line, &column);
    return asm_on(module, line, column, &statement) ? statement.span : span;
}

bool log_source_explains(struct log_sources *all, const struct log_cxx *cxx,
                         const struct log_story *story, bool *explained) {
    static const char remark[] = "found in the C++: the PTX that the log names is not there";
    struct log_source *s = source_of(all, cxx->name, strlen(cxx->name), cxx->target);
    ptxc_diag diag;
    bool any = false;
    if (!s || !s->module) return false;
    for (size_t i = 0; next_error(s->module, &i, UINT32_MAX, &diag); i++) {
        ptxc_span statement = asm_around(s->module, diag.span);
        any = true;
        if (!is_told(all, s, i, &diag)) report(all, s, i, remark);
        for (size_t k = 0; k < story->count; k++)
            explained[k] |= is_about(s->text, statement, story->message[k]->text);
    }
    for (size_t k = 0; any && k < story->count; k++) explained[k] |= log_is_end(story->message[k]);
    return any;
}
