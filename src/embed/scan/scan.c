/* SPDX-License-Identifier: Apache-2.0
 * Finds asm statements in C++. Nearly all bytes are skipped: only quotes, `/`, `#` and the `m`
 * of asm (before or after underscores) are examined, and a text without asm is not scanned at
 * all. */
#include "embed/scan/scan.h"
#include "isa/tables.h"
#include <string.h>

/* ---- scanning ---- */

uint32_t cxx_skip_comment(const char *text, uint32_t at, uint32_t end) {
    bool block = text[at + 1] == '*';
    if (!block) return cxx_line_end(text, at, end);
    for (at += 2; at < end; at++) {
        const char *star = memchr(text + at, '*', end - at);
        if (!star) return end;
        at = (uint32_t)(star - text);
        if (at + 1 < end && text[at + 1] == '/') return at + 2;
    }
    return end;
}

static bool is_comment(const char *text, uint32_t at, uint32_t end) {
    return text[at] == '/' && at + 1 < end && (text[at + 1] == '/' || text[at + 1] == '*');
}

/* Returns the length of a `\` followed by the end of a line, or 0. */
static uint32_t continuation(const char *text, uint32_t at, uint32_t end) {
    if (text[at] != '\\' || at + 1 >= end) return 0;
    if (text[at + 1] == '\n') return 2;
    return text[at + 1] == '\r' && at + 2 < end && text[at + 2] == '\n' ? 3 : 0;
}

uint32_t cxx_line_end(const char *text, uint32_t at, uint32_t end) {
    for (;;) {
        const char *newline = memchr(text + at, '\n', end - at);
        if (!newline) return end;
        uint32_t stop = (uint32_t)(newline - text), last = stop;
        if (last > at && text[last - 1] == '\r') last--;
        if (last == at || text[last - 1] != '\\') return stop;
        at = stop + 1;
    }
}

uint32_t cxx_skip_blank(const char *text, uint32_t at, uint32_t end) {
    while (at < end) {
        uint32_t joined = continuation(text, at, end);
        if (joined)
            at += joined;
        else if (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))
            at++;
        else if (is_comment(text, at, end))
            at = cxx_skip_comment(text, at, end);
        else
            break;
    }
    return at;
}

/* R"x( ... )x" */
static uint32_t skip_raw(const char *text, uint32_t quote, uint32_t end,
                         struct cxx_literal *literal) {
    enum { LONGEST = 16 };
    uint32_t open = quote + 1;
    while (open < end && open - quote <= LONGEST && text[open] != '(') open++;
    if (open >= end || text[open] != '(') { /* without a delimiter, the literal is unterminated */
        *literal = (struct cxx_literal){quote + 1, quote + 1, true, CXX_LITERAL};
        return quote + 1;
    }
    uint32_t n = open - quote - 1;
    for (uint32_t at = open + 1; at < end; at++) {
        const char *close = memchr(text + at, ')', end - at);
        if (!close) break;
        at = (uint32_t)(close - text);
        if (end - at < n + 2) break;
        if (memcmp(text + at + 1, text + quote + 1, n) || text[at + 1 + n] != '"') continue;
        *literal = (struct cxx_literal){open + 1, at, true, CXX_LITERAL};
        return at + n + 2;
    }
    *literal = (struct cxx_literal){open + 1, end, true, CXX_LITERAL};
    return end;
}

/* Returns true if the quote belongs to R"( ... )". */
static bool is_raw(const char *text, uint32_t quote) {
    if (!quote || text[quote - 1] != 'R') return false;
    uint32_t start = quote - 1;
    while (start && quote - start < 4 && cxx_in_name(text[start - 1])) start--;
    uint32_t n = quote - start;
    return n == 1 || (n == 2 && strchr("LuU", text[start])) ||
           (n == 3 && text[start] == 'u' && text[start + 1] == '8');
}

uint32_t cxx_skip_literal(const char *text, uint32_t at, uint32_t end,
                          struct cxx_literal *literal) {
    char quote = text[at];
    uint32_t start = at + 1;
    if (quote == '"' && is_raw(text, at)) return skip_raw(text, at, end, literal);
    for (at++; at < end && text[at] != quote && text[at] != '\n'; at++) {
        if (text[at] != '\\' || at + 1 >= end) continue;
        uint32_t joined = continuation(text, at, end);
        at += joined ? joined - 1 : 1;
    }
    *literal = (struct cxx_literal){start, at < end ? at : end, false, CXX_LITERAL};
    return at < end && text[at] == quote ? at + 1 : literal->end;
}

/* ---- directives ---- */

static bool word_is(const char *text, uint32_t start, uint32_t end, const char *word) {
    return strlen(word) == end - start && !memcmp(text + start, word, end - start);
}

bool cxx_starts_line(const char *text, uint32_t at) {
    while (at && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
    return !at || text[at - 1] == '\n';
}

/* Reads `# 12 "file.cu" 1 3`, or `#line 12 "file.cu"`, from its number at `at`. */
static void marker(struct cxx *cxx, uint32_t at, uint32_t end) {
    struct cxx_marker m = {.next_line = end + 1, .file = NO_SPAN};
    while (at < end && cxx_is_digit(cxx->text[at]) && m.line < 100000000)
        m.line = 10 * m.line + (uint32_t)(cxx->text[at++] - '0');
    at = cxx_skip_blank(cxx->text, at, end);
    if (at < end && cxx->text[at] == '"') {
        struct cxx_literal name;
        cxx_skip_literal(cxx->text, at, end, &name);
        m.file = (ptxc_span){name.start, name.end};
    } else if (cxx->markers.count) {
        m.file = ((struct cxx_marker *)list_at(&cxx->markers, cxx->markers.count - 1))->file;
    }
    if (!span_is_none(m.file)) *(struct cxx_marker *)list_add(cxx->arena, &cxx->markers) = m;
}

/* Returns true if the text comes from an included file. Much of such a file is unused or made for
 * other targets. */
static bool is_included(const struct cxx *cxx) {
    if (!cxx->markers.count) return false;
    const struct cxx_marker *first = list_at(&cxx->markers, 0),
                            *last = list_at(&cxx->markers, cxx->markers.count - 1);
    struct text a = text_at(cxx->text, first->file), b = text_at(cxx->text, last->file);
    return a.length != b.length || memcmp(a.start, b.start, a.length);
}

uint32_t cxx_read_directive(struct cxx *cxx, struct cxx_condition **stack, uint32_t at) {
    const char *text = cxx->text;
    uint32_t end = cxx_line_end(text, at, cxx->length);
    uint32_t start = cxx_skip_blank(text, at + 1, end), stop = start;
    while (stop < end && cxx_in_name(text[stop])) stop++;
    if (start < end && cxx_is_digit(text[start])) {
        marker(cxx, start, end);
    } else if (word_is(text, start, stop, "line")) {
        marker(cxx, cxx_skip_blank(text, stop, end), end);
    } else if (word_is(text, start, stop, "define")) {
        cxx_define(cxx, stop, end, cxx_compiled(*stack), true);
        return stop; /* its body may contain an asm */
    } else {
        if (word_is(text, start, stop, "undef"))
            cxx_define(cxx, stop, end, cxx_compiled(*stack), false);
        cxx_directive(cxx, stack, start, stop, end);
    }
    /* A comment that starts in it may continue on the following lines. */
    for (uint32_t i = stop; i < end; i++) {
        if (text[i] == '"') {
            struct cxx_literal ignored;
            i = cxx_skip_literal(text, i, end, &ignored) - 1;
        } else if (is_comment(text, i, end)) {
            uint32_t after = cxx_skip_comment(text, i, cxx->length);
            if (after >= end) return after;
            i = after - 1;
        }
    }
    return end;
}

/* ---- the scan ---- */

/* Finds the bounds of asm, __asm or __asm__ whose `m` is at `at`. */
static bool is_asm_keyword(const struct cxx *cxx, uint32_t at, uint32_t *start, uint32_t *end) {
    const char *text = cxx->text;
    if (at < 2 || text[at - 1] != 's' || text[at - 2] != 'a') return false;
    *start = at - 2;
    *end = at + 1;
    if (*start > 1 && text[*start - 1] == '_' && text[*start - 2] == '_') *start -= 2;
    if (*end + 1 < cxx->length && text[*end] == '_' && text[*end + 1] == '_') *end += 2;
    return !(*start && cxx_in_name(text[*start - 1])) && !cxx_in_name(text[*end]);
}

/* Recognizes a `'` inside 1'000: the word before it starts with a digit. */
static bool is_separator(const char *text, uint32_t at) {
    enum { LONGEST = 128 };
    uint32_t start = at;
    while (start && at - start < LONGEST &&
           (cxx_in_name(text[start - 1]) || text[start - 1] == '\'' || text[start - 1] == '.'))
        start--;
    return start < at && cxx_is_digit(text[start]) && cxx_in_name(text[at - 1]);
}

/* Returns true if anything looks like an asm. */
bool cxx_has_asm(const char *text, uint32_t length) {
    return cxx_contains((struct text){text, length}, "asm");
}

/* Returns true if [from, to) ends in a kernel, according to its last __global__ or __device__.
 * `before` is the result for the text before it. */
static bool ends_in_kernel(const char *text, uint32_t from, uint32_t to, bool before) {
    enum { LENGTH = 10 }; /* length of both words */
    const char *at = text + from, *end = text + to;
    while (end - at >= LENGTH && (at = memchr(at, '_', (size_t)(end - at) - LENGTH + 1))) {
        if (!memcmp(at, "__global__", LENGTH)) before = true;
        if (!memcmp(at, "__device__", LENGTH)) before = false;
        at++;
    }
    return before;
}

static bool is_in_kernel(const struct cxx *cxx, uint32_t start) {
    const struct cxx_asm *last = cxx->asms.count ? list_at(&cxx->asms, cxx->asms.count - 1) : NULL;
    return ends_in_kernel(cxx->text, last ? last->span.end : 0, start,
                          last && last->place & CXX_IN_KERNEL);
}

/* `macro` is the end of the enclosing #define, or 0. */
static uint32_t statement_found(struct cxx *cxx, uint32_t start, uint32_t end,
                                enum cxx_truth compiled, uint32_t macro) {
    struct cxx_branches branches;
    bool in_kernel = is_in_kernel(cxx, start);
    uint32_t after = end, before = cxx->asms.count;
    for (uint32_t i = 0, count = 1; i < count; i++) {
        struct cxx_asm a = {0};
        cxx_branches_init(&branches, i);
        if (!cxx_read_asm(cxx, start, end, macro ? macro : cxx->length, &branches, &a)) return end;
        if (!i && branches.count > 1 && !branches.is_unclear) count = branches.count;
        if (count > 1) a.traits |= CXX_BRANCHED;
        if (macro) a.place |= CXX_IN_MACRO;
        if (in_kernel) a.place |= CXX_IN_KERNEL;
        bool maybe = compiled == CXX_MAYBE || branches.is_maybe;
        a.any_target = maybe || cxx->arch < 0 || is_included(cxx);
        after = a.span.end;
        /* Of branches that #if excludes, one is named if there is no other. */
        bool another = i + 1 < count || cxx->asms.count > before;
        if (branches.is_dead && another) continue;
        if (compiled == CXX_NO || branches.is_dead) a.reason = CXX_DEAD;
        /* A preprocessor does not report this, and more text may follow a string. */
        if (compiled != CXX_YES || maybe || cxx->nested) a.cut = NO_SPAN;
        cxx_add_asm(cxx, &a);
    }
    return after;
}

/* Recognizes macros of the CUDA libraries that select code by its architecture. */
static bool chooses_target(struct cxx *cxx) {
    struct text all = {cxx->text, cxx->whole_length};
    if (!cxx->memory.target_choice)
        cxx->memory.target_choice = cxx_contains(all, "NV_IF_") || cxx_contains(all, "NV_DISPATCH_")
                                        ? CXX_CHOOSES
                                        : CXX_DOES_NOT_CHOOSE;
    return cxx->memory.target_choice == CXX_CHOOSES;
}

/* Reads the string whose quote is at `at`, which may contain a module. */
static uint32_t string_found(struct cxx *cxx, uint32_t at, uint32_t limit) {
    struct cxx_literal l;
    uint32_t end = cxx_skip_literal(cxx->text, at, limit, &l), length = cxx->length;
    struct text inside = {cxx->text + l.start, l.end - l.start};
    if (cxx_starts_module(inside) && !cxx->nested) {
        struct cxx_asm a;
        uint32_t start = at;
        while (start && cxx_in_name(cxx->text[start - 1])) start--;
        cxx_read_strings(cxx, start, limit, &a);
        struct text whole = text_at(cxx->text, a.span);
        if (cxx_contains(whole, ".target")) cxx_add_asm(cxx, &a);
        return a.span.end > end ? a.span.end : end;
    }
    if (!l.raw && !cxx->nested && limit == cxx->length) return cxx_read_source(cxx, at);
    if (l.raw && !cxx->nested && cxx_is_source(inside)) {
        cxx->nested = true;
        cxx->length = l.end;
        cxx_scan(cxx, l.start);
        cxx->length = length;
        cxx->nested = false;
    }
    return end;
}

void cxx_scan(struct cxx *cxx, uint32_t from) {
    static const char stops[256] = {['"'] = 1, ['\''] = 1, ['/'] = 1, ['#'] = 1, ['m'] = 1};
    const char *text = cxx->text;
    struct cxx_condition *stack = NULL;
    struct cxx_literal ignored;
    uint32_t at = from, start, end, macro = 0; /* macro: end of the #define that is being read */
    struct text rest = {text + from, cxx->length - from};
    if (!cxx_has_asm(rest.start, rest.length) && !cxx_has_module(rest)) return;
    bool chosen = chooses_target(cxx);
    while (at < cxx->length) {
        while (!stops[(unsigned char)text[at]] && at < cxx->length) at++;
        if (at >= cxx->length) return;
        switch (text[at]) {
        case '"': at = string_found(cxx, at, at < macro ? macro : cxx->length); break;
        case '\'':
            at =
                is_separator(text, at) ? at + 1 : cxx_skip_literal(text, at, cxx->length, &ignored);
            break;
        case '/':
            at = is_comment(text, at, cxx->length) ? cxx_skip_comment(text, at, cxx->length)
                                                   : at + 1;
            break;
        case '#':
            if (at >= macro && cxx_starts_line(text, at)) {
                macro = cxx_line_end(text, at, cxx->length);
                at = cxx_read_directive(cxx, &stack, at);
            } else {
                at++;
            }
            break;
        default:
            if (is_asm_keyword(cxx, at, &start, &end)) {
                enum cxx_truth compiled = cxx_compiled(stack);
                if (compiled == CXX_YES && chosen) compiled = CXX_MAYBE;
                at = statement_found(cxx, start, end, compiled, at < macro ? macro : 0);
            } else {
                at++;
            }
        }
    }
}
