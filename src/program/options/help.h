/* SPDX-License-Identifier: Apache-2.0
 * What --help prints. */
#ifndef PROGRAM_OPTIONS_HELP_H
#define PROGRAM_OPTIONS_HELP_H

#include "program/io/out.h"

void help_main(struct out *out);
void help_explain(struct out *out);
void help_format(struct out *out);
void help_explain_log(struct out *out);
void help_ptxas(struct out *out);
void help_isa(struct out *out);
void help_emit_kernels(struct out *out);
void help_emit(struct out *out);
void help_matrix(struct out *out);
void help_rehearse(struct out *out);
void help_pp(struct out *out);
void help_descriptor(struct out *out);
void help_lsp(struct out *out);

#endif
