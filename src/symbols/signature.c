/* SPDX-License-Identifier: Apache-2.0
 * Compares declarations of functions, and checks what can be passed to them: see signature.h. */
#include "symbols/signature.h"
#include "isa/tables.h"
#include "symbols/symbols.h"
#include <string.h>

/* Returns the size of a scalar, or of an element of an array. */
static uint64_t element_bytes(uint8_t type, uint8_t vector) {
    unsigned width = isa_types[type].kind == TYPE_PRED ? 32 : isa_types[type].width;
    return (uint64_t)(vector ? vector : 1) * width / 8;
}

uint8_t signature_align(uint8_t type, uint8_t vector, uint64_t given) {
    uint64_t bytes = element_bytes(type, vector);
    uint8_t log = 0;
    if (given > bytes) bytes = given;
    while (log < 63 && (uint64_t)1 << log < bytes) log++;
    return log;
}

uint64_t signature_bytes(const struct formal *f) {
    uint64_t bytes = element_bytes(f->type, f->vector);
    if (!f->elements) return bytes;
    return f->elements > UINT32_MAX ? UINT64_MAX / 2 : f->elements * bytes;
}

/* ---- declarations ---- */

static const char *formal_difference(const struct formal *a, const struct formal *b) {
    if ((a->space == SPACE_REG) != (b->space == SPACE_REG))
        return phrase_string(P_parameter_space_of);
    if (a->type != b->type || a->vector != b->vector || a->elements != b->elements ||
        a->open != b->open)
        return phrase_string(P_parameter_type_of);
    return a->align != b->align ? phrase_string(P_parameter_alignment_of) : NULL;
}

const char *signature_difference(const struct signature *a, const struct signature *b) {
    if (a->results != b->results || a->arguments != b->arguments)
        return phrase_string(P_number_of_parameters);
    for (uint32_t i = 0; i < a->results + a->arguments; i++) {
        const char *what = formal_difference(&a->formals[i], &b->formals[i]);
        if (what) return what;
    }
    return a->noreturn != b->noreturn ? "'.noreturn'" : NULL;
}

/* ---- calls ---- */

enum passed_class { BITS, INTEGER, FLOATING, PREDICATE, PACKED /* can be passed as any type */ };

static enum passed_class class_of(uint8_t type, uint8_t vector) {
    if (vector || !strcmp(isa_types[type].name, ".f16x2")) return PACKED;
    switch (isa_types[type].kind) {
    case TYPE_BITS: return BITS;
    case TYPE_FLOAT: return FLOATING;
    case TYPE_PRED: return PREDICATE;
    default: return INTEGER;
    }
}

static bool classes_agree(enum passed_class a, enum passed_class b) {
    if (a == b || a == PACKED || b == PACKED) return true;
    return (a == BITS || b == BITS) && a != PREDICATE && b != PREDICATE;
}

static enum passing array_passes(const struct formal *f, const struct symbol *y) {
    if (y->space == SPACE_REG || !y->elements) return WRONG_KIND;
    uint64_t bytes = y->elements * element_bytes(y->type, y->vector);
    if (!f->open && bytes != f->elements * element_bytes(f->type, f->vector)) return WRONG_SIZE;
    return y->align == f->align ? PASSES : WRONG_ALIGN;
}

enum passing signature_passes(const struct formal *f, const struct symbol *y) {
    bool opaque = isa_types[f->type].kind == TYPE_OPAQUE;
    bool own = y->space == SPACE_REG || y->space == SPACE_PARAM || y->flags & SYMBOL_OWN;
    if (opaque || !own) return WRONG_KIND;
    if (f->elements) return array_passes(f, y);
    if (y->elements) return WRONG_KIND;
    if (element_bytes(f->type, f->vector) != element_bytes(y->type, y->vector) ||
        !classes_agree(class_of(f->type, f->vector), class_of(y->type, y->vector)))
        return WRONG_TYPE;
    return y->align == f->align ? PASSES : WRONG_ALIGN;
}

bool signature_takes_number(const struct formal *f, bool floating, bool single) {
    if (f->elements) return false;
    switch (class_of(f->type, f->vector)) {
    case BITS: return true;
    case INTEGER: return !floating && isa_types[f->type].kind != TYPE_OPAQUE;
    case FLOATING: return floating;
    case PACKED: return element_bytes(f->type, f->vector) == (single ? 4 : 8);
    default: return false;
    }
}
