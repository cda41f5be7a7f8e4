/* SPDX-License-Identifier: Apache-2.0
 * Kinds of operands in C++: see kind.h. */
#include "emit/kind.h"
#include <string.h>

/* ---- C++ types ---- */

const struct emit_type EMIT_PREDICATE = {"bool", ".pred", 'r'};
const struct emit_type EMIT_BYTE = {"uint8_t", ".b8", 'r'};
const struct emit_type EMIT_WIDE = {"b128", ".b128", 'l'};

static uint64_t type_bit(const char *name) {
    return (uint64_t)1 << isa_type_find(name, (uint32_t)strlen(name));
}

uint64_t emit_of_sort(uint64_t types, bool is_predicate) {
    uint64_t predicate = types & type_bit(".pred"), others = types & ~predicate;
    if (!predicate || !others) return types;
    return is_predicate ? predicate : others;
}

/* Returns the type of a register with any of these types; an empty set allows all. */
struct emit_type emit_type_of(uint64_t types, bool has_sign) {
    unsigned first = 0;
    /* There is no constraint for 8 bits. */
    if (types & type_bit(".b16")) types &= ~(type_bit(".b8") | type_bit(".u8") | type_bit(".s8"));
    /* An address of either width, such as that of isspacep: C++ has 64-bit addresses. */
    uint64_t wide = type_bit(".b64") | type_bit(".u64") | type_bit(".s64");
    if (types == (wide | type_bit(".b32") | type_bit(".u32") | type_bit(".s32"))) types = wide;
    while (first < isa_type_count && !(types >> first & 1)) first++;
    if (types & type_bit(".f32") && !(types & type_bit(".u32")))
        return (struct emit_type){"float", NULL, 'f'};
    if (types & type_bit(".f64") && !(types & type_bit(".u64")))
        return (struct emit_type){"double", NULL, 'd'};
    switch (first < isa_type_count ? isa_types[first].width : 0) {
    case 1: return EMIT_PREDICATE;
    case 8: return EMIT_BYTE;
    case 16: return (struct emit_type){has_sign ? "int16_t" : "uint16_t", NULL, 'h'};
    case 32: return (struct emit_type){has_sign ? "int32_t" : "uint32_t", NULL, 'r'};
    case 64: return (struct emit_type){has_sign ? "int64_t" : "uint64_t", NULL, 'l'};
    default: return EMIT_WIDE;
    }
}

/* ---- kinds ---- */

/* Returns true for alternatives that the manual allows, or for all if it allows none. */
static bool counts(const struct isa_kind *kind, const struct isa_alt *alt) {
    bool any = false;
    for (uint16_t i = 0; i < kind->alts.count; i++)
        any = any || !(isa_alts[kind->alts.first + i].flags & ALT_LENIENT);
    return !any || !(alt->flags & ALT_LENIENT);
}

/* Returns the kind that a word selects, or the one inside `whole(b32)` and the like, or ISA_NONE if
 * it is the kind itself. */
static uint16_t kind_inside(const struct chain_form *f, const struct isa_alt *alt) {
    if (alt->op == ALT_BY_WORD) return match_chosen(f, alt);
    bool same = alt->op == ALT_WHOLE || alt->op == ALT_UNLOWERED || alt->op == ALT_LATER;
    return same ? alt->inner : ISA_NONE;
}

/* Returns the `n`-th alternative with one of these operations (a bit mask), or NULL. */
static const struct isa_alt *find_alternative(const struct chain_form *f, uint16_t kind,
                                              uint64_t ops, uint32_t *n) {
    const struct isa_kind *k = &isa_kinds[kind];
    for (uint16_t i = 0; i < k->alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[k->alts.first + i];
        if (!counts(k, alt)) continue;
        uint16_t inner = kind_inside(f, alt);
        const struct isa_alt *found = inner == ISA_NONE ? NULL : find_alternative(f, inner, ops, n);
        if (found) return found;
        if (ops >> alt->op & 1 && !(*n)--) return alt;
    }
    return NULL;
}

const struct isa_alt *emit_alternative(const struct chain_form *f, uint16_t kind,
                                       enum isa_alt_op op) {
    uint32_t first = 0;
    return find_alternative(f, kind, UINT64_C(1) << op, &first);
}

const struct isa_alt *emit_vector(const struct match_context *c, const struct chain_form *f,
                                  uint16_t kind, uint32_t n) {
    const struct isa_alt *alt;
    bool scalar = emit_types(f, kind) != 0;
    for (uint32_t i = 0;; i++) {
        uint32_t at = i;
        alt = find_alternative(f, kind, UINT64_C(1) << ALT_VECTOR, &at);
        if (!alt) return NULL;
        if (scalar && match_length(c, f, alt->length) == 1) continue;
        if (!n--) return alt;
    }
}

uint64_t emit_types(const struct chain_form *f, uint16_t kind) {
    const struct isa_alt *alt;
    uint64_t types = 0;
    for (uint32_t i = 0;; i++) {
        uint32_t at = i;
        alt = find_alternative(f, kind, UINT64_C(1) << ALT_REGISTER, &at);
        if (!alt) return types;
        types |= alt->types;
    }
}

uint16_t emit_spaces(const struct chain_form *f, uint16_t kind) {
    const struct isa_alt *alt = emit_alternative(f, kind, ALT_VARIABLE);
    return alt ? alt->spaces : 0;
}

bool emit_is_signed(const struct chain_form *f, uint16_t kind) {
    const struct isa_kind *k = &isa_kinds[kind];
    for (uint16_t i = 0; i < k->alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[k->alts.first + i];
        if (alt->op == ALT_VECTOR && emit_is_signed(f, alt->inner2)) return true;
        if (alt->op == ALT_BY_WORD && match_is_signed(f, alt)) return true;
    }
    return false;
}
