/* SPDX-License-Identifier: Apache-2.0
 * Reading JSON (RFC 8259): see jsonread.h. */
#include "program/text/jsonread.h"
#include "program/io/glyph.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

static bool fail(struct json_doc *doc, const char *error) {
    if (!doc->error) doc->error = error;
    return false;
}

static bool add(struct json_doc *doc, uint8_t kind, uint32_t *number) {
    if (doc->count == doc->capacity) {
        uint32_t capacity = doc->capacity ? doc->capacity * 2 : 64;
        struct json_node *moved = realloc(doc->node, capacity * sizeof *moved);
        if (!moved) return fail(doc, "out of memory");
        doc->node = moved;
        doc->capacity = capacity;
    }
    *number = doc->count++;
    doc->node[*number] = (struct json_node){.start = doc->at, .kind = kind};
    return true;
}

static void close_node(struct json_doc *doc, uint32_t number, uint32_t end) {
    doc->node[number].end = end;
    doc->node[number].next = doc->count;
}

/* Returns NUL at the end of the text, so that callers need not test for the end. */
static char peek(const struct json_doc *doc) {
    return doc->at < doc->length ? doc->text[doc->at] : '\0';
}

static void skip_blanks(struct json_doc *doc) {
    while (peek(doc) && strchr(" \t\r\n", peek(doc))) doc->at++;
}

static bool take(struct json_doc *doc, char c) {
    skip_blanks(doc);
    if (peek(doc) != c) return false;
    doc->at++;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool skip_escape(struct json_doc *doc) {
    char c = peek(doc);
    if (!c || !strchr("\"\\/bfnrtu", c)) return fail(doc, "unknown escape in a string");
    doc->at++;
    for (int i = 0; c == 'u' && i < 4; i++, doc->at++)
        if (!peek(doc) || !strchr("0123456789abcdefABCDEF", peek(doc)))
            return fail(doc, "'\\u' needs four hexadecimal digits");
    return true;
}

static bool read_string(struct json_doc *doc) {
    uint32_t number = 0, code;
    doc->at++;
    if (!add(doc, JSON_NODE_STRING, &number)) return false;
    for (;;) {
        char c = peek(doc);
        if (c == '"') break;
        if ((unsigned char)c < ' ')
            return fail(doc, doc->at < doc->length ? "control character in a string"
                                                   : "a string without end");
        uint32_t size = utf8_decode(doc->text + doc->at, doc->length - doc->at, &code);
        if (!size) return fail(doc, "a string that is not UTF-8");
        doc->at += size;
        if (c == '\\' && !skip_escape(doc)) return false;
    }
    close_node(doc, number, doc->at++);
    return true;
}

static bool skip_digits(struct json_doc *doc) {
    if (!is_digit(peek(doc))) return fail(doc, "a digit is missing");
    while (is_digit(peek(doc))) doc->at++;
    return true;
}

static bool read_number(struct json_doc *doc) {
    uint32_t number = 0;
    if (!add(doc, JSON_NODE_NUMBER, &number)) return false;
    if (peek(doc) == '-') doc->at++;
    if (peek(doc) == '0') {
        doc->at++;
        if (is_digit(peek(doc))) return fail(doc, "a number that begins with 0");
        if (peek(doc) == 'x') return fail(doc, "hexadecimal numbers are written as strings");
    } else if (!skip_digits(doc)) {
        return false;
    }
    if (peek(doc) == '.') {
        doc->at++;
        if (!skip_digits(doc)) return false;
    }
    if (peek(doc) == 'e' || peek(doc) == 'E') {
        doc->at++;
        if (peek(doc) == '+' || peek(doc) == '-') doc->at++;
        if (!skip_digits(doc)) return false;
    }
    close_node(doc, number, doc->at);
    return true;
}

static bool read_word(struct json_doc *doc) {
    static const struct {
        const char *word;
        uint8_t kind;
    } words[] = {{"true", JSON_NODE_TRUE}, {"false", JSON_NODE_FALSE}, {"null", JSON_NODE_NULL}};
    uint32_t number = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (doc->length - doc->at < length || memcmp(doc->text + doc->at, words[i].word, length))
            continue;
        if (!add(doc, words[i].kind, &number)) return false;
        doc->at += (uint32_t)length;
        close_node(doc, number, doc->at);
        return true;
    }
    return fail(doc, doc->at < doc->length ? "a value is missing here" : "the text ends too early");
}

static bool read_value(struct json_doc *doc, int depth);

static bool read_members(struct json_doc *doc, bool object, int depth) {
    char close = object ? '}' : ']';
    if (take(doc, close)) return true;
    do {
        skip_blanks(doc);
        if (object) {
            if (peek(doc) != '"') return fail(doc, "a key in quotes is missing here");
            if (!read_string(doc)) return false;
            if (!take(doc, ':')) return fail(doc, "':' is missing here");
        }
        if (!read_value(doc, depth + 1)) return false;
    } while (take(doc, ','));
    return take(doc, close) ||
           fail(doc, object ? "',' or '}' is missing here" : "',' or ']' is missing here");
}

static bool read_value(struct json_doc *doc, int depth) { // NOLINT(misc-no-recursion): limited
    skip_blanks(doc);
    char c = peek(doc);
    if (c == '"') return read_string(doc);
    if (c == '-' || is_digit(c)) return read_number(doc);
    if (c != '{' && c != '[') return read_word(doc);
    uint32_t number = 0;
    if (depth == MAX_DEPTH) return fail(doc, "nested too deeply");
    if (!add(doc, c == '{' ? JSON_NODE_OBJECT : JSON_NODE_ARRAY, &number)) return false;
    doc->at++;
    if (!read_members(doc, c == '{', depth)) return false;
    close_node(doc, number, doc->at);
    return true;
}

bool json_read(struct json_doc *doc, const char *text, size_t length) {
    size_t mark = length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    doc->text = text + mark;
    doc->length = (uint32_t)(length - mark);
    doc->at = doc->count = 0;
    doc->error = NULL;
    if (length > UINT32_MAX) return fail(doc, "4 GiB or more");
    if (!read_value(doc, 0)) return false;
    skip_blanks(doc);
    return doc->at == doc->length || fail(doc, "text behind the value");
}

void json_free(struct json_doc *doc) {
    free(doc->node);
    *doc = (struct json_doc){0};
}

/* Returns the ASCII character at *at, which must be in a valid string, or NUL for any other. */
static char next_ascii(const char **at) {
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = *(*at)++;
    if (c != '\\') return (unsigned char)c < 128 ? c : '\0';
    char escape = *(*at)++;
    if (escape != 'u') return meant[strchr(escapes, escape) - escapes];
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        char d = *(*at)++;
        code = code * 16 + (unsigned)(is_digit(d) ? d - '0' : (d | 0x20) - 'a' + 10);
    }
    return code < 128 ? (char)code : '\0';
}

bool json_is(const struct json_doc *doc, uint32_t node, const char *text) {
    const struct json_node *n = &doc->node[node];
    const char *at = doc->text + n->start, *end = doc->text + n->end;
    if (n->kind != JSON_NODE_STRING) return false;
    for (; *text && at < end; text++)
        if (next_ascii(&at) != *text) return false;
    return !*text && at == end;
}

size_t json_ascii(const struct json_doc *doc, uint32_t node, char *text, size_t size) {
    const struct json_node *n = &doc->node[node];
    const char *at = doc->text + n->start, *end = doc->text + n->end;
    size_t length = 0;
    text[0] = '\0';
    if (n->kind != JSON_NODE_STRING) return 0;
    while (at < end) {
        char c = next_ascii(&at);
        if (!c || length + 1 == size) {
            text[0] = '\0';
            return 0;
        }
        text[length++] = c;
    }
    text[length] = '\0';
    return length;
}

void json_place(const struct json_doc *doc, uint32_t offset, uint32_t *line, uint32_t *column) {
    *line = *column = 1;
    for (uint32_t i = 0; i < offset && i < doc->length; i++) {
        ++*column;
        if (doc->text[i] != '\n') continue;
        ++*line;
        *column = 1;
    }
}

const char *json_kind_name(uint8_t kind) {
    static const char *const names[] = {"an object", "an array", "a string", "a number",
                                        "true",      "false",    "null"};
    return names[kind];
}
