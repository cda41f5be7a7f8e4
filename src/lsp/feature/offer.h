/* SPDX-License-Identifier: Apache-2.0
 * A list of completions that is being made: completion.c and operands.c. */
#ifndef LSP_FEATURE_OFFER_H
#define LSP_FEATURE_OFFER_H

#include "lsp/card/card.h"
#include "lsp/feature/feature.h"
#include "ptxcheck_query.h"

struct offer {
    struct server *server;
    struct document *document;
    uint32_t offset;
    ptxc_query *query;
    ptxc_expected expected;
    ptxc_environment where;
    bool escapes; /* in C++ `%%` stands for `%` */
    json_t *items, *range;
    json_t *typed; /* the part of the range before the cursor, if the client asks; NULL */
    size_t count;
    bool cut;             /* there are more */
    ptxc_isa_avail avail; /* of the last item that says since when it is there ... */
    struct card since;    /* ... in words */
};

/* Has the target of the document what is asked for? */
bool offer_has(const struct offer *offer, const ptxc_isa_avail *avail);

#endif
