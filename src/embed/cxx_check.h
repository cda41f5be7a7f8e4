/* SPDX-License-Identifier: Apache-2.0
 * The asm statements of C++ as a module: see cxx.h. */
#ifndef EMBED_CXX_CHECK_H
#define EMBED_CXX_CHECK_H

#include "check/module.h"
#include "embed/cxx.h"

/* Judges the text of a module whose settings are there. */
void cxx_check(ptxc_module *m);
/* Gives constants in the opcodes of the statement a value that its instruction has. */
void cxx_guess(const struct cxx *cxx, const struct settings *settings, struct cxx_asm *a);
/* Moves a diagnostic of the PTX text to where that comes from; drops a fix that does not fit there.
 */
void cxx_move_diag(const struct cxx_text *t, struct diag *d);
/* Words that stand for an expression of C++ are said as that; call it first. */
void cxx_respell_diag(const struct cxx_text *t, struct diag *d);
/* cxx_protocol.c: checks what asynchronous instructions of the judged asm statements do to each
 * other. `judged` has their numbers, in the order of the text. */
void cxx_check_protocol(ptxc_module *m, const struct list *judged, const struct unit *unit);
/* What a `# 12 "file.cu"` above says of the offset. */
bool cxx_loc(const ptxc_module *m, uint32_t offset, ptxc_loc *loc);

#endif
