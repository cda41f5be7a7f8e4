/* SPDX-License-Identifier: Apache-2.0
 * PTX in Python: calls of inline_asm_elementwise (Triton, PyTorch), inline_asm (CuTe DSL, MLIR) and
 * inline_ptx (MLIR), and modules of CUDA C++ and of PTX in strings. */
#include "embed/host/python.h"
#include <string.h>

/* Reads `name =` before an argument, and returns the name, or an empty text. */
static struct text keyword_of_argument(struct python *p) {
    (void)python_peek(p);
    uint32_t start = p->at, end = start;
    while (end < p->end && cxx_in_name(p->text[end])) end++;
    p->at = end;
    if (end > start && python_peek(p) == '=' && p->at + 1 < p->end && p->text[p->at + 1] != '=') {
        p->at++;
        (void)python_peek(p);
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
                                          {"inline_asm", 2, 3},
                                          {"inline_ptx", UINT32_MAX, UINT32_MAX}};
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
        if (host_word_is(p->cxx, start, end, takers[i].name)) return &takers[i];
    return NULL;
}

static bool is_name_of_text(struct text name) {
    return text_is(name, "asm") || text_is(name, "asm_str") || text_is(name, "asm_string") ||
           text_is(name, "ptx_code");
}

static bool is_after_def(const struct python *p, uint32_t at) {
    while (at && p->text[at - 1] == ' ') at--;
    return at >= 3 && !memcmp(p->text + at - 3, "def", 3);
}

static void give_constraints(struct python *p, struct cxx_asm *a,
                             const struct python_value *constraints) {
    const struct cxx_literal *l = constraints->count == 1 && constraints->pieces[0] == 1
                                      ? list_at(&p->cxx->literals, constraints->first[0])
                                      : NULL;
    if (l && l->form == CXX_LITERAL && !memchr(p->text + l->start, '\\', l->end - l->start))
        host_read_constraints(p->cxx, a, l->start, l->end);
    else
        a->place |= CXX_OPEN;
}

/* Adds an asm for each text that the call may have. */
static void add_asm_calls(struct python *p, struct cxx_asm *call, const struct python_value *text,
                          const struct python_value *constraints) {
    uint32_t known = 0;
    for (uint32_t i = 0; i < text->count; i++) known += text->pieces[i] > 0;
    for (uint32_t i = 0; i < text->count; i++) {
        struct cxx_asm a = *call;
        if (!text->pieces[i] && known) continue; /* the others are checked */
        a.literal_first = text->first[i];
        a.literal_count = text->pieces[i];
        a.operand_first = p->cxx->operands.count;
        if (!a.literal_count) a.reason = CXX_MACRO;
        give_constraints(p, &a, constraints);
        cxx_add_asm(p->cxx, &a);
        if (!known) return;
    }
}

/* Reads the call whose name is [start, end). */
static void read_asm_call(struct python *p, const struct taker *taker, uint32_t start,
                          uint32_t end) {
    struct python_value text = {0}, constraints = {0};
    uint32_t position = 0;
    p->at = end;
    if (python_peek(p) != '(' || is_after_def(p, start)) return;
    p->at++;
    for (char c = python_peek(p); c && c != ')'; c = python_peek(p)) {
        struct text name = keyword_of_argument(p);
        struct python_value v = python_read_value(p);
        if (is_name_of_text(name) || (!name.length && position == taker->text)) text = v;
        if (text_is(name, "constraints") || (!name.length && position == taker->constraints))
            constraints = v;
        position++;
        if (python_peek(p) != ',') break;
        p->at++;
    }
    if (python_peek(p) != ')' || !text.given) return;
    struct cxx_asm a = host_asm(p->cxx, start, end, CXX_DOLLAR);
    a.span.end = ++p->at;
    add_asm_calls(p, &a, &text, &constraints);
}

/* ---- modules in strings ---- */

/* Writes spaces and the character that the escape at `at` stands for. Returns what follows it. */
static uint32_t decode_escape(char *text, uint32_t at, uint32_t end) {
    if (end - at < 2) return end;
    char next = text[at + 1];
    bool quotes = next == '\\' && end - at >= 4 && text[at + 2] == '\\' && text[at + 3] == '"';
    if (quotes) { /* \\\" is \", which must stay together */
        memset(text + at, ' ', 2);
        return at + 4;
    }
    if (next && strchr("nrtabfv\n", next)) text[at + 1] = next == 'n' || next == '\n' ? '\n' : ' ';
    if (next && strchr("nrtabfv\n\\'\"", next)) text[at] = ' '; /* others are rare */
    return at + 2;
}

/* Writes what a string contains over the string itself, with the same length, so that each position
 * stays what it is. Returns the new text. */
static char *decode_string(struct python *p, const struct python_opening *o, uint32_t start,
                           uint32_t end) {
    char *text = arena_alloc(p->cxx->arena, p->end + 1);
    memcpy(text, p->text, p->end + 1);
    for (uint32_t at = start; at < end;) {
        char c = text[at];
        if (c == '\\' && !o->raw) {
            at = decode_escape(text, at, end);
        } else if (o->formatted && (c == '{' || c == '}')) {
            bool doubled = at + 1 < end && text[at + 1] == c;
            uint32_t next = doubled ? at + 2 : at + 1, depth = !doubled;
            for (; c == '{' && depth && next < end; next++)
                depth = depth + (text[next] == '{') - (text[next] == '}');
            if (doubled)
                text[at + 1] = ' ';
            else
                memset(text + at, CXX_UNKNOWN_BYTE, next - at);
            at = next;
        } else {
            at++;
        }
    }
    return text;
}

/* Returns true if what follows a string replaces parts of it: `% x`, `.format(x)`. */
static bool is_template(struct python *p, bool *formatted) {
    uint32_t at = p->at;
    char c = python_peek(p);
    bool changes = c == '%';
    if (c == '.') {
        p->at++;
        struct text method = python_word(p);
        *formatted |= text_is(method, "format");
        changes = text_is(method, "replace") || text_is(method, "substitute");
    }
    p->at = at;
    return changes;
}

/* CUDA C++ in a string: `RawKernel(r''' ... ''')`. p->at is behind it. */
static void read_cuda(struct python *p, const struct python_opening *o, uint32_t start,
                      uint32_t end) {
    struct python_opening how = *o;
    uint32_t first = p->cxx->asms.count;
    bool changes = is_template(p, &how.formatted);
    if (how.formatted || (!o->raw && memchr(p->text + start, '\\', end - start)))
        p->cxx->text = p->text = decode_string(p, &how, start, end);
    p->cxx->length = end;
    cxx_scan(p->cxx, start);
    p->cxx->length = p->end;
    for (uint32_t i = first; changes && i < p->cxx->asms.count; i++)
        ((struct cxx_asm *)list_at(&p->cxx->asms, i))->reason = CXX_MACRO;
}

static bool is_cuda(struct text t) {
    return cxx_has_asm(t.start, t.length) &&
           (cxx_contains(t, "__device__") || cxx_contains(t, "__global__"));
}

/* PTX in a string that starts at `start`: `.version 8.0 .target sm_90`. */
static void read_ptx(struct python *p, uint32_t start) {
    p->at = start;
    struct cxx_asm a = host_asm(p->cxx, start, start, CXX_WHOLE);
    bool known = python_read_sum(p);
    a.span.end = a.keyword.end = p->at;
    if (!cxx_contains(text_at(p->text, a.span), ".target")) return;
    for (uint32_t i = a.literal_first; i < p->cxx->literals.count; i++)
        known &= ((struct cxx_literal *)list_at(&p->cxx->literals, i))->form != CXX_HOLE;
    if (known)
        a.literal_count = p->cxx->literals.count - a.literal_first;
    else
        a.reason = CXX_MACRO;
    cxx_add_asm(p->cxx, &a);
}

/* Reads a string at p->at, outside of any call that takes asm. */
static void read_loose_string(struct python *p, const struct python_opening *o) {
    uint32_t start = p->at, inside = p->at + o->length;
    if (!python_read_string(p, o, false)) return;
    uint32_t after = p->at, end = after - (o->triple ? 3 : 1);
    struct text t = {p->text + inside, end - inside};
    if (cxx_starts_module(t)) {
        read_ptx(p, start);
        if (p->at < after) p->at = after;
    } else if (is_cuda(t)) {
        read_cuda(p, o, inside, end);
    }
}

static bool starts_python_word(const struct python *p, char c) {
    return cxx_in_name(c) && !cxx_is_digit(c) && !(p->at && cxx_in_name(p->text[p->at - 1]));
}

/* Returns false if no call and no string can be found, because searching them is slower. */
static bool may_have_ptx(struct text t) {
    if (cxx_contains(t, ".version")) return true;
    if (cxx_contains(t, "inline_ptx")) return true;
    return cxx_has_asm(t.start, t.length) &&
           (cxx_contains(t, "_asm") || cxx_contains(t, "__device__") ||
            cxx_contains(t, "__global__"));
}

void host_find_python_from(struct cxx *cxx, uint32_t from) {
    struct python python = {.cxx = cxx, .text = cxx->text, .at = from, .end = cxx->length};
    struct python *p = &python;
    if (!may_have_ptx((struct text){cxx->text + from, cxx->length - from})) return;
    for (char c = python_peek(p); c || p->at < p->end; c = python_peek(p)) {
        struct python_opening o = {0};
        bool word = starts_python_word(p, c);
        if (word || c == '"' || c == '\'') o = python_opening_at(p, p->at);
        if (o.length) {
            read_loose_string(p, &o);
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

void host_find_python(struct cxx *cxx, struct diags *diags) {
    (void)diags;
    host_find_python_from(cxx, 0);
}
