/* SPDX-License-Identifier: Apache-2.0
 * Assumptions of a machine while it runs: parameters that the launch omits, and the direction of
 * guards that depend on data. launch/ selects them. */
#include "rehearse/machine.h"

/* ---- parameters ---- */

static uint64_t assumed_value(struct machine *m, unsigned size, const struct place *to) {
    const uint8_t *use = m->memory.assumed.use;
    uint8_t how = to->kind == PLACE_REGISTER ? use[to->id] : 0;
    if (size == 8 && how & USED_AS_POINTER &&
        m->memory.assumed.pointers < MOST_BUFFERS - ASSUMED_BUFFERS)
        return BUFFER_BASE +
               ((uint64_t)(ASSUMED_BUFFERS + m->memory.assumed.pointers++) << BUFFER_SHIFT);
    if (size == 4 && how & USED_AS_FLOAT) return 0x3F800000;                   /* 1.0 */
    if (size == 8 && how & USED_AS_FLOAT) return UINT64_C(0x3FF0000000000000); /* 1.0 */
    if (how & USED_AS_SHIFT) return 0;
    return size == 1 ? 1 : m->memory.assumed.number;
}

bool assume_parameter(struct machine *m, uint64_t address, unsigned size, const struct place *to) {
    struct bytes *b = &m->memory.params;
    uint64_t at = address - PARAM_BASE;
    if (!m->launch->infer || address < PARAM_BASE || at + size > b->size || size > 8) return false;
    for (unsigned i = 0; i < size; i++)
        if (b->known[at + i]) return false;
    uint64_t value = assumed_value(m, size, to);
    m->memory.assumed.any = true;
    for (unsigned i = 0; i < size; i++) {
        b->value[at + i] = (uint8_t)(value >> (8 * i));
        b->known[at + i] = 1;
    }
    return true;
}

/* ---- guards ---- */

enum way said_way(const struct machine *m, uint32_t pc) {
    return (enum way)m->memory.assumed.said[pc];
}

enum way assume_way(struct machine *m, uint32_t pc) {
    struct assumed *a = &m->memory.assumed;
    if (a->branches == WAY_UNKNOWN) return WAY_UNKNOWN;
    a->guesses += !a->guessed[pc];
    a->guessed[pc] = 1;
    return (enum way)a->branches;
}
