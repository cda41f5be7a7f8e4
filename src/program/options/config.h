/* SPDX-License-Identifier: Apache-2.0
 * `.ptxcheck`: options for all files of a directory and those below it, one on a line as on the
 * command line; `#` begins a comment. */
#ifndef PROGRAM_OPTIONS_CONFIG_H
#define PROGRAM_OPTIONS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#define CONFIG_NAME ".ptxcheck"

struct config {
    char *path, *text;
    char **word; /* into `text`, each with ... */
    unsigned *line;
    size_t count, room;
};

/* The path of the nearest one for a file (that need not exist), to be freed. NULL: there is none.
 */
char *config_find(const char *file);
/* false: what is wrong has been said. Free in either case. */
bool config_read(struct config *config, const char *path);
void config_free(struct config *config);

#endif
