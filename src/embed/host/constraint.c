/* SPDX-License-Identifier: Apache-2.0
 * Constraints as LLVM and Triton write them, in one string: "=r,=r,l,0,~{memory}". */
#include "embed/host/host.h"
#include <string.h>

/* Returns the letter that C++ uses for the same registers, or 0. */
static char letter_of_cxx(char c) {
    switch (c) {
    case 'c': return 'h';
    case 'N': return 'l';
    case 'i': return 'n';
    default: return c && strchr("bhrlqfdn", c) ? c : '\0';
    }
}

static struct cxx_operand read_one(const char *text, uint32_t start, uint32_t end) {
    struct cxx_operand o = {.name = NO_SPAN, .constraint = {start, end}, .expression = {end, end}};
    uint32_t letters = 0;
    for (uint32_t i = start; i < end; i++) {
        char c = text[i];
        o.output |= c == '=' || c == '+';
        o.input |= c == '+';
        if (c && strchr("=+&%", c)) continue;
        letters++;
        o.tied |= cxx_is_digit(c);
        o.letter = letter_of_cxx(c);
    }
    o.input |= !o.output;
    if (o.tied || letters != 1) o.letter = '\0';
    return o;
}

/* Reads `~{memory}`. Only other processors have further clobbers. */
static void read_clobber(const struct cxx *cxx, struct cxx_asm *a, uint32_t start, uint32_t end) {
    if (host_word_is(cxx, start, end, "~{memory}"))
        a->memory = true;
    else if (span_is_none(a->clobber))
        a->clobber = (ptxc_span){start, end};
}

void host_read_constraints(struct cxx *cxx, struct cxx_asm *a, uint32_t start, uint32_t end) {
    const char *text = cxx->text;
    a->operand_first = cxx->operands.count;
    for (uint32_t at = start; at < end;) {
        const char *comma = memchr(text + at, ',', end - at);
        uint32_t stop = comma ? (uint32_t)(comma - text) : end, from = at, to = stop;
        while (from < to && text[from] == ' ') from++;
        while (to > from && text[to - 1] == ' ') to--;
        if (from < to && text[from] == '~') {
            read_clobber(cxx, a, from, to);
        } else if (from < to) {
            *(struct cxx_operand *)list_add(cxx->arena, &cxx->operands) = read_one(text, from, to);
            a->operand_count++;
        }
        at = stop + 1;
    }
}
