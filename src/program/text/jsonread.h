/* SPDX-License-Identifier: Apache-2.0
 * JSON as a flat list of nodes with positions, so that an error message about a value can name
 * its location. (jansson, which writes our JSON, keeps neither positions nor integers above
 * 2^63.) */
#ifndef PROGRAM_TEXT_JSONREAD_H
#define PROGRAM_TEXT_JSONREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_kind {
    JSON_NODE_OBJECT, /* children: key, value, key, value, ... */
    JSON_NODE_ARRAY,
    JSON_NODE_STRING, /* without its quotes */
    JSON_NODE_NUMBER,
    JSON_NODE_TRUE,
    JSON_NODE_FALSE,
    JSON_NODE_NULL
};

struct json_node {
    uint32_t start, end; /* its bytes in the text */
    uint32_t next;       /* number of the node after this one and its descendants */
    uint8_t kind;
};

struct json_doc {
    const char *text;
    uint32_t length, at;
    struct json_node *node; /* node 0 is the top-level value */
    uint32_t count, capacity;
    const char *error; /* NULL if there is no error; `at` is its position */
};

/* Parses `length` bytes, which are borrowed; a byte order mark at the start is skipped. Nodes of an
 * earlier text are dropped, but their memory is reused. Returns false and sets doc->error on an
 * error. The document must be zero-initialized once and freed at the end. */
bool json_read(struct json_doc *doc, const char *text, size_t length);
void json_free(struct json_doc *doc);

/* Returns true if the node is a string equal to that ASCII text, with escapes decoded. */
bool json_is(const struct json_doc *doc, uint32_t node, const char *text);
/* Writes the string without escapes, or "" if the node is not a string, too long, or not ASCII. */
size_t json_ascii(const struct json_doc *doc, uint32_t node, char *text, size_t size);
/* Converts a byte offset to a line and a column, both from 1. */
void json_place(const struct json_doc *doc, uint32_t offset, uint32_t *line, uint32_t *column);
const char *json_kind_name(uint8_t kind);

#endif
