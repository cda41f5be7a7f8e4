/* SPDX-License-Identifier: Apache-2.0
 * Executes ops on registers and memory, in all lanes. Everything that is not computed from known
 * integers is unknown. */
#include "rehearse/machine.h"
#include "rehearse/sequence.h"
#include "rehearse/program/float.h"
#include "rehearse/program/integer.h"
#include "rehearse/program/video.h"
#include "rehearse/race.h"
#include "match/effect.h"

/* ---- special registers ---- */

enum { SHARED_UNIT = 128 /* in which shared memory is allocated */ };

static uint32_t component_of(const uint32_t *of, uint32_t which) {
    return which < 3 ? of[which] : 0;
}

static uint32_t volume(const uint32_t *of) { return of[0] * of[1] * of[2]; }

static void thread_index(const struct machine *m, const struct warp *w, unsigned lane,
                         uint32_t *index) {
    uint32_t t = w->index * LANES + lane;
    const uint32_t *b = m->launch->block;
    index[0] = t % b[0];
    index[1] = t / b[0] % b[1];
    index[2] = t / b[0] / b[1];
}

static uint32_t rank_part(const struct machine *m, const struct warp *w, uint32_t which) {
    const uint32_t *c = m->launch->cluster;
    return which == 0 ? w->cta % c[0] : which == 1 ? w->cta / c[0] % c[1] : w->cta / c[0] / c[1];
}

static bool read_of_thread(struct machine *m, const struct warp *w, unsigned lane,
                           enum isa_holds holds, uint32_t id, uint64_t *value) {
    const ptxc_launch *launch = m->launch;
    uint32_t which = id & 3, index[3];
    switch (holds) {
    case HOLDS_THREAD:
        thread_index(m, w, lane, index);
        *value = component_of(index, which);
        break;
    case HOLDS_THREADS: *value = component_of(launch->block, which); break;
    case HOLDS_LANE: *value = lane; break;
    case HOLDS_LANES_EQUAL: *value = UINT32_C(1) << lane; break;
    case HOLDS_LANES_UP_TO: *value = UINT32_MAX >> (31 - lane); break;
    case HOLDS_LANES_BEFORE: *value = (UINT32_C(1) << lane) - 1; break;
    case HOLDS_LANES_FROM: *value = UINT32_MAX << lane; break;
    case HOLDS_LANES_AFTER:
        *value = UINT32_MAX << lane << 1;
        *value = (uint32_t)*value;
        break;
    case HOLDS_WARP: *value = w->index; break;
    case HOLDS_WARPS: *value = m->warps_per_cta; break;
    case HOLDS_TIME:
    case HOLDS_TIME_HIGH:
        m->warps[w - m->warps].polling.timed = true;
        *value = m->steps + m->sync.skipped;
        if (holds == HOLDS_TIME_HIGH) *value >>= 32;
        break;
    default: return false;
    }
    return true;
}

static bool read_of_launch(struct machine *m, const struct warp *w, enum isa_holds holds,
                           uint32_t id, uint64_t *value) {
    const ptxc_launch *launch = m->launch;
    uint32_t which = id & 3;
    switch (holds) {
    case HOLDS_CTA: *value = component_of(m->ctas[w->cta].index, which); break;
    case HOLDS_CTAS: *value = component_of(launch->grid, which); break;
    case HOLDS_CLUSTER:
        *value = which < 3 ? m->ctas[w->cta].index[which] / launch->cluster[which] : 0;
        break;
    case HOLDS_CLUSTERS:
        *value = which < 3 ? launch->grid[which] / launch->cluster[which] : 0;
        break;
    case HOLDS_CTA_IN_CLUSTER: *value = which < 3 ? rank_part(m, w, which) : 0; break;
    case HOLDS_CTAS_OF_CLUSTER: *value = component_of(launch->cluster, which); break;
    case HOLDS_RANK: *value = w->cta; break;
    case HOLDS_RANKS: *value = volume(launch->cluster); break;
    case HOLDS_IN_CLUSTER: *value = volume(launch->cluster) > 1; break;
    case HOLDS_SHARED_SIZE:
        *value = m->memory.static_shared + launch->dynamic_shared;
        *value = (*value + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
        return !m->memory.any_shared;
    case HOLDS_DYNAMIC_SIZE: *value = launch->dynamic_shared; return !m->memory.any_shared;
    default: return false;
    }
    return true;
}

static bool read_special(struct machine *m, const struct warp *w, unsigned lane, uint32_t id,
                         uint64_t *value) {
    enum isa_holds holds = (enum isa_holds)isa_specials[id >> 2].holds;
    return read_of_thread(m, w, lane, holds, id, value) || read_of_launch(m, w, holds, id, value);
}

/* ---- values of places ---- */

/* Returns the address of a variable in its own space, if that space has its own addresses. */
static uint64_t variable_address(const struct machine *m, const struct warp *w, uint32_t id) {
    const struct flow_variable *v = list_at(&m->program->f->variables, id);
    uint64_t rank = v->space == SPACE_SHARED ? (uint64_t)w->cta << RANK_SHIFT : 0;
    return m->memory.address[id] + rank;
}

bool place_compute(struct machine *m, const struct warp *w, unsigned lane, const struct place *p,
                   uint64_t *value) {
    *value = 0;
    switch ((enum place_kind)p->kind) {
    case PLACE_REGISTER:
        *value = w->registers[p->id].value[lane];
        if (!(w->registers[p->id].known >> lane & 1)) return false;
        break;
    case PLACE_SPECIAL:
        if (!read_special(m, w, lane, p->id, value)) return false;
        break;
    case PLACE_VARIABLE: *value = variable_address(m, w, p->id); break;
    case PLACE_NUMBER:
    case PLACE_FLOAT: break;
    default: return false;
    }
    *value += (uint64_t)p->number;
    if (p->minus) *value = 0 - *value;
    if (p->negated) *value = ~*value & 1;
    return true;
}

/* Returns the op that made a source of this one unknown: that of its first unknown source. */
static uint32_t blame(const struct machine *m, const struct warp *w, unsigned lane, uint32_t pc) {
    const struct op *op = &m->program->ops[pc];
    for (uint32_t k = 0; k < op->operands; k++) {
        const struct rehearsed *o = program_operand(m->program, op, k);
        for (uint32_t i = 0; !o->is_written && i < o->count; i++) {
            const struct place *p = program_place(m->program, o->first + i);
            if (p->kind != PLACE_REGISTER || w->registers[p->id].known >> lane & 1) continue;
            uint32_t origin = w->registers[p->id].origin;
            return origin == NO_OP ? pc : origin;
        }
    }
    return pc;
}

void place_write(struct machine *m, struct warp *w, unsigned lane, const struct place *p,
                 uint64_t value, bool known, uint32_t op) {
    if (p->kind != PLACE_REGISTER && p->kind != PLACE_PART) return;
    if (p->kind == PLACE_PART) known = false;
    struct lanes *r = &w->registers[p->id];
    unsigned width = m->program->width[p->id];
    if (!width) known = false;
    if (!known && (r->known >> lane & 1 || r->origin == NO_OP)) r->origin = blame(m, w, lane, op);
    r->value[lane] = !known ? 0 : width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
    r->known = known ? r->known | 1u << lane : r->known & ~(1u << lane);
}

bool read_address(struct machine *m, const struct warp *w, unsigned lane, const struct op *op,
                  uint32_t operand, uint64_t *address) {
    const struct place *p = leaf_of(m, op, operand, 0);
    if (!place_read(m, w, lane, p, address)) return false;
    uint8_t space = op->space;
    if (p->kind == PLACE_VARIABLE)
        space = ((const struct flow_variable *)list_at(&m->program->f->variables, p->id))->space;
    *address = generic_address(space, *address);
    return true;
}

/* ---- memory ---- */

/* Ordering and volatile loads read semaphores. */
static bool load_word(struct machine *m, struct warp *w, unsigned lane, const struct op *op,
                      uint64_t address, unsigned size, uint64_t *value) {
    struct polled_word x = {.address = address, .size = (uint8_t)size};
    x.semaphore = op->mode == MODE_ACQUIRE || op->mode == MODE_RELAXED || op->mode == MODE_VOLATILE;
    x.known = is_global_address(address) ? global_read(m, address, size, x.semaphore, value)
                                         : memory_read(m, w, lane, address, size, value);
    x.value = *value;
    note_word(w, &x);
    return x.known;
}

static bool load_value(struct machine *m, struct warp *w, unsigned lane, uint32_t pc, uint32_t leaf,
                       uint64_t address, uint64_t *value) {
    const struct op *op = &m->program->ops[pc];
    unsigned size = isa_types[op->type].width / 8u;
    if (size == 16) {
        uint64_t upper;
        return load_word(m, w, lane, op, address, 8, value) &&
               load_word(m, w, lane, op, address + 8, 8, &upper) && !upper;
    }
    if (load_word(m, w, lane, op, address, size, value)) return true;
    return !is_global_address(address) &&
           assume_parameter(m, address, size, leaf_of(m, op, 0, leaf)) &&
           memory_read(m, w, lane, address, size, value);
}

static void load_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    unsigned size = isa_types[op->type].width / 8u;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1)) continue;
        uint64_t address, value;
        bool known = read_address(m, w, l, op, 1, &address);
        if (known) note_polled(w, pc, address);
        for (uint32_t i = 0; i < leaf_count(m, op, 0); i++) {
            bool got = known && load_value(m, w, l, pc, i, address + i * size, &value);
            if (got && isa_types[op->type].kind == TYPE_SINT)
                value = (uint64_t)as_signed(op->type, value);
            place_write(m, w, l, leaf_of(m, op, 0, i), got ? value : 0, got, pc);
        }
    }
}

static void store_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    unsigned size = isa_types[op->type].width / 8u;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1)) continue;
        uint64_t address, value;
        bool known = read_address(m, w, l, op, 0, &address);
        if (!known) memory_forget(m, w, op->space);
        for (uint32_t i = 0; known && i < leaf_count(m, op, 1); i++) {
            bool got = place_read(m, w, l, leaf_of(m, op, 1, i), &value);
            memory_write(m, w, l, address + i * size, size, value, got);
        }
    }
}

/* ---- moves ---- */

/* Moves a vector into a register, a register into a vector, or one into another. */
static void move_value(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint32_t to = leaf_count(m, op, 0), from = leaf_count(m, op, 1);
    if (!to || !from) return;
    unsigned width = isa_types[op->type].width;
    uint64_t value = 0;
    bool known = true;
    for (uint32_t i = 0; i < from; i++) {
        uint64_t part;
        known &= place_read(m, w, l, leaf_of(m, op, 1, i), &part);
        unsigned bits = width / from;
        if (bits < 64) part &= (UINT64_C(1) << bits) - 1;
        if (bits * i < 64)
            value |= part << (bits * i);
        else
            known &= !part;
    }
    unsigned bits = width / to;
    for (uint32_t i = 0; i < to; i++)
        place_write(m, w, l, leaf_of(m, op, 0, i), bits * i < 64 ? value >> (bits * i) : 0, known,
                    pc);
}

static void convert_address(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t value;
    const struct place *p = leaf_of(m, op, 1, 0);
    bool known = place_read(m, w, l, p, &value);
    if (op->space == SPACE_SHARED && op->mode == MODE_TO)
        value = (uint32_t)(value - SHARED_WINDOW);
    else
        value = generic_address(op->space, value);
    place_write(m, w, l, leaf_of(m, op, 0, 0), value, known, pc);
}

static void map_shared(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t address, rank;
    bool known = place_read(m, w, l, leaf_of(m, op, 1, 0), &address) &&
                 place_read(m, w, l, leaf_of(m, op, 2, 0), &rank);
    uint64_t window = op->space == SPACE_SHARED ? 0 : SHARED_WINDOW;
    uint64_t offset = known ? (address - window) & ((1u << RANK_SHIFT) - 1) : 0;
    place_write(m, w, l, leaf_of(m, op, 0, 0), known ? window + (rank << RANK_SHIFT) + offset : 0,
                known, pc);
}

static void rank_of(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t address;
    bool known = place_read(m, w, l, leaf_of(m, op, 1, 0), &address);
    uint64_t window = op->space == SPACE_SHARED ? 0 : SHARED_WINDOW;
    place_write(m, w, l, leaf_of(m, op, 0, 0), known ? (address - window) >> RANK_SHIFT : 0, known,
                pc);
}

static void is_space(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t address;
    bool known = place_read(m, w, l, leaf_of(m, op, 1, 0), &address);
    bool shared = address >= SHARED_WINDOW, local = !shared && address >= LOCAL_BASE;
    bool is = op->space == SPACE_SHARED  ? shared
              : op->space == SPACE_LOCAL ? local
                                         : !shared && !local;
    place_write(m, w, l, leaf_of(m, op, 0, 0), is, known, pc);
}

/* Reads the answer to a request to cancel the launch of a cluster. A refusal names no CTA. */
static void read_answer(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t answer;
    bool known = place_read(m, w, l, leaf_of(m, op, 1, 0), &answer);
    if (op->mode == MODE_IS_CANCELED) {
        place_write(m, w, l, leaf_of(m, op, 0, 0), known ? answer >> ANSWER_YES : 0, known, pc);
        return;
    }
    uint64_t part[3] = {known ? answer & ANSWER_MOST_X : 0, known ? answer >> ANSWER_Y & 0xFFFF : 0,
                        known ? answer >> ANSWER_Z & 0xFFFF : 0};
    uint32_t first = op->mode == MODE_FIRST_Y ? 1 : op->mode == MODE_FIRST_Z ? 2 : 0;
    known = known && answer >> ANSWER_YES;
    for (uint32_t i = 0; i < leaf_count(m, op, 0); i++)
        place_write(m, w, l, leaf_of(m, op, 0, i), first + i < 3 ? part[first + i] : 0,
                    known && first + i < 3, pc);
}

/* ---- selections and comparisons ---- */

static void choose_one(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t a, b, by;
    bool known_a = place_read(m, w, l, leaf_of(m, op, 1, 0), &a);
    bool known_b = place_read(m, w, l, leaf_of(m, op, 2, 0), &b);
    bool known = place_read(m, w, l, leaf_of(m, op, 3, 0), &by);
    bool first = op->does == DOES_SELECT ? by & 1 : as_signed(op->from, by) >= 0;
    if (op->does == DOES_SELECT_SIGN && isa_types[op->from].kind == TYPE_FLOAT) known = false;
    known = known ? (first ? known_a : known_b) : known_a && known_b && a == b;
    place_write(m, w, l, leaf_of(m, op, 0, 0), first ? a : b, known, pc);
}

/* Writes the result and, if a second predicate is written, its complement. */
static void compare_lane(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t s[4] = {0};
    bool known = true, is = false;
    uint32_t sources = op->operands - 1;
    for (uint32_t k = 0; k < sources && k < 3; k++)
        known &= place_read(m, w, l, leaf_of(m, op, k + 1, 0), &s[k]);
    known = known && integer_compare(op, s, sources, &is);
    bool with = s[2] & 1, other = !is;
    if (sources > 2) {
        struct op alone = *op;
        bool plain = false;
        integer_compare(&alone, s, 2, &plain);
        other = op->also == MODE_AND  ? !plain && with
                : op->also == MODE_OR ? !plain || with
                                      : plain == with;
    }
    place_write(m, w, l, leaf_of(m, op, 0, 0), is, known, pc);
    if (leaf_count(m, op, 0) > 1) place_write(m, w, l, leaf_of(m, op, 0, 1), other, known, pc);
}

static void compare_number(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    uint64_t s[4] = {0};
    bool known = isa_types[op->type].kind != TYPE_FLOAT, is = false;
    uint32_t sources = op->operands - 1;
    for (uint32_t k = 0; k < sources && k < 3; k++)
        known &= place_read(m, w, l, leaf_of(m, op, k + 1, 0), &s[k]);
    known = known && integer_compare(op, s, sources, &is);
    place_write(m, w, l, leaf_of(m, op, 0, 0), is ? UINT64_MAX : 0, known, pc);
}

/* ---- arithmetic ---- */

/* Returns true if the result is known although a source is not. */
static bool absorbs(const struct op *op, const uint64_t *s, const bool *known, uint64_t *result) {
    *result = 0;
    bool zero = (known[0] && !s[0]) || (known[1] && !s[1]);
    if (op->does == DOES_AND ||
        (op->does == DOES_MULTIPLY && isa_types[op->type].kind <= TYPE_SINT))
        return zero;
    if (op->does == DOES_OR && isa_types[op->type].kind == TYPE_PRED)
        return (*result = (known[0] && s[0] & 1) || (known[1] && s[1] & 1)) != 0;
    return false;
}

static void compute_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    const struct place *source[4], *to = leaf_of(m, op, 0, 0);
    uint32_t sources = op->operands ? op->operands - 1 : 0;
    if (sources > 4) sources = 4;
    bool single = leaf_count(m, op, 0) == 1;
    bool floats = is_float_type(op->type) || is_float_type(op->from);
    for (uint32_t k = 0; k < sources; k++) {
        source[k] = leaf_of(m, op, k + 1, 0);
        if (leaf_count(m, op, k + 1) != 1) source[k] = leaf_of(m, op, op->operands, 0);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        uint64_t s[4] = {0}, result = 0;
        bool known[4] = {false, false, false, false}, all = single && sources;
        for (uint32_t k = 0; k < sources; k++)
            all &= known[k] = place_read(m, w, l, source[k], &s[k]);
        bool carry = w->carry >> l & 1;
        if (all)
            all = floats ? float_compute(op, s, sources, &result)
                         : integer_compute(op, s, &carry, &result);
        else
            all = absorbs(op, s, known, &result);
        if (op->sets_carry) w->carry = (w->carry & ~(1u << l)) | (uint32_t)carry << l;
        place_write(m, w, l, to, result, all, pc);
    }
}

static void compute_video(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    struct video_operand o[4] = {{0}};
    struct place to = {.kind = PLACE_UNKNOWN};
    bool known = true;
    for (uint32_t k = 0; k < op->operands && k < 4; k++) {
        struct place p = *leaf_of(m, op, k, 0);
        uint64_t bits = 0;
        o[k].minus = p.minus;
        p.minus = false;
        if (p.kind == PLACE_PART) {
            o[k].part = (uint32_t)p.number;
            p.number = 0;
            p.kind = PLACE_REGISTER;
        }
        if (k == 0)
            to = p;
        else
            known &= place_read(m, w, l, &p, &bits);
        o[k].bits = (uint32_t)bits;
    }
    uint32_t result = 0;
    known = known && video_compute(list_at(&m->program->videos, op->target), o,
                                   op->operands < 4 ? op->operands : 4, &result);
    place_write(m, w, l, &to, result, known, pc);
}

/* ---- warp-level operations ---- */

/* Returns the lanes that an operand names, or all lanes that execute the op if it has none. */
static uint32_t lanes_named(struct machine *m, struct warp *w, const struct op *op,
                            uint32_t lanes) {
    uint64_t mask;
    unsigned first = 0;
    while (!(lanes >> first & 1)) first++;
    const struct rehearsed *last = program_operand(m->program, op, op->operands - 1);
    if (last->is_written || !last->count) return lanes;
    return place_read(m, w, first, program_place(m->program, last->first), &mask) ? (uint32_t)mask
                                                                                  : lanes;
}

static unsigned source_lane(const struct op *op, unsigned l, uint64_t b, uint64_t c, bool *in) {
    unsigned segment = (unsigned)(c >> 8) & 31, clamp = (unsigned)c & 31;
    unsigned least = l & segment, most = (l & segment) | (clamp & ~segment);
    int from = (int)l;
    switch ((enum op_mode)op->mode) {
    case MODE_UP:
        from = (int)l - (int)(b & 31);
        *in = from >= (int)most;
        break;
    case MODE_DOWN:
        from = (int)l + (int)(b & 31);
        *in = from <= (int)most;
        break;
    case MODE_BFLY:
        from = (int)(l ^ (b & 31));
        *in = from <= (int)most;
        break;
    default:
        from = (int)(least | (b & 31 & ~segment));
        *in = from <= (int)most;
        break;
    }
    return *in ? (unsigned)from : l;
}

static void shuffle_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    struct lanes a = {.known = 0};
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1 && place_read(m, w, l, leaf_of(m, op, 1, 0), &a.value[l]))
            a.known |= 1u << l;
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t b, c;
        bool in = false;
        if (!(lanes >> l & 1)) continue;
        bool known = place_read(m, w, l, leaf_of(m, op, 2, 0), &b) &&
                     place_read(m, w, l, leaf_of(m, op, 3, 0), &c);
        unsigned from = known ? source_lane(op, l, b, c, &in) : l;
        bool got = known && a.known >> from & 1;
        place_write(m, w, l, leaf_of(m, op, 0, 0), a.value[from], got, pc);
        if (leaf_count(m, op, 0) > 1) place_write(m, w, l, leaf_of(m, op, 0, 1), in, known, pc);
    }
}

static void vote_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    uint32_t yes = 0, known = 0;
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t p;
        if (!(lanes >> l & 1) || !place_read(m, w, l, leaf_of(m, op, 1, 0), &p)) continue;
        known |= 1u << l;
        yes |= (uint32_t)(p & 1) << l;
    }
    uint32_t no = known & ~yes;
    bool sure = known == lanes;
    uint64_t value = yes;
    if (op->mode == MODE_ALL) sure |= no != 0, value = !no;
    if (op->mode == MODE_ANY) sure |= yes != 0, value = yes != 0;
    if (op->mode == MODE_UNI) sure |= yes && no, value = !(yes && no);
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) place_write(m, w, l, leaf_of(m, op, 0, 0), value, sure, pc);
}

static void match_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    uint64_t v[LANES] = {0};
    bool known = true;
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) known &= place_read(m, w, l, leaf_of(m, op, 1, 0), &v[l]);
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t same = 0;
        if (!(lanes >> l & 1)) continue;
        for (unsigned k = 0; k < LANES; k++)
            if (lanes >> k & 1 && v[k] == v[l]) same |= 1u << k;
        bool all = same == lanes;
        place_write(m, w, l, leaf_of(m, op, 0, 0), op->mode == MODE_ALL && !all ? 0 : same, known,
                    pc);
        if (leaf_count(m, op, 0) > 1) place_write(m, w, l, leaf_of(m, op, 0, 1), all, known, pc);
    }
}

static void reduce_lanes(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    uint64_t sum = 0, v;
    bool known = true, first = true;
    for (unsigned l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1)) continue;
        known = known && place_read(m, w, l, leaf_of(m, op, 1, 0), &v);
        if (known && !first) known = integer_change(op, sum, &v, &sum);
        if (first) sum = v;
        first = false;
    }
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) place_write(m, w, l, leaf_of(m, op, 0, 0), sum, known, pc);
}

/* Elects one of the lanes; which one the hardware elects is unspecified. */
static void elect_lane(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    unsigned leader = 0;
    while (!(lanes >> leader & 1)) leader++;
    uint32_t count = leaf_count(m, op, 0);
    for (unsigned l = 0; l < LANES; l++) {
        if (!(lanes >> l & 1)) continue;
        if (count > 1) place_write(m, w, l, leaf_of(m, op, 0, 0), leader, true, pc);
        place_write(m, w, l, leaf_of(m, op, 0, count - 1), l == leader, true, pc);
    }
}

/* Returns the threads of the warp that wait at the op for others. */
static uint32_t waiting_at(const struct warp *w, uint32_t pc) {
    uint32_t lanes = 0;
    for (unsigned l = 0; l < LANES; l++)
        if (w->live >> l & 1 && w->waits[l].kind == WAIT_WARP && w->pc[l] == pc) lanes |= 1u << l;
    return lanes;
}

/* Returns true if all required lanes have arrived. Those that have arrived wait for the others, and
 * then all of them run the op together. */
static bool all_here(struct warp *w, uint32_t pc, uint32_t lanes, uint32_t mask) {
    uint32_t missing = mask & w->live & ~lanes;
    if (!missing) return true;
    uint32_t came = waiting_at(w, pc);
    if (!(missing & ~came)) {
        wake(w, came);
        return false;
    }
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->waits[l] = (struct waiting){.kind = WAIT_WARP, .needed = missing};
    return false;
}

static bool causes_event(const struct machine *m, const struct op *op, enum isa_event_kind kind) {
    for (uint32_t i = 0; i < op->happenings; i++) {
        const struct happening *h = list_at(&m->program->happenings, op->happening + i);
        if (h->kind == kind) return true;
    }
    return false;
}

static bool is_exchange(const struct machine *m, const struct op *op) {
    return causes_event(m, op, EVENT_WARP_EXCHANGE) || causes_event(m, op, EVENT_ELECT);
}

/* Runs `bar.warp.sync`, for which threads that wait at another `bar.warp.sync` also count. Returns
 * the lanes that continue. */
static uint32_t sync_warp(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    uint32_t elsewhere = 0;
    for (uint32_t left = w->live & ~lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (w->waits[l].kind == WAIT_WARP && w->pc[l] != pc &&
            causes_event(m, &m->program->ops[w->pc[l]], EVENT_WARP_SYNC))
            elsewhere |= 1u << l;
    }
    uint32_t mask = lanes_named(m, w, &m->program->ops[pc], lanes);
    if (!all_here(w, pc, lanes | elsewhere, mask)) return 0;
    wake(w, elsewhere);
    for (uint32_t left = elsewhere; left; left &= left - 1) w->pc[__builtin_ctz(left)]++;
    return lanes | elsewhere;
}

/* The lanes that execute it together are active. */
static void name_active(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1)
        place_write(m, w, (unsigned)__builtin_ctz(left), leaf_of(m, &m->program->ops[pc], 0, 0),
                    lanes, true, pc);
}

/* ---- any op ---- */

static bool run_together(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    switch ((enum isa_does)m->program->ops[pc].does) {
    case DOES_SHUFFLE: shuffle_lanes(m, w, pc, lanes); return true;
    case DOES_VOTE: vote_lanes(m, w, pc, lanes); return true;
    case DOES_MATCH: match_lanes(m, w, pc, lanes); return true;
    case DOES_REDUCE_WARP: reduce_lanes(m, w, pc, lanes); return true;
    case DOES_ELECT: elect_lane(m, w, pc, lanes); return true;
    case DOES_ACTIVE_MASK: name_active(m, w, pc, lanes); return true;
    case DOES_LOAD: load_lanes(m, w, pc, lanes); return true;
    case DOES_STORE: store_lanes(m, w, pc, lanes); return true;
    default: return false;
    }
}

typedef void (*lane_runner)(struct machine *m, struct warp *w, uint32_t pc, unsigned lane);

/* Returns the function that executes an op in one lane, or NULL for arithmetic. */
static lane_runner lane_runner_of(const struct op *op) {
    if (video_is(op->does)) return compute_video;
    switch ((enum isa_does)op->does) {
    case DOES_MOVE: return move_value;
    case DOES_ADDRESS: return convert_address;
    case DOES_MAP_SHARED: return map_shared;
    case DOES_RANK: return rank_of;
    case DOES_CANCELED: return read_answer;
    case DOES_IS_SPACE: return is_space;
    case DOES_SELECT:
    case DOES_SELECT_SIGN: return choose_one;
    case DOES_COMPARE: return compare_lane;
    case DOES_COMPARE_NUMBER: return compare_number;
    default: return NULL;
    }
}

/* Handles a store that may or may not be executed. */
static void forget_stored(struct machine *m, const struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    uint32_t size = isa_types[op->type].width / 8u * leaf_count(m, op, 1);
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t address;
        if (!(lanes >> l & 1)) continue;
        if (read_address(m, w, l, op, 0, &address))
            memory_write(m, w, l, address, size, 0, false);
        else
            memory_forget(m, w, op->space);
    }
}

void forget_results(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    if (op->does == DOES_STORE) forget_stored(m, w, pc, lanes);
    for (uint32_t k = 0; k < op->operands; k++) {
        const struct rehearsed *o = program_operand(m->program, op, k);
        for (uint32_t i = 0; o->is_written && i < o->count; i++)
            for (unsigned l = 0; l < LANES; l++)
                if (lanes >> l & 1)
                    place_write(m, w, l, program_place(m->program, o->first + i), 0, false, pc);
    }
}

/* Returns true if an event does not depend on anything that threads share except words that are
 * recorded. */
static bool reads_only_words(uint8_t kind) {
    return kind == EVENT_ATOMIC || kind == EVENT_FENCE || kind == EVENT_FENCE_MBARRIER_INIT ||
           kind == EVENT_PROXY_FENCE || kind == EVENT_WARP_SYNC;
}

static uint32_t run_events(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    if (m->plan.sequence && !sequence_begin(m, w, lanes)) return 0;
    forget_results(m, w, pc, lanes);
    for (uint32_t i = 0; lanes && i < op->happenings && !m->finding; i++) {
        const struct happening *h = list_at(&m->program->happenings, op->happening + i);
        if (h->kind == EVENT_ATOMIC)
            change_atomically(m, w, pc, lanes);
        else
            lanes = happen(m, w, pc, h, lanes);
        if (w->polling.polled) w->polling.polled->more |= !reads_only_words(h->kind);
    }
    if (m->plan.sequence) sequence_end(m, w);
    return lanes;
}

uint32_t execute(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    if (is_exchange(m, op) && !all_here(w, pc, lanes, lanes_named(m, w, op, lanes))) return 0;
    if (op->converged && !is_exchange(m, op) && !all_here(w, pc, lanes, w->live)) return 0;
    uint32_t together = lanes;
    if (causes_event(m, op, EVENT_WARP_SYNC) && !(together = sync_warp(m, w, pc, lanes))) return 0;
    if (m->race && (op->happenings || m->race->uses_loaded)) race_run(m, w, pc, together);
    if (m->memory.addresses && op->happenings) addresses_check(m, w, pc, lanes);
    if (run_together(m, w, pc, lanes)) return lanes;
    if (op->happenings && op->does != DOES_MAP_SHARED) return run_events(m, w, pc, lanes);
    if (op->does == DOES_NOTHING_SPECIAL || op->does == DOES_CALL) {
        forget_results(m, w, pc, lanes);
        return lanes;
    }
    lane_runner run = lane_runner_of(op);
    if (!run) compute_lanes(m, w, pc, lanes);
    for (uint32_t left = run ? lanes : 0; left; left &= left - 1)
        run(m, w, pc, (unsigned)__builtin_ctz(left));
    return lanes;
}
