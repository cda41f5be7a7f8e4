/* SPDX-License-Identifier: Apache-2.0
 * The asynchronous events of the instruction at the offset of a query. */
#include "match/effect.h"
#include "query/query.h"

/* Returns the i-th event that happens, or NULL if there are not that many. */
static const struct isa_event *happening_event(const ptxc_query *q, size_t i) {
    const struct query_insn *in = &q->insn;
    const struct isa_event *event = NULL;
    uint16_t at = 0;
    if (!in->form) return NULL;
    do event = match_next_event(in->context, in->form, &in->fit, &at);
    while (event && i--);
    return event;
}

ptxc_status ptxc_query_event_get(const ptxc_query *q, size_t i, size_t *event) {
    if (!q || !event) return PTXC_BAD_ARGUMENT;
    const struct isa_event *found = happening_event(q, i);
    if (!found) return PTXC_NOT_FOUND;
    *event = (size_t)(found - &isa_events[q->insn.form->insn->events.first]);
    return PTXC_OK;
}

/* Returns what users read instead of the name that is the value of an argument, or "". */
static const char *said_name(const struct isa_argument_info *info, enum isa_event_name name) {
    for (uint16_t i = 0; i < info->words.count; i++)
        if (isa_word_names[info->words.first + i].name == (uint8_t)name)
            return isa_str(isa_word_names[info->words.first + i].said);
    return "";
}

static void put_event_argument(struct text_builder *out, const ptxc_query *q,
                               const struct isa_argument *a, const struct event_value *v) {
    const struct isa_argument_info *info = &isa_argument_infos[a->what];
    bool named = a->op != ARGUMENT_FLAG && !v->operand && !v->known;
    const char *said = named ? said_name(info, v->name) : "";
    if (*said) {
        build_string(out, said);
        return;
    }
    build_string(out, isa_text[info->said] ? isa_str(info->said) : isa_str(info->name));
    if (a->op == ARGUMENT_FLAG) return;
    build_string(out, " ");
    if (v->operand)
        build_text(out, query_text(q, v->operand->span.start, v->operand->span.end));
    else if (v->known)
        build_number(out, v->number);
    else
        build_string(out, isa_str(isa_event_names[v->name]));
}

size_t ptxc_query_event_text(const ptxc_query *q, size_t i, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    const struct isa_event *event = q ? happening_event(q, i) : NULL;
    for (uint16_t k = 0; event && k < event->arguments.count; k++) {
        const struct isa_argument *a = &isa_arguments[event->arguments.first + k];
        struct event_value v = match_event_value(q->insn.context, q->insn.form, &q->insn.fit, event,
                                                 (enum isa_event_argument)a->what);
        if (!v.given || (a->op == ARGUMENT_FLAG && !v.number)) continue;
        if (out.length) build_string(&out, ", ");
        put_event_argument(&out, q, a, &v);
    }
    return out.length;
}
