/* SPDX-License-Identifier: Apache-2.0
 * Conditions of #if, as far as the architecture, the macros that nvcc always defines and those
 * that the caller defines decide them. All others may be true or false: their code is checked,
 * except for whether its target supports it. */
#include "embed/scan/scan.h"
#include "isa/tables.h"
#include <string.h>

enum { DEEPEST = 64 };

struct reader {
    const struct cxx *cxx;
    uint32_t at, end;
    int depth;
    bool broken;
};

/* A number that may be unknown. */
struct value {
    bool known;
    int64_t number;
};

static const struct value unknown = {false, 0};

static struct value known_number(int64_t n) { return (struct value){true, n}; }

static uint32_t skip(struct reader *r) {
    return r->at = cxx_skip_blank(r->cxx->text, r->at, r->end);
}

static bool takes_sign(struct reader *r, const char *sign) {
    uint32_t n = (uint32_t)strlen(sign);
    skip(r);
    if (r->end - r->at < n || memcmp(r->cxx->text + r->at, sign, n)) return false;
    r->at += n;
    return true;
}

static struct text read_identifier(struct reader *r) {
    uint32_t start = skip(r);
    while (r->at < r->end &&
           (cxx_in_name(r->cxx->text[r->at]) || (r->at > start && r->cxx->text[r->at] == '\'')))
        r->at++;
    return (struct text){r->cxx->text + start, r->at - start};
}

/* Returns true if the caller defines the macro. */
static bool is_defined_by_caller(const struct cxx *cxx, struct text name, struct text *value) {
    for (uint32_t i = cxx->define_count; i--;) {
        struct text d = cxx->defines[i];
        const char *equals = memchr(d.start, '=', d.length);
        uint32_t length = equals ? (uint32_t)(equals - d.start) : d.length;
        if (!text_same((struct text){d.start, length}, name)) continue;
        *value = equals ? (struct text){equals + 1, d.length - length - 1} : text_of("1");
        return true;
    }
    return false;
}

/* nvcc compiles a file for the host and for the device; only the device matters here. */
static struct value defined(const struct cxx *cxx, struct text name) {
    static const char *const always[] = {"__CUDA_ARCH__", "__CUDACC__", "__cplusplus", "__NVCC__"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (text_is(name, always[i])) return known_number(1);
    struct text value;
    return is_defined_by_caller(cxx, name, &value) ? known_number(1) : unknown;
}

static struct value value_of_literal(struct text t) {
    int64_t n = 0;
    if (!t.length) return unknown;
    for (uint32_t i = 0; i < t.length; i++) {
        bool suffix = i && strchr("uUlLzZ", t.start[i]);
        if (suffix || t.start[i] == '\'') continue;
        if (!cxx_is_digit(t.start[i]) || n > 1000000000) return unknown;
        n = 10 * n + (t.start[i] - '0');
    }
    return t.length > 1 && t.start[0] == '0' ? unknown : known_number(n);
}

static struct value macro(const struct cxx *cxx, struct text name) {
    if (text_is(name, "true")) return known_number(1);
    if (text_is(name, "false")) return known_number(0);
    if (text_is(name, "__CUDA_ARCH__") && cxx->arch >= 0)
        return known_number(10 * (int64_t)isa_targets[cxx->arch].number);
    struct text value;
    return is_defined_by_caller(cxx, name, &value) ? value_of_literal(value) : unknown;
}

static struct value either(struct reader *r);

static void skip_arguments(struct reader *r) {
    uint32_t open = 1;
    for (; r->at < r->end && open; r->at++) {
        open += r->cxx->text[r->at] == '(';
        open -= r->cxx->text[r->at] == ')';
    }
}

static struct value primary(struct reader *r) {
    if (++r->depth > DEEPEST) r->broken = true;
    struct value v = unknown;
    if (r->broken) return v;
    if (takes_sign(r, "!")) {
        v = primary(r);
        v.number = !v.number;
    } else if (takes_sign(r, "(")) {
        v = either(r);
        r->broken |= !takes_sign(r, ")");
    } else {
        struct text t = read_identifier(r);
        if (!t.length) {
            r->broken = true;
        } else if (text_is(t, "defined")) {
            bool bracket = takes_sign(r, "(");
            v = defined(r->cxx, read_identifier(r));
            if (bracket) r->broken |= !takes_sign(r, ")");
        } else if (cxx_is_digit(t.start[0])) {
            v = value_of_literal(t);
        } else {
            v = macro(r->cxx, t);
            if (takes_sign(r, "(")) {
                skip_arguments(r);
                v = unknown;
            }
        }
    }
    r->depth--;
    return v;
}

static struct value comparison(struct reader *r) {
    static const char *const signs[] = {">=", "<=", "==", "!=", ">", "<"};
    struct value a = primary(r);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!takes_sign(r, signs[i])) continue;
        struct value b = primary(r);
        if (!a.known || !b.known) return unknown;
        bool holds[] = {a.number >= b.number, a.number <= b.number, a.number == b.number,
                        a.number != b.number, a.number > b.number,  a.number < b.number};
        return known_number(holds[i]);
    }
    return a;
}

static struct value conjunction(struct reader *r) {
    struct value a = comparison(r);
    while (!r->broken && takes_sign(r, "&&")) {
        struct value b = comparison(r);
        bool no = (a.known && !a.number) || (b.known && !b.number);
        a = no ? known_number(0) : a.known && b.known ? known_number(1) : unknown;
    }
    return a;
}

static struct value either(struct reader *r) {
    struct value a = conjunction(r);
    while (!r->broken && takes_sign(r, "||")) {
        struct value b = conjunction(r);
        bool yes = (a.known && a.number) || (b.known && b.number);
        a = yes ? known_number(1) : a.known && b.known ? known_number(0) : unknown;
    }
    return a;
}

static enum cxx_truth truth(struct value v) {
    return !v.known ? CXX_MAYBE : v.number ? CXX_YES : CXX_NO;
}

enum cxx_truth cxx_evaluate(const struct cxx *cxx, uint32_t start, uint32_t end) {
    struct reader r = {.cxx = cxx, .at = start, .end = end};
    struct value v = either(&r);
    return r.broken || skip(&r) < r.end ? CXX_MAYBE : truth(v);
}

/* ---- directives ---- */

static enum cxx_truth not(enum cxx_truth t) {
    return t == CXX_MAYBE ? CXX_MAYBE
           : t == CXX_YES ? CXX_NO
                          : CXX_YES;
}

/* Recognizes `#ifndef X` followed by `#define X`: the guard of a header. */
static bool is_guard(const struct cxx *cxx, struct text name, uint32_t line_end) {
    struct reader r = {.cxx = cxx, .at = line_end, .end = cxx->length};
    if (!takes_sign(&r, "#") || !text_is(read_identifier(&r), "define")) return false;
    struct text other = read_identifier(&r);
    return text_same(other, name);
}

static enum cxx_truth if_defined(const struct cxx *cxx, uint32_t start, uint32_t end, bool wanted) {
    struct reader r = {.cxx = cxx, .at = start, .end = end};
    struct text name = read_identifier(&r);
    if (!wanted && is_guard(cxx, name, end)) return CXX_YES;
    enum cxx_truth t = truth(defined(cxx, name));
    return wanted ? t : not(t);
}

static void open(const struct cxx *cxx, struct cxx_condition **stack, enum cxx_truth t) {
    struct cxx_condition *c = arena_alloc(cxx->arena, sizeof *c);
    *c = (struct cxx_condition){*stack, (uint8_t)cxx_compiled(*stack), (uint8_t)t, (uint8_t)t};
    *stack = c;
}

/* Starts another branch, whose own condition is `t`. */
static void other_branch(struct cxx_condition *c, enum cxx_truth t) {
    if (!c) return;
    if (c->taken == CXX_YES || t == CXX_NO)
        c->now = CXX_NO;
    else
        c->now = (uint8_t)(c->taken == CXX_NO ? t : CXX_MAYBE);
    if (t == CXX_YES)
        c->taken = CXX_YES;
    else if (t == CXX_MAYBE && c->taken == CXX_NO)
        c->taken = CXX_MAYBE;
}

void cxx_directive(const struct cxx *cxx, struct cxx_condition **stack, uint32_t start,
                   uint32_t end, uint32_t line_end) {
    struct text word = {cxx->text + start, end - start};
    if (text_is(word, "if"))
        open(cxx, stack, cxx_evaluate(cxx, end, line_end));
    else if (text_is(word, "ifdef") || text_is(word, "ifndef"))
        open(cxx, stack, if_defined(cxx, end, line_end, text_is(word, "ifdef")));
    else if (text_is(word, "elif"))
        other_branch(*stack, cxx_evaluate(cxx, end, line_end));
    else if (text_is(word, "elifdef") || text_is(word, "elifndef"))
        other_branch(*stack, if_defined(cxx, end, line_end, text_is(word, "elifdef")));
    else if (text_is(word, "else"))
        other_branch(*stack, CXX_YES);
    else if (text_is(word, "endif") && *stack)
        *stack = (*stack)->outer;
}

enum cxx_truth cxx_otherwise(const struct cxx_condition *c) {
    return c ? not((enum cxx_truth)c->taken) : CXX_YES;
}

enum cxx_truth cxx_compiled(const struct cxx_condition *c) {
    if (!c) return CXX_YES;
    if (c->outside == CXX_NO || c->now == CXX_NO) return CXX_NO;
    return c->outside == CXX_MAYBE ? CXX_MAYBE : (enum cxx_truth)c->now;
}
