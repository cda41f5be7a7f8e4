/* SPDX-License-Identifier: Apache-2.0
 * What an asm statement says wrongly of its text: operands that nothing uses, inputs that are
 * written, effects that the compiler is not told of. All are warnings: it compiles. */
#include "ast.h"
#include "chain.h"
#include "cxx.h"
#include "intern.h"
#include <string.h>

/* Is `name` (`mbarrier`) how the chain begins, up to a dot? */
static bool begins(struct text chain, const char *name) {
    size_t n = strlen(name);
    return chain.length >= n && !memcmp(chain.start, name, n) &&
           (chain.length == n || chain.start[n] == '.' || chain.start[n] == ':');
}

static bool among(struct text chain, const char *const *names) {
    while (*names && !begins(chain, *names)) names++;
    return *names != NULL;
}

/* Instructions that write their first operand, if that is a register. */
static const char *const writers[] = {"mov",
                                      "ld",
                                      "ldu",
                                      "add",
                                      "addc",
                                      "sub",
                                      "subc",
                                      "mul",
                                      "mad",
                                      "fma",
                                      "div",
                                      "rem",
                                      "abs",
                                      "neg",
                                      "min",
                                      "max",
                                      "and",
                                      "or",
                                      "xor",
                                      "not",
                                      "shl",
                                      "shr",
                                      "shf",
                                      "cvt",
                                      "cvta",
                                      "setp",
                                      "set",
                                      "selp",
                                      "prmt",
                                      "lop3",
                                      "bfe",
                                      "bfi",
                                      "popc",
                                      "clz",
                                      "brev",
                                      "rcp",
                                      "sqrt",
                                      "rsqrt",
                                      "ex2",
                                      "lg2",
                                      "tanh",
                                      "sin",
                                      "cos",
                                      "shfl",
                                      "vote",
                                      "match",
                                      "atom",
                                      "mma",
                                      "ldmatrix",
                                      "mapa",
                                      "isspacep",
                                      "activemask",
                                      "elect",
                                      "dp4a",
                                      "dp2a",
                                      "mbarrier",
                                      "tcgen05.ld",
                                      "createpolicy",
                                      "getctarank",
                                      "movmatrix",
                                      "wgmma.mma_async",
                                      NULL};

/* Instructions of the tables that only compute: the compiler may drop or move them. */
static const char *const pure[] = {"createpolicy",
                                   "elect",
                                   "clusterlaunchcontrol.query_cancel",
                                   "mbarrier.pending_count",
                                   "bra",
                                   "prefetch",
                                   "prefetchu",
                                   NULL};

/* Instructions that order accesses to memory, also those that C++ makes: the compiler must not move
 * them across. Of fence.mbarrier_init only mbarrier.init is ordered, which is an asm itself. */
static const char *const fences[] = {"fence.proxy", "fence.acq_rel", "fence.sc",
                                     "membar",      "wgmma.fence",   NULL};

/* Is it in the tables? */
static bool is_known(const struct interner *names, const struct stmt *s) {
    const struct chain_info *info = chain_at(names, s->head)->info;
    return info && info->insn != ISA_NONE;
}

static struct text chain_of(const struct cxx_text *t, const struct interner *names,
                            const struct stmt *s) {
    return (struct text){t->text + s->head_start, chain_at(names, s->head)->length};
}

/* The operand of the asm that a node names; NULL. */
static struct cxx_operand *operand_of(const struct cxx_text *t, const struct cxx_asm *a,
                                      const struct node *n) {
    uint32_t index = 0, i = 1;
    const char *name = t->text + n->start;
    if (n->kind != PTXC_OPERAND_SYMBOL || name[0] != '%' || n->length > 6) return NULL;
    for (; i < n->length && cxx_is_digit(name[i]); i++)
        index = 10 * index + (uint32_t)(name[i] - '0');
    bool is_operand = i > 1 && i == n->length && index < a->operand_count;
    return is_operand ? cxx_operand_at(t->cxx, a, index) : NULL;
}

static void written(const struct cxx_text *t, const struct cxx_asm *a, const struct node *n,
                    struct text chain) {
    const struct cxx_operand *o = operand_of(t, a, n);
    if (!o || o->output || !o->letter) return;
    ptxc_span at = node_span(n);
    struct diag *d = report_asm_input(t->diags, cxx_text_map(t, at), text_at(t->text, at), chain);
    note_operand_is(t->diags, d, o->constraint, text_at(t->text, at),
                    text_at(t->cxx->text, o->constraint));
}

/* The first operand, or all elements of the first vector or pair. */
static void check_written(const struct cxx_text *t, const struct ast *ast, const struct cxx_asm *a,
                          uint32_t stmt, struct text chain) {
    enum { MOST = 32 };
    const struct stmt *s = ast_stmt(ast, stmt);
    uint32_t root[MOST];
    if (s->roots <= s->guarded || s->roots > MOST || !among(chain, writers)) return;
    ast_siblings(ast, s->nodes_end, s->roots, root);
    uint32_t first = root[s->guarded];
    const struct node *n = ast_node(ast, first);
    written(t, a, n, chain);
    if (n->kind != PTXC_OPERAND_VECTOR && n->kind != PTXC_OPERAND_PAIR) return;
    for (uint32_t i = first - node_size(ast, first); i < first; i++)
        written(t, a, ast_node(ast, i), chain);
}

static void check_unused(const struct cxx_text *t, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count && !a->misnamed; i++) {
        const struct cxx_operand *o = cxx_operand_at(t->cxx, a, i);
        if (o->used || o->tied || (o->input && o->output)) continue;
        report_asm_unused(t->diags, o->constraint, i);
    }
}

/* Outputs come first. */
static bool has_output(const struct cxx_text *t, const struct cxx_asm *a) {
    return a->operand_count && cxx_operand_at(t->cxx, a, 0)->output;
}

void cxx_advise(const struct cxx_text *t, const struct ast *ast, const struct interner *names,
                struct cxx_asm *a, uint32_t stmt, uint32_t stmt_end) {
    bool wants_memory = !a->memory;
    bool wants_volatile = wants_memory && !a->is_volatile && has_output(t, a);
    check_unused(t, a);
    for (; stmt < stmt_end; stmt++) {
        const struct stmt *s = ast_stmt(ast, stmt);
        if (s->kind != PTXC_STMT_INSTRUCTION) continue;
        struct text chain = chain_of(t, names, s);
        ptxc_span at = {s->head_start, s->head_start + chain.length};
        check_written(t, ast, a, stmt, chain);
        if (wants_memory && among(chain, fences)) {
            report_asm_memory(t->diags, cxx_text_map(t, at), chain);
            wants_memory = false;
        }
        if (wants_volatile && is_known(names, s) && !among(chain, pure)) {
            report_asm_volatile(t->diags, a->keyword, chain);
            wants_volatile = false;
        }
    }
}
