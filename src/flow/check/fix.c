/* SPDX-License-Identifier: Apache-2.0
 * What the checks share for their reports. */
#include "flow/check/check.h"
#include <string.h>

struct text flow_opcode(const struct flow_function *f, uint32_t insn) {
    return text_of(isa_str(isa_insns[f->insns[insn].insn].name));
}

/* Returns the first instruction that has an event of this kind, or NULL. */
static const struct isa_insn *insn_with(enum isa_event_kind kind) {
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        struct isa_span events = isa_insns[i].events;
        for (uint16_t k = 0; k < events.count; k++)
            if (isa_events[events.first + k].kind == kind) return &isa_insns[i];
    }
    return NULL;
}

struct text flow_name_of(enum isa_event_kind kind) {
    const struct isa_insn *insn = insn_with(kind);
    return text_of(insn ? isa_str(insn->name) : "");
}

struct text flow_line_of(enum isa_event_kind kind) {
    const struct isa_insn *insn = insn_with(kind);
    struct text line = text_of(
        insn && insn->examples.count ? isa_str(isa_examples[insn->examples.first].text) : "");
    const char *end = memchr(line.start, ';', line.length);
    if (end) line.length = (uint32_t)(end - line.start);
    return line;
}

void flow_fix_before(const struct flow_facts *facts, struct diag *diag, uint32_t insn,
                     struct text line) {
    const struct flow_input *in = facts->f->in;
    uint32_t at = flow_span(facts->f, insn).start, blank = at;
    while (blank && (in->text[blank - 1] == ' ' || in->text[blank - 1] == '\t')) blank--;
    struct text_builder text = build_in_arena(in->arena);
    build_text(&text, line);
    build_string(&text, ";\n");
    build_bytes(&text, in->text + blank, at - blank);
    struct text built = built_text(&text);
    diag_fix(facts->diags, diag, (ptxc_span){at, at}, built.start);
}
