/* SPDX-License-Identifier: Apache-2.0
 * Names as small numbers: see intern.h. */
#include "intern.h"
#include <string.h>

static const uint64_t MULTIPLIER = 0x9E3779B97F4A7C15u;

static void table_init(struct interner *in, struct intern_table *t, uint32_t size) {
    t->slot = arena_zalloc(in->arena, size * sizeof *t->slot);
    t->mask = size - 1;
    t->count = 0;
}

/* The first 8 bytes of a name, the rest of a shorter one zero. */
static uint64_t key_of(const struct interner *in, uint32_t start, uint32_t length) {
    uint64_t key = 0;
    if (length >= 8) {
        memcpy(&key, in->text + start, 8);
    } else if (start + 8 <= in->length) {
        memcpy(&key, in->text + start, 8);
        key &= (UINT64_C(1) << 8 * length) - 1;
    } else {
        memcpy(&key, in->text + start, length);
    }
    return key;
}

static uint64_t hash_bytes(const struct interner *in, uint32_t start, uint32_t length) {
    uint64_t hash = length * MULTIPLIER;
    const char *p = in->text + start;
    for (; length >= 8; p += 8, length -= 8) {
        uint64_t part;
        memcpy(&part, p, 8);
        hash = (hash ^ part) * MULTIPLIER;
        hash ^= hash >> 29;
    }
    uint64_t rest = 0;
    memcpy(&rest, p, length);
    hash = (hash ^ rest) * MULTIPLIER;
    return hash ^ hash >> 32;
}

static uint64_t hash_key(const struct interner *in, uint64_t key, uint32_t start, uint32_t length) {
    if (length > 8) return hash_bytes(in, start, length);
    uint64_t hash = (key ^ length) * MULTIPLIER;
    return hash ^ hash >> 32;
}

static uint64_t atom_hash(const struct interner *in, uint32_t index) {
    const struct atom *a = atom_at(in, index);
    return hash_key(in, a->key, a->start, a->length);
}

static uint64_t chain_hash(const struct interner *in, uint32_t index) {
    return chain_at(in, index)->hash;
}

COLD static void table_grow(struct interner *in, struct intern_table *t,
                       uint64_t (*hash_of)(const struct interner *, uint32_t)) {
    uint32_t count = t->count;
    table_init(in, t, 2 * (t->mask + 1));
    t->count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (uint32_t)hash_of(in, i) & t->mask;
        while (t->slot[at]) at = (at + 1) & t->mask;
        t->slot[at] = i + 1;
    }
}

void intern_init(struct interner *in, struct arena *arena, const char *text, uint32_t length) {
    *in = (struct interner){.arena = arena, .text = text, .length = length};
    list_init(&in->atoms, sizeof(struct atom));
    list_init(&in->chains, sizeof(struct chain));
    table_init(in, &in->atom_table, 256);
    table_init(in, &in->chain_table, 256);
    /* Atom 0 is `_`, wherever the text first holds it: its bytes are never asked for. */
    struct atom *sink = list_add(arena, &in->atoms);
    *sink = (struct atom){.key = '_', .length = 1};
    in->atom_table.count = 1;
    in->atom_table.slot[atom_hash(in, ATOM_SINK) & in->atom_table.mask] = ATOM_SINK + 1;
}

COLD static uint32_t new_atom(struct interner *in, uint64_t key, uint32_t start, uint32_t length,
                              uint32_t at) {
    struct intern_table *t = &in->atom_table;
    struct atom *a = list_add(in->arena, &in->atoms);
    *a = (struct atom){.key = key, .start = start, .length = length};
    t->slot[at] = ++t->count;
    uint32_t index = t->count - 1;
    if (t->count > t->mask / 2) table_grow(in, t, atom_hash);
    return index;
}

uint32_t intern_atom(struct interner *in, uint32_t start, uint32_t end) {
    struct intern_table *t = &in->atom_table;
    uint32_t length = end - start;
    uint64_t key = key_of(in, start, length);
    uint32_t at = (uint32_t)hash_key(in, key, start, length) & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask) {
        const struct atom *a = atom_at(in, t->slot[at] - 1);
        if (a->key == key && a->length == length &&
            (length <= 8 || !memcmp(in->text + a->start, in->text + start, length)))
            return t->slot[at] - 1;
    }
    return new_atom(in, key, start, length, at);
}

struct name intern_name(struct interner *in, uint32_t start, uint32_t end) {
    uint32_t digits = end;
    while (digits > start + 1 && in->text[digits - 1] >= '0' && in->text[digits - 1] <= '9')
        digits--;
    uint32_t count = end - digits;
    /* A leading zero makes another name: %r01 is not %r1, but see symbol_lookup. */
    if (!count || count > 9 || (count > 1 && in->text[digits] == '0'))
        return (struct name){intern_atom(in, start, end), NO_NUMBER};
    uint32_t number = 0;
    for (uint32_t i = digits; i < end; i++) number = 10 * number + (uint32_t)(in->text[i] - '0');
    return (struct name){intern_atom(in, start, digits), number};
}

COLD static uint32_t new_chain(struct interner *in, uint64_t hash, uint32_t start, uint32_t length,
                               uint32_t at) {
    struct intern_table *t = &in->chain_table;
    struct chain *c = list_add(in->arena, &in->chains);
    *c = (struct chain){.hash = hash, .start = start, .length = length};
    t->slot[at] = ++t->count;
    uint32_t index = t->count - 1;
    if (t->count > t->mask / 2) table_grow(in, t, chain_hash);
    return index;
}

uint32_t intern_chain(struct interner *in, uint32_t start, uint32_t end) {
    struct intern_table *t = &in->chain_table;
    uint32_t length = end - start;
    uint64_t hash = hash_bytes(in, start, length);
    uint32_t at = (uint32_t)hash & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask) {
        const struct chain *c = chain_at(in, t->slot[at] - 1);
        if (c->hash == hash && c->length == length &&
            !memcmp(in->text + c->start, in->text + start, length))
            return t->slot[at] - 1;
    }
    return new_chain(in, hash, start, length, at);
}
