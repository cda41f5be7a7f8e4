/* SPDX-License-Identifier: Apache-2.0
 * The PTX text of a block. A C++ name is kept, so that messages have the user's spelling; any
 * other expression is replaced by a name that PTX accepts. Neither is declared. */
#include "embed/pp.h"

static void add_text_use(struct cxx_text *t, struct pp_use *use) {
    uint32_t width = use->span.end - use->span.start;
    if (!t->for_query) use->at = cxx_text_length(t);
    if (use->is_name)
        cxx_text_copy(t, use->span.start, use->span.end);
    else if (use->is_offset)
        cxx_text_instead(t, "0", 1, use->span.start, width);
    else
        cxx_text_operand(t, use->operand, use->span.start, width);
}

void pp_text_add(struct cxx_text *t, struct cxx_asm *a) {
    const struct pp *pp = t->cxx->pp;
    const struct pp_block *b = list_at(&pp->blocks, a->block - 1);
    uint32_t at = b->body.start;
    cxx_text_begin(t, a, at);
    for (uint32_t i = 0; i < b->use_count; i++) {
        struct pp_use *use = pp_use_at(pp, b, i);
        if (use->follows)
            cxx_text_instead(t, ", ", 2, use->span.start, use->span.end - use->span.start);
        else
            cxx_text_copy(t, at, use->span.start);
        add_text_use(t, use);
        at = use->span.end;
    }
    cxx_text_copy(t, at, b->body.end);
    cxx_text_end(t, a, b->body.end);
}
