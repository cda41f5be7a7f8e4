/* SPDX-License-Identifier: Apache-2.0
 * Comments that silence diagnostics: see suppress.h. Only lines with diagnostics are read again. */
#include "diag/suppress.h"
#include <string.h>

static const char MARK[] = "ptxcheck:";
enum { MARK_LENGTH = sizeof MARK - 1, LONGEST_LINE = 4096 };

static const char *find_text(const char *from, const char *end, const char *what, size_t n) {
    for (; (size_t)(end - from) >= n; from++) {
        from = memchr(from, what[0], (size_t)(end - from) - n + 1);
        if (!from) return NULL;
        if (!memcmp(from, what, n)) return from;
    }
    return NULL;
}

static bool name_is(const char *from, const char *end, const char *name) {
    return (size_t)(end - from) == strlen(name) && !memcmp(from, name, (size_t)(end - from));
}

/* Returns true if the word is the code: "ptx-320" is code 320. */
static bool code_is(const char *from, const char *end, uint32_t code) {
    uint32_t value = 0;
    if (end - from < 5 || memcmp(from, "ptx-", 4)) return false;
    for (from += 4; from < end; from++) {
        if (*from < '0' || *from > '9' || value > 100000) return false;
        value = 10 * value + (uint32_t)(*from - '0');
    }
    return value == code;
}

/* Returns true if the list `[a, b]` that starts at `from` names the diagnostic. */
static bool listed(const char *from, const char *end, const struct diag *d) {
    const char *close = memchr(from, ']', (size_t)(end - from));
    if (!close) return false;
    while (from < close) {
        while (from < close && (*from == ' ' || *from == ',' || *from == '[')) from++;
        const char *start = from;
        while (from < close && *from != ' ' && *from != ',') from++;
        if (from == start) continue;
        if (code_is(start, from, diag_code(d->id)) || name_is(start, from, diag_name(d->id)) ||
            name_is(start, from, d->rule))
            return true;
    }
    return false;
}

static const char *skip_line_blanks(const char *from, const char *end) {
    while (from < end && (*from == ' ' || *from == '\t')) from++;
    return from;
}

/* Returns true if this line contains a comment that silences `d`. With `alone`, it must contain
 * nothing else. */
static bool line_silences(const char *line, const char *end, const struct diag *d, bool alone) {
    static const char word[] = "ignore";
    enum { WORD = sizeof word - 1 };
    if (end - line > LONGEST_LINE) return false;
    const char *mark = find_text(line, end, MARK, MARK_LENGTH);
    const char *comment = find_text(line, end, "//", 2);
    if (!comment || (mark && comment > mark)) comment = find_text(line, end, "/*", 2);
    if (!mark || !comment || comment > mark) return false;
    if (alone && skip_line_blanks(line, end) != comment) return false;
    mark = skip_line_blanks(mark + MARK_LENGTH, end);
    if (end - mark < WORD || memcmp(mark, word, WORD)) return false;
    mark += WORD;
    /* "ignored" is another word. */
    if (mark < end && ((*mark >= 'a' && *mark <= 'z') || *mark == '-')) return false;
    mark = skip_line_blanks(mark, end);
    return mark < end && *mark == '[' ? listed(mark, end, d) : true;
}

static bool silenced(const struct line_index *lines, const char *text, uint32_t length,
                     const struct diag *d) {
    uint32_t line = line_index_at(lines, d->span.start).line;
    ptxc_span at = line_index_span(lines, length, line);
    if (line_silences(text + at.start, text + at.end, d, false)) return true;
    if (!line) return false;
    at = line_index_span(lines, length, line - 1);
    return line_silences(text + at.start, text + at.end, d, true);
}

bool suppress_is_used(const char *text, uint32_t length) {
    return find_text(text, text + length, MARK, MARK_LENGTH) != NULL;
}

void suppress_by_comments(struct diags *diags, const struct line_index *lines, const char *text,
                          uint32_t length) {
    uint32_t kept = 0;
    /* Most texts have no such comment, which a single search shows. */
    if (!diags->list.count || !suppress_is_used(text, length)) return;
    for (uint32_t i = 0; i < diags->list.count; i++) {
        struct diag *d = *(struct diag **)list_at(&diags->list, i);
        if (silenced(lines, text, length, d)) {
            diags->suppressed_count++;
            diags->error_count -= d->severity == PTXC_ERROR;
        } else {
            *(struct diag **)list_at(&diags->list, kept++) = d;
        }
    }
    diags->list.count = kept;
}
