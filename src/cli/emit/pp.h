/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck pp`: blocks of plain PTX in C++ become asm statements. */
#ifndef CLI_EMIT_PP_H
#define CLI_EMIT_PP_H

/* `words`: those behind pp; the one before them is there, too. */
int pp_main(int count, char **words);

#endif
