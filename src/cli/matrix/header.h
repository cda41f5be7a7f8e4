/* SPDX-License-Identifier: Apache-2.0
 * Checks a module again with another header. */
#ifndef CLI_MATRIX_HEADER_H
#define CLI_MATRIX_HEADER_H

#include "ptxcheck.h"

/* Counts the errors of the module with this .version and .target, for this architecture and
 * release. Returns false if memory runs out. */
bool header_errors_with(const ptxc_module *module, const char *version, const char *target,
                        const char *release, size_t *errors);

#endif
