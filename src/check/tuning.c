/* SPDX-License-Identifier: Apache-2.0
 * The directives between the head of a function and its body: rows `tunes` in
 * grammar/isa/directives.isa. */
#include "check/check.h"

enum { TUNES = DIRECTIVE_ENTRY | DIRECTIVE_FUNC };

static void check_number(struct checker *c, const struct node *v, struct text name,
                         const struct isa_directive *d) {
    if (d->limit < UINT32_MAX && v->value > d->limit)
        report_value_kind(c->diags, node_span(v), name, phrase_at_most(c->arena, d->limit));
    else if (!v->value && d->flags & DIRECTIVE_NONZERO)
        report_zero_value(c->diags, node_span(v), name);
    else if ((uint64_t)v->value > UINT32_MAX)
        report_value_overflow(c->diags, node_span(v), name);
}

static void check_values(struct checker *c, uint32_t i, const struct isa_directive *d) {
    static const enum phrase_id how_many[] = {P_no_value, P_one_value, P_up_to_two_values,
                                              P_up_to_three_values};
    const struct node *n = ast_node(c->ast, i);
    struct text name = name_text(c, n);
    uint32_t count = n->group.count;
    bool strings = d->flags & DIRECTIVE_STRINGS;
    if (count < d->least) {
        report_missing_value(c->diags, node_span(n), name);
        return;
    }
    if (count > d->most) {
        report_value_count(c->diags, node_span(n), name, phrase(how_many[d->most]));
        return;
    }
    for (uint32_t k = i - count; k < i; k++) {
        const struct node *v = ast_node(c->ast, k);
        if ((v->kind == PTXC_OPERAND_STRING) != strings)
            report_value_kind(c->diags, node_span(v), name,
                              phrase(strings ? P_a_string : P_a_number));
        if (v->kind == PTXC_OPERAND_INTEGER) check_number(c, v, name, d);
    }
}

/* Checks a directive against the previous ones. Most may be repeated, and the last one counts. */
static bool check_order(struct checker *c, const struct node *n, int which,
                        isa_directive_set seen) {
    const struct isa_directive *d = &isa_directives[which];
    struct text t = name_text(c, n);
    for (unsigned i = 0; i < isa_directive_count; i++)
        if ((d->excludes & seen) >> i & 1)
            report_tuning_conflict(c->diags, node_span(n), t, text_of(isa_directives[i].name));
    if (d->flags & DIRECTIVE_ONCE && seen >> which & 1)
        report_duplicate_qualifier(c->diags, node_span(n), t);
    else if (d->never_after & seen)
        report_misplaced_word(c->diags, node_span(n), t);
    else if (d->until && c->match.version >= d->until)
        report_misplaced_tuning(c->diags, node_span(n), t,
                                phrase_later_isa(c->arena, d->until / 10, d->until % 10));
    else
        return true;
    return false;
}

/* Returns true if the value is a nonzero size of memory. */
static bool gives_memory(const struct checker *c, uint32_t node, const struct isa_directive *d) {
    if (!(d->flags & DIRECTIVE_MEMORY)) return false;
    return ast_node(c->ast, node)->group.count && ast_node(c->ast, node - 1)->value;
}

/* A declaration of a function needs no `;`, and the next directive of the module may be one that
 * also tunes kernels. */
static bool stands_alone(const struct isa_directive *d, bool entry, bool body) {
    return !entry && !body &&
           (d->flags & (DIRECTIVE_STRINGS | DIRECTIVE_FUNC)) == DIRECTIVE_STRINGS;
}

void check_tuning(struct checker *c, const uint32_t *nodes, uint32_t count, bool entry, bool body) {
    isa_directive_set seen = 0, needed = 0;
    uint32_t needed_by = 0;
    if (body) c->body.lacks_memory = entry;
    for (uint32_t k = 0; k < count; k++) {
        const struct node *n = ast_node(c->ast, nodes[k]);
        struct text t = name_text(c, n);
        int which = isa_directive_find(t.start, t.length);
        if (which < 0 || !(isa_directives[which].flags & TUNES)) continue;
        const struct isa_directive *d = &isa_directives[which];
        if (stands_alone(d, entry, body)) {
            check_pragma(c, nodes[k] - n->group.count, nodes[k], false);
            continue;
        }
        if (!(d->flags & (entry ? DIRECTIVE_ENTRY : DIRECTIVE_FUNC)) || (entry && !body)) {
            report_misplaced_tuning(c->diags, node_span(n), t,
                                    phrase(!entry ? P_a_func
                                           : body ? P_an_entry
                                                  : P_a_prototype));
            continue;
        }
        if (!check_order(c, n, which, seen)) continue;
        seen |= UINT64_C(1) << which;
        needed |= d->needs;
        if (d->needs) needed_by = nodes[k];
        if (gives_memory(c, nodes[k], d)) c->body.lacks_memory = false;
        check_values(c, nodes[k], d);
        if (d->flags & DIRECTIVE_STRINGS)
            check_pragma(c, nodes[k] - n->group.count, nodes[k], false);
    }
    if (needed & ~seen) report_needs_dimensions(c->diags, node_span(ast_node(c->ast, needed_by)));
}
