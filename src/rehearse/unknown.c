/* SPDX-License-Identifier: Apache-2.0
 * Branches that depend on data. If both paths meet again, and neither does anything that other
 * threads can see, everything they write is unknown from there on, and the rehearsal continues. */
#include "rehearse/machine.h"
#include <string.h>

/* The blocks between a branch and the point where its paths meet. */
struct region {
    bool silent;       /* nothing in it is visible to others */
    bool stores;       /* it writes memory */
    uint32_t *written; /* registers */
    uint32_t count;
};

/* Loads and stores are the only events that just change what is known. */
static bool is_silent(const struct machine *m, const struct op *op) {
    if (op->does == DOES_LOAD || op->does == DOES_STORE) return true;
    if (op->does == DOES_RETURN || op->does == DOES_EXIT || op->does == DOES_CALL) return false;
    for (uint32_t i = 0; i < op->happenings; i++) {
        const struct happening *h = list_at(&m->program->happenings, op->happening + i);
        switch ((enum isa_event_kind)h->kind) {
        case EVENT_LOAD:
        case EVENT_STORE:
        case EVENT_ATOMIC:
        case EVENT_WARP_EXCHANGE:
        case EVENT_LANE_COPY:
        case EVENT_ELECT: break;
        default: return false;
        }
    }
    return true;
}

static void add_op(struct machine *m, struct region *r, uint32_t pc, uint8_t *seen) {
    const struct op *op = &m->program->ops[pc];
    r->silent = r->silent && is_silent(m, op);
    r->stores |= op->does == DOES_STORE || op->happenings != 0;
    for (uint32_t k = 0; k < op->operands; k++) {
        const struct rehearsed *o = program_operand(m->program, op, k);
        for (uint32_t i = 0; o->is_written && i < o->count; i++) {
            const struct place *p = program_place(m->program, o->first + i);
            if (p->kind != PLACE_REGISTER || seen[p->id]) continue;
            seen[p->id] = 1;
            r->written[r->count++] = p->id;
        }
    }
}

/* What add_blocks uses: a function may have a region for each of many thousands of blocks. */
struct region_space {
    uint32_t *stack, *written;
    uint8_t *reached, *seen;
};

static struct region_space *space_for_regions(struct machine *m) {
    uint32_t blocks = m->program->f->block_count, registers = m->program->registers;
    struct region_space *s = m->regions.space;
    if (!s) {
        s = m->regions.space = arena_alloc(m->arena, sizeof *s);
        s->stack = arena_alloc(m->arena, blocks * sizeof *s->stack);
        s->written = arena_alloc(m->arena, (registers + 1) * sizeof *s->written);
        s->reached = arena_alloc(m->arena, blocks + 1);
        s->seen = arena_alloc(m->arena, registers + 1);
    }
    memset(s->reached, 0, blocks + 1);
    memset(s->seen, 0, registers + 1);
    return s;
}

/* Adds all blocks that are reachable from a block before `end`. */
static void add_blocks(struct machine *m, struct region *r, uint32_t from, uint32_t end) {
    const struct flow_function *f = m->program->f;
    const struct region_space *space = space_for_regions(m);
    uint32_t *stack = space->stack, depth = 0;
    uint8_t *reached = space->reached;
    r->written = space->written;
    reached[end] = 1;
    for (uint32_t b = from, first = 1; first || depth; first = 0) {
        if (!first) b = stack[--depth];
        for (uint32_t pc = f->blocks[b].first; !first && pc < f->blocks[b].end; pc++)
            if (pc < m->program->count) add_op(m, r, pc, space->seen);
        for (uint32_t e = f->blocks[b].edges; e < f->blocks[b + 1].edges; e++) {
            uint32_t to = f->edges[e];
            if (reached[to]) continue;
            reached[to] = 1;
            stack[depth++] = to;
        }
    }
    r->written = arena_alloc(m->arena, (r->count + 1) * sizeof *r->written);
    if (r->count) memcpy(r->written, space->written, r->count * sizeof *r->written);
}

static const struct region *region_of(struct machine *m, uint32_t block) {
    struct region *r = m->regions.after[block];
    if (r) return r;
    r = m->regions.after[block] = arena_zalloc(m->arena, sizeof *r);
    r->silent = m->program->joins[block] != NO_OP;
    if (r->silent) add_blocks(m, r, block, m->program->f->block_of[m->program->joins[block]]);
    return r;
}

bool skip_unknown(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    const struct region *r = region_of(m, op->block);
    if (!r->silent) return false;
    if (r->stores) memory_forget(m, w, SPACE_NONE);
    for (uint32_t i = 0; i < r->count; i++) {
        w->registers[r->written[i]].known &= ~lanes;
        w->registers[r->written[i]].origin = pc;
    }
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->pc[l] = m->program->joins[op->block];
    return true;
}
