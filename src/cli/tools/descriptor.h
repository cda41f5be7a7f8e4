/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck decode LAYOUT VALUE, ptxcheck encode LAYOUT FIELD=VALUE ...: descriptors. */
#ifndef CLI_TOOLS_DESCRIPTOR_H
#define CLI_TOOLS_DESCRIPTOR_H

/* Handle the words after `decode` or `encode`. Return the exit status of the program. */
int decode_main(int count, char **words);
int encode_main(int count, char **words);

#endif
