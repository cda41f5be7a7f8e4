/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the tree of a module and for formatted text. */
#include "check/module.h"
#include "syntax/format.h"
#include "base/sized.h"
#include <string.h>

size_t ptxc_module_stmt_count(const ptxc_module *m) { return m ? m->ast.stmts.count : 0; }

ptxc_status ptxc_module_stmt_get(const ptxc_module *m, size_t index, ptxc_stmt *out) {
    if (!m || !out) return PTXC_BAD_ARGUMENT;
    if (index >= m->ast.stmts.count) return PTXC_NOT_FOUND;
    *out = ast_describe(&m->ast, &m->names, (uint32_t)index);
    return PTXC_OK;
}

/* An INDEX holds its name itself, but the public tree shows the name as its first child. */
static uint32_t index_name_length(const ptxc_module *m, const struct node *n) {
    uint32_t length = 0;
    while (m->text[n->start + length] != '[' && m->text[n->start + length] > ' ' &&
           m->text[n->start + length] != '/')
        length++;
    return length;
}

/* Nodes are stored with children first, but callers expect parents first, so this writes from the
 * last to the first. */
struct writer {
    const ptxc_module *m;
    ptxc_operand *out;
    size_t capacity, left; /* size of `out`; operands not written yet */
};

static void write_operand(struct writer *w, const ptxc_operand *o) {
    if (--w->left < w->capacity) w->out[w->left] = *o;
}

static void write_node(struct writer *w, uint32_t i, uint32_t depth);

/* Writes the `count` siblings that end before node `end`, with their descendants. The parser limits
 * the depth of the recursion. */
static void write_siblings(struct writer *w, uint32_t end, uint32_t count, uint32_t depth) {
    while (count--) {
        write_node(w, --end, depth);
        end -= node_size(&w->m->ast, end);
    }
}

static void write_node(struct writer *w, uint32_t i, uint32_t depth) {
    const struct node *n = ast_node(&w->m->ast, i);
    ptxc_operand o = {.kind = (ptxc_operand_kind)n->kind,
                      .span = node_span(n),
                      .depth = depth,
                      .child_count = node_child_count(n)};
    if (n->kind == PTXC_OPERAND_FLOAT) o.number = n->number;
    if (n->kind == PTXC_OPERAND_INTEGER || n->kind == PTXC_OPERAND_OFFSET ||
        n->kind == PTXC_OPERAND_RANGE)
        o.value = n->value;
    write_siblings(w, i, o.child_count, depth + 1);
    if (n->kind == PTXC_OPERAND_INDEX) {
        o.child_count = 2;
        write_operand(w, &(ptxc_operand){.kind = PTXC_OPERAND_SYMBOL,
                                         .span = {n->start, n->start + index_name_length(w->m, n)},
                                         .depth = depth + 1});
    }
    write_operand(w, &o);
}

size_t ptxc_module_operands(const ptxc_module *m, size_t stmt, ptxc_operand *out, size_t capacity) {
    if (!m || stmt >= m->ast.stmts.count) return 0;
    const struct stmt *s = ast_stmt(&m->ast, (uint32_t)stmt);
    size_t count = ast_operand_count(&m->ast, (uint32_t)stmt);
    struct writer w = {m, out, capacity, count};
    if (out) write_siblings(&w, s->nodes_end, s->roots, 0);
    return count;
}

size_t ptxc_module_format(const ptxc_module *m, const ptxc_style *style, char *buffer,
                          size_t size) {
    if (buffer && size) buffer[0] = '\0';
    ptxc_style known = {0};
    if (!m || m->cxx || !sized_read(&known, sizeof known, style)) return 0;
    return format_text(&m->ast, &m->names, m->text, m->length, &known, buffer, size);
}
