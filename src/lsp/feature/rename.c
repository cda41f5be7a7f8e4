/* SPDX-License-Identifier: Apache-2.0
 * Renaming. To verify that the new name is free, the renamed text is checked, and its uses must
 * be the renamed ones. */
#include "program/text/jsontext.h"
#include "lsp/feature/feature.h"
#include "lsp/session/settings.h"
#include "lsp/feature/uses.h"
#include "lsp/wire/need.h"
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
    bool single; /* one register of a range, which gets a declaration of its own */
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
    r->single = r->symbol.range && r->token.span.start != r->symbol.name.start;
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

/* The declaration of a single register is inserted after its range, between these. */
static const char separator[] = ", ";

static bool is_added(const struct rename *r, const ptxc_use *use) {
    return r->single && use->declaration;
}

/* Returns what is replaced at a use: the name; for a range, `%r` of `%r<4>` and of `%r1`; for the
 * declaration of a single register, nothing. */
static ptxc_span part_of(const struct rename *r, const ptxc_use *use) {
    uint32_t length = (uint32_t)length_of(r->token.span);
    if (is_added(r, use)) return (ptxc_span){r->symbol.name.end, r->symbol.name.end};
    if (!r->symbol.range || r->single) return use->span;
    return (ptxc_span){use->span.start, use->span.start + length};
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
    char *text = need_bytes(d->length + r->uses.count * (n + strlen(separator)) + 1);
    uint32_t from = 0;
    for (size_t i = 0; i < r->uses.count; i++) {
        ptxc_span part = part_of(r, &r->uses.use[i]);
        if (part.start < from) { /* one C++ text may stand for several uses */
            free(text);
            return NULL;
        }
        memcpy(text + used, d->text + from, part.start - from);
        used += part.start - from;
        if (is_added(r, &r->uses.use[i])) {
            memcpy(text + used, separator, strlen(separator));
            used += strlen(separator);
        }
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

/* Returns where a use is in the renamed text. `moved` is how far the text before it has moved, and
 * becomes how far the text after it has. */
static ptxc_span renamed(const struct rename *r, const ptxc_use *use, size_t name, int64_t *moved) {
    ptxc_span part = part_of(r, use), old = is_added(r, use) ? part : use->span;
    int64_t start = old.start + *moved;
    if (is_added(r, use)) {
        start += (int64_t)strlen(separator);
        *moved += (int64_t)strlen(separator);
    }
    *moved += (int64_t)name - (int64_t)length_of(part);
    return (ptxc_span){(uint32_t)start, (uint32_t)(old.end + *moved)};
}

/* Returns true if each use in the renamed text refers to the same symbol as before. */
static bool are_same(const struct rename *r, const struct uses *now, size_t name) {
    int64_t moved = 0;
    if (now->count != r->uses.count) return false;
    for (size_t i = 0; i < now->count; i++) {
        ptxc_span span = renamed(r, &r->uses.use[i], name, &moved);
        if (span.start != now->use[i].span.start || span.end != now->use[i].span.end) return false;
    }
    return true;
}

/* Returns where the declaration is in the renamed text. */
static uint32_t declaration_at(const struct rename *r, size_t name) {
    int64_t moved = 0;
    ptxc_span span = {0, 0};
    for (size_t i = 0; i < r->uses.count; i++) {
        span = renamed(r, &r->uses.use[i], name, &moved);
        if (r->uses.use[i].declaration) break;
    }
    return span.start;
}

/* Returns true if the renamed text has the same uses of the name, and no additional errors. */
static bool is_sound(const struct rename *r, const ptxc_module *module, size_t name) {
    ptxc_query *query;
    if (ptxc_module_error_count(module) > ptxc_module_error_count(r->subject.module) ||
        ptxc_query_open(module, declaration_at(r, name), &query) != PTXC_OK)
        return false;
    struct uses now = uses_of(query);
    bool sound = are_same(r, &now, name);
    free(now.use);
    ptxc_query_close(query);
    return sound;
}

static bool is_free(const struct rename *r, const char *name) {
    bool has_ptx; /* it has: there is a name in it */
    ptxc_options options = settings_options(r->call->server, r->subject.document, &has_ptx);
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
    char added[MOST_NAME + sizeof separator + 2];
    snprintf(added, sizeof added, "%s%s", separator, name);
    for (size_t i = 0; i < r->uses.count; i++) {
        const ptxc_use *use = &r->uses.use[i];
        json_t *range = subject_range_json(r->call->server, r->subject.document, part_of(r, use));
        json_array_append_new(edits, json_pack("{s:o, s:o}", "range", range, "newText",
                                               json_name(is_added(r, use) ? added : name)));
    }
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
