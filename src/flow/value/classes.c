/* SPDX-License-Identifier: Apache-2.0
 * Classes of equal values: see classes.h. Each value is looked up twice, by its form and as one
 * place; if both are known, their classes are joined. */
#include "flow/value/classes.h"
#include "flow/value/address.h"

enum { ROOM = 4 /* slots of the table per value, which has at most two entries */ };

typedef bool same_value(const struct flow_value *a, const struct flow_value *b);

struct class_table {
    const struct flow_value *values;
    uint32_t *slots, mask; /* 1 + a value; 0 if empty */
    uint32_t *parent;      /* for each value, another one of its class, or itself */
};

static uint64_t mix_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint32_t class_root(const struct class_table *t, uint32_t i) {
    while (t->parent[i] != i) i = t->parent[i] = t->parent[t->parent[i]];
    return i;
}

/* Joins the class of a value with that of the first equal one. */
static void look_up(struct class_table *t, uint32_t i, uint64_t hash, same_value *same) {
    uint32_t slot = (uint32_t)hash & t->mask;
    for (; t->slots[slot]; slot = (slot + 1) & t->mask) {
        uint32_t other = t->slots[slot] - 1;
        if (!same(&t->values[other], &t->values[i])) continue;
        t->parent[class_root(t, i)] = class_root(t, other);
        return;
    }
    t->slots[slot] = i + 1;
}

static void put_in_class(struct class_table *t, uint32_t i) {
    const struct flow_value *v = &t->values[i];
    uint64_t base = mix_word(mix_word(v->base, v->of), v->peer);
    if (flow_same_value(v, v))
        look_up(
            t, i,
            mix_word(mix_word(mix_word(base, v->term), (uint64_t)v->factor), (uint64_t)v->constant),
            flow_same_value);
    if (flow_same_address(v, v)) look_up(t, i, mix_word(base, (uint64_t)v->low), flow_same_address);
}

uint32_t *flow_classify(struct arena *arena, const struct flow_value *values, uint32_t count) {
    struct class_table t = {.values = values, .mask = 1};
    while (t.mask < ROOM * count) t.mask <<= 1;
    t.slots = arena_zalloc(arena, t.mask * sizeof *t.slots);
    t.mask--;
    t.parent = arena_alloc(arena, (count + 1) * sizeof *t.parent);
    uint32_t *classes = arena_zalloc(arena, (count + 1) * sizeof *classes);
    for (uint32_t i = 0; i < count; i++) {
        t.parent[i] = i;
        put_in_class(&t, i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!value_is_nothing(&values[i])) classes[i] = class_root(&t, i) + 1;
    return classes;
}

struct class_lists flow_list_classes(struct arena *arena, const uint32_t *classes, uint32_t count,
                                     uint32_t most) {
    struct class_lists lists;
    lists.first = arena_zalloc(arena, ((size_t)most + 3) * sizeof *lists.first);
    lists.member = arena_alloc(arena, ((size_t)count + 1) * sizeof *lists.member);
    for (uint32_t i = 0; i < count; i++) lists.first[classes[i] + 2]++;
    for (uint32_t c = 2; c <= most + 2; c++) lists.first[c] += lists.first[c - 1];
    for (uint32_t i = 0; i < count; i++) lists.member[lists.first[classes[i] + 1]++] = i;
    return lists;
}

uint32_t flow_class_from(const struct class_lists *lists, uint32_t class_number, uint32_t from) {
    uint32_t low = lists->first[class_number], high = lists->first[class_number + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lists->member[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
