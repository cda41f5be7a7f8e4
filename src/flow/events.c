/* SPDX-License-Identifier: Apache-2.0
 * The events of a function, in order: see event.h. The matcher says what each operand of an
 * asynchronous line is; it reads only one of those that are alike. Loads and stores are many and of
 * few chains: their words alone say what they do. */
#include "flow/event.h"
#include "base/line_table.h"
#include "match/parts.h"

struct finder {
    struct flow_events *events;
    struct list list;        /* struct flow_event */
    struct line_table alike; /* struct flow_reading, of asynchronous lines */
    uint32_t *words, room;   /* of the key of a line */
};

static void add_event(struct finder *x, uint32_t insn, const struct isa_event *row,
                      const struct flow_reading *reading) {
    struct flow_event *e = list_add(x->events->f->arena, &x->list);
    *e = (struct flow_event){insn, row->kind, row, reading};
}

/* By its words: the form that all of them fit. */
static void add_by_words(struct finder *x, uint32_t insn) {
    const struct chain_info *info = flow_chain(x->events->f, insn);
    struct isa_span rows = isa_insns[info->insn].events;
    for (uint16_t i = 0; i < info->form_count; i++) {
        const struct chain_form *form = &info->forms[i];
        if (form->problem_count) continue;
        struct flow_reading *reading = arena_alloc(x->events->f->arena, sizeof *reading);
        *reading = (struct flow_reading){form, NULL, NULL};
        for (uint16_t k = 0; k < rows.count; k++) {
            const struct isa_event *row = &isa_events[rows.first + k];
            if (match_holds(x->events->context, form, NULL, row->when))
                add_event(x, insn, row, reading);
        }
        return;
    }
}

/* All that the matcher asks of a line; numbers included, because conditions may compare them. */
static struct line_key key_of_operands(struct finder *x, uint32_t chain,
                                       const struct flow_operands *o) {
    const struct operand *end = o->first;
    for (uint32_t k = 0; k < o->count; k++) end = operand_next(end);
    uint32_t count = (uint32_t)(end - o->first);
    if (3 * count > x->room) {
        x->room = 6 * count;
        x->words = arena_alloc(x->events->f->arena, x->room * sizeof *x->words);
    }
    struct line_key key = line_begin(chain, count, x->words);
    for (uint32_t i = 0; i < count; i++) {
        const struct operand *one = &o->first[i];
        line_add(&key, i, match_signature(x->events->context, one));
        if (one->shape == OP_INTEGER || one->shape == OP_FLOAT) line_add_number(&key, one->value);
    }
    return key;
}

static const struct flow_reading *read_by_matcher(struct finder *x, uint32_t insn) {
    const struct flow_function *f = x->events->f;
    const struct flow_operands *o = &f->operands[insn];
    uint32_t chain = ast_stmt(f->in->ast, f->insns[insn].stmt)->head;
    struct line_key key = key_of_operands(x, chain, o);
    const struct line_entry *known = line_find(&x->alike, &key, true);
    if (known) return known->value;
    struct flow_reading *reading = arena_alloc(f->arena, sizeof *reading);
    struct fit *fit = arena_alloc(f->arena, sizeof *fit);
    *reading = (struct flow_reading){
        match_read(x->events->context, chain, flow_head(f, insn), o->first, o->count, fit), fit,
        o->first};
    line_keep(&x->alike, f->arena, &key, true, reading);
    return reading;
}

static void add_by_matcher(struct finder *x, uint32_t insn) {
    const struct flow_reading *r = read_by_matcher(x, insn);
    uint16_t at = 0;
    for (const struct isa_event *row;
         r->form && (row = match_next_event(x->events->context, r->form, r->fit, &at));)
        add_event(x, insn, row, r);
}

struct flow_events flow_find_events(struct flow_function *f, struct match_context *context) {
    struct flow_events events = {.f = f, .context = context};
    struct finder x = {.events = &events};
    list_init(&x.list, sizeof(struct flow_event));
    events.first = arena_alloc(f->arena, (f->insn_count + 1) * sizeof *events.first);
    for (uint32_t i = 0; i < f->insn_count; i++) {
        events.first[i] = x.list.count;
        if (flow_keeps_operands(f->in, f->insns[i].insn))
            add_by_matcher(&x, i);
        else if (isa_has_events(f->insns[i].insn))
            add_by_words(&x, i);
    }
    events.count = events.first[f->insn_count] = x.list.count;
    events.at = arena_alloc(f->arena, (x.list.count + 1) * sizeof *events.at);
    for (uint32_t i = 0; i < x.list.count; i++)
        events.at[i] = *(const struct flow_event *)list_at(&x.list, i);
    return events;
}
