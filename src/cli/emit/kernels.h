/* SPDX-License-Identifier: Apache-2.0
 * `ptxcheck emit --kernels`: kernels of PTX as CUDA C++. */
#ifndef CLI_EMIT_KERNELS_H
#define CLI_EMIT_KERNELS_H

/* Words behind `ptxcheck emit`, --kernels among them. */
int emit_kernels_main(int count, char **words);

#endif
