/* SPDX-License-Identifier: Apache-2.0
 * Long requests: see task.h. */
#include "lsp/session/task.h"
#include <stdlib.h>

static void free_task(struct long_task *t) {
    json_decref(t->id);
    json_decref(t->result);
    free(t->text.text);
    t->free(t);
}

static void answer_task(struct server *s, struct long_task *t) {
    if (t->cancelled)
        transport_write(&s->transport, rpc_failure(t->id, RPC_CANCELLED, "cancelled"));
    else if (t->text.length)
        transport_write_result(&s->transport, t->id, t->text.text, t->text.length);
    else
        transport_write(&s->transport, rpc_result(t->id, json_incref(t->result)));
    free_task(t);
}

bool task_work(struct server *s) {
    struct long_task *t = s->tasks;
    if (!t) return false;
    if (!t->cancelled && t->step(s, t)) return true;
    s->tasks = t->next;
    answer_task(s, t);
    return true;
}

void task_add(struct server *s, struct long_task *t, const json_t *id) {
    struct long_task **last = &s->tasks;
    while (*last) last = &(*last)->next;
    t->id = json_deep_copy(id);
    t->next = NULL;
    *last = t;
}

void task_cancel(struct server *s, const json_t *id) {
    for (struct long_task *t = s->tasks; t; t = t->next)
        if (id && json_equal(t->id, id)) t->cancelled = true;
}

void task_free_all(struct server *s) {
    while (s->tasks) {
        struct long_task *next = s->tasks->next;
        free_task(s->tasks);
        s->tasks = next;
    }
}
