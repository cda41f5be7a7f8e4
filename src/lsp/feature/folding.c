/* SPDX-License-Identifier: Apache-2.0
 * Folding ranges: blocks, statements with several lines, comments, runs of .file and .loc. */
#include "lsp/feature/outline.h"
#include "lsp/feature/pieces.h"
#include <stdlib.h>
#include <string.h>

struct folding {
    struct call *call;
    struct document *document;
    json_t *ranges;
};

/* Folds by line, because several clients cannot use columns. `keep`: the last line stays
 * visible. */
static void add(const struct folding *f, ptxc_span span, const char *kind, bool keep) {
    struct document *d = f->document;
    uint32_t last = span.end > span.start ? span.end - 1 : span.end;
    int64_t from = document_position(d, f->call->server->client.encoding, span.start).line;
    int64_t to = (int64_t)document_position(d, f->call->server->client.encoding, last).line - keep;
    if (to <= from) return;
    json_t *range =
        json_pack("{s:I, s:I}", "startLine", (json_int_t)from, "endLine", (json_int_t)to);
    if (kind) json_object_set_new(range, "kind", json_string(kind));
    json_array_append_new(f->ranges, range);
}

/* A function with a body folds from its head to its `}` and leaves one line, whether or not `{` is
 * on a line of its own. Other blocks keep their last line. */
static void add_blocks(const struct folding *f) {
    struct outline o = outline_of(f->document->module);
    for (size_t i = 0; i < o.count; i++)
        add(f, o.block[i].span, NULL, o.block[i].head == o.block[i].open);
    free(o.block);
}

static bool is_place(ptxc_stmt_kind kind) {
    return kind == PTXC_STMT_FILE || kind == PTXC_STMT_LOC;
}

/* The block of a function includes its head. An editor shows only one range per line. */
static bool has_body(const struct folding *f, size_t index, ptxc_stmt_kind kind) {
    ptxc_stmt next;
    return kind == PTXC_STMT_FUNCTION &&
           ptxc_module_stmt_get(f->document->module, index + 1, &next) == PTXC_OK &&
           next.kind == PTXC_STMT_OPEN;
}

/* Folds runs of statements of one kind, and statements with several lines. */
static void add_statements(const struct folding *f) {
    ptxc_span run = {0, 0};
    ptxc_stmt stmt, before = {.kind = PTXC_STMT_ERROR};
    for (size_t i = 0; ptxc_module_stmt_get(f->document->module, i, &stmt) == PTXC_OK; i++) {
        if (call_stops(f->call)) return;
        bool same = is_place(stmt.kind) && stmt.kind == before.kind;
        if (!same) {
            if (is_place(before.kind)) add(f, run, NULL, false);
            run.start = stmt.span.start;
        }
        run.end = stmt.span.end;
        before = stmt;
        if (stmt.kind != PTXC_STMT_ERROR && !has_body(f, i, stmt.kind))
            add(f, stmt.span, NULL, true);
    }
    if (is_place(before.kind)) add(f, run, NULL, false);
}

/* Returns true for comments on adjacent lines with only whitespace in between. */
static bool goes_on(const struct document *d, ptxc_span before, ptxc_span next) {
    unsigned lines = 0;
    for (uint32_t i = before.end; i < next.start; i++) {
        lines += d->text[i] == '\n';
        if (d->text[i] > ' ' || d->text[i] < 0) return false;
    }
    return lines <= 1;
}

/* A comment after code refers to that line. */
static bool begins_line(const struct document *d, uint32_t at) {
    while (at && (d->text[at - 1] == ' ' || d->text[at - 1] == '\t')) at--;
    return !at || d->text[at - 1] == '\n' || d->text[at - 1] == '\r';
}

static void add_comments(const struct folding *f, const ptxc_token *token, size_t count) {
    ptxc_span run = {0, 0};
    for (size_t i = 0; i < count; i++) {
        if (token[i].kind != PTXC_TOKEN_COMMENT) continue;
        bool same = run.end && begins_line(f->document, run.start) &&
                    goes_on(f->document, run, token[i].span);
        if (!same) {
            if (run.end) add(f, run, "comment", false);
            run.start = token[i].span.start;
        }
        run.end = token[i].span.end;
    }
    if (run.end) add(f, run, "comment", false);
}

/* Most texts of compilers have none, which costs less to see than to split them into words. */
static bool may_have_comments(const struct document *d) {
    const char *at = d->text, *end = d->text + d->length;
    while ((at = memchr(at, '/', (size_t)(end - at))) && at[1] != '/' && at[1] != '*') at++;
    return at != NULL;
}

static void find_comments(const struct folding *f) {
    ptxc_query *query;
    if (!may_have_comments(f->document)) return;
    if (ptxc_query_open(f->document->module, 0, &query) != PTXC_OK) return;
    ptxc_span all = {0, f->document->length};
    struct token_list tokens = pieces_tokens(query, all);
    add_comments(f, tokens.token, tokens.count);
    free(tokens.token);
    ptxc_query_close(query);
}

/* Folds asm statements with several lines in C++. */
static void add_asms(const struct folding *f) {
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm_get(f->document->module, i, &a) == PTXC_OK; i++)
        add(f, a.span, NULL, true);
}

json_t *folding_range(struct call *call) {
    struct document *d = subject_document(call);
    if (!d) return NULL;
    struct folding f = {call, d, json_array()};
    add_blocks(&f);
    add_statements(&f);
    find_comments(&f);
    add_asms(&f);
    if (!call->stopped) return f.ranges;
    json_decref(f.ranges);
    return NULL;
}
