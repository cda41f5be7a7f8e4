/* SPDX-License-Identifier: Apache-2.0
 * The text of `--dump-flow`. A function, its blocks, and the instructions with events:
 *   function k
 *   block 0 -> 1 2 if p3
 *     7:5 event mbarrier_init 'mbarrier.init.shared::cta.b64'
 *   block 1 below 0 -> 2 */
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
