/* SPDX-License-Identifier: Apache-2.0
 * Executes the synchronization of a kernel, without data. Manual: Programming Model;
 * Asynchronous Operations; Parallel Synchronization and Communication Instructions. */
#ifndef REHEARSE_REHEARSE_H
#define REHEARSE_REHEARSE_H

#include "flow/flow.h"
#include "ptxcheck_rehearse.h"

/* Rehearses a module without errors. Findings go to in->diags, and waiting threads to *waiting
 * (struct ptxc_waiting, in the arena). */
ptxc_status rehearse(const struct flow_input *in, const ptxc_launch *launch, ptxc_rehearsal *result,
                     struct list *waiting);
/* Rehearses each kernel with assumed launches, and reports what goes wrong in two of them. */
void rehearse_check(const struct flow_input *in);

#endif
