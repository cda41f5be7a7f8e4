/* SPDX-License-Identifier: Apache-2.0
 * Names and what they refer to: see symbols.h. */
#include "symbols/symbols.h"
#include <string.h>

enum { FIRST_BUCKETS = 64 };

static uint32_t hash_name(struct name name) {
    uint64_t h = ((uint64_t)name.atom << 32 | name.number) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32);
}

static bool same_name(struct name a, struct name b) {
    return a.atom == b.atom && a.number == b.number;
}

void symbols_init(struct symbols *s, struct arena *arena, struct interner *names) {
    *s = (struct symbols){.arena = arena, .names = names, .scope_room = 8};
    s->scopes = arena_zalloc(arena, s->scope_room * sizeof *s->scopes);
    s->bucket = arena_zalloc(arena, FIRST_BUCKETS * sizeof(struct symbol *));
    s->bucket_mask = FIRST_BUCKETS - 1;
    s->waiting = arena_zalloc(arena, FIRST_BUCKETS * sizeof(struct pending *));
    s->waiting_mask = FIRST_BUCKETS - 1;
    list_init(&s->pending, sizeof(struct pending));
}

/* ---- bindings ---- */

/* Returns the link to the innermost symbol with this name. */
static struct symbol **binding(const struct symbols *s, struct name name, bool range) {
    struct atom *atom = atom_at(s->names, name.atom);
    if (range) return &atom->range;
    if (name.number == NO_NUMBER) return &atom->plain;
    return &s->bucket[hash_name(name) & s->bucket_mask];
}

static bool is_numbered(const struct symbol *y) {
    return !y->is_range && y->name.number != NO_NUMBER;
}

/* Numbered names share buckets; the lists stay ordered by scope, innermost first. */
static void grow_buckets(struct symbols *s) {
    struct symbol **old = s->bucket;
    uint32_t old_mask = s->bucket_mask;
    s->bucket_mask = 4 * old_mask + 3;
    s->bucket = arena_zalloc(s->arena, (s->bucket_mask + 1) * sizeof *s->bucket);
    for (uint32_t i = 0; i <= old_mask; i++) {
        struct symbol *reversed = NULL, *next;
        for (struct symbol *y = old[i]; y; y = next) {
            next = y->hidden;
            y->hidden = reversed;
            reversed = y;
        }
        for (struct symbol *y = reversed; y; y = next) {
            next = y->hidden;
            struct symbol **at = binding(s, y->name, false);
            y->hidden = *at;
            *at = y;
        }
    }
}

struct symbol *symbols_declare(struct symbols *s, const struct symbol *symbol) {
    struct symbol *y = s->spare;
    if (y)
        s->spare = y->older;
    else
        y = arena_alloc(s->arena, sizeof *y);
    *y = *symbol;
    y->scope = s->depth;
    if (is_numbered(y)) {
        atom_at(s->names, y->name.atom)->numbered++;
        if (++s->bucket_count > s->bucket_mask) grow_buckets(s);
    }
    struct symbol **at = binding(s, y->name, y->is_range);
    y->hidden = y->wider = *at;
    if (y->is_range)
        while (y->wider && y->wider->range <= y->range) y->wider = y->wider->wider;
    *at = y;
    y->older = s->scopes[s->depth].newest;
    s->scopes[s->depth].newest = y;
    return y;
}

void symbols_open(struct symbols *s, uint32_t start) {
    if (++s->depth == s->scope_room) {
        struct scope *scopes = arena_alloc(s->arena, 2 * s->scope_room * sizeof *scopes);
        memcpy(scopes, s->scopes, s->scope_room * sizeof *scopes);
        s->scopes = scopes;
        s->scope_room *= 2;
    }
    s->scopes[s->depth] = (struct scope){NULL, start};
}

void symbols_close(struct symbols *s) {
    struct symbol *next;
    for (struct symbol *y = s->scopes[s->depth].newest; y; y = next) {
        *binding(s, y->name, y->is_range) = y->hidden;
        if (is_numbered(y)) {
            atom_at(s->names, y->name.atom)->numbered--;
            s->bucket_count--;
        }
        next = y->older;
        y->older = s->spare;
        s->spare = y;
    }
    s->depth--;
}

static struct symbol *exact(const struct symbols *s, struct name name) {
    struct symbol *y = *binding(s, name, false);
    while (y && !same_name(y->name, name)) y = y->hidden;
    return y;
}

static struct symbol *symbol_in_range(const struct atom *atom, uint32_t number) {
    struct symbol *y = atom->range;
    while (y && number >= y->range) y = y->wider;
    return y;
}

/* In the same scope, a range hides a label or variable that has the name of one of its
 * registers. */
static struct symbol *inner(struct symbol *a, struct symbol *range) {
    if (!a || !range) return a ? a : range;
    return range->scope >= a->scope ? range : a;
}

bool symbols_split(const struct symbols *s, struct name *name) {
    const struct atom *atom = atom_at(s->names, name->atom);
    if (name->number != NO_NUMBER || name->atom == ATOM_SINK) return false;
    const char *text = s->names->text + atom->start;
    uint32_t digits = atom->length;
    while (digits > 1 && text[digits - 1] >= '0' && text[digits - 1] <= '9') digits--;
    if (digits == atom->length) return false;
    name->number = 0;
    for (uint32_t i = digits; i < atom->length; i++)
        name->number = 10 * name->number + (uint32_t)(text[i] - '0');
    name->atom = intern_atom(s->names, atom->start, atom->start + digits);
    return true;
}

struct symbol *symbols_lookup(const struct symbols *s, struct name name) {
    const struct atom *atom = atom_at(s->names, name.atom);
    if (name.number != NO_NUMBER) {
        struct symbol *y = atom->numbered ? exact(s, name) : NULL;
        return inner(y, symbol_in_range(atom, name.number));
    }
    struct symbol *y = atom->plain;
    if (!symbols_split(s, &name)) return y;
    return inner(y, symbol_in_range(atom_at(s->names, name.atom), name.number));
}

struct symbol *symbols_here(const struct symbols *s, struct name name, bool range) {
    struct symbol *y = *binding(s, name, range);
    while (y && y->scope == s->depth && !same_name(y->name, name)) y = y->hidden;
    return y && y->scope == s->depth && same_name(y->name, name) ? y : NULL;
}

struct symbol *symbols_range(const struct symbols *s, struct name name) {
    symbols_split(s, &name);
    return atom_at(s->names, name.atom)->range;
}

/* ---- pending uses ---- */

static void rehash_waiting(struct symbols *s) {
    s->waiting_mask = 4 * s->waiting_mask + 3;
    s->waiting = arena_zalloc(s->arena, (s->waiting_mask + 1) * sizeof *s->waiting);
    for (uint32_t i = 0; i < s->pending.count; i++) {
        struct pending *p = list_at(&s->pending, i);
        if (p->done) continue;
        struct pending **at = &s->waiting[hash_name(p->name) & s->waiting_mask];
        p->next = *at;
        *at = p;
    }
}

void symbols_wait(struct symbols *s, const struct pending *use) {
    struct pending *p = list_add(s->arena, &s->pending);
    *p = *use;
    if (s->pending.count > s->waiting_mask) {
        rehash_waiting(s);
        return;
    }
    struct pending **at = &s->waiting[hash_name(use->name) & s->waiting_mask];
    p->next = *at;
    *at = p;
}

/* The list of a bucket is ordered by position, latest first, so the first use before the start of
 * the scope ends the search. */
struct pending *symbols_arrive(struct symbols *s, struct name name, bool label) {
    if (!s->pending.count) return NULL;
    uint32_t start = s->scopes[s->depth].start;
    struct pending *first = NULL;
    struct pending **at = &s->waiting[hash_name(name) & s->waiting_mask];
    while (*at && (*at)->start >= start) {
        struct pending *p = *at;
        if (!same_name(p->name, name)) {
            at = &p->next;
            continue;
        }
        p->done = true;
        if (!label || !p->jump) first = p;
        *at = p->next;
    }
    return first;
}

void symbols_end_waiting(struct symbols *s) {
    /* Does not clear the whole table: one function may have made it large, and a million others may
     * follow. */
    for (uint32_t i = 0; i < s->pending.count; i++) {
        const struct pending *p = list_at(&s->pending, i);
        s->waiting[hash_name(p->name) & s->waiting_mask] = NULL;
    }
    s->pending.count = 0;
}
