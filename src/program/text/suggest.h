/* SPDX-License-Identifier: Apache-2.0
 * Finds the name that is most similar to what was typed, for "did you mean". */
#ifndef PROGRAM_TEXT_SUGGEST_H
#define PROGRAM_TEXT_SUGGEST_H

#include <stddef.h>

struct suggestion {
    const char *typed;
    const char *best; /* NULL if nothing similar has been found */
    unsigned distance;
};

/* Finds a suggestion for a misspelled name. Offer names one by one; `best` is the closest one that
 * is close enough. */
struct suggestion suggest_for(const char *typed);
void suggest_offer(struct suggestion *suggestion, const char *name);
/* Reports an option that `ptxcheck VERB` does not have and returns EXIT_TROUBLE. */
int suggest_option(const struct suggestion *near, const char *verb);

#endif
