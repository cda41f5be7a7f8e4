/* SPDX-License-Identifier: Apache-2.0
 * A module judged again, with another head. */
#ifndef CLI_MATRIX_HEADER_H
#define CLI_MATRIX_HEADER_H

#include "ptxcheck.h"

/* How many errors the module has with this .version and .target, for this architecture and release.
 * false: no memory. */
bool header_errors_with(const ptxc_module *module, const char *version, const char *target,
                        const char *release, size_t *errors);

#endif
