/* SPDX-License-Identifier: Apache-2.0
 * What can be written in an operand, and the words of the tables other than instructions. */
#include "isa/target_set.h"
#include "match/parts.h"
#include "query/query.h"
#include "base/text_builder.h"
#include "syntax/lexer.h"
#include <string.h>

/* ---- operands at an index ---- */

/* A run of records with one name: alternatives of which conditions select one. */
struct place {
    uint16_t first, end; /* includes nested records */
    bool some, sure;     /* one of them can appear; one of them does */
};

static const struct isa_operand *record(const struct ptxc_query *q, uint16_t i) {
    return &isa_operands[q->insn.form->form->operands.first + i];
}

static bool may_be_slot(const struct ptxc_query *q, uint16_t i, bool *sure) {
    /* This only reads the tables; nothing is changed. */
    struct chain_form *f = (struct chain_form *)q->insn.form;
    bool may = query_may_hold(q->insn.context, f, record(q, i)->condition, sure);
    if (record(q, i)->flags & OPERAND_OPTIONAL) *sure = false;
    return may;
}

static struct place place_at(const struct ptxc_query *q, uint16_t first) {
    struct place p = {first, first, false, false};
    uint16_t count = q->insn.form->form->operands.count;
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
    if (!q || !q->insn.form) return 0;
    for (uint16_t i = 0; i < q->insn.form->form->operands.count && low <= operand;) {
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
    if (!q || !q->insn.form || operand >= q->insn.form->form->operands.count) return 0;
    const struct isa_operand *o = record(q, (uint16_t)operand);
    struct place p = place_at(q, (uint16_t)operand);
    bool sure;
    if (o->flags & OPERAND_GROUP) return 0;
    while (p.first + 1 < p.end && !may_be_slot(q, p.first, &sure)) p.first++;
    build_string(&out, match_phrase(q->insn.context, q->insn.form, record(q, p.first)->kind));
    return out.length;
}

size_t ptxc_query_chain_text(const ptxc_query *q, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    if (!q || span_is_none(q->insn.head)) return 0;
    build_bytes(&out, q->text + q->insn.head.start, q->insn.head.end - q->insn.head.start);
    return out.length;
}

ptxc_status ptxc_query_layout_get(const ptxc_query *q, size_t operand, size_t *layout) {
    if (!q || !layout) return PTXC_BAD_ARGUMENT;
    if (!q->insn.form || operand >= q->insn.form->form->operands.count) return PTXC_NOT_FOUND;
    *layout = query_layout(q, record(q, (uint16_t)operand)->name);
    return *layout == PTXC_NONE ? PTXC_NOT_FOUND : PTXC_OK;
}

/* ---- symbols ---- */

/* The brackets around a name within its operand, which the matcher needs. */
struct around {
    const struct ptxc_query *q;
    uint16_t kind;
    const char *open;       /* from the outermost */
    const uint8_t *element; /* the number of commas in each one before the name */
};

/* What the record contains besides the name. */
enum beside { ALONE, BEFORE_ANOTHER, AFTER_ANOTHER };

static bool fits(const struct around *a, uint32_t depth, const struct operand *o);

/* Returns true if `o` fits as the child of a record of this shape, inside the first `depth`
 * brackets. */
static bool fits_within(const struct around *a, uint32_t depth, enum operand_shape shape,
                        enum beside beside, const struct operand *o) {
    enum { MOST_RECORDS = 8 };
    static const struct operand another = {.shape = OP_UNKNOWN};
    uint32_t size = 1 + o->size, children = beside == ALONE ? 1 : 2;
    struct operand tree[MOST_RECORDS] = {{.shape = (uint8_t)shape, .count = children}};
    if (size + children > MOST_RECORDS) return false;
    tree->size = size + children - 1;
    if (shape == OP_ELEMENT) tree->value = a->element[depth];
    memcpy(tree + (beside == AFTER_ANOTHER ? 2 : 1), o, size * sizeof *o);
    if (beside != ALONE) tree[beside == AFTER_ANOTHER ? 1 : 1 + size] = another;
    return fits(a, depth, tree);
}

static bool fits(const struct around *a, uint32_t depth, const struct operand *o) {
    if (!depth) {
        struct kind_fit k = match_kind(a->q->insn.context, a->q->insn.form, a->kind, o);
        return k.level == KIND_FITS && !k.lenient;
    }
    switch (a->open[--depth]) {
    case '{': return fits_within(a, depth, OP_ELEMENT, ALONE, o);
    case '[':
        return fits_within(a, depth, OP_ADDRESS, ALONE, o) ||
               fits_within(a, depth, OP_INDEX, AFTER_ANOTHER, o);
    default: return fits_within(a, depth, OP_LIST, ALONE, o);
    }
}

/* Returns true if the name fits as it is, or with more text after it. */
static bool begins(const struct around *a, uint32_t depth, const struct operand *o) {
    return fits(a, depth, o) || fits_within(a, depth, OP_OFFSET, ALONE, o) ||
           fits_within(a, depth, OP_PAIR, BEFORE_ANOTHER, o) ||
           fits_within(a, depth, OP_INDEX, BEFORE_ANOTHER, o);
}

/* Returns the last byte before the name that is not whitespace. */
static char byte_before(const struct ptxc_query *q) {
    uint32_t at = q->word.token.span.start < q->offset ? q->word.token.span.start : q->offset;
    while (at && is_space_byte(q->text[at - 1])) at--;
    return at ? q->text[at - 1] : '\0';
}

/* If no bracket is open, the user may still intend to add one. */
static bool takes(const struct around *a, uint32_t depth, const struct operand *o) {
    switch (byte_before(a->q)) {
    case '|': return fits_within(a, depth, OP_PAIR, AFTER_ANOTHER, o);
    case '!': return fits_within(a, depth, OP_NOT, ALONE, o);
    case '-': return fits_within(a, depth, OP_MINUS, ALONE, o);
    default: return begins(a, depth, o) || (!depth && fits_within(a, 0, OP_ADDRESS, ALONE, o));
    }
}

/* Returns the operand that the name of a symbol forms. OP_STRING means that no instruction takes
 * it. */
static struct operand operand_of_symbol(const ptxc_symbol *s) {
    static const uint8_t shapes[] = {
        [PTXC_SYMBOL_REGISTER] = OP_REGISTER,  [PTXC_SYMBOL_VARIABLE] = OP_VARIABLE,
        [PTXC_SYMBOL_PARAMETER] = OP_VARIABLE, [PTXC_SYMBOL_FUNCTION] = OP_FUNCTION,
        [PTXC_SYMBOL_KERNEL] = OP_FUNCTION,    [PTXC_SYMBOL_LABEL] = OP_LABEL,
        [PTXC_SYMBOL_SPECIAL] = OP_SPECIAL,    [PTXC_SYMBOL_ASM_OPERAND] = OP_REGISTER};
    int type = isa_type_find(s->type, (uint32_t)strlen(s->type));
    bool typed = shapes[s->kind] != OP_FUNCTION && shapes[s->kind] != OP_LABEL;
    struct operand o = {.shape = typed && type < 0 ? OP_STRING : shapes[s->kind],
                        .type = (uint8_t)(type < 0 ? 0 : type),
                        .space = (uint8_t)isa_space_find(s->space, (uint32_t)strlen(s->space)),
                        .vector = (uint8_t)s->vector};
    if (s->kind == PTXC_SYMBOL_KERNEL) o.space = SPACE_ENTRY;
    return o;
}

/* Returns true if the operand fits with this shape in one of the spaces. */
static bool takes_one_of(const struct around *a, uint32_t depth, struct operand o, uint8_t shape,
                         const uint8_t *spaces, size_t count) {
    o.shape = shape;
    for (size_t i = 0; i < count; i++) {
        o.space = spaces[i];
        if (takes(a, depth, &o)) return true;
    }
    return false;
}

/* Returns true if the record is part of an address `[a, b]`, which contains several. */
static bool is_in_group_record(const struct ptxc_query *q, uint16_t operand) {
    for (uint16_t i = 0; i < operand; i = (uint16_t)(i + 1 + record(q, i)->size))
        if (operand <= i + record(q, i)->size) return true;
    return false;
}

bool ptxc_query_operand_accepts(const ptxc_query *q, size_t operand, const ptxc_symbol *s) {
    static const uint8_t parameters[] = {SPACE_PARAM, SPACE_ENTRY, SPACE_INPUT, SPACE_OUTPUT};
    static const uint8_t lists[] = {LIST_BRANCHES, LIST_CALLEES};
    if (!q || !s || !q->insn.form || operand >= q->insn.form->form->operands.count) return false;
    const struct scan *scan = &q->word.before;
    uint32_t depth = scan->depth;
    struct around a = {q, record(q, (uint16_t)operand)->kind, scan->open, scan->element};
    if (record(q, (uint16_t)operand)->flags & OPERAND_GROUP || depth > sizeof scan->open)
        return false;
    if (depth && is_in_group_record(q, (uint16_t)operand)) {
        if (*a.open != '[') return false;
        a.open++, a.element++, depth--;
    }
    /* Kernels are launched, not called. */
    if (s->kind == PTXC_SYMBOL_KERNEL && isa_does(q->insn.info->insn, DOES_CALL)) return false;
    struct operand o = operand_of_symbol(s);
    /* In a vector, a scalar variable counts as a register, but offering it would not be useful. */
    o.array = scan_bracket(scan) == '{';
    /* Only variables that were declared for it are passed to a function. */
    if (scan_bracket(scan) == '(')
        return s->kind == PTXC_SYMBOL_VARIABLE && o.space == SPACE_PARAM && fits(&a, depth, &o);
    if (s->kind == PTXC_SYMBOL_PARAMETER)
        return takes_one_of(&a, depth, o, o.shape, parameters, sizeof parameters);
    if (s->kind == PTXC_SYMBOL_LABEL && takes_one_of(&a, depth, o, OP_TARGETS, lists, sizeof lists))
        return true;
    return takes(&a, depth, &o);
}

/* ---- words ---- */

/* Returns the directive with this index among those that start a statement or tune a function, or
 * NULL. */
static const struct isa_directive *directive_at(size_t index) {
    static const unsigned offered = DIRECTIVE_STATEMENT | DIRECTIVE_ENTRY | DIRECTIVE_FUNC;
    for (unsigned i = 0; i < isa_directive_count; i++) {
        const struct isa_directive *d = &isa_directives[i];
        if (d->flags & offered && !(d->flags & DIRECTIVE_PART) && !index--) return d;
    }
    return NULL;
}

static ptxc_isa_word type_word(const struct isa_type *t) {
    return (ptxc_isa_word){.name = t->name,
                           .type = "",
                           .reg = t->reg,
                           .var = t->var,
                           .avail = target_set_need_at(t->avail)};
}

static ptxc_isa_word special_word(const struct isa_special *s) {
    return (ptxc_isa_word){.name = s->name,
                           .type = isa_types[s->type].name,
                           .vector = s->components,
                           .avail = target_set_need_at(s->avail)};
}

static ptxc_isa_word directive_word(const struct isa_directive *d) {
    return (ptxc_isa_word){.name = d->name,
                           .type = "",
                           .entry = (d->flags & DIRECTIVE_ENTRY) != 0,
                           .func = (d->flags & DIRECTIVE_FUNC) != 0,
                           .avail = target_set_need_at(d->avail)};
}

ptxc_status ptxc_isa_word_get(ptxc_isa_word_kind kind, size_t i, ptxc_isa_word *out) {
    const struct isa_directive *directive = NULL;
    if (!out) return PTXC_BAD_ARGUMENT;
    if (kind == PTXC_WORD_TYPE && i < isa_type_count)
        *out = type_word(&isa_types[i]);
    else if (kind == PTXC_WORD_SPECIAL && i < isa_special_count)
        *out = special_word(&isa_specials[i]);
    else if (kind == PTXC_WORD_DIRECTIVE && (directive = directive_at(i)))
        *out = directive_word(directive);
    else
        return PTXC_NOT_FOUND;
    return PTXC_OK;
}

const char *ptxc_isa_word_meaning(ptxc_isa_word_kind kind, size_t i) {
    return kind == PTXC_WORD_SPECIAL && i < isa_special_count ? isa_str(isa_specials[i].doc) : "";
}
