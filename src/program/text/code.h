/* SPDX-License-Identifier: Apache-2.0
 * Codes of diagnostics as users see them. */
#ifndef PROGRAM_TEXT_CODE_H
#define PROGRAM_TEXT_CODE_H

#include <stdint.h>

/* Returns "ptx-203", or "ptxas" for 0. */
struct code_text {
    char text[16];
} code_text(uint32_t code);

#endif
