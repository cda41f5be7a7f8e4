/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck rehearse: executes the synchronization of a kernel. */
#ifndef CLI_REHEARSE_REHEARSE_H
#define CLI_REHEARSE_REHEARSE_H

int rehearse_main(int count, char **words);

#endif
