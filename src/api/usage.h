/* SPDX-License-Identifier: Apache-2.0
 * What a module uses, and which targets, versions and releases accept each usage. Computed in a
 * pass over the module when the caller asks for it. */
#ifndef API_USAGE_H
#define API_USAGE_H

#include "match/observer.h"

struct usage; /* one thing that the module uses */

struct usages {
    struct observer observer; /* records what is checked */
    struct list list;         /* struct usage */
    struct usage **of_chain;  /* usages of each chain */
    struct line_table lines;  /* usages of lines already checked; NULL if the usage depends on
                                 numbers */
    ptxc_version_range *whole,
        *now; /* for each target and release: versions of the module, of the current line */
};

/* `chains` is the number of chains in the text. */
void usages_init(struct usages *u, struct arena *arena, uint32_t chains);

#endif
