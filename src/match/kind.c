/* SPDX-License-Identifier: Apache-2.0
 * Matches one operand against what the tables allow in its place. */
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

static struct kind_fit float_fits(const struct match_context *c, const struct isa_alt *alt,
                                  const struct operand *o) {
    int type = isa_type_find(match_is_single(c, o) ? ".f32" : ".f64", 4);
    if (!(alt->types >> type & 1)) return level(KIND_TYPE, o);
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

/* An error inside brackets means that the outer shape is right. */
static struct kind_fit inside_brackets(struct kind_fit k) {
    if (k.level == KIND_SHAPE) k.level = KIND_TYPE;
    return k;
}

/* ---- everything else ---- */

static struct kind_fit address_fits(const struct match_context *c, const struct chain_form *f,
                                    const struct isa_alt *alt, const struct operand *o) {
    bool unified = operand_is_unified(o);
    if (o->count - unified != 1 || unified != (alt->op == ALT_UNIFIED)) return level(KIND_TYPE, o);
    const struct operand *in = o + 1;
    if (in->shape == OP_OFFSET && alt->op != ALT_BARE) in++;
    return inside_brackets(match_kind(c, f, alt->inner, in));
}

static struct kind_fit part_fits(const struct match_context *c, const struct chain_form *f,
                                 const struct isa_alt *alt, const struct operand *o) {
    return inside_brackets(match_kind(c, f, alt->inner, o + 1));
}

static struct kind_fit pair_fits(const struct match_context *c, const struct chain_form *f,
                                 const struct isa_alt *alt, const struct operand *o) {
    struct kind_fit a = inside_brackets(match_kind(c, f, alt->inner, o + 1));
    struct kind_fit b = inside_brackets(match_kind(c, f, alt->inner2, operand_next(o + 1)));
    a.has_values = b.has_values = a.has_values || b.has_values;
    return a.level < KIND_FITS ? a : b;
}

static unsigned variable_space(const struct operand *o) {
    if (isa_types[o->type].kind != TYPE_OPAQUE) return o->space;
    if (o->type == isa_type_find(".samplerref", 11)) return SPACE_SAMPLERREF;
    return o->type == isa_type_find(".surfref", 8) ? SPACE_SURFREF : SPACE_TEX;
}

static struct kind_fit variable_fits(const struct isa_alt *alt, const struct operand *o) {
    if (o->component) return level(KIND_TYPE, o);
    return yes_if(alt->spaces >> variable_space(o) & 1, KIND_TYPE, o);
}

/* Returns true for a vector register that is one operand. */
static bool is_whole(const struct match_context *c, const struct chain_form *f,
                     const struct isa_alt *alt, const struct operand *o) {
    if (!f || !o->vector) return false;
    return alt->flags & ALT_UNBOUNDED || o->vector == match_length(c, f, alt->length);
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
    const struct isa_type *type = isa_word_type(isa_members[member].word);
    return type && type->kind == TYPE_SINT;
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

/* Returns true if the types include an integer type of at least 16 bits but fewer than `width`. */
static bool takes_less(uint64_t types, uint8_t width) {
    for (unsigned t = 0; t < isa_type_count; t++) {
        const struct isa_type *type = &isa_types[t];
        bool integer = type->reg && (type->kind == TYPE_BITS || type->kind == TYPE_UINT);
        if (types >> t & 1 && integer && type->width >= 16 && type->width < width) return true;
    }
    return false;
}

/* The assembler ignores an offset: `v+4`. */
static struct kind_fit vector_register_fits(const struct match_context *c,
                                            const struct chain_form *f, const struct isa_alt *alt,
                                            const struct operand *o) {
    const struct operand *whole = o->shape == OP_OFFSET ? o + 1 : o;
    if (whole->shape != OP_REGISTER) return level(KIND_SHAPE, o);
    struct operand element = *whole;
    element.vector = 0;
    struct kind_fit k = match_kind(c, f, alt->inner, &element);
    bool fits = is_whole(c, f, alt, whole) && k.level == KIND_FITS;
    k = yes_if(fits, whole == o ? KIND_TYPE : KIND_SHAPE, o);
    k.lenient = whole != o;
    return k;
}

static struct kind_fit register_part_fits(const struct match_context *c, const struct chain_form *f,
                                          const struct isa_alt *alt, const struct operand *o) {
    struct operand whole = *o;
    whole.shape = OP_REGISTER;
    bool fits = o->space & alt->spaces && match_kind(c, f, alt->inner, &whole).level == KIND_FITS;
    return yes_if(fits, KIND_TYPE, o);
}

/* Returns true if components are not allowed because of what the instruction is lowered to. */
static bool must_be_whole(const struct match_context *c, const struct chain_form *f,
                          const struct operand *o) {
    return o->component && f && f->insn->flags & INSN_WHOLE && match_is_lowered(c, f);
}

static struct kind_fit register_fits(const struct match_context *c, const struct chain_form *f,
                                     const struct isa_alt *alt, const struct operand *o) {
    bool of_type = alt->types >> o->type & 1;
    return yes_if(!o->vector && of_type && !must_be_whole(c, f, o), KIND_TYPE, o);
}

static struct kind_fit special_fits(const struct match_context *c, const struct chain_form *f,
                                    const struct isa_alt *alt, const struct operand *o) {
    bool of_type = alt->types >> o->type & 1 ||
                   (o->narrow && takes_less(alt->types, isa_types[o->type].width));
    return yes_if(of_type && (alt->length ? is_whole(c, f, alt, o) : !o->vector), KIND_TYPE, o);
}

static struct kind_fit parameter_fits(const struct isa_alt *alt, const struct operand *o) {
    if (!isa_space_is_param(o->space)) return level(KIND_SHAPE, o);
    return yes_if(alt->types >> o->type & 1 && !o->array, KIND_TYPE, o);
}

static struct kind_fit chosen_fits(const struct match_context *c, const struct chain_form *f,
                                   const struct isa_alt *alt, const struct operand *o) {
    uint16_t kind = match_chosen(f, alt);
    return kind == ISA_NONE ? level(KIND_SHAPE, o) : match_kind(c, f, kind, o);
}

static struct kind_fit parsed_fits(const struct match_context *c, const struct chain_form *f,
                                   const struct isa_alt *alt, const struct operand *o) {
    struct kind_fit k = match_kind(c, f, alt->inner, o);
    k.parsed = k.lenient = true;
    return k;
}

/* The only shape that fits each alternative; 0 if any may. A vector may also be an OP_ELEMENT. */
static const uint8_t shape_of_alt[] = {[ALT_REGISTER] = OP_REGISTER, [ALT_INTEGER] = OP_INTEGER,
                                       [ALT_FLOAT] = OP_FLOAT,       [ALT_VARIABLE] = OP_VARIABLE,
                                       [ALT_FUNCTION] = OP_FUNCTION, [ALT_LABEL] = OP_LABEL,
                                       [ALT_BRANCHES] = OP_TARGETS,  [ALT_CALLEES] = OP_TARGETS,
                                       [ALT_ARGUMENTS] = OP_LIST,    [ALT_NOT] = OP_NOT,
                                       [ALT_MINUS] = OP_MINUS,       [ALT_PART] = OP_PART,
                                       [ALT_SINK] = OP_SINK,         [ALT_SPECIAL] = OP_SPECIAL,
                                       [ALT_OFFSET] = OP_OFFSET,     [ALT_ADDRESS] = OP_ADDRESS,
                                       [ALT_BARE] = OP_ADDRESS,      [ALT_UNIFIED] = OP_ADDRESS,
                                       [ALT_PAIR] = OP_PAIR,         [ALT_INDEX] = OP_INDEX,
                                       [ALT_PARAM] = OP_VARIABLE,    [ALT_BY_WORD] = 0};

/* Matches an operand that contains others, or that is viewed in another way. */
static struct kind_fit nested_fits(const struct match_context *c, const struct chain_form *f,
                                   const struct isa_alt *alt, const struct operand *o) {
    switch (alt->op) {
    case ALT_NOT:
    case ALT_MINUS:
    case ALT_OFFSET:
    case ALT_INDEX: return part_fits(c, f, alt, o);
    case ALT_PART: return register_part_fits(c, f, alt, o);
    case ALT_WHOLE: return o->component ? level(KIND_TYPE, o) : match_kind(c, f, alt->inner, o);
    case ALT_VECTOR_REGISTER: return vector_register_fits(c, f, alt, o);
    case ALT_LATER:
    case ALT_BESIDE: return level(KIND_SHAPE, o);
    case ALT_UNLOWERED:
        if (!f || match_is_lowered(c, f)) return level(KIND_SHAPE, o);
        return match_kind(c, f, alt->inner, o);
    case ALT_RELEASES:
        if (c->release < alt->spaces || c->release > alt->length) return level(KIND_SHAPE, o);
        return match_kind(c, f, alt->inner, o);
    case ALT_BY_WORD: return chosen_fits(c, f, alt, o);
    case ALT_PARSED: return parsed_fits(c, f, alt, o);
    case ALT_USUAL: return match_kind(c, f, alt->inner, o);
    case ALT_ADDRESS:
    case ALT_BARE:
    case ALT_UNIFIED: return address_fits(c, f, alt, o);
    case ALT_VECTOR: return match_vector(c, f, alt, o);
    default: return pair_fits(c, f, alt, o);
    }
}

static struct kind_fit alt_fits(const struct match_context *c, const struct chain_form *f,
                                const struct isa_alt *alt, const struct operand *o) {
    uint8_t shape = shape_of_alt[alt->op];
    if (shape && o->shape != shape) return level(KIND_SHAPE, o);
    switch (alt->op) {
    case ALT_REGISTER: return register_fits(c, f, alt, o);
    case ALT_SPECIAL: return special_fits(c, f, alt, o);
    case ALT_INTEGER: return number_fits(alt, o);
    case ALT_FLOAT: return float_fits(c, alt, o);
    case ALT_VARIABLE: return variable_fits(alt, o);
    case ALT_PARAM: return parameter_fits(alt, o);
    case ALT_FUNCTION: return yes_if(!alt->spaces || alt->spaces >> o->space & 1, KIND_TYPE, o);
    case ALT_BRANCHES: return yes_if(o->space == LIST_BRANCHES, KIND_TYPE, o);
    case ALT_CALLEES: return yes_if(o->space != LIST_BRANCHES, KIND_TYPE, o);
    case ALT_LABEL:
    case ALT_ARGUMENTS:
    case ALT_SINK: return level(KIND_FITS, o);
    default: return nested_fits(c, f, alt, o);
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
        bool beyond = alt->flags & ALT_LENIENT;
        if (beyond && alt->op == ALT_USUAL)
            k.usual = true;
        else if (beyond)
            k.lenient = true;
        has_values = has_values || k.has_values;
        /* Do not suggest what the manual does not have. */
        if ((beyond || k.lenient) && k.level < KIND_FITS) continue;
        bool longer = k.level == best.level && best.wrong_length && !k.wrong_length;
        if (k.level > best.level || longer) best = k;
        if (best.level == KIND_FITS) break;
    }
    best.has_values = has_values;
    return best;
}

/* ---- in words ---- */

static struct text describe_variable(const struct match_context *c, const struct operand *o) {
    if (o->component) return phrase(P_a_component_of_variable);
    if (isa_types[o->type].kind == TYPE_OPAQUE)
        return phrase_a_thing(c->words, text_of(isa_types[o->type].name));
    if (o->space == SPACE_ENTRY) return phrase(P_a_parameter_of_entry);
    if (o->space == SPACE_INPUT) return phrase(P_a_parameter_of_function);
    if (o->space == SPACE_OUTPUT) return phrase(P_a_return_parameter);
    return phrase_a_variable(c->words, text_of(isa_space_name((enum isa_space)o->space)));
}

struct text match_describe(const struct match_context *c, const struct operand *o) {
    static const enum phrase_id phrases[] = {[OP_UNKNOWN] = P_an_unknown_operand,
                                             [OP_SPECIAL] = P_a_special_register,
                                             [OP_FUNCTION] = P_a_function,
                                             [OP_LABEL] = P_a_label,
                                             [OP_TARGETS] = P_a_list_of_targets,
                                             [OP_INTEGER] = P_an_integer,
                                             [OP_FLOAT] = P_a_float,
                                             [OP_STRING] = P_a_string,
                                             [OP_SINK] = P_a_sink,
                                             [OP_PART] = P_a_part_of_register,
                                             [OP_NOT] = P_a_negated_operand,
                                             [OP_MINUS] = P_a_negative_operand,
                                             [OP_OFFSET] = P_a_bare_offset,
                                             [OP_INDEX] = P_an_element,
                                             [OP_PAIR] = P_a_pair,
                                             [OP_ADDRESS] = P_an_address_operand,
                                             [OP_VECTOR] = P_a_vector,
                                             [OP_LIST] = P_a_list};
    struct text type = text_of(isa_types[o->type].name);
    if (o->shape == OP_VARIABLE) return describe_variable(c, o);
    if (operand_is_unified(o)) return phrase(P_a_unified_address);
    if (o->shape != OP_REGISTER) return phrase(phrases[o->shape]);
    if (o->vector) return phrase(P_a_vector_register);
    if (isa_types[o->type].kind == TYPE_PRED) return phrase(P_a_predicate);
    return o->component ? phrase_a_component(c->words, type) : phrase_a_register(c->words, type);
}
