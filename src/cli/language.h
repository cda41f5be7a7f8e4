/* SPDX-License-Identifier: Apache-2.0
 * What a file is: PTX, or C++ with inline PTX. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include "ptxcheck.h"

enum language { LANGUAGE_AUTO, LANGUAGE_PTX, LANGUAGE_CXX };

/* For LANGUAGE_AUTO the end of its name tells. */
ptxc_language language_of(enum language wanted, const char *path);

#endif
