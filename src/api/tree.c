/* SPDX-License-Identifier: Apache-2.0
 * What a caller may ask of an opened module: diagnostics and the tree. */
#include "api/module.h"
#include <string.h>

/* ---- diagnostics ---- */

static const struct diag *diag_at(const ptxc_module *m, size_t i) {
    if (!m || i >= m->diags.list.count) return NULL;
    return *(struct diag **)list_at(&m->diags.list, (uint32_t)i);
}

/* The i-th note, or the i-th fix. */
static const struct diag_part *part_at(const struct diag *d, bool is_fix, uint32_t i) {
    const struct diag_part *part = d ? d->parts : NULL;
    while (part && (part->is_fix != is_fix || i--)) part = part->next;
    return part;
}

size_t ptxc_module_diag_count(const ptxc_module *m) { return m ? m->diags.list.count : 0; }
size_t ptxc_module_error_count(const ptxc_module *m) { return m ? m->diags.error_count : 0; }
size_t ptxc_module_suppressed_count(const ptxc_module *m) {
    return m ? m->diags.suppressed_count : 0;
}

ptxc_status ptxc_module_diag(const ptxc_module *m, size_t index, ptxc_diag *out) {
    const struct diag *d = diag_at(m, index);
    if (!d || !out) return PTXC_BAD_ARGUMENT;
    *out = (ptxc_diag){.span = d->span,
                       .severity = (ptxc_severity)d->severity,
                       .code = diag_code(d->id),
                       .name = diag_name(d->id),
                       .rule = d->rule,
                       .note_count = d->note_count,
                       .fix_count = d->fix_count,
                       .repeated = d->repeated};
    return PTXC_OK;
}

size_t ptxc_module_diag_message(const ptxc_module *m, size_t index, char *buffer, size_t size) {
    const struct diag *d = diag_at(m, index);
    return d ? diag_format(d->id, d->args, buffer, size) : 0;
}

size_t ptxc_module_diag_note(const ptxc_module *m, size_t index, uint32_t note, ptxc_span *span,
                             bool *has_span, char *buffer, size_t size) {
    const struct diag *d = diag_at(m, index);
    const struct diag_part *part = part_at(d, false, note);
    if (!part) return 0;
    if (span) *span = part->span;
    if (has_span) *has_span = !span_is_none(part->span);
    return diag_format(part->id, part->args, buffer, size);
}

ptxc_status ptxc_module_diag_fix(const ptxc_module *m, size_t index, uint32_t fix, ptxc_fix *out) {
    const struct diag *d = diag_at(m, index);
    const struct diag_part *part = part_at(d, true, fix);
    if (!part || !out) return PTXC_BAD_ARGUMENT;
    *out = (ptxc_fix){part->span, part->text};
    return PTXC_OK;
}

/* ---- the tree ---- */

size_t ptxc_module_stmt_count(const ptxc_module *m) { return m ? m->ast.stmts.count : 0; }

/* All nodes of a statement, and the name of each INDEX. */
static uint32_t operand_count(const struct ast *ast, uint32_t stmt) {
    uint32_t begin = ast_nodes_begin(ast, stmt), end = ast_stmt(ast, stmt)->nodes_end;
    uint32_t count = end - begin;
    for (uint32_t i = begin; i < end; i++) count += ast_node(ast, i)->kind == PTXC_OPERAND_INDEX;
    return count;
}

ptxc_status ptxc_module_stmt(const ptxc_module *m, size_t index, ptxc_stmt *out) {
    if (!m || !out || index >= m->ast.stmts.count) return PTXC_BAD_ARGUMENT;
    uint32_t i = (uint32_t)index;
    const struct stmt *s = ast_stmt(&m->ast, i);
    uint32_t length = s->head;
    if (s->kind == PTXC_STMT_INSTRUCTION) length = chain_at(&m->names, s->head)->length;
    *out = (ptxc_stmt){.kind = (ptxc_stmt_kind)s->kind,
                       .span = {s->start, s->end},
                       .head = {s->head_start, s->head_start + length},
                       .operand_count = operand_count(&m->ast, i)};
    return PTXC_OK;
}

/* An INDEX holds its name itself; to the outside the name is its first child. */
static uint32_t index_name_length(const ptxc_module *m, const struct node *n) {
    uint32_t length = 0;
    while (m->text[n->start + length] != '[' && m->text[n->start + length] > ' ' &&
           m->text[n->start + length] != '/')
        length++;
    return length;
}

/* Nodes are stored children first, the caller wants parents first: written last to first. */
struct writer {
    const ptxc_module *m;
    ptxc_operand *out;
    size_t capacity, left; /* room in `out`; operands not written yet */
};

static void write_operand(struct writer *w, const ptxc_operand *o) {
    if (--w->left < w->capacity) w->out[w->left] = *o;
}

static void write_node(struct writer *w, uint32_t i, uint32_t depth);

/* Writes the `count` siblings that end before node `end`, with all below them. The parser limits
 * how deep this nests. */
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
    size_t count = operand_count(&m->ast, (uint32_t)stmt);
    struct writer w = {m, out, capacity, count};
    if (out) write_siblings(&w, s->nodes_end, s->roots, 0);
    return count;
}
