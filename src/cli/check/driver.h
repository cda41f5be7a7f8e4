/* SPDX-License-Identifier: Apache-2.0
 * The main job: check files, report, say how it went. */
#ifndef CLI_CHECK_DRIVER_H
#define CLI_CHECK_DRIVER_H

#include "program/options/options.h"

/* Returns the exit status of the program. */
int check_files(const struct options *options);

#endif
