/* SPDX-License-Identifier: Apache-2.0
 * Observers of the check: writers of C++, the list of what a module uses, blocks of PTX in C++.
 * The matcher and the checker report what they see and do not know the observers. */
#ifndef MATCH_OBSERVER_H
#define MATCH_OBSERVER_H

#include "match/availability.h"

struct ast;

/* An instruction of the tables that was checked, with its verdict. */
struct judged_line {
    struct avail_line line;
    const struct line_key *key; /* lines with the same key have the same verdict */
    bool accepted;
};

/* An instruction without errors, whether or not it is in the tables; its names are resolved. */
struct accepted_stmt {
    const struct ast *ast;
    uint32_t stmt;
    const struct operand *operands;
    uint32_t count;
};

/* A word that not every target and release supports. */
struct needed_word {
    ptxc_span span;
    uint8_t avail;    /* requirement: index into isa_avails */
    uint16_t newest;  /* the last .version that has it, or 0 for the newest */
    uint16_t refused; /* the first release that rejects it, or 0 */
};

/* Functions that are NULL are not called. `context` belongs to the text that is checked. */
struct observer {
    void (*line)(struct observer *o, struct match_context *context, const struct judged_line *line);
    bool each_line; /* call `line` even for lines equal to an earlier one */
    /* Called for an instruction that the tables do not contain. */
    void (*unknown)(struct observer *o, struct match_context *context, uint32_t chain,
                    ptxc_span head);
    void (*word)(struct observer *o, struct match_context *context, const struct needed_word *word);
    void (*accepted)(struct observer *o, struct match_context *context,
                     const struct accepted_stmt *stmt);
    /* Called for a name that a fragment does not declare. */
    void (*unresolved)(struct observer *o, ptxc_span name);
};

static inline void observe_word(struct match_context *context, const struct needed_word *word) {
    struct observer *o = context->observer;
    if (o && o->word) o->word(o, context, word);
}

#endif
