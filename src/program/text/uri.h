/* SPDX-License-Identifier: Apache-2.0
 * file: URIs and paths. */
#ifndef PROGRAM_TEXT_URI_H
#define PROGRAM_TEXT_URI_H

/* Returns the path of a file: URI on this machine, which the caller frees, or NULL if it is not one
 * or memory runs out. */
char *uri_path(const char *uri);
/* Returns the file: URI of an absolute path, or a relative URI, which the caller frees. */
char *uri_of_path(const char *path);

#endif
