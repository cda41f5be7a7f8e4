/* SPDX-License-Identifier: Apache-2.0
 * Framing of messages: `Content-Length: N`, an empty line, N bytes of JSON; or, for tests, JSON
 * between lines of dashes. Anything else is skipped. */
#ifndef LSP_WIRE_TRANSPORT_H
#define LSP_WIRE_TRANSPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct transport {
    int in, out;
    bool lit;    /* text form for tests */
    bool ended;  /* nothing more can be read */
    bool failed; /* nothing more can be written: the client is gone */
    char *data;  /* what has been read: the bytes from `at` to `used` are not consumed yet */
    size_t at, used, room;
    size_t skip; /* remaining bytes of a message that is too large */
};

enum transport_next {
    TRANSPORT_MESSAGE,
    TRANSPORT_NONE,  /* no complete message yet */
    TRANSPORT_LARGE, /* a message that is too large; its bytes are skipped */
    TRANSPORT_LOST   /* this is not a language client: its header does not end */
};

void transport_init(struct transport *transport, int in, int out, bool lit);
void transport_free(struct transport *transport);

/* Reads what is available; with `wait`, blocks until there is something. Returns false if there is
 * nothing. */
bool transport_read(struct transport *transport, bool wait);
/* Does the same from memory. */
void transport_feed(struct transport *transport, const char *data, size_t length);
/* Returns the next message in what has been read. The text is valid until more is read. */
enum transport_next transport_next(struct transport *transport, char **text, size_t *length);

/* Writes a message and frees it. */
void transport_write(struct transport *transport, json_t *message);
/* Writes the answer to a request, whose result is JSON text. */
void transport_write_result(struct transport *transport, const json_t *id, const char *result,
                            size_t length);

#endif
