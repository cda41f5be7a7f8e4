/* SPDX-License-Identifier: Apache-2.0
 * Completion: opcodes, qualifiers that are still valid, words of directives, and the
 * documentation of the selected item. Operands are in operands.c. */
#include "lsp/card/card.h"
#include "program/isa/say.h"
#include "program/text/jsontext.h"
#include "lsp/feature/offer.h"
#include "lsp/feature/outline.h"
#include "lsp/wire/need.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 1000, MOST_CHOICES = 512, MOST_FORMS = 8 };

/* CompletionItemKind */
enum {
    KIND_FUNCTION = 3,
    KIND_KEYWORD = 14,
    KIND_SNIPPET = 15,
    KIND_MEMBER = 20,
    KIND_CONSTANT = 21,
    KIND_TYPE = 25
};

/* ---- items ---- */

bool offer_has(const struct offer *o, const ptxc_isa_avail *avail) {
    return o->where.version >= avail->version &&
           (o->where.target == PTXC_NONE || ptxc_set_has(&avail->targets, o->where.target));
}

/* Returns how much of a chain such as `.fence::` is typed, up to and including its last dot or
 * colon. */
static size_t typed_parts(const struct offer *o, const char *text) {
    const char *typed = o->document->text + o->expected.word.start;
    size_t parts = 0, length = o->offset - o->expected.word.start;
    for (size_t i = 0; i < length && text[i] && text[i] == typed[i]; i++)
        if (strchr(".:", text[i])) parts = i + 1;
    return parts;
}

/* After `::`, only words with that prefix are offered. Not every client looks that far back. */
static size_t typed_namespace(const struct offer *o) {
    const char *typed = o->document->text + o->expected.word.start;
    size_t length = o->offset - o->expected.word.start;
    while (length >= 2 && memcmp(typed + length - 2, "::", 2)) length--;
    return length >= 2 ? length : 0;
}

json_t *offer_item(struct offer *o, const char *label, const char *text, int kind, int rank,
                   const char *detail) {
    char order[32];
    size_t parts = typed_parts(o, text);
    if (parts < typed_namespace(o)) return NULL;
    if (o->count == MOST_ITEMS) {
        o->cut = true;
        return NULL;
    }
    snprintf(order, sizeof order, "%d%04zu", rank, o->count++);
    json_t *item = json_pack("{s:s, s:i, s:s, s:{s:O, s:O*, s:s}}", "label", label, "kind", kind,
                             "sortText", order, "textEdit", o->typed ? "replace" : "range",
                             o->range, "insert", o->typed, "newText", text);
    /* Otherwise, a client compares the typed text with the label. */
    if (strcmp(label, text)) json_object_set_new(item, "filterText", json_string(text));
    /* Emacs uses this text to complete the word before the cursor, which does not include a dot or
     * colon. It finally applies the edit, as other clients do from the start. */
    if (parts && text[parts]) json_object_set_new(item, "insertText", json_string(text + parts));
    if (*detail) json_object_set_new(item, "detail", json_string(detail));
    json_array_append_new(o->items, item);
    return item;
}

/* Adjacent words mostly became available at the same time, so the text about that is generated once
 * for them. */
static json_t *add_available(struct offer *o, const char *word, int kind, int rank,
                             const ptxc_isa_avail *avail) {
    if (!offer_has(o, avail)) return NULL;
    if (!o->since.text || !isa_same_avail(&o->avail, avail)) {
        free(o->since.text);
        o->since = (struct card){.markdown = false};
        card_avail(&o->since, avail);
        o->avail = *avail;
    }
    return offer_item(o, word, word, kind, rank, o->since.text ? o->since.text : "");
}

static char byte_at(const struct offer *o, uint32_t at) {
    return at < o->document->length ? o->document->text[at] : '\0';
}

/* ---- opcodes ---- */

/* There are hundreds of opcodes, and a client shows only those of which a part starts with what is
 * typed. */
static bool may_be_meant(const struct offer *o, const char *name) {
    if (o->expected.word.start >= o->offset) return true;
    int first = tolower((unsigned char)byte_at(o, o->expected.word.start));
    for (const char *s = name; *s; s++)
        if (*s == first && (s == name || s[-1] == '.' || s[-1] == '_')) return true;
    return false;
}

/* Not every client ranks `ld` before `mad.lo` when `l` is typed. */
static bool begins_so(const struct offer *o, const char *name) {
    ptxc_span word = o->expected.word;
    size_t length = o->offset > word.start ? o->offset - word.start : 0;
    return !strncmp(name, o->document->text + word.start, length);
}

static void add_opcodes(struct offer *o) {
    ptxc_isa_insn insn;
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) {
        if (!may_be_meant(o, insn.name)) continue;
        int rank = begins_so(o, insn.name) ? 0 : 1;
        if (!offer_has(o, &insn.avail)) continue;
        json_t *item = offer_item(o, insn.name, insn.name, KIND_FUNCTION, rank, insn.summary);
        if (item) json_object_set_new(item, "data", json_pack("{s:s}", "insn", insn.name));
    }
}

/* ---- qualifiers ---- */

static json_t *choice_data(const ptxc_next_word *c, const char *insn) {
    json_t *data = json_pack("{s:s}", "insn", insn);
    if (c->slot == PTXC_NONE) return data;
    json_object_set_new(data, "form", json_integer((json_int_t)c->form));
    json_object_set_new(data, "slot", json_integer((json_int_t)c->slot));
    json_object_set_new(data, "value", json_integer((json_int_t)c->value));
    return data;
}

/* Words that the instruction requires come first. */
static void add_qualifiers(struct offer *o) {
    ptxc_next_word *choice = need(calloc(MOST_CHOICES, sizeof *choice));
    size_t count = ptxc_query_next_words(o->query, choice, MOST_CHOICES);
    size_t last = PTXC_NONE; /* most words belong to one instruction */
    ptxc_isa_insn insn = {.name = ""};
    for (size_t i = 0; i < count && i < MOST_CHOICES; i++) {
        const ptxc_next_word *c = &choice[i];
        json_t *item =
            c->available ? add_available(o, c->word, KIND_MEMBER, !c->missing, &c->avail) : NULL;
        if (c->insn != last && ptxc_isa_insn_get(c->insn, &insn) == PTXC_OK) last = c->insn;
        if (item) json_object_set_new(item, "data", choice_data(c, insn.name));
    }
    o->cut = o->cut || count > MOST_CHOICES;
    free(choice);
}

/* ---- directives ---- */

/* What precedes the cursor. */
struct directive {
    char word[32];         /* its first word, or "" */
    ptxc_token_kind last;  /* of the token before the cursor */
    char byte;             /* the byte that this token starts with */
    unsigned depth, lists; /* open brackets, and closed () lists */
};

static void read_token(const struct offer *o, const ptxc_token *t, struct directive *d) {
    if (t->span.start == PTXC_NOWHERE || t->kind == PTXC_TOKEN_COMMENT) return;
    const char *text = o->document->text + t->span.start;
    size_t length = t->span.end - t->span.start;
    if (t->kind == PTXC_TOKEN_DIRECTIVE) {
        *d = (struct directive){.depth = 0};
        if (length >= sizeof d->word) length = sizeof d->word - 1;
        memcpy(d->word, text, length);
    }
    d->last = t->kind;
    d->byte = *text;
    if (t->kind != PTXC_TOKEN_PUNCTUATION) return;
    if (strchr("([{", *text)) d->depth++;
    if (strchr(")]}", *text) && d->depth) d->depth--;
    d->lists += *text == ')' && !d->depth;
}

static struct directive find_directive(const struct offer *o) {
    enum { BACK = 1024 }; /* bytes: a list of parameters may be long */
    struct directive d = {.depth = 0};
    uint32_t start = o->expected.word.start;
    ptxc_span before = {start > BACK ? start - BACK : 0, start};
    size_t count = ptxc_query_tokens(o->query, before, NULL, 0);
    ptxc_token *token = need(calloc(count + 1, sizeof *token));
    count = ptxc_query_tokens(o->query, before, token, count);
    for (size_t i = 0; i < count; i++) read_token(o, &token[i], &d);
    free(token);
    return d;
}

static bool is_one_of(const char *word, const char *const *words) {
    while (*words && strcmp(word, *words)) words++;
    return *words != NULL;
}

static void add_words(struct offer *o, const char *const *words) {
    for (; *words; words++) offer_item(o, *words, *words, KIND_KEYWORD, 1, "");
}

static void add_types(struct offer *o, bool reg) {
    static const char *const vectors[] = {".v2", ".v4", NULL}, *const align[] = {".align", NULL};
    ptxc_isa_word type;
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_TYPE, i, &type) == PTXC_OK; i++)
        if (reg ? type.reg : type.var) add_available(o, type.name, KIND_TYPE, 0, &type.avail);
    add_words(o, vectors);
    if (!reg) add_words(o, align);
}

static void add_targets(struct offer *o) {
    ptxc_target target;
    for (size_t i = ptxc_target_count(); i--;)
        if (ptxc_target_get(i, &target) == PTXC_OK && target.release <= o->where.release &&
            o->where.release < target.end)
            offer_item(o, target.name, target.name, KIND_CONSTANT, 0, "");
}

static void add_versions(struct offer *o) {
    ptxc_release release;
    if (ptxc_release_get(o->where.release, &release) != PTXC_OK) return;
    uint32_t version;
    for (size_t i = ptxc_isa_version_count(); i--;) {
        if (ptxc_isa_version_get(i, &version) != PTXC_OK || version > release.version) continue;
        struct version_text text = isa_version_text(version);
        offer_item(o, text.text, text.text, KIND_CONSTANT, 0, "");
    }
}

/* Adds what can follow the parameters of a kernel or function. */
static void add_tuning(struct offer *o, const struct directive *d) {
    bool entry = !strcmp(d->word, ".entry"), func = !strcmp(d->word, ".func");
    ptxc_isa_word word;
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_DIRECTIVE, i, &word) == PTXC_OK; i++)
        if ((word.entry && !func) || (word.func && !entry))
            add_available(o, word.name, KIND_KEYWORD, 0, &word.avail);
}

static void add_function_words(struct offer *o, const struct directive *d) {
    static const char *const parameter[] = {".param", ".reg", ".ptr", NULL};
    bool begins = d->last == PTXC_TOKEN_PUNCTUATION && strchr("(,", d->byte);
    bool dotted = byte_at(o, o->expected.word.start) == '.';
    if (!d->depth && d->lists && (dotted || d->last != PTXC_TOKEN_WORD)) add_tuning(o, d);
    if (!d->depth || (!begins && d->last != PTXC_TOKEN_WORD)) return;
    add_words(o, parameter);
    add_types(o, false);
}

static void add_directive_words(struct offer *o, struct directive d) {
    static const char *const variables[] = {".global", ".shared", ".local",
                                            ".const",  ".param",  NULL};
    static const char *const linkages[] = {".visible", ".extern", ".weak", ".common", NULL};
    static const char *const linked[] = {".entry", ".func", ".global", ".const", ".shared", NULL};
    static const char *const functions[] = {".entry", ".func", ".callprototype", NULL};
    static const char *const sizes[] = {"64", "32", NULL};
    /* After a number, only that of `.align`; no word can follow a name, `=` or `[`. */
    bool typed = d.last == PTXC_TOKEN_DIRECTIVE || d.last == PTXC_TOKEN_WORD ||
                 (d.last == PTXC_TOKEN_NUMBER && !d.depth);
    if (!strcmp(d.word, ".target"))
        add_targets(o);
    else if (!strcmp(d.word, ".version"))
        add_versions(o);
    else if (!strcmp(d.word, ".address_size"))
        add_words(o, sizes);
    else if (o->expected.kind == PTXC_EXPECTED_NAME)
        return; /* the user is inventing a name */
    else if (is_one_of(d.word, functions) || (is_one_of(d.word, linkages) && (d.depth || d.lists)))
        add_function_words(o, &d);
    else if (!typed)
        return;
    else if (!strcmp(d.word, ".reg"))
        add_types(o, true);
    else if (is_one_of(d.word, variables))
        add_types(o, false);
    else if (is_one_of(d.word, linkages))
        add_words(o, linked);
}

/* ---- statements ---- */

/* The headers come first, one after the other. */
static bool is_next_header(const char *last, const char *word) {
    if (!strcmp(last, ".version")) return !strcmp(word, ".target");
    if (!strcmp(last, ".target")) return !strcmp(word, ".address_size");
    return !*last && !strcmp(word, ".version");
}

static int directive_rank(const struct offer *o, const char *last, const char *word) {
    static const char *const tops[] = {".visible", ".entry",  ".func",   ".global",
                                       ".const",   ".shared", ".extern", NULL};
    if (!o->outside) return 2;
    if (is_next_header(last, word)) return 0;
    return is_one_of(word, tops) ? 1 : 2;
}

static void add_directives(struct offer *o, const char *last) {
    ptxc_isa_word word;
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_DIRECTIVE, i, &word) == PTXC_OK; i++)
        add_available(o, word.name, KIND_KEYWORD, directive_rank(o, last, word.name), &word.avail);
}

static void add_snippet(struct offer *o, const char *label, const char *text, const char *detail) {
    json_t *item = offer_item(o, label, text, KIND_SNIPPET, 0, detail);
    if (!item) return;
    json_object_set_new(item, "filterText", json_string(label));
    json_object_set_new(item, "insertTextFormat", json_integer(2));
    json_object_del(item, "insertText");
}

static void add_snippets(struct offer *o, const char *last) {
    if (!o->server->client.items.snippets) return;
    if (!*last)
        add_snippet(o, ".version, .target, .address_size",
                    ".version ${1:9.0}\n.target ${2:sm_90a}\n.address_size 64\n\n$0",
                    "the headers of a module");
    else if (strcmp(last, ".version") && strcmp(last, ".target"))
        add_snippet(
            o, ".visible .entry kernel",
            ".visible .entry ${1:kernel}(\n\t.param .u64 ${2:pointer}\n)\n{\n\t$0\n\tret;\n}\n",
            "a kernel with a parameter");
}

/* Outside of functions, no opcode can start a statement. `last` is the header before, ""
 * at the start of the text, or something else. */
static void add_statements(struct offer *o, const char *last) {
    if (o->outside)
        add_snippets(o, last);
    else if (byte_at(o, o->expected.word.start) != '.')
        add_opcodes(o);
    add_directives(o, last);
}

/* The newline or the next word ends a header, which has no `;`. */
static bool is_complete_header(const struct directive *d) {
    static const char *const headers[] = {".version", ".target", ".address_size", NULL};
    return is_one_of(d->word, headers) &&
           (d->last == PTXC_TOKEN_NUMBER || d->last == PTXC_TOKEN_NAME);
}

/* ---- the request ---- */

/* A word may continue in the next literal, which an edit must not reach: only the part in the
 * literal of the cursor is replaced. */
static void clip_to_literal(const struct offer *o, ptxc_span *word) {
    const char *text = o->document->text;
    uint32_t at = o->offset;
    while (at > word->start && text[at - 1] != '"' && text[at - 1] != '\n') at--;
    word->start = at;
    for (at = o->offset; at < word->end && text[at] != '"' && text[at] != '\n';) at++;
    word->end = at;
}

/* Finds the range to replace: the word with all `%` before it, which are not a word by themselves;
 * empty for a word that starts here. */
static bool find_range(struct offer *o) {
    ptxc_span *word = &o->expected.word;
    const char *text = o->document->text;
    if (word->start == PTXC_NOWHERE || word->end > o->document->length) return false;
    if (word->start >= o->offset) *word = (ptxc_span){o->offset, o->offset};
    clip_to_literal(o, word);
    while (word->start && text[word->start - 1] == '%') word->start--;
    o->range = subject_range_json(o->server, o->document, *word);
    if (o->server->client.items.two_ranges && word->end > o->offset)
        o->typed = subject_range_json(o->server, o->document, (ptxc_span){word->start, o->offset});
    return true;
}

/* Returns true if there is a literal followed by a colon. */
static bool has_operands(const char *text, uint32_t at, uint32_t end) {
    for (bool quote = false; at < end; at++) {
        if (quote && text[at] == ':') return true;
        if (!strchr(" \t\r\n", text[at])) quote = text[at] == '"';
    }
    return false;
}

/* An asm without operands, and a block, take `%` as it is; an unterminated asm may still get
 * operands. */
static bool escapes(const struct offer *o, const ptxc_module *module) {
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm_get(module, i, &a) == PTXC_OK; i++) {
        if (o->offset < a.span.start || o->offset > a.span.end) continue;
        const char *text = o->document->text;
        uint32_t at = a.span.start, end = a.span.end;
        while (at < end && text[at] != '"') at++;
        if (at > a.span.start && text[at - 1] == 'R') return false;
        return has_operands(text, at, end) || !end || text[end - 1] != ')';
    }
    return false;
}

static void add_words_or_statements(struct offer *o) {
    struct directive d = find_directive(o);
    if (is_complete_header(&d))
        add_statements(o, d.word);
    else
        add_directive_words(o, d);
}

static void add_all(struct offer *o) {
    switch (o->expected.kind) {
    case PTXC_EXPECTED_STATEMENT:
        /* Here a function or a `;` ends, if anything does. */
        add_statements(o, o->first ? "" : ";");
        break;
    case PTXC_EXPECTED_QUALIFIER: add_qualifiers(o); break;
    case PTXC_EXPECTED_OPERAND: operands_offer(o); break;
    case PTXC_EXPECTED_COMPONENT: operands_offer_components(o); break;
    case PTXC_EXPECTED_WORD:
    case PTXC_EXPECTED_NAME: add_words_or_statements(o); break;
    case PTXC_EXPECTED_NOTHING: break;
    }
}

/* Returns true if the offset is outside of all functions of a module. */
static bool is_outside(const struct subject *subject) {
    ptxc_asm a;
    struct outline outline = outline_of(subject->module);
    bool outside = ptxc_module_asm_get(subject->module, 0, &a) != PTXC_OK;
    for (size_t i = 0; i < outline.count; i++)
        outside &= subject->offset < outline.block[i].span.start ||
                   subject->offset >= outline.block[i].span.end;
    free(outline.block);
    return outside;
}

json_t *completion_complete(struct call *call) {
    struct subject subject;
    struct offer o = {.server = call->server};
    if (!subject_of(call, &subject)) return NULL;
    o.document = subject.document;
    o.offset = subject.offset;
    if (ptxc_query_open(subject.module, subject.offset, &o.query) != PTXC_OK) return NULL;
    o.items = json_array();
    o.escapes = escapes(&o, subject.module);
    o.outside = is_outside(&subject);
    if (ptxc_query_expected_get(o.query, &o.expected) == PTXC_OK &&
        ptxc_query_environment_get(o.query, &o.where) == PTXC_OK && find_range(&o)) {
        ptxc_stmt stmt;
        o.first = ptxc_module_stmt_get(subject.module, 0, &stmt) != PTXC_OK ||
                  stmt.span.start >= o.expected.word.start;
        add_all(&o);
    }
    ptxc_query_close(o.query);
    json_decref(o.range);
    json_decref(o.typed);
    free(o.since.text);
    return json_pack("{s:b, s:o}", "isIncomplete", o.cut, "items", o.items);
}

/* ---- documentation of an item ---- */

static size_t index_of(const json_t *data, const char *key) {
    const json_t *value = json_object_get(data, key);
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 ? (size_t)number : PTXC_NONE;
}

static void add_syntax(struct card *card, size_t insn, size_t form) {
    ptxc_isa_form f;
    if (ptxc_isa_form_get(insn, form, &f) == PTXC_OK) card_code(card, f.syntax, strlen(f.syntax));
}

static void document_opcode(struct card *card, size_t i, const ptxc_isa_insn *insn) {
    card_add(card, "%s", insn->summary);
    for (size_t f = 0; f < insn->form_count && f < MOST_FORMS; f++) add_syntax(card, i, f);
}

static bool document_qualifier(struct card *card, const json_t *data, size_t i,
                               const ptxc_isa_insn *insn) {
    ptxc_isa_slot slot;
    ptxc_isa_slot_value value;
    size_t form = index_of(data, "form"), s = index_of(data, "slot");
    if (ptxc_isa_slot_get(i, form, s, &slot) != PTXC_OK ||
        ptxc_isa_slot_value_get(i, form, s, index_of(data, "value"), &value) != PTXC_OK)
        return false;
    card_word(card, value.word, strlen(value.word));
    card_add(card, ": %squalifier", slot.optional ? "optional " : "");
    if (slot.value_count > 1) card_add(card, " '%s'", slot.name);
    card_add(card, " of ");
    card_word(card, insn->name, strlen(insn->name));
    add_syntax(card, i, form);
    return true;
}

json_t *completion_resolve(struct call *call) {
    const json_t *data = json_object_get(call->params, "data");
    const char *name = json_string_value(json_object_get(data, "insn"));
    size_t i = PTXC_NONE;
    struct card card = {.markdown = call->server->client.items.markdown};
    ptxc_isa_insn insn;
    if (!json_is_object(call->params))
        return call_fail(call, RPC_INVALID_PARAMS, "'params' is an item of a completion");
    json_t *item = json_deep_copy(call->params);
    if (!name || ptxc_isa_insn_find(name, strlen(name), &i) != PTXC_OK ||
        ptxc_isa_insn_get(i, &insn) != PTXC_OK)
        return item;
    if (!document_qualifier(&card, data, i, &insn)) document_opcode(&card, i, &insn);
    card_paragraph(&card);
    card_avail(&card, &insn.avail);
    card_manual(&card, insn.manual);
    json_object_set_new(item, "documentation", card_json(&card));
    return item;
}
