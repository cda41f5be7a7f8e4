/* SPDX-License-Identifier: Apache-2.0
 * Rows and their contents: see chart.h. */
#include "cli/rehearse/chart.h"
#include <stdio.h>
#include <stdlib.h>

enum { PIECES_OF_MOMENT = 5 }; /* at most, including what continues at the end */
enum {
    MOST_CTAS = 16,
    MOST_WARPS = 32, /* per CTA */
    UNITS = 3,
    MOST_MBARRIERS = 1024,
    FIRST_UNIT = MOST_CTAS * MOST_WARPS,
    FIRST_MBARRIER = FIRST_UNIT + MOST_CTAS * UNITS,
    KEYS = FIRST_MBARRIER + MOST_MBARRIERS,
    NO_ROW = -1,
    /* rows of the picture */
    WARPS_APART = 16, /* if there are more, adjacent ones that do the same share a row */
    WARPS_SHOWN = 32,
    MBARRIERS_SHOWN = 24
};

/* What is known about each row while the moments are read. */
struct history {
    const ptxc_moment *waits;    /* NULL if it runs */
    const ptxc_moment *open;     /* for an mbarrier, the moment that started its phase */
    uint64_t since, last, alike; /* alike: a hash of what it did */
    bool used, ended;
    int row;
    const char *name;
    uint32_t home;
};

struct drawing {
    struct chart *chart;
    const struct story *story;
    struct history *of;          /* for each key */
    const ptxc_moment **started; /* operations that have not completed */
    size_t started_count, started_room;
};

/* ---- keys ---- */

static int key_of_warp(const ptxc_moment *m) {
    return m->cta < MOST_CTAS && m->warp < MOST_WARPS ? (int)(m->cta * MOST_WARPS + m->warp)
                                                      : NO_ROW;
}

static int key_of_unit(const ptxc_moment *m) {
    bool is = m->kind == PTXC_MOMENT_START || m->kind == PTXC_MOMENT_COMPLETE;
    return is && m->cta < MOST_CTAS && (int)m->unit < UNITS
               ? FIRST_UNIT + (int)(m->cta * UNITS + m->unit)
               : NO_ROW;
}

static int key_of_mbarrier(const ptxc_moment *m) {
    return m->object == PTXC_MBARRIER && m->number < MOST_MBARRIERS
               ? FIRST_MBARRIER + (int)m->number
               : NO_ROW;
}

/* ---- rows ---- */

static void mix(uint64_t *hash, uint64_t value) {
    *hash = (*hash ^ value) * UINT64_C(0x100000001B3);
}

static void note_keys(struct drawing *d, const ptxc_moment *m) {
    int warp = key_of_warp(m), unit = key_of_unit(m), mbarrier = key_of_mbarrier(m);
    if (m->cta >= d->chart->ctas) d->chart->ctas = m->cta + 1;
    if (unit != NO_ROW) d->of[unit].used = true;
    if (mbarrier != NO_ROW) {
        d->of[mbarrier].used = true;
        d->of[mbarrier].name = m->name;
        d->of[mbarrier].home = m->home;
    }
    if (warp == NO_ROW) return;
    struct history *h = &d->of[warp];
    h->used = true;
    mix(&h->alike, (uint64_t)m->kind << 8 | m->object);
    mix(&h->alike, m->time);
    mix(&h->alike, (uint64_t)m->number << 32 | m->phase);
    mix(&h->alike, (uint64_t)m->at.start << 32 | (uint32_t)__builtin_popcount(m->lanes));
}

static struct row *add_row(struct drawing *d, int key, enum row_kind kind) {
    struct chart *c = d->chart;
    d->of[key].row = (int)c->row_count;
    struct row *r = &c->rows[c->row_count++];
    *r = (struct row){.kind = kind, .name = d->of[key].name};
    return r;
}

static void add_warps(struct drawing *d) {
    uint32_t count = 0, shown = 0;
    for (int k = 0; k < FIRST_UNIT; k++) count += d->of[k].used;
    for (int k = 0; k < FIRST_UNIT; k++) {
        struct history *h = &d->of[k];
        if (!h->used) continue;
        bool alike = count > WARPS_APART && k % MOST_WARPS && h[-1].used && h[-1].alike == h->alike;
        if (alike && h[-1].row != NO_ROW) {
            d->chart->rows[d->chart->row_count - 1].last = (uint32_t)k % MOST_WARPS;
            h->row = h[-1].row;
            h->ended = true; /* the row shows what the first of them does */
            continue;
        }
        if (shown == WARPS_SHOWN) {
            d->chart->warps_left_out++;
            continue;
        }
        struct row *r = add_row(d, k, ROW_WARP);
        r->cta = (uint32_t)k / MOST_WARPS;
        r->number = r->last = (uint32_t)k % MOST_WARPS;
        shown++;
    }
}

static void add_others(struct drawing *d) {
    uint32_t shown = 0;
    for (int k = FIRST_UNIT; k < FIRST_MBARRIER; k++) {
        if (!d->of[k].used) continue;
        struct row *r = add_row(d, k, ROW_UNIT);
        r->cta = (uint32_t)(k - FIRST_UNIT) / UNITS;
        r->number = (uint32_t)(k - FIRST_UNIT) % UNITS;
    }
    for (int k = FIRST_MBARRIER; k < KEYS; k++) {
        if (!d->of[k].used) continue;
        if (shown == MBARRIERS_SHOWN) {
            d->chart->mbarriers_left_out++;
            continue;
        }
        struct row *r = add_row(d, k, ROW_MBARRIER);
        r->cta = d->of[k].home;
        r->number = (uint32_t)(k - FIRST_MBARRIER);
        shown++;
    }
}

/* ---- pieces ---- */

static void add_piece(struct drawing *d, int key, enum shape shape, uint64_t from, uint64_t to,
                      const ptxc_moment *why) {
    struct chart *c = d->chart;
    if (key == NO_ROW || d->of[key].row == NO_ROW || c->no_memory) return;
    if (c->piece_count == c->piece_room) return;
    c->pieces[c->piece_count++] = (struct piece){(uint32_t)d->of[key].row, shape, from, to, why};
}

static void remember_operation(struct drawing *d, const ptxc_moment *m) {
    if (d->started_count == d->started_room) {
        size_t room = d->started_room ? 2 * d->started_room : 256;
        const ptxc_moment **more = realloc(d->started, room * sizeof *more);
        d->chart->no_memory |= !more;
        if (!more) return;
        d->started = more;
        d->started_room = room;
    }
    d->started[d->started_count++] = m;
}

static void complete_operation(struct drawing *d, const ptxc_moment *m) {
    add_piece(d, key_of_unit(m), SHAPE_OPERATION, m->since, m->time, m);
    for (size_t i = d->started_count; i-- > 0;)
        if (d->started[i]->operation == m->operation) {
            d->started[i] = d->started[--d->started_count];
            return;
        }
}

static void draw_warp(struct drawing *d, const ptxc_moment *m, int key) {
    struct history *h = &d->of[key];
    if (m->time > h->last) h->last = m->time;
    switch (m->kind) {
    case PTXC_MOMENT_WAIT:
        add_piece(d, key, SHAPE_RUN, h->since, m->time, NULL);
        h->waits = m;
        break;
    case PTXC_MOMENT_GO:
        if (m->time > m->since) add_piece(d, key, SHAPE_WAIT, m->since, m->time, m);
        h->since = m->time;
        h->waits = NULL;
        break;
    case PTXC_MOMENT_ARRIVE: add_piece(d, key, SHAPE_ARRIVE, m->time, m->time, m); break;
    case PTXC_MOMENT_START: add_piece(d, key, SHAPE_START, m->time, m->time, m); break;
    case PTXC_MOMENT_END: add_piece(d, key, SHAPE_END, m->time, m->time, m); break;
    default: break;
    }
}

static void draw_moment(struct drawing *d, const ptxc_moment *m) {
    int warp = key_of_warp(m), mbarrier = key_of_mbarrier(m);
    if (warp != NO_ROW && !d->of[warp].ended) draw_warp(d, m, warp);
    if (m->kind == PTXC_MOMENT_START && m->operation) remember_operation(d, m);
    if (m->kind == PTXC_MOMENT_START && !m->operation)
        add_piece(d, key_of_unit(m), SHAPE_START, m->time, m->time, m);
    if (m->kind == PTXC_MOMENT_COMPLETE) complete_operation(d, m);
    if (mbarrier == NO_ROW) return;
    if (m->kind == PTXC_MOMENT_OPEN) add_piece(d, mbarrier, SHAPE_PHASE, m->since, m->time, m);
    if (m->kind == PTXC_MOMENT_OPEN || m->kind == PTXC_MOMENT_INIT) d->of[mbarrier].open = m;
}

/* Draws what continues at the end. */
static void draw_rest(struct drawing *d, uint64_t end, bool hangs) {
    for (int k = 0; k < FIRST_UNIT; k++) {
        struct history *h = &d->of[k];
        if (!h->used || h->ended) continue;
        if (!h->waits) {
            add_piece(d, k, SHAPE_RUN, h->since, h->last, NULL);
            continue;
        }
        add_piece(d, k, hangs ? SHAPE_STUCK : SHAPE_WAIT, h->waits->time, end, h->waits);
        int on = hangs ? key_of_mbarrier(h->waits) : NO_ROW;
        if (hangs && h->row != NO_ROW) d->chart->rows[h->row].stuck = true;
        if (on != NO_ROW && d->of[on].row != NO_ROW) d->chart->rows[d->of[on].row].stuck = true;
    }
    for (size_t i = 0; i < d->started_count; i++)
        add_piece(d, key_of_unit(d->started[i]), SHAPE_UNFINISHED, d->started[i]->time, end,
                  d->started[i]);
    for (int k = FIRST_MBARRIER; k < KEYS; k++)
        if (d->of[k].open)
            add_piece(d, k, SHAPE_OPEN_PHASE, d->of[k].open->time, end, d->of[k].open);
}

void chart_make(struct chart *c, const struct story *story, uint64_t end, bool hangs) {
    *c = (struct chart){.rows = calloc(KEYS, sizeof *c->rows)};
    struct drawing d = {.chart = c, .story = story, .of = calloc(KEYS, sizeof *d.of)};
    size_t count = story_count(story);
    c->piece_room = PIECES_OF_MOMENT * count + 2 * KEYS;
    c->pieces = malloc(c->piece_room * sizeof *c->pieces);
    c->no_memory = !c->rows || !c->pieces || !d.of;
    if (!c->no_memory) {
        for (int k = 0; k < KEYS; k++) d.of[k].row = NO_ROW;
        for (size_t i = 0; i < count; i++) note_keys(&d, story_at(story, i));
        add_warps(&d);
        add_others(&d);
        for (size_t i = 0; i < count; i++) draw_moment(&d, story_at(story, i));
        draw_rest(&d, end, hangs);
    }
    free(d.of);
    free(d.started);
}

void chart_free(struct chart *c) {
    free(c->rows);
    free(c->pieces);
    *c = (struct chart){0};
}

/* ---- names ---- */

const char *row_name(const struct chart *c, const struct row *r, char *text, size_t size) {
    static const char *const units[] = {"TMA", "tensor core", "copies"};
    char cta[16] = "";
    if (c->ctas > 1) snprintf(cta, sizeof cta, "CTA %u, ", (unsigned)r->cta);
    if (r->kind == ROW_UNIT)
        snprintf(text, size, "%s%s", cta, units[r->number % UNITS]);
    else if (r->kind == ROW_MBARRIER)
        snprintf(text, size, "%s%s", cta, r->name);
    else if (r->last > r->number)
        snprintf(text, size, "%swarps %u to %u", cta, (unsigned)r->number, (unsigned)r->last);
    else
        snprintf(text, size, "%swarp %u", cta, (unsigned)r->number);
    return text;
}

/* Returns "phase 0 of full", "barrier 1". */
static void name_object(const ptxc_moment *m, char *text, size_t size) {
    switch (m->object) {
    case PTXC_MBARRIER: snprintf(text, size, "phase %u of %s", (unsigned)m->phase, m->name); break;
    case PTXC_BARRIER: snprintf(text, size, "barrier %u", (unsigned)m->number); break;
    case PTXC_CLUSTER_BARRIER: snprintf(text, size, "the barrier of the cluster"); break;
    case PTXC_TMEM_COLUMNS:
        snprintf(text, size, "%lld columns of Tensor Memory", (long long)m->amount);
        break;
    case PTXC_REGISTERS:
        snprintf(text, size, "%lld registers of each thread", (long long)m->amount);
        break;
    default: snprintf(text, size, "an operation"); break;
    }
}

const char *piece_text(const struct piece *p, char *text, size_t size) {
    char object[160];
    const ptxc_moment none = {0}, *m = p->why ? p->why : &none;
    object[0] = '\0';
    if (p->why) name_object(m, object, sizeof object);
    long long amount = (long long)m->amount;
    switch (p->shape) {
    case SHAPE_RUN: snprintf(text, size, "runs"); break;
    case SHAPE_WAIT: snprintf(text, size, "waits for %s", object); break;
    case SHAPE_STUCK: snprintf(text, size, "waits forever for %s", object); break;
    case SHAPE_UNFINISHED:
    case SHAPE_OPERATION:
    case SHAPE_START:
        if (amount)
            snprintf(text, size, "%lld bytes for %s", amount, object);
        else
            snprintf(text, size, "%s%s", m->object ? "completion arrives at " : "", object);
        break;
    case SHAPE_PHASE: snprintf(text, size, "phase %u", (unsigned)m->phase); break;
    case SHAPE_OPEN_PHASE:
        snprintf(text, size, "phase %u, not over",
                 (unsigned)(m->phase + (m->kind == PTXC_MOMENT_OPEN)));
        break;
    case SHAPE_ARRIVE:
        snprintf(text, size, "%lld arrival%s at %s", amount, amount == 1 ? "" : "s", object);
        break;
    case SHAPE_END: snprintf(text, size, "threads end"); break;
    }
    return text;
}
