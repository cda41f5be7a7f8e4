/* SPDX-License-Identifier: Apache-2.0
 * An open document: its text, where its lines are, and the module that was made of it. Lines end as
 * the protocol says: \n, \r\n, \r. */
#ifndef LSP_SESSION_DOCUMENT_H
#define LSP_SESSION_DOCUMENT_H

#include "ptxcheck.h"
#include "lsp/session/units.h"
#include <jansson.h>

struct profile;

struct document {
    struct document *next;
    char *uri;
    char *path;     /* NULL: it is no file */
    char *language; /* the client's word for it: "ptx", "cuda-cpp" */
    char *text;     /* text[length] is NUL */
    uint32_t length, room;
    uint32_t *line; /* where each line begins */
    uint32_t line_count, line_room;
    int64_t version;               /* the client's; below 0: none */
    const struct profile *profile; /* what it is checked with */
    ptxc_module *module;           /* of this text; NULL: not checked yet */
    bool due;                      /* its diagnostics are to be sent */
    uint64_t edition;              /* another number with each check */
    struct {                       /* the place that was asked for last */
        uint32_t line, offset, units;
    } last;
};

/* A place as clients count, both from 0. */
struct position {
    uint32_t line, character;
};

/* NULL: no memory. `text` may hold NUL. */
struct document *document_new(const char *uri, const char *language, const char *text,
                              size_t length);
void document_free(struct document *document);

/* Replaces the bytes from start to end, which may be any, by others. false: it would be too large,
 * and nothing changes. */
bool document_edit(struct document *document, uint32_t start, uint32_t end, const char *text,
                   size_t length);
/* Forgets what was made of the text. */
void document_reset(struct document *document);

/* Behind the end of a line is its end; behind the last line the end of the text. */
uint32_t document_offset(const struct document *document, enum encoding encoding,
                         struct position position);
struct position document_position(struct document *document, enum encoding encoding,
                                  uint32_t offset);
/* {"start": ..., "end": ...} */
json_t *document_range(struct document *document, enum encoding encoding, ptxc_span span);

#endif
