/* SPDX-License-Identifier: Apache-2.0
 * `.ptxcheck`: options for all files of a directory and its subdirectories, one per line, as on
 * the command line; `#` starts a comment. */
#ifndef PROGRAM_OPTIONS_CONFIG_H
#define PROGRAM_OPTIONS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#define CONFIG_NAME ".ptxcheck"

struct config {
    char *path, *text;
    char **word; /* each word points into `text` */
    unsigned *line;
    size_t count, room;
};

/* Returns the path of the nearest configuration file for a file, which need not exist, or NULL if
 * there is none. The caller frees the path. */
char *config_find(const char *file);
/* Returns false after it has reported what is wrong. The result must be freed in either case. */
bool config_read(struct config *config, const char *path);
void config_free(struct config *config);

#endif
