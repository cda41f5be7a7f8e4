/* SPDX-License-Identifier: Apache-2.0
 * An open document: its text, the positions of its lines, and the module for it. Lines end as in
 * the protocol: \n, \r\n, \r. */
#ifndef LSP_SESSION_DOCUMENT_H
#define LSP_SESSION_DOCUMENT_H

#include "program/options/compile_db.h"
#include "ptxcheck.h"
#include "lsp/session/units.h"
#include <jansson.h>

struct profile;

/* The semantic tokens that were sent last. */
struct painted {
    uint32_t *number; /* five for each token, or NULL */
    size_t count;
    uint32_t id; /* the number of times that tokens were sent */
};

struct document {
    struct document *next;
    char *uri;
    char *path;     /* NULL if it is not a file */
    char *language; /* the client's name for it: "ptx", "cuda-cpp" */
    char *text;     /* text[length] is NUL */
    uint32_t length, room;
    uint32_t *line; /* where each line starts */
    uint32_t line_count, line_room;
    int64_t version;               /* the client's version number; negative if there is none */
    const struct profile *profile; /* the configuration it is checked with */
    struct compile_flags flags;    /* with that one */
    ptxc_module *module;           /* for this text; NULL if it has not been checked yet */
    bool due;                      /* its diagnostics must be sent */
    bool ascii;                    /* the text has no other characters: a column is a byte */
    uint64_t edition;              /* increases with each check */
    struct painted painted;
    struct { /* the position that was looked up last */
        uint32_t line, offset, units;
    } last;
};

/* A position as clients count, both from 0. */
struct position {
    uint32_t line, character;
};

/* Returns NULL if the text is too large. It may contain NUL. */
struct document *document_new(const char *uri, const char *language, const char *text,
                              size_t length);
void document_free(struct document *document);

/* Replaces the bytes from start to end, which may be any. Returns false and changes nothing if the
 * text would be too large. */
bool document_edit(struct document *document, uint32_t start, uint32_t end, const char *text,
                   size_t length);
/* Drops everything computed from the text. */
void document_reset(struct document *document);

/* A position after the end of a line becomes its end; one after the last line becomes the end of
 * the text. */
uint32_t document_offset(const struct document *document, enum encoding encoding,
                         struct position position);
struct position document_position(struct document *document, enum encoding encoding,
                                  uint32_t offset);
/* Returns the end of a line, without its line ending. */
uint32_t document_line_end(const struct document *document, uint32_t line);
/* Returns {"start": ..., "end": ...}. */
json_t *document_range(struct document *document, enum encoding encoding, ptxc_span span);

#endif
