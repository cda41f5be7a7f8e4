/* SPDX-License-Identifier: Apache-2.0
 * Requests that take long: they are answered in small steps, between other messages. */
#ifndef LSP_SESSION_TASK_H
#define LSP_SESSION_TASK_H

#include "lsp/session/server.h"

struct long_task {
    struct long_task *next;
    json_t *id; /* of the request */
    bool cancelled;
    /* Makes a step. Returns false after the last one; `result` is then the answer. */
    bool (*step)(struct server *server, struct long_task *task);
    void (*free)(struct long_task *task); /* frees the task itself */
    json_t *result;                       /* NULL: there is a text */
    struct writer text;                   /* the result as JSON, instead of a tree */
};

/* Makes a step of the oldest task, and answers its request if that was the last one. Returns false
 * if there is no task. */
bool task_work(struct server *server);
/* Adds a task, which is owned from now on, for the request with this id. */
void task_add(struct server *server, struct long_task *task, const json_t *id);
/* Ends the task of a request. */
void task_cancel(struct server *server, const json_t *id);
void task_free_all(struct server *server);

#endif
