/* SPDX-License-Identifier: Apache-2.0
 * PTX in Python: calls of inline_asm_elementwise (Triton, PyTorch), inline_asm (CuTe DSL, MLIR) and
 * inline_ptx (MLIR), and modules of CUDA C++ and of PTX in strings. */
#include "embed/host/python.h"
#include "syntax/lexer.h"
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

static bool is_name_of_text(struct text name) {
    return text_is(name, "asm") || text_is(name, "asm_str") || text_is(name, "asm_string") ||
           text_is(name, "ptx_code");
}

static bool is_after_def(const struct python *p, uint32_t at) {
    while (at && p->text[at - 1] == ' ') at--;
    return at >= 3 && !memcmp(p->text + at - 3, "def", 3);
}

/* What a call passes as the text and as the constraints. */
struct python_call {
    struct python_value text, constraints;
    struct text text_name, constraints_name; /* the names that are passed, or empty */
};

/* Returns the constraints if they are a literal, otherwise NO_SPAN. */
static ptxc_span constraints_of(const struct python *p, const struct python_value *constraints) {
    const struct cxx_literal *l = constraints->count == 1 && constraints->pieces[0] == 1
                                      ? list_at(&p->cxx->literals, constraints->first[0])
                                      : NULL;
    if (l && l->form == CXX_LITERAL && !memchr(p->text + l->start, '\\', l->end - l->start))
        return (ptxc_span){l->start, l->end};
    return NO_SPAN;
}

/* Adds an asm for each text that the call may have. */
static void add_asm_calls(struct python *p, struct cxx_asm *call, const struct python_value *text,
                          ptxc_span constraints) {
    uint32_t known = 0;
    for (uint32_t i = 0; i < text->count; i++) known += text->pieces[i] > 0;
    for (uint32_t i = 0; i < text->count; i++) {
        struct cxx_asm a = *call;
        if (!text->pieces[i] && known) continue; /* the others are checked */
        a.literal_first = text->first[i];
        a.literal_count = text->pieces[i];
        a.operand_first = p->cxx->operands.count;
        if (!a.literal_count) a.reason = CXX_MACRO;
        if (span_is_none(constraints))
            a.place |= CXX_OPEN;
        else
            host_read_constraints(p->cxx, &a, constraints.start, constraints.end);
        cxx_add_asm(p->cxx, &a);
        if (!known) return;
    }
}

/* Returns the name that is the whole argument [start, p->at), or an empty text. */
static struct text name_of_argument(struct python *p, uint32_t start) {
    uint32_t end = p->at;
    p->at = start;
    struct text name = python_word(p);
    (void)python_peek(p);
    if (p->at != end) name.length = 0;
    p->at = end;
    return name;
}

/* Reads the arguments up to the `)`. Returns false if they do not contain a text. */
static bool read_arguments(struct python *p, const struct python_taker *taker,
                           struct python_call *call) {
    uint32_t position = 0;
    bool counted = true; /* the position of each argument is known */
    for (char c = python_peek(p); c && c != ')'; c = python_peek(p)) {
        counted &= c != '*';
        struct text name = keyword_of_argument(p);
        uint32_t start = p->at;
        bool at_text = counted && position == taker->text;
        bool at_constraints = counted && position == taker->constraints;
        if (name.length) {
            at_text =
                taker->text_name.length ? text_same(name, taker->text_name) : is_name_of_text(name);
            at_constraints = text_same(name, taker->constraints_name);
        }
        struct python_value v = python_read_value(p);
        if (at_text) {
            call->text = v;
            call->text_name = name_of_argument(p, start);
        } else if (at_constraints) {
            call->constraints = v;
            call->constraints_name = name_of_argument(p, start);
        }
        position++;
        if (python_peek(p) != ',') break;
        p->at++;
    }
    return python_peek(p) == ')' && call->text.given;
}

/* Reads the arguments of the call whose name is [start, end). */
static void read_asm_call(struct python *p, const struct python_taker *taker, uint32_t start,
                          uint32_t end) {
    struct python_call call = {0};
    uint32_t literals = p->cxx->literals.count;
    if (!read_arguments(p, taker, &call)) return;
    ptxc_span constraints = taker->given;
    if (span_is_none(constraints)) constraints = constraints_of(p, &call.constraints);
    struct cxx_asm a = host_asm(p->cxx, start, end, CXX_DOLLAR);
    a.span.end = ++p->at;
    if (!p->collects) {
        add_asm_calls(p, &a, &call.text, constraints);
        return;
    }
    if (call.text_name.length)
        python_add_wrapper(p, start, call.text_name, call.constraints_name, constraints);
    p->cxx->literals.count = literals;
}

/* Reads the word at p->at, and its arguments if it is a function that takes asm: `f(text)`, or
 * `partial(f, text=text)`. */
static void read_call_of_asm(struct python *p) {
    struct python_taker taker;
    struct text word = python_word(p);
    uint32_t start = (uint32_t)(word.start - p->text), end = p->at;
    bool is_partial = text_is(word, "partial");
    if (!is_partial && !python_find_taker(p, start, end, &taker)) return;
    if (python_peek(p) != '(' || is_after_def(p, start)) return;
    p->at++;
    if (is_partial) {
        (void)python_peek(p);
        uint32_t inside = p->at;
        word = python_word(p);
        start = (uint32_t)(word.start - p->text);
        end = p->at;
        if (!python_find_taker(p, start, end, &taker) || python_peek(p) != ',') {
            p->at = inside;
            return;
        }
        p->at++;
    }
    read_asm_call(p, &taker, start, end);
}

/* ---- modules in strings ---- */

/* Writes what a string contains over the string itself in a copy of the text, with the same length,
 * so that each position stays what it is. Returns the copy. */
static char *decode_string(struct python *p, const struct python_opening *o, uint32_t start,
                           uint32_t end) {
    char *text = cxx_own_text(p->cxx);
    for (uint32_t at = start; at < end;) {
        char c = text[at];
        if (c == '\\' && !o->raw) {
            at = cxx_decode_escape(text, at, end);
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
    p->cxx->nested = how.formatted || changes; /* a bracket may be in what is inserted */
    cxx_scan(p->cxx, start);
    p->cxx->nested = false;
    p->cxx->length = p->end;
    for (uint32_t i = first; changes && i < p->cxx->asms.count; i++)
        ((struct cxx_asm *)list_at(&p->cxx->asms, i))->reason = CXX_MACRO;
}

static bool is_cuda(struct text t) {
    return cxx_has_asm(t.start, t.length) &&
           (cxx_contains(t, "__device__") || cxx_contains(t, "__global__"));
}

/* Where the text that is read is. */
enum python_place { IN_FILE, IN_STRING, IN_TEMPLATE };

static void find_python(struct cxx *cxx, uint32_t from, enum python_place place);

/* Returns true if a string at `at` is a value, not the description of a function. */
static bool is_value(const struct python *p, uint32_t at) {
    while (at > p->start && is_space_byte(p->text[at - 1])) at--;
    return at > p->start && strchr("=([,+", p->text[at - 1]);
}

/* Python in a string, which a program writes to a file or executes. If it is a `template`, its
 * strings contain fields. */
static void read_inner(struct python *p, const struct python_opening *o, uint32_t start,
                       uint32_t end, bool template) {
    struct python_opening plain = {.raw = o->raw};
    if (!o->raw && memchr(p->text + start, '\\', end - start))
        p->cxx->text = p->text = decode_string(p, &plain, start, end);
    p->cxx->length = end;
    find_python(p->cxx, start, template ? IN_TEMPLATE : IN_STRING);
    p->cxx->length = p->end;
}

/* Returns true if the string [start, end) contains calls that take asm, and is complete. p->at is
 * behind it. */
static bool is_python(struct python *p, const struct python_opening *o, uint32_t start,
                      uint32_t end) {
    bool formatted = false;
    struct text t = {p->text + start, end - start};
    if (p->in_string || !o->triple ||
        !(cxx_contains(t, "inline_asm(") || cxx_contains(t, "inline_asm_elementwise(")))
        return false;
    return is_value(p, start - o->length) && !is_template(p, &formatted);
}

/* A function may format a string that it is given; doubled braces show that. */
static bool has_fields(struct python *p, const struct python_opening *o, struct text t) {
    bool formatted = o->formatted || cxx_contains(t, "{{");
    (void)is_template(p, &formatted);
    return formatted;
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
    } else if (is_python(p, o, inside, end)) {
        read_inner(p, o, inside, end, has_fields(p, o, t));
    }
}

static bool starts_python_word(const struct python *p, char c) {
    return cxx_in_name(c) && !cxx_is_digit(c) && !(p->at && cxx_in_name(p->text[p->at - 1]));
}

/* Returns false if no call and no string can be found, because searching them is slower. */
static bool may_have_ptx(struct text t) {
    if (cxx_has_module(t)) return true;
    if (cxx_contains(t, "inline_ptx(")) return true;
    return cxx_has_asm(t.start, t.length) &&
           (cxx_contains(t, "_asm") || cxx_contains(t, "__device__") ||
            cxx_contains(t, "__global__"));
}

/* Reads the calls and the strings from p->at to the end. */
static void read_python(struct python *p) {
    for (char c = python_peek(p); c || p->at < p->end; c = python_peek(p)) {
        struct python_opening o = {0};
        bool word = starts_python_word(p, c);
        if (word || c == '"' || c == '\'') o = python_opening_at(p, p->at);
        if (o.length && p->collects)
            (void)python_read_string(p, &o, false);
        else if (o.length)
            read_loose_string(p, &o);
        else if (word)
            read_call_of_asm(p);
        else
            p->at++;
    }
}

/* Finds the wrappers, and wrappers of wrappers. */
static void find_wrappers(struct python *p, uint32_t from) {
    enum { DEEPEST_WRAPPER = 3 };
    p->collects = true;
    for (uint32_t i = 0, before = UINT32_MAX; i < DEEPEST_WRAPPER && p->wrappers.count != before;
         i++) {
        before = p->wrappers.count;
        p->at = from;
        read_python(p);
    }
    p->collects = false;
    p->at = from;
}

static void find_python(struct cxx *cxx, uint32_t from, enum python_place place) {
    struct python python = {.cxx = cxx,
                            .text = cxx->text,
                            .start = from,
                            .at = from,
                            .end = cxx->length,
                            .in_string = place != IN_FILE,
                            .applied.by_method = place == IN_TEMPLATE};
    struct text text = {cxx->text + from, cxx->length - from};
    if (!may_have_ptx(text)) return;
    list_init(&python.wrappers, sizeof(struct python_taker));
    if (cxx_contains(text, "_asm")) find_wrappers(&python, from);
    read_python(&python);
}

void host_find_python_from(struct cxx *cxx, uint32_t from) { find_python(cxx, from, IN_FILE); }

void host_find_python(struct cxx *cxx, struct diags *diags) {
    (void)diags;
    find_python(cxx, 0, IN_FILE);
}
