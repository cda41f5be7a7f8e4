/* SPDX-License-Identifier: Apache-2.0
 * Strings of Python: see python.h. A part whose text is unknown becomes a CXX_HOLE. */
#include "embed/host/python.h"
#include <string.h>

/* ---- literals ---- */

struct python_opening python_opening_at(const struct python *p, uint32_t at) {
    enum { LONGEST_PREFIX = 2 };
    struct python_opening o = {0};
    uint32_t i = at;
    for (; i < p->end && i - at < LONGEST_PREFIX && p->text[i] && strchr("rRbBfFuUtT", p->text[i]);
         i++) {
        o.raw |= p->text[i] == 'r' || p->text[i] == 'R';
        o.formatted |= strchr("fFtT", p->text[i]) != NULL;
    }
    if (i >= p->end || (p->text[i] != '"' && p->text[i] != '\'')) return (struct python_opening){0};
    o.quote = p->text[i];
    o.triple = p->end - i >= 3 && p->text[i + 1] == o.quote && p->text[i + 2] == o.quote;
    o.length = i - at + (o.triple ? 3 : 1);
    return o;
}

static bool closes_string(const struct python *p, const struct python_opening *o, uint32_t at) {
    if (p->text[at] != o->quote) return false;
    return !o->triple ||
           (p->end - at >= 3 && p->text[at + 1] == o->quote && p->text[at + 2] == o->quote);
}

static void add_python_piece(struct python *p, bool raw, uint32_t start, uint32_t end, bool hole) {
    if (start >= end) return;
    *(struct cxx_literal *)list_add(p->cxx->arena, &p->cxx->literals) =
        (struct cxx_literal){start, end, raw, hole ? CXX_HOLE : CXX_LITERAL};
}

/* Returns the end of `{...}` in an f-string. */
static uint32_t replacement_end(const struct python *p, const struct python_opening *o,
                                uint32_t at) {
    uint32_t depth = 0;
    for (; at < p->end && !closes_string(p, o, at); at++) {
        depth += p->text[at] == '{';
        depth -= p->text[at] == '}';
        if (!depth) return at + 1;
    }
    return at;
}

/* Adds the text of `{...}` in an f-string: that of a name if it is known. */
static void add_replacement(struct python *p, uint32_t start, uint32_t end) {
    uint32_t from = start + 1, to = end - 1;
    while (from < to && p->text[from] == ' ') from++;
    while (to > from && p->text[to - 1] == ' ') to--;
    uint32_t word = from;
    while (word < to && cxx_in_name(p->text[word])) word++;
    bool is_name = word == to && from < to;
    if (is_name && python_add_named(p, (struct text){p->text + from, to - from}, start)) return;
    add_python_piece(p, false, start, end, true);
}

/* Returns the end of `%d`, `%-4s` or `%(name)x`. */
static uint32_t conversion_end(const struct python *p, const struct python_opening *o,
                               uint32_t at) {
    bool named = ++at < p->end && p->text[at] == '(';
    while (named && at < p->end && p->text[at] != ')' && !closes_string(p, o, at)) at++;
    if (named && at < p->end && p->text[at] == ')') at++;
    while (at < p->end && p->text[at] && strchr("#0123456789-+ .*hlL", p->text[at])) at++;
    return at < p->end && !closes_string(p, o, at) ? at + 1 : at;
}

/* Returns true if the character at `at` is doubled, or starts a part that is replaced, which ends
 * at *next. */
static bool is_replaced(const struct python *p, const struct python_opening *o, uint32_t at,
                        bool *doubled, uint32_t *next) {
    char c = p->text[at];
    bool brace = (o->formatted || o->by_method) && (c == '{' || c == '}');
    if (!brace && !(o->percent && c == '%')) return false;
    *doubled = at + 1 < p->end && p->text[at + 1] == c;
    if (*doubled)
        *next = at + 2;
    else if (c == '%')
        *next = conversion_end(p, o, at);
    else
        *next = c == '{' ? replacement_end(p, o, at) : at + 1;
    return true;
}

bool python_read_string(struct python *p, const struct python_opening *o, bool keep) {
    uint32_t start = p->at + o->length, at = start;
    while (at < p->end && !closes_string(p, o, at)) {
        char c = p->text[at];
        bool doubled;
        uint32_t next;
        if (c == '\n' && !o->triple) break;
        if (c == '\\' && at + 1 < p->end) {
            at += 2;
        } else if (is_replaced(p, o, at, &doubled, &next)) {
            if (keep) add_python_piece(p, o->raw, start, doubled ? at + 1 : at, false);
            if (keep && !doubled && o->formatted && c == '{')
                add_replacement(p, at, next);
            else if (keep && !doubled)
                add_python_piece(p, false, at, next, true);
            start = at = next;
        } else {
            at++;
        }
    }
    if (at > p->end) at = p->end;
    if (keep) add_python_piece(p, o->raw, start, at, false);
    bool closed = at < p->end && p->text[at] == o->quote;
    p->at = closed ? at + (o->triple ? 3 : 1) : at;
    return closed;
}

/* ---- expressions ---- */

char python_peek(struct python *p) {
    while (p->at < p->end) {
        char c = p->text[p->at];
        if (c == '#') {
            const char *newline = memchr(p->text + p->at, '\n', p->end - p->at);
            p->at = newline ? (uint32_t)(newline - p->text) : p->end;
        } else if (c == '\n' && p->of_line && !p->open) {
            return c;
        } else if (c == '\\' && p->at + 1 < p->end && p->text[p->at + 1] == '\n') {
            p->at += 2;
        } else if (c == ' ' || c == '\\' || (c >= '\t' && c <= '\r')) {
            p->at++;
        } else {
            return c;
        }
    }
    return '\0';
}

struct text python_word(struct python *p) {
    (void)python_peek(p);
    uint32_t start = p->at;
    while (p->at < p->end && cxx_in_name(p->text[p->at])) p->at++;
    return (struct text){p->text + start, p->at - start};
}

static bool ends_term(struct text word) {
    return text_is(word, "if") || text_is(word, "else") || text_is(word, "for");
}

/* Skips an expression; a term also ends before a `+`, `if` and `else`. Returns the end of its last
 * token. */
static uint32_t skip_to(struct python *p, bool term) {
    uint32_t depth = 0, last = p->at;
    for (char c = python_peek(p); c && c != '\n'; c = python_peek(p)) {
        uint32_t at = p->at;
        struct python_opening o = python_opening_at(p, at);
        if (!depth && strchr(",)]}", c)) break;
        if (!depth && term && (c == '+' || c == ';')) break;
        if (o.length) {
            (void)python_read_string(p, &o, false);
        } else if (cxx_in_name(c)) {
            struct text word = python_word(p);
            if (term && !depth && ends_term(word)) {
                p->at = at;
                break;
            }
        } else {
            bool opens = strchr("([{", c) != NULL, closes = depth && strchr(")]}", c);
            depth += opens;
            depth -= closes;
            p->open += opens;
            p->open -= closes;
            p->at++;
        }
        last = p->at;
    }
    p->open -= depth;
    return last;
}

void python_skip(struct python *p) { (void)skip_to(p, false); }

/* Skips the brackets that open at p->at. */
static void skip_brackets(struct python *p) {
    p->at++;
    p->open++;
    do {
        python_skip(p);
        if (python_peek(p) != ',') break;
        p->at++;
    } while (p->at < p->end);
    p->at += python_peek(p) == ')';
    p->open--;
}

/* Takes the whole term that starts at `start` for an unknown text. */
static void read_unknown(struct python *p, uint32_t start, uint32_t before) {
    p->cxx->literals.count = before;
    p->at = start;
    uint32_t end = skip_to(p, true);
    add_python_piece(p, false, start, end, true);
}

/* Skips methods that change only the whitespace at the ends. Returns false before anything else
 * that changes the text. */
static bool skip_methods(struct python *p) {
    for (char c = python_peek(p); c == '.'; c = python_peek(p)) {
        p->at++;
        struct text name = python_word(p);
        if (!text_is(name, "strip") && !text_is(name, "lstrip") && !text_is(name, "rstrip") &&
            !text_is(name, "encode"))
            return false;
        if (python_peek(p) != '(') return false;
        p->at++;
        if (python_peek(p) != ')') return false;
        p->at++;
    }
    char c = python_peek(p);
    return !c || !strchr("%*[", c);
}

static bool read_sum(struct python *p, uint32_t depth);

/* Reads what follows the text that ends at p->at. */
static struct python_template template_here(struct python *p) {
    struct python_template t = {0};
    uint32_t at = p->at;
    char c = python_peek(p);
    t.percent = c == '%';
    if (c == '.') {
        p->at++;
        t.by_method = text_is(python_word(p), "format") && python_peek(p) == '(';
    }
    p->at = at;
    return t;
}

/* Skips `% x` or `.format(x)`. Returns false if it is not complete. */
static bool skip_template(struct python *p, const struct python_template *t) {
    (void)python_peek(p);
    p->at++;
    if (t->percent) {
        (void)skip_to(p, true);
        return true;
    }
    (void)python_word(p);
    (void)python_peek(p);
    p->at++;
    p->open++;
    for (char c = python_peek(p); c && c != ')'; c = python_peek(p)) {
        python_skip(p);
        if (python_peek(p) != ',') break;
        p->at++;
    }
    bool closed = python_peek(p) == ')';
    p->at += closed;
    p->open--;
    return closed && skip_methods(p);
}

/* Skips what is done with the text that has been read. */
static bool skip_applied(struct python *p, const struct python_template *t) {
    return t->percent || t->by_method ? skip_template(p, t) : skip_methods(p);
}

/* Starts to read texts to which `t` is applied, and returns what is applied to those around. */
static struct python_template apply_template(struct python *p, const struct python_template *t) {
    struct python_template outer = p->applied;
    p->applied.percent |= t->percent;
    p->applied.by_method |= t->by_method;
    return outer;
}

/* Reads `( ... )` at p->at. */
static bool read_in_brackets(struct python *p, uint32_t depth) {
    enum { DEEPEST = 16 };
    if (depth >= DEEPEST) return false;
    uint32_t start = p->at;
    skip_brackets(p);
    struct python_template t = template_here(p), outer = apply_template(p, &t);
    p->at = start + 1;
    p->open++;
    bool known = read_sum(p, depth + 1) && python_peek(p) == ')';
    if (known) p->at++;
    p->open--;
    p->applied = outer;
    return known && skip_applied(p, &t);
}

/* Functions that change only the whitespace of a text. */
static bool is_dedent(struct text word) {
    return text_is(word, "dedent") || text_is(word, "cleandoc");
}

/* Reads `name`, or `textwrap.dedent(text)`. */
static bool read_named(struct python *p, uint32_t depth) {
    uint32_t start = p->at;
    struct text word = python_word(p);
    struct python_template t = template_here(p);
    char c = python_peek(p);
    if (c == '.' && !t.by_method) {
        p->at++;
        word = python_word(p);
        return is_dedent(word) && python_peek(p) == '(' && read_in_brackets(p, depth);
    }
    if (c == '(') return is_dedent(word) && read_in_brackets(p, depth);
    if (!word.length || (c && strchr("[*-/", c))) return false;
    struct python_template outer = apply_template(p, &t);
    bool known = python_add_named(p, word, start);
    p->applied = outer;
    return known && (!(t.percent || t.by_method) || skip_template(p, &t));
}

/* Returns what is done with the adjacent literals at p->at. */
static struct python_template template_after(struct python *p) {
    uint32_t at = p->at;
    bool formatted = false;
    for (struct python_opening o = python_opening_at(p, at); o.length;
         o = python_opening_at(p, p->at)) {
        formatted |= o.formatted;
        if (!python_read_string(p, &o, false)) break;
        (void)python_peek(p);
    }
    struct python_template t = template_here(p);
    t.by_method &= !formatted;
    p->at = at;
    return t;
}

/* Reads adjacent literals, and what is done with them. */
static bool read_adjacent(struct python *p) {
    struct python_template t = template_after(p);
    bool known = true;
    for (struct python_opening o = python_opening_at(p, p->at); o.length && known;
         o = python_opening_at(p, p->at)) {
        o.percent = t.percent || p->applied.percent;
        o.by_method = t.by_method || p->applied.by_method;
        known = python_read_string(p, &o, true);
        (void)python_peek(p);
    }
    return known && skip_applied(p, &t);
}

/* Reads one term of a sum. */
static void read_term(struct python *p, char c, uint32_t depth) {
    uint32_t start = p->at, before = p->cxx->literals.count, open = p->open;
    struct python_opening o = python_opening_at(p, p->at);
    bool known;
    if (o.length)
        known = read_adjacent(p);
    else
        known = c == '(' ? read_in_brackets(p, depth) : cxx_in_name(c) && read_named(p, depth);
    p->open = open;
    if (!known) read_unknown(p, start, before);
}

/* Returns false if there is nothing. */
static bool read_sum(struct python *p, uint32_t depth) {
    uint32_t before = p->cxx->literals.count;
    for (char c = python_peek(p); c && !strchr(",)]}\n;", c); c = python_peek(p)) {
        read_term(p, c, depth);
        if (python_peek(p) != '+') break;
        p->at++;
    }
    return p->cxx->literals.count > before;
}

bool python_read_sum(struct python *p) { return read_sum(p, 0); }

/* Returns true if one of the literals is known. */
static bool has_known_piece(const struct python *p, uint32_t first) {
    for (uint32_t i = first; i < p->cxx->literals.count; i++)
        if (((struct cxx_literal *)list_at(&p->cxx->literals, i))->form != CXX_HOLE) return true;
    return false;
}

/* Skips `if condition else`. Returns false if there is none. */
static bool skip_condition(struct python *p) {
    uint32_t start = p->at;
    if (!text_is(python_word(p), "if")) {
        p->at = start;
        return false;
    }
    do {
        (void)skip_to(p, true);
        if (python_peek(p) != '+') break;
        p->at++;
    } while (p->at < p->end);
    return text_is(python_word(p), "else");
}

/* Reads an argument that is only a name. Returns false if that does not stand for several texts. */
static bool read_lone_name(struct python *p, struct python_value *v) {
    uint32_t start = p->at;
    struct text word = python_word(p);
    char c = python_peek(p);
    if (word.length && (!c || strchr(",)\n;", c)) && python_read_named_value(p, word, start, v))
        return true;
    p->at = start;
    return false;
}

struct python_value python_read_value(struct python *p) {
    struct python_value v = {.given = true};
    if (read_lone_name(p, &v)) return v;
    v = (struct python_value){.given = true};
    for (;;) {
        uint32_t first = p->cxx->literals.count;
        bool known = read_sum(p, 0) && has_known_piece(p, first);
        if (!known) p->cxx->literals.count = first;
        v.first[v.count] = first;
        v.pieces[v.count++] = p->cxx->literals.count - first;
        if (v.count == PYTHON_CHOICES || !skip_condition(p)) break;
    }
    char c = python_peek(p);
    if (!c || strchr(",)\n;", c)) return v;
    python_skip(p);
    return (struct python_value){.given = true, .count = 1};
}
