/* SPDX-License-Identifier: Apache-2.0
 * What a rehearsal assumes if a launch does not specify it. */
#ifndef REHEARSE_INFER_H
#define REHEARSE_INFER_H

#include "flow/bounds.h"
#include "rehearse/machine.h"

/* Returns what the values in the registers of a program are used for, by slot; allocated in the
 * arena. */
uint8_t *find_uses(const struct program *p);
/* Returns the number of threads of a block that the instructions suggest. */
uint32_t infer_threads(const struct program *p);

/* Assumptions about a launch. */
struct variant {
    uint64_t number;     /* value of parameters that are numbers */
    uint32_t cluster[3]; /* 0 to use the directives */
    uint8_t branches;    /* enum way, for branches that depend on data */
};

/* Tries several variants if the caller permits it. Returns one that finishes, or the first one. */
struct variant choose_variant(const struct program *p, const ptxc_launch *from);
/* Fills in the sizes that the caller does not give: from the directives, the variant, or what the
 * instructions suggest, in this order. */
void fill_launch(const struct program *p, ptxc_launch *l, const struct variant *v);
/* Returns true if the CTAs of a cluster cooperate. */
bool uses_cluster(const struct program *p);
/* Returns what the caller says about the guard of each op; allocated in the arena. Sets *refused to
 * a line without a guard. */
uint8_t *find_said_ways(const struct program *p, const ptxc_launch *l, const char **refused);
/* Turns a problem that occurs only in a guessed launch into a question to the caller. */
void doubt_finding(struct machine *m, const ptxc_launch *from);
/* Removes the races that another launch does not have. */
struct race;
void keep_common_races(struct race *race, const struct race *other);
/* Counts races that occur only with guessed sizes, branches or words as unchecked. */
void doubt_races(struct machine *m, const ptxc_launch *from);

#endif
