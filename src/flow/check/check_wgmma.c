/* SPDX-License-Identifier: Apache-2.0
 * Registers of multiplications that are in flight. Manual: Asynchronous Warpgroup Level Matrix
 * Instructions. ptxas inserts waits where a kernel should have waited, and reports them (C7513
 * to C7517). Compilers copy accumulators around the instructions that tie them together, and
 * ptxas removes the copies: a copy counts as another name of the register. */
#include "flow/check/check.h"

/* A multiplication that uses a register. */
struct user {
    uint32_t site;
    bool accumulates; /* otherwise, it reads the register as a part of A */
};

struct scan {
    const struct flow_facts *facts;
    struct groups groups;
    struct group_state state;
    uint8_t *told;   /* for each site */
    uint32_t *first; /* for each register, its first user; they end where those of the next start */
    struct user *users;
    uint32_t *name_of; /* for each register, the accumulator that it is a copy of */
};

/* ---- users of registers ---- */

/* Returns true if operand A consists of registers. A single register is a descriptor, which is read
 * immediately. */
static bool has_registers_in_a(const struct flow_function *f, uint32_t insn) {
    uint32_t count = 0;
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++)
        count += f->refs[k].operand == 1;
    return count > 1;
}

/* Returns true if a multiplication uses the register after it was issued. */
static bool is_used(const struct flow_ref *ref, bool a) {
    return !(ref->flags & (REF_VARIABLE | REF_SPECIAL)) &&
           (ref->operand == 0 || (a && ref->operand == 1));
}

/* Called twice: to count the users of each register, and to store them. */
static uint32_t add_users(struct scan *s, uint32_t site, bool write) {
    const struct flow_function *f = s->facts->f;
    uint32_t insn = s->groups.sites[site].insn, added = 0;
    bool a = has_registers_in_a(f, insn);
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &f->refs[k];
        if (!is_used(ref, a)) continue;
        added++;
        if (write)
            s->users[s->first[ref->id + 1]++] = (struct user){site, ref->operand == 0};
        else
            s->first[ref->id + 2]++;
    }
    return added;
}

static void find_users(struct scan *s) {
    const struct flow_function *f = s->facts->f;
    uint32_t total = 0;
    s->first = arena_zalloc(f->arena, (f->register_count + 2) * sizeof *s->first);
    for (uint32_t i = 0; i < s->groups.site_count; i++) total += add_users(s, i, false);
    s->users = arena_alloc(f->arena, (total + 1) * sizeof *s->users);
    for (uint32_t r = 2; r < f->register_count + 2; r++) s->first[r] += s->first[r - 1];
    for (uint32_t i = 0; i < s->groups.site_count; i++) add_users(s, i, true);
}

/* ---- copies ---- */

static uint32_t name_of(const struct scan *s, uint32_t id) {
    return s->name_of[id] == NO_REGISTER ? id : s->name_of[id];
}

typedef bool pending_test(const struct group_state *state, uint32_t site);

/* Returns the first user of a register at or after this site; users are in the order of their
 * sites. */
static uint32_t first_user(const struct scan *s, uint32_t id, uint32_t site) {
    uint32_t low = s->first[id], high = s->first[id + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->users[middle].site < site)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns a multiplication in flight that accumulates into the register (or, with `reads`, has it
 * in A), or UINT32_MAX. */
static uint32_t in_flight(const struct scan *s, uint32_t id, bool reads, pending_test *test) {
    const struct group_words *span = &s->state.pending;
    if (span->from >= span->to) return UINT32_MAX;
    for (uint32_t i = first_user(s, id, 64 * span->from);
         i < s->first[id + 1] && s->users[i].site < 64 * span->to; i++)
        if ((s->users[i].accumulates || reads) && test(&s->state, s->users[i].site))
            return s->users[i].site;
    return UINT32_MAX;
}

static void copy(struct scan *s, uint32_t insn) {
    const struct flow_function *f = s->facts->f;
    const struct flow_ref *ref = &f->refs[f->insns[insn].refs];
    uint32_t source = name_of(s, ref[1].id);
    if (s->facts->predicates->writes[ref[0].id] == 1 &&
        in_flight(s, source, false, groups_is_pending) != UINT32_MAX)
        s->name_of[ref[0].id] = source;
}

/* ---- findings ---- */

static void touched(struct scan *s, uint32_t insn, const struct flow_ref *ref, uint32_t site,
                    bool surely) {
    const struct flow_facts *facts = s->facts;
    const struct flow_function *f = facts->f;
    ptxc_span at = node_span(ast_node(f->in->ast, ref->node));
    struct text name = text_at(f->in->text, at);
    struct text access = phrase(ref->flags & REF_WRITTEN ? P_written : P_read);
    uint8_t tier = surely ? 2 : 1; /* what is sure is said even if it was said to be possible */
    if (s->told[site] >= tier) return;
    s->told[site] = tier;
    struct diag *d = surely ? report_in_flight(facts->diags, at, name, access)
                            : report_may_be_in_flight(facts->diags, at, name, access);
    uint32_t starts = s->groups.sites[site].insn;
    note_started_here(facts->diags, d, flow_head(f, starts), flow_opcode(f, starts));
    /* A wait helps only if everything that it is for has been committed. */
    if (surely && !groups_has_uncommitted(&s->state))
        flow_fix_before(facts, d, insn, flow_line_of(EVENT_WGMMA_WAIT));
}

/* Multiplications themselves may share accumulators, and may read A again. */
static bool may_touch(const struct flow_ref *ref, bool multiplies) {
    return multiplies && (ref->operand == 0 || !(ref->flags & REF_READ));
}

/* Returns true if the instruction touches a register that passes the test. */
static bool look_at(struct scan *s, uint32_t insn, bool multiplies, pending_test *test) {
    const struct flow_function *f = s->facts->f;
    for (uint32_t k = f->insns[insn].refs; k < f->insns[insn + 1].refs; k++) {
        const struct flow_ref *ref = &f->refs[k];
        if (ref->flags & (REF_VARIABLE | REF_SPECIAL) || may_touch(ref, multiplies)) continue;
        uint32_t id = name_of(s, ref->id);
        bool writes = (ref->flags & REF_WRITTEN) && id == ref->id;
        uint32_t site = in_flight(s, id, writes, test);
        if (site == UINT32_MAX) continue;
        touched(s, insn, ref, site, test == groups_is_pending);
        return true;
    }
    return false;
}

static bool is_multiplication(const struct scan *s, uint32_t insn) {
    const struct flow_events *events = s->facts->events;
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
        if (events->at[e].kind == EVENT_WGMMA) return true;
    return false;
}

static void scan_registers(struct scan *s, uint32_t block) {
    const struct flow_function *f = s->facts->f;
    bool may = diags_wants(s->facts->diags, D_may_be_in_flight);
    groups_at(&s->groups, block, &s->state);
    for (uint32_t i = f->blocks[block].first; i < f->blocks[block].end; i++) {
        bool multiplies = is_multiplication(s, i);
        if (flow_copies_register(f, i))
            copy(s, i);
        else if (!look_at(s, i, multiplies, groups_is_pending) && may)
            look_at(s, i, multiplies, groups_may_be_pending);
        groups_pass(&s->groups, i, &s->state);
    }
}

void flow_check_wgmma(const struct flow_facts *facts) {
    const struct flow_function *f = facts->f;
    struct scan s = {.facts = facts,
                     .groups =
                         flow_groups(facts->events, facts->paths, &flow_wgmma_register_rules)};
    if (!s.groups.site_count) return;
    s.state = groups_room(&s.groups);
    s.told = arena_zalloc(f->arena, s.groups.site_count);
    s.name_of = arena_alloc(f->arena, (f->register_count + 1) * sizeof *s.name_of);
    for (uint32_t i = 0; i <= f->register_count; i++) s.name_of[i] = NO_REGISTER;
    find_users(&s);
    for (uint32_t i = 0; i < f->order_count; i++) scan_registers(&s, f->order[i]);
}
