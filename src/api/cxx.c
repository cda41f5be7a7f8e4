/* SPDX-License-Identifier: Apache-2.0
 * The public functions for the asm statements of C++. */
#include "check/module.h"
#include "embed/cxx.h"

size_t ptxc_module_asm_count(const ptxc_module *m) { return m && m->cxx ? m->cxx->asms.count : 0; }

static const char *reason_text(const struct cxx_asm *a) {
    switch (a->reason) {
    case CXX_OTHER: return phrase_string(P_asm_no_instruction);
    case CXX_MACRO: return phrase_string(cxx_is_hosted(a) ? P_asm_computed : P_asm_preprocessor);
    case CXX_PIECE: return phrase_string(P_asm_piece);
    case CXX_GOTO: return phrase_string(P_asm_goto);
    case CXX_CUT: return phrase_string(P_asm_cut_off);
    case CXX_CONSTANT: return phrase_string(P_asm_constant);
    case CXX_JOINED: return phrase_string(P_asm_joined);
    case CXX_DEAD: return phrase_string(P_asm_dead);
    default: return a->traits & CXX_PARTLY ? phrase_string(P_asm_partly) : NULL;
    }
}

ptxc_status ptxc_module_asm_get(const ptxc_module *m, size_t index, ptxc_asm *out) {
    if (!m || !out) return PTXC_BAD_ARGUMENT;
    if (index >= ptxc_module_asm_count(m)) return PTXC_NOT_FOUND;
    const struct cxx_asm *a = list_at(&m->cxx->asms, (uint32_t)index);
    bool as_macro = a->reason == CXX_CONSTANT || a->reason == CXX_JOINED;
    ptxc_asm_state state = as_macro ? PTXC_ASM_UNEXPANDED : (ptxc_asm_state)a->reason;
    *out = (ptxc_asm){a->span, state, reason_text(a)};
    return PTXC_OK;
}
