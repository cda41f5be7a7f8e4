/* SPDX-License-Identifier: Apache-2.0
 * Matches the instruction around the offset of a query against the tables: the matcher
 * determines the nearest form, and the role of each word and operand. */
#include "isa/descriptor.h"
#include "query/query.h"
#include <string.h>

/* ---- operands ---- */

static void fill_queried_name(void *user, const struct node *n, struct operand *o) {
    struct ptxc_query *q = user;
    struct text t = operand_base(q->text, n);
    const struct query_name *y = query_lookup(q, t, q->stmt);
    int special = y ? -1 : isa_special_find(t.start, t.length);
    o->component = n->kind == PTXC_OPERAND_COMPONENT;
    o->shape = OP_UNKNOWN;
    if (special >= 0) {
        o->shape = OP_SPECIAL;
        o->type = isa_specials[special].type;
        if (!o->component) o->vector = isa_specials[special].components;
    }
    if (!y) return;
    static const uint8_t shapes[] = {
        [PTXC_SYMBOL_REGISTER] = OP_REGISTER,  [PTXC_SYMBOL_VARIABLE] = OP_VARIABLE,
        [PTXC_SYMBOL_PARAMETER] = OP_VARIABLE, [PTXC_SYMBOL_FUNCTION] = OP_FUNCTION,
        [PTXC_SYMBOL_KERNEL] = OP_FUNCTION,    [PTXC_SYMBOL_LABEL] = OP_LABEL};
    o->shape = shapes[y->kind];
    if (y->space == SPACE_REG) o->shape = OP_REGISTER;
    o->type = (uint8_t)(y->type < 0 ? 0 : y->type);
    o->space = y->space;
    o->vector = y->vector;
    operand_take_part(o, q->text, n);
    if (o->component) o->vector = 0;
}

static const struct operand *read_operands(struct ptxc_query *q, uint32_t *count) {
    const struct stmt *s = ast_stmt(q->ast, q->stmt);
    uint32_t begin = ast_nodes_begin(q->ast, q->stmt), roots = s->roots - s->guarded;
    uint32_t *root = arena_alloc(&q->place, (roots + 1u) * sizeof *root);
    struct operand *first =
        arena_alloc(&q->place, (2 * (size_t)(s->nodes_end - begin) + 1) * sizeof *first);
    struct operand *next = first;
    struct operand_builder builder = {&q->place, q->ast, q->text, fill_queried_name, q};
    ast_siblings(q->ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; k++) next = operand_build(&builder, root[k], next);
    *count = roots;
    return first;
}

/* ---- the instruction ---- */

/* Returns the chain of the statement that contains the token; the chain may extend past the
 * token. */
static ptxc_span find_head(const struct ptxc_query *q) {
    struct scan s = q->word.before;
    ptxc_token t;
    if (s.state == SCAN_CHAIN || s.state == SCAN_OPERANDS) return (ptxc_span){s.head, s.head_end};
    /* At its start, or in its guard, the next tokens decide. */
    for (int i = 0; i < 4 && s.state == SCAN_START && scan_next(&s, &t); i++)
        if (t.kind == PTXC_TOKEN_OPCODE && q->word.token.kind != PTXC_TOKEN_NONE &&
            (q->word.token.kind != PTXC_TOKEN_LABEL))
            return (ptxc_span){s.head, s.head_end};
    return NO_SPAN;
}

/* Returns true if the place is after the chain, at the end of the line. What follows then was
 * already there: it is the next statement, not an operand. */
static bool is_begun(const struct ptxc_query *q) {
    const char *text = q->text;
    uint32_t at = q->insn.head.end;
    while (at < q->length && (text[at] == ' ' || text[at] == '\t')) at++;
    return q->offset > q->insn.head.end && q->offset <= at && at < q->length &&
           (text[at] == '\n' || text[at] == '\r');
}

void query_find_instruction(struct ptxc_query *q) {
    struct query_insn *in = &q->insn;
    struct judged j = {0};
    struct match_context *c = arena_zalloc(&q->place, sizeof *c);
    in->head = find_head(q);
    if (span_is_none(in->head) || in->head.start == in->head.end) {
        in->head = NO_SPAN;
        return;
    }
    *c = (struct match_context){.arena = &q->place,
                                .words = &q->place,
                                .text = q->text,
                                .version = q->by.version,
                                .target = q->by.target,
                                .release = q->by.release,
                                .version_span = NO_SPAN,
                                .target_span = NO_SPAN};
    in->context = c;
    uint32_t length = in->head.end - in->head.start;
    in->info = chain_read(&q->place, q->text + in->head.start, length, q->by.release, true);
    const struct stmt *s = q->stmt != UINT32_MAX ? ast_stmt(q->ast, q->stmt) : NULL;
    in->complete =
        s && s->kind == PTXC_STMT_INSTRUCTION && s->head_start == in->head.start && !is_begun(q);
    j = (struct judged){.c = c, .info = in->info, .head = in->head, .stmt = in->head};
    if (in->complete) j.operands = read_operands(q, &j.count);
    in->operand_count = j.count;
    if (in->info->insn != ISA_NONE && !in->info->crowded) in->form = match_nearest(&j, &in->fit);
}

/* ---- public functions ---- */

static size_t form_index(const struct ptxc_query *q) {
    return (size_t)(q->insn.form->form - &isa_forms[q->insn.form->insn->forms.first]);
}

ptxc_status ptxc_query_instruction_get(const ptxc_query *q, ptxc_instruction *out) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    const struct query_insn *in = &q->insn;
    if (!in->info) return PTXC_NOT_FOUND;
    ptxc_span opcode = {in->head.start, in->head.start + in->info->opcode_length};
    *out = (ptxc_instruction){.opcode = query_span(q, opcode),
                              .head = query_span(q, in->head),
                              .insn = in->form ? in->info->insn : PTXC_NONE,
                              .form = in->form ? form_index(q) : PTXC_NONE,
                              .qualifier_count = in->info->word_count,
                              .operand_count = in->operand_count,
                              .complete = in->complete};
    return PTXC_OK;
}

ptxc_status ptxc_query_qualifier_get(const ptxc_query *q, size_t i, ptxc_qualifier *out) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    const struct query_insn *in = &q->insn;
    if (!in->info || i >= in->info->word_count) return PTXC_NOT_FOUND;
    const struct chain_word *w = &in->info->words[i];
    ptxc_span span = {in->head.start + w->start, in->head.start + w->start + w->length};
    *out = (ptxc_qualifier){query_span(q, span), PTXC_NONE, PTXC_NONE};
    const struct chain_fit *fit = in->form ? &in->form->fits[i] : NULL;
    if (!fit || fit->problem != CHAIN_FITS) return PTXC_OK;
    const struct isa_slot *slot = chain_slot(in->form, fit->slot);
    out->slot = fit->slot;
    out->value = (size_t)(in->form->member[slot->role] - slot->members.first);
    return PTXC_OK;
}

static bool holds_offset(const struct ptxc_query *q, const struct operand *o) {
    return o->span.start <= q->offset &&
           (q->offset < o->span.end ||
            (q->offset == o->span.end && q->word.token.span.end == q->offset));
}

/* Returns the innermost record below `o` that contains the offset. */
static const struct operand *innermost(const struct ptxc_query *q, const struct operand *o) {
    for (const struct operand *child = o + 1, *end = o + 1 + o->size; child < end;)
        if (holds_offset(q, child)) {
            o = child;
            child = o + 1;
            end = o + 1 + o->size;
        } else {
            child = operand_next(child);
        }
    return o;
}

size_t query_layout(const struct ptxc_query *q, isa_string name) {
    struct isa_span all = q->insn.form->insn->described;
    for (uint16_t i = 0; i < all.count; i++) {
        const struct isa_described *d = &isa_described[all.first + i];
        if (d->operand != name) continue;
        const struct isa_layout *l =
            descriptor_layout(isa_str(d->layout), text_at(q->text, q->insn.head));
        if (l) return (size_t)(l - isa_layouts);
    }
    return PTXC_NONE;
}

ptxc_status ptxc_query_argument_get(const ptxc_query *q, ptxc_argument *out) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    if (!q->insn.form || !q->insn.complete) return PTXC_NOT_FOUND;
    const struct isa_operand *pattern = &isa_operands[q->insn.form->form->operands.first];
    const struct operand *best = NULL;
    size_t which = PTXC_NONE;
    for (uint16_t i = 0; i < q->insn.form->form->operands.count; i++) {
        const struct operand *o = q->insn.fit.given[i];
        bool inner =
            o && (!best || o->span.end - o->span.start <= best->span.end - best->span.start);
        if (inner && holds_offset(q, o)) best = o, which = i;
    }
    if (!best) return PTXC_NOT_FOUND;
    const struct operand *in = innermost(q, best);
    *out = (ptxc_argument){.span = query_span(q, in->span),
                           .operand = which,
                           .is_number = in->shape == OP_INTEGER,
                           .value = in->shape == OP_INTEGER ? in->value : 0,
                           .layout = query_layout(q, pattern[which].name)};
    return PTXC_OK;
}
