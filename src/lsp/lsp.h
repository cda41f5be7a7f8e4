/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck lsp: a server of the language server protocol 3.17 on standard input and output. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

/* Handles the words after `lsp`. Returns the exit status of the program. */
int lsp_main(int count, char **words);

#endif
