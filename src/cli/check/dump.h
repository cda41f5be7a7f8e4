/* SPDX-License-Identifier: Apache-2.0
 * --dump-ast: the tree that the library shows, one node a line, for tests and the curious. */
#ifndef CLI_CHECK_DUMP_H
#define CLI_CHECK_DUMP_H

#include "program/io/out.h"
#include "ptxcheck.h"

void dump_module(struct out *out, const ptxc_module *module);

#endif
