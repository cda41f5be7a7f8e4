/* SPDX-License-Identifier: Apache-2.0
 * PTX in Python: calls of inline_asm_elementwise (Triton, PyTorch) and inline_asm (CuTe DSL, MLIR),
 * and CUDA C++ in strings. Text is known as far as it is written in literals. */
#include "embed/host/host.h"
#include <string.h>

struct python {
    struct cxx *cxx;
    const char *text;
    uint32_t at, end;
};

/* ---- strings ---- */

/* The start of a literal: its prefix and quotes. */
struct opening {
    uint32_t length; /* with the quotes; 0: there is no literal */
    char quote;
    bool raw, formatted, triple;
};

static struct opening opening_at(const struct python *p, uint32_t at) {
    enum { LONGEST_PREFIX = 2 };
    struct opening o = {0};
    uint32_t i = at;
    for (; i < p->end && i - at < LONGEST_PREFIX && strchr("rRbBfFuUtT", p->text[i]); i++) {
        o.raw |= p->text[i] == 'r' || p->text[i] == 'R';
        o.formatted |= strchr("fFtT", p->text[i]) != NULL;
    }
    if (i >= p->end || (p->text[i] != '"' && p->text[i] != '\'')) return (struct opening){0};
    o.quote = p->text[i];
    o.triple = p->end - i >= 3 && p->text[i + 1] == o.quote && p->text[i + 2] == o.quote;
    o.length = i - at + (o.triple ? 3 : 1);
    return o;
}

static bool closes_string(const struct python *p, const struct opening *o, uint32_t at) {
    if (p->text[at] != o->quote) return false;
    return !o->triple ||
           (p->end - at >= 3 && p->text[at + 1] == o->quote && p->text[at + 2] == o->quote);
}

static void add_python_piece(struct python *p, const struct opening *o, uint32_t start,
                             uint32_t end, bool hole) {
    if (start == end) return;
    *(struct cxx_literal *)list_add(p->cxx->arena, &p->cxx->literals) =
        (struct cxx_literal){start, end, o->raw, hole ? CXX_HOLE : CXX_LITERAL};
}

/* Returns the end of `{...}` in an f-string. */
static uint32_t replacement_end(const struct python *p, const struct opening *o, uint32_t at) {
    uint32_t depth = 0;
    for (; at < p->end && !closes_string(p, o, at); at++) {
        depth += p->text[at] == '{';
        depth -= p->text[at] == '}';
        if (!depth) return at + 1;
    }
    return at;
}

/* Reads one literal at p->at, and adds its pieces if `keep` is set. Returns false if it is not
 * closed. */
static bool read_string(struct python *p, const struct opening *o, bool keep) {
    uint32_t start = p->at + o->length, at = start;
    while (at < p->end && !closes_string(p, o, at)) {
        char c = p->text[at];
        if (c == '\n' && !o->triple) break;
        if (c == '\\' && at + 1 < p->end) {
            at += 2;
        } else if (o->formatted && (c == '{' || c == '}')) {
            bool doubled = at + 1 < p->end && p->text[at + 1] == c;
            uint32_t next = doubled ? at + 2 : c == '{' ? replacement_end(p, o, at) : at + 1;
            if (keep) add_python_piece(p, o, start, doubled ? at + 1 : at, false);
            if (keep && !doubled) add_python_piece(p, o, at, next, true);
            start = at = next;
        } else {
            at++;
        }
    }
    if (at > p->end) at = p->end;
    if (keep) add_python_piece(p, o, start, at, false);
    bool closed = at < p->end && p->text[at] == o->quote;
    p->at = closed ? at + (o->triple ? 3 : 1) : at;
    return closed;
}

/* ---- expressions ---- */

/* Skips whitespace, comments and continued lines. */
static char peek_python(struct python *p) {
    while (p->at < p->end) {
        char c = p->text[p->at];
        if (c == '#') {
            const char *newline = memchr(p->text + p->at, '\n', p->end - p->at);
            p->at = newline ? (uint32_t)(newline - p->text) : p->end;
        } else if (c == ' ' || c == '\\' || (c >= '\t' && c <= '\r')) {
            p->at++;
        } else {
            return c;
        }
    }
    return '\0';
}

/* Skips an argument, up to its `,` or `)`. */
static void skip_argument(struct python *p) {
    uint32_t depth = 0;
    for (char c = peek_python(p); c; c = peek_python(p)) {
        if (!depth && (c == ',' || c == ')')) return;
        bool in_name = p->at && cxx_in_name(p->text[p->at - 1]);
        struct opening o = {0};
        if (!in_name || c == '"' || c == '\'') o = opening_at(p, p->at);
        if (o.length) {
            (void)read_string(p, &o, false);
            continue;
        }
        depth += strchr("([{", c) != NULL;
        depth -= depth && strchr(")]}", c);
        p->at++;
    }
}

/* Reads literals that are adjacent, joined with `+`, or in parentheses. Returns false for anything
 * else. */
static bool read_sum(struct python *p) {
    enum { DEEPEST = 16 };
    uint32_t depth = 0, before = p->cxx->literals.count;
    bool wanted = true; /* a literal must follow */
    for (char c = peek_python(p); c; c = peek_python(p)) {
        struct opening o = opening_at(p, p->at);
        if (o.length) {
            if (!read_string(p, &o, true)) return false;
            wanted = false;
        } else if (c == '(' && wanted && depth < DEEPEST) {
            depth++;
            p->at++;
        } else if (c == ')' && depth && !wanted) {
            depth--;
            p->at++;
        } else if (c == '+' && !wanted) {
            wanted = true;
            p->at++;
        } else {
            break;
        }
    }
    return !wanted && !depth && p->cxx->literals.count > before;
}

/* An argument of a call: the literals of its text, or none if that is computed. */
struct argument {
    bool given;
    uint32_t first, count;
};

static struct argument read_argument(struct python *p) {
    struct argument a = {true, p->cxx->literals.count, 0};
    uint32_t start = p->at;
    bool known = read_sum(p);
    char c = peek_python(p);
    if (known && (c == ',' || c == ')')) {
        a.count = p->cxx->literals.count - a.first;
        return a;
    }
    p->cxx->literals.count = a.first;
    p->at = start;
    skip_argument(p);
    return a;
}

/* Reads `name =` before an argument, and returns the name, or an empty text. */
static struct text keyword_of_argument(struct python *p) {
    (void)peek_python(p);
    uint32_t start = p->at, end = start;
    while (end < p->end && cxx_in_name(p->text[end])) end++;
    p->at = end;
    if (end > start && peek_python(p) == '=' && p->at + 1 < p->end && p->text[p->at + 1] != '=') {
        p->at++;
        (void)peek_python(p);
        return (struct text){p->text + start, end - start};
    }
    p->at = start;
    return (struct text){p->text + start, 0};
}

/* ---- calls ---- */

/* A function that takes asm, and the positions of its arguments. */
struct taker {
    const char *name;
    uint32_t text, constraints;
};

static const struct taker *taker_at(const struct python *p, uint32_t start, uint32_t end) {
    static const struct taker takers[] = {{"inline_asm_elementwise", 0, 1},
                                          {"elementwise_inline_asm", 0, UINT32_MAX},
                                          {"inline_asm", 2, 3}};
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
        if (host_word_is(p->cxx, start, end, takers[i].name)) return &takers[i];
    return NULL;
}

static bool is_name_of_text(struct text name) {
    return text_is(name, "asm") || text_is(name, "asm_str") || text_is(name, "asm_string");
}

static bool is_after_def(const struct python *p, uint32_t at) {
    while (at && p->text[at - 1] == ' ') at--;
    return at >= 3 && !memcmp(p->text + at - 3, "def", 3);
}

static void give_constraints(struct python *p, struct cxx_asm *a, struct argument constraints) {
    const struct cxx_literal *l =
        constraints.count == 1 ? list_at(&p->cxx->literals, constraints.first) : NULL;
    if (l && l->form == CXX_LITERAL && !memchr(p->text + l->start, '\\', l->end - l->start))
        host_read_constraints(p->cxx, a, l->start, l->end);
    else
        a->place |= CXX_OPEN;
}

/* Reads the call whose name is [start, end). */
static void read_asm_call(struct python *p, const struct taker *taker, uint32_t start,
                          uint32_t end) {
    struct argument text = {0}, constraints = {0};
    uint32_t position = 0;
    p->at = end;
    if (peek_python(p) != '(' || is_after_def(p, start)) return;
    p->at++;
    for (char c = peek_python(p); c && c != ')'; c = peek_python(p)) {
        struct text name = keyword_of_argument(p);
        struct argument a = read_argument(p);
        if (is_name_of_text(name) || (!name.length && position == taker->text)) text = a;
        if (text_is(name, "constraints") || (!name.length && position == taker->constraints))
            constraints = a;
        position++;
        if (peek_python(p) != ',') break;
        p->at++;
    }
    if (peek_python(p) != ')' || !text.given) return;
    struct cxx_asm a = host_asm(p->cxx, start, end, CXX_DOLLAR);
    a.span.end = ++p->at;
    a.literal_first = text.first;
    a.literal_count = text.count;
    if (!text.count) a.reason = CXX_MACRO;
    give_constraints(p, &a, constraints);
    *(struct cxx_asm *)list_add(p->cxx->arena, &p->cxx->asms) = a;
}

static bool string_contains(struct text t, const char *word) {
    size_t n = strlen(word);
    for (const char *at = t.start, *end = t.start + t.length; (size_t)(end - at) >= n; at++) {
        at = memchr(at, *word, (size_t)(end - at) - n + 1);
        if (!at) return false;
        if (!memcmp(at, word, n)) return true;
    }
    return false;
}

/* CUDA C++ in a string: `RawKernel(r''' ... ''')`. */
static void read_cuda(struct python *p, const struct opening *o, uint32_t start, uint32_t end) {
    struct text t = {p->text + start, end - start};
    if (o->formatted || !cxx_has_asm(t.start, t.length)) return;
    if (!string_contains(t, "__device__") && !string_contains(t, "__global__")) return;
    if (!o->raw && memchr(t.start, '\\', t.length)) return;
    p->cxx->length = end;
    cxx_scan(p->cxx, start);
    p->cxx->length = p->end;
}

static bool starts_python_word(const struct python *p, char c) {
    return cxx_in_name(c) && !cxx_is_digit(c) && !(p->at && cxx_in_name(p->text[p->at - 1]));
}

/* Returns false if no call and no string can be found, because searching them is slower. */
static bool may_have_ptx(struct text t) {
    return cxx_has_asm(t.start, t.length) &&
           (string_contains(t, "_asm") || string_contains(t, "__device__") ||
            string_contains(t, "__global__"));
}

void host_find_python(struct cxx *cxx, struct diags *diags) {
    struct python python = {cxx, cxx->text, 0, cxx->length}, *p = &python;
    (void)diags;
    if (!may_have_ptx((struct text){cxx->text, cxx->length})) return;
    for (char c = peek_python(p); c || p->at < p->end; c = peek_python(p)) {
        struct opening o = {0};
        bool word = starts_python_word(p, c);
        if (word || c == '"' || c == '\'') o = opening_at(p, p->at);
        if (o.length) {
            uint32_t start = p->at + o.length;
            bool closed = read_string(p, &o, false);
            if (closed) read_cuda(p, &o, start, p->at - (o.triple ? 3 : 1));
        } else if (word) {
            uint32_t start = p->at;
            while (p->at < p->end && cxx_in_name(p->text[p->at])) p->at++;
            const struct taker *taker = taker_at(p, start, p->at);
            if (taker) read_asm_call(p, taker, start, p->at);
        } else {
            p->at++;
        }
    }
}
