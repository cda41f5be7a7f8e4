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

static uint64_t load8(const char *p) {
    uint64_t part;
    memcpy(&part, p, 8);
    return part;
}

static uint64_t mix(uint64_t hash, uint64_t part) {
    hash = (hash ^ part) * MULTIPLIER;
    return hash ^ hash >> 29;
}

/* Of all bytes: whoever leaves some out can be made to collide. */
static uint64_t hash_bytes(const struct interner *in, uint32_t start, uint32_t length) {
    uint64_t hash = length * MULTIPLIER, rest = 0;
    const char *p = in->text + start, *end = p + length;
    if (length >= 8) {
        for (; end - p > 8; p += 8) hash = mix(hash, load8(p));
        rest = load8(end - 8);
    } else {
        memcpy(&rest, p, length);
    }
    hash = mix(hash, rest);
    return hash ^ hash >> 32;
}

static uint32_t hash_key(const struct interner *in, uint64_t key, uint32_t start, uint32_t length) {
    if (length > 8) return (uint32_t)hash_bytes(in, start, length);
    uint64_t hash = (key ^ length) * MULTIPLIER;
    return (uint32_t)(hash ^ hash >> 32);
}

static uint32_t atom_hash(const struct interner *in, const struct intern_slot *slot) {
    return hash_key(in, slot->key, atom_at(in, slot->index)->start, slot->length);
}

static uint32_t chain_hash(const struct interner *in, const struct intern_slot *slot) {
    (void)in;
    return (uint32_t)slot->key;
}

COLD static void table_grow(struct interner *in, struct intern_table *t,
                            uint32_t (*hash_of)(const struct interner *,
                                                const struct intern_slot *)) {
    struct intern_table old = *t;
    table_init(in, t, 2 * (old.mask + 1));
    t->count = old.count;
    for (uint32_t i = 0; i <= old.mask; i++) {
        if (!old.slot[i].length) continue;
        uint32_t at = hash_of(in, &old.slot[i]) & t->mask;
        while (t->slot[at].length) at = (at + 1) & t->mask;
        t->slot[at] = old.slot[i];
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
    *sink = (struct atom){.length = 1};
    in->atom_table.count = 1;
    in->atom_table.slot[hash_key(in, '_', 0, 1) & in->atom_table.mask] =
        (struct intern_slot){'_', 1, ATOM_SINK};
}

COLD static uint32_t new_atom(struct interner *in, struct intern_slot *slot, uint64_t key,
                              uint32_t start, uint32_t length) {
    struct intern_table *t = &in->atom_table;
    struct atom *a = list_add(in->arena, &in->atoms);
    uint32_t index = t->count++;
    *a = (struct atom){.start = start, .length = length};
    *slot = (struct intern_slot){key, length, index};
    if (t->count > t->mask / 2) table_grow(in, t, atom_hash);
    return index;
}

uint32_t intern_atom(struct interner *in, uint32_t start, uint32_t end) {
    struct intern_table *t = &in->atom_table;
    uint32_t length = end - start;
    uint64_t key = key_of(in, start, length);
    uint32_t at = hash_key(in, key, start, length) & t->mask;
    struct intern_slot *slot = &t->slot[at];
    for (; slot->length; slot = &t->slot[at = (at + 1) & t->mask]) {
        if (slot->key == key && slot->length == length &&
            (length <= 8 ||
             !memcmp(in->text + atom_at(in, slot->index)->start, in->text + start, length)))
            return slot->index;
    }
    return new_atom(in, slot, key, start, length);
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

COLD static uint32_t new_chain(struct interner *in, struct intern_slot *slot, uint64_t hash,
                               uint32_t start, uint32_t length) {
    struct intern_table *t = &in->chain_table;
    struct chain *c = list_add(in->arena, &in->chains);
    uint32_t index = t->count++;
    *c = (struct chain){.start = start, .length = length};
    *slot = (struct intern_slot){hash, length, index};
    if (t->count > t->mask / 2) table_grow(in, t, chain_hash);
    return index;
}

uint32_t intern_chain(struct interner *in, uint32_t start, uint32_t end) {
    struct intern_table *t = &in->chain_table;
    uint32_t length = end - start;
    uint64_t hash = hash_bytes(in, start, length);
    uint32_t at = (uint32_t)hash & t->mask;
    struct intern_slot *slot = &t->slot[at];
    for (; slot->length; slot = &t->slot[at = (at + 1) & t->mask]) {
        if (slot->key == hash && slot->length == length &&
            !memcmp(in->text + chain_at(in, slot->index)->start, in->text + start, length))
            return slot->index;
    }
    return new_chain(in, slot, hash, start, length);
}
