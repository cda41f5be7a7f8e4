/* SPDX-License-Identifier: Apache-2.0
 * The source locations that a compiler states for an instruction. */
#ifndef API_POSITION_H
#define API_POSITION_H

#include "check/module.h"

enum { MOST_FRAMES = 32 };

/* Fills `frames` with the locations that a byte of PTX comes from: its own, then the location where
 * each surrounding function was inlined, innermost first. Returns their number. */
uint32_t module_find_frames(const ptxc_module *ptx, uint32_t offset, ptxc_loc frames[MOST_FRAMES]);

#endif
