/* SPDX-License-Identifier: Apache-2.0
 * Arguments of events, thread by thread: see threads.h. */
#include "flow/threads/threads.h"

/* Returns the operand that contains the node; UINT32_MAX stands for the first address. */
static uint32_t find_operand(const struct flow_function *f, uint32_t insn, uint32_t node) {
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t root[ISA_MOST_ROOTS], roots = s->roots - s->guarded;
    if (roots > ISA_MOST_ROOTS) return UINT32_MAX;
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    for (uint32_t i = 0; i < roots; i++) {
        bool found = node == UINT32_MAX
                         ? ast_node(f->in->ast, root[i])->kind == PTXC_OPERAND_ADDRESS
                         : node <= root[i];
        if (found) return root[i];
    }
    return UINT32_MAX;
}

struct lanes flow_thread_argument(struct threads *t, uint32_t event, enum isa_event_argument what) {
    uint32_t insn = t->events->at[event].insn;
    struct event_value v = flow_argument(t->events, event, what);
    uint32_t node = find_operand(t->f, insn, v.operand ? v.node : UINT32_MAX);
    return node == UINT32_MAX ? lanes_unknown(true) : flow_thread_operand(t, insn, node);
}

bool flow_thread_lowest(struct threads *t, uint32_t event, enum isa_event_argument what,
                        uint64_t *key, int64_t *lowest) {
    struct lanes at = flow_thread_argument(t, event, what);
    uint64_t set[MOST_THREADS / 64] = {0};
    if (!at.number || at.varies || !flow_thread_set(t, t->events->at[event].insn, set))
        return false;
    *key = at.key;
    *lowest = INT64_MAX;
    for (uint32_t i = 0; i < t->room.threads; i++)
        if (thread_is_in(set, i) && lanes_at(&at, i) < *lowest) *lowest = lanes_at(&at, i);
    return *lowest != INT64_MAX;
}
