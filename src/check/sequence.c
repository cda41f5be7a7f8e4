/* SPDX-License-Identifier: Apache-2.0
 * Instructions that must never come after another (rows `never after` of the tables), as far as
 * the other is known to have run: in the same function, without a label in between. */
#include "chain/chain.h"
#include "check/check.h"

void check_sequence(struct checker *c, uint32_t stmt, const struct chain_info *info) {
    const struct isa_insn *insn = &isa_insns[info->insn];
    if (!insn->never_after && !(insn->flags & INSN_MARKS)) return;
    const struct stmt *s = ast_stmt(c->ast, stmt);
    ptxc_span opcode = {s->head_start, s->head_start + info->opcode_length};
    if (!span_is_none(c->marked.span) && isa_insns[c->marked.insn].name == insn->never_after) {
        struct text earlier = text_of(isa_str(insn->never_after));
        struct diag *d = report_never_after(c->diags, opcode, text_at(c->text, opcode), earlier);
        note_first_here(c->diags, d, c->marked.span);
    }
    if (s->guarded || !(insn->flags & INSN_MARKS)) return;
    c->marked.span = opcode;
    c->marked.insn = info->insn;
}
