/* SPDX-License-Identifier: Apache-2.0
 * Global and constant memory, as far as it is known: what the launch stores in buffers, initial
 * values of variables, and what the kernel itself wrote. Only one cluster runs, as if all others
 * came later. Manual: State Spaces. */
#include "rehearse/machine.h"
#include <string.h>

enum { FIRST_CELLS = 1024, MOST_CELLS_OF_MEMORY = 1 << 20, CELL = 8, RAMP = 128 };

/* Eight bytes that the kernel wrote, or whose initial value it read. */
struct cell {
    uint64_t key; /* address / CELL + 1; 0 if free */
    uint8_t value[CELL];
    uint8_t known; /* one bit for each */
};

/* ---- cells ---- */

static uint32_t cell_slot(const struct global_memory *g, uint64_t key) {
    uint32_t at = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (g->room - 1);
    while (g->cells[at].key && g->cells[at].key != key) at = (at + 1) & (g->room - 1);
    return at;
}

static void grow_cells(struct machine *m) {
    struct global_memory *g = &m->memory.global, old = *g;
    g->room = old.room ? 2 * old.room : FIRST_CELLS;
    g->cells = arena_zalloc(m->arena, g->room * sizeof *g->cells);
    for (uint32_t i = 0; i < old.room; i++)
        if (old.cells[i].key) g->cells[cell_slot(g, old.cells[i].key)] = old.cells[i];
}

static const struct cell *find_cell(const struct global_memory *g, uint64_t address) {
    if (!g->room) return NULL;
    const struct cell *c = &g->cells[cell_slot(g, address / CELL + 1)];
    return c->key ? c : NULL;
}

/* ---- initial values ---- */

/* Reads words of a buffer whose contents are not given: they count up, so that they make sense as
 * offsets and lengths. */
static bool read_ramp(struct machine *m, uint64_t offset, unsigned size, uint64_t *value) {
    unsigned unit = size < 4 ? 4 : size;
    m->memory.global.assumed = true;
    *value = m->memory.assumed.level ? RAMP : (offset / unit + 1) * RAMP;
    if (size < 4) *value = 1;
    return offset % size == 0;
}

static bool words_at(const ptxc_launch_param *p, uint64_t offset, unsigned size, uint64_t *value) {
    *value = 0;
    if (offset + size > p->value) return false;
    for (unsigned i = 0; p->words && i < size; i++) {
        uint64_t at = offset + i;
        *value |= (uint64_t)(p->words[at / 4] >> (8 * (at % 4)) & 0xFF) << (8 * i);
    }
    return true;
}

/* Variables at module scope are zero unless they are initialized. */
static bool read_variable(const struct machine *m, uint64_t address, unsigned size,
                          uint64_t *value) {
    const struct flow_function *f = m->program->f;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        const struct bytes *b = &m->memory.initial[i];
        uint64_t at = address - m->memory.address[i];
        if (v->space != SPACE_GLOBAL && v->space != SPACE_CONST) continue;
        if (at >= m->memory.size[i] || at + size > m->memory.size[i]) continue;
        bool known = m->memory.zeroed[i] || b->size;
        for (unsigned k = 0; b->size && k < size; k++) {
            known = known && b->known[at + k];
            *value |= (uint64_t)b->value[at + k] << (8 * k);
        }
        return known;
    }
    return false;
}

static bool read_first(struct machine *m, uint64_t address, unsigned size, bool semaphore,
                       uint64_t *value) {
    uint64_t buffer = (address - BUFFER_BASE) >> BUFFER_SHIFT;
    *value = 0;
    if (address - VARIABLE_BASE < VARIABLE_ROOM) return read_variable(m, address, size, value);
    if (address < BUFFER_BASE || buffer >= MOST_BUFFERS) return false;
    if (buffer < m->launch->param_count) {
        const ptxc_launch_param *p = &m->launch->params[buffer];
        uint64_t offset = address & ((UINT64_C(1) << BUFFER_SHIFT) - 1);
        return p->kind == PTXC_PARAM_WORDS && words_at(p, offset, size, value);
    }
    if (!m->launch->infer) return false;
    if (semaphore) return m->memory.global.assumed = true;
    if (m->memory.assumed.no_words) return false;
    return read_ramp(m, address & ((UINT64_C(1) << BUFFER_SHIFT) - 1), size, value);
}

/* ---- accesses ---- */

bool global_read(struct machine *m, uint64_t address, unsigned size, bool semaphore,
                 uint64_t *value) {
    struct global_memory *g = &m->memory.global;
    const struct cell *c = find_cell(g, address);
    unsigned first = (unsigned)(address % CELL);
    *value = 0;
    if (size > CELL || first + size > CELL) return false;
    uint32_t wanted = ((1u << size) - 1) << first;
    if (!c) return !g->lost && read_first(m, address, size, semaphore, value);
    if ((c->known & wanted) != wanted) return false;
    for (unsigned i = 0; i < size; i++) *value |= (uint64_t)c->value[first + i] << (8 * i);
    return true;
}

static struct cell *make_cell(struct machine *m, uint64_t address) {
    struct global_memory *g = &m->memory.global;
    if (2 * (g->count + 1) > g->room) grow_cells(m);
    struct cell *c = &g->cells[cell_slot(g, address / CELL + 1)];
    if (c->key) return c;
    *c = (struct cell){.key = address / CELL + 1};
    g->count++;
    for (unsigned half = 0; half < CELL && !g->lost; half += 4) {
        uint64_t value;
        if (!read_first(m, address / CELL * CELL + half, 4, false, &value)) continue;
        for (unsigned i = 0; i < 4; i++) c->value[half + i] = (uint8_t)(value >> (8 * i));
        c->known |= (uint8_t)(0xF << half);
    }
    return c;
}

void global_write(struct machine *m, uint64_t address, unsigned size, uint64_t value, bool known) {
    struct global_memory *g = &m->memory.global;
    uint64_t unused;
    for (unsigned i = 0; i < size; i++) {
        uint64_t at = address + i;
        struct cell *c;
        if (!known && !find_cell(g, at) && (g->lost || !read_first(m, at, 1, false, &unused)))
            continue;
        if (g->count >= MOST_CELLS_OF_MEMORY) {
            global_forget(m);
            return;
        }
        c = make_cell(m, at);
        uint8_t bit = (uint8_t)(1u << at % CELL), was_known = c->known & bit;
        uint8_t byte = known && i < 8 ? (uint8_t)(value >> (8 * i)) : 0;
        m->sync.changes += !was_known != !(known && i < 8) || c->value[at % CELL] != byte;
        c->known = known && i < 8 ? c->known | bit : c->known & (uint8_t)~bit;
        c->value[at % CELL] = byte;
    }
}

void global_forget(struct machine *m) {
    struct global_memory *g = &m->memory.global;
    m->sync.changes += g->count || !g->lost;
    if (g->room) memset(g->cells, 0, g->room * sizeof *g->cells);
    g->count = 0;
    g->lost = true;
}
