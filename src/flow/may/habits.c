/* SPDX-License-Identifier: Apache-2.0
 * A place that lacks what similar places of the same function have. Unrolled loops, roles and
 * stages repeat the same sequence of asynchronous instructions; where one copy of it has no wait,
 * arrival, commit or fence although at least twice as many copies have one, it may be missing.
 * Sequences are compared by what their instructions do (their events), in the order of the
 * text. */
#include "flow/may/may.h"
#include <stdlib.h>

enum {
    WINDOW = 4, /* tokens that make places similar, without the one that may be missing */
    SHAPES = WINDOW - 1,
    AT_LEAST = 2, /* times as many places have it */
    MOST_TOKENS = 1 << 20,
    /* Tokens other than kinds of events */
    TOKEN_SHARED_LOAD = EVENT_KINDS,
    TOKEN_SHARED_STORE,
    TOKEN_EDGE, /* the code before does not lead to the code after */
    TOKEN_NONE
};

struct token {
    uint8_t what;
    uint32_t insn; /* for TOKEN_EDGE, the next one */
};

/* A place between two tokens: what surrounds it, and the token there, or TOKEN_NONE. */
struct spot {
    uint32_t around; /* a byte for each token */
    uint8_t has;
    uint32_t at; /* the token there, or the next one */
};

struct habits {
    const struct flow_facts *facts;
    struct token *tokens;
    uint32_t count;
    struct spot *spots;
    uint32_t spot_count;
    bool *told; /* for each token */
};

/* ---- tokens ---- */

/* Returns true if it synchronizes, so that its absence is worth reporting. */
static bool may_be_missing(uint8_t what) {
    switch (what) {
    case EVENT_COPY_COMMIT:
    case EVENT_COPY_WAIT:
    case EVENT_COPY_ARRIVE:
    case EVENT_BULK_COMMIT:
    case EVENT_BULK_WAIT:
    case EVENT_EXPECT_TX:
    case EVENT_MBARRIER_ARRIVE:
    case EVENT_MBARRIER_WAIT:
    case EVENT_FENCE_MBARRIER_INIT:
    case EVENT_PROXY_FENCE:
    case EVENT_BARRIER_SYNC:
    case EVENT_BARRIER_ARRIVE:
    case EVENT_CLUSTER_ARRIVE:
    case EVENT_CLUSTER_WAIT:
    case EVENT_WGMMA_FENCE:
    case EVENT_WGMMA_COMMIT:
    case EVENT_WGMMA_WAIT:
    case EVENT_TMEM_WAIT_LOAD:
    case EVENT_TMEM_WAIT_STORE:
    case EVENT_TMEM_COMMIT:
    case EVENT_TMEM_FENCE_BEFORE:
    case EVENT_TMEM_FENCE_AFTER: return true;
    default: return false;
    }
}

static uint8_t token_of_event(const struct flow_events *events, uint32_t event) {
    uint8_t kind = events->at[event].kind;
    bool shared = flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED;
    switch ((enum isa_event_kind)kind) {
    case EVENT_LOAD: return shared ? TOKEN_SHARED_LOAD : TOKEN_NONE;
    case EVENT_STORE: return shared ? TOKEN_SHARED_STORE : TOKEN_NONE;
    case EVENT_ELECT:
    case EVENT_CONVERGE:
    case EVENT_WARP_EXCHANGE:
    case EVENT_LANE_COPY:
    case EVENT_TMEM_RELINQUISH: return TOKEN_NONE;
    default: return kind;
    }
}

static uint8_t token_of(const struct flow_events *events, uint32_t insn) {
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++) {
        uint8_t what = token_of_event(events, e);
        if (what != TOKEN_NONE) return what;
    }
    return TOKEN_NONE;
}

/* A run of the same operations is one token, however often a loop was unrolled. */
static void add_token(struct habits *h, uint8_t what, uint32_t insn) {
    bool repeats = h->count && h->tokens[h->count - 1].what == what;
    if (repeats && !may_be_missing(what)) return;
    h->tokens[h->count++] = (struct token){what, insn};
}

/* Returns true if control gets to the block from the last token, without another one in between.
 * `linked` says so of the blocks since `last`, which contains that token. */
static bool is_linked(const struct habits *h, uint32_t block, uint32_t last, const bool *linked) {
    const struct paths *paths = h->facts->paths;
    for (uint32_t e = paths->first_entry[block]; e < paths->first_entry[block + 1]; e++) {
        uint32_t from = paths->entries[e].from;
        if (from == last || (from > last && from < block && linked[from])) return true;
    }
    return false;
}

static void find_tokens(struct habits *h) {
    const struct flow_function *f = h->facts->f;
    const struct flow_events *events = h->facts->events;
    bool *linked = arena_zalloc(f->arena, f->block_count);
    uint32_t last = NO_BLOCK;
    h->tokens = arena_alloc(f->arena, (events->count + f->block_count + 1) * sizeof *h->tokens);
    for (uint32_t b = 0; b < f->block_count; b++) {
        linked[b] = last != NO_BLOCK && is_linked(h, b, last, linked);
        for (uint32_t i = f->blocks[b].first; i < f->blocks[b].end; i++) {
            uint8_t what = token_of(events, i);
            if (what == TOKEN_NONE || !flow_is_reached(h->facts->paths, i)) continue;
            if (last != b && !linked[b]) add_token(h, TOKEN_EDGE, i);
            add_token(h, what, i);
            last = b;
        }
    }
}

/* ---- similar places ---- */

/* Adds what surrounds the place before token `at`, with `left` tokens before it; after it, the
 * token there is skipped if it is `has`. */
static void add_spot(struct habits *h, uint32_t at, uint32_t left, uint8_t has) {
    uint32_t around = 0, next = at - left;
    for (uint32_t i = 0; i < WINDOW; i++, next++) {
        if (i == left && has != TOKEN_NONE) next++;
        around = around << 8 | h->tokens[next].what;
    }
    h->spots[h->spot_count++] = (struct spot){around, has, at};
}

static void find_spots(struct habits *h, uint32_t left) {
    h->spot_count = 0;
    for (uint32_t at = left; at + WINDOW - left <= h->count; at++) {
        uint8_t what = h->tokens[at].what;
        if (h->tokens[at - 1].what != TOKEN_EDGE && what != TOKEN_EDGE)
            add_spot(h, at, left, TOKEN_NONE);
        if (may_be_missing(what) && at + 1 + WINDOW - left <= h->count) add_spot(h, at, left, what);
    }
}

static int compare_spots(const void *a, const void *b) {
    const struct spot *x = a, *y = b;
    if (x->around != y->around) return x->around < y->around ? -1 : 1;
    if (x->has != y->has) return x->has < y->has ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Returns the end of the spots that have the same token between the same ones. */
static uint32_t end_of_alike(const struct habits *h, uint32_t from) {
    uint32_t to = from + 1;
    while (to < h->spot_count && h->spots[to].around == h->spots[from].around &&
           h->spots[to].has == h->spots[from].has)
        to++;
    return to;
}

/* ---- findings ---- */

static void report_gap(struct habits *h, uint32_t at, const struct spot *example, uint32_t places) {
    const struct flow_facts *facts = h->facts;
    const struct flow_function *f = facts->f;
    uint32_t from = h->tokens[at - 1].insn, to = h->tokens[at].insn;
    uint32_t other = h->tokens[example->at].insn;
    if (h->told[at]) return;
    h->told[at] = true;
    struct text missing = flow_opcode(f, other);
    struct diag *d =
        report_unlike_others(facts->diags, flow_head(f, to), missing, flow_opcode(f, from), places);
    note_comes_after(facts->diags, d, flow_head(f, from), flow_opcode(f, from));
    note_stands_elsewhere(facts->diags, d, flow_head(f, other), missing);
}

/* Spots of one surrounding: those with a token come first, each token by itself. */
static void compare_places(struct habits *h, uint32_t from, uint32_t gaps, uint32_t end) {
    for (uint32_t i = from, next; i < gaps; i = next) {
        next = end_of_alike(h, i);
        if (next - i < AT_LEAST * (end - gaps)) continue;
        for (uint32_t k = gaps; k < end; k++) report_gap(h, h->spots[k].at, &h->spots[i], next - i);
    }
}

static void check_shape(struct habits *h, uint32_t left) {
    find_spots(h, left);
    qsort(h->spots, h->spot_count, sizeof *h->spots, compare_spots);
    for (uint32_t i = 0, end; i < h->spot_count; i = end) {
        uint32_t gaps = i;
        for (end = i; end < h->spot_count && h->spots[end].around == h->spots[i].around; end++)
            if (h->spots[end].has != TOKEN_NONE) gaps = end + 1;
        if (gaps > i && gaps < end) compare_places(h, i, gaps, end);
    }
}

void flow_check_habits(const struct flow_facts *facts) {
    struct habits h = {.facts = facts};
    struct arena *arena = facts->f->arena;
    if (!diags_wants(facts->diags, D_unlike_others) || !facts->f->is_entry) return;
    if (facts->events->count > MOST_TOKENS) {
        flow_leave_out(facts->f);
        return;
    }
    find_tokens(&h);
    h.spots = arena_alloc(arena, (2 * (size_t)h.count + 1) * sizeof *h.spots);
    h.told = arena_zalloc(arena, h.count + 1);
    for (uint32_t left = SHAPES; left > 0; left--) check_shape(&h, left);
}
