/* SPDX-License-Identifier: Apache-2.0
 * What kinds of operands are in C++: see emit_kind.h. */
#include "emit_kind.h"
#include <string.h>

/* ---- types of C++ ---- */

const struct emit_type EMIT_PREDICATE = {"bool", ".pred", 'r'};
const struct emit_type EMIT_BYTE = {"uint8_t", ".b8", 'r'};
const struct emit_type EMIT_WIDE = {"b128", ".b128", 'l'};

static uint32_t type_bit(const char *name) {
    return (uint32_t)1 << isa_type_find(name, (uint32_t)strlen(name));
}

/* Of a register of any of these types; of none, whatever. */
struct emit_type emit_type_of(uint32_t types, bool has_sign) {
    unsigned first = 0;
    if (types & type_bit(".b16")) types &= ~type_bit(".b8"); /* no constraint is of 8 bits */
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

/* What of a kind the manual has; of a kind that has nothing such, all. */
static bool counts(const struct isa_kind *kind, const struct isa_alt *alt) {
    bool any = false;
    for (uint16_t i = 0; i < kind->alts.count; i++)
        any = any || !(isa_alts[kind->alts.first + i].flags & ALT_LENIENT);
    return !any || !(alt->flags & ALT_LENIENT);
}

const struct isa_alt *emit_alternative(uint16_t kind, enum isa_alt_op op) {
    const struct isa_kind *k = &isa_kinds[kind];
    for (uint16_t i = 0; i < k->alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[k->alts.first + i];
        if (alt->op == op && counts(k, alt)) return alt;
    }
    return NULL;
}

/* `whole(b32)` and its like stand for what is inside. */
uint32_t emit_types(uint16_t kind) {
    const struct isa_kind *k = &isa_kinds[kind];
    uint32_t types = 0;
    for (uint16_t i = 0; i < k->alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[k->alts.first + i];
        if (!counts(k, alt)) continue;
        if (alt->op == ALT_REGISTER) types |= alt->types;
        if (alt->op == ALT_WHOLE || alt->op == ALT_UNLOWERED || alt->op == ALT_LATER)
            types |= emit_types(alt->inner);
    }
    return types;
}

uint16_t emit_spaces(uint16_t kind) {
    const struct isa_alt *alt = emit_alternative(kind, ALT_VARIABLE);
    return alt ? alt->spaces : 0;
}
