/* SPDX-License-Identifier: Apache-2.0
 * Operations that are issued, committed to groups, and waited for: wgmma, bulk copies, cp.async,
 * loads and stores of Tensor Memory. Determines, for each place of a function and each
 * instruction that starts such an operation (a site), whether it may be pending there and
 * whether it may be complete. */
#ifndef FLOW_GROUPS_H
#define FLOW_GROUPS_H

#include "flow/event.h"
#include "flow/paths.h"

enum group_step { GROUP_OTHER, GROUP_ISSUE, GROUP_COMMIT, GROUP_WAIT, GROUP_CLOSE };

enum {
    MOST_LEVELS = 10,      /* groups that are distinguished */
    LEVEL_UNCOMMITTED = 0, /* level n + 1: committed, with n groups after it */
    LEVEL_DONE = MOST_LEVELS,
    LEVEL_COUNT
};

/* Returns what an event does. A wait sets *left to the number of groups that it leaves, or
 * INT64_MAX if unknown. */
typedef enum group_step group_step_of(const struct flow_events *events, uint32_t event,
                                      int64_t *left);

/* How the events of a function affect one kind of operation. */
struct group_rules {
    group_step_of *step;
    uint64_t starts;     /* kinds of events that may be sites (EVENT_BIT); 0 for any */
    bool no_commit;      /* operations need no commit */
    bool keeps;          /* earlier executions of a site also count, so nothing is certain */
    bool closes;         /* the sites are the commits: a group instead of its contents */
    bool ends_when_read; /* an instruction that reads a result waits for the operation */
    bool zero_is_all;    /* a wait that leaves no group also waits for operations in no group */
};

struct site {
    uint32_t insn, event;
    struct literal guard;
    bool repeats; /* a thread that has executed it executes it again each time */
};

/* A span of words of a set, 64 sites each; words outside contain no sites. */
struct group_words {
    uint32_t from, to;
};

/* Extends a span to include another and the words in between. */
static inline void groups_widen(struct group_words *span, struct group_words by) {
    if (by.from >= by.to) return;
    bool empty = span->from >= span->to;
    if (empty || by.from < span->from) span->from = by.from;
    if (empty || by.to > span->to) span->to = by.to;
}

/* A set of sites for each level. Levels that no wait distinguishes share one set, which is
 * empty. */
struct group_state {
    uint64_t *level[LEVEL_COUNT];
    uint32_t top;                     /* higher levels are empty, except LEVEL_DONE */
    struct group_words pending, done; /* for the levels up to `top`; for LEVEL_DONE */
};

struct groups {
    struct flow_function *f;
    const struct flow_events *events;
    const struct group_rules *rules;
    const struct paths *paths;
    struct site *sites;
    uint32_t site_count, words; /* words: 64-bit words of a set */
    uint32_t top;               /* the highest level of groups: with no wait, or limited */
    uint32_t rows;              /* sets of a state: levels up to `top`, and completed sites */
    uint32_t *site_of;          /* for an event; UINT32_MAX if it is not a site */
    uint8_t *steps;             /* for an event: enum group_step */
    int64_t *left;              /* for a wait: the groups that it leaves */
    bool calls;                 /* the function calls others */
    uint64_t *states;           /* at the start of each block */
    struct group_words *spans;  /* two spans for each block: pending and done */
    uint64_t *none, *all;       /* the empty set; the set of all sites */
    uint64_t **against; /* for a number, two sets: the sites excluded where it is true, and where
                           it is false */
    uint32_t *ended;    /* sites whose result an instruction reads, if reading ends an operation */
    uint32_t *first_ended; /* for each instruction; its sites end where those of the next one
                              start */
};

/* Sets f->gap if it would take too much memory. If site_count is 0, there are no such
 * operations. */
struct groups flow_groups(const struct flow_events *events, const struct paths *paths,
                          const struct group_rules *rules);
/* Returns room for the state at the start of a block, which the caller keeps. */
struct group_state groups_room(const struct groups *g);
void groups_at(const struct groups *g, uint32_t block, struct group_state *state);
/* Returns the next instruction in [insn, end) that has an event or changes the state, or `end`. */
uint32_t groups_next(const struct groups *g, uint32_t insn, uint32_t end);
/* Advances the state past an instruction. */
void groups_pass(const struct groups *g, uint32_t insn, struct group_state *state);
/* Advances the state past one event of an instruction that calls nothing. */
void groups_happen(const struct groups *g, uint32_t event, struct group_state *state);

static inline bool set_has(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }

/* Returns true if the site's operation is pending on every path from it to here. */
bool groups_is_pending(const struct group_state *state, uint32_t site);
/* Returns true if it is pending on some path. */
bool groups_may_be_pending(const struct group_state *state, uint32_t site);
/* Returns true if it is not even committed. */
bool groups_is_uncommitted(const struct group_state *state, uint32_t site);
/* Returns, for 64 sites, those that are pending on some path, or on every path. */
static inline uint64_t groups_pending_word(const struct group_state *state, uint32_t word,
                                           bool every) {
    uint64_t set = 0;
    for (uint32_t i = 0; i <= state->top; i++) set |= state->level[i][word];
    return every ? set & ~state->level[LEVEL_DONE][word] : set;
}
/* Returns, for 64 sites, those whose operation is not committed on any path. */
static inline uint64_t groups_uncommitted_word(const struct group_state *state, uint32_t word) {
    uint64_t set = state->level[LEVEL_UNCOMMITTED][word] & ~state->level[LEVEL_DONE][word];
    for (uint32_t i = 1; i <= state->top; i++) set &= ~state->level[i][word];
    return set;
}
/* Returns true if this holds for any site. */
bool groups_has_uncommitted(const struct group_state *state);

#endif
