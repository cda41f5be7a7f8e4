/* SPDX-License-Identifier: Apache-2.0
 * The function that handles each method. */
#ifndef LSP_METHODS_H
#define LSP_METHODS_H

#include "lsp/session/server.h"

enum method_kind {
    NOTIFICATION,
    REQUEST,
    REPEATED /* a request that a client repeats after each change, which interrupts it */
};

struct method {
    const char *name;
    handler *handle;
    enum method_kind kind;
    const char *capability; /* what initialize announces for it, or NULL */
    const char *value;      /* the value as JSON */
};
/* Ends with a record without a name. */
extern const struct method methods[];

/* ---- lifecycle.c ---- */
handler lifecycle_initialize, lifecycle_initialized, lifecycle_shutdown, lifecycle_exit;

/* ---- sync.c ---- */
handler sync_open, sync_change, sync_save, sync_close;

#endif
