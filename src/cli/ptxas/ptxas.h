/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck ptxas: a replacement for ptxas that runs the real one and explains its verdict.
 *
 *   ptxas.c      runs ptxas and reports
 *   arguments.c  reads the arguments of ptxas that matter: its input and target */
#ifndef CLI_PTXAS_PTXAS_H
#define CLI_PTXAS_PTXAS_H

/* Handles the words after `ptxas`: options of ptxcheck, `--`, and the arguments of ptxas. Returns
 * the exit status of ptxas, or EXIT_TROUBLE if it cannot be run. */
int ptxas_main(int count, char **words);

/* Under the name `ptxas-checked`, all words are arguments of ptxas. */
int ptxas_checked_main(int count, char **words);

#endif
