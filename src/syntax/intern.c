/* SPDX-License-Identifier: Apache-2.0
 * Interned names: see intern.h. */
#include "syntax/intern.h"
#include <string.h>

static const uint64_t MULTIPLIER = 0x9E3779B97F4A7C15u;

static void table_init(struct interner *in, struct intern_table *t, uint32_t size) {
    t->slot = arena_zalloc(in->arena, size * sizeof *t->slot);
    t->mask = size - 1;
    t->shift = 64;
    while (size >>= 1) t->shift--;
    t->count = 0;
}

/* Loads the first byte into the lowest bits, whatever the byte order of the machine. */
static inline uint64_t load8(const char *p) {
    uint64_t part;
    memcpy(&part, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    part = __builtin_bswap64(part);
#endif
    return part;
}

/* Returns the first 8 bytes of a name, padded with zeros. */
static inline uint64_t name_key(const struct interner *in, uint32_t start, uint32_t length) {
    if (length >= 8) return load8(in->text + start);
    if (in->length - start >= 8) return load8(in->text + start) & ((UINT64_C(1) << 8 * length) - 1);
    uint64_t key = 0;
    for (uint32_t i = length; i--;) key = key << 8 | (unsigned char)in->text[start + i];
    return key;
}

static uint64_t mix(uint64_t hash, uint64_t part) {
    hash = (hash ^ part) * MULTIPLIER;
    return hash ^ hash >> 29;
}

/* Hashes all bytes: a hash that skips some of them can be made to collide. The upper bits are the
 * best. */
static uint64_t hash_bytes(const struct interner *in, uint32_t start, uint32_t length) {
    uint64_t hash = length * MULTIPLIER ^ in->seed, rest = 0;
    const char *p = in->text + start, *end = p + length;
    if (length >= 8) {
        for (; end - p > 8; p += 8) hash = mix(hash, load8(p));
        rest = load8(end - 8);
    } else {
        rest = name_key(in, start, length);
    }
    return mix(hash, rest) * MULTIPLIER;
}

static inline uint64_t hash_short(const struct interner *in, uint64_t key, uint32_t length) {
    return (key ^ length ^ in->seed) * MULTIPLIER;
}

static uint64_t hash_key(const struct interner *in, uint64_t key, uint32_t start, uint32_t length) {
    return length > 8 ? hash_bytes(in, start, length) : hash_short(in, key, length);
}

static uint64_t atom_hash(const struct interner *in, struct intern_slot *slot) {
    return hash_key(in, slot->key, atom_at(in, slot->index)->start, slot->length);
}

static uint64_t chain_hash(const struct interner *in, struct intern_slot *slot) {
    slot->key = hash_bytes(in, chain_at(in, slot->index)->start, slot->length);
    return slot->key;
}

typedef uint64_t slot_hash(const struct interner *in, struct intern_slot *slot);

static void table_rebuild(struct interner *in, struct intern_table *t, uint32_t size,
                          slot_hash *hash_of) {
    struct intern_table old = *t;
    table_init(in, t, size);
    t->count = old.count;
    for (uint32_t i = 0; i <= old.mask; i++) {
        if (!old.slot[i].length) continue;
        uint64_t at = hash_of(in, &old.slot[i]) >> t->shift;
        while (t->slot[at].length) at = (at + 1) & t->mask;
        t->slot[at] = old.slot[i];
    }
}

COLD static void table_grow(struct interner *in, struct intern_table *t, slot_hash *hash_of) {
    table_rebuild(in, t, 2 * (t->mask + 1), hash_of);
}

/* An attacker can choose names that collide. A hash that depends on the whole text prevents this,
 * but its cost is not worth paying for any other text. */
COLD static void reseed(struct interner *in) {
    in->seed = hash_bytes(in, 0, in->length) | 1;
    table_rebuild(in, &in->atom_table, in->atom_table.mask + 1, atom_hash);
    table_rebuild(in, &in->chain_table, in->chain_table.mask + 1, chain_hash);
}

enum { MANY_PROBES = 256 };

void intern_init(struct interner *in, struct arena *arena, const char *text, uint32_t length) {
    *in = (struct interner){.arena = arena, .text = text, .length = length};
    list_init(&in->atoms, sizeof(struct atom));
    list_init(&in->chains, sizeof(struct chain));
    table_init(in, &in->atom_table, 256);
    table_init(in, &in->chain_table, 256);
    /* Atom 0 is `_`, wherever the text first contains it; its bytes are never needed. */
    struct atom *sink = list_add(arena, &in->atoms);
    *sink = (struct atom){.length = 1};
    in->atom_table.count = 1;
    in->atom_table.slot[hash_short(in, '_', 1) >> in->atom_table.shift] =
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

APART static uint32_t find_atom(struct interner *in, uint64_t key, uint32_t start,
                                uint32_t length) {
    struct intern_table *t = &in->atom_table;
    uint64_t at = hash_key(in, key, start, length) >> t->shift;
    uint32_t probes = 0;
    struct intern_slot *slot = &t->slot[at];
    for (; slot->length; slot = &t->slot[at = (at + 1) & t->mask]) {
        if (slot->key == key && slot->length == length &&
            (length <= 8 ||
             !memcmp(in->text + atom_at(in, slot->index)->start, in->text + start, length)))
            return slot->index;
        if (++probes == MANY_PROBES && !in->seed) {
            reseed(in);
            return find_atom(in, key, start, length);
        }
    }
    return new_atom(in, slot, key, start, length);
}

uint32_t intern_atom(struct interner *in, uint32_t start, uint32_t end) {
    return find_atom(in, name_key(in, start, end - start), start, end - start);
}

/* A number with a leading zero makes another name: %r01 is not %r1, but see symbols_lookup. */
APART static struct name any_name(struct interner *in, uint32_t start, uint32_t end) {
    uint32_t digits = end;
    while (digits > start + 1 && in->text[digits - 1] >= '0' && in->text[digits - 1] <= '9')
        digits--;
    uint32_t count = end - digits;
    if (!count || count > 9 || (count > 1 && in->text[digits] == '0'))
        return (struct name){intern_atom(in, start, end), NO_NUMBER};
    uint32_t number = 0;
    for (uint32_t i = digits; i < end; i++) number = 10 * number + (uint32_t)(in->text[i] - '0');
    return (struct name){intern_atom(in, start, digits), number};
}

/* Returns the number that 8 digit values represent; the lowest byte holds the first digit. */
static uint32_t number_of_digits(uint64_t digits) {
    digits = digits * (10 << 8 | 1) >> 8 & 0x00FF00FF00FF00FF;
    digits = digits * (100 << 16 | 1) >> 16 & 0x0000FFFF0000FFFF;
    return (uint32_t)(digits * ((UINT64_C(10000) << 32) | 1) >> 32);
}

/* Most names are short registers. They are split by integer operations, without a loop over their
 * bytes. */
struct name intern_name(struct interner *in, uint32_t start, uint32_t end) {
    uint32_t length = end - start, number = NO_NUMBER;
    if (length > 8 || in->length - start < 8) return any_name(in, start, end);
    uint32_t spare = 8 * (8 - length);
    uint64_t low = load8(in->text + start) << spare, key = low >> spare;
    low ^= 0x3030303030303030; /* the last byte is the highest; '0' becomes 0 */
    uint64_t others =
        (((low & 0x7F7F7F7F7F7F7F7F) + 0x7676767676767676) | low) & 0x8080808080808080;
    uint32_t count = others ? (uint32_t)__builtin_clzll(others) / 8 : 8; /* digits at the end */
    if (count && count < length) {
        uint32_t found = number_of_digits(low >> (64 - 8 * count) << (64 - 8 * count));
        /* The digits must be as many as the number needs, so that there is no leading zero. A
         * branch on `count` would be unpredictable. */
        static const uint32_t least[] = {0, 0, 10, 100, 1000, 10000, 100000, 1000000};
        if (found >= least[count]) {
            number = found;
            length -= count;
            key &= (UINT64_C(1) << 8 * length) - 1;
        }
    }
    const struct intern_slot *slot =
        &in->atom_table.slot[hash_short(in, key, length) >> in->atom_table.shift];
    bool here = slot->key == key && slot->length == length;
    return (struct name){here ? slot->index : find_atom(in, key, start, length), number};
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

static bool same_bytes(const char *a, const char *b, uint32_t length) {
    if (length < 8) return !memcmp(a, b, length);
    uint32_t last = length - 8;
    for (uint32_t i = 0; i < last; i += 8)
        if (load8(a + i) != load8(b + i)) return false;
    return load8(a + last) == load8(b + last);
}

static uint32_t find_chain(struct interner *in, uint32_t start, uint32_t length) {
    struct intern_table *t = &in->chain_table;
    uint64_t hash = hash_bytes(in, start, length), at = hash >> t->shift;
    uint32_t probes = 0;
    struct intern_slot *slot = &t->slot[at];
    for (; slot->length; slot = &t->slot[at = (at + 1) & t->mask]) {
        if (slot->key == hash && slot->length == length &&
            same_bytes(in->text + chain_at(in, slot->index)->start, in->text + start, length))
            return slot->index;
        if (++probes == MANY_PROBES && !in->seed) {
            reseed(in);
            return find_chain(in, start, length);
        }
    }
    return new_chain(in, slot, hash, start, length);
}

/* Few distinct chains make up most of a text, so the slot where an equal chain was last found is
 * checked first. */
uint32_t intern_chain(struct interner *in, uint32_t start, uint32_t end) {
    uint32_t length = end - start;
    if (length < 8) return find_chain(in, start, length);
    uint64_t sample = load8(in->text + start) + 3 * load8(in->text + end - 8) + length;
    uint32_t *recent = &in->recent_chain[sample * MULTIPLIER >> 56];
    if (*recent < in->chains.count) {
        const struct chain *c = chain_at(in, *recent);
        if (c->length == length && same_bytes(in->text + c->start, in->text + start, length))
            return *recent;
    }
    return *recent = find_chain(in, start, length);
}
