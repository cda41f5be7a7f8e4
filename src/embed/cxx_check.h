/* SPDX-License-Identifier: Apache-2.0
 * The asm statements of C++ as a module: see cxx.h. */
#ifndef EMBED_CXX_CHECK_H
#define EMBED_CXX_CHECK_H

#include "check/module.h"
#include "embed/cxx.h"
#include "flow/flow.h"
#include "syntax/ast.h"

/* The PTX of the runs of asm statements, each of which is a function. */
struct cxx_runs {
    struct cxx_text text;
    struct interner names;
    struct ast ast;
    struct symbols symbols;
    struct judged_by by;
};

/* Finds the fragments of PTX in the text of a host language: fills cxx->asms, with their literals
 * and operands. */
typedef void cxx_find(struct cxx *cxx, struct diags *diags);
/* The hosts, in src/embed/host. */
cxx_find *host_of(ptxc_language language);
/* Checks the text of a module whose settings are complete. */
void cxx_check(ptxc_module *m, cxx_find *find);
/* Gives constants in the opcodes of the statement a value that its instruction accepts. */
void cxx_guess(struct cxx *cxx, const struct settings *settings, uint32_t number);
/* Moves a diagnostic of the PTX text to its origin, and drops a fix that does not fit there. */
void cxx_move_diag(const struct cxx_text *t, struct diag *d);
/* Replaces words that stand for C++ expressions by those expressions. Must be called first. */
void cxx_respell_diag(const struct cxx_text *t, struct diag *d);
/* cxx_protocol.c: checks how asynchronous instructions of the checked asm statements affect each
 * other. `judged` contains their numbers, in the order of the text. */
void cxx_check_protocol(ptxc_module *m, const struct list *judged, const struct unit *unit);
/* Fills in what the analysis requires of the runs. */
struct flow_input cxx_flow_input(ptxc_module *m, struct diags *diags);
/* Returns what a preceding `# 12 "file.cu"` says about the offset. */
bool cxx_loc(const ptxc_module *m, uint32_t offset, ptxc_loc *loc);

#endif
