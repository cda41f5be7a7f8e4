/* SPDX-License-Identifier: Apache-2.0
 * Rehearsals of kernels: see ptxcheck_rehearse.h. */
#include "api/finish.h"
#include "rehearse/launch/rehearse.h"
#include "base/sized.h"
#include <string.h>

static ptxc_status run_rehearsal(ptxc_module *m, const ptxc_launch *launch,
                                 ptxc_rehearsal *result) {
    jmp_buf out_of_memory;
    struct flow_input in = module_flow_input(m, &m->diags);
    in.every_operand = true;
    module_catch(m, &out_of_memory);
    list_init(&m->protocol.waiting, sizeof(ptxc_waiting));
    ptxc_status status = setjmp(out_of_memory)
                             ? PTXC_NO_MEMORY
                             : rehearse(&in, launch, result, &m->protocol.waiting);
    if (status == PTXC_OK) module_finish_diags(m);
    module_catch(m, NULL);
    return status;
}

ptxc_status ptxc_module_rehearse(ptxc_module *m, const ptxc_launch *launch,
                                 ptxc_rehearsal *rehearsal) {
    ptxc_launch known = {0};
    if (!m || !launch || !rehearsal || !sized_read(&known, sizeof known, launch))
        return PTXC_BAD_ARGUMENT;
    if (known.param_count && !known.params) return PTXC_BAD_ARGUMENT;
    if (rehearsal->size != sizeof *rehearsal || m->cxx || m->settings.syntax_only ||
        m->found_errors)
        return PTXC_BAD_ARGUMENT;
    *rehearsal = (ptxc_rehearsal){
        .size = sizeof *rehearsal, .assumed = "", .refused = "", .kernel = "", .order = ""};
    return run_rehearsal(m, &known, rehearsal);
}

ptxc_status ptxc_module_waiting_get(const ptxc_module *m, size_t index, ptxc_waiting *waiting) {
    if (!m || !waiting) return PTXC_BAD_ARGUMENT;
    if (index >= m->protocol.waiting.count) return PTXC_NOT_FOUND;
    *waiting = *(const ptxc_waiting *)list_at(&m->protocol.waiting, (uint32_t)index);
    return PTXC_OK;
}

const char *ptxc_outcome_name(ptxc_outcome outcome) {
    static const char *const names[] = {"finished",
                                        "deadlock",
                                        "mismatch",
                                        "over-arrival",
                                        "barrier-participation",
                                        "tmem-exhausted",
                                        "setmaxnreg-starvation",
                                        "undecided",
                                        "limit",
                                        "race",
                                        "bad-address"};
    return (unsigned)outcome < sizeof names / sizeof *names ? names[outcome] : NULL;
}
