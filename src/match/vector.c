/* SPDX-License-Identifier: Apache-2.0
 * Matches a vector against what the tables allow in its place. Its elements have the same width,
 * and adjacent ones agree in type; one element of the right type is enough. */
#include "match/parts.h"

bool match_is_lowered(const struct match_context *c, const struct chain_form *f) {
    return f->insn->flags & INSN_LOWERED && match_holds(c, f, NULL, f->insn->lowered);
}

/* ---- one element ---- */

/* What an element says about the type of its vector. Elements must agree, and bits agree with
 * everything. */
enum element_class { ELEMENT_BITS, ELEMENT_INT, ELEMENT_FLOAT, ELEMENT_PRED, ELEMENT_OTHER };

struct element {
    struct operand as; /* special registers and scalar variables count as registers */
    enum element_class class;
    bool typed, number, component;
};

static enum element_class element_class_of(const struct operand *o) {
    if (o->shape == OP_INTEGER) return ELEMENT_INT;
    if (o->shape == OP_FLOAT) return ELEMENT_FLOAT;
    if (o->shape != OP_REGISTER) return ELEMENT_OTHER;
    switch (isa_types[o->type].kind) {
    case TYPE_UINT:
    case TYPE_SINT: return ELEMENT_INT;
    case TYPE_FLOAT: return ELEMENT_FLOAT;
    case TYPE_PRED: return ELEMENT_PRED;
    default: return ELEMENT_BITS;
    }
}

static uint8_t bits_as_wide_as(uint8_t type) {
    for (uint8_t t = 0; t < isa_type_count; t++)
        if (isa_types[t].kind == TYPE_BITS && isa_types[t].reg &&
            isa_types[t].width == isa_types[type].width)
            return t;
    return type;
}

static struct element element_of(const struct match_context *c, const struct chain_form *f,
                                 bool strict, const struct operand *o) {
    struct element e = {.as = *o};
    strict = strict || (f && match_is_lowered(c, f));
    bool scalar = o->shape == OP_VARIABLE && !o->array && !o->vector &&
                  isa_types[o->type].kind != TYPE_OPAQUE;
    if ((o->shape == OP_SPECIAL || scalar) && f && !o->size && !strict) e.as.shape = OP_REGISTER;
    e.typed = e.as.shape == OP_REGISTER && !o->vector;
    if (o->shape == OP_SPECIAL && e.typed && isa_types[o->type].kind != TYPE_PRED)
        e.as.type = bits_as_wide_as(o->type);
    e.class = element_class_of(&e.as);
    e.number = o->shape == OP_INTEGER || o->shape == OP_FLOAT;
    e.component = o->component;
    return e;
}

static bool agree(const struct element *a, const struct element *b) {
    if (a->class == ELEMENT_BITS || b->class == ELEMENT_BITS) return true;
    if (a->class == ELEMENT_OTHER || b->class == ELEMENT_OTHER) return true;
    if (a->class != b->class) return false;
    if (a->class != ELEMENT_FLOAT || a->typed + b->typed == 0) return true;
    if (a->typed && b->typed) return a->as.type == b->as.type;
    /* A packed pair is not a number. */
    return (a->typed ? a : b)->as.type != isa_type_find(".f16x2", 6);
}

/* Returns the alternative for an operand that can only appear in a vector, after the first element
 * (ALT_LATER) or next to one that fits (ALT_BESIDE), or NULL. */
static const struct isa_alt *fits_only_as(enum isa_alt_op op, const struct match_context *c,
                                          const struct chain_form *f, uint16_t kind,
                                          const struct operand *o) {
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op == op && match_kind(c, f, alt->inner, o).level == KIND_FITS) return alt;
        if (alt->op == ALT_BY_WORD) {
            uint16_t chosen = match_chosen(f, alt);
            const struct isa_alt *found =
                chosen == ISA_NONE ? NULL : fits_only_as(op, c, f, chosen, o);
            if (found) return found;
        }
        if (alt->op == ALT_UNLOWERED && f && !match_is_lowered(c, f) &&
            fits_only_as(op, c, f, alt->inner, o))
            return alt;
        if (alt->op == ALT_USUAL && fits_only_as(op, c, f, alt->inner, o)) return alt;
    }
    return NULL;
}

/* ---- all elements ---- */

static struct kind_fit wrong_element(uint16_t kind, const struct operand *o,
                                     const struct operand *beside) {
    return (struct kind_fit){.level = KIND_TYPE, .at = o, .kind = kind, .beside = beside};
}

struct walk {
    const struct match_context *c;
    const struct chain_form *f;
    const struct isa_alt *alt;
    struct element before, first;                        /* first: the first one that has a type */
    const struct operand *previous, *first_typed;        /* the same elements as operands */
    const struct operand *number, *component, *stranger; /* stranger: does not fit by itself */
    const struct operand *predicate;
    bool any, any_typed, first_fits; /* some element fits; some element with a type fits */
    bool with_sign, without_sign, with_number;
    bool any_width; /* the vector starts with an integer: ptxas compares no widths */
    struct kind_fit best, all;
};

/* Records that the vector is accepted only because ptxas is lenient about this element. */
static void note_odd(struct walk *w, const struct operand *o, uint16_t kind) {
    w->all.lenient = true;
    w->all.odd = o;
    w->all.odd_kind = kind;
}

/* Records what is known about an element that is allowed. */
static void note_element(struct walk *w, const struct element *e, const struct operand *o,
                         const struct kind_fit *k, const struct isa_alt *only, uint16_t kind) {
    bool fits = k->level == KIND_FITS;
    w->any = w->any || fits;
    w->any_typed = w->any_typed || (fits && e->typed);
    w->with_sign |= e->typed && isa_types[e->as.type].kind == TYPE_SINT;
    w->without_sign |= e->typed && isa_types[e->as.type].kind == TYPE_UINT;
    w->all.has_values = w->all.has_values || k->has_values;
    if (!fits && !only && !w->stranger) w->stranger = o;
    if (e->number && !w->number) w->number = o;
    if (e->component && !w->component) w->component = o;
    if (e->class == ELEMENT_PRED) w->predicate = o;
    if (!fits && only && only->op == ALT_USUAL)
        w->all.usual = true;
    else if (!w->all.odd && (fits ? k->lenient : only && only->flags & ALT_LENIENT))
        note_odd(w, o, kind);
}

/* Returns false if the element does not agree with the previous ones, and sets *wrong. */
static bool goes_on(struct walk *w, const struct element *e, const struct operand *o, bool fits,
                    uint16_t kind, struct kind_fit *wrong) {
    *wrong = wrong_element(kind, o, w->previous);
    if (w->previous && !agree(&w->before, e)) return false;
    w->before = *e;
    w->previous = o;
    if (!e->typed || e->class == ELEMENT_PRED) return true;
    if (!w->first.typed) w->first = *e, w->first_typed = o, w->first_fits = fits;
    *wrong = fits && !w->first_fits ? wrong_element(w->alt->inner, w->first_typed, o)
                                    : wrong_element(kind, o, w->first_typed);
    return w->any_width || isa_types[e->as.type].width == isa_types[w->first.as.type].width;
}

/* Returns true if the tables exclude components from the kind. */
static bool wants_whole(uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++)
        if (isa_alts[alts.first + i].op == ALT_WHOLE) return true;
    return false;
}

/* Returns false and sets *wrong if the i-th element does not fit. */
static bool element_fits(struct walk *w, uint32_t i, const struct operand *o,
                         struct kind_fit *wrong) {
    bool apart = !i && w->alt->flags & ALT_APART;
    struct element e = element_of(w->c, w->f, !apart && w->alt->flags & ALT_STRICT, o);
    uint16_t kind = match_resolve(w->f, i ? w->alt->inner2 : w->alt->inner);
    if (i == 1 && w->alt->flags & ALT_APART) w->previous = NULL;
    const struct operand *as = o->size ? o : &e.as;
    struct kind_fit k = match_kind(w->c, w->f, kind, as);
    const struct isa_alt *only = NULL;
    if (k.at == as) k.at = o;
    bool fits = k.level == KIND_FITS;
    if (!fits && i) only = fits_only_as(ALT_LATER, w->c, w->f, kind, as);
    if (!fits && !only) only = fits_only_as(ALT_BESIDE, w->c, w->f, kind, as);
    if (!i) w->any_width = o->shape == OP_INTEGER;
    bool typed = e.typed && !(o->component && wants_whole(kind)) &&
                 (e.class != ELEMENT_PRED || w->any_width) && !(w->alt->flags & ALT_ONLY) && !apart;
    *wrong = k;
    if (!fits && !only && !typed) return false;
    if (!i || (!fits && k.level > w->best.level)) w->best = k;
    note_element(w, &e, o, &k, only, kind);
    return goes_on(w, &e, o, fits, kind, wrong);
}

/* Returns the type of a plain number: `1` is .s64, `1.5` is .f64. */
static int type_of_number(const struct match_context *c, const struct operand *o) {
    if (o->shape == OP_INTEGER) return isa_type_find(".s64", 4);
    return isa_type_find(match_is_single(c, o) ? ".f32" : ".f64", 4);
}

/* Elements of several types form a vector of bits. */
static bool fits_as_bits(const struct walk *w) {
    bool mixed = w->with_sign && w->without_sign;
    if (w->number && w->first.typed) mixed |= type_of_number(w->c, w->number) != w->first.as.type;
    if (!mixed || w->any_typed) return false;
    struct operand bits = *w->first_typed;
    bits.type = bits_as_wide_as(w->first.as.type);
    return match_kind(w->c, w->f, match_resolve(w->f, w->alt->inner), &bits).level == KIND_FITS;
}

static struct kind_fit elements_fit(struct walk *w, const struct operand *vector) {
    const struct operand *o = vector + 1;
    uint32_t first = vector->shape == OP_ELEMENT ? (uint32_t)vector->value : 0;
    struct kind_fit wrong;
    for (uint32_t i = 0; i < vector->count; i++, o = operand_next(o))
        if (!element_fits(w, first + i, o, &wrong)) return wrong;
    uint16_t kind = w->alt->inner2;
    if (w->number && w->component) return wrong_element(kind, w->component, w->number);
    if (fits_as_bits(w)) {
        if (!w->all.odd) note_odd(w, w->first_typed, kind);
        return w->all;
    }
    if (w->any_width && (w->any || w->first.typed)) {
        if (w->stranger && !w->all.odd) note_odd(w, w->stranger, kind);
        return w->all;
    }
    /* Where a predicate is allowed, it counts as 32 bits. */
    if (w->predicate && w->first.typed && isa_types[w->first.as.type].width != 32)
        return wrong_element(kind, w->predicate, w->first_typed);
    if (w->any && w->stranger && !w->any_typed) return wrong_element(kind, w->stranger, NULL);
    return w->any ? w->all : w->best;
}

struct kind_fit match_vector(const struct match_context *c, const struct chain_form *f,
                             const struct isa_alt *alt, const struct operand *o) {
    bool whole = o->shape == OP_VECTOR, is_vector = whole || o->shape == OP_ELEMENT;
    struct kind_fit k = {.level = is_vector ? KIND_TYPE : KIND_SHAPE, .at = o};
    if (!is_vector) return k;
    int64_t length = f ? match_length(c, f, alt->length) : 0;
    bool fixed = !(alt->flags & ALT_UNBOUNDED);
    if (fixed && (whole ? length != (int64_t)o->count : length <= o->value)) {
        k.wrong_length = true;
        k.wanted = (uint32_t)length;
        return k;
    }
    struct walk w = {.c = c, .f = f, .alt = alt};
    w.all = (struct kind_fit){.level = KIND_FITS, .at = o};
    k = elements_fit(&w, o);
    /* The shape of an element is wrong, not that of the vector. */
    if (k.level == KIND_SHAPE) k.level = KIND_TYPE;
    return k;
}
