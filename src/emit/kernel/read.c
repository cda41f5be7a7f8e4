/* SPDX-License-Identifier: Apache-2.0
 * Reads the head of an entry, which has been checked: see kernel.h. */
#include "check/declaration.h"
#include "emit/kernel/kernel.h"

static struct text text_of_node(const struct unit *u, const struct node *n) {
    return text_at(u->text, node_span(n));
}

/* ---- parameters ---- */

static void read_word(const struct unit *u, uint32_t i, struct kernel_parameter *p) {
    struct text t = text_of_node(u, ast_node(u->ast, i));
    if (text_is(t, ".ptr")) {
        p->pointer = true;
    } else if (text_is(t, ".align")) {
        /* After .ptr, it is the alignment of the memory that the pointer points to. */
        if (!p->pointer) p->align = (uint32_t)ast_node(u->ast, i - 1)->value;
    } else if (t.length == 3 && t.start[1] == 'v') {
        p->vector = (uint32_t)(t.start[2] - '0');
    } else if (isa_type_find(t.start, t.length) >= 0) {
        p->type = isa_type_find(t.start, t.length);
    }
}

static void read_name(const struct unit *u, uint32_t i, struct kernel_parameter *p) {
    for (uint32_t k = i - node_size(u->ast, i); k < i; k++) {
        const struct node *n = ast_node(u->ast, k);
        if (n->kind == PTXC_OPERAND_SYMBOL) {
            p->name = n->name;
            p->at = node_span(n);
        } else if (n->kind == PTXC_OPERAND_SINK) {
            p->name = (struct name){ATOM_SINK, NO_NUMBER};
            p->at = node_span(n);
        } else if (n->kind == PTXC_OPERAND_INTEGER) {
            p->elements = (uint64_t)n->value;
        }
    }
}

static void read_parameters(const struct unit *u, uint32_t group, struct kernel *k) {
    uint32_t count = node_child_count(ast_node(u->ast, group));
    uint32_t *child = arena_alloc(u->arena, (count + 1) * sizeof *child);
    ast_siblings(u->ast, group, count, child);
    k->parameter = arena_zalloc(u->arena, (count + 1) * sizeof *k->parameter);
    for (uint32_t i = 0; i < count; i++) {
        struct kernel_parameter *p = &k->parameter[k->parameter_count];
        if (ast_node(u->ast, child[i])->kind == PTXC_OPERAND_WORD) {
            read_word(u, child[i], p);
        } else {
            read_name(u, child[i], p);
            k->parameter_count++;
        }
    }
}

/* ---- directives after the parameters ---- */

static const char *const words[KERNEL_TUNINGS] = {
    ".maxntid",        ".reqntid",           ".minnctapersm",
    ".maxnreg",        ".reqnctapercluster", ".explicitcluster",
    ".maxclusterrank", ".blocksareclusters", ".minperctamemory"};

static void read_pragma(const struct unit *u, uint32_t word, struct kernel *k) {
    uint32_t count = node_child_count(ast_node(u->ast, word));
    uint32_t *all = arena_alloc(u->arena, (k->pragma_count + count) * sizeof *all);
    for (uint32_t i = 0; i < k->pragma_count; i++) all[i] = k->pragma[i];
    ast_siblings(u->ast, word, count, all + k->pragma_count);
    k->pragma = all;
    k->pragma_count += count;
}

static void read_tuning(const struct unit *u, uint32_t word, struct kernel *k) {
    const struct node *n = ast_node(u->ast, word);
    struct text t = text_of_node(u, n);
    if (text_is(t, ".pragma")) read_pragma(u, word, k);
    for (int i = 0; i < KERNEL_TUNINGS; i++) {
        if (!text_is(t, words[i])) continue;
        struct kernel_tuning_value *v = &k->tuning[i];
        *v = (struct kernel_tuning_value){true, node_span(n), {1, 1, 1}};
        uint32_t count = node_child_count(n);
        for (uint32_t c = 0; c < count && c < 3; c++)
            v->value[c] = ast_node(u->ast, word - count + c)->value;
    }
}

void emit_kernel_read(const struct unit *u, uint32_t stmt, struct kernel *k) {
    const struct stmt *s = ast_stmt(u->ast, stmt);
    uint32_t *root = arena_alloc(u->arena, s->roots * sizeof *root);
    ast_siblings(u->ast, s->nodes_end, s->roots, root);
    k->stmt = stmt;
    for (uint32_t i = 0; i < s->roots; i++) {
        const struct node *n = ast_node(u->ast, root[i]);
        if (n->kind == PTXC_OPERAND_SYMBOL)
            k->name = node_span(n);
        else if (n->kind == PTXC_OPERAND_PARAMETERS)
            read_parameters(u, root[i], k);
        else if (n->kind == PTXC_OPERAND_WORD)
            read_tuning(u, root[i], k);
    }
}
