/* SPDX-License-Identifier: Apache-2.0
 * What a launch leaves out and a rehearsal assumes. */
#ifndef REHEARSE_INFER_H
#define REHEARSE_INFER_H

#include "flow/bounds.h"
#include "rehearse/machine.h"

/* What the values in the registers of a program are used for, by slot: in the arena. */
uint8_t *find_uses(const struct program *p);
/* The block that the instructions suggest. */
uint32_t infer_threads(const struct program *p);

/* What is assumed of a launch. */
struct variant {
    uint64_t number;     /* that numbers are */
    uint32_t cluster[3]; /* 0: as the directives have it */
    uint8_t branches;    /* enum way: of those that depend on data */
};

/* Tries some, if the caller lets it, and takes one that finishes, or the first. */
struct variant choose_variant(const struct program *p, const ptxc_launch *from);
/* Fills in the sizes that the caller does not give: those of the directives, else those of the
 * variant, else as the instructions suggest. */
void fill_launch(const struct program *p, ptxc_launch *l, const struct variant *v);
/* Do CTAs of a cluster work together? */
bool uses_cluster(const struct program *p);
/* What the caller says of guards, of each op: in the arena. *refused: a line without a guard. */
uint8_t *find_said_ways(const struct program *p, const ptxc_launch *l, const char **refused);
/* Something wrong that is found only in a launch that was guessed is a question to the caller. */
void doubt_finding(struct machine *m, const ptxc_launch *from);
/* Races that are found only in a launch with guessed sizes or branches count as unchecked. */
void doubt_races(struct machine *m, const ptxc_launch *from);

#endif
