/* SPDX-License-Identifier: Apache-2.0
 * A list of completions under construction: completion.c and operands.c. */
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
    bool escapes; /* in C++, `%%` stands for `%` */
    bool outside; /* of all functions */
    bool first;   /* no statement comes before */
    json_t *items, *range;
    json_t *typed; /* the part of the range before the cursor, if the client needs it; or NULL */
    size_t count;
    bool cut;             /* there are more items */
    ptxc_isa_avail avail; /* availability of the last item with such a text */
    struct card since;    /* that text */
};

/* Returns true if the target of the document supports it. */
bool offer_has(const struct offer *offer, const ptxc_isa_avail *avail);

#endif
