/* SPDX-License-Identifier: Apache-2.0
 * PTX in Rust: `asm!("mov.u32 {x}, %tid.x;", x = out(reg32) x)`. Only nvptx has the register
 * classes reg16, reg32 and reg64; assembly with other classes is that of other processors. */
#include "embed/host/host.h"
#include <string.h>

struct rust {
    struct cxx *cxx;
    const char *text;
    uint32_t at, end;
};

/* ---- tokens ---- */

/* Returns the end of a comment, which may contain comments. */
static uint32_t rust_comment_end(const struct rust *r, uint32_t at) {
    if (r->text[at + 1] == '/') {
        const char *newline = memchr(r->text + at, '\n', r->end - at);
        return newline ? (uint32_t)(newline - r->text) : r->end;
    }
    uint32_t depth = 0;
    for (; at + 1 < r->end; at++) {
        bool opens = r->text[at] == '/' && r->text[at + 1] == '*';
        bool closes = r->text[at] == '*' && r->text[at + 1] == '/';
        if (!opens && !closes) continue;
        depth = opens ? depth + 1 : depth - 1;
        at++;
        if (!depth) return at + 1;
    }
    return r->end;
}

static char peek_rust(struct rust *r) {
    while (r->at < r->end) {
        char c = r->text[r->at], next = r->at + 1 < r->end ? r->text[r->at + 1] : '\0';
        if (c == '/' && (next == '/' || next == '*'))
            r->at = rust_comment_end(r, r->at);
        else if (c == ' ' || (c >= '\t' && c <= '\r'))
            r->at++;
        else
            return c;
    }
    return '\0';
}

/* Reads "..." or r#"..."# at r->at. Returns false if there is none, or if it is not closed. */
static bool read_rust_string(struct rust *r, struct cxx_literal *out) {
    uint32_t at = r->at, hashes = 0;
    bool raw = r->text[at] == 'r';
    at += raw;
    while (raw && at < r->end && r->text[at] == '#') at++, hashes++;
    if (at >= r->end || r->text[at] != '"') return false;
    *out = (struct cxx_literal){at + 1, at + 1, raw, CXX_LITERAL};
    for (at++; at < r->end; at++) {
        if (r->text[at] == '\\' && !raw) {
            at++;
            continue;
        }
        if (r->text[at] != '"') continue;
        uint32_t closing = 0;
        while (closing < hashes && at + 1 + closing < r->end && r->text[at + 1 + closing] == '#')
            closing++;
        if (closing < hashes) continue;
        out->end = at;
        r->at = at + 1 + hashes;
        return true;
    }
    r->at = r->end;
    return false;
}

/* Skips a character or the start of a lifetime at r->at, a `'`. */
static void skip_quote(struct rust *r) {
    enum { LONGEST = 10 };
    uint32_t at = r->at + 1;
    bool escaped = at < r->end && r->text[at] == '\\';
    at += escaped ? 2 : 1;
    while (at < r->end && at - r->at < LONGEST && (escaped || (unsigned char)r->text[at] >= 0x80) &&
           r->text[at] != '\'')
        at++;
    r->at = at < r->end && r->text[at] == '\'' ? at + 1 : r->at + 1;
}

static ptxc_span rust_word(struct rust *r) {
    (void)peek_rust(r);
    uint32_t start = r->at;
    while (r->at < r->end && cxx_in_name(r->text[r->at])) r->at++;
    return (ptxc_span){start, r->at};
}

/* Skips one token that is not a name. */
static void skip_token(struct rust *r, char c) {
    struct cxx_literal ignored;
    if (c == '\'')
        skip_quote(r);
    else if (c != '"' || !read_rust_string(r, &ignored))
        r->at++;
}

/* Skips an argument, up to its `,` or the bracket that closes the list. */
static void skip_expression(struct rust *r) {
    uint32_t depth = 0;
    struct cxx_literal ignored;
    for (char c = peek_rust(r); c; c = peek_rust(r)) {
        if (!depth && strchr(",)]}", c)) return;
        if (c == 'r' && read_rust_string(r, &ignored)) continue;
        if (cxx_in_name(c)) {
            (void)rust_word(r);
            continue;
        }
        depth += strchr("([{", c) != NULL;
        depth -= depth && strchr(")]}", c);
        skip_token(r, c);
    }
}

/* ---- arguments ---- */

static char letter_of_class(const struct rust *r, ptxc_span word) {
    if (host_word_is(r->cxx, word.start, word.end, "reg16")) return 'h';
    if (host_word_is(r->cxx, word.start, word.end, "reg32")) return 'r';
    return host_word_is(r->cxx, word.start, word.end, "reg64") ? 'l' : '\0';
}

/* What an operand does to its expression, in the order of `directions`. */
enum direction {
    DIRECTION_IN,
    DIRECTION_OUT,
    DIRECTION_LATEOUT,
    DIRECTION_INOUT,
    DIRECTION_INLATEOUT,
    DIRECTION_CONST,
    DIRECTION_SYM,
    DIRECTION_NONE
};

static enum direction direction_of(const struct rust *r, ptxc_span word) {
    static const char *const directions[] = {"in",        "out",   "lateout", "inout",
                                             "inlateout", "const", "sym"};
    uint32_t i = 0;
    while (i < DIRECTION_NONE && !host_word_is(r->cxx, word.start, word.end, directions[i])) i++;
    return (enum direction)i;
}

/* Reads `16` after `const`, if no other constant is there. */
static void read_rust_number(struct rust *r, struct cxx_operand *o) {
    (void)peek_rust(r);
    uint32_t before = r->at;
    ptxc_span word = rust_word(r);
    struct text number = text_at(r->text, word);
    char next = peek_rust(r);
    o->letter = 'n';
    o->has_value = number.length && next && strchr(",)]}", next);
    for (uint32_t i = 0; i < number.length; i++) o->has_value &= cxx_is_digit(number.start[i]);
    if (o->has_value) o->value = number;
    r->at = before;
}

/* Returns true at `(nostack, raw)` after `options`: braces are then plain characters. */
static bool has_option_raw(struct rust *r, ptxc_span word) {
    uint32_t before = r->at;
    bool raw = false;
    if (host_word_is(r->cxx, word.start, word.end, "options") && peek_rust(r) == '(') {
        do {
            r->at++;
            ptxc_span option = rust_word(r);
            raw |= host_word_is(r->cxx, option.start, option.end, "raw");
        } while (peek_rust(r) == ',');
    }
    r->at = before;
    return raw;
}

/* Reads `in(reg32) x`, `const N` or options(...). */
static void read_rust_operand(struct rust *r, struct cxx_asm *a, ptxc_span name) {
    ptxc_span word = rust_word(r);
    enum direction direction = direction_of(r, word);
    struct cxx_operand o = {.name = name, .constraint = word, .expression = {r->at, r->at}};
    if (direction < DIRECTION_CONST && peek_rust(r) == '(') {
        r->at++;
        o.letter = letter_of_class(r, rust_word(r));
        o.output = direction != DIRECTION_IN;
        o.input = direction == DIRECTION_IN || direction >= DIRECTION_INOUT;
        if (peek_rust(r) == ')') r->at++;
        o.constraint.end = r->at;
    }
    if (direction == DIRECTION_CONST) read_rust_number(r, &o);
    if (direction == DIRECTION_SYM) o.tied = true; /* a name, which fits everywhere */
    if (direction == DIRECTION_NONE && has_option_raw(r, word)) a->place &= (uint8_t)~CXX_BRACE;
    skip_expression(r);
    if (direction == DIRECTION_NONE) return;
    *(struct cxx_operand *)list_add(r->cxx->arena, &r->cxx->operands) = o;
    a->operand_count++;
}

/* Returns the name of `name = `, or NO_SPAN. */
static ptxc_span rust_operand_name(struct rust *r) {
    ptxc_span word = rust_word(r);
    if (word.end > word.start && peek_rust(r) == '=' && r->at + 1 < r->end &&
        r->text[r->at + 1] != '=') {
        r->at++;
        return word;
    }
    r->at = word.start;
    return NO_SPAN;
}

/* Each template string is a line. */
static void add_template(struct rust *r, struct cxx_asm *a, struct cxx_literal l) {
    struct list *literals = &r->cxx->literals;
    if (a->literal_count) {
        *(struct cxx_literal *)list_add(r->cxx->arena, literals) =
            (struct cxx_literal){l.start, l.start, false, CXX_BREAK};
        a->literal_count++;
    }
    *(struct cxx_literal *)list_add(r->cxx->arena, literals) = l;
    a->literal_count++;
}

/* Reads the arguments of the macro whose name is [start, end). */
static void read_rust_asm(struct rust *r, uint32_t start, uint32_t end) {
    struct cxx_asm a = host_asm(r->cxx, start, end, CXX_BRACE);
    struct cxx_literal l;
    bool templates = true;
    if (peek_rust(r) != '!') return;
    r->at++;
    char open = peek_rust(r), close;
    if (!open || !strchr("([{", open)) return;
    close = open == '(' ? ')' : open == '[' ? ']' : '}';
    r->at++;
    for (char c = peek_rust(r); c && c != close; c = peek_rust(r)) {
        if (templates && (c == '"' || c == 'r') && read_rust_string(r, &l)) {
            add_template(r, &a, l);
        } else {
            ptxc_span name = rust_operand_name(r);
            uint32_t word = r->at;
            read_rust_operand(r, &a, name);
            /* concat!(...) in place of a string */
            if (templates && !a.operand_count && memchr(r->text + word, '!', r->at - word))
                a.reason = CXX_MACRO;
            templates &= !a.operand_count;
        }
        if (peek_rust(r) != ',') break;
        r->at++;
    }
    if (peek_rust(r) != close) return;
    a.span.end = ++r->at;
    if (!a.literal_count) a.reason = CXX_MACRO;
    if (host_word_is(r->cxx, start, end, "global_asm")) {
        const struct cxx_literal *first =
            a.literal_count ? list_at(&r->cxx->literals, a.literal_first) : NULL;
        if (!first || !cxx_starts_part(text_at(r->text, (ptxc_span){first->start, first->end})))
            return;
        a.place |= CXX_WHOLE;
    } else if (!(a.place & CXX_BRACE)) {
        a.place |= CXX_DOLLAR; /* without braces there are no operands, and `%` is plain as well */
    }
    cxx_add_asm(r->cxx, &a);
}

/* Adds a string that is a module of PTX. */
static void read_rust_module(struct rust *r, struct cxx_literal l, uint32_t from) {
    struct text t = {r->text + l.start, l.end - l.start};
    if (!cxx_starts_module(t) || !cxx_contains(t, ".target")) return;
    struct cxx_asm a = host_asm(r->cxx, from, r->at, CXX_WHOLE);
    *(struct cxx_literal *)list_add(r->cxx->arena, &r->cxx->literals) = l;
    a.literal_count = 1;
    cxx_add_asm(r->cxx, &a);
}

void host_find_rust(struct cxx *cxx, struct diags *diags) {
    struct rust rust = {cxx, cxx->text, 0, cxx->length}, *r = &rust;
    struct cxx_literal l;
    (void)diags;
    if (!cxx_has_asm(cxx->text, cxx->length) &&
        !cxx_has_module((struct text){cxx->text, cxx->length}))
        return;
    for (char c = peek_rust(r); c || r->at < r->end; c = peek_rust(r)) {
        uint32_t from = r->at;
        if ((c == 'r' || c == '"') && read_rust_string(r, &l)) {
            read_rust_module(r, l, from);
            continue;
        }
        if (!cxx_in_name(c)) {
            skip_token(r, c);
            continue;
        }
        ptxc_span word = rust_word(r);
        if (host_word_is(cxx, word.start, word.end, "asm") ||
            host_word_is(cxx, word.start, word.end, "global_asm"))
            read_rust_asm(r, word.start, word.end);
    }
}
