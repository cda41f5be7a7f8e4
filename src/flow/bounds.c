/* SPDX-License-Identifier: Apache-2.0
 * Directives that bound registers: see bounds.h. */
#include "flow/bounds.h"

enum {
    REGISTERS = 65536,     /* per SM */
    REGISTER_UNIT = 8,     /* per thread */
    WARP_SIZE = 32,        /* in threads */
    SCHEDULERS = 4,        /* per SM; each has its share of the registers and of the warps */
    MOST_CTAS = 32,        /* per SM: ptxas ignores larger numbers */
    SURELY_RESIDENT = 1536 /* threads per SM that every target supports; some support more */
};

static int64_t product_of(const struct ast *ast, uint32_t word) {
    uint32_t count = ast_node(ast, word)->group.count;
    int64_t product = 1;
    for (uint32_t i = word - count; i < word; i++) {
        int64_t value = ast_node(ast, i)->value;
        product = product > UINT32_MAX ? product : product * value;
    }
    return product;
}

static void read_bound_sizes(const struct ast *ast, uint32_t word, uint32_t *sizes) {
    uint32_t count = ast_node(ast, word)->group.count;
    for (uint32_t i = 0; i < 3; i++)
        sizes[i] = i < count ? (uint32_t)ast_node(ast, word - count + i)->value : 1;
}

static void read_bound(const struct flow_function *f, uint32_t node, struct flow_bounds *b) {
    const struct node *n = ast_node(f->in->ast, node);
    int directive = isa_directive_find(f->in->text + n->start, n->length);
    if (directive < 0) return;
    switch ((enum isa_bound)isa_directives[directive].bound) {
    case BOUND_THREADS:
    case BOUND_EXACT_THREADS:
        b->exact = isa_directives[directive].bound == BOUND_EXACT_THREADS;
        b->threads = product_of(f->in->ast, node);
        read_bound_sizes(f->in->ast, node, b->block);
        break;
    case BOUND_CLUSTER: read_bound_sizes(f->in->ast, node, b->cluster); break;
    case BOUND_CTAS: b->ctas = product_of(f->in->ast, node); break;
    case BOUND_REGISTERS: b->registers = product_of(f->in->ast, node); break;
    case BOUND_NONE: break;
    }
}

struct flow_bounds flow_read_bounds(const struct flow_function *f) {
    const struct stmt *s = ast_stmt(f->in->ast, f->head);
    uint32_t *root = arena_alloc(f->arena, (s->roots + 1) * sizeof *root);
    struct flow_bounds b = {0};
    ast_siblings(f->in->ast, s->nodes_end, s->roots, root);
    for (uint32_t i = 0; i < s->roots; i++)
        if (ast_node(f->in->ast, root[i])->kind == PTXC_OPERAND_WORD) read_bound(f, root[i], &b);
    return b;
}

bool flow_bounds_are_known(const struct flow_bounds *b) {
    return b->registers || (b->threads && b->ctas && b->ctas <= MOST_CTAS);
}

int64_t flow_registers_at_entry(const struct flow_bounds *b) {
    int64_t most = b->registers && b->registers < MOST_REGISTERS ? b->registers : MOST_REGISTERS;
    int64_t ctas = b->ctas ? b->ctas : 1;
    if (!b->threads || (b->registers && !b->ctas)) return most;
    if (b->threads > SURELY_RESIDENT || ctas > MOST_CTAS || b->threads * ctas > SURELY_RESIDENT)
        return MOST_REGISTERS;
    int64_t warps = (b->threads + WARP_SIZE - 1) / WARP_SIZE * ctas;
    int64_t of_scheduler = (warps + SCHEDULERS - 1) / SCHEDULERS;
    int64_t fit = REGISTERS / SCHEDULERS / WARP_SIZE / of_scheduler;
    fit -= fit % REGISTER_UNIT;
    return fit < most ? fit : most;
}
