/* SPDX-License-Identifier: Apache-2.0
 * What happens to diagnostics after the passes that report them. */
#ifndef API_FINISH_H
#define API_FINISH_H

#include "check/module.h"
#include "flow/flow.h"

/* Where a failed allocation of the module jumps to, while a call runs; NULL: it has returned. */
void module_catch(ptxc_module *module, jmp_buf *out_of_memory);

/* Sorts what was reported, and drops what the author or the caller does not want to see. It can be
 * called again after more was reported. */
void module_finish_diags(ptxc_module *module);

/* flow.c: what the analysis of functions is given. */
struct flow_input module_flow_input(ptxc_module *module, struct diags *diags);
/* flow.c: checks asynchronous functions; writes what is known of them to m->flow. */
void module_check_flow(ptxc_module *module);
void module_dump_flow(ptxc_module *module);

#endif
