/* SPDX-License-Identifier: Apache-2.0
 * From PTX to the line of source that it was compiled from, as `.loc` states it, and back. */
#include "lsp/feature/feature.h"
#include "lsp/navigate/navigate.h"
#include "program/io/system.h"
#include "program/text/jsontext.h"
#include "program/text/uri.h"
#include "ptxcheck_query.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PLACES = 200,
    MOST_SIBLINGS = 64,     /* files of a folder */
    MOST_SIBLING = 16 << 20 /* bytes of one */
};

/* ---- paths ---- */

char *source_path(const struct document *d, const char *name, size_t length) {
    const char *slash = d->path ? strrchr(d->path, '/') : NULL;
    size_t folder = slash ? (size_t)(slash + 1 - d->path) : 0;
    char *path = need_bytes(folder + length + 1);
    memcpy(path + folder, name, length);
    path[folder + length] = '\0';
    bool absolute = sys_is_absolute(path + folder);
    if (absolute)
        memmove(path, path + folder, length + 1);
    else if (folder)
        memcpy(path, d->path, folder);
    if ((absolute || folder) && strlen(path) == (absolute ? length : folder + length) &&
        sys_is_regular(path))
        return path;
    free(path);
    return NULL;
}

/* ---- from PTX to the source ---- */

/* Returns the range of a place in another file, whose text is not known: it is empty. */
static json_t *point(const ptxc_loc *loc) {
    json_int_t line = loc->line ? loc->line - 1 : 0, column = loc->column ? loc->column - 1 : 0;
    return json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", line, "character", column,
                     "end", "line", line, "character", column);
}

/* Returns the source line of an offset, or NULL if there is none. */
static json_t *place_of(const struct document *d, uint32_t offset) {
    ptxc_loc loc;
    if (ptxc_module_loc_get(d->module, offset, &loc) != PTXC_OK) return NULL;
    char *path = source_path(d, d->text + loc.file.start, loc.file.end - loc.file.start);
    char *uri = path ? uri_of_path(path) : NULL;
    json_t *place =
        uri ? json_pack("{s:o, s:o}", "uri", json_name(uri), "range", point(&loc)) : NULL;
    free(uri);
    free(path);
    return place;
}

/* The number of a file refers to its .file. */
static bool is_file_number(const struct subject *subject, size_t stmt, ptxc_span token) {
    ptxc_operand first;
    return ptxc_module_operands(subject->module, stmt, &first, 1) &&
           first.span.start == token.start;
}

/* Returns the source line of an opcode or of a .loc. */
static json_t *find_place(const struct subject *subject) {
    ptxc_query *q;
    ptxc_token token;
    ptxc_stmt stmt;
    size_t index;
    json_t *place = NULL;
    if (ptxc_query_open(subject->module, subject->offset, &q) != PTXC_OK) return NULL;
    bool any = ptxc_query_token_get(q, &token) == PTXC_OK &&
               ptxc_query_stmt_get(q, &stmt, &index) == PTXC_OK;
    if (any && (token.kind == PTXC_TOKEN_OPCODE || token.kind == PTXC_TOKEN_QUALIFIER))
        place = place_of(subject->document, stmt.span.start);
    else if (any && stmt.kind == PTXC_STMT_LOC && !is_file_number(subject, index, token.span))
        place = place_of(subject->document, stmt.span.end);
    ptxc_query_close(q);
    return place;
}

json_t *source_definition(struct call *call) {
    struct subject subject;
    if (!subject_of(call, &subject)) return NULL;
    json_t *place = find_place(&subject);
    return place ? place : definition_definition(call);
}

/* ---- from the source to PTX ---- */

/* What is searched for: a line of a source file. */
struct wanted {
    struct server *server;
    const struct document *source;
    uint32_t line;
    json_t *places;
};

/* Returns true if the name of a `.file` in the PTX is the source. */
static bool is_source(const struct wanted *w, const struct document *ptx, ptxc_span name) {
    char *path = source_path(ptx, ptx->text + name.start, name.end - name.start);
    bool same = path && w->source->path && sys_is_same_file(path, w->source->path);
    free(path);
    return same;
}

/* The last name of a file that was compared. */
struct compared {
    ptxc_span name;
    bool same;
};

static void add_stmt(const struct wanted *w, struct document *ptx, const ptxc_stmt *loc,
                     struct compared *last) {
    ptxc_loc at;
    if (ptxc_module_loc_get(ptx->module, loc->span.end, &at) != PTXC_OK || at.line != w->line)
        return;
    if (at.file.start != last->name.start)
        *last = (struct compared){at.file, is_source(w, ptx, at.file)};
    if (last->same) json_array_append_new(w->places, subject_location(w->server, ptx, loc->span));
}

/* Adds the places of the line in a document of PTX. */
static void add_places(const struct wanted *w, struct document *ptx) {
    ptxc_stmt stmt;
    struct compared last = {{UINT32_MAX, UINT32_MAX}, false};
    if (!server_module(w->server, ptx)) return;
    for (size_t i = 0; ptxc_module_stmt_get(ptx->module, i, &stmt) == PTXC_OK &&
                       json_array_size(w->places) < MOST_PLACES;
         i++)
        if (stmt.kind == PTXC_STMT_LOC) add_stmt(w, ptx, &stmt, &last);
}

/* ---- PTX next to the source ---- */

struct siblings {
    const struct wanted *wanted;
    size_t count;
};

static bool is_open(const struct server *s, const char *path) {
    for (const struct document *d = s->documents; d; d = d->next)
        if (d->path && !strcmp(d->path, path)) return true;
    return false;
}

/* Adds the places in a file that is not open. */
static void add_file(const struct wanted *w, const char *path) {
    char *text, *uri = uri_of_path(path);
    size_t length;
    if (uri && !sys_read_small(path, MOST_SIBLING, &text, &length)) {
        struct document *d = document_new(uri, "ptx", text, length);
        if (d) add_places(w, d);
        document_free(d);
        free(text);
    }
    free(uri);
}

static bool add_sibling(void *context, const char *name) {
    struct siblings *all = context;
    const char *source = all->wanted->source->path, *dot = strrchr(name, '.');
    size_t folder = (size_t)(strrchr(source, '/') + 1 - source);
    if (!dot || strcmp(dot, ".ptx") != 0) return true;
    char *path = need_bytes(folder + strlen(name) + 1);
    memcpy(path, source, folder);
    strcpy(path + folder, name);
    if (!is_open(all->wanted->server, path)) add_file(all->wanted, path);
    free(path);
    return ++all->count < MOST_SIBLINGS;
}

/* Lists the PTX that was compiled from the line at the position, in open documents and in files
 * next to the source. */
json_t *source_implementation(struct call *call) {
    struct subject subject;
    struct wanted w = {.server = call->server};
    if (!subject_of(call, &subject)) return NULL;
    w.source = subject.document;
    ptxc_module_position(subject.module, subject.offset, &w.line, NULL);
    w.places = json_array();
    if (ptxc_module_stmt_count(subject.module) || !w.source->path) return w.places;
    for (struct document *d = call->server->documents; d; d = d->next)
        if (d != w.source) add_places(&w, d);
    char *folder = need(strdup(w.source->path)), *slash = strrchr(folder, '/');
    if (slash) {
        slash[1] = '\0';
        (void)sys_list(folder, add_sibling, &(struct siblings){&w, 0});
    }
    free(folder);
    return w.places;
}
