/* SPDX-License-Identifier: Apache-2.0
 * JSON-RPC 2.0 messages, and those that have been read and not handled yet. */
#ifndef LSP_WIRE_RPC_H
#define LSP_WIRE_RPC_H

#include <jansson.h>
#include <stdbool.h>

enum rpc_error {
    RPC_NO_ERROR = 0,
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_CANCELLED = -32800,
    RPC_FAILED = -32803
};

/* A request, a notification (no id) or a response (no method). What it points to is in `json`. */
struct message {
    json_t *json;
    json_t *id;
    const char *method;
    json_t *params;
    enum rpc_error error; /* it is none: answer so */
    const char *problem;
    bool cancelled;
};

/* Reads a message; `text` may be changed. */
struct message rpc_parse(char *text, size_t length);
void rpc_free(struct message *message);

/* {"jsonrpc": "2.0", "id": ..., "result": ...}; takes the result. */
json_t *rpc_result(const json_t *id, json_t *result);
json_t *rpc_failure(const json_t *id, enum rpc_error code, const char *text);
/* Take the params. */
json_t *rpc_notification(const char *method, json_t *params);
json_t *rpc_request(const char *id, const char *method, json_t *params);

/* ---- first in, first out ---- */

struct rpc_queue {
    struct message *message;
    size_t first, count, room;
};

/* Takes the message. false: no memory. */
bool rpc_queue_add(struct rpc_queue *queue, const struct message *message);
/* The oldest; there is one. */
struct message rpc_queue_take(struct rpc_queue *queue);
/* Marks the request that waits with this id. */
void rpc_queue_cancel(struct rpc_queue *queue, const json_t *id);
void rpc_queue_free(struct rpc_queue *queue);

#endif
