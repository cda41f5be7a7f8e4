/* SPDX-License-Identifier: Apache-2.0
 * Expands the blocks of PTX in C++. A block becomes one statement, in which the compiler checks
 * the sizes that the block assumes. Each line keeps its number: docs/pp.md. */
#include "embed/cxx_check.h"
#include "embed/pp.h"
#include "isa/range.h"
#include <string.h>

struct writer {
    const struct ptxc_module *m;
    const struct cxx *cxx;
    struct arena *arena;
    struct text_builder out;
    uint32_t line; /* the number that the compiler gives to the current line */
    const struct pp_block *block;
    uint32_t *index;      /* for each operand of the block, its index in the asm */
    uint32_t underscores; /* after `_ptx` in generated names; no name in the file has as many */
};

/* ---- output ---- */

/* Copies C++ and counts its lines. */
static void copy_cxx(struct writer *w, ptxc_span span) {
    const char *s = w->cxx->text + span.start;
    build_bytes(&w->out, s, span.end - span.start);
    for (uint32_t i = 0; i < span.end - span.start; i++) w->line += s[i] == '\n';
}

static void put_text(struct writer *w, const char *s) { build_string(&w->out, s); }

static void put_pp_number(struct writer *w, uint32_t number) { build_number(&w->out, number); }

/* Writes a byte inside a literal. */
static void put_quoted_byte(struct writer *w, char c) {
    if (c == '"' || c == '\\') build_char(&w->out, '\\');
    build_char(&w->out, c);
}

static void put_line_directive(struct writer *w, uint32_t line) {
    put_text(w, "#line ");
    put_pp_number(w, line);
    w->line = line;
}

/* Makes what follows belong to this line. */
static void move_to(struct writer *w, uint32_t line) {
    if (w->line == line) return;
    build_char(&w->out, '\n');
    put_line_directive(w, line);
    build_char(&w->out, '\n');
}

/* Returns the number of the line as the compiler counts. */
static uint32_t line_of(const struct writer *w, uint32_t at) {
    ptxc_loc loc;
    return cxx_loc(w->m, at, &loc) ? loc.line : line_index_at(&w->m->ast.lines, at).line + 1;
}

/* ---- operands ---- */

static const char *cxx_type_of(const struct pp_operand *o) {
    switch (o->classes) {
    case PP_BYTE: return o->is_signed ? "int" : "unsigned";
    case PP_16: return "unsigned short";
    case PP_32: return o->is_float ? "float" : "unsigned";
    case PP_64: return o->is_float ? "double" : "unsigned long long";
    case PP_128: return "unsigned __int128";
    default: return "unsigned";
    }
}

static char letter_of(const struct pp_operand *o) {
    switch (o->classes) {
    case PP_16: return 'h';
    case PP_64: return o->is_float ? 'd' : 'l';
    case PP_128: return 'q';
    case PP_NUMBER: return 'n';
    default: return o->classes == PP_32 && o->is_float ? 'f' : 'r';
    }
}

static uint32_t bytes_of(const struct pp_operand *o) {
    return o->classes == PP_16 ? 2 : o->classes == PP_32 ? 4 : o->classes == PP_64 ? 8 : 16;
}

/* Returns true if its value is passed through a variable of PTX's type, with a C++ conversion. */
static bool is_converted(const struct pp_operand *o) {
    return o->classes == PP_PREDICATE || o->classes == PP_BYTE;
}

static void put_variable(struct writer *w, uint32_t i) {
    put_text(w, "_ptx");
    for (uint32_t k = 0; k < w->underscores; k++) build_char(&w->out, '_');
    put_pp_number(w, i);
}

/* Writes where a converted result is stored. This is evaluated before the asm, which may change an
 * index in it. */
static void put_place(struct writer *w, uint32_t i) {
    put_variable(w, i);
    put_text(w, "r");
}

/* Writes the expression as it is in C++. */
static void put_place_of(struct writer *w, const struct pp_operand *o) {
    if (o->element.length)
        build_text(&w->out, o->element);
    else
        copy_cxx(w, o->expression);
}

static void put_expression(struct writer *w, const struct pp_operand *o) {
    if (o->is_shared) {
        put_text(w, "static_cast<");
        put_text(w, cxx_type_of(o));
        put_text(w, ">(__cvta_generic_to_shared(");
    }
    put_text(w, "(");
    put_place_of(w, o);
    put_text(w, o->is_shared ? ")))" : ")");
}

/* Writes its spelling inside a literal, without `$(`, because nvcc prints `?` for `$`. */
static void put_spelling(struct writer *w, const struct pp_operand *o) {
    enum { LONGEST = 60 };
    struct text t = pp_operand_text(w->cxx->text, o);
    for (uint32_t i = 0; i < t.length && i < LONGEST; i++)
        put_quoted_byte(w, (unsigned char)t.start[i] < ' ' ? ' ' : t.start[i]);
    if (t.length > LONGEST) put_text(w, "...");
}

static void put_size_check(struct writer *w, uint32_t i, const struct pp_operand *o) {
    put_text(w, "static_assert(sizeof");
    if (o->output) {
        put_expression(w, o);
    } else {
        put_text(w, "(");
        put_variable(w, i);
        put_text(w, ")");
    }
    put_text(w, " == ");
    put_pp_number(w, bytes_of(o));
    put_text(w, ", \"'");
    put_spelling(w, o);
    put_text(w, o->is_address ? "' must be an address in shared memory, of " : "' must have ");
    put_pp_number(w, 8 * bytes_of(o));
    put_text(w, o->is_address ? " bits: write $shared(...) for a pointer\"); " : " bits\"); ");
}

/* Both or neither means a bit pattern. Only these widths have numbers of both sorts in C++. */
static bool is_number_of_sort(const struct pp_operand *o) {
    return o->as_float != o->as_integer && (o->classes == PP_32 || o->classes == PP_64);
}

/* An `int` in add.f32 would be added as its bit pattern. */
static void put_sort_check(struct writer *w, uint32_t i, const struct pp_operand *o) {
    if (!is_number_of_sort(o)) return;
    put_text(w, "static_assert(::_ptx_sort<decltype(");
    if (o->output)
        put_expression(w, o);
    else
        put_variable(w, i);
    put_text(w, o->as_float ? ")>::is_float, \"'" : ")>::is_integer, \"'");
    put_spelling(w, o);
    put_text(w, o->as_float ? "' must have a floating-point type\"); "
                            : "' must have an integer type\"); ");
}

/* Writes what the checks use. Types that are not numbers, such as a struct of two halves, are of
 * any sort. */
static void put_sorts(struct writer *w) {
    static const char *const integers[] = {"int",           "unsigned",  "long",
                                           "unsigned long", "long long", "unsigned long long"};
    put_text(w,
             "#ifndef PTXCHECK_SORT\n#define PTXCHECK_SORT\n"
             "template <typename T> struct _ptx_sort { enum { is_float = 1, is_integer = 1 }; };\n"
             "template <typename T> struct _ptx_sort<T &> : _ptx_sort<T> {};\n"
             "template <typename T> struct _ptx_sort<const T> : _ptx_sort<T> {};\n"
             "template <typename T> struct _ptx_sort<volatile T> : _ptx_sort<T> {};\n"
             "template <typename T> struct _ptx_sort<const volatile T> : _ptx_sort<T> {};\n"
             "template <> struct _ptx_sort<float> { enum { is_float = 1, is_integer = 0 }; };\n"
             "template <> struct _ptx_sort<double> { enum { is_float = 1, is_integer = 0 }; };\n");
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        put_text(w, "template <> struct _ptx_sort<");
        put_text(w, integers[i]);
        put_text(w, "> { enum { is_float = 0, is_integer = 1 }; };\n");
    }
    put_text(w, "#endif\n");
}

static bool has_sorts(const struct pp *pp) {
    for (uint32_t i = 0; i < pp->operands.count; i++)
        if (is_number_of_sort(list_at(&pp->operands, i))) return true;
    return false;
}

static void put_converted(struct writer *w, uint32_t i, const struct pp_operand *o) {
    if (o->output) {
        put_text(w, "auto &");
        put_place(w, i);
        put_text(w, " = ");
        put_expression(w, o);
        put_text(w, "; ");
    }
    put_text(w, cxx_type_of(o));
    put_text(w, " ");
    put_variable(w, i);
    if (o->input) {
        put_text(w, o->classes == PP_PREDICATE ? " = static_cast<bool>(" : " = (");
        if (o->output)
            put_place(w, i);
        else
            put_expression(w, o);
        put_text(w, ")");
    }
    put_text(w, "; ");
}

/* Checks that a constant is in the range that the instruction accepts, as far as the compiler can
 * evaluate it here. */
static void put_constant_check(struct writer *w, const struct pp_operand *o) {
    struct text t = pp_operand_text(w->cxx->text, o);
    struct text_builder name = build_in_arena(w->arena), ranges = build_in_arena(w->arena);
    if (!o->ranges.count || memchr(t.start, '\n', t.length)) return;
    PUT(&name, "static_cast<long long>(");
    build_text(&name, t);
    PUT(&name, ")");
    for (uint16_t i = 0; i < o->ranges.count; i++) {
        if (i) PUT(&ranges, " || ");
        if (!isa_put_range(&ranges, &isa_ranges[o->ranges.first + i], built_string(&name))) return;
    }
    move_to(w, line_of(w, o->first.start));
    put_text(w, "static_assert(");
    put_text(w, built_string(&ranges));
    put_text(w, ", \"'");
    put_spelling(w, o);
    put_text(w, "' must be ");
    put_text(w, isa_str(o->phrase));
    put_text(w, "\"); ");
}

/* Writes what must precede the asm. */
static void put_pp_declaration(struct writer *w, uint32_t i, const struct pp_operand *o) {
    if (o->classes == PP_NUMBER) {
        put_constant_check(w, o);
        return;
    }
    move_to(w, line_of(w, o->first.start));
    if (is_converted(o)) {
        put_converted(w, i, o);
        return;
    }
    if (!o->output) {
        /* A struct of two halves is aligned less than the whole. */
        put_text(w, o->classes == PP_128 ? "alignas(16) auto " : "auto ");
        put_variable(w, i);
        put_text(w, " = ");
        put_expression(w, o);
        put_text(w, "; ");
    }
    put_size_check(w, i, o);
    put_sort_check(w, i, o);
}

/* Writes `"=r"(x)`. */
static void put_constraint(struct writer *w, uint32_t i, const struct pp_operand *o) {
    char letter = letter_of(o);
    put_text(w, !o->output ? "\"" : o->input ? "\"+" : "\"=");
    if (o->output && w->block->instructions > 1) put_text(w, "&");
    build_char(&w->out, letter);
    put_text(w, "\"(");
    if (o->classes == PP_NUMBER) {
        put_expression(w, o);
    } else if (is_converted(o)) {
        put_variable(w, i);
    } else {
        put_text(w, "reinterpret_cast<");
        put_text(w, cxx_type_of(o));
        put_text(w, " &>(");
        if (o->output)
            put_place_of(w, o);
        else
            put_variable(w, i);
        put_text(w, ")");
    }
    put_text(w, ")");
}

static void put_constraints(struct writer *w, bool outputs) {
    bool first = true;
    put_text(w, " :");
    for (uint32_t i = 0; i < w->block->operand_count; i++) {
        const struct pp_operand *o = pp_operand_at(w->cxx->pp, w->block, i);
        if (o->output != outputs) continue;
        put_text(w, first ? " " : ", ");
        put_constraint(w, i, o);
        first = false;
    }
}

/* Writes the conversions after the asm. */
static void put_conversions(struct writer *w) {
    for (uint32_t i = 0; i < w->block->operand_count; i++) {
        const struct pp_operand *o = pp_operand_at(w->cxx->pp, w->block, i);
        if (!o->output || !is_converted(o)) continue;
        put_text(w, " ");
        put_place(w, i);
        put_text(w, " = ");
        put_variable(w, i);
        put_text(w, o->classes == PP_PREDICATE ? " != 0;" : ";");
    }
}

/* ---- the text of the asm ---- */

static void put_predicate(struct writer *w, uint32_t i) {
    put_text(w, "%%ptxcheck_");
    put_pp_number(w, i);
}

static void put_index(struct writer *w, uint32_t i) {
    put_text(w, "%");
    put_pp_number(w, w->index[i]);
}

/* Predicates are converted from and to 32-bit registers. */
static void put_predicates(struct writer *w, bool at_end) {
    for (uint32_t i = 0; i < w->block->operand_count; i++) {
        const struct pp_operand *o = pp_operand_at(w->cxx->pp, w->block, i);
        if (o->classes != PP_PREDICATE) continue;
        if (!at_end) {
            put_text(w, " .reg .pred ");
            put_predicate(w, i);
            put_text(w, ";");
        }
        if (at_end ? !o->output : !o->input) continue;
        put_text(w, at_end ? " selp.b32 " : " setp.ne.b32 ");
        if (at_end) {
            put_index(w, i);
            put_text(w, ", 1, 0, ");
            put_predicate(w, i);
        } else {
            put_predicate(w, i);
            put_text(w, ", ");
            put_index(w, i);
            put_text(w, ", 0");
        }
        put_text(w, ";");
    }
}

/* Writes PTX as it is, one literal per line. */
static void put_ptx_lines(struct writer *w, uint32_t start, uint32_t end) {
    const char *text = w->cxx->text;
    for (uint32_t i = start; i < end; i++) {
        bool return_only = text[i] == '\r' && i + 1 < end && text[i + 1] == '\n';
        if (text[i] == '\n') {
            put_text(w, "\\n\"");
            if (i && text[i - 1] == '\r') put_text(w, "\r");
            put_text(w, "\n\"");
            w->line++;
        } else if (text[i] == '%') {
            put_text(w, "%%");
        } else if (!return_only) {
            put_quoted_byte(w, text[i]);
        }
    }
}

/* Registers of the block are renamed, because its %r1 would hide one of the compiler's. */
static void put_use(struct writer *w, const struct pp_use *use) {
    if (use->operand == PP_OWN) {
        put_text(w, "%%ptx_");
        build_bytes(&w->out, w->cxx->text + use->span.start + 1,
                    use->span.end - use->span.start - 1);
    } else if (pp_operand_at(w->cxx->pp, w->block, use->operand)->classes == PP_PREDICATE) {
        put_predicate(w, use->operand);
    } else {
        put_index(w, use->operand);
    }
}

static void put_body(struct writer *w) {
    uint32_t at = w->block->body.start;
    put_text(w, "\"{");
    put_predicates(w, false);
    for (uint32_t i = 0; i < w->block->use_count; i++) {
        const struct pp_use *use = pp_use_at(w->cxx->pp, w->block, i);
        if (use->follows)
            put_text(w, ", ");
        else
            put_ptx_lines(w, at, use->span.start);
        put_use(w, use);
        at = use->span.end;
    }
    put_ptx_lines(w, at, w->block->body.end);
    put_text(w, "\\n"); /* the last line may be a comment */
    put_predicates(w, true);
    put_text(w, "}\"");
}

/* ---- blocks ---- */

static void number_operands(struct writer *w) {
    uint32_t next = 0, count = w->block->operand_count;
    w->index = arena_alloc(w->arena, (count + 1) * sizeof *w->index);
    for (int inputs = 0; inputs < 2; inputs++)
        for (uint32_t i = 0; i < count; i++)
            if (pp_operand_at(w->cxx->pp, w->block, i)->output != (bool)inputs)
                w->index[i] = next++;
}

static void put_block(struct writer *w, const struct cxx_asm *a) {
    w->block = list_at(&w->cxx->pp->blocks, a->block - 1);
    number_operands(w);
    put_text(w, "do { ");
    for (uint32_t i = 0; i < w->block->operand_count; i++)
        put_pp_declaration(w, i, pp_operand_at(w->cxx->pp, w->block, i));
    move_to(w, line_of(w, a->span.start));
    put_text(w, w->block->is_volatile ? "asm volatile(" : "asm(");
    /* The compiler also counts the lines between `asm` and the first line of PTX. */
    for (uint32_t line = line_of(w, w->block->body.start); w->line < line; w->line++)
        build_char(&w->out, '\n');
    put_body(w);
    put_constraints(w, true);
    put_constraints(w, false);
    if (w->block->memory) put_text(w, " : \"memory\"");
    put_text(w, ");");
    put_conversions(w);
    put_text(w, " } while (0)");
    move_to(w, line_of(w, a->span.end));
}

/* Returns how many underscores make names such as _ptx0 unique in the file. */
static uint32_t find_underscores(const char *text, uint32_t length) {
    static const char prefix[] = "_ptx";
    enum { WIDTH = sizeof prefix - 1, MOST = 63 };
    uint64_t taken = 0; /* bit n: names with n of them exist */
    uint32_t free = 0;
    for (uint32_t i = 0; i + WIDTH < length; i++) {
        if (memcmp(text + i, prefix, WIDTH)) continue;
        uint32_t at = i + WIDTH;
        while (at < length && text[at] == '_') at++;
        if (at < length && cxx_is_digit(text[at]) && at - i - WIDTH <= MOST)
            taken |= (uint64_t)1 << (at - i - WIDTH);
        i = at - 1;
    }
    while (free < MOST && taken >> free & 1) free++;
    return free;
}

const char *pp_expand(const struct ptxc_module *m, struct arena *arena, const char *file,
                      uint32_t *length) {
    static const char mark[] = "\xEF\xBB\xBF"; /* must stay at the start */
    struct writer w = {
        .m = m, .cxx = m->cxx, .arena = arena, .line = 1, .out = build_in_arena(arena)};
    uint32_t at = m->length >= 3 && !memcmp(m->text, mark, 3) ? 3 : 0;
    w.underscores = find_underscores(m->text, m->length);
    build_bytes(&w.out, m->text, at);
    if (m->cxx->pp) {
        if (has_sorts(m->cxx->pp)) put_sorts(&w);
        put_text(&w, "#line 1 \"");
        for (const char *c = file; *c; c++) put_quoted_byte(&w, *c);
        put_text(&w, "\"\n");
    }
    for (uint32_t i = 0; m->cxx->pp && i < m->cxx->asms.count; i++) {
        const struct cxx_asm *a = list_at(&m->cxx->asms, i);
        if (!a->block) continue;
        copy_cxx(&w, (ptxc_span){at, a->span.start});
        w.line = line_of(&w, a->span.start);
        put_block(&w, a);
        at = a->span.end;
    }
    copy_cxx(&w, (ptxc_span){at, m->length});
    *length = (uint32_t)w.out.length;
    return built_string(&w.out);
}
