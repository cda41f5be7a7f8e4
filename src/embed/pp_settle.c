/* SPDX-License-Identifier: Apache-2.0
 * Selects one class for each C++ operand of a block from those that all of its uses allow. */
#include "embed/pp.h"

static const struct {
    uint8_t class;
    enum phrase_id name;
} classes[] = {
    {PP_PREDICATE, P_a_predicate},
    {PP_REG8, P_bits_8},
    {PP_BYTE, P_bits_8},
    {PP_16, P_bits_16},
    {PP_32, P_bits_32},
    {PP_64, P_bits_64},
    {PP_128, P_bits_128},
    {PP_NUMBER, P_constant},
};

enum { CLASS_COUNT = sizeof classes / sizeof *classes };

static struct text text_of_classes(struct arena *arena, uint8_t set) {
    struct text all = text_of("");
    for (int i = 0; i < CLASS_COUNT; i++) {
        if (!(set & classes[i].class)) continue;
        struct text one = phrase(classes[i].name);
        all = all.length ? phrase_either(arena, all, one) : one;
    }
    return all;
}

/* Drops classes if there is a better one. */
static uint8_t best_of(uint8_t set) {
    if (set & PP_BYTE) return PP_BYTE;
    if (set & (uint8_t)~PP_NUMBER) set &= (uint8_t)~PP_NUMBER;
    if (set & (uint8_t)~PP_REG8) set &= (uint8_t)~PP_REG8;
    if (set & (uint8_t)~PP_PREDICATE)
        set &= (uint8_t)~PP_PREDICATE; /* a number of bytes, or a flag */
    return set;
}

static void say_problem(const struct cxx *cxx, struct diags *diags, const struct pp_problem *p) {
    struct text name = text_at(cxx->text, p->at);
    if (!p->wanted) {
        report_pp_unknown(diags, p->at, name, p->chain);
        return;
    }
    struct diag *d =
        report_pp_widths(diags, p->at, name, text_of_classes(cxx->arena, best_of(p->wanted)),
                         text_of_classes(cxx->arena, best_of(p->operand->classes)));
    note_used_here(diags, d, p->operand->narrow, name);
}

static void settle(const struct cxx *cxx, struct diags *diags, struct pp_operand *o) {
    struct text name = text_at(cxx->text, o->first);
    /* It is unknown what an instruction with an error requires. */
    if (o->classes == PP_ANY && diags->error_count) return;
    o->classes = best_of(o->classes);
    if (o->classes == PP_REG8)
        report_pp_byte(diags, o->narrow, name);
    else if (o->classes & (o->classes - 1))
        report_pp_unknown(diags, o->narrow, name, o->chain);
}

void pp_settle(struct cxx *cxx, struct diags *diags) {
    struct pp *pp = cxx->pp;
    if (!pp) return;
    for (uint32_t i = 0; i < pp->problems.count; i++)
        say_problem(cxx, diags, list_at(&pp->problems, i));
    for (uint32_t i = 0; i < pp->operands.count; i++) settle(cxx, diags, list_at(&pp->operands, i));
}
