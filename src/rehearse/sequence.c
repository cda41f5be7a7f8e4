/* SPDX-License-Identifier: Apache-2.0
 * What each warp knows to have happened, and what could have come in another order: see
 * sequence.h. */
#include "rehearse/sequence.h"
#include <string.h>

enum { MBARRIERS = 128 /* the number tracked */, MOST_CHOICES = 4096 };

/* A barrier, and the clock that a warp acquires when it sees the latest phase complete. */
struct object_sequence {
    uint32_t *known, *over; /* of those that have arrived; when the latest phase completed */
    uint32_t phase;         /* for barriers other than mbarriers */
    struct list deeds[2];   /* struct deed: what came in phases with even and with odd numbers */
    struct list passes;     /* struct deed: who has seen the end of the latest phase */
    struct list expects;    /* struct deed: what raised the bytes of this phase without arriving */
    struct list early;      /* struct hold: what could have come before them */
};

struct sequence {
    struct holds holds;
    bool records;
    uint32_t warps, width; /* width: number of known counters, for operations of warps and phases
                              of objects */
    uint32_t *known;       /* for each warp */
    struct object_sequence *objects;
    uint32_t *done, *started; /* for each warp */
    struct list slots, free;  /* uint32_t *: what was known when something was started */
    struct deed current;
    uint32_t *current_known;
    bool did; /* the current operation has done something */
    struct list choices;
    uint64_t signature;
};

struct sequence *sequence_make(struct machine *m, const struct holds *holds, bool records) {
    struct sequence *o = arena_zalloc(m->arena, sizeof *o);
    uint32_t objects = MBARRIERS + m->cta_count * NAMED_BARRIERS + 1;
    o->holds = *holds;
    o->records = records;
    o->warps = m->warp_count;
    o->width = o->warps + objects;
    o->known = arena_zalloc(m->arena, (size_t)o->warps * o->width * sizeof *o->known);
    o->done = arena_zalloc(m->arena, o->warps * sizeof *o->done);
    o->started = arena_zalloc(m->arena, o->warps * sizeof *o->started);
    o->objects = arena_zalloc(m->arena, objects * sizeof *o->objects);
    list_init(&o->slots, sizeof(uint32_t *));
    list_init(&o->free, sizeof(uint32_t));
    list_init(&o->choices, sizeof(struct hold));
    for (uint32_t i = 0; i < o->holds.count; i++) o->holds.of[i].met = false;
    return o;
}

const struct list *sequence_choices(const struct sequence *o) { return &o->choices; }
uint64_t sequence_signature(const struct sequence *o) { return o->signature; }

/* ---- holding ---- */

static bool is_same_deed(const struct deed *a, const struct deed *b) {
    return a->warp == b->warp && a->index == b->index && a->completes == b->completes;
}

static bool is_held(const struct sequence *o, const struct deed *d) {
    for (uint32_t i = 0; i < o->holds.count; i++)
        if (!o->holds.of[i].met && is_same_deed(&o->holds.of[i].later, d)) return true;
    return false;
}

static bool wake_held(struct machine *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->warp_count; i++)
        for (unsigned l = 0; l < LANES; l++) {
            if (m->warps[i].waits[l].kind != WAIT_TURN) continue;
            m->warps[i].waits[l].kind = WAIT_NOT;
            any = true;
        }
    return any;
}

static void note_done(struct machine *m, const struct deed *d) {
    struct holds *all = &m->plan.sequence->holds;
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->of[i].met || !is_same_deed(&all->of[i].first, d)) continue;
        all->of[i].met = true;
        m->progress++;
        wake_held(m);
    }
}

bool sequence_release(struct machine *m) {
    struct holds *all = &m->plan.sequence->holds;
    bool any = wake_held(m);
    for (uint32_t i = 0; i < all->count; i++) {
        any |= !all->of[i].met && all->of[i].later.completes &&
               m->sync.agents_done < m->sync.agents.count;
        all->of[i].met = true;
    }
    return any;
}

/* ---- what is known ---- */

static uint32_t *known_of(const struct sequence *o, uint32_t warp) {
    return o->known + (size_t)warp * o->width;
}

static void join_known(const struct sequence *o, uint32_t *to, const uint32_t *from) {
    for (uint32_t i = 0; from && i < o->width; i++)
        if (from[i] > to[i]) to[i] = from[i];
}

static struct object_sequence *object_of(struct machine *m, uint32_t object) {
    struct sequence *o = m->plan.sequence;
    struct object_sequence *x = &o->objects[object];
    if (!x->known) {
        x->known = arena_zalloc(m->arena, o->width * sizeof *x->known);
        x->over = arena_zalloc(m->arena, o->width * sizeof *x->over);
        list_init(&x->passes, sizeof(struct deed));
        list_init(&x->deeds[0], sizeof(struct deed));
        list_init(&x->deeds[1], sizeof(struct deed));
        list_init(&x->expects, sizeof(struct deed));
        list_init(&x->early, sizeof(struct hold));
    }
    return x;
}

static void add_order_choice(struct machine *m, const struct deed *first,
                             const struct deed *later) {
    struct sequence *o = m->plan.sequence;
    bool ordered = first->warp == later->warp && !first->completes && !later->completes;
    if (o->choices.count == MOST_CHOICES || ordered) return;
    *(struct hold *)list_add(m->arena, &o->choices) = (struct hold){*first, *later, false};
}

static void sign(struct sequence *o, uint32_t object, uint32_t phase) {
    uint64_t h =
        (uint64_t)o->current.warp << 33 | (uint64_t)o->current.completes << 32 | o->current.index;
    h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9) + ((uint64_t)object << 32 | phase);
    h = (h ^ h >> 32) * UINT64_C(0x94D049BB133111EB);
    o->signature += h ^ h >> 31;
}

/* ---- operations ---- */

static uint32_t number_of_warp(const struct machine *m, const struct warp *w) {
    return (uint32_t)(w - m->warps);
}

void sequence_leave(struct machine *m, const struct warp *w) {
    struct sequence *o = m->plan.sequence;
    uint32_t warp = number_of_warp(m, w);
    o->current = (struct deed){.warp = warp, .index = o->done[warp] + 1};
    o->current_known = known_of(o, warp);
}

bool sequence_begin(struct machine *m, struct warp *w, uint32_t lanes) {
    struct sequence *o = m->plan.sequence;
    sequence_leave(m, w);
    o->did = false;
    if (!is_held(o, &o->current)) return true;
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1) w->waits[l] = (struct waiting){.kind = WAIT_TURN};
    return false;
}

void sequence_end(struct machine *m, struct warp *w) {
    struct sequence *o = m->plan.sequence;
    if (!o->did) return;
    uint32_t warp = number_of_warp(m, w);
    known_of(o, warp)[warp] = ++o->done[warp];
    note_done(m, &o->current);
}

static struct deed own_completion(const struct agent *a) {
    return (struct deed){.warp = a->starter, .index = a->serial, .completes = true};
}

bool sequence_may_complete(const struct machine *m, const struct agent *a) {
    struct deed d = own_completion(a);
    return !is_held(m->plan.sequence, &d);
}

void sequence_begin_completion(struct machine *m, const struct agent *a) {
    struct sequence *o = m->plan.sequence;
    o->current = own_completion(a);
    o->current_known = o->records ? *(uint32_t **)list_at(&o->slots, a->slot) : NULL;
}

void sequence_end_completion(struct machine *m, struct agent *a) {
    struct sequence *o = m->plan.sequence;
    if (o->records) *(uint32_t *)list_add(m->arena, &o->free) = a->slot;
    note_done(m, &o->current);
}

void sequence_start(struct machine *m, const struct warp *w, struct agent *a) {
    struct sequence *o = m->plan.sequence;
    a->starter = number_of_warp(m, w);
    a->serial = ++o->started[a->starter];
    if (!o->records) return;
    if (o->free.count) {
        a->slot = *(uint32_t *)list_at(&o->free, --o->free.count);
    } else {
        a->slot = o->slots.count;
        *(uint32_t **)list_add(m->arena, &o->slots) =
            arena_alloc(m->arena, o->width * sizeof(uint32_t));
    }
    uint32_t *known = *(uint32_t **)list_at(&o->slots, a->slot);
    memcpy(known, known_of(o, a->starter), o->width * sizeof *known);
    known[a->starter] = o->done[a->starter] + 1;
    o->did = true;
}

/* ---- barriers ---- */

/* Returns true if the warp of the current operation knows about another one. */
static bool has_learned(const struct sequence *o, const struct deed *d) {
    return !d->completes && o->current_known[d->warp] >= d->index;
}

static void add_deed(struct machine *m, struct list *deeds) {
    struct deed *last = deeds->count ? list_at(deeds, deeds->count - 1) : NULL;
    if (!last || !is_same_deed(last, &m->plan.sequence->current)) last = list_add(m->arena, deeds);
    *last = m->plan.sequence->current;
}

static void touch_object(struct machine *m, uint32_t object, uint32_t phase) {
    struct sequence *o = m->plan.sequence;
    struct object_sequence *x = object_of(m, object);
    const struct list *before = &x->deeds[~phase & 1];
    o->did = true;
    sign(o, object, phase);
    /* It does not know that the previous phase is complete, so it may come before that. */
    bool told = !phase || o->current_known[o->warps + object] >= phase;
    for (uint32_t i = 0; !told && i < before->count; i++)
        if (!has_learned(o, list_at(before, i)))
            add_order_choice(m, &o->current, list_at(before, i));
    /* The bytes that another operation announced could come later, and the phase could end
     * first. */
    for (uint32_t i = 0; i < x->expects.count; i++) {
        const struct deed *e = list_at(&x->expects, i);
        if (has_learned(o, e) || is_same_deed(e, &o->current)) continue;
        *(struct hold *)list_add(m->arena, &x->early) = (struct hold){o->current, *e, false};
    }
    add_deed(m, &x->deeds[phase & 1]);
    join_known(o, x->known, o->current_known);
    if (!o->current.completes) x->known[o->current.warp] = o->current.index;
}

/* A phase cannot end before the arrival of a thread that announces bytes before it arrives. */
static bool arrives_later(const struct list *deeds, const struct deed *expect) {
    for (uint32_t i = 0; i < deeds->count; i++) {
        const struct deed *d = list_at(deeds, i);
        if (d->arrives && d->warp == expect->warp && d->index >= expect->index) return true;
    }
    return false;
}

static void end_phase(struct machine *m, uint32_t object, uint32_t phase) {
    struct sequence *o = m->plan.sequence;
    struct object_sequence *x = object_of(m, object);
    for (uint32_t i = 0; i < x->passes.count; i++) {
        const struct deed *d = list_at(&x->passes, i);
        if (o->current_known[d->warp] < d->index) add_order_choice(m, &o->current, d);
    }
    for (uint32_t i = 0; i < x->early.count; i++) {
        const struct hold *h = list_at(&x->early, i);
        if (!arrives_later(&x->deeds[~phase & 1], &h->later))
            add_order_choice(m, &h->first, &h->later);
    }
    x->passes.count = x->expects.count = x->early.count = 0;
    x->deeds[phase & 1].count = 0;
    x->known[o->warps + object] = phase;
    memcpy(x->over, x->known, o->width * sizeof *x->over);
}

static void pass_object(struct machine *m, uint32_t object, uint32_t *known) {
    struct sequence *o = m->plan.sequence;
    join_known(o, known, object_of(m, object)->over);
}

void sequence_touch(struct machine *m, uint32_t barrier, uint32_t phase, bool arrives) {
    m->plan.sequence->did = true;
    m->plan.sequence->current.arrives = arrives && !m->plan.sequence->current.completes;
    if (m->plan.sequence->records && barrier < MBARRIERS) touch_object(m, barrier, phase);
}

void sequence_expect(struct machine *m, uint32_t barrier) {
    struct sequence *o = m->plan.sequence;
    if (o->records && barrier < MBARRIERS && !o->current.completes)
        add_deed(m, &object_of(m, barrier)->expects);
}

void sequence_over(struct machine *m, uint32_t barrier) {
    const struct mbarrier *b = list_at(&m->sync.mbarriers, barrier);
    if (m->plan.sequence->records && barrier < MBARRIERS) end_phase(m, barrier, b->phase);
}

void sequence_pass(struct machine *m, uint32_t barrier, uint32_t phase) {
    struct sequence *o = m->plan.sequence;
    o->did = true;
    if (!o->records || barrier >= MBARRIERS) return;
    struct object_sequence *x = object_of(m, barrier);
    sign(o, barrier, phase);
    pass_object(m, barrier, o->current_known);
    const struct deed *last = x->passes.count ? list_at(&x->passes, x->passes.count - 1) : NULL;
    if (!last || !is_same_deed(last, &o->current))
        *(struct deed *)list_add(m->arena, &x->passes) = o->current;
}

static uint32_t object_of_barrier(uint32_t cta, uint32_t number) {
    return number == NAMED_BARRIERS ? MBARRIERS : MBARRIERS + 1 + cta * NAMED_BARRIERS + number;
}

void sequence_meet(struct machine *m, uint32_t cta, uint32_t number, bool waits) {
    uint32_t object = object_of_barrier(cta, number);
    m->plan.sequence->did = true;
    if (!m->plan.sequence->records) return;
    if (waits && number == NAMED_BARRIERS)
        pass_object(m, object, m->plan.sequence->current_known);
    else
        touch_object(m, object, object_of(m, object)->phase);
}

/* Waiting threads learn about it when the barrier opens. */
void sequence_open(struct machine *m, uint32_t cta, uint32_t number) {
    struct sequence *o = m->plan.sequence;
    uint32_t object = object_of_barrier(cta, number);
    if (!o->records) return;
    struct object_sequence *x = object_of(m, object);
    end_phase(m, object, ++x->phase);
    for (uint32_t i = 0; number < NAMED_BARRIERS && i < m->warp_count; i++) {
        const struct warp *w = &m->warps[i];
        bool waits = false;
        for (unsigned l = 0; l < LANES; l++)
            waits |= w->waits[l].kind == WAIT_BARRIER && w->waits[l].object == number;
        if (waits && w->cta == cta) pass_object(m, object, known_of(o, i));
    }
}

/* ---- texts ---- */

static void build_deed(struct text_builder *out, const struct deed *d) {
    build_char(out, d->completes ? 'c' : 'w');
    build_number(out, d->warp);
    build_char(out, '.');
    build_number(out, d->index);
}

const char *sequence_text(struct arena *arena, const struct holds *holds) {
    struct text_builder out = build_in_arena(arena);
    for (uint32_t i = 0; i < holds->count; i++) {
        if (i) build_char(&out, '+');
        build_deed(&out, &holds->of[i].first);
        build_char(&out, '-');
        build_deed(&out, &holds->of[i].later);
    }
    return built_string(&out);
}

static bool read_order_number(const char **text, uint32_t *number) {
    const char *begin = *text;
    uint64_t value = 0;
    for (; **text >= '0' && **text <= '9' && value <= UINT32_MAX; ++*text)
        value = 10 * value + (uint64_t)(**text - '0');
    *number = (uint32_t)value;
    return *text > begin && value <= UINT32_MAX;
}

static bool read_deed(const char **text, struct deed *d) {
    d->completes = **text == 'c';
    if (**text != 'w' && **text != 'c') return false;
    ++*text;
    if (!read_order_number(text, &d->warp) || **text != '.') return false;
    ++*text;
    return read_order_number(text, &d->index) && d->index;
}

bool sequence_read(const char *text, struct holds *holds) {
    holds->count = 0;
    while (*text && holds->count < MOST_HOLDS) {
        struct hold *h = &holds->of[holds->count++];
        h->met = false;
        if (!read_deed(&text, &h->first) || *text++ != '-' || !read_deed(&text, &h->later))
            return false;
        if (*text == '+' && text[1])
            text++;
        else
            break;
    }
    return !*text;
}
