/* SPDX-License-Identifier: Apache-2.0
 * What a module uses, each with the targets, versions and releases that accept it. Made while the
 * module is checked, if the caller wants to know. */
#ifndef API_USAGE_H
#define API_USAGE_H

#include "match/observer.h"

struct usage; /* one thing used */

struct usages {
    struct observer observer; /* adds what is judged */
    struct list list;         /* of struct usage */
    struct usage **of_chain;  /* the usages of each chain */
    struct line_table lines;  /* those judged already: their usage; NULL: it depends on numbers */
    ptxc_version_range *whole,
        *now; /* for each target and release: of all, of the line being asked */
};

/* `chains`: how many the text has. */
void usages_init(struct usages *u, struct arena *arena, uint32_t chains);

#endif
