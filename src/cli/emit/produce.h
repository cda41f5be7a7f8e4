/* SPDX-License-Identifier: Apache-2.0
 * Commands that check one file and write output generated from it: `emit --kernels` and `pp`. */
#ifndef CLI_EMIT_PRODUCE_H
#define CLI_EMIT_PRODUCE_H

/* `ptxcheck emit --kernels`. Gets the words after `ptxcheck emit`, including --kernels. */
int emit_kernels_main(int count, char **words);
/* `ptxcheck pp`. Gets the words after `pp`; the word before them is also accessible. */
int pp_main(int count, char **words);

#endif
