/* SPDX-License-Identifier: Apache-2.0
 * What a module uses, each with the targets, versions and releases that accept it. Made while the
 * module is checked, if the caller wants to know. */
#ifndef API_USAGE_H
#define API_USAGE_H

#include "match/availability.h"

struct usage; /* one thing used */

struct usages {
    struct list list;           /* of struct usage */
    struct line_table lines;    /* those judged already: their usage; NULL: it depends on numbers */
    ptxc_versions *whole, *now; /* for each target and release: of all, of the line being asked */
};

void usages_init(struct usages *u, struct arena *arena);
/* An instruction that the tables know. */
void usages_add_line(struct usages *u, struct match_context *c, const struct avail_line *line,
                     const struct line_key *key);
/* One that they do not. */
void usages_add_unknown(struct usages *u, struct match_context *c, uint32_t chain, ptxc_span head);
/* A word that not all accept. */
struct usage_word {
    ptxc_span span;
    uint8_t avail;    /* what it needs: index into isa_avails */
    uint16_t newest;  /* the last .version that has it; 0: the newest */
    uint16_t refused; /* the first release that refuses it; 0: none */
};
void usages_add_word(struct usages *u, struct match_context *c, const struct usage_word *word);

#endif
