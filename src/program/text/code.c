/* SPDX-License-Identifier: Apache-2.0
 * Codes of diagnostics: see code.h. */
#include "program/text/code.h"
#include <stdio.h>

struct code_text code_text(uint32_t code) {
    struct code_text c;
    snprintf(c.text, sizeof c.text, code ? "ptx-%03u" : "ptxas", (unsigned)code);
    return c;
}
