/* SPDX-License-Identifier: Apache-2.0
 * Checks copies of tensors against tensor maps that the caller describes. Manual: Tensors. */
#include "flow/check/copy.h"
#include "tensormap/tensormap.h"

/* Returns what the load mode requires of a map beyond what the driver checks, or "". */
static struct text mode_problem(const struct flow_facts *facts, ptxc_tm_use use,
                                const ptxc_tensormap *map) {
    ptxc_tm_options options = {.size = sizeof options, .profile = PTXC_TM_DOCUMENT, .use = use};
    ptxc_tm_violation all[PTXC_TM_MAX_VIOLATIONS];
    bool wide = map->function == PTXC_TM_IM2COL_WIDE && use == PTXC_TM_USE_IM2COL;
    size_t count = use ? ptxc_tensormap_check(map, &options, all, PTXC_TM_MAX_VIOLATIONS) : 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t rule = all[i].rule;
        if (rule < TM_USE_RANK || (rule == TM_USE_FUNCTION && wide)) continue;
        size_t length = ptxc_tm_violation_text(&all[i], NULL, 0);
        char *text = arena_alloc(facts->f->in->arena, length + 1);
        ptxc_tm_violation_text(&all[i], text, length + 1);
        return (struct text){text, (uint32_t)length};
    }
    return text_of("");
}

static void compare_map(const struct flow_facts *facts, uint32_t event, const ptxc_tensormap *map) {
    uint32_t insn = facts->events->at[event].insn;
    ptxc_span head = flow_head(facts->f, insn);
    struct event_value rank = flow_argument(facts->events, event, ARGUMENT_RANK);
    struct text problem = mode_problem(facts, flow_map_use(facts, event), map);
    if (problem.length)
        report_map_mode(facts->diags, head, flow_opcode(facts->f, insn), problem);
    else if (rank.known && rank.number != map->rank)
        report_map_rank(facts->diags, head, flow_opcode(facts->f, insn), rank.number, map->rank);
}

/* Records the first place where another map is used. */
static void note_unknown(const struct flow_facts *facts, uint32_t event) {
    struct flow_map_use *use = facts->f->in->map_use;
    struct flow_value at = flow_argument_value(facts->values, facts->events, event, ARGUMENT_MAP);
    if (!flow_is_place(&at) || !span_is_none(use->copy)) return;
    const struct flow_variable *v = list_at(&facts->f->variables, at.of);
    use->copy = flow_head(facts->f, facts->events->at[event].insn);
    use->name = text_at(facts->f->in->text, v->name);
}

void flow_check_maps(const struct flow_facts *facts) {
    if (!facts->f->in->map_count) return;
    for (uint32_t e = 0; e < facts->events->count; e++) {
        if (!flow_argument(facts->events, e, ARGUMENT_MAP).given) continue;
        const ptxc_tensormap *map = flow_map_of(facts, e);
        if (!map) {
            note_unknown(facts, e);
            continue;
        }
        facts->f->in->map_use->some_known = true;
        compare_map(facts, e, map);
    }
}

void flow_check_map_names(const struct flow_input *in) {
    const struct flow_map_use *use = in->map_use;
    /* Other files may use the names if this one uses some of them, or has no such copies. */
    if (!in->map_count || use->some_known || use->some_gap || span_is_none(use->copy)) return;
    struct diag *d = report_unknown_map(in->diags, use->copy, in->maps[in->map_count - 1].name);
    note_map_is(in->diags, d, NO_SPAN, use->name);
}
