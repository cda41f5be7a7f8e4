/* SPDX-License-Identifier: Apache-2.0
 * Describes what an operand can be, for the kinds that the words of the line select. */
#include "match/parts.h"

enum { MOST_PHRASE = 256 };

struct phrase {
    const struct match_context *c;
    const struct chain_form *f;
    struct text_builder out;
};

static bool phrase_kind(struct phrase *p, uint16_t kind);

/* Returns true if the phrase of a kind needs no word to be understood. Otherwise it is composed
 * from its alternatives. */
static bool follows_from_word(uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->flags & ALT_LENIENT) continue;
        if (alt->op == ALT_BY_WORD) return true;
        if ((alt->op == ALT_VECTOR || alt->op == ALT_PAIR) &&
            (follows_from_word(alt->inner) || follows_from_word(alt->inner2)))
            return true;
    }
    return false;
}

/* Describes a kind that is nested in another. */
static bool read_kind(const struct phrase *p, uint16_t kind, struct text *text) {
    struct phrase inner = {.c = p->c, .f = p->f, .out = build_in_arena(p->c->words)};
    bool whole = phrase_kind(&inner, kind);
    *text = built_text(&inner.out);
    return whole;
}

static bool phrase_vector(struct phrase *p, const struct isa_alt *alt) {
    int64_t n = match_length(p->c, p->f, alt->length);
    struct text element;
    /* The elements of a vector may depend on words that are not there yet. */
    if (n < 1 || alt->inner != alt->inner2 || !read_kind(p, alt->inner, &element)) return false;
    build_text(&p->out, n == 1 ? phrase_vector_of_one(p->c->words, element)
                               : phrase_vector_of(p->c->words, n, element));
    return true;
}

static bool phrase_pair(struct phrase *p, const struct isa_alt *alt) {
    struct text first, second;
    if (!read_kind(p, alt->inner, &first) || !read_kind(p, alt->inner2, &second)) return false;
    build_text(&p->out, phrase_pair_of(p->c->words, first, second));
    return true;
}

static bool put_alternative(struct phrase *p, const struct isa_alt *alt) {
    switch (alt->op) {
    case ALT_BY_WORD: {
        uint16_t chosen = match_chosen(p->f, alt);
        return chosen != ISA_NONE && phrase_kind(p, chosen);
    }
    case ALT_VECTOR: return phrase_vector(p, alt);
    case ALT_SINK: build_string(&p->out, "'_'"); return true;
    case ALT_PAIR: return phrase_pair(p, alt);
    default: return false;
    }
}

/* Selects what the manual has, except `_`, vector registers if a vector is also described, and
 * vectors of one element (`scalar`: its element may also be written without braces). */
static bool is_in_phrase(const struct phrase *p, const struct isa_alt *alt, bool scalar) {
    if (alt->flags & ALT_LENIENT || alt->op == ALT_BESIDE || alt->op == ALT_VECTOR_REGISTER)
        return false;
    return !scalar || alt->op != ALT_VECTOR || match_length(p->c, p->f, alt->length) != 1;
}

static bool phrase_kind(struct phrase *p, uint16_t kind) {
    struct isa_span alts = isa_kinds[kind].alts;
    uint16_t count = 0, done = 0;
    if (!follows_from_word(kind)) {
        build_string(&p->out, isa_str(isa_kinds[kind].phrase));
        return true;
    }
    bool scalar = false, listed = false; /* a preceding vector says what each element can be */
    for (uint16_t i = 0; i < alts.count; i++)
        scalar = scalar || isa_alts[alts.first + i].op == ALT_BY_WORD;
    for (uint16_t i = 0; i < alts.count; i++)
        if (is_in_phrase(p, &isa_alts[alts.first + i], scalar)) count++;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (!is_in_phrase(p, alt, scalar)) continue;
        if (done) build_string(&p->out, done + 1 < count ? ", " : listed ? ", or " : " or ");
        done++;
        listed = alt->op == ALT_VECTOR;
        if (!put_alternative(p, alt)) return false;
    }
    return true;
}

const char *match_phrase(const struct match_context *c, const struct chain_form *f, uint16_t kind) {
    struct phrase p = {.c = c, .f = f, .out = build_in_arena(c->words)};
    bool whole = f && phrase_kind(&p, kind) && p.out.length < MOST_PHRASE;
    return whole ? built_string(&p.out) : isa_str(isa_kinds[kind].phrase);
}
