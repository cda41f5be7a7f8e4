/* SPDX-License-Identifier: Apache-2.0
 * Barriers of the CTA that wait for more threads than arrive. Checked only if each barrier has a
 * number, each count is a number, and the kernel specifies how many threads a CTA has. Manual:
 * bar, barrier. */
#include "flow/check/check.h"

enum { MOST_BARRIERS = 16 };

struct barrier_site {
    uint32_t insn, id, count; /* count: number of threads; 0 means all of the CTA */
    bool waits;
};

struct barrier_sites {
    const struct flow_facts *facts;
    struct threads *threads;
    struct barrier_site *sites;
    uint32_t count;
    bool unknown;
};

/* Returns the number that an operand has in all threads, or -1. */
static int64_t number_of_operand(struct barrier_sites *b, uint32_t insn, uint32_t node) {
    struct lanes l = flow_thread_operand(b->threads, insn, node);
    bool known = l.number && !l.key && !l.varies && lanes_are_uniform(&b->threads->room, &l);
    return known ? l.number[0] : -1;
}

/* The results of a reduction come first, and its predicate last. */
static void add_site(struct barrier_sites *b, uint32_t insn, bool waits) {
    const struct flow_function *f = b->facts->f;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t root[ISA_MOST_ROOTS], roots = s->roots - s->guarded, results = 0;
    if (!roots || roots > 4) return;
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++)
        if (f->refs[i].flags & REF_WRITTEN) results = 1;
    int64_t id = number_of_operand(b, insn, root[results]), count = 0;
    if (roots > 1 + 2 * results) count = number_of_operand(b, insn, root[results + 1]);
    b->unknown |= id < 0 || id >= MOST_BARRIERS || count < 0;
    b->sites[b->count++] = (struct barrier_site){insn, (uint32_t)id, (uint32_t)count, waits};
}

static bool find_barrier_sites(struct barrier_sites *b) {
    const struct flow_events *events = b->facts->events;
    b->sites = arena_alloc(b->facts->f->arena, (events->count + 1) * sizeof *b->sites);
    for (uint32_t e = 0; e < events->count; e++) {
        uint8_t kind = events->at[e].kind;
        if (kind != EVENT_BARRIER_SYNC && kind != EVENT_BARRIER_ARRIVE) continue;
        if (flow_is_reached(b->facts->paths, events->at[e].insn))
            add_site(b, events->at[e].insn, kind == EVENT_BARRIER_SYNC);
    }
    return b->count && !b->unknown;
}

/* Returns how many threads may arrive at a barrier, at any instruction or only at those that
 * specify the same count. A thread counts as its whole warp. */
static uint32_t threads_at(const struct barrier_sites *b, const struct barrier_site *s, bool same) {
    uint64_t set[MOST_THREADS / 64] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->sites[i].id == s->id && (!same || b->sites[i].count == s->count))
            flow_thread_most(b->threads, b->sites[i].insn, set);
    for (uint32_t i = 0; i < b->threads->room.threads; i += WARP_SIZE)
        count += (set[i / 64] >> (i % 64) & UINT32_MAX) != 0;
    return count * WARP_SIZE;
}

/* Instructions that specify different counts should not meet at one barrier. */
static void check_count(const struct barrier_sites *b, const struct barrier_site *s) {
    const struct flow_facts *facts = b->facts;
    uint32_t come = threads_at(b, s, false);
    if (s->count > come) {
        report_too_few_threads(facts->diags, flow_head(facts->f, s->insn), s->id, s->count, come);
    } else if (diags_wants(facts->diags, D_may_lack_threads)) {
        come = threads_at(b, s, true);
        if (s->count > come)
            report_may_lack_threads(facts->diags, flow_head(facts->f, s->insn), s->id, s->count,
                                    come);
    }
}

void flow_check_barrier(const struct flow_facts *facts) {
    struct barrier_sites b = {.facts = facts};
    bool counts = false;
    for (uint32_t e = 0; e < facts->events->count; e++)
        counts |= facts->events->at[e].kind == EVENT_BARRIER_SYNC;
    if (!counts || facts->f->calls) return;
    b.threads = facts->threads;
    if (!b.threads || !b.threads->is_given || !find_barrier_sites(&b)) return;
    for (uint32_t i = 0; i < b.count; i++)
        if (b.sites[i].waits && b.sites[i].count) check_count(&b, &b.sites[i]);
}
