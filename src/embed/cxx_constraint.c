/* SPDX-License-Identifier: Apache-2.0
 * Constraints that no CUDA compiler accepts. Letters that other compilers support ("m", "i", or
 * two at once) are not reported. */
#include "embed/cxx.h"
#include <string.h>

/* Returns the text between the quotes. */
static struct text text_inside_quotes(const struct cxx *cxx, ptxc_span literal) {
    const char *start = cxx->text + literal.start, *end = cxx->text + literal.end - 1;
    while (start < end && *start != '"') start++;
    if (start < end) start++;
    return (struct text){start, (uint32_t)(end - start)};
}

static void check_letters(const struct cxx *cxx, struct diags *diags, const struct cxx_operand *o,
                          struct text letters) {
    static const char known[] = "bhrlqfdnC", elsewhere[] = "0123456789cgimopsEFNVX<>";
    if (letters.length > 1 ||
        (letters.length && (strchr(known, *letters.start) || strchr(elsewhere, *letters.start))))
        return;
    report_asm_constraint(diags, o->constraint, text_at(cxx->text, o->constraint));
}

static void check_operand(const struct cxx *cxx, struct diags *diags, const struct cxx_operand *o) {
    struct text t = text_inside_quotes(cxx, o->constraint);
    bool writes = false;
    if (t.length && *t.start == '\\') return; /* a constraint spelled with escapes */
    while (t.length && strchr("=+&", *t.start)) {
        writes |= *t.start != '&';
        t.start++;
        t.length--;
    }
    if (o->output && !writes)
        report_asm_direction(diags, o->constraint, phrase(P_an_output), phrase(P_written_mark));
    else if (!o->output && writes)
        report_asm_direction(diags, o->constraint, phrase(P_an_input), phrase(P_no_written_mark));
    else
        check_letters(cxx, diags, o, t);
}

void cxx_check_constraints(const struct cxx *cxx, struct diags *diags, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count; i++)
        check_operand(cxx, diags, cxx_operand_at(cxx, a, i));
    if (!a->block && !span_is_none(a->clobber))
        report_asm_clobber(diags, a->clobber, text_at(cxx->text, a->clobber));
}
