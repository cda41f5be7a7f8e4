/* SPDX-License-Identifier: Apache-2.0
 * The memory that multiplications read: see race_tile.h. Both layouts of a matrix, along K and
 * across it, have rows of 16 to 128 bytes, eight of which form a group; within a group, pieces
 * of 16 bytes are swizzled by the number of their row. Only the pieces that both layouts are
 * known to read count here. */
#include "rehearse/race_tile.h"
#include "isa/descriptor.h"
#include <stdlib.h>
#include <string.h>

enum { GROUP_ROWS = 8, PIECE = 16, DEPTH_BYTES = 32 /* of K, for one instruction */ };

struct tile {
    uint32_t start, stride; /* of the first group; distance of groups */
    uint32_t row;           /* distance of rows in bytes; 0 if only the start is known */
    uint32_t shift;         /* the mask of the swizzled address bits */
};

static const struct isa_field *field_named(const struct isa_layout *layout, const char *name) {
    for (uint32_t i = 0; layout && i < layout->fields.count; i++)
        if (!strcmp(isa_str(isa_fields[layout->fields.first + i].name), name))
            return &isa_fields[layout->fields.first + i];
    return NULL;
}

static uint32_t field_number(const struct isa_layout *layout, const char *name, uint64_t value) {
    const struct isa_field *f = field_named(layout, name);
    return f ? (uint32_t)descriptor_number(f, value) : 0;
}

static struct tile tile_of(const struct isa_layout *layout, uint64_t value) {
    struct tile t = {field_number(layout, "start_address", value),
                     field_number(layout, "stride_offset", value), 0, 0};
    struct descriptor d = {layout, value, UINT64_MAX, {"", 0}, -1, -1};
    const struct isa_field *swizzle = field_named(layout, "swizzle");
    const struct isa_meaning *m =
        swizzle ? descriptor_meaning(&d, swizzle, descriptor_bits(swizzle, value)) : NULL;
    if (!m) return t;
    char *rest;
    uint32_t bytes = (uint32_t)strtoul(isa_str(m->name), &rest, 10);
    if (!bytes) t.row = PIECE;                      /* "none" */
    if (bytes && !strcmp(rest, "B")) t.row = bytes; /* "128B", but not "128B with 32B atoms" */
    if (t.row) t.shift = t.row / PIECE - 1;
    return t;
}

/* ---- reading ---- */

static void read_rows(const struct running *r, const struct shadow_access *a, const struct tile *t,
                      uint32_t cta, uint32_t rows, bool across) {
    uint32_t groups = across ? 2 : rows / GROUP_ROWS;
    uint32_t pieces = t->row >= DEPTH_BYTES && rows >= 2 * GROUP_ROWS ? 2 : 1;
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t i = 0; i < GROUP_ROWS * pieces; i++) {
            uint32_t at = t->start + g * t->stride + i / pieces * t->row + i % pieces * PIECE;
            at ^= (at >> 7 & t->shift) * PIECE;
            if (t->row && at + PIECE <= r->m->memory.shared_size)
                race_touch(r->m->race, a, cta, at, PIECE);
        }
}

static bool descriptor_in_lane(const struct running *r, unsigned lane, enum isa_event_argument what,
                               uint64_t *value) {
    const struct argument *d = given_argument(r, what);
    return d && d->count &&
           place_read(r->m, r->w, lane, program_place(r->m->program, d->first), value);
}

static void read_matrix(const struct running *r, unsigned lane, const struct shadow_access *a,
                        enum isa_event_argument what, const char *layout, uint32_t rows,
                        bool across) {
    uint64_t value;
    if (!descriptor_in_lane(r, lane, what, &value)) {
        r->m->race->unchecked++;
        return;
    }
    struct tile t = tile_of(descriptor_layout(layout, text_of("")), value);
    read_rows(r, a, &t, r->w->cta, rows, across);
}

void race_read_start(const struct running *r, unsigned lane, const struct shadow_access *a,
                     enum isa_event_argument what) {
    uint64_t value;
    if (!descriptor_in_lane(r, lane, what, &value)) return;
    struct tile t = tile_of(descriptor_layout("smem-desc", text_of("")), value);
    if (t.row && t.start + PIECE <= r->m->memory.shared_size)
        race_touch(r->m->race, a, r->w->cta, t.start, PIECE);
}

/* ---- wgmma ---- */

bool race_is_tmem(const struct running *r, enum isa_event_argument what) {
    const struct argument *a = given_argument(r, what);
    if (!a || !a->count) return false;
    const struct place *p = program_place(r->m->program, a->first);
    return p->kind == PLACE_REGISTER && r->m->program->width[p->id] == 32;
}

/* Returns true if the operand is an immediate 1. */
static bool is_one(const struct machine *m, const struct op *op, uint32_t operand) {
    const struct rehearsed *o = program_operand(m->program, op, operand);
    const struct place *p = o->count ? program_place(m->program, o->first) : NULL;
    return p && p->kind == PLACE_NUMBER && p->number == 1;
}

void race_read_wgmma(const struct running *r, unsigned lane, const struct shadow_access *a) {
    enum { ROWS = 64 /* rows of A */ };
    const struct op *op = &r->m->program->ops[r->pc];
    const struct argument *d = given_argument(r, ARGUMENT_D), *from = given_argument(r, ARGUMENT_A);
    bool in_memory = from && from->count == 1 && !race_is_tmem(r, ARGUMENT_A);
    /* Only 16-bit elements can be transposed, as the last immediates specify. */
    bool can = isa_types[op->from].width == 16 && op->operands >= 6;
    uint32_t n = d ? d->count * (isa_types[op->type].width == 16 ? 4 : 2) : GROUP_ROWS;
    if (in_memory)
        read_matrix(r, lane, a, ARGUMENT_A, "wgmma-desc", ROWS,
                    can && is_one(r->m, op, op->operands - 2));
    read_matrix(r, lane, a, ARGUMENT_B, "wgmma-desc", n, can && is_one(r->m, op, op->operands - 1));
}

/* ---- tcgen05.mma ---- */

struct tile_shape race_mma_shape(const struct running *r, unsigned lane) {
    struct tile_shape shape = {2 * GROUP_ROWS, GROUP_ROWS, true, true};
    ptxc_span at = head_of(r->m, r->pc);
    const struct isa_layout *layout =
        descriptor_layout("idesc", text_at(r->m->program->f->in->text, at));
    const struct argument *d = given_argument(r, ARGUMENT_IDESC);
    uint64_t value;
    if (!layout || !d || !d->count ||
        !place_read(r->m, r->w, lane, program_place(r->m->program, d->first), &value))
        return shape;
    const struct argument *ctas = given_argument(r, ARGUMENT_CTAS);
    uint32_t parts = ctas && ctas->name == NAMED_TWO ? 2 : 1;
    shape.m = field_number(layout, "m", value) / parts;
    shape.n = field_number(layout, "n", value) / parts;
    shape.a_across = field_number(layout, "transpose_a", value);
    shape.b_across = field_number(layout, "transpose_b", value);
    return shape;
}

void race_read_mma(const struct running *r, unsigned lane, const struct shadow_access *a,
                   const struct tile_shape *shape) {
    if (!race_is_tmem(r, ARGUMENT_A))
        read_matrix(r, lane, a, ARGUMENT_A, "smem-desc", shape->m, shape->a_across);
    read_matrix(r, lane, a, ARGUMENT_B, "smem-desc", shape->n, shape->b_across);
}
