/* SPDX-License-Identifier: Apache-2.0
 * JSON-RPC 2.0 messages, and the queue of messages that have been read but not handled. */
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
    RPC_CONTENT_MODIFIED = -32801,
    RPC_FAILED = -32803
};

/* A request, a notification (without id) or a response (without method). Its pointers refer to
 * `json`. */
struct message {
    json_t *json;
    json_t *id;
    const char *method;
    json_t *params;
    enum rpc_error error; /* if it is not a message, the error to answer with */
    const char *problem;
    bool cancelled;
};

/* Reads a message; `text` may be modified. */
struct message rpc_parse(char *text, size_t length);
void rpc_free(struct message *message);

/* Returns {"jsonrpc": "2.0", "id": ..., "result": ...}; takes ownership of the result. */
json_t *rpc_result(const json_t *id, json_t *result);
json_t *rpc_failure(const json_t *id, enum rpc_error code, const char *text);
/* These take ownership of the params. */
json_t *rpc_notification(const char *method, json_t *params);
json_t *rpc_request(const char *id, const char *method, json_t *params);

/* ---- first in, first out ---- */

struct rpc_queue {
    struct message *message;
    size_t first, count, room;
};

/* Takes ownership of the message. */
void rpc_queue_add(struct rpc_queue *queue, const struct message *message);
/* Returns the oldest message; the queue must not be empty. */
struct message rpc_queue_take(struct rpc_queue *queue);
/* Marks the waiting request with this id. */
void rpc_queue_cancel(struct rpc_queue *queue, const json_t *id);
void rpc_queue_free(struct rpc_queue *queue);

#endif
