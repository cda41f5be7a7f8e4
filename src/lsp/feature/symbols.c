/* SPDX-License-Identifier: Apache-2.0
 * Symbols of a document: functions with their parameters, variables and labels. Registers are
 * omitted because there are too many. */
#include "lsp/card/demangle.h"
#include "lsp/feature/feature.h"
#include "lsp/feature/outline.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

/* Numbers of the protocol. */
enum symbol_kind { KIND_FUNCTION = 12, KIND_VARIABLE = 13, KIND_CONSTANT = 14, KIND_LABEL = 20 };

struct symbols {
    struct server *server;
    struct call *call; /* NULL if the search may take long */
    struct document *document;
    const char *query;    /* NULL for all */
    const char *function; /* encloses what is found, with its length; or NULL */
    size_t function_length;
    bool flat;           /* SymbolInformation; otherwise a tree */
    bool nested;         /* the list of the function's children is open */
    bool follows;        /* a symbol precedes in this list */
    struct writer *text; /* the answer */
};

/* What an outline shows beside a name: the words before it, and the dimensions after it. */
struct detail {
    ptxc_span words, shape;
};

/* ---- one symbol ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

/* Returns true if the letters of the query occur in the name in this order. */
static bool matches(const char *query, const char *name, size_t length) {
    for (size_t i = 0; i < length && *query; i++)
        if (lower(name[i]) == lower(*query)) query++;
    return !*query;
}

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Returns the plain name of a function, which the caller frees, or NULL if it has no other. */
static char *plain_name(const char *text, int kind, ptxc_span name) {
    return kind == KIND_FUNCTION ? demangle(text + name.start, name.end - name.start) : NULL;
}

/* Returns true if the query finds the name as it is written, or the plain name of a function. */
static bool is_found(const struct symbols *w, int kind, ptxc_span name) {
    const char *text = w->document->text;
    if (!w->query || matches(w->query, text + name.start, name.end - name.start)) return true;
    char *plain = plain_name(text, kind, name);
    bool found = plain && matches(w->query, plain, strlen(plain));
    free(plain);
    return found;
}

/* Begins the object of a symbol with its name and kind. */
static void begin(struct symbols *w, int kind, ptxc_span name) {
    char *plain = plain_name(w->document->text, kind, name);
    writer_text(w->text, w->follows ? ",{\"name\":" : "{\"name\":");
    if (plain)
        writer_string(w->text, plain, strlen(plain));
    else
        writer_string(w->text, w->document->text + name.start, name.end - name.start);
    free(plain);
    writer_text(w->text, ",\"kind\":");
    writer_number(w->text, (uint32_t)kind);
    w->follows = true;
}

static void add_flat(struct symbols *w, int kind, ptxc_span name, ptxc_span whole) {
    if (!is_found(w, kind, name)) return;
    begin(w, kind, name);
    writer_text(w->text, ",\"location\":{\"uri\":");
    writer_string(w->text, w->document->uri, strlen(w->document->uri));
    writer_text(w->text, ",\"range\":");
    subject_write_range(w->server, w->document, whole, w->text);
    writer_text(w->text, "}");
    if (w->function) {
        writer_text(w->text, ",\"containerName\":");
        writer_string(w->text, w->function, w->function_length);
    }
    writer_text(w->text, "}");
}

/* Returns the end of the comment that starts here, or this place. */
static const char *skip_comment(const char *at, const char *end) {
    if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*')) return at;
    bool line = at[1] == '/';
    for (at += 2; at < end; at++) {
        if (line && *at == '\n') return at;
        if (!line && end - at >= 2 && at[0] == '*' && at[1] == '/') return at + 2;
    }
    return end;
}

/* Returns the first place from here to `end` that is neither whitespace nor in a comment. */
static const char *skip(const char *at, const char *end) {
    const char *from;
    do {
        while (at < end && is_white(*at)) at++;
        from = at;
        at = skip_comment(at, end);
    } while (at != from);
    return at;
}

/* Copies the text without comments, with one space for each run of whitespace and none inside
 * parentheses. Returns the length of the copy, which has room for it. */
static size_t squeeze(char *to, const char *text, ptxc_span span) {
    const char *at = text + span.start, *end = text + span.end;
    size_t length = 0;
    while ((at = skip(at, end)) < end) {
        if (length && to[length - 1] != '(' && *at != ')') to[length++] = ' ';
        while (at < end && skip(at, end) == at) to[length++] = *at++;
    }
    return length;
}

/* An editor shows details on one line: the words of a declaration and its dimensions. */
static void write_detail(struct symbols *w, struct detail detail) {
    const char *text = w->document->text;
    size_t words = detail.words.end - detail.words.start;
    char *line = need_bytes(words + detail.shape.end - detail.shape.start + 2);
    size_t length = squeeze(line, text, detail.words);
    if (detail.shape.end > detail.shape.start) {
        line[length++] = ' ';
        length += squeeze(line + length, text, detail.shape);
    }
    writer_text(w->text, ",\"detail\":");
    writer_string(w->text, line, length);
    free(line);
}

/* Adds a symbol. In a tree, that of a function stays open for its children. */
static void add(struct symbols *w, int kind, ptxc_span name, ptxc_span whole,
                struct detail detail) {
    if (w->flat) {
        add_flat(w, kind, name, whole);
        return;
    }
    begin(w, kind, name);
    writer_text(w->text, ",\"range\":");
    subject_write_range(w->server, w->document, whole, w->text);
    writer_text(w->text, ",\"selectionRange\":");
    subject_write_range(w->server, w->document, name, w->text);
    if (detail.words.end > detail.words.start) write_detail(w, detail);
    writer_text(w->text, kind == KIND_FUNCTION ? ",\"children\":[" : "}");
    if (kind != KIND_FUNCTION) return;
    w->nested = true;
    w->follows = false;
}

static void leave_function(struct symbols *w) {
    if (w->nested) {
        writer_text(w->text, "]}");
        w->follows = true;
    }
    w->nested = false;
    w->function = NULL;
}

/* ---- one statement ---- */

struct nodes {
    ptxc_operand *node;
    size_t count;
};

static struct nodes nodes_of(const ptxc_module *module, size_t stmt) {
    struct nodes n = {NULL, ptxc_module_operands(module, stmt, NULL, 0)};
    if (n.count) n.node = need_bytes(n.count * sizeof *n.node);
    if (n.count) n.count = ptxc_module_operands(module, stmt, n.node, n.count);
    return n;
}

static bool is_word(const struct symbols *w, const ptxc_operand *o, const char *word) {
    size_t length = o->span.end - o->span.start;
    return o->kind == PTXC_OPERAND_WORD && length == strlen(word) &&
           !memcmp(w->document->text + o->span.start, word, length);
}

/* Returns the dimensions of a declarator: `[2][3]`, or `<4>`. */
static ptxc_span shape_of(const struct nodes *n, size_t declarator) {
    const ptxc_operand *o = n->node;
    ptxc_span shape = {0, 0};
    for (size_t i = declarator + 2; i < n->count && o[i].depth > o[declarator].depth; i++) {
        if (o[i].kind != PTXC_OPERAND_ADDRESS && o[i].kind != PTXC_OPERAND_RANGE) continue;
        if (!shape.end) shape.start = o[i].span.start;
        shape.end = o[i].span.end;
    }
    return shape;
}

/* Adds each declarator among the nodes, with the words before it. Registers are skipped. */
static void add_declared(struct symbols *w, const struct nodes *n, ptxc_span stmt,
                         bool parameters) {
    ptxc_span words = {0, 0};
    bool behind = true, constant = false;
    for (size_t i = 0; i + 1 < n->count; i++) {
        const ptxc_operand *o = &n->node[i];
        if (parameters && !o->depth) continue;
        if (o->kind == PTXC_OPERAND_WORD && o->depth <= 1) {
            if (is_word(w, o, ".reg") && !parameters) return;
            if (behind) words.start = o->span.start;
            words.end = 0;
            behind = false;
            constant = constant || is_word(w, o, ".const");
        } else if (o->kind == PTXC_OPERAND_DECLARATOR) {
            ptxc_span whole = {parameters ? words.start : stmt.start, o->span.end};
            if (!parameters) whole.end = stmt.end;
            if (whole.start > o->span.start) whole.start = o->span.start;
            if (!words.end) words.end = o[1].span.start; /* after the 16 of `.align 16` */
            add(w, constant ? KIND_CONSTANT : KIND_VARIABLE, o[1].span, whole,
                (struct detail){words, shape_of(n, i)});
            behind = parameters;
        }
    }
}

/* Opens a function, and adds its parameters. */
static void add_function(struct symbols *w, const ptxc_stmt *stmt, const struct nodes *n,
                         ptxc_span whole) {
    for (size_t i = 0; i < n->count; i++) {
        const ptxc_operand *o = &n->node[i];
        if (o->depth || o->kind != PTXC_OPERAND_SYMBOL) continue;
        add(w, KIND_FUNCTION, o->span, whole, (struct detail){stmt->head, {0, 0}});
        w->function = w->document->text + o->span.start;
        w->function_length = o->span.end - o->span.start;
        break;
    }
    add_declared(w, n, stmt->span, true);
}

static void add_stmt(struct symbols *w, const ptxc_stmt *stmt, size_t index) {
    if (stmt->kind == PTXC_STMT_LABEL) {
        add(w, KIND_LABEL, stmt->head, stmt->span, (struct detail){0});
    } else if (stmt->kind == PTXC_STMT_VARIABLE) {
        struct nodes n = nodes_of(w->document->module, index);
        add_declared(w, &n, stmt->span, false);
        free(n.node);
    }
}

/* ---- a module ---- */

static void add_module(struct symbols *w) {
    const ptxc_module *module = w->document->module;
    struct outline o = outline_of(module);
    size_t block = 0, end = 0; /* end: the statement after the function's `}` */
    ptxc_stmt stmt;
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK; i++) {
        if (w->call && call_stops(w->call)) break;
        while (block < o.count && o.block[block].open < i) block++;
        if (i >= end || stmt.kind == PTXC_STMT_FUNCTION) leave_function(w);
        if (stmt.kind != PTXC_STMT_FUNCTION) {
            add_stmt(w, &stmt, i);
            continue;
        }
        struct nodes n = nodes_of(module, i);
        bool body = block < o.count && o.block[block].head == i;
        add_function(w, &stmt, &n, body ? o.block[block].span : stmt.span);
        end = body ? o.block[block].close : i + 1;
        free(n.node);
    }
    leave_function(w);
    free(o.block);
}

/* ---- the requests ---- */

json_t *symbols_document(struct call *call) {
    struct document *d = subject_document(call);
    struct writer text = {0};
    if (!d) return NULL;
    struct symbols w = {.server = call->server,
                        .call = call,
                        .document = d,
                        .flat = !call->server->client.symbol_trees,
                        .text = &text};
    writer_text(&text, "[");
    add_module(&w);
    writer_text(&text, "]");
    return call_text(call, &text);
}

void symbols_find(struct server *server, struct document *document, const char *query,
                  struct writer *list) {
    struct symbols w = {.server = server,
                        .document = document,
                        .query = query,
                        .flat = true,
                        .follows = list->length > 1,
                        .text = list};
    add_module(&w);
}
