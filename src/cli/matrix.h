/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck matrix: which targets, versions and releases accept what a file uses. */
#ifndef CLI_MATRIX_H
#define CLI_MATRIX_H

/* The words behind `matrix`; returns the exit status of the program. */
int matrix_main(int count, char **words);

#endif
