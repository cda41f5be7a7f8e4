/* SPDX-License-Identifier: Apache-2.0
 * Converts runs of asm statements to PTX functions: see cxx_run.h. Code between two statements
 * may only be whitespace or declarations of variables: a call could wait, and a branch could
 * leave. */
#include "embed/cxx_run.h"
#include "syntax/lexer.h"
#include <string.h>

/* ---- code between asm statements ---- */

static bool is_control_word(struct text word) {
    static const char *const words[] = {"return", "goto",  "else",     "do",
                                        "case",   "throw", "co_return"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i])) return true;
    return false;
}

static struct text take_name(const char *text, uint32_t *at, uint32_t end) {
    uint32_t start = *at;
    while (*at < end && cxx_in_name(text[*at])) ++*at;
    return (struct text){text + start, *at - start};
}

/* Skips one declaration without an initializer, or with a literal number: `uint32_t x[4], y = 0;`.
 * Moves *at past its `;`. A single word may be a macro. */
static bool skip_declaration(const char *text, uint32_t *at, uint32_t end) {
    uint32_t words = 0;
    bool initializes = false;
    while ((*at = cxx_skip_blank(text, *at, end)) < end) {
        char c = text[*at];
        if (cxx_in_name(c)) {
            struct text word = take_name(text, at, end);
            if (is_control_word(word) || (initializes && !cxx_is_digit(*word.start))) return false;
            words++;
            continue;
        }
        ++*at;
        if (c == ';') return words > 1;
        if (c == '=') initializes = true;
        if (c == ',') initializes = false;
        if (!memchr(",*[]=-", c, 6)) return false;
    }
    return false;
}

static bool only_declares(const char *text, uint32_t at, uint32_t end) {
    while ((at = cxx_skip_blank(text, at, end)) < end) {
        if (text[at] == ';')
            at++;
        else if (!skip_declaration(text, &at, end))
            return false;
    }
    return true;
}

/* The compiler keeps the order of these. */
static bool is_ordered(const struct cxx *cxx, const struct cxx_asm *a) {
    bool outputs = false;
    for (uint32_t i = 0; i < a->operand_count; i++) outputs |= cxx_operand_at(cxx, a, i)->output;
    return a->is_volatile || !outputs;
}

bool cxx_is_empty(const struct cxx *cxx, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&cxx->literals, a->literal_first + i);
        if (cxx_skip_blank(cxx->text, l->start, l->end) < l->end) return false;
    }
    return a->literal_count && (a->reason == CXX_OTHER || a->reason == CXX_CHECKED);
}

bool cxx_follows(const struct cxx *cxx, const struct cxx_asm *first, const struct cxx_asm *second) {
    if (cxx_is_hosted(first) || cxx_is_hosted(second)) return false;
    if (cxx_is_partial(first) || cxx_is_partial(second)) return false;
    if (first->block || second->block || !is_ordered(cxx, first) || !is_ordered(cxx, second))
        return false;
    return only_declares(cxx->text, first->span.end, second->keyword.start);
}

/* ---- registers ---- */

/* A register of the function, and the operand that it was made for. */
struct run_register {
    char letter;
    ptxc_span expression; /* NO_SPAN: its value may differ each time */
};

/* Returns true for a name, a member or an element, which have the same value wherever they
 * appear. */
static bool is_plain_expression(const char *text, ptxc_span e) {
    for (uint32_t i = e.start; i < e.end; i++)
        if (!cxx_in_name(text[i]) && !strchr(".[] ", text[i])) return false;
    return e.end > e.start && !cxx_is_digit(text[e.start]);
}

static uint32_t run_register_of(struct list *registers, const struct cxx_text *t,
                                const struct cxx_operand *o) {
    const char *text = t->cxx->text;
    bool plain = is_plain_expression(text, o->expression);
    for (uint32_t i = 0; plain && i < registers->count; i++) {
        const struct run_register *r = list_at(registers, i);
        if (r->letter == o->letter && !span_is_none(r->expression) &&
            text_same(text_at(text, r->expression), text_at(text, o->expression)))
            return i;
    }
    *(struct run_register *)list_add(t->arena, registers) =
        (struct run_register){o->letter, plain ? o->expression : NO_SPAN};
    return registers->count - 1;
}

/* Each register is set from a parameter: its value is known only to the caller. */
static void put_registers(struct cxx_text *t, const struct list *registers) {
    enum { SIZE = 16 };
    PUT(&t->ptx, "(.param .align 16 .b8 $p[");
    build_number(&t->ptx, SIZE * (registers->count + 1));
    PUT(&t->ptx, "]){");
    for (uint32_t i = 0; i < registers->count; i++) {
        const char *type =
            cxx_type_of_letter(((struct run_register *)list_at(registers, i))->letter);
        if (!type) continue;
        PUT(&t->ptx, ".reg .", type, " %");
        build_number(&t->ptx, i);
        build_char(&t->ptx, ';');
        if (text_is(text_of(type), "pred")) continue;
        PUT(&t->ptx, "ld.param.", type, " %");
        build_number(&t->ptx, i);
        PUT(&t->ptx, ",[$p+");
        build_number(&t->ptx, SIZE * i);
        PUT(&t->ptx, "];");
    }
}

/* A register that is declared outside of braces is meant for other statements as well. */
static bool keeps_its_registers(const struct cxx_text *t) {
    uint32_t i = 0;
    while (i < t->char_count && (is_space_byte(t->chars[i].c))) i++;
    return !t->declares || t->chars[i].c == '{';
}

void cxx_add_run(struct cxx_text *t, uint32_t first, uint32_t end) {
    struct list registers;
    uint32_t operands = 0, n = 0;
    struct cxx_asm *a;
    list_init(&registers, sizeof(struct run_register));
    for (uint32_t i = first; i < end; i++)
        operands += ((struct cxx_asm *)list_at(&t->cxx->asms, i))->operand_count;
    uint32_t *numbers = arena_alloc(t->arena, (operands + 1) * sizeof *numbers);
    for (uint32_t i = first; i < end; i++) {
        a = list_at(&t->cxx->asms, i);
        for (uint32_t k = 0; k < a->operand_count; k++)
            numbers[n++] = run_register_of(&registers, t, cxx_operand_at(t->cxx, a, k));
    }
    a = list_at(&t->cxx->asms, first);
    uint32_t length = cxx_text_length(t), pieces = t->pieces.count;
    cxx_text_instead(t, ".func $", 7, a->span.start, UINT32_MAX);
    build_number(&t->ptx, t->count);
    put_registers(t, &registers);
    bool known = true;
    for (uint32_t i = first; i < end && known; i++, numbers += a->operand_count) {
        a = list_at(&t->cxx->asms, i);
        if (!cxx_is_empty(t->cxx, a))
            known = cxx_text_add_part(t, a, numbers) && keeps_its_registers(t);
    }
    cxx_text_instead(t, "}\n", 2, a->span.end, UINT32_MAX);
    t->count++;
    if (known) return;
    build_cut(&t->ptx, length);
    t->pieces.count = pieces;
    t->count--;
}
