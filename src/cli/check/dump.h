/* SPDX-License-Identifier: Apache-2.0
 * --dump-ast: writes the tree of the library, one node per line, for tests and for debugging. */
#ifndef CLI_CHECK_DUMP_H
#define CLI_CHECK_DUMP_H

#include "program/io/out.h"
#include "ptxcheck.h"

/* --dump-flow: writes what the analysis of asynchronous functions knows. */
void dump_flow(struct out *out, ptxc_module *module);
void dump_module(struct out *out, const ptxc_module *module);

#endif
