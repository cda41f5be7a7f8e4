/* SPDX-License-Identifier: Apache-2.0
 * What a compiler must know about an instruction: see effect.h. */
#include "match/effect.h"
#include "match/parts.h"

/* ---- how much it does ---- */

static uint8_t effect_level(const struct chain_info *info) {
    const struct isa_insn *insn = &isa_insns[info->insn];
    const struct match_context anywhere = {.target = -1, .release = info->release};
    if (!insn->effect_when) return insn->effect;
    for (uint16_t i = 0; i < info->form_count; i++) {
        const struct chain_form *f = &info->forms[i];
        if (!f->problem_count && match_holds(&anywhere, f, NULL, insn->effect_when))
            return insn->effect_then;
    }
    return insn->effect;
}

struct effect effect_of_name(struct text chain) {
    return (struct effect){EFFECT_ORDER, isa_insn_of_chain(chain.start, chain.length)};
}

struct effect effect_of(const struct chain_info *info) {
    if (!info || info->insn == ISA_NONE) return (struct effect){EFFECT_ORDER, ISA_NONE};
    return (struct effect){effect_level(info), info->insn};
}

/* ---- which operands ---- */

static enum effect_access access_of(const struct isa_operand *o) {
    const struct isa_alt *first = &isa_alts[isa_kinds[o->kind].alts.first];
    /* Either all words of a choice select an address, or none does. */
    if (first->op == ALT_BY_WORD)
        first = &isa_alts[isa_kinds[isa_choices[first->ranges.first].kind].alts.first];
    bool in_brackets = first->op == ALT_ADDRESS || first->op == ALT_BARE;
    if (!(o->flags & OPERAND_WRITTEN) || in_brackets) return ACCESS_READ;
    return o->flags & OPERAND_UPDATED ? ACCESS_UPDATED : ACCESS_WRITTEN;
}

/* Records with the same name are one operand; the written ones come first. */
static enum effect_access access_in(const struct isa_form *form, uint32_t at) {
    const struct isa_operand *o = &isa_operands[form->operands.first];
    uint32_t name = 0;
    for (uint16_t i = 0; i < form->operands.count; i++) {
        if (i && o[i].name != o[i - 1].name) name++;
        if (o[i].flags & OPERAND_GROUP || name > at) break;
        if (name == at) return access_of(&o[i]);
    }
    return ACCESS_READ;
}

enum effect_access effect_access(const struct effect *e, uint32_t i) {
    enum effect_access most = ACCESS_READ;
    if (e->insn == ISA_NONE) return most;
    struct isa_span forms = isa_insns[e->insn].forms;
    for (uint16_t f = 0; f < forms.count; f++) {
        enum effect_access one = access_in(&isa_forms[forms.first + f], i);
        if (one > most) most = one;
    }
    return most;
}

/* ---- events ---- */

const struct isa_event *match_next_event(const struct match_context *c, const struct chain_form *f,
                                         const struct fit *fit, uint16_t *at) {
    struct isa_span events = f->insn->events;
    while (*at < events.count) {
        const struct isa_event *event = &isa_events[events.first + (*at)++];
        if (match_holds(c, f, fit, event->when)) return event;
    }
    return NULL;
}

static struct event_value operand_value(const struct operand *o) {
    struct event_value v = {.given = o != NULL, .operand = o};
    v.known = o && o->shape == OP_INTEGER;
    if (v.known) v.number = o->value;
    return v;
}

static struct event_value named_value(const struct chain_form *f, const struct isa_argument *a) {
    uint16_t member = a->role < ISA_MOST_ROLES ? match_member(f, a->role) : ISA_NONE;
    enum isa_event_name name = (enum isa_event_name)a->name;
    if (member != ISA_NONE)
        name = isa_event_name_of((enum isa_event_argument)a->what, isa_members[member].word);
    return (struct event_value){.given = name != NAMED_NONE, .name = name};
}

struct event_value match_event_value(const struct match_context *c, const struct chain_form *f,
                                     const struct fit *fit, const struct isa_event *event,
                                     enum isa_event_argument what) {
    const struct isa_argument *a = isa_event_argument(event, what);
    if (!a) return (struct event_value){0};
    if (a->op == ARGUMENT_OPERAND) return operand_value(match_given(f, fit, a->operand));
    if (a->op == ARGUMENT_NAMED) return named_value(f, a);
    int64_t number = a->op == ARGUMENT_FLAG ? match_truth(c, f, fit, a->code) == YES
                                            : match_length(c, f, a->code);
    return (struct event_value){.given = true, .known = true, .number = number};
}
