/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the events of an instruction. */
#include "api/isa_describe.h"
#include "isa/event.h"
#include "isa/limits.h"
#include "isa/words.h"
#include "ptxcheck.h"

/* Returns the event, or NULL if there is none. */
static const struct isa_event *event_at(size_t insn, size_t event) {
    const struct isa_insn *x = api_insn_at(insn);
    return x && event < x->events.count ? &isa_events[x->events.first + event] : NULL;
}

static const struct isa_argument *argument_at(size_t insn, size_t event, size_t argument) {
    const struct isa_event *x = event_at(insn, event);
    return x && argument < x->arguments.count ? &isa_arguments[x->arguments.first + argument]
                                              : NULL;
}

ptxc_status ptxc_isa_event_get(size_t insn, size_t event, ptxc_isa_event *out) {
    const struct isa_event *x = event_at(insn, event);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!x) return PTXC_NOT_FOUND;
    const struct isa_event_info *info = &isa_event_infos[x->kind];
    *out = (ptxc_isa_event){isa_str(info->name), isa_str(info->doc), x->arguments.count};
    return PTXC_OK;
}

size_t ptxc_isa_event_condition_text(size_t insn, size_t event, char *buffer, size_t size) {
    const struct isa_event *x = event_at(insn, event);
    struct text_builder out = build_in_buffer(buffer, size);
    if (x) isa_words_when(&out, &isa_insns[insn], x->when);
    return out.length;
}

ptxc_status ptxc_isa_event_argument_get(size_t insn, size_t event, size_t argument,
                                        ptxc_isa_event_argument *out) {
    const struct isa_argument *x = argument_at(insn, event, argument);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!x) return PTXC_NOT_FOUND;
    const struct isa_argument_info *info = &isa_argument_infos[x->what];
    *out = (ptxc_isa_event_argument){isa_str(info->name), isa_str(info->doc)};
    return PTXC_OK;
}

/* Writes ".sem | release". */
static void put_named(struct text_builder *out, const struct isa_insn *insn,
                      const struct isa_argument *x) {
    bool by_word = x->role < ISA_MOST_ROLES;
    if (by_word) build_string(out, isa_str(isa_roles[insn->roles.first + x->role]));
    if (by_word && x->name) build_string(out, " | ");
    if (x->name) build_string(out, isa_str(isa_event_names[x->name]));
}

size_t ptxc_isa_event_argument_text(size_t insn, size_t event, size_t argument, char *buffer,
                                    size_t size) {
    const struct isa_argument *x = argument_at(insn, event, argument);
    struct text_builder out = build_in_buffer(buffer, size);
    if (!x) return out.length;
    const struct isa_insn *of = &isa_insns[insn];
    switch (x->op) {
    case ARGUMENT_OPERAND: build_string(&out, isa_str(x->operand)); break;
    case ARGUMENT_NAMED: put_named(&out, of, x); break;
    default:
        if (isa_code[x->code] == ISA_NUMBER || x->op == ARGUMENT_NUMBER)
            isa_words_number(&out, of, x->code);
        else
            isa_words_when(&out, of, x->code);
    }
    return out.length;
}
