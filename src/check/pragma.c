/* SPDX-License-Identifier: Apache-2.0
 * The strings of .pragma: rows `.pragma::WORD` in grammar/isa/directives.isa list how one can
 * start. */
#include "check/check.h"
#include "syntax/lexer.h"
#include <string.h>

/* Prefix of the names of their rows. */
static const char PREFIX[] = ".pragma::";
enum { PREFIX_LENGTH = sizeof PREFIX - 1 };

static const char *pragma_word(const struct isa_directive *d) { return d->name + PREFIX_LENGTH; }

static const struct isa_directive *pragma_find(struct text string) {
    for (unsigned i = 0; i < isa_directive_count; i++) {
        const struct isa_directive *d = &isa_directives[i];
        if (strncmp(d->name, PREFIX, PREFIX_LENGTH)) continue;
        size_t n = strlen(pragma_word(d));
        if (n <= string.length && !memcmp(string.start, pragma_word(d), n)) return d;
    }
    return NULL;
}

/* Reads the number as strtol would: `010` is 8. */
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

/* A single byte of any kind separates the word from its value. */
static void check_value(struct checker *c, struct text name, ptxc_span string) {
    uint32_t start = string.start + name.length + 1;
    ptxc_span word = {string.start, string.start + name.length}, value = {start, string.end};
    if (start >= string.end)
        report_missing_value(c->diags, word, name);
    else if (!is_positive(text_at(c->text, value)))
        report_value_kind(c->diags, value, name, phrase(P_a_positive_number));
}

/* Returns true if the release supports the word. Older releases ignore it. */
static bool is_known(const struct checker *c, uint8_t avail) {
    return isa_avails[avail].version <= isa_version_newest(c->match.release);
}

static void check_string(struct checker *c, ptxc_span string, bool in_body) {
    const struct isa_directive *d = pragma_find(text_at(c->text, string));
    if (!d || !is_known(c, d->avail)) return;
    struct text name = text_of(pragma_word(d));
    ptxc_span word = {string.start, string.start + name.length};
    uint32_t errors = c->diags->error_count;
    if (!in_body) {
        report_function_only(c->diags, word, name);
        return;
    }
    if (!c->match.in_kernel && !(d->flags & DIRECTIVE_FUNC))
        report_misplaced_tuning(c->diags, word, name, phrase(P_a_func));
    else if (d->least)
        check_value(c, name, string);
    /* This comes last, because its fix must not leave another error. */
    if (c->diags->error_count == errors) match_need_word(&c->match, d->avail, word);
}

void check_pragma(struct checker *c, uint32_t first, uint32_t end, bool in_body) {
    for (uint32_t i = first; i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind != PTXC_OPERAND_STRING || n->length < 2) continue;
        check_string(c, (ptxc_span){n->start + 1, n->start + n->length - 1}, in_body);
    }
}
