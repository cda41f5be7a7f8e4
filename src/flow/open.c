/* SPDX-License-Identifier: Apache-2.0
 * Reads a function of a module and builds its graph: see function.h. */
#include "flow/event.h"

/* Returns the node with the name of a function, which has been declared. */
static const struct node *find_name(const struct flow_input *in, uint32_t head) {
    for (uint32_t i = ast_nodes_begin(in->ast, head); i < ast_stmt(in->ast, head)->nodes_end; i++) {
        const struct node *n = ast_node(in->ast, i);
        const struct symbol *y =
            n->kind == PTXC_OPERAND_SYMBOL ? symbols_lookup(in->symbols, n->name) : NULL;
        if (y && y->kind == SYMBOL_FUNCTION) return n;
    }
    return NULL;
}

bool flow_open(const struct flow_input *in, uint32_t head, struct flow_function *f) {
    uint32_t end = ast_stmt(in->ast, head)->body ? ast_body_end(in->ast, head) : 0;
    const struct node *name = end ? find_name(in, head) : NULL;
    if (!name) return false;
    *f = (struct flow_function){.in = in,
                                .arena = in->scratch ? in->scratch : in->arena,
                                .name = node_span(name),
                                .head = head,
                                .body = {head + 2, end - 1}};
    f->is_entry = symbols_lookup(in->symbols, name->name)->flags & SYMBOL_ENTRY;
    struct flow_labels labels;
    flow_read(f, &labels);
    if (!f->gap) flow_graph(f, &labels);
    return true;
}

struct flow_lines flow_lines(const struct flow_input *in) {
    struct flow_lines lines = {.context = {.arena = in->arena,
                                           .words = in->arena,
                                           .diags = in->diags,
                                           .names = in->names,
                                           .text = in->text,
                                           .version = in->version,
                                           .target = in->target,
                                           .release = in->release,
                                           .version_span = NO_SPAN,
                                           .target_span = NO_SPAN}};
    uint32_t chains = in->names->chains.count;
    lines.of_chain = arena_zalloc(in->arena, (chains + 1) * sizeof *lines.of_chain);
    return lines;
}
