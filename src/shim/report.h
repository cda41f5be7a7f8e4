/* SPDX-License-Identifier: Apache-2.0
 * Prints messages when the driver rejects a call. */
#ifndef SHIM_REPORT_H
#define SHIM_REPORT_H

#include "ptxcheck_tensormap.h"

/* Prints to standard error every rule that the call violates. */
void shim_report(const ptxc_tensormap *map);

#endif
