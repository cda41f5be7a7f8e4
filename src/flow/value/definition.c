/* SPDX-License-Identifier: Apache-2.0
 * Definitions that reach a place: see definition.h. A walk goes up the tree of dominators from
 * the place; it ends at a writer, or at a block where paths meet, one of which has a writer. */
#include "flow/value/definition.h"

enum {
    MOST_WRITERS = 64, /* that are examined when paths meet */
    MOST_ENTRIES = 256 /* of a block where paths meet */
};

/* ---- writers ---- */

static bool writes_register(const struct flow_ref *ref) {
    return (ref->flags & REF_WRITTEN) && !(ref->flags & (REF_VARIABLE | REF_SPECIAL));
}

static void find_writers(struct definitions *d) {
    struct flow_function *f = d->f;
    d->first = arena_zalloc(f->arena, (f->register_count + 2) * sizeof *d->first);
    for (uint32_t k = 0; k < f->insns[f->insn_count].refs; k++)
        if (writes_register(&f->refs[k])) d->first[f->refs[k].id + 2]++;
    for (uint32_t r = 2; r < f->register_count + 2; r++) d->first[r] += d->first[r - 1];
    d->writer_count = d->first[f->register_count + 1];
    d->writers = arena_alloc(f->arena, (d->writer_count + 1) * sizeof *d->writers);
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = f->insns[i].refs; k < f->insns[i + 1].refs; k++)
            if (writes_register(&f->refs[k]))
                d->writers[d->first[f->refs[k].id + 1]++] = (struct flow_writer){k, i};
}

struct definitions flow_definitions(struct flow_function *f, const struct paths *paths) {
    struct definitions d = {.f = f, .paths = paths, .mask = 63};
    d.most_steps = 64 * (uint64_t)f->insn_count + 65536;
    list_init(&d.merges, sizeof(struct flow_merge));
    d.table = arena_zalloc(f->arena, (d.mask + 1) * sizeof *d.table);
    find_writers(&d);
    return d;
}

/* Returns the last writer in [from, before), or NO_DEFINITION. */
static uint32_t writer_between(const struct definitions *d, uint32_t id, uint32_t from,
                               uint32_t before) {
    uint32_t low = d->first[id], high = d->first[id + 1];
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (d->writers[mid].insn < before)
            low = mid + 1;
        else
            high = mid;
    }
    return low > d->first[id] && d->writers[low - 1].insn >= from ? low : NO_DEFINITION;
}

/* ---- merges ---- */

static uint32_t hash_merge(uint32_t id, uint32_t block) {
    uint64_t h = ((uint64_t)id << 32 | block) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 32);
}

static void put_in_table(struct definitions *d, uint32_t merge) {
    const struct flow_merge *m = definition_merge(d, merge);
    uint32_t at = hash_merge(m->id, m->block) & d->mask;
    while (d->table[at]) at = (at + 1) & d->mask;
    d->table[at] = merge;
}

static void enlarge_table(struct definitions *d) {
    d->mask = 2 * d->mask + 1;
    d->table = arena_zalloc(d->f->arena, ((size_t)d->mask + 1) * sizeof *d->table);
    for (uint32_t i = 0; i < d->merges.count; i++)
        if (!((struct flow_merge *)list_at(&d->merges, i))->lost)
            put_in_table(d, d->writer_count + 1 + i);
}

static uint32_t add_merge(struct definitions *d, uint32_t id, uint32_t block, bool lost) {
    struct flow_merge *m = list_add(d->f->arena, &d->merges);
    *m = (struct flow_merge){id, block, NULL, lost};
    return d->writer_count + d->merges.count;
}

static uint32_t merge_at(struct definitions *d, uint32_t id, uint32_t block) {
    for (uint32_t at = hash_merge(id, block) & d->mask; d->table[at]; at = (at + 1) & d->mask) {
        const struct flow_merge *m = definition_merge(d, d->table[at]);
        if (m->id == id && m->block == block) return d->table[at];
    }
    uint32_t merge = add_merge(d, id, block, false);
    if (2 * d->merges.count > d->mask)
        enlarge_table(d);
    else
        put_in_table(d, merge);
    return merge;
}

/* Returns true if a path from `above`, a dominator of the block, to the block may pass a writer. */
static bool is_written_below(struct definitions *d, uint32_t id, uint32_t above) {
    uint32_t first = d->first[id], end = d->first[id + 1];
    if (end - first > MOST_WRITERS) return true;
    d->steps += end - first;
    for (uint32_t i = first; i < end; i++) {
        uint32_t block = d->f->block_of[d->writers[i].insn];
        if (block != above && flow_dominates(d->paths, above, block)) return true;
    }
    return false;
}

static uint32_t definition_at_entry(struct definitions *d, uint32_t id, uint32_t block) {
    const struct paths *paths = d->paths;
    for (;;) {
        uint32_t above = paths->dominator[block];
        uint32_t entries = paths->first_entry[block + 1] - paths->first_entry[block];
        if (above == NO_BLOCK || (!block && !entries)) return NO_DEFINITION;
        if (d->steps++ > d->most_steps) return add_merge(d, id, block, true);
        if (!block || (entries > 1 && is_written_below(d, id, above)))
            return merge_at(d, id, block);
        uint32_t writer = writer_between(d, id, d->f->blocks[above].first, d->f->blocks[above].end);
        if (writer) return writer;
        block = above;
    }
}

uint32_t definition_before(struct definitions *d, uint32_t id, uint32_t insn) {
    if (id >= d->f->register_count) return NO_DEFINITION;
    uint32_t first = d->first[id], count = d->first[id + 1] - first;
    if (count < 2) return count ? first + 1 : NO_DEFINITION;
    uint32_t block = d->f->block_of[insn];
    uint32_t writer = writer_between(d, id, d->f->blocks[block].first, insn);
    return writer ? writer : definition_at_entry(d, id, block);
}

const uint32_t *definition_operands(struct definitions *d, struct flow_merge *m) {
    if (m->operands) return m->operands;
    const struct paths *paths = d->paths;
    uint32_t first = paths->first_entry[m->block], count = paths->first_entry[m->block + 1] - first;
    uint32_t *operands = arena_alloc(d->f->arena, (count + 1) * sizeof *operands);
    if (count > MOST_ENTRIES) m->lost = true;
    for (uint32_t i = 0; i < count && !m->lost; i++) {
        uint32_t from = paths->entries[first + i].from;
        uint32_t writer =
            writer_between(d, m->id, d->f->blocks[from].first, d->f->blocks[from].end);
        operands[i] = writer ? writer : definition_at_entry(d, m->id, from);
    }
    m->operands = operands;
    return operands;
}
