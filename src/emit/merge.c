/* SPDX-License-Identifier: Apache-2.0
 * Merges functions that differ in a single tag into one with a template parameter for it, until
 * no two differ in only one. The set of instructions that they represent does not change. */
#include "emit/emit.h"
#include <string.h>

static uint64_t bit_of(const struct emit_function *fn, uint16_t s) {
    return UINT64_C(1) << (fn->word[s] - isa_slots[fn->form->slots.first + s].members.first);
}

static bool may_vary(const struct emit_function *fn, uint16_t s) {
    return emit_is_tag(fn, s) && isa_slots[fn->form->slots.first + s].members.count <= 64;
}

/* Returns true if they agree in slot s. */
static bool agree_in_slot(const struct emit_function *a, const struct emit_function *b,
                          uint16_t s) {
    return may_vary(a, s) && may_vary(b, s) ? a->choice[s] == b->choice[s]
                                            : a->word[s] == b->word[s];
}

static bool same_values(const struct emit_function *a, const struct emit_function *b) {
    if (a->values.count != b->values.count) return false;
    for (uint32_t i = 0; i < a->values.count; i++) {
        const struct emit_value *x = list_at(&a->values, i), *y = list_at(&b->values, i);
        if (x->letter != y->letter || x->access != y->access ||
            strcmp(x->expression, y->expression))
            return false;
    }
    return true;
}

static bool same_types(const struct emit_function *a, const struct emit_function *b) {
    if (a->parameters.count != b->parameters.count) return false;
    for (uint32_t i = 0; i < a->parameters.count; i++) {
        const struct emit_parameter *x = list_at(&a->parameters, i),
                                    *y = list_at(&b->parameters, i);
        if (strcmp(x->type, y->type)) return false;
    }
    return true;
}

static bool agree_but(const struct emit_function *a, const struct emit_function *b, uint16_t but) {
    if (a->form != b->form || a->call != b->call || a->version != b->version ||
        a->targets != b->targets || a->effect != b->effect || strcmp(a->name, b->name) ||
        strcmp(a->key, b->key) || strcmp(a->ptx.operands, b->ptx.operands) ||
        strcmp(a->assertions, b->assertions) || strcmp(a->ptx.before, b->ptx.before) ||
        strcmp(a->ptx.after, b->ptx.after) || !same_values(a, b) || !same_types(a, b))
        return false;
    if (!may_vary(a, but) || !may_vary(b, but)) return false;
    for (uint16_t s = 0; s < a->form->slots.count; s++)
        if (s != but && !agree_in_slot(a, b, s)) return false;
    return true;
}

static uint64_t hash_but(const struct emit_function *fn, uint16_t but) {
    uint64_t hash = (uint64_t)(fn->form - isa_forms);
    for (const char *s = fn->name; *s; s++) hash = (hash ^ (unsigned char)*s) * 1099511628211u;
    for (const char *s = fn->key; *s; s++) hash = (hash ^ (unsigned char)*s) * 1099511628211u;
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        if (s == but) continue;
        hash = (hash ^ (may_vary(fn, s) ? fn->choice[s] : fn->word[s])) * 1099511628211u;
    }
    return hash ^ hash >> 32;
}

struct table {
    struct emit_function **slot;
    uint32_t mask;
};

/* Returns the function that `fn` is merged into, or NULL if it is the first. */
static struct emit_function *find_mergeable(const struct table *t, struct emit_function *fn,
                                            uint16_t s) {
    uint32_t i = (uint32_t)hash_but(fn, s) & t->mask;
    for (; t->slot[i]; i = (i + 1) & t->mask)
        if (agree_but(t->slot[i], fn, s)) return t->slot[i];
    t->slot[i] = fn;
    return NULL;
}

static void merge_slot(struct emit *e, const struct table *t, uint16_t s) {
    memset(t->slot, 0, (t->mask + 1) * sizeof *t->slot);
    for (uint32_t i = 0; i < e->functions.count; i++) {
        struct emit_function *fn = *(struct emit_function **)list_at(&e->functions, i);
        if (fn->merged || s >= fn->form->slots.count || !may_vary(fn, s)) continue;
        struct emit_function *into = find_mergeable(t, fn, s);
        if (!into) continue;
        into->choice[s] |= fn->choice[s];
        fn->merged = true;
    }
}

void emit_merge(struct emit *e) {
    struct table t = {.mask = 1};
    while (t.mask < 2 * e->functions.count) t.mask *= 2;
    t.mask--;
    t.slot = arena_alloc(e->arena, (t.mask + 1) * sizeof *t.slot);
    for (uint32_t i = 0; i < e->functions.count; i++) {
        struct emit_function *fn = *(struct emit_function **)list_at(&e->functions, i);
        fn->choice = arena_zalloc(e->arena, fn->form->slots.count * sizeof *fn->choice);
        for (uint16_t s = 0; s < fn->form->slots.count; s++)
            if (may_vary(fn, s)) fn->choice[s] = bit_of(fn, s);
    }
    for (int s = 0; s < ISA_MOST_SLOTS; s++) merge_slot(e, &t, (uint16_t)s);
}
