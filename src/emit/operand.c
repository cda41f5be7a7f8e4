/* SPDX-License-Identifier: Apache-2.0
 * Converts the operands of a line to parameters of a function: their types, how the asm
 * statement uses them, and the PTX around it for what no CUDA constraint can hold. */
#include "match/effect.h"
#include "emit/emit.h"
#include "emit/kind.h"
#include "isa/event.h"
#include "isa/range.h"
#include <string.h>

struct reader {
    struct emit *e;
    struct emit_function *fn;
    const struct match_context *c;
    const struct chain_form *f;
    const struct fit *fit;
    struct text_builder operands, before, after, assertions, templates, types, key;
    uint32_t registers; /* registers of the PTX around the instruction */
    struct text_builder suffix, shown;
    const char *why; /* why no function can stand for it, or NULL if one can */
};

/* ---- parts of the statement ---- */

/* Writes to the asm and to the shown text. */
static void put_both(struct reader *r, const char *s) {
    PUT(&r->operands, s);
    PUT(&r->shown, s);
}

static const char *join_strings(struct reader *r, const char *a, const char *b, const char *d) {
    struct text_builder t = build_in_arena(r->e->arena);
    PUT(&t, a, b, d);
    return built_string(&t);
}

static const char *numbered_name(struct reader *r, const char *name, int64_t number,
                                 const char *end) {
    struct text_builder t = build_in_arena(r->e->arena);
    PUT(&t, name);
    build_number(&t, number);
    PUT(&t, end);
    return built_string(&t);
}

/* Writes a mark for an operand of the asm into PTX. */
static void put_operand_mark(struct reader *r, struct text_builder *ptx, char letter, char access,
                             const char *expression) {
    struct emit_value *v = list_add(r->e->arena, &r->e->values);
    static const char mark[] = {EMIT_MARK, 0};
    *v = (struct emit_value){expression, letter, access};
    PUT(ptx, mark);
    build_number(ptx, r->e->values.count - 1);
    PUT(ptx, mark);
}

static struct emit_parameter *add_parameter(struct reader *r, const char *type, const char *name) {
    struct emit_parameter *p = list_add(r->e->arena, &r->e->parameters);
    *p = (struct emit_parameter){.type = type, .name = name};
    return p;
}

/* Declares a register of the PTX around the instruction, such as p0. */
static const char *declare_register(struct reader *r, const struct emit_type *type) {
    static const char *const letters[] = {"p", "b", "q"};
    int which = type->ptx == EMIT_PREDICATE.ptx ? 0 : type->ptx == EMIT_BYTE.ptx ? 1 : 2;
    const char *name = numbered_name(r, letters[which], r->registers++, "");
    PUT(&r->before, ".reg ", type->ptx, " ", name, "; ");
    return name;
}

static void wrapped_input(struct reader *r, const struct emit_type *type, const char *expression) {
    const char *name = declare_register(r, type);
    struct text_builder *b = &r->before;
    if (type->ptx == EMIT_PREDICATE.ptx) {
        PUT(b, "setp.ne.b32 ", name, ", ");
        put_operand_mark(r, b, 'r', 0, join_strings(r, "static_cast<uint32_t>(", expression, ")"));
        PUT(b, ", 0; ");
    } else if (type->ptx == EMIT_BYTE.ptx) {
        PUT(b, "cvt.u8.u32 ", name, ", ");
        put_operand_mark(r, b, 'r', 0, join_strings(r, "static_cast<uint32_t>(", expression, ")"));
        PUT(b, "; ");
    } else {
        PUT(b, "mov.b128 ", name, ", {");
        put_operand_mark(r, b, 'l', 0, join_strings(r, expression, ".low", ""));
        PUT(b, ", ");
        put_operand_mark(r, b, 'l', 0, join_strings(r, expression, ".high", ""));
        PUT(b, "}; ");
    }
    PUT(&r->operands, name);
}

static void wide_output(struct reader *r, const char *expression) {
    const char *name = declare_register(r, &EMIT_WIDE);
    PUT(&r->after, "mov.b128 {");
    put_operand_mark(r, &r->after, 'l', '=', join_strings(r, expression, ".low", ""));
    PUT(&r->after, ", ");
    put_operand_mark(r, &r->after, 'l', '=', join_strings(r, expression, ".high", ""));
    PUT(&r->after, "}, ", name, "; ");
    PUT(&r->operands, name);
}

static void wrapped_output(struct reader *r, const struct emit_type *type, const char *temporary) {
    const char *name = declare_register(r, type);
    bool is_predicate = type->ptx == EMIT_PREDICATE.ptx;
    PUT(&r->after, is_predicate ? "selp.b32 " : "cvt.u32.u8 ");
    put_operand_mark(r, &r->after, 'r', '=', temporary);
    PUT(&r->after, is_predicate ? ", 1, 0, " : ", ", name, "; ");
    PUT(&r->operands, name);
}

/* ---- types that C++ deduces ---- */

/* Returns the C++ type for a PTX type whose name says more than its size. */
static const char *named_type(const char *word) {
    static const struct {
        const char *word, *name;
    } halves[] = {{".f16", "__half"},
                  {".bf16", "__nv_bfloat16"},
                  {".f16x2", "__half2"},
                  {".bf16x2", "__nv_bfloat162"}};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (!strcmp(halves[i].word, word)) return halves[i].name;
    return NULL;
}

/* Returns the word of the line that states the type of its operands, or NULL. */
static const char *written_type(const struct reader *r) {
    const struct emit_function *fn = r->fn;
    for (uint16_t s = fn->form->slots.count; s-- > 0;) {
        if (fn->word[s] == ISA_NONE) continue;
        const struct isa_word *w = &isa_words[isa_members[fn->word[s]].word];
        if (!strcmp(isa_str(isa_tags[w->tag]), "type")) return isa_str(w->text);
    }
    return NULL;
}

static bool is_deduced(const struct reader *r, const char *name) {
    const struct isa_call *call = r->fn->call;
    for (uint16_t i = 0; call && i < call->deduced.count; i++)
        if (!strcmp(isa_str(isa_call_operands[call->deduced.first + i]), name)) return true;
    return false;
}

/* Returns a template type of this size; the same name means the same type. */
static const char *deduced_bytes(struct reader *r, const char *name, uint32_t bytes) {
    struct text_builder t = build_in_arena(r->e->arena);
    PUT(&t, "typename ", name, ", typename detail::enable<sizeof(", name, ") == ");
    build_number(&t, bytes);
    PUT(&t, ">::type = 0, ");
    if (!strstr(built_string(&r->types), built_string(&t))) PUT(&r->types, built_string(&t));
    return name;
}

/* Returns the C++ type with the same meaning as the word in PTX, or NULL. */
static const char *deduced_type(struct reader *r) {
    const char *word = written_type(r), *named = word ? named_type(word) : NULL;
    int type = word ? isa_type_find(word, (uint32_t)strlen(word)) : -1;
    if (named) r->e->uses_halves = true;
    if (named) return named;
    if (type < 0) return NULL;
    const struct isa_type *t = &isa_types[type];
    const char *bits = numbered_name(r, "int", t->width, "_t");
    switch (t->kind) {
    case TYPE_BITS: return deduced_bytes(r, numbered_name(r, "B", t->width, ""), t->width / 8u);
    case TYPE_UINT: return join_strings(r, "u", bits, "");
    case TYPE_SINT: return bits;
    case TYPE_FLOAT: return t->width == 64 ? "double" : t->width == 32 ? "float" : NULL;
    default: return NULL;
    }
}

/* ---- one operand ---- */

static enum effect_access asm_access(const struct isa_operand *pattern) {
    if (!(pattern->flags & OPERAND_WRITTEN)) return ACCESS_READ;
    return pattern->flags & OPERAND_UPDATED ? ACCESS_UPDATED : ACCESS_WRITTEN;
}

static void output(struct reader *r, const struct isa_operand *pattern,
                   const struct emit_type *type, const char *name) {
    struct emit_parameter *p = add_parameter(r, type->name, name);
    const char *deduced = is_deduced(r, name) ? deduced_type(r) : NULL;
    p->is_output = true;
    if (deduced && strcmp(deduced, type->name)) {
        p->type = deduced;
        p->kept_as = type->name;
    }
    if (type->ptx == EMIT_WIDE.ptx) {
        wide_output(r, name);
    } else if (type->ptx) {
        p->temporary = join_strings(r, name, "_", "");
        wrapped_output(r, type, p->temporary);
    } else {
        put_operand_mark(r, &r->operands, type->letter,
                         asm_access(pattern) == ACCESS_UPDATED ? '+' : '=', name);
    }
}

static bool is_long(const struct isa_alt *alt) {
    for (uint16_t i = 0; i < alt->ranges.count; i++) {
        const struct isa_range *range = &isa_ranges[alt->ranges.first + i];
        if (range->high > INT32_MAX && range->high < INT64_MAX) return true;
    }
    return false;
}

static void put_range_check(struct text_builder *t, const struct isa_range *range,
                            const char *name) {
    PUT(t, range->avail ? "(" : "");
    if (!isa_put_range(t, range, name)) PUT(t, "true");
    if (!range->avail) return;
    PUT(t, " && (");
    emit_put_targets(t, isa_sets[isa_avails[range->avail].set]);
    PUT(t, "))");
}

static void immediate(struct reader *r, const struct isa_operand *pattern,
                      const struct isa_alt *alt, const char *name) {
    const struct isa_range *first = &isa_ranges[alt->ranges.first];
    bool is_wide = is_long(alt);
    if (!is_wide) add_parameter(r, join_strings(r, "n32_t<", name, ">%"), "");
    PUT(&r->templates, is_wide ? "int64_t " : "int ", name);
    if (alt->ranges.count == 1 && first->low == first->high) {
        PUT(&r->templates, " = ");
        build_number(&r->templates, first->low);
    }
    PUT(&r->templates, ", ");
    PUT(&r->key, "<", name, ">");
    put_operand_mark(r, &r->operands, 'n', 0, name);
    if (!alt->ranges.count) return;
    PUT(&r->assertions, "    static_assert(");
    for (uint16_t i = 0; i < alt->ranges.count; i++) {
        if (i) PUT(&r->assertions, " || ");
        put_range_check(&r->assertions, first + i, name);
    }
    PUT(&r->assertions, ",\n                  \"", r->e->space, "::", r->fn->name, ": '", name,
        "' must be ", isa_str(isa_kinds[pattern->kind].phrase), "\");\n");
}

enum {
    HANDLES = 1 << SPACE_TEX | 1 << SPACE_SAMPLERREF | 1 << SPACE_SURFREF,
    PARAMETERS = 1 << SPACE_PARAM | 1 << SPACE_ENTRY | 1 << SPACE_INPUT | 1 << SPACE_OUTPUT
};

static bool is_signed(struct reader *r, const struct isa_operand *pattern, uint16_t kind) {
    return pattern->flags & OPERAND_SIGNED || emit_is_signed(r->f, kind);
}

/* Adds a value that the asm reads. */
static void plain_input(struct reader *r, const struct emit_type *type, const char *name) {
    const char *deduced = is_deduced(r, name) ? deduced_type(r) : NULL, *expression = name;
    bool is_wide = type->ptx == EMIT_WIDE.ptx;
    if (is_deduced(r, name) && !written_type(r)) {
        add_parameter(r, "const void* %", name);
        PUT(&r->key, "P,");
    } else if (deduced && strcmp(deduced, type->name)) {
        expression = join_strings(r, join_strings(r, "detail::as<", type->name, ">("), name, ")");
        add_parameter(r, join_strings(r, deduced, " %", ""), name);
        PUT(&r->key, deduced, ",");
    } else {
        add_parameter(r, is_wide ? "const b128& %" : join_strings(r, type->name, " %", ""), name);
        PUT(&r->key, type->name, ",");
    }
    if (type->ptx)
        wrapped_input(r, type, expression);
    else
        put_operand_mark(r, &r->operands, type->letter, 0, expression);
}

/* Adds a special register to the instruction, and to the name of the function. */
static void special(struct reader *r, const struct operand *o) {
    for (uint32_t i = o->span.start; i < o->span.end; i++) {
        const char *s = &r->c->text[i];
        if (*s == '%') PUT(&r->operands, "%");
        build_bytes(&r->operands, s, 1);
        build_bytes(&r->shown, s, 1);
        build_bytes(&r->suffix, *s == '%' || *s == '.' ? "_" : s, 1);
    }
    const char *name = r->c->text + o->span.start;
    int found = isa_special_find(name, (uint32_t)strcspn(name, ".,; "));
    const struct isa_avail *avail = &isa_avails[found < 0 ? 0 : isa_specials[found].avail];
    if (found >= 0 && isa_specials[found].avail) {
        r->fn->targets &= isa_sets[avail->set];
        if (avail->version > r->fn->version) r->fn->version = avail->version;
    }
    r->fn->effect = EFFECT_VOLATILE; /* many of them change */
}

/* Adds a register, or what can replace it in the text: numbers, special registers, variables. */
static void scalar(struct reader *r, const struct isa_operand *pattern, uint16_t kind,
                   const struct operand *o, const char *name) {
    bool is_predicate = o->shape == OP_NOT || isa_types[o->type].kind == TYPE_PRED;
    uint64_t all = emit_types(r->f, kind), types = emit_of_sort(all, is_predicate);
    if (types != all && is_predicate) PUT(&r->suffix, "_predicate");
    uint16_t spaces = emit_spaces(r->f, kind);
    PUT(&r->shown, name);
    const struct isa_alt *integer = emit_alternative(r->f, kind, ALT_INTEGER);
    struct emit_type type = emit_type_of(types, is_signed(r, pattern, kind));
    if (!types && integer) {
        immediate(r, pattern, integer, name);
    } else if (!types) {
        r->why = emit_why(r->e->arena, name, kind);
    } else if (asm_access(pattern) != ACCESS_READ) {
        output(r, pattern, &type, name);
    } else if (spaces && !(spaces & HANDLES) && type.letter == 'l') {
        add_parameter(r, "const void* %", name);
        PUT(&r->key, "P,");
        put_operand_mark(r, &r->operands, 'l', 0, name);
    } else {
        plain_input(r, &type, name);
    }
}

/* ---- addresses ---- */

static const struct {
    enum isa_space space;
    const char *call; /* converts a C++ pointer to an address in the space */
} spaces[] = {{SPACE_SHARED, "__cvta_generic_to_shared("},
              {SPACE_GLOBAL, "__cvta_generic_to_global("},
              {SPACE_LOCAL, "__cvta_generic_to_local("},
              {SPACE_CONST, "__cvta_generic_to_constant("},
              {SPACE_PARAM, "__cvta_generic_to_grid_constant("}};

/* Returns the C++ function that converts a pointer to the address, or NULL if it is generic. */
static const char *conversion(uint16_t in_spaces) {
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (in_spaces == 1 << spaces[i].space) return spaces[i].call;
    /* Of all parameters, only those of kernels have addresses in C++. */
    bool of_kernel = !(in_spaces & ~PARAMETERS) && in_spaces & 1 << SPACE_ENTRY;
    return of_kernel ? "__cvta_generic_to_grid_constant(" : NULL;
}

/* Returns true if the operand points to an mbarrier, according to the events of the instruction. */
static bool is_mbarrier(const struct reader *r, const struct isa_operand *pattern) {
    struct isa_span events = r->fn->insn->events;
    for (uint16_t i = 0; i < events.count; i++) {
        const struct isa_argument *a =
            isa_event_argument(&isa_events[events.first + i], ARGUMENT_BARRIER);
        if (a && a->op == ARGUMENT_OPERAND && a->operand == pattern->name) return true;
    }
    return false;
}

static void pointer(struct reader *r, const struct isa_operand *pattern, uint16_t in_spaces,
                    const char *name) {
    bool is_generic = pattern->flags & OPERAND_GENERIC &&
                      match_holds(r->c, r->f, NULL, r->fn->insn->generic_when);
    bool is_written = pattern->flags & OPERAND_WRITTEN;
    const char *call = is_generic ? NULL : conversion(in_spaces);
    bool narrow = call && in_spaces == 1 << SPACE_SHARED;
    if (!call && !(in_spaces & ~PARAMETERS))
        r->why = emit_why(r->e->arena, name, match_resolve(r->f, pattern->kind));
    PUT(&r->shown, name);
    const char *to = is_deduced(r, name)       ? deduced_type(r)
                     : is_mbarrier(r, pattern) ? "uint64_t"
                                               : NULL;
    add_parameter(r, join_strings(r, is_written ? "" : "const ", to ? to : "void", "* %"), name);
    PUT(&r->key, to ? to : "", "P,");
    const char *expression = call ? join_strings(r, call, name, ")") : name;
    if (narrow) expression = join_strings(r, "static_cast<uint32_t>(", expression, ")");
    put_operand_mark(r, &r->operands, narrow ? 'r' : 'l', 0, expression);
}

static void address(struct reader *r, const struct isa_operand *pattern, const struct isa_alt *alt,
                    const struct operand *o, const char *name) {
    uint16_t in_spaces = emit_spaces(r->f, alt->inner);
    struct isa_operand inside = *pattern;
    inside.flags &= (uint8_t)~OPERAND_WRITTEN;
    put_both(r, "[");
    if (in_spaces)
        pointer(r, pattern, in_spaces, name);
    else
        scalar(r, &inside, alt->inner, o, name);
    put_both(r, "]");
    /* Only Tensor Memory is addressed by 32-bit numbers. Elsewhere, a register may be in its
     * place. */
    if (!in_spaces && emit_types(r->f, pattern->kind)) PUT(&r->suffix, "_tmem_", name);
}

/* ---- vectors and pairs ---- */

/* Adds n elements as a C++ array. */
static void elements(struct reader *r, const struct isa_operand *pattern,
                     const struct emit_type *type, int64_t n, const char *name) {
    enum effect_access access = asm_access(pattern);
    const char *length = numbered_name(r, " (&%)[", n, "]");
    const char *deduced = is_deduced(r, name) ? deduced_type(r) : NULL;
    bool is_word = strchr("rf", type->letter) && !type->ptx && !(pattern->flags & OPERAND_SIGNED);
    bool any_type = deduced ? strcmp(deduced, type->name) != 0 : is_word;
    const char *of = deduced    ? deduced
                     : any_type ? deduced_bytes(r, join_strings(r, "B32_", name, ""), 4)
                                : type->name;
    struct emit_parameter *p =
        add_parameter(r, join_strings(r, access == ACCESS_READ ? "const " : "", of, length), name);
    p->count = (uint32_t)n;
    p->is_output = access != ACCESS_READ;
    if (p->is_output && type->ptx) p->temporary = name = join_strings(r, name, "_", "");
    PUT(&r->key, deduced ? deduced : type->name, length, ",");
    for (int64_t i = 0; i < n; i++) {
        const char *element = numbered_name(r, join_strings(r, name, "[", ""), i, "]");
        if (any_type)
            element = join_strings(
                r,
                join_strings(r, access == ACCESS_READ ? "detail::as<" : "reinterpret_cast<",
                             type->name, access == ACCESS_READ ? ">(" : "&>("),
                element, ")");
        if (i) PUT(&r->operands, ", ");
        if (!type->ptx)
            put_operand_mark(r, &r->operands, type->letter,
                             access == ACCESS_READ      ? 0
                             : access == ACCESS_UPDATED ? '+'
                                                        : '=',
                             element);
        else if (access == ACCESS_READ)
            wrapped_input(r, type, element);
        else
            wrapped_output(r, type, element);
    }
}

static void vector(struct reader *r, const struct isa_operand *pattern, const struct isa_alt *alt,
                   const struct operand *o, const char *name) {
    int64_t n = match_length(r->c, r->f, alt->length);
    uint64_t of_first = emit_types(r->f, alt->inner), of_rest = emit_types(r->f, alt->inner2);
    struct emit_type first = emit_type_of(of_first, is_signed(r, pattern, alt->inner));
    struct emit_type rest = emit_type_of(of_rest, is_signed(r, pattern, alt->inner2));
    bool apart = alt->flags & ALT_APART && first.letter != rest.letter; /* a layer, a sample */
    if (!of_first || !of_rest || rest.ptx == EMIT_WIDE.ptx)
        r->why = emit_why(r->e->arena, name, pattern->kind);
    PUT(&r->operands, "{");
    if (apart) {
        scalar(r, pattern, alt->inner, o + 1, join_strings(r, name, "_first", ""));
        PUT(&r->operands, ", ");
        PUT(&r->shown, ", ");
    }
    PUT(&r->shown, name);
    elements(r, pattern, &rest, n - apart, name);
    PUT(&r->operands, "}");
}

/* Returns the vector with as many elements as are given. */
static const struct isa_alt *vector_of(struct reader *r, uint16_t kind, const struct operand *o) {
    const struct isa_alt *alt;
    for (uint32_t i = 0; (alt = emit_vector(r->c, r->f, kind, i)) != NULL; i++)
        if (match_length(r->c, r->f, alt->length) == (int64_t)o->count) return alt;
    return NULL;
}

static void read_operand(struct reader *r, const struct isa_operand *pattern, uint16_t kind,
                         const struct operand *o, const char *name) {
    const struct isa_alt *alt = o->shape == OP_ADDRESS  ? emit_alternative(r->f, kind, ALT_ADDRESS)
                                : o->shape == OP_VECTOR ? vector_of(r, kind, o)
                                : o->shape == OP_PAIR   ? emit_alternative(r->f, kind, ALT_PAIR)
                                                        : NULL;
    if (!alt && o->shape == OP_ADDRESS) alt = emit_alternative(r->f, kind, ALT_BARE);
    /* The assembler accepts missing brackets. */
    if (!alt && !emit_types(r->f, kind)) alt = emit_alternative(r->f, kind, ALT_ADDRESS);
    if (o->shape == OP_SINK) {
        put_both(r, "_");
    } else if (o->shape == OP_SPECIAL && r->fn->call) {
        special(r, o);
    } else if (!alt) {
        scalar(r, pattern, kind, o, name);
    } else if (alt->op == ALT_VECTOR) {
        vector(r, pattern, alt, o, name);
    } else if (alt->op == ALT_PAIR) {
        read_operand(r, pattern, alt->inner, o + 1, name);
        put_both(r, "|");
        read_operand(r, pattern, alt->inner2, operand_next(o + 1),
                     join_strings(r, name, "_second", ""));
    } else {
        address(r, pattern, alt, o, name);
        if (operand_is_unified(o)) put_both(r, ".unified");
    }
}

/* ---- all operands ---- */

static void list(struct reader *r, uint16_t from, uint16_t end) {
    const struct isa_operand *patterns = &isa_operands[r->f->form->operands.first];
    bool any = false;
    for (uint16_t i = from; i < end; i = (uint16_t)(i + 1 + patterns[i].size)) {
        const struct operand *o = r->fit->given[i];
        if (!o) continue;
        if (any) put_both(r, ", ");
        any = true;
        if (patterns[i].flags & OPERAND_GROUP) {
            put_both(r, "[");
            list(r, (uint16_t)(i + 1), (uint16_t)(i + 1 + patterns[i].size));
            put_both(r, "]");
        } else {
            read_operand(r, &patterns[i], patterns[i].kind, o, isa_str(patterns[i].name));
        }
    }
}

/* Returns the only output, or the first predicate; for a call, the only one that is not an
 * array. */
static uint32_t result_of(const struct emit_function *fn) {
    uint32_t outputs = 0, scalars = 0, scalar = NO_RESULT, predicate = NO_RESULT;
    for (uint32_t i = 0; i < fn->parameters.count; i++) {
        const struct emit_parameter *p = list_at(&fn->parameters, i);
        if (!p->is_output) continue;
        outputs++;
        scalars += !p->count;
        if (!p->count) scalar = i;
        if (!strcmp(p->type, EMIT_PREDICATE.name) && predicate == NO_RESULT) predicate = i;
    }
    if (predicate != NO_RESULT) return predicate;
    return outputs == 1 || (fn->call && scalars == 1) ? scalar : NO_RESULT;
}

static void put_output_types(struct reader *r) {
    for (uint32_t i = 0; i < r->fn->parameters.count; i++) {
        const struct emit_parameter *p = list_at(&r->fn->parameters, i);
        if (p->is_output && !p->count && i != r->fn->result) PUT(&r->key, p->type, "&,");
    }
}

/* Returns true if nothing in C++ determines the type of the line. */
static bool is_call_ambiguous(struct reader *r) {
    return r->fn->call && r->fn->call->deduced.count && written_type(r) && !deduced_type(r);
}

const char *emit_read_operands(struct emit *e, struct emit_function *fn,
                               const struct match_context *c, const struct chain_form *f,
                               const struct fit *fit) {
    struct reader r = {.e = e, .fn = fn, .c = c, .f = f, .fit = fit};
    r.operands.arena = r.before.arena = r.after.arena = e->arena;
    r.assertions.arena = r.templates.arena = r.types.arena = r.key.arena = e->arena;
    r.suffix.arena = r.shown.arena = e->arena;
    fn->name = emit_name(e->arena, fn, "");
    e->values.count = e->parameters.count = 0;
    if (is_call_ambiguous(&r)) return "";
    list(&r, 0, f->form->operands.count);
    fn->values = list_kept(e->arena, &e->values);
    fn->parameters = list_kept(e->arena, &e->parameters);
    fn->result = result_of(fn);
    put_output_types(&r);
    fn->ptx.operands = built_string(&r.operands);
    fn->ptx.before = built_string(&r.before);
    fn->ptx.after = built_string(&r.after);
    fn->assertions = built_string(&r.assertions);
    PUT(&r.templates, built_string(&r.types));
    fn->templates = built_string(&r.templates);
    fn->key = built_string(&r.key);
    fn->ptx.shown = built_string(&r.shown);
    fn->name = emit_name(e->arena, fn, built_string(&r.suffix));
    return r.why;
}
