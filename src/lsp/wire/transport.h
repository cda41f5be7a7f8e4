/* SPDX-License-Identifier: Apache-2.0
 * Messages in and out: `Content-Length: N`, an empty line, N bytes of JSON; or, for tests, JSON
 * between lines of dashes. What is no message is skipped. */
#ifndef LSP_WIRE_TRANSPORT_H
#define LSP_WIRE_TRANSPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct transport {
    int in, out;
    bool lit;    /* text for tests */
    bool ended;  /* nothing more can be read */
    bool failed; /* ... or written: the client is gone */
    char *data;  /* what has been read: the bytes from `at` to `used` are still to come */
    size_t at, used, room;
    size_t skip; /* bytes of a message that is too large */
};

enum transport_next {
    TRANSPORT_MESSAGE,
    TRANSPORT_NONE,  /* not a whole one yet */
    TRANSPORT_LARGE, /* one that is too large; its bytes are passed over */
    TRANSPORT_LOST   /* this is no language client: its header has no end */
};

void transport_init(struct transport *transport, int in, int out, bool lit);
void transport_free(struct transport *transport);

/* Reads what there is; `wait`: until there is something. false: there is nothing. */
bool transport_read(struct transport *transport, bool wait);
/* The same from memory. false: no memory. */
bool transport_feed(struct transport *transport, const char *data, size_t length);
/* The next message of what has been read. The text lives until more is read. */
enum transport_next transport_next(struct transport *transport, char **text, size_t *length);

/* Writes a message and frees it. */
void transport_write(struct transport *transport, json_t *message);

#endif
