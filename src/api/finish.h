/* SPDX-License-Identifier: Apache-2.0
 * Processing of diagnostics after the passes that report them. */
#ifndef API_FINISH_H
#define API_FINISH_H

#include "check/module.h"
#include "flow/flow.h"

/* Sets where a failed allocation of the module jumps to during a call. NULL means that no call is
 * running. */
void module_catch(ptxc_module *module, jmp_buf *out_of_memory);

/* Sorts the diagnostics, and drops those that the author or the caller has silenced. Can be called
 * again after more were reported. */
void module_finish_diags(ptxc_module *module);

/* flow.c: returns the input of the analysis of functions. */
struct flow_input module_flow_input(ptxc_module *module, struct diags *diags);
/* flow.c: checks asynchronous functions and stores the results in m->flow. */
void module_check_flow(ptxc_module *module);
void module_dump_flow(ptxc_module *module);

#endif
