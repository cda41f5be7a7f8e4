/* SPDX-License-Identifier: Apache-2.0
 * The check of asynchronous functions: after that of the module, and again for `--dump-flow`. */
#include "api/finish.h"
#include "check/module.h"
#include "flow/flow.h"

static void check_functions(ptxc_module *m, struct diags *diags, struct text_builder *dump,
                            struct list *gaps) {
    struct flow_input in = {.arena = &m->arena,
                            .diags = diags,
                            .names = &m->names,
                            .ast = &m->ast,
                            .text = m->text,
                            .symbols = &m->symbols,
                            .version = m->by.version,
                            .target = m->by.target,
                            .release = m->by.release,
                            .dump = dump,
                            .gaps = gaps};
    flow_check(&in);
}

void module_check_flow(ptxc_module *m) {
    list_init(&m->flow_gaps, sizeof(struct flow_gap_record));
    if (diags_have_error(&m->diags) || m->settings.syntax_only || m->emit) return;
    check_functions(m, &m->diags, NULL, &m->flow_gaps);
}

void module_dump_flow(ptxc_module *m) {
    struct text_builder out = build_in_arena(&m->arena);
    struct diags unseen;
    diags_init(&unseen, &m->arena);
    check_functions(m, &unseen, &out, NULL);
    m->flow = built_text(&out);
}

static const char *reason(uint8_t gap) {
    switch ((enum flow_gap)gap) {
    case FLOW_BROKEN: return phrase_string(P_gap_broken);
    case FLOW_NESTED: return phrase_string(P_gap_nested);
    case FLOW_INDIRECT: return phrase_string(P_gap_indirect);
    case FLOW_LARGE: return phrase_string(P_gap_large);
    case FLOW_COMPLETE: break;
    }
    return "";
}

ptxc_status ptxc_module_flow_gap_get(const ptxc_module *m, size_t index, ptxc_flow_gap *gap) {
    if (!m || !gap) return PTXC_BAD_ARGUMENT;
    if (index >= m->flow_gaps.count) return PTXC_NOT_FOUND;
    const struct flow_gap_record *record = list_at(&m->flow_gaps, (uint32_t)index);
    *gap = (ptxc_flow_gap){record->at, reason(record->gap)};
    return PTXC_OK;
}
