/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck format: lays out the text of PTX. */
#ifndef CLI_TOOLS_FORMAT_H
#define CLI_TOOLS_FORMAT_H

/* The words behind `format`. Returns the exit status of the program. */
int format_main(int count, char **words);

#endif
