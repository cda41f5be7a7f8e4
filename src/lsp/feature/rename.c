/* SPDX-License-Identifier: Apache-2.0
 * Renaming. To verify that the new name is free, the renamed text is checked, and its uses must
 * be the renamed ones. */
#include "program/text/jsontext.h"
#include "lsp/feature/feature.h"
#include "lsp/session/settings.h"
#include "lsp/feature/uses.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 1024 };

struct rename {
    struct call *call;
    struct subject subject;
    ptxc_query *query;
    ptxc_token token;
    ptxc_symbol symbol;
    struct uses uses;
};

static json_t *refuse(struct call *call, const char *why) {
    return call_fail(call, RPC_FAILED, why);
}

/* ---- what can be renamed ---- */

static size_t length_of(ptxc_span span) { return span.end - span.start; }

/* A statement with an error has no uses, although its words look like some. */
static bool is_used_here(const struct rename *r) {
    for (size_t i = 0; i < r->uses.count; i++)
        if (r->uses.use[i].span.start == r->token.span.start) return true;
    return false;
}

/* Returns why it cannot be renamed, or NULL. */
static const char *find_refusal(struct rename *r) {
    if (ptxc_query_token_get(r->query, &r->token) != PTXC_OK ||
        ptxc_query_symbol_get(r->query, &r->symbol) != PTXC_OK)
        return "there is no name here that is declared";
    if (r->symbol.kind == PTXC_SYMBOL_SPECIAL) return "a special register has its name from PTX";
    if (r->symbol.kind == PTXC_SYMBOL_ASM_OPERAND || r->symbol.name.start == PTXC_NOWHERE)
        return "an operand of the asm has its name from C++";
    if (r->symbol.range && r->token.span.start != r->symbol.name.start)
        return "this register is one of a range: rename the range, where it is declared";
    r->uses = uses_of(r->query);
    return is_used_here(r) ? NULL : "this statement has an error: its names are not known";
}

/* Returns false if the call has failed. Must be closed in any case. */
static bool begin(struct call *call, struct rename *r) {
    *r = (struct rename){.call = call};
    if (!subject_of(call, &r->subject)) return false;
    if (ptxc_query_open(r->subject.module, r->subject.offset, &r->query) != PTXC_OK) return false;
    const char *why = find_refusal(r);
    if (why) refuse(call, why);
    return !why;
}

static void end(struct rename *r) {
    free(r->uses.use);
    ptxc_query_close(r->query);
}

/* Returns the part of a use that is the name: for a range, `%r` of `%r<4>` and of `%r1`. */
static ptxc_span part_of(const struct rename *r, const ptxc_use *use) {
    uint32_t length = (uint32_t)length_of(r->token.span);
    return (ptxc_span){use->span.start, r->symbol.range ? use->span.start + length : use->span.end};
}

/* In C++, an asm with operands writes `%%` for `%`. */
static bool is_doubled(const struct rename *r) {
    const struct document *d = r->subject.document;
    return length_of(r->token.span) > 2 && !strncmp(d->text + r->token.span.start, "%%", 2);
}

json_t *rename_prepare(struct call *call) {
    struct rename r;
    json_t *result = NULL;
    if (begin(call, &r)) {
        uint32_t name = r.token.span.start + is_doubled(&r);
        result = json_pack("{s:o, s:o}", "range",
                           subject_range_json(call->server, r.subject.document, r.token.span),
                           "placeholder",
                           json_text(r.subject.document->text + name, r.token.span.end - name));
    }
    end(&r);
    return result;
}

/* ---- the new name ---- */

static bool is_word(const char *s) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";
    bool letter = *s && strchr(letters, *s), sign = *s && strchr("%_$", *s);
    return (letter || (sign && s[1])) && !s[1 + strspn(s + 1, more)];
}

/* Writes the new name in the spelling used there. */
static void spell(const struct rename *r, const char *name, char *out) {
    snprintf(out, MOST_NAME + 2, "%s%s", is_doubled(r) && *name == '%' ? "%" : "", name);
}

/* Returns the text with the new name, which the caller frees. */
static char *rewrite(const struct rename *r, const char *name, size_t *length) {
    const struct document *d = r->subject.document;
    size_t n = strlen(name), used = 0;
    char *text = malloc(d->length + r->uses.count * n + 1);
    uint32_t from = 0;
    if (!text) return NULL;
    for (size_t i = 0; i < r->uses.count; i++) {
        ptxc_span part = part_of(r, &r->uses.use[i]);
        if (part.start < from) { /* one C++ text may stand for several uses */
            free(text);
            return NULL;
        }
        memcpy(text + used, d->text + from, part.start - from);
        used += part.start - from;
        memcpy(text + used, name, n);
        used += n;
        from = part.end;
    }
    memcpy(text + used, d->text + from, d->length - from);
    used += d->length - from;
    text[used] = '\0';
    *length = used;
    return text;
}

/* Returns true if a use in the renamed text refers to the same symbol as before. */
static bool is_same(const struct rename *r, size_t i, const ptxc_use *use, size_t name) {
    ptxc_span part = part_of(r, &r->uses.use[i]), old = r->uses.use[i].span;
    int64_t longer = (int64_t)name - (int64_t)length_of(part), moved = (int64_t)i * longer;
    return use->span.start == old.start + moved && use->span.end == old.end + moved + longer;
}

/* Returns true if the renamed text has the same uses of the name, and no additional errors. */
static bool is_sound(const struct rename *r, const ptxc_module *module, size_t name) {
    size_t i = 0, same = 0;
    ptxc_query *query;
    if (ptxc_module_error_count(module) > ptxc_module_error_count(r->subject.module)) return false;
    while (i + 1 < r->uses.count && !r->uses.use[i].declaration) i++;
    ptxc_span part = part_of(r, &r->uses.use[i]);
    int64_t moved = (int64_t)i * ((int64_t)name - (int64_t)length_of(part));
    if (ptxc_query_open(module, (uint32_t)(part.start + moved), &query) != PTXC_OK) return false;
    struct uses u = uses_of(query);
    if (u.count == r->uses.count)
        while (same < u.count && is_same(r, same, &u.use[same], name)) same++;
    bool sound = u.count == r->uses.count && same == u.count;
    free(u.use);
    ptxc_query_close(query);
    return sound;
}

static bool is_free(const struct rename *r, const char *name) {
    ptxc_options options = settings_options(r->call->server, r->subject.document);
    ptxc_module *module = NULL;
    size_t length;
    char *text = rewrite(r, name, &length);
    bool sound = text && ptxc_module_open(text, length, &options, &module) == PTXC_OK &&
                 is_sound(r, module, strlen(name));
    ptxc_module_close(module);
    free(text);
    return sound;
}

/* ---- the request ---- */

static json_t *edits_of(const struct rename *r, const char *name) {
    json_t *edits = json_array();
    for (size_t i = 0; i < r->uses.count; i++)
        json_array_append_new(edits,
                              json_pack("{s:o, s:o}", "range",
                                        subject_range_json(r->call->server, r->subject.document,
                                                           part_of(r, &r->uses.use[i])),
                                        "newText", json_name(name)));
    return edits;
}

static json_t *rename_to(const struct rename *r, const char *name) {
    char spelled[MOST_NAME + 2];
    if (is_doubled(r) && !strncmp(name, "%%", 2)) name++; /* doubled by the author */
    if (strlen(name) > MOST_NAME || !is_word(name))
        return refuse(r->call, "the new name is no name in PTX: letters, digits, _ and $, or % "
                               "before them");
    spell(r, name, spelled);
    if (!is_free(r, spelled))
        return refuse(r->call, "the new name would clash with another, or mean something else");
    return subject_edit(r->call->server, r->subject.document, edits_of(r, spelled));
}

json_t *rename_rename(struct call *call) {
    const char *name = json_string_value(json_object_get(call->params, "newName"));
    struct rename r;
    if (!name) return call_fail(call, RPC_INVALID_PARAMS, "'newName' is a string");
    json_t *result = begin(call, &r) ? rename_to(&r, name) : NULL;
    end(&r);
    return result;
}
