/* SPDX-License-Identifier: Apache-2.0
 * One operand against what the tables allow in its place. */
#include "match/parts.h"
#include <string.h>

static struct kind_fit level(uint8_t l, const struct operand *at) {
    return (struct kind_fit){.level = l, .at = at};
}

static struct kind_fit yes_if(bool ok, uint8_t otherwise, const struct operand *at) {
    return level(ok ? KIND_FITS : otherwise, at);
}

bool match_is_single(const struct match_context *c, const struct operand *o) {
    const char *s = c->text + o->span.start, *end = c->text + o->span.end;
    while (s < end && (*s == '-' || *s == '+' || *s == '(' || *s == ' ')) s++;
    return s + 1 < end && s[0] == '0' && (s[1] | 32) == 'f';
}

uint32_t match_signature(const struct match_context *c, const struct operand *o) {
    uint32_t single = o->shape == OP_FLOAT && match_is_single(c, o);
    return match_signature_of(o) | single << 15;
}

/* ---- numbers ---- */

static bool in_range(const struct isa_range *r, int64_t v) {
    if (r->flags & RANGE_WRAP32) v = (int32_t)(uint32_t)(uint64_t)v;
    if (v < r->low || v > r->high) return false;
    if (r->flags & RANGE_NONZERO && !v) return false;
    if (r->flags & RANGE_POW2 && (v <= 0 || (v & (v - 1)))) return false;
    return !r->multiple || v % (int64_t)r->multiple == 0;
}

static struct kind_fit number_fits(const struct isa_alt *alt, const struct operand *o) {
    struct kind_fit k = level(KIND_RANGE, o);
    if (o->shape != OP_INTEGER) return level(KIND_SHAPE, o);
    if (!alt->ranges.count) return level(KIND_FITS, o);
    k.has_values = true;
    for (uint16_t i = 0; i < alt->ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[alt->ranges.first + i];
        if (!in_range(r, o->value)) continue;
        k.level = KIND_FITS;
        k.avail = r->avail;
        break;
    }
    return k;
}

static struct kind_fit float_fits(const struct isa_alt *alt, const struct operand *o) {
    struct kind_fit k = level(alt->ranges.count ? KIND_RANGE : KIND_FITS, o);
    k.has_values = alt->ranges.count;
    for (uint16_t i = 0; i < alt->ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[alt->ranges.first + i];
        bool zero = !(o->number < 0 || o->number > 0);
        if (o->number < (double)r->low || o->number > (double)r->high) continue;
        if (!(zero && r->flags & RANGE_NONZERO)) k.level = KIND_FITS;
    }
    return k;
}

/* What is wrong inside brackets is at least the right shape. */
static struct kind_fit inside(struct kind_fit k) {
    if (k.level == KIND_SHAPE) k.level = KIND_TYPE;
    return k;
}

/* ---- everything else ---- */

static struct kind_fit address_fits(const struct match_context *c, const struct chain_form *f,
                                    const struct isa_alt *alt, const struct operand *o) {
    if (o->shape != OP_ADDRESS) return level(KIND_SHAPE, o);
    if (o->count != 1) return level(KIND_TYPE, o);
    const struct operand *in = o + 1;
    if (in->shape == OP_OFFSET && alt->op == ALT_ADDRESS) in++;
    return inside(match_kind(c, f, alt->inner, in));
}

static struct kind_fit part_fits(const struct match_context *c, const struct chain_form *f,
                                 const struct isa_alt *alt, uint8_t shape,
                                 const struct operand *o) {
    if (o->shape != shape) return level(KIND_SHAPE, o);
    return inside(match_kind(c, f, alt->inner, o + 1));
}

static struct kind_fit pair_fits(const struct match_context *c, const struct chain_form *f,
                                 const struct isa_alt *alt, const struct operand *o) {
    if (o->shape != OP_PAIR) return level(KIND_SHAPE, o);
    struct kind_fit a = inside(match_kind(c, f, alt->inner, o + 1));
    struct kind_fit b = inside(match_kind(c, f, alt->inner2, operand_next(o + 1)));
    a.has_values = b.has_values = a.has_values || b.has_values;
    return a.level < KIND_FITS ? a : b;
}

static unsigned variable_space(const struct operand *o) {
    if (isa_types[o->type].kind != TYPE_OPAQUE) return o->space;
    if (o->type == isa_type_find(".samplerref", 11)) return SPACE_SAMPLERREF;
    return o->type == isa_type_find(".surfref", 8) ? SPACE_SURFREF : SPACE_TEX;
}

static struct kind_fit variable_fits(const struct isa_alt *alt, const struct operand *o) {
    if (o->shape != OP_VARIABLE) return level(KIND_SHAPE, o);
    if (o->component) return level(KIND_TYPE, o);
    return yes_if(alt->spaces >> variable_space(o) & 1, KIND_TYPE, o);
}

/* A vector as one operand. */
static bool is_whole(const struct match_context *c, const struct chain_form *f,
                     const struct isa_alt *alt, const struct operand *o) {
    return f && o->vector && o->vector == match_length(c, f, alt->length);
}

uint16_t match_chosen(const struct chain_form *f, const struct isa_alt *alt) {
    uint16_t member = f ? match_member(f, alt->length) : ISA_NONE;
    for (uint16_t i = 0; member != ISA_NONE && i < alt->ranges.count; i++) {
        const struct isa_choice *choice = &isa_choices[alt->ranges.first + i];
        if (choice->word == isa_members[member].word) return choice->kind;
    }
    return ISA_NONE;
}

bool match_is_signed(const struct chain_form *f, const struct isa_alt *alt) {
    uint16_t member = match_member(f, alt->length);
    if (member == ISA_NONE) return false;
    const struct isa_word *word = &isa_words[isa_members[member].word];
    int type = isa_type_find(isa_str(word->text), word->length);
    return type >= 0 && isa_types[type].kind == TYPE_SINT;
}

uint16_t match_resolve(const struct chain_form *f, uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    const struct isa_alt *alt = &isa_alts[alts.first];
    uint16_t found = alts.count == 1 && alt->op == ALT_BY_WORD ? match_chosen(f, alt) : ISA_NONE;
    return found == ISA_NONE ? kind : found;
}

uint16_t match_wanted(const struct chain_form *f, uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    const struct isa_alt *only = NULL;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->flags & ALT_LENIENT) continue;
        if (only) return kind;
        only = alt;
    }
    uint16_t found = only && only->op == ALT_BY_WORD ? match_chosen(f, only) : ISA_NONE;
    return found == ISA_NONE ? kind : found;
}

/* An integer type of 16 bits or more, but fewer than these. */
static bool takes_less(uint64_t types, uint8_t width) {
    for (unsigned t = 0; t < isa_type_count; t++) {
        const struct isa_type *type = &isa_types[t];
        bool integer = type->reg && (type->kind == TYPE_BITS || type->kind == TYPE_UINT);
        if (types >> t & 1 && integer && type->width >= 16 && type->width < width) return true;
    }
    return false;
}

static struct kind_fit vector_register_fits(const struct match_context *c,
                                            const struct chain_form *f, const struct isa_alt *alt,
                                            const struct operand *o) {
    struct operand element = *o;
    element.vector = 0;
    if (o->shape != OP_REGISTER) return level(KIND_SHAPE, o);
    bool fits = is_whole(c, f, alt, o) && match_kind(c, f, alt->inner, &element).level == KIND_FITS;
    return yes_if(fits, KIND_TYPE, o);
}

static struct kind_fit register_part_fits(const struct match_context *c, const struct chain_form *f,
                                          const struct isa_alt *alt, const struct operand *o) {
    struct operand whole = *o;
    whole.shape = OP_REGISTER;
    if (o->shape != OP_PART) return level(KIND_SHAPE, o);
    bool fits = o->space & alt->spaces && match_kind(c, f, alt->inner, &whole).level == KIND_FITS;
    return yes_if(fits, KIND_TYPE, o);
}

/* What it is lowered to takes no components. */
static bool must_be_whole(const struct match_context *c, const struct chain_form *f,
                          const struct operand *o) {
    return o->component && f && f->insn->flags & INSN_WHOLE && match_is_lowered(c, f);
}

static struct kind_fit alt_fits(const struct match_context *c, const struct chain_form *f,
                                const struct isa_alt *alt, const struct operand *o) {
    bool scalar = !o->vector, of_type = alt->types >> o->type & 1;
    switch (alt->op) {
    case ALT_REGISTER:
        if (o->shape != OP_REGISTER) return level(KIND_SHAPE, o);
        return yes_if(scalar && of_type && !must_be_whole(c, f, o), KIND_TYPE, o);
    case ALT_SPECIAL:
        if (o->shape != OP_SPECIAL) return level(KIND_SHAPE, o);
        of_type = of_type || (o->narrow && takes_less(alt->types, isa_types[o->type].width));
        return yes_if(of_type && (alt->length ? is_whole(c, f, alt, o) : scalar), KIND_TYPE, o);
    case ALT_INTEGER: return number_fits(alt, o);
    case ALT_FLOAT:
        if (o->shape != OP_FLOAT) return level(KIND_SHAPE, o);
        of_type = alt->types >> isa_type_find(match_is_single(c, o) ? ".f32" : ".f64", 4) & 1;
        return of_type ? float_fits(alt, o) : level(KIND_TYPE, o);
    case ALT_VARIABLE: return variable_fits(alt, o);
    case ALT_FUNCTION:
        if (o->shape != OP_FUNCTION) return level(KIND_SHAPE, o);
        return yes_if(!alt->spaces || alt->spaces >> o->space & 1, KIND_TYPE, o);
    case ALT_LABEL: return yes_if(o->shape == OP_LABEL, KIND_SHAPE, o);
    case ALT_BRANCHES:
    case ALT_CALLEES:
        if (o->shape != OP_TARGETS) return level(KIND_SHAPE, o);
        return yes_if((o->space == LIST_BRANCHES) == (alt->op == ALT_BRANCHES), KIND_TYPE, o);
    case ALT_ARGUMENTS: return yes_if(o->shape == OP_LIST, KIND_SHAPE, o);
    case ALT_SINK: return yes_if(o->shape == OP_SINK, KIND_SHAPE, o);
    case ALT_NOT: return part_fits(c, f, alt, OP_NOT, o);
    case ALT_MINUS: return part_fits(c, f, alt, OP_MINUS, o);
    case ALT_PART: return register_part_fits(c, f, alt, o);
    case ALT_OFFSET: return part_fits(c, f, alt, OP_OFFSET, o);
    case ALT_INDEX: return part_fits(c, f, alt, OP_INDEX, o);
    case ALT_WHOLE:
        if (o->component) return level(KIND_TYPE, o);
        return match_kind(c, f, alt->inner, o);
    case ALT_PARAM:
        if (o->shape != OP_VARIABLE || !isa_space_is_param(o->space)) return level(KIND_SHAPE, o);
        return yes_if(of_type && !o->array, KIND_TYPE, o);
    case ALT_VECTOR_REGISTER: return vector_register_fits(c, f, alt, o);
    case ALT_LATER:
    case ALT_BESIDE: return level(KIND_SHAPE, o);
    case ALT_UNLOWERED:
        if (!f || match_is_lowered(c, f)) return level(KIND_SHAPE, o);
        return match_kind(c, f, alt->inner, o);
    case ALT_BY_WORD: {
        uint16_t kind = match_chosen(f, alt);
        return kind == ISA_NONE ? level(KIND_SHAPE, o) : match_kind(c, f, kind, o);
    }
    case ALT_PARSED: {
        struct kind_fit k = match_kind(c, f, alt->inner, o);
        k.parsed = k.lenient = true;
        return k;
    }
    case ALT_ADDRESS:
    case ALT_BARE: return address_fits(c, f, alt, o);
    case ALT_VECTOR: return match_vector(c, f, alt, o);
    default: return pair_fits(c, f, alt, o);
    }
}

struct kind_fit match_kind(const struct match_context *c, const struct chain_form *f, uint16_t kind,
                           const struct operand *o) {
    kind = match_resolve(f, kind);
    struct kind_fit best = {.level = KIND_SHAPE, .at = o, .kind = kind};
    struct isa_span alts = isa_kinds[kind].alts;
    if (o->shape == OP_UNKNOWN) return level(KIND_FITS, o);
    bool has_values = false;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        struct kind_fit k = alt_fits(c, f, alt, o);
        if (!k.kind || k.at == o) k.kind = kind;
        if (alt->flags & ALT_LENIENT) k.lenient = true;
        has_values = has_values || k.has_values;
        /* What the manual does not have is no help to one who got it wrong. */
        if (k.lenient && k.level < KIND_FITS) continue;
        bool longer = k.level == best.level && best.wrong_length && !k.wrong_length;
        if (k.level > best.level || longer) best = k;
        if (best.level == KIND_FITS) break;
    }
    best.has_values = has_values;
    return best;
}

/* ---- in words ---- */

static struct text join(const struct match_context *c, const char *before, const char *name,
                        const char *after) {
    struct text_builder b = build_in_arena(c->arena);
    PUT(&b, before, name, after);
    return built_text(&b);
}

struct text match_describe(const struct match_context *c, const struct operand *o) {
    const char *type = isa_types[o->type].name;
    switch (o->shape) {
    case OP_REGISTER:
        if (o->vector) return text_of("a vector register");
        if (isa_types[o->type].kind == TYPE_PRED) return text_of("a predicate");
        return join(c, "a ", type, o->component ? " component" : " register");
    case OP_SPECIAL: return text_of("a special register");
    case OP_VARIABLE:
        if (o->component) return text_of("a component of a variable");
        if (isa_types[o->type].kind == TYPE_OPAQUE) return join(c, "a ", type, "");
        if (o->space == SPACE_ENTRY) return text_of("a parameter of an entry");
        if (o->space == SPACE_INPUT) return text_of("a parameter of a function");
        if (o->space == SPACE_OUTPUT) return text_of("a return parameter");
        return join(c, "a ", isa_space_name((enum isa_space)o->space), " variable");
    case OP_FUNCTION: return text_of("a function");
    case OP_LABEL: return text_of("a label");
    case OP_TARGETS: return text_of("a list of targets");
    case OP_INTEGER: return text_of("an integer");
    case OP_FLOAT: return text_of("a floating-point number");
    case OP_STRING: return text_of("a string");
    case OP_SINK: return text_of("'_'");
    case OP_PART: return text_of("a part of a register");
    case OP_NOT: return text_of("a negated operand");
    case OP_MINUS: return text_of("a negative operand");
    case OP_OFFSET: return text_of("an offset without brackets");
    case OP_INDEX: return text_of("an element of an array");
    case OP_PAIR: return text_of("a pair");
    case OP_ADDRESS: return text_of("an address []");
    case OP_VECTOR: return text_of("a vector {}");
    default: return text_of("a list ()");
    }
}
