/* SPDX-License-Identifier: Apache-2.0
 * A guard that surely differs between the threads of a warp, on an instruction that all of them
 * execute together (`.aligned`). Said only where the predicate is one thread's of elect.sync, or
 * compares %laneid or %tid.x with a constant that parts a warp.
 * Manual: the paragraph on .aligned of each such instruction. */
#include "match/chain.h"
#include "check/check.h"
#include <string.h>

enum { WARP = 32 };

/* `chain` begins with the word; what follows it, NULL: it does not. */
static const char *rest_of_chain(const struct checker *c, uint32_t chain, const char *word) {
    const struct chain *text = chain_at(c->names, chain);
    size_t n = strlen(word);
    if (text->length < n || memcmp(c->text + text->start, word, n)) return NULL;
    return c->text + text->start + n;
}

static uint32_t writer_of(struct checker *c, uint32_t stmt, const struct node *n) {
    const struct symbol *y =
        n->kind == PTXC_OPERAND_SYMBOL ? symbols_lookup(&c->symbols, n->name) : NULL;
    if (!y || y->kind != SYMBOL_REGISTER) return NO_WRITER;
    uint32_t writer = check_writer(c, stmt, n->name, y, 0);
    return writer != NO_WRITER && ast_stmt(c->ast, writer)->guarded ? NO_WRITER : writer;
}

/* Is the node a register that `mov` has set to a number of its thread? */
static bool is_thread_number(struct checker *c, uint32_t stmt, uint32_t node) {
    static const char *const numbers[] = {"%laneid", "%tid.x"};
    uint32_t writer = writer_of(c, stmt, ast_node(c->ast, node)), root[2];
    if (writer == NO_WRITER) return false;
    const struct stmt *s = ast_stmt(c->ast, writer);
    if (s->roots != 2 || !rest_of_chain(c, s->head, "mov.")) return false;
    ast_siblings(c->ast, s->nodes_end, 2, root);
    struct text from = name_text(c, ast_node(c->ast, root[1]));
    for (int i = 0; i < 2; i++)
        if (from.length == strlen(numbers[i]) && !memcmp(from.start, numbers[i], from.length))
            return true;
    return false;
}

/* Is `number OP value` true in some threads of a warp and false in others? */
static bool parts_a_warp(const char *op, uint64_t value) {
    if (!strncmp(op, "eq.", 3) || !strncmp(op, "ne.", 3)) return true;
    if (!strncmp(op, "lt.", 3) || !strncmp(op, "ge.", 3)) return value % WARP != 0;
    if (!strncmp(op, "le.", 3) || !strncmp(op, "gt.", 3)) return (value + 1) % WARP != 0;
    return false;
}

/* `setp.OP.TYPE p, number, value`, integers, nothing else. */
static bool compares_threads(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    const char *op = rest_of_chain(c, s->head, "setp.");
    uint32_t root[3];
    if (!op || chain_at(c->names, s->head)->length != strlen("setp.eq.u32") || s->roots != 3)
        return false;
    if (memcmp(op + 3, "u32", 3) && memcmp(op + 3, "s32", 3) && memcmp(op + 3, "b32", 3))
        return false;
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
    if (!rest_of_chain(c, set->head, "elect.sync") && !compares_threads(c, writer)) return;
    struct text word = text_at(c->text, converged_word(c, s));
    struct diag *d = report_divergent_guard(c->diags, node_span(guard), name_text(c, guard), word);
    note_set_here(c->diags, d, (ptxc_span){set->start, set->end});
}
