/* SPDX-License-Identifier: Apache-2.0
 * Requests about all files in the folders of the workspace. They are answered file by file, between
 * other messages. */
#ifndef LSP_WORKSPACE_WORKSPACE_H
#define LSP_WORKSPACE_WORKSPACE_H

#include "lsp/session/task.h"

/* ---- one line per feature ---- */
handler diagnose_workspace, find_symbols;

/* ---- folders.c ---- */
handler folders_changed;
/* Reads the folders from the params of `initialize`; older clients have one. */
void folders_read(struct server *server, const json_t *params);

/* ---- files.c ---- */
/* The files of the workspace that are not open: those that `ptxcheck FOLDER` checks, up to limits
 * for their number and their bytes. */
struct files_walk {
    size_t folder; /* the next one */
    struct walk *walk;
    size_t steps, files, bytes;
};

enum files_step {
    FILES_FOUND,
    FILES_ON, /* nothing has been found yet */
    FILES_END
};
/* Looks at one name in a folder. For FILES_FOUND, *path is a file, and the caller frees it. */
enum files_step files_next(struct server *server, struct files_walk *walk, char **path);
/* Reads a file as a document that has not been checked, which the caller frees; or returns NULL. */
struct document *files_read(struct files_walk *walk, const char *path);
void files_end(struct files_walk *walk);

#endif
