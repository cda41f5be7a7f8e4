/* SPDX-License-Identifier: Apache-2.0
 * Initial values of variables: their number, kinds and names. The tree has nodes only for names,
 * so the text is read again. Manual: Variables (Initializers, Array Declarations); Texture,
 * Sampler and Surface Types. */
#include "check/declaration.h"
#include "syntax/lexer.h"
#include <string.h>

enum value_kind {
    VALUE_OF_INTEGER,
    VALUE_OF_FLOAT,
    VALUE_ADDRESS,
    VALUE_BYTE,
    VALUE_FIELD,
    VALUE_ANY /* an expression, which the parser has checked */
};

/* What an initializer is compared with. A level is a pair of braces: one for each dimension, and
 * the innermost for the elements of a vector or the fields of a .texref. */
struct level {
    uint64_t size, found; /* size 0 stands for any */
};

struct reading {
    struct checker *c;
    const struct words_read *w;
    struct text name;
    struct level *levels;
    uint32_t level_count, depth;
    uint32_t at, end;      /* position in the text, and its end */
    uint32_t node, nodes;  /* the next name */
    uint32_t other_values; /* values that are not functions */
};

/* ---- text ---- */

static bool is_name_start(char ch) { return is_name_byte(ch) && !(ch >= '0' && ch <= '9'); }

static void skip_value_blanks(struct reading *r) {
    const char *text = r->c->text;
    for (;;) {
        while (r->at < r->end && strchr(" \t\r\n", text[r->at])) r->at++;
        if (r->end - r->at < 2 || text[r->at] != '/') return;
        bool line = text[r->at + 1] == '/';
        if (!line && text[r->at + 1] != '*') return;
        for (r->at += 2; r->at < r->end; r->at++)
            if (line ? text[r->at] == '\n' : text[r->at] == '/' && text[r->at - 1] == '*') break;
        r->at += r->at < r->end;
    }
}

/* Returns the span of a value, without whitespace at its end. */
static ptxc_span take_value(struct reading *r) {
    ptxc_span value = {r->at, r->at};
    while (r->at < r->end && !strchr(",}", r->c->text[r->at])) {
        uint32_t before = r->at;
        skip_value_blanks(r);
        if (r->at == before) value.end = ++r->at;
    }
    return value;
}

struct number_read {
    const char *first, *end;
    bool floating, expression;
};

/* Returns the last byte of the prefix, exponent or operator that starts after s, or s. */
static const char *read_number(struct number_read *n, const char *s) {
    bool word = s > n->first && is_name_byte(s[-1]);
    bool prefix = *s == '0' && !word && s + 1 < n->end;
    if (prefix && (s[1] | 32) == 'x') {
        while (s + 1 < n->end && is_name_byte(s[1])) s++;
    } else if ((prefix && strchr("fFdD", s[1])) || *s == '.') {
        n->floating = n->floating || *s != '.' || s + 1 == n->end || !is_name_start(s[1]);
    } else if ((*s | 32) == 'e' && word) {
        n->floating = true;
        s += s + 1 < n->end && (s[1] == '-' || s[1] == '+');
    } else if (strchr("+-*/%&|^~<>=!?", *s) && (s > n->first || !strchr("+-", *s))) {
        n->expression = true;
    }
    return s;
}

/* Classifies 1, -0x1f, 1.5e-3, 0xff(x) or an expression. */
static enum value_kind kind_of_number(const char *first, const char *end) {
    struct number_read n = {.first = first, .end = end};
    bool digits = true;
    for (const char *s = first; s < end; s++) {
        if (*s == '(' && digits && s > first) return VALUE_BYTE;
        if (!is_name_byte(*s) && !strchr(" \t\r\n", *s)) digits = false;
        s = read_number(&n, s);
    }
    if (n.floating && n.expression) return VALUE_ANY;
    return n.floating ? VALUE_OF_FLOAT : VALUE_OF_INTEGER;
}

static enum value_kind kind_of_value(const struct reading *r, ptxc_span value) {
    const char *s = r->c->text + value.start, *end = r->c->text + value.end;
    if (is_name_start(*s)) {
        while (s < end && is_name_byte(*s)) s++;
        if (!strncmp(r->c->text + value.start, "WARP_SZ", 7)) return VALUE_OF_INTEGER;
        while (s < end && *s != '=') s++;
        return s < end ? VALUE_FIELD : VALUE_ADDRESS;
    }
    return kind_of_number(s, end);
}

/* ---- one value ---- */

static struct text kind_text(enum value_kind kind) {
    static const enum phrase_id texts[] = {P_an_integer,        P_a_float, P_an_address,
                                           P_a_byte_of_address, P_a_field, P_a_number};
    return phrase(texts[kind]);
}

static bool wrong_type(struct reading *r, ptxc_span at, enum phrase_id wanted, struct text found) {
    report_initializer_type(r->c->diags, at, r->name, phrase(wanted), found);
    return false;
}

static bool is_of_type(const struct reading *r, const char *a, const char *b) {
    const char *name = isa_types[r->w->type].name;
    return !strcmp(name, a) || !strcmp(name, b);
}

/* The assembler accepts any values in braces for the halves of a .f16x2, and drops them. */
static bool is_packed(const struct reading *r) { return is_of_type(r, ".f16x2", ".f16x2"); }

/* Checks the mask of a byte, as in 0xff00(x). */
static bool mask_is_right(struct reading *r, ptxc_span value) {
    const char *s = r->c->text + value.start, *end = r->c->text + value.end;
    uint64_t mask = 0;
    uint32_t base = 10;
    if (*s == '0') base = (s[1] | 32) == 'x' ? 16 : (s[1] | 32) == 'b' ? 2 : 8;
    for (s += base == 16 || base == 2 ? 2 : 0; s < end && is_name_byte(*s) && (*s | 32) != 'u'; s++)
        mask = mask * base + (uint64_t)(*s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10);
    while (mask && !(mask & 255)) mask >>= 8;
    if (mask == 255) return true;
    value.end = (uint32_t)(s - r->c->text);
    report_initializer_mask(r->c->diags, value, text_at(r->c->text, value));
    return false;
}

/* Returns the node of the name in a value, or NULL. */
static const struct node *name_in(struct reading *r, ptxc_span value) {
    for (; r->node < r->nodes; r->node++) {
        const struct node *n = ast_node(r->c->ast, r->node);
        bool name = n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_SINK;
        if (name && n->start >= value.start) return n->start < value.end ? n : NULL;
    }
    return NULL;
}

static bool name_fits(struct reading *r, ptxc_span value) {
    const struct node *n = name_in(r, value);
    if (!n) return true;
    const struct symbol *y = symbols_lookup(&r->c->symbols, n->name);
    if (!y && n->kind == PTXC_OPERAND_SYMBOL) return true; /* already reported */
    const char *text = r->c->text;
    bool generic = !strncmp(text + value.start, "generic", 7) && n->start > value.start;
    bool offset = memchr(text + n->start, '+', value.end - n->start);
    bool function = y && y->kind == SYMBOL_FUNCTION;
    bool memory =
        y && y->kind == SYMBOL_VARIABLE && (y->space == SPACE_GLOBAL || y->space == SPACE_CONST);
    if (memory || (function && !generic && !offset)) {
        r->other_values += memory;
        return true;
    }
    report_initializer_name(r->c->diags, node_span(n), text_at(text, node_span(n)),
                            phrase(function ? P_function_alone : P_not_in_memory));
    return false;
}

/* Returns true if the word is in a list whose items end with commas. */
static bool is_among(const char *list, struct text word) {
    for (const char *s = list; *s; s = strchr(s, ',') + 1)
        if (!strncmp(s, word.start, word.length) && s[word.length] == ',') return true;
    return false;
}

static struct text value_word_at(const struct reading *r, uint32_t at) {
    struct text word = {r->c->text + at, 0};
    while (is_name_byte(word.start[word.length])) word.length++;
    return word;
}

static const char *fields_of(const char *type) {
    if (!strcmp(type, ".texref"))
        return "width,height,depth,channel_data_type,channel_order,normalized_coords,filter_mode,"
               "addr_mode_0,addr_mode_1,addr_mode_2,array_size,num_mipmap_levels,num_samples,";
    if (!strcmp(type, ".surfref"))
        return "width,height,depth,channel_data_type,channel_order,array_size,memory_layout,";
    return "force_unnormalized_coords,filter_mode,addr_mode_0,addr_mode_1,addr_mode_2,";
}

/* Checks `width = 1`. Only the fields of a single opaque variable are checked. */
static bool field_fits(struct reading *r, ptxc_span value, bool opaque) {
    const char *type = isa_types[r->w->type].name;
    struct text field = value_word_at(r, value.start), given;
    uint32_t at = value.start;
    while (r->c->text[at] != '=') at++;
    while (at + 1 < value.end && strchr("= \t\r\n", r->c->text[at])) at++;
    given = value_word_at(r, at);
    if (opaque && !is_among(fields_of(type), field)) {
        ptxc_span name = {value.start, value.start + field.length};
        report_initializer_field(r->c->diags, name, field, text_of(type));
        return false;
    }
    if (!is_name_start(*given.start) ||
        is_among("nearest,linear,wrap,mirror,clamp_ogl,clamp_to_edge,clamp_to_border,WARP_SZ,",
                 given))
        return true;
    ptxc_span name = {at, at + given.length};
    report_initializer_name(r->c->diags, name, given, phrase(P_no_such_value));
    return false;
}

static bool value_fits(struct reading *r, ptxc_span value) {
    enum value_kind kind = kind_of_value(r, value);
    const struct isa_type *type = &isa_types[r->w->type];
    bool opaque = type->kind == TYPE_OPAQUE, inside = r->depth == r->level_count;
    if (kind != VALUE_ADDRESS) r->other_values++;
    if (type->kind == TYPE_FLOAT && type->width == 16) {
        report_initializer_none(r->c->diags, value, text_of(type->name));
        return false;
    }
    if (type->kind == TYPE_BITS && type->name[1] != 'b') {
        report_initializer_none(r->c->diags, value, text_of(type->name));
        return false;
    }
    if (kind == VALUE_FIELD) return field_fits(r, value, opaque && r->level_count == 1);
    if (opaque) return wrong_type(r, value, P_fields_such_as, kind_text(kind));
    if (!inside || is_packed(r)) return wrong_type(r, value, P_a_braced_list, kind_text(kind));
    if (kind == VALUE_BYTE) {
        if (!mask_is_right(r, value)) return false;
        if (!name_in(r, value)) kind = VALUE_OF_INTEGER; /* 0xff(1) */
    }
    switch (kind) {
    case VALUE_ANY: return true;
    case VALUE_OF_INTEGER:
        if (type->kind == TYPE_FLOAT) return wrong_type(r, value, P_a_float, kind_text(kind));
        return true;
    case VALUE_OF_FLOAT:
        if (type->kind == TYPE_UINT || type->kind == TYPE_SINT)
            return wrong_type(r, value, P_an_integer, kind_text(kind));
        return true;
    case VALUE_ADDRESS:
        if (!is_of_type(r, ".u64", ".u32"))
            return wrong_type(r, value, P_an_address_type, text_of(type->name));
        return name_fits(r, value);
    default:
        if (!is_of_type(r, ".u64", ".u32") && !is_of_type(r, ".u8", ".u8"))
            return wrong_type(r, value, P_an_address_byte_type, text_of(type->name));
        return name_fits(r, value);
    }
}

/* ---- the whole initializer ---- */

static bool is_vector_level(const struct reading *r) {
    return r->w->vector && r->depth == r->level_count;
}

/* Counts one more value in the enclosing braces. */
static bool count_value(struct reading *r) {
    if (!r->depth) return true;
    struct level *l = &r->levels[r->depth - 1];
    ptxc_span at = {r->at, r->at + 1};
    if (++l->found <= l->size || !l->size) return true;
    report_initializer_count(r->c->diags, at, r->name, (int64_t)l->size);
    return false;
}

/* Skips to the `}` that closes the open list. */
static void skip_list(struct reading *r) {
    uint32_t open = 0;
    for (skip_value_blanks(r); r->at < r->end && (open || r->c->text[r->at] != '}');
         skip_value_blanks(r)) {
        open += r->c->text[r->at] == '{';
        open -= r->c->text[r->at] == '}';
        r->at++;
    }
}

static bool open_braces(struct reading *r) {
    ptxc_span at = {r->at, r->at + 1};
    if (!count_value(r)) return false;
    if (r->depth == r->level_count)
        return wrong_type(r, at, P_a_single_value, phrase(P_a_braced_list));
    r->levels[r->depth++].found = 0;
    r->at++;
    if (is_packed(r) && r->depth == r->level_count) skip_list(r);
    return true;
}

static bool close_braces(struct reading *r) {
    const struct level *l = &r->levels[r->depth - 1];
    ptxc_span at = {r->at, r->at + 1};
    if (is_vector_level(r) && l->found < l->size) {
        report_initializer_short(r->c->diags, at, r->name, (int64_t)l->size, (int64_t)l->found);
        return false;
    }
    r->depth--;
    r->at++;
    return true;
}

/* Returns the position after `12` if integers are allowed, or after `0f3F800000` if floating-point
 * numbers are. Returns `at` if there is no such number. */
static uint32_t behind_number(const struct reading *r, uint32_t at, bool floating) {
    const char *text = r->c->text;
    if (!floating) {
        while (text[at] >= '0' && text[at] <= '9') at++;
    } else if (text[at] == '0' && strchr("fFdD", text[at + 1])) {
        while (is_name_byte(text[at])) at++;
    }
    return at;
}

/* Tables are long: skips numbers that are followed by a comma. */
static void skip_numbers(struct reading *r) {
    const struct isa_type *type = &isa_types[r->w->type];
    bool floating = type->kind == TYPE_FLOAT;
    if (type->kind == TYPE_OPAQUE || (floating && type->width < 32) || is_packed(r)) return;
    if (!r->depth || r->depth != r->level_count) return;
    struct level *l = &r->levels[r->depth - 1];
    while (!l->size || l->found < l->size) {
        uint32_t at = behind_number(r, r->at, floating);
        if (at == r->at || r->c->text[at] != ',') return;
        while (r->c->text[++at] == ' ') {}
        r->at = at;
        l->found++;
        r->other_values = 1;
    }
}

static bool read_all(struct reading *r) {
    for (skip_value_blanks(r); r->at < r->end; skip_value_blanks(r)) {
        char ch = r->c->text[r->at];
        bool fits = true;
        if (ch == ',') {
            r->at++;
        } else if (ch == '{') {
            fits = open_braces(r);
        } else if (ch == '}') {
            fits = r->depth && close_braces(r);
        } else {
            fits = count_value(r) && value_fits(r, take_value(r));
        }
        if (!fits) return false;
        skip_numbers(r);
    }
    return true;
}

/* Creates a level for each dimension, and one for the elements of a vector. */
static void make_levels(struct reading *r, const struct declarator *d) {
    bool inner = r->w->vector || is_packed(r) || isa_types[r->w->type].kind == TYPE_OPAQUE;
    r->levels = arena_zalloc(r->c->arena, (d->dimensions + 1) * sizeof *r->levels);
    for (uint32_t i = d->first; i < d->end; i++) {
        const struct node *n = ast_node(r->c->ast, i);
        if (n->kind != PTXC_OPERAND_ADDRESS) continue;
        struct level *l = &r->levels[r->level_count++];
        if (n->group.count) l->size = (uint64_t)ast_node(r->c->ast, i - 1)->value;
    }
    if (inner) r->levels[r->level_count++].size = r->w->vector;
}

bool check_initializer(struct checker *c, const struct words_read *w, const struct declarator *d) {
    if (w->type < 0) return false;
    struct reading r = {.c = c,
                        .w = w,
                        .name = text_at(c->text, d->span),
                        .at = d->initializer.start,
                        .end = d->initializer.end,
                        .node = d->first,
                        .nodes = d->end};
    make_levels(&r, d);
    bool fits = read_all(&r);
    if (fits && d->incomplete && !r.levels[0].found)
        report_incomplete_array(c->diags, d->span, r.name);
    return fits && !r.other_values && r.level_count == 1 && r.levels[0].found;
}
