/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck --version. */
#ifndef CLI_TOOLS_VERSION_H
#define CLI_TOOLS_VERSION_H

#include "program/io/out.h"

void version_write(struct out *out);
/* Also writes what the tables know and how the program was built. */
void version_write_details(struct out *out);

#endif
