/* SPDX-License-Identifier: Apache-2.0
 * file: URIs and paths. */
#ifndef LSP_SESSION_URI_H
#define LSP_SESSION_URI_H

/* The path of a file: URI of this machine, to be freed. NULL: it is none, or no memory. */
char *uri_path(const char *uri);
/* The file: URI of an absolute path, to be freed. */
char *uri_of_path(const char *path);

#endif
