/* SPDX-License-Identifier: Apache-2.0
 * Multiplications that read a tile with another swizzle than the tensor map it was copied with.
 * Certain where all that fills the memory are copies through known maps of one swizzle. Manual:
 * Tensors (swizzling modes); shared memory matrix descriptors of wgmma and tcgen05. */
#include "flow/check/copy.h"
#include "flow/value/bits.h"
#include "isa/descriptor.h"
#include <string.h>

enum {
    LEAST_BYTES = 1024,   /* bytes of a tile in which all swizzles differ */
    MOST_BYTES = 1 << 18, /* of shared memory */
    MOST_ACCESS = 16,     /* bytes of a store */
    MOST_FILLS = 1 << 12, /* for one function */
    MOST_READS = 1 << 12  /* ... */
};

/* What fills shared memory. */
struct tile_fill {
    uint32_t event;
    struct flow_value to;
    int64_t bytes;
    const ptxc_tensormap *map; /* NULL unless it is a copy through a known map */
};

struct swizzle_scan {
    const struct flow_facts *facts;
    struct tile_fill *fills;
    uint32_t fill_count, reads;
    uint8_t *told; /* for each fill */
};

/* The name in the layouts of descriptors; NULL if no descriptor has it. */
static const char *name_of_swizzle(const ptxc_tensormap *map) {
    if (map->interleave != PTXC_TM_INTERLEAVE_NONE) return NULL;
    switch ((ptxc_tm_swizzle)map->swizzle) {
    case PTXC_TM_SWIZZLE_NONE: return "none";
    case PTXC_TM_SWIZZLE_32B: return "32B";
    case PTXC_TM_SWIZZLE_64B: return "64B";
    case PTXC_TM_SWIZZLE_128B: return "128B";
    case PTXC_TM_SWIZZLE_128B_ATOM_32B: return "128B with 32B atoms";
    case PTXC_TM_SWIZZLE_128B_ATOM_32B_FLIP_8B:
    case PTXC_TM_SWIZZLE_128B_ATOM_64B: return NULL;
    }
    return NULL;
}

/* ---- what fills shared memory ---- */

static bool fills_tile(const struct flow_events *events, uint32_t event) {
    int64_t left;
    switch ((enum isa_event_kind)events->at[event].kind) {
    case EVENT_BULK_LOAD:
    case EVENT_BULK_COPY:
    case EVENT_STORE_ASYNC:
    case EVENT_CANCEL_REQUEST: return true;
    default: return flow_write_rules.step(events, event, &left) == GROUP_ISSUE;
    }
}

static struct tile_fill read_fill(const struct flow_facts *facts, uint32_t event) {
    const struct flow_events *events = facts->events;
    struct tile_fill fill = {.event = event, .bytes = MOST_BYTES};
    bool loads = events->at[event].kind == EVENT_BULK_LOAD;
    bool has_dst = flow_argument(events, event, ARGUMENT_DST).given;
    fill.to = flow_argument_value(facts->values, events, event,
                                  has_dst ? ARGUMENT_DST : ARGUMENT_ADDRESS);
    if (!has_dst) fill.bytes = MOST_ACCESS;
    struct flow_bytes bytes = loads ? flow_copy_bytes(facts, event) : (struct flow_bytes){0};
    if (bytes.known && bytes.bytes < MOST_BYTES) {
        fill.bytes = (int64_t)bytes.bytes;
        fill.map = flow_map_of(facts, event);
    }
    return fill;
}

static bool find_tile_fills(struct swizzle_scan *s) {
    const struct flow_events *events = s->facts->events;
    struct arena *arena = s->facts->f->arena;
    for (uint32_t e = 0; e < events->count; e++) s->fill_count += fills_tile(events, e);
    if (!s->fill_count || s->fill_count > MOST_FILLS) return false;
    s->fills = arena_alloc(arena, s->fill_count * sizeof *s->fills);
    s->told = arena_zalloc(arena, s->fill_count);
    struct tile_fill *next = s->fills;
    for (uint32_t e = 0; e < events->count; e++)
        if (fills_tile(events, e)) *next++ = read_fill(s->facts, e);
    return true;
}

/* ---- what a descriptor reads ---- */

/* Returns true if the matrix certainly begins in the data of the copy. */
static bool is_within(const struct tile_fill *fill, const struct flow_value *from) {
    const struct flow_value *to = &fill->to;
    if (!flow_is_known(to) || to->base != from->base || to->of != from->of) return false;
    if (from->low < to->low || from->high >= to->high + fill->bytes) return false;
    int64_t step = (int64_t)to->step;
    if (!step || fill->bytes >= step) return true;
    return from->step % to->step == 0 && (from->low - to->low) % step < fill->bytes;
}

/* Returns the copy that fills the matrix, or NULL if something other than copies with its swizzle
 * may fill it. */
static const struct tile_fill *find_copy(const struct swizzle_scan *s,
                                         const struct flow_value *from) {
    const struct tile_fill *found = NULL;
    for (uint32_t i = 0; i < s->fill_count; i++) {
        const struct tile_fill *fill = &s->fills[i];
        if (!flow_may_overlap(s->facts->values, &fill->to, fill->bytes, from, 1)) continue;
        const char *name = fill->map ? name_of_swizzle(fill->map) : NULL;
        if (!name || fill->bytes < LEAST_BYTES) return NULL;
        if (found && strcmp(name_of_swizzle(found->map), name) != 0) return NULL;
        if (!found || is_within(fill, from)) found = fill;
    }
    return found && is_within(found, from) ? found : NULL;
}

/* Returns the swizzle of a descriptor, or NULL if its bits are unknown. */
static const char *swizzle_of(const struct flow_facts *facts, uint32_t event,
                              enum isa_event_argument what) {
    bool warpgroup = facts->events->at[event].kind == EVENT_WGMMA;
    const struct isa_layout *layout =
        descriptor_layout(warpgroup ? "wgmma-desc" : "smem-desc", text_of(""));
    const struct flow_ref *ref = flow_argument_name(facts->events, event, what);
    if (!layout || !ref || ref->flags & (REF_VARIABLE | REF_SPECIAL)) return NULL;
    struct flow_bits bits =
        flow_register_bits(facts->values, ref->id, facts->events->at[event].insn);
    for (uint32_t i = 0; i < layout->fields.count; i++) {
        const struct isa_field *field = &isa_fields[layout->fields.first + i];
        if (strcmp(isa_str(field->name), "swizzle") != 0) continue;
        if (descriptor_bits(field, bits.known) != descriptor_bits(field, UINT64_MAX)) return NULL;
        struct descriptor d = {layout, bits.value, bits.known, {"", 0}, -1, -1};
        const struct isa_meaning *m =
            descriptor_meaning(&d, field, descriptor_bits(field, bits.value));
        return m ? isa_str(m->name) : NULL;
    }
    return NULL;
}

static void check_matrix(struct swizzle_scan *s, uint32_t event, enum isa_event_argument what) {
    const struct flow_facts *facts = s->facts;
    const struct operand *o = flow_argument(facts->events, event, what).operand;
    if (!o || o->shape != OP_REGISTER || s->reads++ >= MOST_READS) return;
    struct flow_value from = flow_argument_value(facts->values, facts->events, event, what);
    if (!from.bounded || !flow_points_to(facts->values, &from, SPACE_SHARED)) return;
    const struct tile_fill *copy = find_copy(s, &from);
    if (!copy || s->told[copy - s->fills]) return;
    const char *reads = swizzle_of(facts, event, what), *has = name_of_swizzle(copy->map);
    if (!reads || !has || !strcmp(reads, has)) return;
    s->told[copy - s->fills] = 1;
    uint32_t insn = facts->events->at[event].insn, by = facts->events->at[copy->event].insn;
    struct diag *d = report_map_swizzle(facts->diags, flow_head(facts->f, insn),
                                        flow_opcode(facts->f, insn), text_of(reads), text_of(has));
    note_copied_here(facts->diags, d, flow_head(facts->f, by), flow_opcode(facts->f, by));
}

void flow_check_swizzle(const struct flow_facts *facts) {
    const struct flow_events *events = facts->events;
    struct swizzle_scan s = {.facts = facts};
    if (!facts->f->in->map_count || facts->f->calls || !facts->f->is_entry) return;
    /* A map that the kernel changes no longer matches the given one. */
    if (flow_has_event(events, EVENT_MAP_REPLACE) || !find_tile_fills(&s)) return;
    for (uint32_t e = 0; e < events->count; e++) {
        if (!flow_is_reached(facts->paths, events->at[e].insn)) continue;
        switch ((enum isa_event_kind)events->at[e].kind) {
        case EVENT_WGMMA:
        case EVENT_TMEM_MMA:
            check_matrix(&s, e, ARGUMENT_A);
            check_matrix(&s, e, ARGUMENT_B);
            break;
        case EVENT_TMEM_COPY: check_matrix(&s, e, ARGUMENT_DESC); break;
        default: break;
        }
    }
}
