/* SPDX-License-Identifier: Apache-2.0
 * Atomic operations on memory: lanes take turns, in the order of their numbers. Manual: Parallel
 * Synchronization and Communication Instructions: atom, red. */
#include "rehearse/program/integer.h"
#include "rehearse/machine.h"

/* Returns the operation, which another qualifier may precede. */
static struct op operation_of(const struct op *op) {
    struct op change = *op;
    if (op->mode < MODE_AND || op->mode > MODE_CAS) change.mode = op->also;
    return change;
}

static void change_in_lane(struct machine *m, struct warp *w, uint32_t pc, unsigned l) {
    const struct op *op = &m->program->ops[pc];
    struct op change = operation_of(op);
    unsigned size = isa_types[op->type].width / 8u;
    uint32_t at = 0;
    while (at < op->operands && !program_operand(m->program, op, at)->is_address) at++;
    uint64_t address, old = 0, result = 0, s[2] = {0};
    if (!read_address(m, w, l, op, at, &address)) {
        memory_forget(m, w, op->space);
        return;
    }
    note_polled(w, pc, address);
    bool single = size <= 8 && leaf_count(m, op, at + 1) == 1;
    bool before =
        single && (is_global_address(address) ? global_read(m, address, size, true, &old)
                                              : memory_read(m, w, l, address, size, &old));
    struct polled_word word = {address, old, (uint8_t)size, true, before};
    if (single) note_word(w, &word);
    bool known = before && place_read(m, w, l, leaf_of(m, op, at + 1, 0), &s[0]);
    if (change.mode == MODE_CAS)
        known = known && place_read(m, w, l, leaf_of(m, op, at + 2, 0), &s[1]);
    known = known && integer_change(&change, old, s, &result);
    for (uint32_t i = 0; i < leaf_count(m, op, at + 1); i++)
        memory_write(m, w, l, address + i * size, size, result, known);
    if (at) place_write(m, w, l, leaf_of(m, op, 0, 0), old, before, pc);
}

void change_atomically(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) change_in_lane(m, w, pc, l);
}
