/* SPDX-License-Identifier: Apache-2.0
 * Reports a guard that is known to differ between the threads of a warp, on an instruction that
 * all of them must execute together (`.aligned`). Only predicates of an elected thread, and
 * comparisons of the thread's index in its warp or CTA with a constant that divides a warp, are
 * reported. Manual: the paragraph on .aligned of each such instruction. */
#include "chain/chain.h"
#include "check/check.h"
#include <string.h>

enum { WARP = 32 };

static uint32_t writer_of(struct checker *c, uint32_t stmt, const struct node *n) {
    const struct symbol *y =
        n->kind == PTXC_OPERAND_SYMBOL ? symbols_lookup(&c->symbols, n->name) : NULL;
    if (!y || y->kind != SYMBOL_REGISTER) return NO_WRITER;
    uint32_t writer = constant_writer(c->ast, stmt, n->name, y->start, 0);
    return writer != NO_WRITER && ast_stmt(c->ast, writer)->guarded ? NO_WRITER : writer;
}

/* Returns true if the node is a register that a move has set to a thread index. */
static bool is_thread_number(struct checker *c, uint32_t stmt, uint32_t node) {
    uint32_t writer = writer_of(c, stmt, ast_node(c->ast, node)), root[2];
    if (writer == NO_WRITER) return false;
    const struct stmt *s = ast_stmt(c->ast, writer);
    if (s->roots != 2 || !check_does(c, writer, DOES_MOVE)) return false;
    ast_siblings(c->ast, s->nodes_end, 2, root);
    const struct node *from = ast_node(c->ast, root[1]);
    int special = special_of(c, from);
    if (special < 0) return false;
    struct text name = name_text(c, from);
    switch ((enum isa_holds)isa_specials[special].holds) {
    case HOLDS_LANE: return true;
    /* The threads of a warp are consecutive in the first component. */
    case HOLDS_THREAD: return name.start[name.length - 1] == 'x';
    default: return false;
    }
}

/* Returns true if `number OP value` is true in some threads of a warp and false in others. */
static bool parts_a_warp(const char *op, uint64_t value) {
    if (!strcmp(op, ".eq") || !strcmp(op, ".ne")) return true;
    if (!strcmp(op, ".lt") || !strcmp(op, ".ge")) return value % WARP != 0;
    if (!strcmp(op, ".le") || !strcmp(op, ".gt")) return (value + 1) % WARP != 0;
    return false;
}

/* Recognizes exactly the words .OP and .TYPE with `p, number, value`, for 32-bit integers. */
static bool compares_threads(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t root[3];
    if (s->roots != 3 || !check_does(c, i, DOES_COMPARE)) return false;
    const struct chain_info *info = chain_at(c->names, s->head)->info;
    if (info->word_count != 2 || constant_width(info->words[1].word) != 32) return false;
    const char *op = isa_str(isa_words[info->words[0].word].text);
    ast_siblings(c->ast, s->nodes_end, 3, root);
    if (!is_thread_number(c, i, root[1])) return false;
    struct constant v = check_constant(c, i, root[2]);
    return (v.known & UINT32_MAX) == UINT32_MAX && (v.value & UINT32_MAX) <= INT32_MAX &&
           parts_a_warp(op, v.value & UINT32_MAX);
}

static ptxc_span converged_word(const struct checker *c, const struct stmt *s) {
    const struct chain_info *info = chain_at(c->names, s->head)->info;
    ptxc_span span = {s->head_start, s->head_start};
    for (uint16_t i = 0; i < info->word_count; i++) {
        const struct chain_word *w = &info->words[i];
        if (!(isa_words[w->word].flags & WORD_CONVERGED)) continue;
        span = (ptxc_span){s->head_start + w->start, s->head_start + w->start + w->length};
    }
    return span;
}

void check_guard(struct checker *c, uint32_t stmt) {
    const struct stmt *s = ast_stmt(c->ast, stmt);
    const struct node *guard = ast_node(c->ast, ast_nodes_begin(c->ast, stmt));
    uint32_t writer = writer_of(c, stmt, guard);
    if (writer == NO_WRITER) return;
    const struct stmt *set = ast_stmt(c->ast, writer);
    if (!check_does(c, writer, DOES_ELECT) && !compares_threads(c, writer)) return;
    struct text word = text_at(c->text, converged_word(c, s));
    struct diag *d = report_divergent_guard(c->diags, node_span(guard), name_text(c, guard), word);
    note_set_here(c->diags, d, (ptxc_span){set->start, set->end});
}
