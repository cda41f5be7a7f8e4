/* SPDX-License-Identifier: Apache-2.0
 * The asm statements of C++ as a module: see cxx.h. */
#ifndef EMBED_CXX_CHECK_H
#define EMBED_CXX_CHECK_H

#include "check/module.h"

/* Judges the text of a module whose settings are there. */
void cxx_check(ptxc_module *m);
/* What a `# 12 "file.cu"` above says of the offset. */
bool cxx_loc(const ptxc_module *m, uint32_t offset, ptxc_loc *loc);

#endif
