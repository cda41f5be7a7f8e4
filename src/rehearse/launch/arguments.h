/* SPDX-License-Identifier: Apache-2.0
 * The parameters of a kernel, from the arguments of a launch. */
#ifndef REHEARSE_ARGUMENTS_H
#define REHEARSE_ARGUMENTS_H

#include "rehearse/machine.h"

/* Stores the arguments. Returns why they do not fit the kernel, or NULL. */
const char *put_arguments(struct machine *m);

#endif
