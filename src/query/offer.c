/* SPDX-License-Identifier: Apache-2.0
 * What may stand in an operand, and words that no instruction of the tables has. */
#include "match/parts.h"
#include "query/query.h"
#include "base/text_builder.h"
#include <string.h>

static ptxc_isa_avail avail_at(uint8_t avail) {
    isa_target_set all = UINT64_MAX >> (64 - isa_target_count);
    if (!avail) return (ptxc_isa_avail){0, all};
    return (ptxc_isa_avail){isa_avails[avail].version, all & isa_sets[isa_avails[avail].set]};
}

/* ---- operands at a place ---- */

/* A run of records: alternatives of one name, of which conditions choose one. */
struct place {
    uint16_t first, end; /* with what is inside */
    bool some, sure;     /* one may stand there; one does */
};

static const struct isa_operand *record(const struct ptxc_query *q, uint16_t i) {
    return &isa_operands[q->form->form->operands.first + i];
}

static bool may_be_slot(const struct ptxc_query *q, uint16_t i, bool *sure) {
    /* The tables are asked, nothing is changed. */
    struct chain_form *f = (struct chain_form *)q->form;
    bool may = query_may_hold(q->context, f, record(q, i)->condition, sure);
    if (record(q, i)->flags & OPERAND_OPTIONAL) *sure = false;
    return may;
}

static struct place place_at(const struct ptxc_query *q, uint16_t first) {
    struct place p = {first, first, false, false};
    uint16_t count = q->form->form->operands.count;
    while (p.end < count && record(q, p.end)->name == record(q, first)->name) {
        bool sure;
        if (may_be_slot(q, p.end, &sure)) p.some = true, p.sure |= sure;
        p.end = (uint16_t)(p.end + 1 + record(q, p.end)->size);
        if (record(q, first)->flags & OPERAND_GROUP) break;
    }
    return p;
}

size_t ptxc_query_candidates(const ptxc_query *q, size_t operand, size_t *out, size_t capacity) {
    size_t low = 0, high = 0, count = 0;
    if (!q || !q->form) return 0;
    for (uint16_t i = 0; i < q->form->form->operands.count && low <= operand;) {
        struct place p = place_at(q, i);
        bool sure;
        for (uint16_t k = p.first; p.some && operand <= high && k < p.end; k++)
            if (may_be_slot(q, k, &sure) && count++ < capacity && out) out[count - 1] = k;
        low += p.sure;
        high += p.some;
        i = p.end;
    }
    return count;
}

size_t ptxc_query_operand_text(const ptxc_query *q, size_t operand, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    if (!q || !q->form || operand >= q->form->form->operands.count) return 0;
    const struct isa_operand *o = record(q, (uint16_t)operand);
    struct place p = place_at(q, (uint16_t)operand);
    bool sure;
    if (o->flags & OPERAND_GROUP) return 0;
    while (p.first + 1 < p.end && !may_be_slot(q, p.first, &sure)) p.first++;
    build_string(&out, match_phrase(q->context, q->form, record(q, p.first)->kind));
    return out.length;
}

size_t ptxc_query_chain_text(const ptxc_query *q, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    if (!q || span_is_none(q->head)) return 0;
    build_bytes(&out, q->text + q->head.start, q->head.end - q->head.start);
    return out.length;
}

ptxc_status ptxc_query_layout_get(const ptxc_query *q, size_t operand, size_t *layout) {
    if (!q || !layout) return PTXC_BAD_ARGUMENT;
    if (!q->form || operand >= q->form->form->operands.count) return PTXC_NOT_FOUND;
    *layout = query_layout(q, record(q, (uint16_t)operand)->name);
    return *layout == PTXC_NONE ? PTXC_NOT_FOUND : PTXC_OK;
}

/* ---- symbols ---- */

/* A symbol, and how it would stand there. */
struct taken {
    const ptxc_symbol *symbol;
    uint64_t type;
    uint16_t space;
    bool element; /* in {} */
};

static bool takes(const struct chain_form *form, uint16_t kind, struct taken t);

/* What stands in {} is an element of a vector, and nothing else is. */
static bool takes_element(const struct chain_form *form, const struct isa_alt *a, struct taken t) {
    if (!t.element) return false;
    t.element = false;
    return takes(form, a->inner, t) || takes(form, a->inner2, t);
}

static bool takes(const struct chain_form *form, uint16_t kind, struct taken t) {
    if (kind == ISA_NONE) return false;
    const ptxc_symbol *s = t.symbol;
    uint64_t type = t.element ? 0 : t.type;
    bool variable = s->kind == PTXC_SYMBOL_VARIABLE || s->kind == PTXC_SYMBOL_PARAMETER;
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *a = &isa_alts[alts.first + i];
        if (a->flags & ALT_LENIENT) continue;
        bool good = false;
        switch (a->op) {
        case ALT_REGISTER:
            good = (s->kind == PTXC_SYMBOL_REGISTER || s->kind == PTXC_SYMBOL_ASM_OPERAND) &&
                   !s->vector && a->types & type;
            break;
        case ALT_VECTOR_REGISTER:
            good = s->kind == PTXC_SYMBOL_REGISTER && s->vector && a->types & type;
            break;
        case ALT_SPECIAL: good = s->kind == PTXC_SYMBOL_SPECIAL && a->types & type; break;
        case ALT_VARIABLE: good = variable && !t.element && a->spaces & t.space; break;
        case ALT_PARAM: good = variable && t.space == 1u << SPACE_PARAM && a->types & type; break;
        case ALT_FUNCTION:
            good = !t.element && (s->kind == PTXC_SYMBOL_FUNCTION || s->kind == PTXC_SYMBOL_KERNEL);
            break;
        case ALT_ARGUMENTS: break;
        case ALT_BRANCHES:
        case ALT_CALLEES:
        case ALT_LABEL: good = s->kind == PTXC_SYMBOL_LABEL && !t.element; break;
        case ALT_INTEGER:
        case ALT_FLOAT:
        case ALT_SINK: break;
        case ALT_BY_WORD: good = takes(form, match_chosen(form, a), t); break;
        case ALT_VECTOR: good = takes_element(form, a, t); break;
        default:
            /* The tables nest a few levels, and never in a circle. */
            good = takes(form, a->inner, t) || (a->op == ALT_PAIR && takes(form, a->inner2, t));
        }
        if (good) return true;
    }
    return false;
}

/* As the tables have it: a reference, wherever it is, is of a space of its own. */
static uint16_t space_of(const ptxc_symbol *s) {
    if (!strcmp(s->type, ".texref")) return 1u << SPACE_TEX;
    if (!strcmp(s->type, ".samplerref")) return 1u << SPACE_SAMPLERREF;
    if (!strcmp(s->type, ".surfref")) return 1u << SPACE_SURFREF;
    return (uint16_t)(1u << isa_space_find(s->space, (uint32_t)strlen(s->space)));
}

bool ptxc_query_operand_accepts(const ptxc_query *q, size_t operand, const ptxc_symbol *s) {
    if (!q || !s || !q->form || operand >= q->form->form->operands.count) return false;
    const struct isa_operand *o = record(q, (uint16_t)operand);
    int type = isa_type_find(s->type, (uint32_t)strlen(s->type));
    struct taken t = {.symbol = s,
                      .type = type < 0 ? 0 : UINT64_C(1) << type,
                      .space = space_of(s),
                      .element = scan_bracket(&q->before) == '{'};
    return !(o->flags & OPERAND_GROUP) && takes(q->form, o->kind, t);
}

/* ---- words ---- */

enum { ENTRY = 1, FUNC = 2, BOTH = ENTRY | FUNC };
static const struct directive {
    const char *name;
    int of; /* behind whose parameters it stands; 0: at the front of a statement */
} directives[] = {
    {".address_size", 0}, {".alias", 0},  {".branchtargets", 0}, {".callprototype", 0},
    {".calltargets", 0},  {".common", 0}, {".const", 0},         {".entry", 0},
    {".extern", 0},       {".file", 0},   {".func", 0},          {".global", 0},
    {".loc", 0},          {".local", 0},  {".param", 0},         {".reg", 0},
    {".section", 0},      {".shared", 0}, {".target", 0},        {".version", 0},
    {".visible", 0},      {".weak", 0},
#define TUNING(name, of, least, most, zero, conflict) {name, of},
#include "check/tuning.def"
};

static ptxc_isa_word type_word(const struct isa_type *t) {
    return (ptxc_isa_word){
        .name = t->name, .type = "", .reg = t->reg, .var = t->var, .avail = avail_at(t->avail)};
}

static ptxc_isa_word special_word(const struct isa_special *s) {
    return (ptxc_isa_word){.name = s->name,
                           .type = isa_types[s->type].name,
                           .vector = s->components,
                           .avail = avail_at(s->avail)};
}

static ptxc_isa_word directive_word(const struct directive *d) {
    uint8_t avail = isa_directive_avail(d->name, (uint32_t)strlen(d->name));
    return (ptxc_isa_word){.name = d->name,
                           .type = "",
                           .entry = (d->of & ENTRY) != 0,
                           .func = (d->of & FUNC) != 0,
                           .avail = avail_at(avail)};
}

ptxc_status ptxc_isa_word_get(ptxc_isa_word_kind kind, size_t i, ptxc_isa_word *out) {
    static const size_t directive_count = sizeof directives / sizeof *directives;
    if (!out) return PTXC_BAD_ARGUMENT;
    if (kind == PTXC_WORD_TYPE && i < isa_type_count)
        *out = type_word(&isa_types[i]);
    else if (kind == PTXC_WORD_SPECIAL && i < isa_special_count)
        *out = special_word(&isa_specials[i]);
    else if (kind == PTXC_WORD_DIRECTIVE && i < directive_count)
        *out = directive_word(&directives[i]);
    else
        return PTXC_NOT_FOUND;
    return PTXC_OK;
}
