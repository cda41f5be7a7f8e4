/* SPDX-License-Identifier: Apache-2.0
 * Macros of C++ in the text of an asm. A macro that the file defines is expanded if it consists of
 * literals and of such macros; any other macro is unknown text. */
#include "embed/scan/scan.h"
#include <string.h>

enum { MOST_ARGUMENTS = 16, LONGEST_ARGUMENTS = 4096, DEEPEST_MACRO = 16, MOST_TOKENS = 4096 };

/* A call of a macro, whose arguments are text of the calls around it. */
struct cxx_call {
    const struct cxx_macro *macro;
    const struct cxx_call *outer;
    ptxc_span argument[MOST_ARGUMENTS];
    uint32_t count;
};

struct expansion {
    struct cxx *cxx;
    struct cxx_asm *out;
    uint32_t tokens, depth;
};

static struct text macro_word(const struct cxx *cxx, uint32_t *at, uint32_t end) {
    uint32_t start = *at;
    while (*at < end && cxx_in_name(cxx->text[*at])) ++*at;
    return (struct text){cxx->text + start, *at - start};
}

/* ---- definitions ---- */

static struct cxx_macro *definition_at(const struct cxx *cxx, uint32_t number) {
    return number ? list_at(&cxx->macros, number - 1) : NULL;
}

/* Returns the last definition of the name, or its #undef. */
static const struct cxx_macro *last_definition(const struct cxx *cxx, struct text name) {
    return definition_at(cxx, text_map_get(&cxx->memory.macro_of, (struct text_key){name, 0}));
}

static bool is_same_body(const struct cxx *cxx, const struct cxx_macro *a,
                         const struct cxx_macro *b) {
    return a->is_defined == b->is_defined &&
           text_same(text_at(cxx->text, a->body), text_at(cxx->text, b->body));
}

/* A definition that may be excluded is left out if it says what the last one says. */
static void record_macro(struct cxx *cxx, struct cxx_macro *m) {
    uint32_t *last = text_map_put(&cxx->memory.macro_of, cxx->arena, (struct text_key){m->name, 0});
    const struct cxx_macro *before = definition_at(cxx, *last);
    bool same = before && is_same_body(cxx, before, m);
    if (same && !m->is_certain) return;
    m->previous = *last;
    m->is_disputed = before && !m->is_certain;
    *(struct cxx_macro *)list_add(cxx->arena, &cxx->macros) = *m;
    *last = cxx->macros.count;
}

void cxx_define(struct cxx *cxx, uint32_t at, uint32_t end, enum cxx_truth compiled, bool defined) {
    if (compiled == CXX_NO) return;
    at = cxx_skip_blank(cxx->text, at, end);
    struct cxx_macro m = {.name = macro_word(cxx, &at, end),
                          .parameters = NO_SPAN,
                          .is_certain = compiled == CXX_YES,
                          .is_defined = defined};
    if (at < end && cxx->text[at] == '(') {
        const char *close = memchr(cxx->text + at, ')', end - at);
        if (!close) return;
        m.parameters = (ptxc_span){at + 1, (uint32_t)(close - cxx->text)};
        at = m.parameters.end + 1;
    }
    m.body = (ptxc_span){cxx_skip_blank(cxx->text, at, end), end};
    if (m.name.length) record_macro(cxx, &m);
}

/* Returns the definition of the macro before this place, or NULL if there is none, or several that
 * conditions choose from. */
static const struct cxx_macro *find_macro(const struct cxx *cxx, struct text name) {
    const struct cxx_macro *m = last_definition(cxx, name);
    return m && m->is_defined && !m->is_disputed ? m : NULL;
}

ptxc_span cxx_macro_body(const struct cxx *cxx, struct text name) {
    const struct cxx_macro *m = find_macro(cxx, name);
    return m && span_is_none(m->parameters) ? m->body : NO_SPAN;
}

uint32_t cxx_macro_literals(const struct cxx *cxx, struct text name, struct cxx_literal *one) {
    enum { MOST_DEFINITIONS = 32, LONGEST_BODY = 256 };
    uint32_t count = 0;
    for (const struct cxx_macro *m = last_definition(cxx, name); m;
         m = definition_at(cxx, m->previous)) {
        if (!m->is_defined && m->is_certain) break;
        if (!m->is_defined) continue;
        uint32_t at = m->body.start;
        if (!span_is_none(m->parameters) || at >= m->body.end || cxx->text[at] != '"') return 0;
        if (count == MOST_DEFINITIONS || m->body.end - at > LONGEST_BODY) return 0;
        at = cxx_skip_literal(cxx->text, at, m->body.end, one);
        if (cxx_skip_blank(cxx->text, at, m->body.end) < m->body.end) return 0;
        count++;
        if (m->is_certain) break;
    }
    return count;
}

/* ---- arguments ---- */

/* Returns the number of the parameter, or MOST_ARGUMENTS. */
static uint32_t parameter_of(const struct cxx *cxx, const struct cxx_call *call, struct text name) {
    ptxc_span p = call->macro->parameters;
    uint32_t n = 0;
    for (uint32_t at = p.start; at < p.end && n < call->count; n++) {
        at = cxx_skip_blank(cxx->text, at, p.end);
        if (text_same(macro_word(cxx, &at, p.end), name)) return n;
        at = cxx_skip_blank(cxx->text, at, p.end);
        if (at < p.end && cxx->text[at] != ',') break; /* a variable number of arguments */
        at++;
    }
    return MOST_ARGUMENTS;
}

/* Reads the arguments from after the `(` at *at, up to after its `)`. Returns false if the `)` is
 * missing or far away: each of many asm that are not closed would read the rest of the file. */
static bool read_macro_arguments(const struct cxx *cxx, uint32_t *at, uint32_t end,
                                 struct cxx_call *call) {
    const char *text = cxx->text;
    uint32_t depth = 1, start = *at + 1;
    struct cxx_literal ignored;
    if (end - *at > LONGEST_ARGUMENTS) end = *at + LONGEST_ARGUMENTS;
    for (uint32_t i = start; i < end && call->count < MOST_ARGUMENTS;) {
        char c = text[i];
        if (c == '"' || c == '\'') {
            i = cxx_skip_literal(text, i, end, &ignored);
            continue;
        }
        depth += c == '(';
        depth -= c == ')';
        if (!depth || (c == ',' && depth == 1)) {
            call->argument[call->count++] = (ptxc_span){cxx_skip_blank(text, start, i), i};
            start = i + 1;
        }
        i++;
        if (depth) continue;
        *at = i;
        return true;
    }
    return false;
}

/* ---- expansion ---- */

static bool expand_text(struct expansion *e, ptxc_span s, const struct cxx_call *call);

static void add_macro_literal(struct expansion *e, struct cxx_literal l) {
    (void)cxx_may_expand(e->cxx, l.end - l.start);
    *(struct cxx_literal *)list_add(e->cxx->arena, &e->cxx->literals) = l;
    e->out->literal_count++;
}

/* Returns true if the text is one word. */
static bool is_one_word(const struct cxx *cxx, ptxc_span s) {
    uint32_t at = s.start;
    return macro_word(cxx, &at, s.end).length && cxx_skip_blank(cxx->text, at, s.end) == s.end;
}

/* Adds what `#name` stands for. Macros in an argument are replaced only if another macro passes it
 * on. */
static bool add_stringified(struct expansion *e, uint32_t number, const struct cxx_call *call) {
    const struct cxx *cxx = e->cxx;
    ptxc_span s = call->argument[number];
    bool is_replaced = false;
    call = call->outer;
    for (uint32_t i = 0; i < DEEPEST_MACRO && is_one_word(cxx, s); i++) {
        uint32_t at = s.start, n;
        struct text word = macro_word(cxx, &at, s.end);
        ptxc_span body = NO_SPAN;
        if (call && (n = parameter_of(cxx, call, word)) < MOST_ARGUMENTS) {
            s = call->argument[n];
            call = call->outer;
            is_replaced = true;
            continue;
        }
        if (is_replaced) body = cxx_macro_body(cxx, word);
        if (span_is_none(body)) break;
        s = body;
        call = NULL;
    }
    while (s.end > s.start && cxx_skip_blank(cxx->text, s.end - 1, s.end) == s.end) s.end--;
    for (uint32_t i = s.start; i < s.end; i++) {
        char c = cxx->text[i];
        bool unknown = is_replaced && cxx_in_name(c) && !cxx_is_digit(cxx->text[s.start]);
        if (unknown || strchr("\"'\\\n", c)) return false;
    }
    if (s.end > s.start)
        add_macro_literal(e, (struct cxx_literal){s.start, s.end, true, CXX_LITERAL});
    return true;
}

/* Expands the word at *at, which may be a parameter of `call`. */
static bool expand_word(struct expansion *e, uint32_t *at, uint32_t end,
                        const struct cxx_call *call) {
    struct text word = macro_word(e->cxx, at, end);
    uint32_t n = call ? parameter_of(e->cxx, call, word) : MOST_ARGUMENTS;
    if (n < MOST_ARGUMENTS) return expand_text(e, call->argument[n], call->outer);
    const struct cxx_macro *m = find_macro(e->cxx, word);
    if (!m) return false;
    struct cxx_call inner = {.macro = m, .outer = call};
    if (span_is_none(m->parameters)) return expand_text(e, m->body, NULL);
    *at = cxx_skip_blank(e->cxx->text, *at, end);
    if (*at >= end || e->cxx->text[*at] != '(') return false;
    return read_macro_arguments(e->cxx, at, end, &inner) && expand_text(e, m->body, &inner);
}

/* Adds the text of one token. Returns false if it is unknown. */
static bool expand_token(struct expansion *e, uint32_t *at, uint32_t end,
                         const struct cxx_call *call) {
    const char *text = e->cxx->text;
    char c = text[*at];
    bool raw = c == 'R' && *at + 1 < end && text[*at + 1] == '"';
    if (c == '"' || raw) {
        struct cxx_literal l;
        *at = cxx_skip_literal(text, *at + raw, end, &l);
        if (*at == l.end) return false; /* it is not closed */
        add_macro_literal(e, l);
        return true;
    }
    if (c == '#' && call) {
        *at = cxx_skip_blank(text, *at + 1, end);
        uint32_t n = parameter_of(e->cxx, call, macro_word(e->cxx, at, end));
        return n < MOST_ARGUMENTS && add_stringified(e, n, call);
    }
    return cxx_in_name(c) && !cxx_is_digit(c) && expand_word(e, at, end, call);
}

static bool expand_text(struct expansion *e, ptxc_span s, const struct cxx_call *call) {
    bool known = e->depth++ < DEEPEST_MACRO;
    uint32_t at = cxx_skip_blank(e->cxx->text, s.start, s.end);
    while (known && at < s.end) {
        known = e->tokens++ < MOST_TOKENS && cxx_may_expand(e->cxx, 0) &&
                expand_token(e, &at, s.end, call);
        at = cxx_skip_blank(e->cxx->text, at, s.end);
    }
    e->depth--;
    return known;
}

/* Literals of the prelude have no place in the file: errors in them are where the macro is used, at
 * literal `use`. */
static void mark_use(struct expansion *e, uint32_t use) {
    struct cxx_literal *first = list_at(&e->cxx->literals, use);
    for (uint32_t i = use; i < e->cxx->literals.count; i++) {
        const struct cxx_literal *l = list_at(&e->cxx->literals, i);
        first->raw |= l->start > e->cxx->whole_length;
    }
    add_macro_literal(e, (struct cxx_literal){first->start, first->start, false, CXX_USE});
}

bool cxx_add_macro(struct cxx *cxx, uint32_t *at, uint32_t limit, struct cxx_asm *out) {
    struct expansion e = {.cxx = cxx, .out = out};
    uint32_t start = *at, literals = cxx->literals.count, count = out->literal_count;
    bool in_macro = limit < cxx->length; /* its words may be parameters */
    if (in_macro && *at < limit && cxx->text[*at] == '#') ++*at;
    struct text word = macro_word(cxx, at, limit);
    if (!word.length || cxx_is_digit(*word.start)) {
        *at = start;
        return false;
    }
    uint32_t after = cxx_skip_blank(cxx->text, *at, limit);
    struct cxx_call ignored = {0};
    if (after < limit && cxx->text[after] == '(' &&
        read_macro_arguments(cxx, &after, limit, &ignored))
        *at = after;
    uint32_t end = start;
    if (cxx->memory.end) add_macro_literal(&e, (struct cxx_literal){start, start, false, CXX_USE});
    if (!in_macro && expand_word(&e, &end, limit, NULL)) {
        if (cxx->memory.end) mark_use(&e, literals);
        *at = end;
        return true;
    }
    cxx->literals.count = literals;
    out->literal_count = count;
    add_macro_literal(&e, (struct cxx_literal){start, *at, true, CXX_HOLE});
    return true;
}
