/* SPDX-License-Identifier: Apache-2.0
 * Reads one asm statement: its literals, operands and clobbers. Expressions are skipped. */
#include "embed/scan/scan.h"
#include <string.h>

enum { LONGEST_EXPRESSION = 4096 };

struct reader {
    struct cxx *cxx;
    const char *text;
    uint32_t at, limit;
    struct cxx_asm *out;
    struct cxx_branches *branches; /* NULL: there are no directives */
};

static char peek(struct reader *r) {
    for (;;) {
        if (r->branches && r->branches->is_unclear) return '\0';
        r->at = cxx_skip_blank(r->text, r->at, r->limit);
        if (r->at >= r->limit) return '\0';
        if (r->text[r->at] != '#' || !r->branches || !cxx_starts_line(r->text, r->at))
            return r->text[r->at];
        r->at = cxx_read_branch(r->branches, r->cxx, r->at, r->limit);
    }
}

static bool takes_char(struct reader *r, char c) {
    if (peek(r) != c) return false;
    r->at++;
    return true;
}

static struct text read_asm_word(struct reader *r) {
    peek(r);
    uint32_t start = r->at;
    while (r->at < r->limit && cxx_in_name(r->text[r->at])) r->at++;
    return (struct text){r->text + start, r->at - start};
}

/* Reads a literal with its prefix, and sets *from to its start. Returns false if there is none. */
static bool read_literal(struct reader *r, struct cxx_literal *out, uint32_t *from) {
    static const char *const prefixes[] = {"", "R", "L", "u", "U", "u8", "LR", "uR", "UR", "u8R"};
    peek(r);
    uint32_t start = r->at;
    struct text prefix = read_asm_word(r);
    bool known = false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        known |= text_is(prefix, prefixes[i]);
    if (!known || r->at >= r->limit || r->text[r->at] != '"') {
        r->at = start;
        return false;
    }
    uint32_t quote = r->at;
    r->at = cxx_skip_literal(r->text, quote, r->limit, out);
    *from = start;
    if (r->at > out->end && r->text[r->at - 1] == '"') return true;
    r->out->cut = (ptxc_span){quote, quote + 1};
    r->out->reason = CXX_CUT;
    return false;
}

static void add_literal(struct reader *r, struct cxx_literal one) {
    *(struct cxx_literal *)list_add(r->cxx->arena, &r->cxx->literals) = one;
    r->out->literal_count++;
}

/* Adds a literal, and what is unknown in it as pieces of its own. */
static void add_pieces(struct reader *r, struct cxx_literal one) {
    uint32_t end = one.end;
    const char *found;
    while ((found = memchr(r->text + one.start, CXX_UNKNOWN_BYTE, end - one.start))) {
        uint32_t at = (uint32_t)(found - r->text), behind = at;
        while (behind < end && r->text[behind] == CXX_UNKNOWN_BYTE) behind++;
        if (at > one.start) add_literal(r, (struct cxx_literal){one.start, at, one.raw, one.form});
        add_literal(r, (struct cxx_literal){at, behind, one.raw, CXX_HOLE});
        one.start = behind;
    }
    if (end > one.start || !r->out->literal_count) add_literal(r, one);
}

/* A macro at the end of the text may contain the `:` and operands. */
static void open_operands(const struct reader *r) {
    if (!r->out->literal_count) return;
    const struct cxx_literal *last = list_at(&r->cxx->literals, r->cxx->literals.count - 1);
    if (last->form == CXX_HOLE && r->text[last->start] != CXX_UNKNOWN_BYTE)
        r->out->place |= CXX_OPEN;
}

/* Reads all adjacent literals. */
static bool literals(struct reader *r) {
    struct cxx_literal one = {0};
    uint32_t from;
    for (;;) {
        if (read_literal(r, &one, &from))
            add_pieces(r, one);
        else if (r->out->reason == CXX_CUT || !cxx_add_macro(r->cxx, &r->at, r->limit, r->out))
            break;
    }
    open_operands(r);
    /* While the closing quote is not typed yet, an editor asks about the text. */
    if (r->out->reason == CXX_CUT && !one.raw) add_pieces(r, one);
    return r->out->literal_count > 0;
}

/* Reads from after `(` up to its `)`, including lambdas, which contain statements. Returns false if
 * the `)` is missing. */
static bool read_expression(struct reader *r, ptxc_span *inside) {
    uint32_t depth = 1, braces = 0, start = r->at;
    struct cxx_literal ignored;
    while (r->at < r->limit && r->at - start < LONGEST_EXPRESSION) {
        char c = peek(r);
        if (c == '"' || c == '\'') {
            bool separator = c == '\'' && r->at > start && cxx_in_name(r->text[r->at - 1]);
            r->at = separator ? r->at + 1 : cxx_skip_literal(r->text, r->at, r->limit, &ignored);
            continue;
        }
        if ((c == ';' && !braces) || !c) return false;
        braces += c == '{';
        braces -= c == '}' && braces;
        depth += c == '(';
        depth -= c == ')';
        r->at++;
        if (depth) continue;
        *inside = (ptxc_span){start, r->at - 1};
        return true;
    }
    return false;
}

static int base_of(struct text *t) {
    if (t->length < 2 || t->start[0] != '0') return 10;
    char c = t->start[1];
    int base = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : 8;
    uint32_t prefix = base == 8 ? 1 : 2;
    if (base == 8 && !cxx_is_digit(c) && c != '\'') return 10; /* 0u */
    t->start += prefix;
    t->length -= prefix;
    return base;
}

/* Reads 16, 0x10, 0b1'0000, 16u, 16L. Numbers that do not fit an int are not read, because their
 * sign depends on the type. */
static bool read_number_text(struct text t, uint32_t *value, bool *is_unsigned) {
    int base = base_of(&t);
    uint32_t i = 0, digits = 0;
    *value = 0;
    *is_unsigned = false;
    for (; i < t.length; i++) {
        if (t.start[i] == '\'') continue;
        int digit = cxx_digit(t.start[i]);
        if (digit >= base) break;
        uint64_t next = (uint64_t)*value * (uint64_t)base + (uint64_t)digit;
        if (next > INT32_MAX) return false;
        *value = (uint32_t)next;
        digits++;
    }
    for (; i < t.length && strchr("uUlL", t.start[i]); i++)
        *is_unsigned |= t.start[i] == 'u' || t.start[i] == 'U';
    return (digits || base == 8) && i == t.length;
}

static bool is_word_of_cxx(const struct reader *r, ptxc_span s) {
    uint32_t at = s.start;
    while (at < s.end && cxx_in_name(r->text[at])) at++;
    return at == s.end;
}

/* Returns the number if an expression is only a number, as the compiler writes it. */
static bool plain_number(const struct reader *outer, ptxc_span inside, struct text *out) {
    struct reader r = {outer->cxx, outer->text, inside.start, inside.end, outer->out, NULL};
    enum { MOST_BRACKETS = 16 };
    uint32_t brackets = 0, value;
    bool is_unsigned;
    ptxc_span body = inside.start < inside.end && is_word_of_cxx(outer, inside)
                         ? cxx_macro_body(r.cxx, text_at(r.text, inside))
                         : NO_SPAN;
    if (!span_is_none(body)) r = (struct reader){r.cxx, r.text, body.start, body.end, r.out, NULL};
    while (brackets < MOST_BRACKETS && takes_char(&r, '(')) brackets++;
    bool minus = takes_char(&r, '-');
    if (!cxx_is_digit(peek(&r))) return false;
    uint32_t start = r.at;
    while (r.at < r.limit && (cxx_in_name(r.text[r.at]) || r.text[r.at] == '\'')) r.at++;
    if (!read_number_text((struct text){r.text + start, r.at - start}, &value, &is_unsigned))
        return false;
    while (brackets && takes_char(&r, ')')) brackets--;
    peek(&r);
    if (brackets || r.at != r.limit || (minus && is_unsigned)) return false;
    struct text_builder b = build_in_arena(r.cxx->arena);
    build_number(&b, minus ? -(int64_t)value : value);
    *out = built_text(&b);
    return true;
}

/* Reads "=r", "+l", "=&f", "n", "0". */
static void read_constraint(const struct reader *r, const struct cxx_literal *l, bool output,
                            struct cxx_operand *o) {
    uint32_t letters = 0;
    o->output = output;
    o->input = !output;
    for (uint32_t i = l->start; i < l->end; i++) {
        char c = r->text[i];
        if (c == '+') o->input = true;
        if (c == '=' || c == '+' || c == '&' || c == '%' || c == ' ') continue;
        letters++;
        if (cxx_is_digit(c))
            o->tied = true;
        else
            o->letter = c;
    }
    if (letters != 1 || o->tied || !strchr("bhrlqfdnC", o->letter)) o->letter = 0;
}

/* Reads a macro that stands for one of several constraints. */
static bool read_constraint_macro(struct reader *r, bool output, uint32_t *from,
                                  struct cxx_operand *o) {
    struct cxx_literal l;
    *from = r->at;
    struct text word = read_asm_word(r);
    uint32_t count = word.length ? cxx_macro_literals(r->cxx, word, &l) : 0;
    if (count == 1) read_constraint(r, &l, output, o);
    o->output = output;
    o->tied |= count > 1; /* its type is unknown */
    o->input |= !output || count > 1;
    if (!count) r->at = *from;
    return count > 0;
}

static bool read_asm_operand(struct reader *r, bool output) {
    struct cxx_operand o = {.name = NO_SPAN};
    struct cxx_literal l;
    uint32_t from;
    ptxc_span inside;
    if (takes_char(r, '[')) {
        struct text name = read_asm_word(r);
        o.name = (ptxc_span){r->at - name.length, r->at};
        if (!takes_char(r, ']')) return false;
    }
    if (read_literal(r, &l, &from))
        read_constraint(r, &l, output, &o);
    else if (!read_constraint_macro(r, output, &from, &o))
        return false;
    o.constraint = (ptxc_span){from, r->at};
    if (!takes_char(r, '(') || !read_expression(r, &inside)) return false;
    o.expression = inside;
    o.has_value = o.letter == 'n' && plain_number(r, inside, &o.value);
    *(struct cxx_operand *)list_add(r->cxx->arena, &r->cxx->operands) = o;
    r->out->operand_count++;
    return true;
}

/* Reads outputs or inputs, up to the next `:` or the end. nvcc accepts a missing comma. */
static bool read_asm_operands(struct reader *r, bool output) {
    for (char c = peek(r); c != ':' && c != ')'; c = peek(r)) {
        if (!read_asm_operand(r, output)) return false;
        takes_char(r, ',');
    }
    return true;
}

static bool clobbers(struct reader *r) {
    struct cxx_literal l;
    uint32_t from;
    if (peek(r) == ')') return true;
    do {
        if (!read_literal(r, &l, &from)) return false;
        if (text_is((struct text){r->text + l.start, l.end - l.start}, "memory"))
            r->out->memory = true;
        else if (span_is_none(r->out->clobber))
            r->out->clobber = (ptxc_span){from, r->at};
    } while (takes_char(r, ','));
    return true;
}

/* Skips macros that stand for operands, up to the end of the statement. */
static bool skip_operands(struct reader *r) {
    ptxc_span ignored;
    char c = peek(r);
    if (r->out->reason == CXX_CUT || !(cxx_in_name(c) || c == CXX_UNKNOWN_BYTE)) return false;
    r->out->place |= CXX_OPEN;
    return read_expression(r, &ignored);
}

/* Reads what follows the literals of the text. */
static bool rest(struct reader *r) {
    if (takes_char(r, ')')) return true;
    if (!takes_char(r, ':')) return false;
    r->out->has_operands = true;
    if (!read_asm_operands(r, true) || (takes_char(r, ':') && !read_asm_operands(r, false)))
        return skip_operands(r);
    if (takes_char(r, ':') && !clobbers(r)) return false;
    return takes_char(r, ')');
}

/* Reads volatile, __volatile__, inline, goto. Returns false for another word. */
static bool qualifiers(struct reader *r) {
    for (;;) {
        struct text w = read_asm_word(r);
        if (!w.length) return true;
        if (text_is(w, "volatile") || text_is(w, "__volatile__") || text_is(w, "__volatile"))
            r->out->is_volatile = true;
        else if (text_is(w, "goto"))
            r->out->reason = CXX_GOTO;
        else if (!text_is(w, "inline") && !text_is(w, "__inline__") && !text_is(w, "__inline"))
            return false;
    }
}

/* Finds out why the statement cannot be read: there is a macro at r->at, or something that cannot
 * start a macro. */
static void cannot_read(struct reader *r) {
    char c = peek(r);
    bool ended = r->at >= r->limit;
    if (r->out->reason == CXX_CUT) return;
    r->out->reason = CXX_MACRO;
    if (!ended && c == ')') r->out->reason = CXX_OTHER; /* asm() */
    if (ended ? r->limit < r->cxx->length : !c || cxx_in_name(c) || strchr("\"():,[]#\\", c))
        return;
    r->out->reason = CXX_CUT;
    r->out->cut = ended ? r->out->keyword : (ptxc_span){r->at, r->at + 1};
}

void cxx_read_strings(struct cxx *cxx, uint32_t start, uint32_t limit, struct cxx_asm *out) {
    struct reader r = {cxx, cxx->text, start, limit, out, NULL};
    *out = (struct cxx_asm){.span = {start, start},
                            .keyword = {start, start},
                            .clobber = NO_SPAN,
                            .cut = NO_SPAN,
                            .any_target = true,
                            .place = CXX_WHOLE,
                            .literal_first = cxx->literals.count,
                            .operand_first = cxx->operands.count};
    (void)literals(&r);
    out->span.end = out->keyword.end = r.at;
    char c = peek(&r);
    /* More text follows, or comes before. */
    uint32_t before = start;
    while (before && (cxx->text[before - 1] == ' ' || cxx->text[before - 1] == '\n')) before--;
    bool joined = c == '+' || c == '<' || c == '%' || cxx_in_name(c) ||
                  (before && (cxx->text[before - 1] == '+' || cxx->text[before - 1] == '<'));
    for (uint32_t i = 0; i < out->literal_count; i++) {
        const struct cxx_literal *l = list_at(&cxx->literals, out->literal_first + i);
        joined |= l->form == CXX_HOLE;
    }
    if (joined || out->reason != CXX_CHECKED) out->reason = CXX_MACRO;
}

bool cxx_read_asm(struct cxx *cxx, uint32_t start, uint32_t end, uint32_t limit,
                  struct cxx_branches *branches, struct cxx_asm *out) {
    struct reader r = {cxx, cxx->text, end, limit, out, limit < cxx->length ? NULL : branches};
    *out = (struct cxx_asm){.span = {start, end},
                            .keyword = {start, end},
                            .clobber = NO_SPAN,
                            .cut = NO_SPAN,
                            .literal_first = cxx->literals.count,
                            .operand_first = cxx->operands.count};
    if (!qualifiers(&r) || !takes_char(&r, '(')) return false;
    if (out->reason != CXX_GOTO && (!literals(&r) || !rest(&r))) cannot_read(&r);
    out->span.end = r.at;
    if (branches->is_open || branches->is_unclear) { /* the scan reads the directives */
        branches->is_unclear = true;
        out->span.end = branches->first;
        if (out->reason != CXX_GOTO) out->reason = CXX_MACRO;
        out->cut = NO_SPAN;
    }
    return true;
}

/* ---- holes of an asm ---- */

void cxx_add_asm(struct cxx *cxx, struct cxx_asm *a) {
    enum { MOST_HOLES = 1024 };
    a->hole_count = 0;
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&cxx->literals, a->literal_first + i);
        if (l->form != CXX_HOLE) continue;
        ptxc_span at = {l->start, l->end};
        uint32_t known = 0;
        while (known < a->hole_count &&
               !text_same(text_at(cxx->text, cxx_hole_at(cxx, a, known)->expression),
                          text_at(cxx->text, at)))
            known++;
        if (known < a->hole_count) continue;
        if (known == MOST_HOLES) {
            a->reason = CXX_MACRO;
            break;
        }
        *(struct cxx_operand *)list_add(cxx->arena, &cxx->operands) = (struct cxx_operand){
            .name = NO_SPAN, .constraint = at, .expression = at, .letter = 'C', .input = true};
        a->hole_count++;
    }
    *(struct cxx_asm *)list_add(cxx->arena, &cxx->asms) = *a;
}
