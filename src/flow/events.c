/* SPDX-License-Identifier: Apache-2.0
 * The events of a function, in order: see event.h. An asynchronous instruction is read by the
 * matcher once more, which says what each operand of it is. Loads and stores are many and of few
 * chains: their words alone say what they do. */
#include "flow/event.h"
#include "match/parts.h"

struct finder {
    struct flow_events *events;
    struct list list; /* struct flow_event */
};

static void add_event(struct finder *x, uint32_t insn, const struct isa_event *row,
                      const struct chain_form *form, const struct fit *fit) {
    struct flow_event *e = list_add(x->events->f->in->arena, &x->list);
    *e = (struct flow_event){insn, row->kind, row, form, fit};
}

/* By its words: the form that all of them fit. */
static void add_by_words(struct finder *x, uint32_t insn) {
    const struct chain_info *info = flow_chain(x->events->f, insn);
    struct isa_span rows = isa_insns[info->insn].events;
    for (uint16_t i = 0; i < info->form_count; i++) {
        const struct chain_form *form = &info->forms[i];
        if (form->problem_count) continue;
        for (uint16_t k = 0; k < rows.count; k++) {
            const struct isa_event *row = &isa_events[rows.first + k];
            if (match_holds(x->events->context, form, NULL, row->when))
                add_event(x, insn, row, form, NULL);
        }
        return;
    }
}

static void add_by_matcher(struct finder *x, uint32_t insn) {
    const struct flow_function *f = x->events->f;
    const struct flow_operands *o = &f->operands[insn];
    struct fit *fit = arena_alloc(f->in->arena, sizeof *fit);
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    const struct chain_form *form =
        match_read(x->events->context, s->head, flow_head(f, insn), o->first, o->count, fit);
    uint16_t at = 0;
    for (const struct isa_event *row;
         form && (row = match_next_event(x->events->context, form, fit, &at));)
        add_event(x, insn, row, form, fit);
}

struct flow_events flow_find_events(struct flow_function *f, struct match_context *context) {
    struct flow_events events = {.f = f, .context = context};
    struct finder x = {.events = &events};
    list_init(&x.list, sizeof(struct flow_event));
    events.first = arena_alloc(f->in->arena, (f->insn_count + 1) * sizeof *events.first);
    for (uint32_t i = 0; i < f->insn_count; i++) {
        events.first[i] = x.list.count;
        if (isa_is_async(f->insns[i].insn))
            add_by_matcher(&x, i);
        else if (isa_has_events(f->insns[i].insn))
            add_by_words(&x, i);
    }
    events.count = events.first[f->insn_count] = x.list.count;
    events.at = arena_alloc(f->in->arena, (x.list.count + 1) * sizeof *events.at);
    for (uint32_t i = 0; i < x.list.count; i++)
        events.at[i] = *(const struct flow_event *)list_at(&x.list, i);
    return events;
}
