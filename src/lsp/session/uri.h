/* SPDX-License-Identifier: Apache-2.0
 * file: URIs and paths. */
#ifndef LSP_SESSION_URI_H
#define LSP_SESSION_URI_H

/* Returns the path of a file: URI on this machine, which the caller frees, or NULL if it is not one
 * or memory runs out. */
char *uri_path(const char *uri);
/* Returns the file: URI of an absolute path, which the caller frees. */
char *uri_of_path(const char *path);

#endif
