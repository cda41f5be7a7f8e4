/* SPDX-License-Identifier: Apache-2.0
 * Selects the functions of a module that need analysis, and runs the passes over each: see
 * flow.h. */
#include "flow/flow.h"
#include "flow/check/check.h"
#include "flow/may/may.h"
#include "flow/run/alike.h"

/* Chains are few, so whether they have events is determined before any function is analyzed. */
static bool *asynchronous_chains(const struct flow_input *in, bool *any) {
    uint32_t count = in->names->chains.count;
    bool *marked = arena_zalloc(in->arena, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct chain_info *info = chain_at(in->names, i)->info;
        marked[i] = info && isa_is_async(info->insn);
        *any |= marked[i];
    }
    return marked;
}

static bool has_event(const struct flow_input *in, const bool *marked, uint32_t first,
                      uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        const struct stmt *s = ast_stmt(in->ast, i);
        if (s->kind == PTXC_STMT_INSTRUCTION && marked[s->head]) return true;
    }
    return false;
}

/* ---- one function ---- */

static void note_gap(const struct flow_function *f) {
    if (f->gap != FLOW_MANY) f->in->map_use->some_gap = true;
    if (!f->in->gaps) return;
    struct flow_gap_record *record = list_add(f->in->arena, f->in->gaps);
    *record = (struct flow_gap_record){f->name, f->gap};
}

/* All passes over a function, in their order. */
struct passes {
    struct flow_function f;
    struct flow_events events;
    struct predicates predicates;
    struct paths paths;
    struct values values;
    struct flow_facts facts;
};

/* Fills in p->facts. Returns false if the function cannot be analyzed. */
static bool run_passes(struct passes *p, const struct flow_input *in, struct flow_lines *lines,
                       uint32_t head) {
    struct flow_function *f = &p->f;
    if (!flow_open(in, head, f) || f->gap) return false;
    p->events = flow_find_events(f, lines);
    p->predicates = flow_number(f);
    p->paths = flow_paths(f, &p->predicates);
    if (f->gap) return false;
    p->values = flow_values(f, &p->predicates, &p->paths);
    struct threads *threads = flow_threads(f, &p->events, &p->paths, &p->values.definitions);
    p->facts = (struct flow_facts){f,         in->diags,  &p->events, &p->predicates,
                                   &p->paths, &p->values, threads};
    return true;
}

/* Runs the checks that depend only on two places of the fragment, not on its surroundings. */
static void run_fragment_checks(const struct flow_facts *facts) {
    flow_check_wgmma(facts);
    flow_check_wgmma_fence(facts);
    flow_check_groups(facts);
    flow_check_proxy(facts);
    flow_check_wait(facts);
    flow_check_tcgen05(facts);
    flow_check_tensormap(facts);
}

static void run_checks(const struct flow_facts *facts) {
    flow_check_wgmma(facts);
    flow_check_wgmma_fence(facts);
    flow_check_groups(facts);
    flow_check_proxy(facts);
    flow_check_reuse(facts);
    flow_check_mbarrier(facts);
    flow_check_wait(facts);
    flow_check_init(facts);
    flow_check_data(facts);
    flow_check_ledger(facts);
    flow_check_bytes(facts);
    flow_check_barrier(facts);
    flow_check_cluster(facts);
    flow_check_races(facts);
    flow_check_conflicts(facts);
    flow_check_handover(facts);
    flow_check_laps(facts);
    flow_check_habits(facts);
    flow_check_start(facts);
    flow_check_tmem(facts);
    flow_check_tcgen05(facts);
    flow_check_tensormap(facts);
    flow_check_setmaxnreg(facts);
    flow_check_pool(facts);
    flow_check_balance(facts);
    flow_check_maps(facts);
    flow_check_swizzle(facts);
    flow_check_align(facts);
}

static void check_function(const struct flow_input *in, struct flow_lines *lines, uint32_t head) {
    struct passes p = {.f.gap = FLOW_COMPLETE};
    if (run_passes(&p, in, lines, head)) {
        if (in->dump) flow_dump(in->dump, &p.facts);
        uint32_t from = in->diags->list.count;
        (in->is_fragment ? run_fragment_checks : run_checks)(&p.facts);
        flow_join_alike(in->diags, p.f.arena, from);
        bool compared = !in->is_fragment && !p.f.calls;
        if (!p.f.gap && compared && !flow_are_few(&p.events, MBARRIER_EVENTS)) p.f.gap = FLOW_MANY;
    }
    if (p.f.gap) note_gap(&p.f);
}

/* The analysis needs more memory than the syntax tree. Returns a mark after the first block, so
 * that this block is fetched from the system once for all functions. */
static struct arena_mark reserve_scratch(const struct flow_input *in) {
    enum { PER_STATEMENT = 1024, MOST = 2 * 1024 * 1024 }; /* bytes */
    size_t room = (size_t)PER_STATEMENT * in->ast->stmts.count;
    arena_expect(in->scratch, room < MOST ? room : MOST);
    (void)arena_alloc(in->scratch, 1);
    return arena_mark(in->scratch);
}

void flow_check(const struct flow_input *in) {
    bool any = false;
    const bool *marked = asynchronous_chains(in, &any);
    if (!any || in->ast->brace_errors) return;
    struct flow_lines lines = flow_lines(in);
    struct arena_mark mark = {NULL, NULL, NULL};
    if (in->scratch) mark = reserve_scratch(in);
    struct flow_map_use use = {.copy = NO_SPAN};
    struct flow_input own = *in;
    own.map_use = &use;
    for (uint32_t i = 0; i < in->ast->functions.count; i++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, i);
        if (!ast_stmt(in->ast, head)->body) continue;
        uint32_t end = ast_body_end(in->ast, head);
        if (!end || !has_event(in, marked, head + 2, end - 1)) continue;
        check_function(&own, &lines, head);
        if (in->scratch) arena_release(in->scratch, mark);
    }
    flow_check_map_names(&own);
}

/* Returns the instruction of a function that is this statement, or UINT32_MAX. */
static uint32_t insn_of(const struct flow_function *f, uint32_t stmt) {
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (f->insns[i].stmt == stmt) return i;
    return UINT32_MAX;
}

void flow_look(const struct flow_input *in, uint32_t stmt,
               void (*look)(void *user, const struct flow_facts *facts, uint32_t insn),
               void *user) {
    struct flow_lines lines = flow_lines(in);
    for (uint32_t i = 0; i < in->ast->functions.count; i++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, i);
        uint32_t end = ast_stmt(in->ast, head)->body ? ast_body_end(in->ast, head) : 0;
        if (head >= stmt || stmt >= end) continue;
        struct passes p = {.f.gap = FLOW_COMPLETE};
        bool known = run_passes(&p, in, &lines, head);
        uint32_t insn = known ? insn_of(&p.f, stmt) : UINT32_MAX;
        if (insn != UINT32_MAX) look(user, &p.facts, insn);
    }
}
