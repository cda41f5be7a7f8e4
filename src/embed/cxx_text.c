/* SPDX-License-Identifier: Apache-2.0
 * The PTX text of asm statements, one function for each, and the C++ that its bytes come from. */
#include "syntax/lexer.h"
#include "embed/cxx.h"
#include "embed/pp.h"
#include <string.h>

void cxx_text_init(struct cxx_text *t, const struct cxx *cxx, struct arena *arena,
                   struct diags *diags) {
    *t =
        (struct cxx_text){.arena = arena, .diags = diags, .cxx = cxx, .ptx = build_in_arena(arena)};
    list_init(&t->pieces, sizeof(struct cxx_piece));
    list_init(&t->holes, sizeof(struct cxx_hole));
    list_init(&t->unknown, sizeof(uint32_t));
}

/* ---- literals ---- */

void cxx_text_char(struct cxx_text *t, struct cxx_char c) {
    if (t->char_count == t->char_room) {
        uint32_t room = t->char_room ? 2 * t->char_room : 1024;
        struct cxx_char *chars = arena_alloc(t->arena, room * sizeof *chars);
        if (t->char_count) memcpy(chars, t->chars, t->char_count * sizeof *chars);
        t->chars = chars;
        t->char_room = room;
    }
    t->chars[t->char_count++] = c;
}

static void add_char(struct cxx_text *t, char c, uint32_t from, uint32_t width) {
    cxx_text_char(t, (struct cxx_char){.c = c, .from = from, .width = width});
}

/* Reads digits from *at on. A value that is not a PTX character may become anything. */
static char read_escape(const char *text, uint32_t *at, uint32_t end, int base, uint32_t most) {
    int value = 0;
    for (; most-- && *at < end && cxx_digit(text[*at]) < base; ++*at)
        value = (base * value + cxx_digit(text[*at])) & 255;
    return (char)(value ? value : ' ');
}

/* Reads the escape at `at`, a backslash, and returns the position of the next character. */
static uint32_t add_escape(struct cxx_text *t, uint32_t at, uint32_t end) {
    static const char letters[] = "ntrvfab", meant[] = "\n\t\r\v\f\a\b";
    const char *text = t->cxx->text;
    uint32_t start = at++;
    if (at >= end) return at;
    if (text[at] == '\n') return at + 1;
    if (text[at] == '\r' && at + 1 < end && text[at + 1] == '\n') return at + 2;
    const char *letter = memchr(letters, text[at], sizeof letters - 1);
    char c = letter ? meant[letter - letters] : text[at];
    at++;
    if (c == 'x')
        c = read_escape(text, &at, end, 16, UINT32_MAX);
    else if (c >= '0' && c <= '7')
        at--, c = read_escape(text, &at, end, 8, 3);
    add_char(t, c, start, at - start);
    return at;
}

static bool declares_registers(const struct cxx_text *t) {
    static const char reg[] = ".reg";
    for (uint32_t i = 0; i + 4 < t->char_count; i++) {
        uint32_t n = 0;
        while (n < 4 && t->chars[i + n].c == reg[n]) n++;
        if (n == 4) return true;
    }
    return false;
}

static bool is_hex_escape(const char *text, uint32_t at, uint32_t end) {
    return text[at] == '\\' && end - at >= 3 && cxx_digit(text[at + 1]) < 16 &&
           cxx_digit(text[at + 2]) < 16;
}

static uint32_t add_hex(struct cxx_text *t, uint32_t at) {
    uint32_t digits = at + 1;
    add_char(t, read_escape(t->cxx->text, &digits, at + 3, 16, 2), at, 3);
    return at + 3;
}

/* Adds an operand for the expression, as the operands of C++ are written. */
static void add_hole(struct cxx_text *t, const struct cxx_asm *a, const struct cxx_literal *l) {
    char name[16];
    uint32_t number = 0;
    struct text written = text_at(t->cxx->text, (ptxc_span){l->start, l->end});
    while (number + 1 < a->hole_count &&
           !text_same(written, text_at(t->cxx->text, cxx_hole_at(t->cxx, a, number)->expression)))
        number++;
    struct text_builder b = build_in_buffer(name, sizeof name);
    build_char(&b, '%');
    build_number(&b, CXX_FIRST_HOLE + number);
    /* ${n} in an f-string is an operand with an unknown number. */
    if (a->place & CXX_DOLLAR && t->char_count && t->chars[t->char_count - 1].c == '$')
        t->char_count--;
    for (uint32_t i = 0; i < b.length; i++)
        add_char(t, name[i], l->start, i + 1 < b.length ? 0 : l->end - l->start);
}

static void read_literal_text(struct cxx_text *t, const struct cxx_literal *l) {
    const char *text = t->cxx->text;
    for (uint32_t at = l->start; at < l->end;) {
        if (l->form == CXX_HEX && is_hex_escape(text, at, l->end)) {
            at = add_hex(t, at);
        } else if (!l->raw && text[at] == '\\') {
            at = add_escape(t, at, l->end);
        } else {
            add_char(t, text[at], at, 1);
            at++;
        }
    }
}

/* Gives the characters from `first` on the place of the word at `use`. */
static void move_to_use(struct cxx_text *t, uint32_t first, uint32_t use) {
    uint32_t end = use;
    while (cxx_in_name(t->cxx->text[end])) end++;
    for (uint32_t i = first; i < t->char_count; i++) {
        t->chars[i].from = use;
        t->chars[i].width = end - use;
    }
}

/* ---- names of operands ---- */

static uint32_t add_to_hash(uint32_t hash, char c) { return (hash ^ (unsigned char)c) * 16777619u; }

/* Fills in the names of the statement by hash; of two equal names, the first one is found. */
static void index_names(const struct cxx *cxx, const struct cxx_asm *a) {
    for (uint32_t n = 0; n < a->operand_count; n++) cxx_operand_at(cxx, a, n)->first_named = 0;
    for (uint32_t n = a->operand_count; n--;) {
        struct cxx_operand *o = cxx_operand_at(cxx, a, n);
        uint32_t hash = 0;
        if (span_is_none(o->name)) continue;
        for (uint32_t i = o->name.start; i < o->name.end; i++)
            hash = add_to_hash(hash, cxx->text[i]);
        uint32_t *first = &cxx_operand_at(cxx, a, hash % a->operand_count)->first_named;
        o->next_named = *first;
        *first = n + 1;
    }
}

static bool is_named(const struct cxx_text *t, const struct cxx_operand *o, uint32_t i,
                     uint32_t end) {
    if (o->name.end - o->name.start != end - i) return false;
    const char *name = t->cxx->text + o->name.start;
    while (i < end && t->chars[i].c == *name) i++, name++;
    return i == end;
}

/* Returns the operand whose name is chars [i, end), or the number of operands. */
static uint32_t named_operand(const struct cxx_text *t, const struct cxx_asm *a, uint32_t i,
                              uint32_t end) {
    uint32_t hash = 0;
    if (!a->operand_count) return 0;
    for (uint32_t k = i; k < end; k++) hash = add_to_hash(hash, t->chars[k].c);
    uint32_t n = cxx_operand_at(t->cxx, a, hash % a->operand_count)->first_named;
    for (; n; n = cxx_operand_at(t->cxx, a, n - 1)->next_named)
        if (is_named(t, cxx_operand_at(t->cxx, a, n - 1), i, end)) return n - 1;
    return a->operand_count;
}

static void read_literals(struct cxx_text *t, const struct cxx_asm *a) {
    uint32_t use = UINT32_MAX;
    t->char_count = t->holes.count = t->unknown.count = 0;
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&t->cxx->literals, a->literal_first + i);
        uint32_t first = t->char_count;
        if (l->form == CXX_HOLE)
            add_hole(t, a, l);
        else if (l->form == CXX_BREAK)
            add_char(t, '\n', l->start, 0);
        else if (l->form == CXX_USE)
            use = l->raw ? l->start : UINT32_MAX;
        else
            read_literal_text(t, l);
        if (use != UINT32_MAX) move_to_use(t, first, use);
    }
    if (a->place & (CXX_DOLLAR | CXX_BRACE)) cxx_unify_operands(t, a);
    uint32_t end = a->span.end;
    add_char(t, '\0', end, 0); /* stops readers here */
    t->char_count--;
    t->declares = declares_registers(t);
    index_names(t->cxx, a);
}

/* ---- PTX text ---- */

void cxx_text_instead(struct cxx_text *t, const char *s, uint32_t n, uint32_t from,
                      uint32_t width) {
    *(struct cxx_piece *)list_add(t->arena, &t->pieces) =
        (struct cxx_piece){cxx_text_length(t), from, width};
    build_bytes(&t->ptx, s, n);
}

void cxx_text_operand(struct cxx_text *t, uint32_t index, uint32_t from, uint32_t width) {
    char name[16];
    struct text_builder b = build_in_buffer(name, sizeof name);
    build_char(&b, '%');
    build_number(&b, index);
    cxx_text_instead(t, name, (uint32_t)b.length, from, width);
}

/* Appends one byte that stands for itself. */
static void put_text_char(struct cxx_text *t, const struct cxx_char *c) {
    const struct cxx_piece *last = list_at(&t->pieces, t->pieces.count - 1);
    bool follows =
        !last->width && c->width == 1 && last->from + (cxx_text_length(t) - last->at) == c->from;
    if (follows)
        build_char(&t->ptx, c->c);
    else
        cxx_text_instead(t, &c->c, 1, c->from, c->width == 1 ? 0 : c->width);
}

const char *cxx_type_of_letter(char letter) {
    switch (letter) {
    case 'b': return "pred";
    case 'h': return "b16";
    case 'r':
    case 'f': return "b32"; /* nvcc keeps floats in .b32, so any type of that size may read them */
    case 'l':
    case 'd': return "b64";
    case 'q': return "b128";
    default: return NULL; /* undeclared, so it fits everywhere */
    }
}

static void put_declarations(struct cxx_text *t, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count; i++) {
        const char *type = cxx_type_of_letter(cxx_operand_at(t->cxx, a, i)->letter);
        if (!type) continue;
        PUT(&t->ptx, ".reg .", type, " %");
        build_number(&t->ptx, i);
        build_char(&t->ptx, ';');
    }
}

/* ---- operands in the text ---- */

/* Returns the operand that chars [i, end) refer to: 12, or [name]. Holes follow the others. */
static uint32_t operand_named(const struct cxx_text *t, const struct cxx_asm *a, uint32_t i,
                              uint32_t end) {
    uint32_t n = 0;
    if (t->chars[i].c != '[') {
        for (; i < end && n < 1000000; i++) n = 10 * n + (uint32_t)(t->chars[i].c - '0');
        bool is_hole = n >= CXX_FIRST_HOLE && n - CXX_FIRST_HOLE < a->hole_count;
        return is_hole ? a->operand_count + (n - CXX_FIRST_HOLE) : n;
    }
    n = named_operand(t, a, i + 1, end - 1);
    return n < a->operand_count ? n : a->operand_count + a->hole_count;
}

/* Returns the end of an operand whose `%` is at i, or i if there is none. */
static uint32_t operand_end(const struct cxx_text *t, uint32_t i) {
    uint32_t at = i + 1;
    while (cxx_is_digit(t->chars[at].c)) at++;
    if (at > i + 1) return at;
    if (t->chars[at].c != '[') return i;
    for (at++; cxx_in_name(t->chars[at].c);) at++;
    return t->chars[at].c == ']' ? at + 1 : i;
}

static char char_before(const struct cxx_text *t, uint32_t i) {
    while (i && is_space_byte(t->chars[i - 1].c)) i--;
    return i ? t->chars[i - 1].c : ';';
}

static char char_behind(const struct cxx_text *t, uint32_t i) {
    while (is_space_byte(t->chars[i].c)) i++;
    return t->chars[i].c;
}

/* Returns true if it is part of an expression; PTX computes only sums, after a `+`. */
static bool is_computed(const struct cxx_text *t, uint32_t i, uint32_t end) {
    bool computed = memchr("+-*/<>&|^~!=?", char_before(t, i), 13) ||
                    memchr("+-*/<>&|^~!=?", char_behind(t, end), 13);
    return computed && !(char_before(t, i) == '+' && memchr("],;", char_behind(t, end), 3));
}

static bool is_in_word(const struct cxx_text *t, uint32_t i, uint32_t end) {
    return (i && cxx_in_chain(t->chars[i - 1].c)) || cxx_in_chain(t->chars[end].c);
}

/* Returns true if an unknown expression is an operand, or a list of operands: it is neither part of
 * a word nor the start of a statement. */
static bool is_whole_operand(const struct cxx_text *t, uint32_t i, uint32_t end) {
    char before = char_before(t, i), behind = char_behind(t, end);
    bool spaced = i && is_space_byte(t->chars[i - 1].c) && cxx_in_chain(before);
    return (spaced || memchr("[+,{(|", before, 6)) && (!behind || memchr("],;+})|", behind, 7));
}

/* Checks that chars [i, end) can stand for an operand. Otherwise, PTX has no name for what the
 * compiler inserts there. */
static enum cxx_reason readable(struct cxx_text *t, const struct cxx_asm *a, uint32_t index,
                                uint32_t i, uint32_t end) {
    const struct cxx_operand *o = cxx_operand_at(t->cxx, a, index);
    bool in_word = is_in_word(t, i, end), is_hole = index >= a->operand_count;
    bool is_text = o->letter == 'C', is_number = o->letter == 'n';
    if (o->has_value) return CXX_CHECKED;
    if (in_word && (is_text || is_number))
        *(struct cxx_hole *)list_add(t->arena, &t->holes) = (struct cxx_hole){i, end, index};
    if (is_hole) return !in_word && is_whole_operand(t, i, end) ? CXX_CHECKED : CXX_MACRO;
    if (is_text || (is_number && (in_word || is_computed(t, i, end)))) return CXX_CONSTANT;
    return in_word ? CXX_JOINED : CXX_CHECKED;
}

/* Fills t->unknown, and returns why the first of these is unknown. */
static enum cxx_reason find_unknown(struct cxx_text *t, const struct cxx_asm *a) {
    enum cxx_reason reason = CXX_CHECKED;
    for (uint32_t i = 0, end; i<t->char_count; i = end> i ? end : i + 1) {
        end = t->chars[i].c == '%' ? operand_end(t, i) : i;
        if (end == i) {
            if (t->chars[i].c == '%' && t->chars[i + 1].c == '%') i++;
            continue;
        }
        enum cxx_reason one = CXX_CHECKED;
        uint32_t index = operand_named(t, a, i + 1, end);
        if (index < a->operand_count + a->hole_count)
            one = readable(t, a, index, i, end);
        else if (a->place & CXX_OPEN && is_in_word(t, i, end))
            one = CXX_JOINED;
        if (one == CXX_CHECKED) continue;
        *(uint32_t *)list_add(t->arena, &t->unknown) = i;
        if (reason == CXX_CHECKED) reason = one;
    }
    return reason;
}

static ptxc_span span_of(const struct cxx_text *t, uint32_t i, uint32_t end) {
    const struct cxx_char *last = &t->chars[end - 1];
    return (ptxc_span){t->chars[i].from, last->from + last->width};
}

static void no_operand(struct cxx_text *t, struct cxx_asm *a, uint32_t i, uint32_t end) {
    ptxc_span at = span_of(t, i, end);
    a->traits |= CXX_MISNAMED;
    if (t->chars[i + 1].c == '[')
        report_asm_name(t->diags, at, text_at(t->cxx->text, at));
    else
        report_asm_index(t->diags, at, text_at(t->cxx->text, at), a->operand_count);
}

/* Expands the operand in chars [i, end). */
static void expand_operand(struct cxx_text *t, struct cxx_asm *a, uint32_t i, uint32_t end) {
    ptxc_span at = span_of(t, i, end);
    uint32_t width = at.end - at.start, index = operand_named(t, a, i + 1, end);
    bool known = index < a->operand_count + a->hole_count;
    struct cxx_operand *o = known ? cxx_operand_at(t->cxx, a, index) : NULL;
    if (!o && !(a->place & CXX_OPEN)) no_operand(t, a, i, end);
    if (o && !t->for_query) o->used = true;
    if (o && o->has_value && !t->for_query) {
        cxx_text_instead(t, o->value.start, o->value.length, at.start, width);
        return;
    }
    bool is_number = o && (o->letter == 'n' || o->letter == 'C');
    if (is_number && !t->for_query && char_before(t, i) == '+') {
        cxx_text_instead(t, "0", 1, at.start, width);
        return;
    }
    if (known && index >= a->operand_count) index += CXX_FIRST_HOLE - a->operand_count;
    if (t->numbers && index < a->operand_count) index = t->numbers[index];
    cxx_text_operand(t, index, at.start, width);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Reports %r1 if there are operands: nvcc reads a modifier and operand 1, but does not support
 * modifiers. */
static void check_modifier(struct cxx_text *t, struct cxx_asm *a, uint32_t i) {
    const struct cxx_char *c = &t->chars[i];
    if (c->c != '%' || !a->operand_count || !is_letter(c[1].c) || !cxx_is_digit(c[2].c)) return;
    uint32_t end = i + 3;
    while (cxx_in_name(t->chars[end].c)) end++;
    ptxc_span at = span_of(t, i, end);
    a->traits |= CXX_MISNAMED;
    struct diag *d = report_asm_modifier(t->diags, at, text_at(t->cxx->text, at));
    /* Only what the asm declares is known to be meant as a register. */
    if (c->width == 1 && t->declares) diag_fix(t->diags, d, (ptxc_span){c->from, c->from}, "%");
}

/* Without operands, the text is PTX as it is, but that would be an error at each word. */
static void check_percent(struct cxx_text *t, const struct cxx_asm *a, uint32_t i) {
    if (a->operand_count || a->place & CXX_OPEN || cxx_is_hosted(a)) return;
    if (t->chars[i + 1].c != '%') return;
    ptxc_span at = span_of(t, i, i + 2);
    struct diag *d = report_asm_percent(t->diags, at);
    if (at.end - at.start == 2) diag_fix(t->diags, d, (ptxc_span){at.start, at.start + 1}, "");
}

/* Appends the characters, and replaces what starts with `%`. */
static void expand(struct cxx_text *t, struct cxx_asm *a) {
    for (uint32_t i = 0; i < t->char_count;) {
        const struct cxx_char *c = &t->chars[i];
        uint32_t end = c->c == '%' && !c->hidden ? operand_end(t, i) : i;
        if (c->hidden) {
            struct cxx_char blank = *c;
            blank.c = ' ';
            put_text_char(t, &blank);
            i++;
        } else if (end > i) {
            expand_operand(t, a, i, end);
            i = end;
        } else if (c->c == '%' && c[1].c && strchr("%={|}", c[1].c)) {
            /* %% stands for %, %= for a unique number of the statement. */
            check_percent(t, a, i);
            cxx_text_instead(t, c[1].c == '=' ? "0" : &c[1].c, 1, c->from,
                             c[1].from + c[1].width - c->from);
            i += 2;
        } else {
            check_modifier(t, a, i);
            put_text_char(t, c);
            i++;
        }
    }
}

void cxx_text_copy(struct cxx_text *t, uint32_t start, uint32_t end) {
    if (end > start) cxx_text_instead(t, t->cxx->text + start, end - start, start, 0);
}

void cxx_text_begin(struct cxx_text *t, struct cxx_asm *a, uint32_t from) {
    cxx_text_instead(t, ".func $", 7, from, UINT32_MAX);
    build_number(&t->ptx, t->count);
    build_char(&t->ptx, '{');
    put_declarations(t, a);
    build_char(&t->ptx, '\n');
    a->start = cxx_text_length(t);
    a->reason = CXX_CHECKED;
}

void cxx_text_end(struct cxx_text *t, struct cxx_asm *a, uint32_t behind) {
    a->end = cxx_text_length(t);
    if (!cxx_is_hosted(a)) cxx_check_constraints(t->cxx, t->diags, a);
    cxx_text_instead(t, "\n}\n", 3, behind, UINT32_MAX);
    t->count++;
}

static void add_asm(struct cxx_text *t, struct cxx_asm *a) {
    read_literals(t, a);
    a->reason = a->hole_count ? CXX_MACRO : CXX_OTHER;
    if (!cxx_is_ptx(t, a)) return;
    a->reason = CXX_PIECE;
    if (!cxx_is_whole(t)) {
        if (!a->hole_count) cxx_check_braces(t);
        return;
    }
    a->reason = (uint8_t)find_unknown(t, a);
    if (a->reason != CXX_CHECKED && !cxx_hide_unknown(t, a)) return;
    const struct cxx_char *last = &t->chars[t->char_count - 1];
    cxx_text_begin(t, a, t->chars[0].from);
    expand(t, a);
    cxx_text_end(t, a, last->from + last->width);
}

void cxx_text_add(struct cxx_text *t, struct cxx_asm *a) {
    if (a->block)
        pp_text_add(t, a);
    else
        add_asm(t, a);
}

bool cxx_text_add_whole(struct cxx_text *t, struct cxx_asm *a) {
    read_literals(t, a);
    a->reason = CXX_MACRO;
    if (cxx_is_template(t)) return false;
    a->reason = CXX_CHECKED;
    uint32_t from = t->char_count ? t->chars[0].from : a->span.start;
    cxx_text_instead(t, "", 0, from, 0);
    a->start = cxx_text_length(t);
    for (uint32_t i = 0; i < t->char_count; i++) {
        bool doubled = i && t->chars[i].c == '%' && !t->chars[i].width; /* by cxx_unify_operands */
        if (!doubled) put_text_char(t, &t->chars[i]);
    }
    a->end = cxx_text_length(t);
    return true;
}

bool cxx_text_add_part(struct cxx_text *t, struct cxx_asm *a, const uint32_t *numbers) {
    read_literals(t, a);
    const struct cxx_char *last = &t->chars[t->char_count ? t->char_count - 1 : 0];
    cxx_text_instead(t, "{\n", 2, t->chars[0].from, UINT32_MAX);
    t->numbers = numbers;
    bool known = find_unknown(t, a) == CXX_CHECKED;
    expand(t, a);
    t->numbers = NULL;
    cxx_text_instead(t, "\n}\n", 3, last->from + last->width, UINT32_MAX);
    return known;
}

/* Unknown parts are kept as they are written. */
static void add_asm_for_query(struct cxx_text *t, struct cxx_asm *a) {
    read_literals(t, a);
    const struct cxx_char *last = &t->chars[t->char_count ? t->char_count - 1 : 0];
    cxx_text_begin(t, a, t->chars[0].from);
    if (a->literal_count) { /* An offset in an empty literal is in PTX, too. */
        const struct cxx_literal *first = list_at(&t->cxx->literals, a->literal_first);
        cxx_text_instead(t, "", 0, first->start, 0);
    }
    expand(t, a);
    cxx_text_end(t, a, last->from + last->width);
}

void cxx_text_add_any(struct cxx_text *t, struct cxx_asm *a) {
    t->for_query = true;
    if (a->block)
        pp_text_add(t, a);
    else
        add_asm_for_query(t, a);
}

/* ---- mapping back to C++ ---- */

static const struct cxx_piece *piece_of(const struct cxx_text *t, uint32_t at) {
    uint32_t low = 0, high = t->pieces.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (((struct cxx_piece *)list_at(&t->pieces, middle))->at <= at)
            low = middle;
        else
            high = middle;
    }
    return list_at(&t->pieces, low);
}

/* What is added around a statement does not stand for any C++. */
static bool is_frame(const struct cxx_piece *p) { return p->width == UINT32_MAX; }

static uint32_t map_start(const struct cxx_text *t, uint32_t at) {
    const struct cxx_piece *p = piece_of(t, at);
    return p->width ? p->from : p->from + (at - p->at);
}

static uint32_t map_end(const struct cxx_text *t, uint32_t at) {
    const struct cxx_piece *p = at ? piece_of(t, at - 1) : NULL;
    if (!p || is_frame(p)) return map_start(t, at);
    return p->width ? p->from + p->width : p->from + (at - p->at);
}

ptxc_span cxx_text_map(const struct cxx_text *t, ptxc_span span) {
    if (span_is_none(span)) return span;
    uint32_t end = map_end(t, span.end);
    uint32_t start = span.start == span.end ? end : map_start(t, span.start);
    return (ptxc_span){start, end > start ? end : start};
}

bool cxx_text_is_plain(const struct cxx_text *t, ptxc_span span) {
    uint32_t last = span.end > span.start ? span.end - 1 : span.end;
    if (span.end == span.start && span.start) last = --span.start;
    const struct cxx_piece *p = piece_of(t, span.start);
    return !p->width && p == piece_of(t, last);
}

uint32_t cxx_text_find(const struct cxx_text *t, uint32_t offset) {
    uint32_t ended = UINT32_MAX;
    for (uint32_t i = 0; i < t->pieces.count; i++) {
        const struct cxx_piece *p = list_at(&t->pieces, i);
        if (is_frame(p) || offset < p->from) continue;
        bool last = i + 1 == t->pieces.count;
        uint32_t end =
            last ? cxx_text_length(t) : ((struct cxx_piece *)list_at(&t->pieces, i + 1))->at;
        uint32_t width = p->width ? p->width : end - p->at, in = offset - p->from;
        if (in < width) return p->at + (p->width ? 0 : in);
        if (in == width) ended = end; /* unless another piece starts here */
    }
    return ended;
}
