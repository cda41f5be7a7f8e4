/* SPDX-License-Identifier: Apache-2.0
 * The strings of .pragma: see pragma.def. */
#include "check/check.h"
#include "syntax/lexer.h"
#include <string.h>

enum pragma_of { ENTRY, BOTH };
enum pragma_value { ANY, VALUE };

static const struct pragma {
    const char *word, *directive; /* the same with `.pragma::` before it, as the tables have it */
    uint8_t of, value;
} pragmas[] = {
#define PRAGMA(word, of, value) {word, ".pragma::" word, of, value},
#include "check/pragma.def"
};

enum { PRAGMAS = sizeof pragmas / sizeof *pragmas };

static const struct pragma *pragma_find(struct text string) {
    for (int i = 0; i < PRAGMAS; i++) {
        size_t n = strlen(pragmas[i].word);
        if (n <= string.length && !memcmp(string.start, pragmas[i].word, n)) return &pragmas[i];
    }
    return NULL;
}

/* Read as strtol would: `010` is 8. */
static bool is_positive(struct text t) {
    const char *s = t.start, *end = s + t.length;
    while (s < end && is_space_byte(*s)) s++;
    if (s < end && *s == '+') s++;
    bool hex = end - s > 2 && s[0] == '0' && (s[1] | 32) == 'x', any = false;
    char most = (char)(s < end && *s == '0' && !hex ? '7' : '9');
    if (hex) s += 2;
    for (; s < end; s++) {
        bool letter = hex && (*s | 32) >= 'a' && (*s | 32) <= 'f';
        if (!letter && (*s < '0' || *s > most)) return false;
        any = any || *s != '0';
    }
    return any;
}

/* Between the word and its value stands one byte, whichever. */
static void check_value(struct checker *c, const struct pragma *p, ptxc_span string) {
    uint32_t n = (uint32_t)strlen(p->word), start = string.start + n + 1;
    ptxc_span word = {string.start, string.start + n}, value = {start, string.end};
    if (start >= string.end)
        report_missing_value(c->diags, word, text_of(p->word));
    else if (!is_positive(text_at(c->text, value)))
        report_value_kind(c->diags, value, text_of(p->word), phrase(P_a_positive_number));
}

/* A release that is older than the word passes over it. */
static bool is_known(const struct checker *c, uint8_t avail) {
    return isa_avails[avail].version <= isa_version_newest(c->match.release);
}

static void check_string(struct checker *c, ptxc_span string, bool in_body) {
    const struct pragma *p = pragma_find(text_at(c->text, string));
    uint8_t avail = p ? isa_directive_avail(p->directive, (uint32_t)strlen(p->directive)) : 0;
    if (!p || !is_known(c, avail)) return;
    ptxc_span word = {string.start, string.start + (uint32_t)strlen(p->word)};
    uint32_t errors = c->diags->error_count;
    if (!in_body) {
        report_function_only(c->diags, word, text_of(p->word));
        return;
    }
    match_need_word(&c->match, avail, word);
    if (c->diags->error_count != errors) return;
    if (p->of == ENTRY && !c->match.in_kernel)
        report_misplaced_tuning(c->diags, word, text_of(p->word), phrase(P_a_func));
    else if (p->value == VALUE)
        check_value(c, p, string);
}

void check_pragma(struct checker *c, uint32_t first, uint32_t end, bool in_body) {
    for (uint32_t i = first; i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind != PTXC_OPERAND_STRING || n->length < 2) continue;
        check_string(c, (ptxc_span){n->start + 1, n->start + n->length - 1}, in_body);
    }
}
