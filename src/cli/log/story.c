/* SPDX-License-Identifier: Apache-2.0
 * Explains the messages of ptxas about one file: see story.h. ptxas names the line of a
 * statement, often several times for one error, so its messages are matched with the diagnostics
 * of that statement. */
#include "cli/log/story.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct told {
    uint32_t first, last; /* lines of the statement that a diagnostic is about */
    uint32_t reach;       /* the greatest `first` up to here */
    bool wanted;
    size_t last_error; /* up to this one; SIZE_MAX if there is none */
};

/* A name that is not declared. */
struct missing {
    const char *name;
    size_t length;   /* without the digits at its end */
    bool numbered;   /* it has notes */
    size_t reported; /* its diagnostic */
};

struct telling {
    const struct log_story *story;
    struct log_sources *sources;
    struct told *told; /* for each diagnostic */
    size_t count;
    struct missing *missing; /* sorted */
    size_t missing_count;
    bool *explained; /* for each message */
    bool any_error;  /* of ptxas */
    bool any_told;   /* in this file */
    bool in_cxx;     /* its C++ has errors, which have been reported */
    char target[32];
};

/* ---- lines of statements ---- */

static uint32_t line_of(const ptxc_module *module, uint32_t offset) {
    uint32_t line, column;
    ptxc_module_position(module, offset, &line, &column);
    return line;
}

/* Finds the lines of the span, and those of the statement that it starts in. */
static void find_lines(const ptxc_module *module, ptxc_span span, struct told *told) {
    size_t low = 0, high = ptxc_module_stmt_count(module);
    ptxc_stmt stmt;
    told->first = line_of(module, span.start);
    told->last = line_of(module, span.end);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        (void)ptxc_module_stmt_get(module, middle, &stmt);
        if (stmt.span.start <= span.start)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || ptxc_module_stmt_get(module, low - 1, &stmt) != PTXC_OK ||
        stmt.span.end < span.start)
        return;
    uint32_t first = line_of(module, stmt.span.start), last = line_of(module, stmt.span.end);
    if (first < told->first) told->first = first;
    if (last > told->last) told->last = last;
}

/* ---- matching diagnostics with messages ---- */

static bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_$%", c));
}

/* Returns the first message about that line or a later one. */
static size_t message_from(const struct log_story *s, uint32_t line) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->message[middle]->line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* An error explains all messages about its lines, another diagnostic only warnings. */
static void explain_lines(struct telling *t, struct told *told, bool is_error) {
    const struct log_story *s = t->story;
    for (size_t i = message_from(s, told->first);
         i < s->count && s->message[i]->line && s->message[i]->line <= told->last; i++) {
        if (s->message[i]->severity == PTXC_ERROR && !is_error) continue;
        t->explained[i] = told->wanted = true;
    }
}

/* ptxas names the token at which it gives up: the cause, if it is known, is the last error before
 * it. */
static void explain_syntax(struct telling *t, size_t message) {
    const struct log_message *m = t->story->message[message];
    if (!strstr(m->text, "Parsing error") && !strstr(m->text, "Unexpected EOF")) return;
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->told[middle].reach <= m->line)
            low = middle + 1;
        else
            high = middle;
    }
    size_t best = low ? t->told[low - 1].last_error : SIZE_MAX;
    if (best == SIZE_MAX) return;
    t->told[best].wanted = true;
    t->explained[message] = true;
}

/* Messages about a whole file, and the names of diagnostics that say the same. */
static const struct {
    const char *text, *name;
} same[] = {
    {"single CTA(.cta_group::1) and CTA pair granularity", "mixed-kernel"},
    {"SM version specified by .target is higher", "arch-too-low"},
    {"SM version specified by .target", "arch-mismatch"},
    {"SM version specified by .target", "arch-family"},
    {"32-Bit compilation is no longer supported", "narrow-addresses"},
    {"32-Bit ABI", "narrow-addresses"},
    {"Debug information not found in presence of .target debug", "missing-debug-sections"},
    {"Unexpected EOF encountered", "missing-brace"},
    {"Missing .version directive", "missing-version"},
    {"Missing .target directive", "missing-target"},
    {"instructions reading accumulator registers", "wgmma-in-flight"},
    {"instructions defining accumulator registers", "wgmma-in-flight"},
    {"instructions defining input registers", "wgmma-in-flight"},
    {"wgmma.wait_group is injected", "wgmma-in-flight"},
    {"pragma 'frequency", "missing-value"},
    {"pragma 'frequency", "value-kind"},
    {"pragma 'frequency", "needs-version"},
};
enum { SAME_COUNT = sizeof same / sizeof *same };

static const char *name_of(const struct telling *t, size_t i) {
    ptxc_diag diag;
    (void)ptxc_module_diag_get(t->story->input.module, i, &diag);
    return diag.name;
}

static void explain_whole(struct telling *t) {
    bool given[SAME_COUNT] = {false}, wanted[SAME_COUNT] = {false};
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < SAME_COUNT; k++) given[k] |= !strcmp(name_of(t, i), same[k].name);
    for (size_t i = 0; i < t->story->count; i++) {
        if (t->explained[i]) continue;
        for (size_t k = 0; k < SAME_COUNT; k++)
            if (given[k] && strstr(t->story->message[i]->text, same[k].text))
                t->explained[i] = wanted[k] = true;
    }
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < SAME_COUNT; k++)
            if (wanted[k] && !strcmp(name_of(t, i), same[k].name)) t->told[i].wanted = true;
}

/* Names that differ only in the number at their end are the same: %r2 and %r1. */
static struct missing missing_of(const char *text, ptxc_span name) {
    size_t n = name.end - name.start;
    bool numbered = false;
    for (; n > 1 && text[name.start + n - 1] >= '0' && text[name.start + n - 1] <= '9'; n--)
        numbered = true;
    return (struct missing){text + name.start, n, numbered, 0};
}

static int compare_names(const struct missing *x, const struct missing *y) {
    if (x->numbered != y->numbered) return x->numbered ? 1 : -1;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return memcmp(x->name, y->name, x->length);
}

static int compare_missing(const void *a, const void *b) {
    const struct missing *x = a, *y = b;
    int names = compare_names(x, y);
    return names ? names : x->reported < y->reported ? -1 : x->reported > y->reported;
}

/* Returns false if memory runs out. */
static bool find_missing(struct telling *t) {
    const ptxc_module *module = t->story->input.module;
    const char *text = ptxc_module_source(module, NULL);
    t->missing = calloc(t->count + 1, sizeof *t->missing);
    if (!t->missing) return false;
    for (size_t i = 0; i < t->count; i++) {
        ptxc_diag diag;
        (void)ptxc_module_diag_get(module, i, &diag);
        if (strcmp(diag.name, "undeclared")) continue;
        t->missing[t->missing_count] = missing_of(text, diag.span);
        t->missing[t->missing_count++].reported = i;
    }
    qsort(t->missing, t->missing_count, sizeof *t->missing, compare_missing);
    return true;
}

/* Returns the first diagnostic about the name, or SIZE_MAX. */
static size_t diag_about(const struct telling *t, const struct missing *name) {
    size_t low = 0, high = t->missing_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&t->missing[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < t->missing_count && !compare_names(&t->missing[low], name);
    return found ? t->missing[low].reported : SIZE_MAX;
}

/* ptxas reports each use of an undeclared name, ptxcheck only the first. */
static void explain_name(struct telling *t, size_t message) {
    const ptxc_module *module = t->story->input.module;
    const char *text = ptxc_module_source(module, NULL);
    size_t first = SIZE_MAX;
    ptxc_span line;
    if (ptxc_module_line_get(module, t->story->message[message]->line, &line) != PTXC_OK) return;
    for (uint32_t at = line.start; at < line.end; at++) {
        ptxc_span word = {at, at};
        while (word.end < line.end && in_name(text[word.end])) word.end++;
        if (word.end == at) continue;
        struct missing name = missing_of(text, word);
        size_t about = diag_about(t, &name);
        if (about < first) first = about;
        at = word.end;
    }
    if (first != SIZE_MAX) t->explained[message] = t->told[first].wanted = true;
}

/* Returns false if memory runs out. */
static bool match(struct telling *t) {
    const ptxc_module *module = t->story->input.module;
    uint32_t reach = 0;
    size_t last_error = SIZE_MAX;
    for (size_t i = 0; i < t->count; i++) {
        ptxc_diag diag;
        (void)ptxc_module_diag_get(module, i, &diag);
        struct told *told = &t->told[i];
        find_lines(module, diag.span, told);
        if (told->first > reach) reach = told->first;
        if (diag.severity == PTXC_ERROR) last_error = i;
        told->reach = reach;
        told->last_error = last_error;
        explain_lines(t, told, diag.severity == PTXC_ERROR);
    }
    for (size_t i = 0; i < t->story->count; i++)
        if (!t->explained[i]) explain_syntax(t, i);
    explain_whole(t);
    if (!find_missing(t)) return false;
    for (size_t i = 0; i < t->story->count; i++)
        if (!t->explained[i]) explain_name(t, i);
    return true;
}

/* ---- reporting ---- */

/* Finds the target of the module. */
static void find_target(struct telling *t) {
    const ptxc_module *module = t->story->input.module;
    const char *text = ptxc_module_source(module, NULL);
    ptxc_stmt stmt;
    ptxc_operand operand;
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK && i < 16; i++) {
        if (stmt.kind != PTXC_STMT_TARGET || !ptxc_module_operands(module, i, &operand, 1))
            continue;
        snprintf(t->target, sizeof t->target, "%.*s", (int)(operand.span.end - operand.span.start),
                 text + operand.span.start);
        return;
    }
}

static void tell(struct telling *t, const struct finding *f) {
    struct output *o = t->sources->output;
    t->any_told = true;
    o->renderer->finding(o->state, f);
    o->totals.repeated += f->diag.repeated;
    o->totals.errors += f->diag.severity == PTXC_ERROR;
    o->totals.warnings += f->diag.severity == PTXC_WARNING;
}

/* ptxas stops before it has found every error. */
static bool is_told(const struct telling *t, size_t i, const ptxc_diag *diag) {
    return t->told[i].wanted || t->story->whole || (t->any_error && diag->severity == PTXC_ERROR);
}

/* Explains why the log does not contain the error. An error that ptxas accepts is not reported as
 * an error. */
static void remark_unsaid(const struct telling *t, struct finding *f) {
    if (f->diag.severity != PTXC_ERROR) return;
    f->remark = "not in the log: ptxas stopped before this error";
    if (!t->any_error) {
        f->diag.severity = PTXC_WARNING;
        f->remark = "the ptxas of this log accepts it, but other releases reject it";
    }
    f->diag.note_count++;
}

/* Reports diagnostics of the PTX; those whose C++ is available come first, where they were
 * written. */
static bool tell_diagnostics(struct telling *t, bool in_source, struct buffer *buffer) {
    const struct input *input = &t->story->input;
    char remark[600];
    for (size_t i = 0; i < t->count; i++) {
        struct finding f;
        if (!finding_of(&f, input, i, buffer)) return false;
        if (!is_told(t, i, &f.diag)) continue;
        if (in_source) {
            snprintf(remark, sizeof remark, "line %u of '%.500s'", (unsigned)f.place.line,
                     input->name);
            if (f.has_source && f.diag.severity == PTXC_ERROR &&
                log_source_tells(t->sources, &f, t->target, remark))
                t->told[i].first = 0;
        } else if (t->told[i].first) {
            if (!t->told[i].wanted) remark_unsaid(t, &f);
            tell(t, &f);
        }
    }
    return true;
}

/* Returns true if the line contains the first word that the message quotes. */
static bool holds_word(const ptxc_module *module, const struct log_message *m, ptxc_span line) {
    const char *start = strchr(m->text, '\''), *end = start ? strchr(start + 1, '\'') : NULL;
    size_t n = end ? (size_t)(end - start) - 1 : 0;
    if (!n || !strchr(".%$_abcdefghijklmnopqrstuvwxyz", start[1])) return true;
    const char *text = ptxc_module_source(module, NULL);
    for (uint32_t at = line.start; at + n <= line.end; at++)
        if (!memcmp(text + at, start + 1, n)) return true;
    return false;
}

/* Returns the line of the function that the message names ("... in function 'k'"), or 0. */
static uint32_t line_of_function(const ptxc_module *module, const char *text) {
    static const char words[] = "function '";
    const char *name = strstr(text, words), *source = ptxc_module_source(module, NULL);
    ptxc_stmt stmt;
    ptxc_operand node[16];
    if (!name) return 0;
    name += strlen(words);
    size_t n = strcspn(name, "'");
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK; i++) {
        if (stmt.kind != PTXC_STMT_FUNCTION) continue;
        size_t count = ptxc_module_operands(module, i, node, 16);
        for (size_t k = 0; k < count && k < 16; k++)
            if (node[k].kind == PTXC_OPERAND_SYMBOL && node[k].span.end - node[k].span.start == n &&
                !memcmp(source + node[k].span.start, name, n))
                return line_of(module, node[k].span.start);
    }
    return 0;
}

static ptxc_span without_blanks(const ptxc_module *module, ptxc_span line) {
    const char *text = ptxc_module_source(module, NULL);
    while (line.start < line.end && strchr(" \t", text[line.start])) line.start++;
    return line;
}

/* Reports a message for which there is no diagnostic. */
static void tell_message(struct telling *t, const struct log_message *m) {
    const struct input *input = &t->story->input;
    const ptxc_module *module = input->module;
    struct finding f = {.input = input,
                        .index = SIZE_MAX,
                        .diag = {.severity = m->severity, .note_count = 1},
                        .place = {m->line, 1, m->line, 1},
                        .message = m->text,
                        .message_length = strlen(m->text),
                        .line = m->whole};
    f.diag.name = f.diag.rule = "assembler";
    if (!m->line) f.place.line = f.place.end_line = 1;
    uint32_t line = m->line || !module ? m->line : line_of_function(module, m->text);
    bool there = ptxc_module_line_get(module, line, &f.diag.span) == PTXC_OK;
    const char *advice = log_advice(m);
    if (advice)
        f.remark = advice;
    else if (log_is_command_line(m->file))
        f.remark = "it is about the command line of ptxas";
    else if (log_is_builtin(m->file))
        f.remark = "ptxas reports this in text that it writes itself to replace an instruction of "
                   "the module";
    else if (!m->file && !module)
        f.remark = "it is about no file that is known; --ptx=FILE names one";
    else if (t->in_cxx)
        f.remark = "no error of ptxcheck in the C++ says this, and the PTX is not there";
    else if (!module)
        f.remark = "its PTX is not there: 'nvcc --keep' keeps it, --ptx=FILE names it";
    else if (m->line && (!there || !holds_word(module, m, f.diag.span)))
        f.remark = "that line holds no such thing: was the PTX made with other options?";
    else
        f.remark = "no diagnostic of ptxcheck says this";
    if (there) {
        f.diag.span = without_blanks(module, f.diag.span);
        f.place = place_of(module, f.diag.span);
        f.has_source = ptxc_module_loc_get(module, f.diag.span.start, &f.source) == PTXC_OK;
    }
    tell(t, &f);
}

static bool run(struct telling *t) {
    const struct log_story *s = t->story;
    struct totals *totals = &t->sources->output->totals;
    struct buffer buffer = {0};
    for (size_t i = 0; i < s->count; i++) t->any_error |= s->message[i]->severity == PTXC_ERROR;
    if (s->input.module) {
        if (!match(t)) return false;
        find_target(t);
    } else if (s->cxx.name) {
        t->in_cxx = log_source_explains(t->sources, &s->cxx, s, t->explained);
    }
    bool fine = tell_diagnostics(t, true, &buffer) && tell_diagnostics(t, false, &buffer);
    free(buffer.data);
    for (size_t i = 0; i < s->count; i++)
        if (!t->explained[i]) tell_message(t, s->message[i]);
    totals->files += !t->in_cxx || t->any_told;
    totals->files_with_findings += t->any_told;
    return fine;
}

bool log_story_tell(const struct log_story *story, struct log_sources *sources) {
    struct telling t = {.story = story, .sources = sources};
    t.count = ptxc_module_diag_count(story->input.module);
    t.told = calloc(t.count + 1, sizeof *t.told);
    t.explained = calloc(story->count + 1, sizeof *t.explained);
    bool fine = t.told && t.explained && run(&t);
    free(t.told);
    free(t.missing);
    free(t.explained);
    return fine;
}
