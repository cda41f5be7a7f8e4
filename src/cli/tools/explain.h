/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain CODE|NAME ...: the pages of docs/diagnostics. */
#ifndef CLI_TOOLS_EXPLAIN_H
#define CLI_TOOLS_EXPLAIN_H

/* Handles the words after `explain`. Returns the exit status of the program. */
int explain_main(int count, char **words);

#endif
