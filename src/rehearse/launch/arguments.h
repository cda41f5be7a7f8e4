/* SPDX-License-Identifier: Apache-2.0
 * The parameters of a kernel, as a launch gives them. */
#ifndef REHEARSE_ARGUMENTS_H
#define REHEARSE_ARGUMENTS_H

#include "rehearse/machine.h"

/* Why the arguments are not those of the kernel; NULL: they are. */
const char *put_arguments(struct machine *m);

#endif
