/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck format: formats PTX. */
#ifndef CLI_TOOLS_FORMAT_H
#define CLI_TOOLS_FORMAT_H

/* Handles the words after `format`. Returns the exit status of the program. */
int format_main(int count, char **words);

#endif
