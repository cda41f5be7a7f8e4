/* SPDX-License-Identifier: Apache-2.0
 * The main job: checks files, reports, and determines the exit status. */
#ifndef CLI_CHECK_DRIVER_H
#define CLI_CHECK_DRIVER_H

#include "program/options/options.h"

/* Returns the exit status of the program. */
int check_files(const struct options *options);

#endif
