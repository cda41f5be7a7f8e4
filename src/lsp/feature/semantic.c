/* SPDX-License-Identifier: Apache-2.0
 * Semantic tokens: the kind of each word. The legend is in methods.c. */
#include "lsp/feature/pieces.h"
#include "lsp/wire/need.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indexes into the legend. */
enum {
    TYPE_COMMENT,
    TYPE_MACRO,
    TYPE_TYPE,
    TYPE_KEYWORD,
    TYPE_MODIFIER,
    TYPE_LABEL,
    TYPE_VARIABLE,
    TYPE_PROPERTY,
    TYPE_NUMBER,
    TYPE_STRING,
    TYPE_PARAMETER,
    TYPE_FUNCTION
};
enum { DECLARATION = 1, READ_ONLY = 2 };

enum { NUMBERS = 5 }; /* of a token */

enum { MOST_TYPES = 64 };

struct painter {
    struct call *call;
    const char *types[MOST_TYPES]; /* names, read once */
    size_t type_count;
    struct document *document;
    struct position last; /* of the previous token */
    struct painted painted;
    size_t room;
};

/* Returns the place of the next token. */
static uint32_t *add_place(struct painter *p) {
    if (p->painted.count + NUMBERS > p->room) {
        size_t room = 2 * p->room + 1024;
        p->painted.number = need(realloc(p->painted.number, room * sizeof *p->painted.number));
        p->room = room;
    }
    p->painted.count += NUMBERS;
    return p->painted.number + p->painted.count - NUMBERS;
}

/* Adds the part of a token that is on the line of its position. */
static void add_line(struct painter *p, struct position start, ptxc_span span, int type,
                     int modifiers) {
    uint32_t length = span.end - span.start;
    if (!p->document->ascii)
        length =
            units_count(p->call->server->client.encoding, p->document->text + span.start, length);
    if (!length) return;
    bool same = start.line == p->last.line;
    /* Parts of a literal that is used twice appear twice. */
    if (start.line < p->last.line || (same && start.character < p->last.character)) return;
    uint32_t *number = add_place(p);
    number[0] = start.line - p->last.line;
    number[1] = start.character - (same ? p->last.character : 0);
    number[2] = length;
    number[3] = (uint32_t)type;
    number[4] = (uint32_t)modifiers;
    p->last = start;
}

static void add(struct painter *p, ptxc_span span, int type, int modifiers) {
    struct document *d = p->document;
    for (uint32_t at = span.start, end; at < span.end; at = end) {
        struct position start = document_position(d, p->call->server->client.encoding, at);
        end = document_line_end(d, start.line);
        if (end > span.end) end = span.end;
        if (end > at) add_line(p, start, (ptxc_span){at, end}, type, modifiers);
        if (end < at) end = at; /* at the \n after a \r */
        while (end < span.end && (d->text[end] == '\n' || d->text[end] == '\r')) end++;
    }
}

static void add_name(struct painter *p, const ptxc_query *query, const ptxc_token *t) {
    ptxc_symbol s;
    int type = TYPE_VARIABLE, modifiers = 0;
    if (ptxc_query_token_symbol_get(query, t, &s) != PTXC_OK) {
        add(p, t->span, type, 0);
        return;
    }
    if (s.name.start == t->span.start) modifiers = DECLARATION;
    switch (s.kind) {
    case PTXC_SYMBOL_FUNCTION:
    case PTXC_SYMBOL_KERNEL: type = TYPE_FUNCTION; break;
    case PTXC_SYMBOL_LABEL: type = TYPE_LABEL; break;
    case PTXC_SYMBOL_PARAMETER:
    case PTXC_SYMBOL_ASM_OPERAND: type = TYPE_PARAMETER; break;
    case PTXC_SYMBOL_SPECIAL: modifiers = READ_ONLY; break;
    default: break;
    }
    add(p, t->span, type, modifiers);
}

static void read_types(struct painter *p) {
    ptxc_isa_word type;
    while (p->type_count < MOST_TYPES &&
           ptxc_isa_word_get(PTXC_WORD_TYPE, p->type_count, &type) == PTXC_OK)
        p->types[p->type_count++] = type.name;
}

static bool is_type(const struct painter *p, const char *word, uint32_t length) {
    for (size_t i = 0; i < p->type_count; i++)
        if (!strncmp(p->types[i], word, length) && !p->types[i][length]) return true;
    return false;
}

/* A declaration consists of directives and types: `.shared .align 4 .b8`. In `.section`, a type may
 * be the first word. */
static int type_of_word(const struct painter *p, ptxc_span word) {
    const char *text = p->document->text + word.start;
    uint32_t length = word.end - word.start;
    bool vector = length == 3 && text[1] == 'v' && strchr("248", text[2]);
    return vector || is_type(p, text, length) ? TYPE_TYPE : TYPE_MACRO;
}

static void add_token(struct painter *p, const ptxc_query *query, const ptxc_token *t) {
    switch (t->kind) {
    case PTXC_TOKEN_COMMENT: add(p, t->span, TYPE_COMMENT, 0); break;
    case PTXC_TOKEN_DIRECTIVE:
    case PTXC_TOKEN_WORD: add(p, t->span, type_of_word(p, t->span), 0); break;
    case PTXC_TOKEN_OPCODE: add(p, t->span, TYPE_KEYWORD, 0); break;
    case PTXC_TOKEN_QUALIFIER: add(p, t->span, TYPE_MODIFIER, 0); break;
    case PTXC_TOKEN_LABEL: add(p, t->span, TYPE_LABEL, DECLARATION); break;
    case PTXC_TOKEN_NAME: add_name(p, query, t); break;
    case PTXC_TOKEN_COMPONENT: add(p, t->span, TYPE_PROPERTY, 0); break;
    case PTXC_TOKEN_NUMBER: add(p, t->span, TYPE_NUMBER, 0); break;
    case PTXC_TOKEN_STRING: add(p, t->span, TYPE_STRING, 0); break;
    case PTXC_TOKEN_NONE:
    case PTXC_TOKEN_PUNCTUATION: break;
    }
}

static void paint(void *user, ptxc_query *query, const ptxc_token *tokens, size_t count) {
    struct painter *p = user;
    for (size_t i = 0; i < count && !call_stops(p->call); i++)
        if (tokens[i].span.start != PTXC_NOWHERE) add_token(p, query, &tokens[i]);
}

/* Returns false if memory runs out. The caller frees the numbers. */
static bool paint_part(struct call *call, struct document *d, ptxc_span part,
                       struct painted *painted) {
    struct painter p = {.call = call, .document = d};
    read_types(&p);
    bool done = pieces_visit(d->module, part, paint, &p) && !call->stopped;
    *painted = p.painted;
    if (!done) free(p.painted.number);
    return done;
}

/* ---- answers ---- */

static void write_numbers(struct writer *w, const struct painted *p, size_t from, size_t to) {
    writer_text(w, "\"data\":[");
    if (to > from) writer_numbers(w, p->number + from, to - from);
    writer_text(w, "]");
}

/* Begins a result with the ID of these tokens. */
static void write_id(struct writer *w, const struct painted *p) {
    writer_text(w, "{\"resultId\":\"");
    writer_number(w, p->id);
    writer_text(w, "\",");
}

static json_t *answer_all(struct call *call, const struct painted *p) {
    struct writer w = {0};
    write_id(&w, p);
    write_numbers(&w, p, 0, p->count);
    writer_text(&w, "}");
    return call_text(call, &w);
}

/* Answers with one edit, which replaces all between the first and the last different token. */
static json_t *answer_change(struct call *call, const struct painted *old,
                             const struct painted *new) {
    struct writer w = {0};
    size_t start = 0, end = new->count, old_end = old->count;
    while (start < end && start < old_end && old->number[start] == new->number[start]) start++;
    start -= start % NUMBERS;
    while (end > start && old_end > start && old->number[old_end - 1] == new->number[end - 1])
        end--, old_end--;
    while (end % NUMBERS) end++, old_end++;
    write_id(&w, new);
    writer_text(&w, "\"edits\":[");
    if (start < end || start < old_end) {
        writer_text(&w, "{\"start\":");
        writer_number(&w, (uint32_t)start);
        writer_text(&w, ",\"deleteCount\":");
        writer_number(&w, (uint32_t)(old_end - start));
        writer_text(&w, ",");
        write_numbers(&w, new, start, end);
        writer_text(&w, "}");
    }
    writer_text(&w, "]}");
    return call_text(call, &w);
}

/* Paints the document and answers with the changes since the tokens with this ID, if those are the
 * last ones that were sent, or else with all tokens. The document keeps the new ones. */
static json_t *paint_document(struct call *call, const char *since) {
    struct painted painted;
    char id[16];
    struct document *d = subject_document(call);
    if (!d || !paint_part(call, d, (ptxc_span){0, d->length}, &painted)) return NULL;
    snprintf(id, sizeof id, "%" PRIu32, d->painted.id);
    painted.id = d->painted.id + 1;
    bool known = since && d->painted.id && !strcmp(id, since);
    json_t *answer =
        known ? answer_change(call, &d->painted, &painted) : answer_all(call, &painted);
    free(d->painted.number);
    d->painted = painted;
    return answer;
}

json_t *semantic_full(struct call *call) { return paint_document(call, NULL); }

json_t *semantic_delta(struct call *call) {
    return paint_document(call,
                          json_string_value(json_object_get(call->params, "previousResultId")));
}

json_t *semantic_range(struct call *call) {
    ptxc_span part;
    struct painted painted;
    struct writer w = {0};
    struct document *d = subject_part(call, &part);
    if (!d || !paint_part(call, d, part, &painted)) return NULL;
    writer_text(&w, "{");
    write_numbers(&w, &painted, 0, painted.count);
    writer_text(&w, "}");
    free(painted.number);
    return call_text(call, &w);
}
