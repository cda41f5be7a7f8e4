/* SPDX-License-Identifier: Apache-2.0
 * Vector clocks: see clock.h. */
#include "rehearse/race/clock.h"
#include <string.h>

void clocks_init(struct clocks *c, struct arena *arena, uint32_t size, uint64_t most_bytes) {
    *c = (struct clocks){.arena = arena, .size = size};
    c->most = (uint32_t)(most_bytes / (sizeof(struct clock) + size * sizeof(uint32_t)));
}

/* Returns a clock with one owner and uninitialized components. */
static struct clock *new_clock(struct clocks *all) {
    struct clock *c = all->free;
    if (c) {
        all->free = c->next;
    } else {
        all->spent |= all->made >= all->most;
        all->made++;
        c = arena_alloc(all->arena, sizeof *c + all->size * sizeof *c->at);
    }
    c->owners = 1;
    return c;
}

void clock_drop(struct clocks *all, struct clock *c) {
    if (!c || --c->owners) return;
    c->next = all->free;
    all->free = c;
}

/* ---- equal clocks ---- */

static uint32_t factor_of(uint32_t component) { return component * 0x9E3779B1u | 1; }

static void replace(struct clocks *all, struct clock **to, struct clock *by) {
    clock_drop(all, *to);
    *to = by;
}

void clock_unify(struct clocks *all, struct clock **to) {
    struct clock *c = *to;
    if (!c) return;
    struct clock **recent = &all->recent[(c->sum ^ c->sum >> 16) % CLOCK_RECENT], *r = *recent;
    if (r && r->sum == c->sum && !memcmp(r->at, c->at, all->size * sizeof *c->at))
        replace(all, to, clock_share(r));
    else
        replace(all, recent, clock_share(c));
}

/* ---- joins ---- */

static struct clock *later_of(struct clocks *all, struct clock *a, struct clock *b) {
    uint32_t earlier = 0, later = 0, sum = 0;
    for (uint32_t i = 0; i < all->size; i++) {
        earlier |= a->at[i] < b->at[i];
        later |= a->at[i] > b->at[i];
    }
    if (!later) return clock_share(b);
    if (!earlier) return clock_share(a);
    struct clock *both = new_clock(all);
    for (uint32_t i = 0; i < all->size; i++) {
        both->at[i] = a->at[i] > b->at[i] ? a->at[i] : b->at[i];
        sum += both->at[i] * factor_of(i);
    }
    both->sum = sum;
    clock_unify(all, &both);
    return both;
}

static void drop_joined(struct clocks *all, const struct clock_joined *j) {
    clock_drop(all, j->a);
    clock_drop(all, j->b);
    clock_drop(all, j->both);
}

/* The memo owns its contents, so another clock cannot reuse their memory. Lanes alternately join
 * what they know and the fenced part of it, so two joins may share a slot. */
static struct clock *joined(struct clocks *all, struct clock *a, struct clock *b) {
    uint64_t mixed = (uintptr_t)a * 0x9E3779B97F4A7C15u ^ (uintptr_t)b * 0xC2B2AE3D27D4EB4Fu;
    struct clock_joined *memo = all->memo[(mixed >> 32) % CLOCK_MEMOS];
    for (uint32_t i = 0; i < CLOCK_WAYS; i++)
        if (memo[i].a == a && memo[i].b == b) return memo[i].both;
    struct clock_joined made = {clock_share(a), clock_share(b), later_of(all, a, b)};
    drop_joined(all, &memo[CLOCK_WAYS - 1]);
    memmove(&memo[1], &memo[0], (CLOCK_WAYS - 1) * sizeof *memo);
    memo[0] = made;
    return made.both;
}

void clock_join(struct clocks *all, struct clock **to, struct clock *from) {
    struct clock *a = *to;
    if (a == from || !from) return;
    if (!a) {
        *to = clock_share(from);
        return;
    }
    replace(all, to, clock_share(joined(all, a, from)));
}

void clock_raise(struct clocks *all, struct clock **to, uint32_t component, uint32_t time) {
    struct clock *c = *to;
    if (clock_time(c, component) >= time) return;
    if (!c || c->owners > 1) {
        struct clock *own = new_clock(all);
        if (c)
            memcpy(own->at, c->at, all->size * sizeof *c->at);
        else
            memset(own->at, 0, all->size * sizeof *own->at);
        own->sum = c ? c->sum : 0;
        replace(all, to, own);
        c = own;
    }
    c->sum += (time - c->at[component]) * factor_of(component);
    c->at[component] = time;
}
