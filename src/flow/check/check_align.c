/* SPDX-License-Identifier: Apache-2.0
 * Bulk copies from and to variables at addresses that are not a multiple of what the copy
 * requires, wherever the variable is placed. The phase of a swizzle is not such a requirement:
 * it may start at any multiple of 128 bytes. Manual: cp.async.bulk; CUDA Programming Guide:
 * Tensor Memory Access. */
#include "flow/check/check.h"
#include "base/text_builder.h"

enum { BULK_ALIGN = 16, TENSOR_ALIGN = 128 /* in bytes */ };

/* Returns true if none of the possible addresses is a multiple. */
static bool is_never_aligned(const struct flow_value *at, uint64_t unit) {
    bool in_range = at->bounded && (uint64_t)at->low % unit && at->step % unit == 0;
    bool in_form = !at->whole && (uint64_t)at->constant % unit && (uint64_t)at->factor % unit == 0;
    return in_range || in_form;
}

/* Writes `tile+8`, or `tile+...` if the offset varies. */
static struct text write_offset(const struct flow_facts *facts, const struct flow_value *at,
                                struct text name) {
    struct text_builder out = build_in_arena(facts->f->in->arena);
    build_text(&out, name);
    bool is_one = flow_is_place(at);
    if (!is_one || at->low > 0) build_char(&out, '+');
    if (is_one)
        build_number(&out, at->low);
    else
        build_string(&out, "...");
    return built_text(&out);
}

static void check_place(const struct flow_facts *facts, uint32_t event,
                        enum isa_event_argument what, uint64_t needed) {
    struct flow_value at = flow_argument_value(facts->values, facts->events, event, what);
    if (at.base != BASE_VARIABLE || at.descriptor) return;
    const struct flow_function *f = facts->f;
    const struct flow_variable *v = list_at(&f->variables, at.of);
    /* The linker may align a variable more strictly than it is declared, so only the declared
     * alignment counts. */
    uint64_t known = v->align < 63 ? UINT64_C(1) << v->align : 1;
    if (!is_never_aligned(&at, known < needed ? known : needed)) return;
    uint32_t insn = facts->events->at[event].insn;
    struct text name = text_at(f->in->text, v->name);
    struct diag *d = report_copy_align(facts->diags, flow_head(f, insn), flow_opcode(f, insn),
                                       (int64_t)needed, write_offset(facts, &at, name));
    note_aligned_to(facts->diags, d, v->name, name, (int64_t)known);
}

void flow_check_align(const struct flow_facts *facts) {
    for (uint32_t e = 0; e < facts->events->count; e++) {
        uint8_t kind = facts->events->at[e].kind;
        bool copies =
            kind == EVENT_BULK_LOAD || kind == EVENT_BULK_STORE || kind == EVENT_BULK_COPY;
        if (!copies || !flow_is_reached(facts->paths, facts->events->at[e].insn)) continue;
        bool tensor = flow_argument(facts->events, e, ARGUMENT_MAP).given;
        check_place(facts, e, ARGUMENT_DST, tensor ? TENSOR_ALIGN : BULK_ALIGN);
        check_place(facts, e, ARGUMENT_SRC, tensor ? TENSOR_ALIGN : BULK_ALIGN);
    }
}
