/* SPDX-License-Identifier: Apache-2.0
 * Finds blocks of PTX and the C++ in them: names in place of operands that the block does not
 * declare. The parser checks the rest later, so invalid PTX is skipped here. */
#include "isa/limits.h"
#include "isa/tables.h"
#include "embed/pp.h"
#include <string.h>

enum { MOST_NAMES = 4096, MOST_OPERANDS = 1024 };

/* A name that a block declares. */
struct own_name {
    struct text text;
    uint32_t range; /* N of name<N>, or 0 */
    uint32_t depth; /* nesting of braces; labels are visible everywhere */
    bool is_label;
};

struct scan {
    struct cxx *cxx;
    struct diags *diags;
    struct pp *pp;
    struct pp_block *block;
    const char *text;
    uint32_t at, end, depth;
    struct own_name *names;
    uint32_t name_count;
    bool labels_only; /* the first of two passes */
    bool jumps;       /* the instruction takes labels */
    bool calls;       /* the instruction takes a function */
    bool foreign;     /* no name in the statement is C++ */
    bool broken;
};

static const char opening[] = "R\"ptx(";

static bool starts_with(const struct scan *s, uint32_t at, const char *what) {
    size_t n = strlen(what);
    return s->end - at >= n && !memcmp(s->text + at, what, n);
}

static bool starts_name(char c) { return cxx_in_name(c) && !cxx_is_digit(c); }

static uint32_t end_of_name(const struct scan *s, uint32_t at) {
    while (at < s->end && cxx_in_name(s->text[at])) at++;
    return at;
}

static void skip_blank(struct scan *s) { s->at = cxx_skip_blank(s->text, s->at, s->end); }

static struct text text_between(const struct scan *s, uint32_t start, uint32_t end) {
    return (struct text){s->text + start, end - start};
}

static void *list_new(struct scan *s, struct list *list, size_t size) {
    return memset(list_add(s->cxx->arena, list), 0, size);
}

/* ---- names of the block ---- */

static void declare_in_block(struct scan *s, struct text text, uint32_t range, bool is_label) {
    if (is_label != s->labels_only) return;
    if (s->name_count == MOST_NAMES) {
        ptxc_span at = {s->at, s->at};
        if (!s->broken) report_too_many(s->diags, at, MOST_NAMES, phrase(P_names));
        s->broken = true;
        return;
    }
    s->names[s->name_count++] = (struct own_name){text, range, s->depth, is_label};
}

/* Returns true if it is in name<N>, with a number below N. */
static bool is_in_own_range(struct text name, const struct own_name *range) {
    uint32_t n = 0, i = range->text.length;
    if (name.length <= i || memcmp(name.start, range->text.start, i)) return false;
    if (name.start[i] == '0' && name.length > i + 1) return false;
    for (; i < name.length; i++) {
        if (!cxx_is_digit(name.start[i]) || n > 100000000) return false;
        n = 10 * n + (uint32_t)(name.start[i] - '0');
    }
    return n < range->range;
}

/* Returns NULL if the block does not declare it. */
static const struct own_name *find_own(const struct scan *s, struct text name, bool only_labels) {
    for (uint32_t i = s->name_count; i-- > 0;) {
        const struct own_name *own = &s->names[i];
        if (only_labels && !own->is_label) continue;
        if (own->range ? is_in_own_range(name, own) : text_same(name, own->text)) return own;
    }
    return NULL;
}

static bool is_own(const struct scan *s, struct text name) {
    return find_own(s, name, false) != NULL;
}

static void close_scope(struct scan *s) {
    uint32_t kept = 0;
    if (!s->depth) {
        ptxc_span at = {s->at, s->at + 1};
        if (s->labels_only) report_extra_brace(s->diags, at);
        s->broken = true;
        return;
    }
    for (uint32_t i = 0; i < s->name_count; i++)
        if (s->names[i].is_label || s->names[i].depth < s->depth) s->names[kept++] = s->names[i];
    s->name_count = kept;
    s->depth--;
}

/* ---- C++ in place of operands ---- */

static void add_scanned_use(struct scan *s, ptxc_span span, uint32_t operand, bool is_offset,
                            bool is_name) {
    struct pp_use *use = list_new(s, &s->pp->uses, sizeof *use);
    *use = (struct pp_use){
        .span = span, .operand = operand, .is_offset = is_offset, .is_name = is_name};
    s->block->use_count++;
}

/* Returns the operand for an expression; equal texts are the same operand. */
static uint32_t operand_for(struct scan *s, const struct pp_operand *wanted) {
    struct pp_block *b = s->block;
    ptxc_span span = wanted->first;
    for (uint32_t i = 0; i < b->operand_count; i++) {
        const struct pp_operand *o = pp_operand_at(s->pp, b, i);
        if (o->is_shared == wanted->is_shared &&
            text_same(pp_operand_text(s->text, o), pp_operand_text(s->text, wanted)))
            return i;
    }
    if (b->operand_count == MOST_OPERANDS) {
        if (!s->broken) report_too_many(s->diags, span, MOST_OPERANDS, phrase(P_operands_));
        s->broken = true;
        return 0;
    }
    struct pp_operand *o = list_new(s, &s->pp->operands, sizeof *o);
    *o = *wanted;
    o->classes = PP_ANY;
    o->narrow = span;
    return b->operand_count++;
}

static void add_operand(struct scan *s, ptxc_span span, ptxc_span expression, bool is_shared,
                        bool is_offset) {
    bool is_name = span.start == expression.start;
    for (uint32_t i = span.start; i < span.end; i++)
        is_name = is_name && cxx_in_name(s->text[i]) && (unsigned char)s->text[i] < 0x80;
    if (s->labels_only || s->broken) return;
    const struct pp_operand wanted = {
        .first = span, .expression = expression, .is_shared = is_shared};
    uint32_t operand = operand_for(s, &wanted);
    if (is_offset) pp_operand_at(s->pp, s->block, operand)->classes = PP_NUMBER;
    add_scanned_use(s, span, operand, is_offset, is_name && !is_offset);
}

/* The numbers of `d[0..3]`. */
struct elements {
    uint32_t bracket; /* position of the `[` */
    uint32_t first, last;
};

static bool read_number_at(const struct scan *s, uint32_t *at, uint32_t end, uint32_t *number) {
    uint32_t start = *at;
    *number = 0;
    for (; *at < end && cxx_is_digit(s->text[*at]) && *at - start < 8; ++*at)
        *number = 10 * *number + (uint32_t)(s->text[*at] - '0');
    return *at > start;
}

static bool is_elements(const struct scan *s, ptxc_span span, struct elements *out) {
    uint32_t at = span.end;
    while (at > span.start && s->text[at - 1] != '[') at--;
    if (at == span.start) return false;
    out->bracket = at - 1;
    return read_number_at(s, &at, span.end, &out->first) && starts_with(s, at, "..") &&
           (at += 2, read_number_at(s, &at, span.end, &out->last)) && at + 1 == span.end;
}

/* Each element is a separate operand. */
static void add_elements(struct scan *s, ptxc_span span, const struct elements *e) {
    if (s->labels_only || s->broken) return;
    if (e->first > e->last) {
        ptxc_span at = {e->bracket, span.end};
        report_pp_elements(s->diags, at, text_at(s->text, at));
        s->broken = true;
    }
    for (uint32_t i = e->first; i <= e->last && !s->broken; i++) {
        struct text_builder t = build_in_arena(s->cxx->arena);
        build_bytes(&t, s->text + span.start, e->bracket - span.start);
        PUT(&t, "[");
        build_number(&t, i);
        PUT(&t, "]");
        const struct pp_operand wanted = {
            .first = span, .expression = span, .element = built_text(&t)};
        uint32_t operand = operand_for(s, &wanted);
        add_scanned_use(s, span, operand, false, false);
        struct pp_use *use = list_at(&s->pp->uses, s->pp->uses.count - 1);
        use->follows = i > e->first;
    }
}

/* Returns the position after the bracket that closes the one at `at`, or 0. The C++ compiler
 * reports other brackets. */
static uint32_t balanced(const struct scan *s, uint32_t at) {
    char open = s->text[at], close = open == '(' ? ')' : ']';
    uint32_t depth = 0;
    struct cxx_literal ignored;
    while ((at = cxx_skip_blank(s->text, at, s->end)) < s->end) {
        char c = s->text[at];
        if (c == ';') return 0;
        if (c == '"' || (c == '\'' && !cxx_is_digit(s->text[at - 1]))) {
            at = cxx_skip_literal(s->text, at, s->end, &ignored);
            continue;
        }
        depth += c == open;
        depth -= c == close;
        at++;
        if (!depth) return at;
    }
    return 0;
}

/* Reads `$(...)` or `$shared(...)`; `head` is the text before the `(`. */
static void scan_expression(struct scan *s, const char *head, bool is_offset) {
    uint32_t start = s->at, open = start + (uint32_t)strlen(head), end = balanced(s, open);
    if (!end) {
        ptxc_span at = {start, open + 1};
        if (s->labels_only) report_pp_expression(s->diags, at, text_at(s->text, at));
        s->broken = true;
        s->at = open + 1;
        return;
    }
    s->at = end;
    if (end < s->end && strchr(".[(", s->text[end]) && s->text[end]) {
        ptxc_span at = {end, end + 1};
        if (s->labels_only)
            report_syntax(s->diags, at, text_at(s->text, at), phrase(P_comma_or_semicolon));
        s->broken = true;
        return;
    }
    add_operand(s, (ptxc_span){start, end}, (ptxc_span){open + 1, end - 1}, head[1] != '\0',
                is_offset);
}

/* Skips name, name.member, name->member, space::name, name[...] and so on. */
static uint32_t cxx_end(const struct scan *s, uint32_t at) {
    for (at = end_of_name(s, at);;) {
        uint32_t behind = starts_with(s, at, "::") || starts_with(s, at, "->") ? at + 2
                          : starts_with(s, at, ".")                            ? at + 1
                                                                               : 0;
        if (behind && behind < s->end && starts_name(s->text[behind])) {
            at = end_of_name(s, behind);
        } else if (starts_with(s, at, "[")) {
            uint32_t end = balanced(s, at);
            if (!end) return at;
            at = end;
        } else {
            return at;
        }
    }
}

/* Reads %name: a special register, or a register of the block. */
static void percent_name(struct scan *s) {
    uint32_t start = s->at, end = end_of_name(s, start + 1);
    struct text name = text_between(s, start, end);
    s->at = end;
    if (s->labels_only) return;
    if (isa_special_find(name.start, name.length) >= 0) {
        s->block->is_volatile = true; /* its value may differ each time */
    } else if (is_own(s, name)) {
        add_scanned_use(s, (ptxc_span){start, end}, PP_OWN, false, true);
    } else {
        report_undeclared(s->diags, (ptxc_span){start, end}, name);
        s->broken = true;
    }
}

static bool is_ptx_word(struct text name) { return text_is(name, "_") || text_is(name, "WARP_SZ"); }

/* Records a jump to `label`, or to an unknown place if that is UINT32_MAX. */
static void add_jump(struct scan *s, uint32_t at, uint32_t label) {
    struct pp_jump *jump = list_new(s, &s->pp->jumps, sizeof *jump);
    const struct pp_jump *before = pp_jump_before(s->pp, s->block, s->block->jump_count);
    *jump = (struct pp_jump){at, before && before->farthest > label ? before->farthest : label};
    s->block->jump_count++;
}

static void jump_to(struct scan *s, ptxc_span at) {
    if (s->labels_only) return;
    struct text name = text_at(s->text, at);
    const struct own_name *label = find_own(s, name, true);
    if (label) {
        add_jump(s, at.start, (uint32_t)(label->text.start - s->text));
        return;
    }
    report_undeclared(s->diags, at, name);
    s->broken = true;
}

/* Reads a name in place of an operand. `inside`: in parentheses, like arguments of a call. */
static void operand_name(struct scan *s, bool is_offset, bool inside) {
    uint32_t start = s->at, end = end_of_name(s, start);
    struct text name = text_between(s, start, end);
    s->at = end;
    if (s->jumps) {
        jump_to(s, (ptxc_span){start, end});
        return;
    }
    if (s->foreign || is_ptx_word(name) || (s->calls && !inside) || is_own(s, name)) return;
    s->at = end = cxx_end(s, start);
    ptxc_span span = {start, end};
    if (starts_with(s, end, "(")) {
        if (s->labels_only) report_pp_call(s->diags, span, text_at(s->text, span));
        s->broken = true;
        return;
    }
    struct elements elements;
    if (is_elements(s, span, &elements))
        add_elements(s, span, &elements);
    else
        add_operand(s, span, span, false, is_offset);
}

/* ---- statements ---- */

static void skip_string(struct scan *s) {
    struct cxx_literal l;
    uint32_t start = s->at;
    s->at = cxx_skip_literal(s->text, start, s->end, &l);
    if (s->at > l.end) return;
    if (s->labels_only) report_open_string(s->diags, (ptxc_span){start, s->at});
    s->broken = true;
}

/* Skips the word or punctuation at s->at, which does not start an operand. */
static void skip_word(struct scan *s) {
    uint32_t start = s->at;
    while (s->at < s->end && (cxx_in_name(s->text[s->at]) || s->text[s->at] == '.')) s->at++;
    if (s->at == start) s->at++;
}

/* Processes a brace in a statement. Returns false if it ends the enclosing block. */
static bool statement_brace(struct scan *s, uint32_t outside) {
    if (s->text[s->at] == '}') {
        if (s->depth <= outside) return false;
        s->depth--;
    } else {
        s->depth++;
    }
    s->at++;
    return true;
}

/* Reads everything up to the `;`. */
static void scan_operands(struct scan *s) {
    uint32_t outside = s->depth, parentheses = 0;
    char before = ',';
    for (skip_blank(s); s->at < s->end && s->text[s->at] != ';' && !s->broken; skip_blank(s)) {
        char c = s->text[s->at];
        bool wanted = strchr(",{[(|!-+=", before) != NULL;
        if (c == '{' || c == '}') {
            if (!statement_brace(s, outside)) return;
        } else if (starts_with(s, s->at, "$(")) {
            scan_expression(s, "$", before == '+');
            c = 'x';
        } else if (starts_with(s, s->at, "$shared(")) {
            scan_expression(s, "$shared", before == '+');
            c = 'x';
        } else if (c == '%' && s->at + 1 < s->end && cxx_in_name(s->text[s->at + 1])) {
            percent_name(s);
        } else if (starts_name(c) && wanted) {
            operand_name(s, before == '+', parentheses > 0);
        } else if (c == '"') {
            skip_string(s);
        } else {
            parentheses += c == '(';
            parentheses -= c == ')' && parentheses;
            skip_word(s);
        }
        before = c;
    }
    s->depth = outside;
    if (s->at < s->end) s->at++;
}

/* Reads the names %r<4> and x of `.reg .b32 %r<4>, x;`. */
static void declarations(struct scan *s) {
    uint32_t outside = s->depth;
    bool value = false; /* after the `=` */
    for (skip_blank(s); s->at < s->end && s->text[s->at] != ';' && !s->broken; skip_blank(s)) {
        char c = s->text[s->at];
        uint32_t start = s->at;
        value = (value || c == '=' || c == '[') && c != ']' && (c != ',' || s->depth > outside);
        if (c == '{' || c == '}') {
            if (!statement_brace(s, outside)) return;
        } else if (c == '"') {
            skip_string(s);
        } else if (!value && (starts_name(c) || c == '%')) {
            uint32_t range = 0;
            s->at = end_of_name(s, start + 1);
            struct text name = text_between(s, start, s->at);
            ptxc_span span = {start, s->at};
            skip_blank(s);
            if (s->at < s->end && s->text[s->at] == '<') {
                for (s->at++, skip_blank(s); s->at < s->end && cxx_is_digit(s->text[s->at]);
                     s->at++)
                    range =
                        range > 10000000 ? range : 10 * range + (uint32_t)(s->text[s->at] - '0');
            }
            declare_in_block(s, name, range, false);
            if (c == '%' && !s->labels_only) add_scanned_use(s, span, PP_OWN, false, true);
        } else {
            skip_word(s);
        }
    }
    s->depth = outside;
    if (s->at < s->end) s->at++;
}

static void scan_directive(struct scan *s) {
    static const char *const spaces[] = {".reg",   ".shared", ".local", ".param",
                                         ".const", ".global", ".sreg"};
    uint32_t start = s->at, end = end_of_name(s, start + 1);
    struct text word = text_between(s, start, end);
    s->at = end;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (text_is(word, spaces[i])) {
            declarations(s);
            return;
        }
    if (text_is(word, ".loc")) {
        while (s->at < s->end && s->text[s->at] != '\n') s->at++; /* it has no `;` */
        return;
    }
    s->foreign = true;
    scan_operands(s);
    s->foreign = false;
}

/* Returns the instruction of a chain and moves s->at past it, or ISA_NONE. */
static uint16_t read_opcode(struct scan *s) {
    char name[ISA_MOST_NAME]; /* without the whitespace between words */
    uint32_t length = 0;
    while (s->at < s->end &&
           (cxx_in_name(s->text[s->at]) || s->text[s->at] == '.' || starts_with(s, s->at, "::"))) {
        for (uint32_t end = s->at + (s->text[s->at] == ':' ? 2 : 1); s->at < end; s->at++)
            if (length < ISA_MOST_NAME) name[length++] = s->text[s->at];
        uint32_t next = cxx_skip_blank(s->text, s->at, s->end);
        if (next > s->at && next < s->end && s->text[next] == '.') s->at = next;
    }
    return isa_insn_of_chain(name, length);
}

static void instruction(struct scan *s) {
    uint32_t start = s->at;
    uint16_t insn = read_opcode(s);
    s->jumps = isa_does(insn, DOES_BRANCH);
    s->calls = isa_does(insn, DOES_CALL);
    if (!s->labels_only) s->block->instructions++;
    if (isa_does(insn, DOES_SWITCH) && !s->labels_only) add_jump(s, start, UINT32_MAX);
    scan_operands(s);
}

static void scan_label(struct scan *s, uint32_t end) {
    ptxc_span at = {s->at, end};
    declare_in_block(s, text_at(s->text, at), 0, true);
}

/* Reads `@p` or `@!p`. */
static void scan_guard(struct scan *s) {
    s->at++;
    skip_blank(s);
    if (s->at < s->end && s->text[s->at] == '!') s->at++;
    skip_blank(s);
    if (s->at >= s->end) return;
    s->jumps = s->calls = false;
    if (starts_with(s, s->at, "$("))
        scan_expression(s, "$", false);
    else if (s->text[s->at] == '%')
        percent_name(s);
    else if (starts_name(s->text[s->at]))
        operand_name(s, false, false);
}

static void statement(struct scan *s) {
    char c = s->text[s->at];
    uint32_t end = end_of_name(s, s->at), behind = cxx_skip_blank(s->text, end, s->end);
    if (c == '{') {
        s->depth++;
        s->at++;
    } else if (c == '}') {
        close_scope(s);
        s->at++;
    } else if (c == '@') {
        scan_guard(s);
    } else if (c == '.') {
        scan_directive(s);
    } else if (c == '"') {
        skip_string(s);
    } else if (!starts_name(c)) {
        s->at++;
    } else if (starts_with(s, behind, ":") && !starts_with(s, behind, "::")) {
        scan_label(s, end);
        s->at = behind + 1;
    } else {
        instruction(s);
    }
}

/* A comment that is not terminated in the block would continue after it. */
static bool is_open_comment(struct scan *s) {
    uint32_t at = s->block->body.start, end = s->end;
    for (; at + 1 < end; at++) {
        if (s->text[at] != '/') continue;
        if (s->text[at + 1] == '/') {
            while (at < end && s->text[at] != '\n') at++;
        } else if (s->text[at + 1] == '*') {
            uint32_t start = at;
            for (at += 2; at + 1 < end && !(s->text[at] == '*' && s->text[at + 1] == '/'); at++) {}
            if (at + 1 >= end) {
                report_open_comment(s->diags, (ptxc_span){start, start + 2});
                return true;
            }
            at++;
        }
    }
    return false;
}

static void scan_statements(struct scan *s, bool labels_only) {
    s->labels_only = labels_only;
    s->at = s->block->body.start;
    s->depth = 0;
    for (skip_blank(s); s->at < s->end && !s->broken; skip_blank(s)) statement(s);
    if (!s->depth || !labels_only || s->broken) return;
    ptxc_span end = {s->end, s->end};
    report_missing_brace(s->diags, end, phrase(P_end_of_block));
    s->broken = true;
}

/* ---- blocks ---- */

/* Returns the R"ptx( of the statement, or UINT32_MAX. Blocks are identified by it, so that existing
 * asm statements without operands are not affected. */
static uint32_t opening_of(const struct scan *s, const struct cxx_asm *a) {
    uint32_t at = a->keyword.end, end = s->cxx->length;
    while ((at = cxx_skip_blank(s->text, at, end)) < end && starts_name(s->text[at]))
        at = end_of_name(s, at);
    if (at >= end || s->text[at] != '(') return UINT32_MAX;
    at = cxx_skip_blank(s->text, at + 1, end);
    if (starts_with(s, at, opening)) return at;
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&s->cxx->literals, a->literal_first + i);
        uint32_t n = sizeof opening - 1;
        if (l->raw && l->start >= n && starts_with(s, l->start - n, opening)) return l->start - n;
    }
    return UINT32_MAX;
}

/* Returns true if it is a complete block. An asm with operands of its own is not a block. */
static bool is_whole_block(struct scan *s, const struct cxx_asm *a, uint32_t start) {
    ptxc_span at = {start, start + (uint32_t)strlen(opening)};
    if (a->place & CXX_IN_MACRO) {
        report_pp_macro(s->diags, at);
        return false;
    }
    const struct cxx_literal *l =
        a->literal_count ? list_at(&s->cxx->literals, a->literal_first) : NULL;
    if (!l) {
        report_pp_unterminated(s->diags, at);
        return false;
    }
    s->block->body = (ptxc_span){l->start, l->end};
    s->end = l->end;
    for (uint32_t i = l->start; i < l->end; i++) {
        if (!starts_with(s, i, opening)) continue;
        ptxc_span inner = {i, i + at.end - at.start};
        note_opened_here(s->diags, report_pp_nested(s->diags, inner), at);
        return false;
    }
    if (a->literal_count == 1 && a->reason == CXX_CHECKED) return true;
    report_pp_shape(s->diags, at);
    return false;
}

static void read_block(struct scan *s, struct cxx_asm *a, uint32_t start) {
    struct pp *pp = s->pp;
    s->block = list_new(s, &pp->blocks, sizeof *s->block);
    *s->block = (struct pp_block){.operand_first = pp->operands.count,
                                  .use_first = pp->uses.count,
                                  .jump_first = pp->jumps.count,
                                  .is_volatile = a->is_volatile};
    a->block = pp->blocks.count;
    s->name_count = 0;
    s->broken = !is_whole_block(s, a, start) || is_open_comment(s);
    if (!s->broken) scan_statements(s, true);
    if (!s->broken) scan_statements(s, false);
    if (!s->broken) return;
    a->reason = CXX_PIECE;
}

static void init(struct cxx *cxx) {
    cxx->pp = arena_zalloc(cxx->arena, sizeof *cxx->pp);
    list_init(&cxx->pp->blocks, sizeof(struct pp_block));
    list_init(&cxx->pp->operands, sizeof(struct pp_operand));
    list_init(&cxx->pp->uses, sizeof(struct pp_use));
    list_init(&cxx->pp->jumps, sizeof(struct pp_jump));
    list_init(&cxx->pp->problems, sizeof(struct pp_problem));
}

void pp_scan(struct cxx *cxx, struct diags *diags) {
    struct scan s = {.cxx = cxx, .diags = diags, .text = cxx->text};
    for (uint32_t i = 0; i < cxx->asms.count; i++) {
        struct cxx_asm *a = list_at(&cxx->asms, i);
        s.end = cxx->length;
        uint32_t start = opening_of(&s, a);
        if (start == UINT32_MAX || a->has_operands || a->reason == CXX_DEAD) continue;
        if (!cxx->pp) init(cxx);
        s.pp = cxx->pp;
        if (!s.names) s.names = arena_alloc(cxx->arena, MOST_NAMES * sizeof *s.names);
        read_block(&s, a, start);
    }
}
