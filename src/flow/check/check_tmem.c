/* SPDX-License-Identifier: Apache-2.0
 * Allocations and deallocations of Tensor Memory in a kernel. Any warp may deallocate, so this
 * is checked for the kernel as a whole, not along its paths. Manual: tcgen05.alloc,
 * tcgen05.dealloc, tcgen05.relinquish_alloc_permit. */
#include "flow/check/check.h"

enum {
    MOST_COLUMNS = 64,   /* numbers of columns that are distinguished */
    MOST_PAIRS = 1 << 20 /* pairs of an allocation and what may precede it */
};

/* The reachable events of one kind. */
struct uses {
    uint32_t first, count; /* first: one of these events */
    bool unknown;          /* for one of them, the columns are unknown */
};

static bool is_use(const struct flow_facts *facts, uint32_t event, enum isa_event_kind kind) {
    const struct flow_event *e = &facts->events->at[event];
    return e->kind == kind && flow_is_reached(facts->paths, e->insn);
}

/* Returns the number of columns of an event, which is a literal or moved to a register, or 0 if
 * unknown. */
static int64_t columns_of(const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    struct event_value v = flow_argument(facts->events, event, ARGUMENT_COLUMNS);
    if (v.known) return v.number;
    const struct flow_ref *ref = flow_argument_name(facts->events, event, ARGUMENT_COLUMNS);
    if (!ref || ref->flags & (REF_VARIABLE | REF_SPECIAL)) return 0;
    if (facts->predicates->writes[ref->id] != 1) return 0;
    uint32_t writer = facts->predicates->writer[ref->id];
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[writer].stmt);
    if (!flow_does(f, writer, DOES_MOVE) || s->roots != 2 || s->guarded) return 0;
    const struct node *source = ast_node(f->in->ast, s->nodes_end - 1);
    return source->kind == PTXC_OPERAND_INTEGER ? source->value : 0;
}

/* Returns true if any thread reaches the event. Compilers emit deallocations at the end of every
 * role, including roles that do not contain the allocating warp. */
static bool some_thread_does(const struct flow_facts *facts, uint32_t event) {
    struct threads *t = facts->threads;
    uint64_t set[MOST_THREADS / 64] = {0}, some = 0;
    if (!t || !t->is_given) return true;
    flow_thread_most(t, facts->events->at[event].insn, set);
    for (uint32_t i = 0; i < t->words; i++) some |= set[i];
    return some != 0;
}

static struct uses find_uses(const struct flow_facts *facts, enum isa_event_kind kind) {
    struct uses uses = {0, 0, false};
    for (uint32_t e = 0; e < facts->events->count; e++) {
        if (!is_use(facts, e, kind) || !some_thread_does(facts, e)) continue;
        if (!uses.count++) uses.first = e;
        uses.unknown |= !columns_of(facts, e);
    }
    return uses;
}

static ptxc_span place_of(const struct flow_facts *facts, uint32_t event) {
    return flow_head(facts->f, facts->events->at[event].insn);
}

static struct text opcode_of(const struct flow_facts *facts, uint32_t event) {
    return flow_opcode(facts->f, facts->events->at[event].insn);
}

/* ---- columns ---- */

/* The distinct numbers of columns of one kind of event. */
struct columns {
    int64_t *number;
    uint32_t count;
};

static bool has_columns(const struct columns *c, int64_t number) {
    for (uint32_t i = 0; i < c->count; i++)
        if (c->number[i] == number) return true;
    return false;
}

/* Only ten numbers can be allocated; looking up more than MOST_COLUMNS would take too long. */
static bool find_column_numbers(const struct flow_facts *facts, enum isa_event_kind kind,
                                struct columns *c) {
    *c = (struct columns){arena_alloc(facts->f->arena, MOST_COLUMNS * sizeof *c->number), 0};
    for (uint32_t e = 0; e < facts->events->count; e++) {
        int64_t number = is_use(facts, e, kind) ? columns_of(facts, e) : 0;
        if (!number || has_columns(c, number)) continue;
        if (c->count == MOST_COLUMNS) return false;
        c->number[c->count++] = number;
    }
    return true;
}

/* Returns an event of one kind whose number of columns no event of the other kind has, or
 * UINT32_MAX. */
static uint32_t find_unmatched(const struct flow_facts *facts, enum isa_event_kind kind,
                               enum isa_event_kind other) {
    struct columns others;
    if (!find_column_numbers(facts, other, &others)) return UINT32_MAX;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        int64_t columns = is_use(facts, e, kind) ? columns_of(facts, e) : 0;
        if (columns && !has_columns(&others, columns)) return e;
    }
    return UINT32_MAX;
}

static void check_columns(const struct flow_facts *facts, const struct uses *allocs,
                          const struct uses *frees) {
    struct diags *diags = facts->diags;
    uint32_t at =
        allocs->unknown ? UINT32_MAX : find_unmatched(facts, EVENT_TMEM_DEALLOC, EVENT_TMEM_ALLOC);
    if (at != UINT32_MAX) {
        struct text alloc = opcode_of(facts, allocs->first);
        struct diag *d = report_columns_not_allocated(
            diags, place_of(facts, at), opcode_of(facts, at), columns_of(facts, at), alloc);
        note_allocates_here(diags, d, place_of(facts, allocs->first), alloc,
                            columns_of(facts, allocs->first));
        return;
    }
    at = frees->unknown ? UINT32_MAX : find_unmatched(facts, EVENT_TMEM_ALLOC, EVENT_TMEM_DEALLOC);
    if (at != UINT32_MAX)
        report_columns_not_freed(diags, place_of(facts, at), opcode_of(facts, at),
                                 columns_of(facts, at), opcode_of(facts, frees->first));
}

/* ---- allocation after relinquishing the permit ---- */

/* Returns true if there is no label in between: the check of single lines then reports it. */
static bool runs_through(const struct flow_function *f, uint32_t from, uint32_t to) {
    if (f->insns[from].guard != NO_REGISTER || from > to) return false;
    for (uint32_t i = f->insns[from].stmt; i < f->insns[to].stmt; i++)
        if (ast_stmt(f->in->ast, i)->kind == PTXC_STMT_LABEL) return false;
    return true;
}

/* Returns true if a thread is known to have executed `first` when it gets to `then`. */
static bool comes_first(const struct flow_facts *facts, uint32_t first, uint32_t then) {
    const struct flow_function *f = facts->f;
    uint32_t a = f->block_of[first], b = f->block_of[then];
    if (a == b ? first >= then : !flow_dominates(facts->paths, a, b)) return false;
    if (f->insns[first].guard == NO_REGISTER) return true;
    struct literal needed = flow_guard(f, facts->predicates, first), known[MOST_FACTS];
    uint32_t count = needed.number ? flow_facts(facts->paths, then, known) : 0;
    for (uint32_t i = 0; i < count; i++)
        if (known[i].number == needed.number && known[i].negated == needed.negated) return true;
    return false;
}

static void check_alloc_order(const struct flow_facts *facts, uint32_t alloc,
                              const uint32_t *given_up, uint32_t count) {
    uint32_t to = facts->events->at[alloc].insn;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = facts->events->at[given_up[i]].insn;
        if (!comes_first(facts, from, to)) continue;
        if (runs_through(facts->f, from, to)) return;
        ptxc_span at = place_of(facts, alloc);
        struct diag *d = report_never_after(facts->diags, at, opcode_of(facts, alloc),
                                            opcode_of(facts, given_up[i]));
        note_first_here(facts->diags, d, place_of(facts, given_up[i]));
        return;
    }
}

static void check_relinquished(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    uint32_t *given_up = arena_alloc(facts->f->arena, (events->count + 1) * sizeof *given_up);
    uint32_t count = 0, pairs = 0;
    for (uint32_t e = 0; e < events->count; e++)
        if (is_use(facts, e, EVENT_TMEM_RELINQUISH)) given_up[count++] = e;
    for (uint32_t e = 0; count && e < events->count; e++) {
        if (!is_use(facts, e, EVENT_TMEM_ALLOC)) continue;
        pairs += count;
        if (pairs > MOST_PAIRS) {
            flow_leave_out(facts->f);
            return;
        }
        check_alloc_order(facts, e, given_up, count);
    }
}

/* ---- the whole kernel ---- */

static void check_missing(const struct flow_facts *facts, const struct uses *allocs,
                          const struct uses *frees) {
    struct diags *diags = facts->diags;
    if (!frees->count)
        report_never_freed(diags, place_of(facts, allocs->first), opcode_of(facts, allocs->first),
                           flow_name_of(EVENT_TMEM_DEALLOC));
    if (!allocs->count)
        report_never_allocated(diags, place_of(facts, frees->first), opcode_of(facts, frees->first),
                               flow_name_of(EVENT_TMEM_ALLOC));
    if (allocs->count && !find_uses(facts, EVENT_TMEM_RELINQUISH).count)
        report_never_relinquished(diags, place_of(facts, allocs->first),
                                  opcode_of(facts, allocs->first),
                                  flow_name_of(EVENT_TMEM_RELINQUISH));
}

void flow_check_tmem(const struct flow_facts *facts) {
    if (!facts->f->is_entry) return;
    check_relinquished(facts);
    /* A called function may allocate and deallocate. */
    if (facts->f->calls) return;
    struct uses allocs = find_uses(facts, EVENT_TMEM_ALLOC);
    struct uses frees = find_uses(facts, EVENT_TMEM_DEALLOC);
    if (!allocs.count && !frees.count) return;
    check_missing(facts, &allocs, &frees);
    if (allocs.count && frees.count) check_columns(facts, &allocs, &frees);
}
