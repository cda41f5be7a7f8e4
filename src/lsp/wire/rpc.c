/* SPDX-License-Identifier: Apache-2.0
 * JSON-RPC 2.0: see rpc.h. */
#include "lsp/wire/rpc.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Returns the code unit of an escape `\uD83D`, or 0. */
static unsigned unit_at(const char *s, const char *end) {
    unsigned unit = 0;
    if (end - s < 6 || s[0] != '\\' || s[1] != 'u') return 0;
    for (int i = 2; i < 6; i++) {
        const char *digits = "0123456789abcdef", *digit = strchr(digits, s[i] | 0x20);
        if (!digit || !s[i]) return 0;
        unit = unit << 4 | (unsigned)(digit - digits);
    }
    return unit;
}

/* Half of a surrogate pair is not a character, but editors store and send it. It is replaced by
 * U+FFFD, which is also one code unit. */
static void mend_surrogates(char *text, size_t length) {
    char *end = text + length;
    for (char *s = text; (s = memchr(s, '\\', (size_t)(end - s)));) {
        unsigned unit = unit_at(s, end);
        if (unit < 0xD800 || unit > 0xDFFF) {
            s += end - s > 1 ? 2 : 1;
            continue;
        }
        unsigned next = unit < 0xDC00 ? unit_at(s + 6, end) : 0;
        bool pair = next >= 0xDC00 && next <= 0xDFFF;
        if (!pair) memcpy(s + 2, "fffd", 4);
        s += pair ? 12 : 6;
    }
}

static json_t *load(char *text, size_t length) {
    const size_t flags = JSON_ALLOW_NUL;
    json_error_t error;
    json_t *json = json_loadb(text, length, flags | JSON_DECODE_ANY, &error);
    if (json) return json;
    mend_surrogates(text, length);
    return json_loadb(text, length, flags | JSON_DECODE_ANY, &error);
}

static struct message refuse(struct message m, enum rpc_error error, const char *problem) {
    m.error = error;
    m.problem = problem;
    return m;
}

static bool is_id(const json_t *id) { return json_is_string(id) || json_is_integer(id); }

struct message rpc_parse(char *text, size_t length) {
    struct message m = {.json = load(text, length)};
    if (!m.json) return refuse(m, RPC_PARSE_ERROR, "this is no JSON");
    if (json_is_array(m.json))
        return refuse(m, RPC_INVALID_REQUEST, "the protocol has no batches of messages");
    if (!json_is_object(m.json)) return refuse(m, RPC_INVALID_REQUEST, "a message is an object");
    json_t *version = json_object_get(m.json, "jsonrpc"), *id = json_object_get(m.json, "id");
    json_t *method = json_object_get(m.json, "method");
    if (is_id(id)) m.id = id;
    m.params = json_object_get(m.json, "params");
    if (json_is_null(m.params)) m.params = NULL;
    if (!json_is_string(version) || strcmp(json_string_value(version), "2.0"))
        return refuse(m, RPC_INVALID_REQUEST, "'jsonrpc' must be \"2.0\"");
    bool response = json_object_get(m.json, "result") || json_object_get(m.json, "error");
    if (!method && response) return m;
    if (id && !m.id) return refuse(m, RPC_INVALID_REQUEST, "'id' is an integer or a string");
    if (!json_is_string(method)) return refuse(m, RPC_INVALID_REQUEST, "'method' is a string");
    if (m.params && !json_is_object(m.params) && !json_is_array(m.params))
        return refuse(m, RPC_INVALID_REQUEST, "'params' is an object or an array");
    m.method = json_string_value(method);
    return m;
}

void rpc_free(struct message *m) {
    json_decref(m->json);
    *m = (struct message){0};
}

/* ---- writing ---- */

static json_t *copy_of(const json_t *id) { return id ? json_deep_copy(id) : json_null(); }

json_t *rpc_result(const json_t *id, json_t *result) {
    return json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", copy_of(id), "result", result);
}

json_t *rpc_failure(const json_t *id, enum rpc_error code, const char *text) {
    return json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", copy_of(id), "error",
                     "code", (int)code, "message", text);
}

json_t *rpc_notification(const char *method, json_t *params) {
    return json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params);
}

json_t *rpc_request(const char *id, const char *method, json_t *params) {
    return json_pack("{s:s, s:s, s:s, s:o*}", "jsonrpc", "2.0", "id", id, "method", method,
                     "params", params);
}

/* ---- the queue ---- */

void rpc_queue_add(struct rpc_queue *q, const struct message *message) {
    if (q->first + q->count == q->room) {
        if (q->first) memmove(q->message, q->message + q->first, q->count * sizeof *q->message);
        q->first = 0;
        if (q->count == q->room) {
            size_t room = 2 * q->room + 16;
            q->message = need(realloc(q->message, room * sizeof *q->message));
            q->room = room;
        }
    }
    q->message[q->first + q->count++] = *message;
}

struct message rpc_queue_take(struct rpc_queue *q) {
    q->count--;
    return q->message[q->first++];
}

void rpc_queue_cancel(struct rpc_queue *q, const json_t *id) {
    for (size_t i = 0; i < q->count; i++) {
        struct message *m = &q->message[q->first + i];
        if (m->method && m->id && json_equal(m->id, id)) m->cancelled = true;
    }
}

void rpc_queue_free(struct rpc_queue *q) {
    while (q->count) {
        struct message m = rpc_queue_take(q);
        rpc_free(&m);
    }
    free(q->message);
    *q = (struct rpc_queue){0};
}
