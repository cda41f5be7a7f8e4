/* SPDX-License-Identifier: Apache-2.0
 * The text of `--dump-flow`. A function, its blocks, and the instructions with events:
 *   function k
 *   block 0 -> 1 2 if p3
 *     7 mbarrier_init mbarrier.init.shared::cta.b64 if !p2 barrier=bar+[0,24]/8 count=1
 *   block 1 below 0 -> 2
 * A value is a number, a range with its step, or relative to a variable or to a register with an
 * unknown value; `bar@` is in another CTA. */
#include "flow/check/check.h"

static void dump_literal(struct text_builder *out, struct literal l) {
    build_string(out, l.negated ? " if !p" : " if p");
    build_unsigned(out, l.number);
}

static void dump_block(struct text_builder *out, const struct flow_facts *facts, uint32_t block) {
    const struct flow_function *f = facts->f;
    const struct flow_block *b = &f->blocks[block];
    build_string(out, "block ");
    build_unsigned(out, block);
    if (block) {
        build_string(out, " below ");
        build_unsigned(out, facts->paths->dominator[block]);
    }
    if (b->edges < b[1].edges) build_string(out, " ->");
    for (uint32_t e = b->edges; e < b[1].edges; e++) {
        build_char(out, ' ');
        build_unsigned(out, f->edges[e]);
    }
    struct literal l = flow_edge_fact(facts->paths, block, 0);
    if (l.number && b[1].edges - b->edges == 2) dump_literal(out, l);
    build_char(out, '\n');
}

/* ---- values ---- */

/* Writes the name of a register that a definition writes. */
static void dump_definition(struct text_builder *out, const struct values *v, uint32_t definition) {
    const struct definitions *d = &v->definitions;
    if (definition > d->writer_count + d->merges.count) {
        build_string(out, isa_specials[(definition - SPECIAL_TERM) / 4].name);
        return;
    }
    if (definition_is_merge(d, definition))
        definition = d->first[definition_merge(d, definition)->id] + 1;
    const struct flow_ref *ref = &v->f->refs[definition_writer(d, definition)->ref];
    build_text(out, text_at(v->f->in->text, node_span(ast_node(v->f->in->ast, ref->node))));
}

static void dump_base(struct text_builder *out, const struct values *v,
                      const struct flow_value *a) {
    const struct flow_function *f = v->f;
    if (a->base == BASE_VARIABLE) {
        const struct flow_variable *variable = list_at(&f->variables, a->of);
        build_text(out, text_at(f->in->text, variable->name));
    }
    if (a->base == BASE_DEFINITION) dump_definition(out, v, a->of);
    if (a->peer) build_char(out, '@');
}

static void dump_sum(struct text_builder *out, const struct flow_value *a, int64_t number) {
    if (a->base == BASE_NUMBER && !a->term) {
        build_number(out, number);
    } else if (number) {
        if (number > 0) build_char(out, '+');
        build_number(out, number);
    }
}

static void dump_value(struct text_builder *out, const struct values *v,
                       const struct flow_value *a) {
    dump_base(out, v, a);
    if (!a->bounded) {
        if (a->base != BASE_NUMBER) build_char(out, '+');
        if (a->factor != 1) build_number(out, a->factor), build_char(out, '*');
        dump_definition(out, v, a->term);
        dump_sum(out, a, a->constant);
    } else if (a->low == a->high) {
        dump_sum(out, a, a->low);
    } else {
        build_string(out, a->base == BASE_NUMBER ? "[" : "+[");
        build_number(out, a->low);
        build_char(out, ',');
        build_number(out, a->high);
        build_char(out, ']');
        if (a->step > 1) build_char(out, '/'), build_unsigned(out, a->step);
    }
}

static void dump_argument(struct text_builder *out, const struct flow_facts *facts, uint32_t event,
                          enum isa_event_argument what) {
    struct flow_value a = flow_argument_value(facts->values, facts->events, event, what);
    if (a.base == BASE_NOTHING) return;
    build_char(out, ' ');
    build_string(out, isa_str(isa_argument_infos[what].name));
    build_char(out, '=');
    dump_value(out, facts->values, &a);
}

static void dump_event(struct text_builder *out, const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    const struct flow_event *e = &facts->events->at[event];
    struct line_mark at = line_index_at(&f->in->ast->lines, flow_head(f, e->insn).start);
    build_string(out, "  ");
    build_unsigned(out, at.line + 1);
    build_char(out, ' ');
    build_string(out, isa_str(isa_event_infos[e->kind].name));
    build_char(out, ' ');
    build_text(out, text_at(f->in->text, flow_head(f, e->insn)));
    struct literal l = flow_guard(f, facts->predicates, e->insn);
    if (l.number) dump_literal(out, l);
    for (uint16_t i = 0; i < e->row->arguments.count; i++)
        dump_argument(out, facts, event, isa_arguments[e->row->arguments.first + i].what);
    build_char(out, '\n');
}

void flow_dump(struct text_builder *out, const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    build_string(out, "function ");
    build_text(out, text_at(f->in->text, f->name));
    build_char(out, '\n');
    for (uint32_t i = 0; i < f->order_count; i++) {
        const struct flow_block *b = &f->blocks[f->order[i]];
        dump_block(out, facts, f->order[i]);
        for (uint32_t k = facts->events->first[b->first]; k < facts->events->first[b->end]; k++)
            dump_event(out, facts, k);
    }
}
