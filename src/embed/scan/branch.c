/* SPDX-License-Identifier: Apache-2.0
 * #if inside an asm. The asm is read once for each branch. Several #if are understood if they have
 * the same condition, because others may exclude each other. */
#include "embed/scan/scan.h"
#include <string.h>

enum { MOST_BRANCHES = 8 };

void cxx_branches_init(struct cxx_branches *b, uint32_t wanted) {
    *b = (struct cxx_branches){.wanted = wanted, .condition = NO_SPAN};
}

static bool is_conditional(struct text word) {
    return text_is(word, "if") || text_is(word, "ifdef") || text_is(word, "ifndef");
}

static bool is_other_branch(struct text word) {
    return text_is(word, "elif") || text_is(word, "elifdef") || text_is(word, "elifndef") ||
           text_is(word, "else");
}

/* A directive, and what follows its line. */
struct directive {
    struct text word;
    uint32_t stop, end; /* of the word, and of the line */
};

static struct directive branch_directive_at(const struct cxx *cxx, uint32_t at, uint32_t limit) {
    struct directive d = {.end = cxx_line_end(cxx->text, at, limit)};
    uint32_t start = cxx_skip_blank(cxx->text, at + 1, d.end);
    d.stop = start;
    while (d.stop < d.end && cxx_in_name(cxx->text[d.stop])) d.stop++;
    d.word = (struct text){cxx->text + start, d.stop - start};
    return d;
}

/* Returns the start of the next line that is a directive, or `limit`. */
static uint32_t next_directive(const struct cxx *cxx, uint32_t at, uint32_t limit) {
    while (at < limit) {
        const char *newline = memchr(cxx->text + at, '\n', limit - at);
        if (!newline) return limit;
        at = (uint32_t)(newline - cxx->text) + 1;
        while (at < limit && (cxx->text[at] == ' ' || cxx->text[at] == '\t')) at++;
        if (at < limit && cxx->text[at] == '#') return at;
    }
    return limit;
}

static void end_branches(struct cxx_branches *b) {
    uint32_t count = b->index + 1 + !b->has_else;
    bool none = b->wanted > b->index; /* no branch is compiled */
    enum cxx_truth t = none ? cxx_otherwise(b->stack) : b->taken;
    if (t == CXX_NO) b->is_dead = true;
    if (t == CXX_MAYBE) b->is_maybe = true;
    if (count > b->count) b->count = count;
    b->is_unclear |= count > MOST_BRANCHES;
    b->is_open = false;
    b->stack = NULL;
}

/* Skips branches that are not wanted, from the end of a directive on. Returns what follows the
 * directive that starts the wanted one, or the #endif. */
static uint32_t skip_branches(struct cxx_branches *b, const struct cxx *cxx, uint32_t at,
                              uint32_t limit) {
    uint32_t depth = 0;
    while ((at = next_directive(cxx, at, limit)) < limit) {
        struct directive d = branch_directive_at(cxx, at, limit);
        at = d.end;
        if (is_conditional(d.word)) depth++;
        b->is_unclear |= depth > 0 || b->index >= MOST_BRANCHES;
        if (b->is_unclear) return d.end;
        if (!depth && is_other_branch(d.word)) {
            b->index++;
            b->has_else |= text_is(d.word, "else");
            cxx_directive(cxx, &b->stack, (uint32_t)(d.word.start - cxx->text), d.stop, d.end);
            if (b->index == b->wanted) return d.end;
        }
        if (!text_is(d.word, "endif")) continue;
        if (!depth--) {
            end_branches(b);
            return d.end;
        }
    }
    b->is_unclear = true;
    return limit;
}

/* Starts the #if whose condition is in the rest of its line. */
static void open_branches(struct cxx_branches *b, const struct cxx *cxx,
                          const struct directive *d) {
    ptxc_span condition = {(uint32_t)(d->word.start - cxx->text), d->end};
    if (span_is_none(b->condition)) b->condition = condition;
    b->is_unclear |=
        b->is_open || !text_same(text_at(cxx->text, b->condition), text_at(cxx->text, condition));
    b->is_open = true;
    b->index = 0;
    b->has_else = false;
    b->stack = NULL;
    cxx_directive(cxx, &b->stack, condition.start, d->stop, d->end);
}

uint32_t cxx_read_branch(struct cxx_branches *b, const struct cxx *cxx, uint32_t at,
                         uint32_t limit) {
    struct directive d = branch_directive_at(cxx, at, limit);
    if (!b->has_first) b->first = at;
    b->has_first = true;
    if (is_conditional(d.word)) {
        open_branches(b, cxx, &d);
        at = b->wanted ? skip_branches(b, cxx, d.end, limit) : d.end;
        b->taken = cxx_compiled(b->stack);
        return at;
    }
    if (b->is_open && is_other_branch(d.word)) {
        b->index++;
        b->has_else |= text_is(d.word, "else");
        return skip_branches(b, cxx, d.end, limit);
    }
    if (b->is_open && text_is(d.word, "endif"))
        end_branches(b);
    else if (!text_is(d.word, "pragma"))
        b->is_unclear = true;
    return d.end;
}
