/* SPDX-License-Identifier: Apache-2.0
 * Commands that check one file and write what is made of it: `emit --kernels` and `pp`. */
#ifndef CLI_EMIT_PRODUCE_H
#define CLI_EMIT_PRODUCE_H

/* `ptxcheck emit --kernels`. The words after `ptxcheck emit`, --kernels among them. */
int emit_kernels_main(int count, char **words);
/* `ptxcheck pp`. The words after `pp`; the one before them is there, too. */
int pp_main(int count, char **words);

#endif
