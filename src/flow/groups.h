/* SPDX-License-Identifier: Apache-2.0
 * Operations that are issued, committed to groups, and waited for: wgmma, bulk copies, cp.async,
 * loads and stores of Tensor Memory. For each place of a function and each instruction that starts
 * such an operation (a site): may it be pending there, and may it be complete? */
#ifndef FLOW_GROUPS_H
#define FLOW_GROUPS_H

#include "flow/event.h"
#include "flow/paths.h"

enum group_step { GROUP_OTHER, GROUP_ISSUE, GROUP_COMMIT, GROUP_WAIT, GROUP_CLOSE };

enum {
    MOST_LEVELS = 10,      /* groups that are told apart */
    LEVEL_UNCOMMITTED = 0, /* level n + 1: committed, and n groups after it */
    LEVEL_DONE = MOST_LEVELS,
    LEVEL_COUNT
};

/* What an event does; a wait sets *left to the number of groups that it leaves, INT64_MAX: unknown.
 */
typedef enum group_step group_step_of(const struct flow_events *events, uint32_t event,
                                      int64_t *left);

/* What the events of a function do to one kind of operation. */
struct group_rules {
    group_step_of *step;
    uint64_t starts;     /* kinds of events that may be sites (EVENT_BIT); 0: any */
    bool no_commit;      /* what is issued needs no commit */
    bool keeps;          /* earlier executions of a site count, too: nothing is sure then */
    bool closes;         /* the sites are the commits: a group instead of what is in it */
    bool ends_when_read; /* an instruction that reads a result waits for the operation */
    bool zero_is_all;    /* a wait that leaves no group waits for what is in no group as well */
};

struct site {
    uint32_t insn, event;
    struct literal guard;
    bool repeats; /* who has executed it does so again, each time */
};

/* Words of a set, 64 sites each: no word outside has a site. */
struct group_words {
    uint32_t from, to;
};

/* Both, and the words between. */
static inline void groups_widen(struct group_words *span, struct group_words by) {
    if (by.from >= by.to) return;
    bool empty = span->from >= span->to;
    if (empty || by.from < span->from) span->from = by.from;
    if (empty || by.to > span->to) span->to = by.to;
}

/* A set of sites for each level. Levels that no wait tells apart share one set, which is empty. */
struct group_state {
    uint64_t *level[LEVEL_COUNT];
    uint32_t top;                     /* those above are empty, but for LEVEL_DONE */
    struct group_words pending, done; /* of the levels up to `top`; of LEVEL_DONE */
};

struct groups {
    struct flow_function *f;
    const struct flow_events *events;
    const struct group_rules *rules;
    const struct paths *paths;
    struct site *sites;
    uint32_t site_count, words; /* words: 64 bits each, of a set */
    uint32_t top;               /* the last level of groups: with no wait, or after so many */
    uint32_t rows;              /* sets of a state: levels up to `top`, and those that are done */
    uint32_t *site_of;          /* of an event; UINT32_MAX: it is no site */
    uint8_t *steps;             /* of an event: enum group_step */
    int64_t *left;              /* ... of a wait: what it leaves */
    bool calls;                 /* the function calls others */
    uint64_t *states;           /* at the begin of each block */
    struct group_words *spans;  /* ... twice: what of it is pending, and done */
    uint64_t *none, *all;       /* the empty set; all sites */
    uint64_t **against; /* of a number, twice: the sites that are not where it is true, or false */
    uint32_t *ended;    /* sites whose result an instruction reads, if reading ends an operation */
    uint32_t *first_ended; /* of each instruction; the next one's is where they end */
};

/* Sets f->gap if it would take too much memory. site_count 0: there is nothing to see. */
struct groups flow_groups(const struct flow_events *events, const struct paths *paths,
                          const struct group_rules *rules);
/* The state at the begin of a block, in room that the caller keeps. */
struct group_state groups_room(const struct groups *g);
void groups_at(const struct groups *g, uint32_t block, struct group_state *state);
/* The next instruction of [insn, end) that has an event or changes the state; `end`: there is none.
 */
uint32_t groups_next(const struct groups *g, uint32_t insn, uint32_t end);
/* The state after an instruction. */
void groups_pass(const struct groups *g, uint32_t insn, struct group_state *state);
/* ... after one event of an instruction that calls nothing. */
void groups_happen(const struct groups *g, uint32_t event, struct group_state *state);

static inline bool set_has(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }

/* Is the site's operation pending on every way from it to here? */
bool groups_is_pending(const struct group_state *state, uint32_t site);
/* ... on some way? */
bool groups_may_be_pending(const struct group_state *state, uint32_t site);
/* ... and not even committed? */
bool groups_is_uncommitted(const struct group_state *state, uint32_t site);
/* Of 64 sites, those that are pending on some way, or on every way. */
static inline uint64_t groups_pending_word(const struct group_state *state, uint32_t word,
                                           bool every) {
    uint64_t set = 0;
    for (uint32_t i = 0; i <= state->top; i++) set |= state->level[i][word];
    return every ? set & ~state->level[LEVEL_DONE][word] : set;
}
/* Of 64 sites, those whose operation is not committed on any way. */
static inline uint64_t groups_uncommitted_word(const struct group_state *state, uint32_t word) {
    uint64_t set = state->level[LEVEL_UNCOMMITTED][word] & ~state->level[LEVEL_DONE][word];
    for (uint32_t i = 1; i <= state->top; i++) set &= ~state->level[i][word];
    return set;
}
/* Is any site? */
bool groups_has_uncommitted(const struct group_state *state);

#endif
