/* SPDX-License-Identifier: Apache-2.0
 * Writes the header: what all functions share, then each function. */
#include "emit/emit.h"
#include "emit/kind.h"
#include <string.h>

enum { WIDTH = 96 };

/* ---- tags that vary ---- */

static uint16_t word_of(const struct emit_function *fn, uint16_t s) {
    return isa_members[fn->word[s]].word;
}

/* Writes the type of the template parameter of slot s: "Type", or "Type2" for a second one. */
static void put_slot_type(struct text_builder *t, const struct emit_function *fn, uint16_t s) {
    uint8_t tag = isa_words[word_of(fn, s)].tag;
    const char *name = isa_str(isa_tags[tag]);
    char first = (char)(name[0] - 'a' + 'A');
    int64_t number = 1;
    for (uint16_t k = 0; k < s; k++)
        number += emit_varies(fn, k) && isa_words[word_of(fn, k)].tag == tag;
    build_bytes(t, &first, 1);
    PUT(t, name + 1);
    if (number > 1) build_number(t, number);
}

static const struct isa_member *members_of(const struct emit_function *fn, uint16_t s) {
    return &isa_members[isa_slots[fn->form->slots.first + s].members.first];
}

/* ---- the comment ---- */

static void put_varying(struct text_builder *t, const struct emit_function *fn, uint16_t s) {
    const struct isa_slot *slot = &isa_slots[fn->form->slots.first + s];
    bool any = false;
    PUT(t, "// ", isa_str(isa_roles[fn->insn->roles.first + slot->role]), " = {");
    for (uint16_t i = 0; i < slot->members.count; i++) {
        if (!(fn->choice[s] >> i & 1)) continue;
        PUT(t, any ? ", " : " ", isa_str(isa_words[members_of(fn, s)[i].word].text));
        any = true;
    }
    PUT(t, " }\n");
}

static void put_function_comment(struct text_builder *t, const struct emit_function *fn) {
    PUT(t, "\n// ", isa_str(fn->insn->name));
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        const struct isa_slot *slot = &isa_slots[fn->form->slots.first + s];
        if (fn->word[s] == ISA_NONE) continue;
        PUT(t, emit_varies(fn, s) ? isa_str(isa_roles[fn->insn->roles.first + slot->role])
                                  : isa_str(isa_words[word_of(fn, s)].text));
    }
    PUT(t, *fn->ptx.shown ? " " : "", fn->ptx.shown, ";\n");
    for (uint16_t s = 0; s < fn->form->slots.count; s++)
        if (fn->word[s] != ISA_NONE && emit_varies(fn, s)) put_varying(t, fn, s);
    PUT(t, "// ", isa_str(fn->insn->doc), "\n// PTX ISA ");
    build_number(t, fn->version / 10);
    PUT(t, ".");
    build_number(t, fn->version % 10);
    PUT(t, ", ");
    emit_put_target_names(t, fn->targets);
    PUT(t, "\n// https://docs.nvidia.com/cuda/parallel-thread-execution/#",
        isa_str(fn->insn->manual), "\n");
}

/* ---- the declaration ---- */

/* Writes `int half_off, dot_op Op, detail::only<...> = 0, typename Needs = void`. */
static void put_template(struct text_builder *t, const struct emit_function *fn) {
    PUT(t, "template <", fn->templates);
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        if (!emit_varies(fn, s)) continue;
        PUT(t, "dot_", isa_str(isa_tags[isa_words[word_of(fn, s)].tag]), " ");
        put_slot_type(t, fn, s);
        PUT(t, ", ");
    }
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        if (!emit_varies(fn, s)) continue;
        PUT(t, "typename detail::enable<detail::among(");
        put_slot_type(t, fn, s);
        for (uint16_t i = 0; i < isa_slots[fn->form->slots.first + s].members.count; i++) {
            if (!(fn->choice[s] >> i & 1)) continue;
            PUT(t, ", ");
            emit_put_enumerator(t, members_of(fn, s)[i].word);
        }
        PUT(t, ")>::type = 0, ");
    }
    PUT(t, "typename Needs = void>\n");
}

static void put_parameter(struct text_builder *t, const struct emit_parameter *p) {
    const char *hole = strchr(p->type, '%');
    if (hole) {
        build_bytes(t, p->type, (size_t)(hole - p->type));
        PUT(t, p->name, hole + 1);
    } else {
        PUT(t, p->type, p->is_output ? "& " : " ", p->name);
    }
}

static const char *result_type(const struct emit_function *fn) {
    if (fn->result == NO_RESULT) return "void";
    return ((const struct emit_parameter *)list_at(&fn->parameters, fn->result))->type;
}

static bool is_number(const struct emit_parameter *p) { return !strncmp(p->type, "n32_t<", 6); }

/* A number may be omitted if only numbers follow: `ld<16>(r, taddr)`. */
static bool only_numbers_after(const struct emit_function *fn, uint32_t i) {
    for (uint32_t k = i + 1; k < fn->parameters.count; k++)
        if (k != fn->result && !is_number(list_at(&fn->parameters, k))) return false;
    return true;
}

/* Writes tags, then operands, with `between` between any two. */
static void put_parameters(struct text_builder *t, const struct emit_function *fn,
                           const char *between) {
    bool any = false;
    for (uint8_t i = 0; i < fn->tags.count; i++) {
        uint16_t s = fn->tags.order[i];
        PUT(t, any ? between : "");
        any = true;
        if (emit_varies(fn, s)) {
            PUT(t, isa_str(isa_tags[isa_words[word_of(fn, s)].tag]), "_t<");
            put_slot_type(t, fn, s);
            PUT(t, ">");
        } else {
            emit_put_tag(t, word_of(fn, s));
            PUT(t, "_t");
        }
    }
    for (uint32_t i = 0; i < fn->parameters.count; i++) {
        if (i == fn->result) continue;
        PUT(t, any ? between : "");
        any = true;
        put_parameter(t, list_at(&fn->parameters, i));
        if (is_number(list_at(&fn->parameters, i)) && only_numbers_after(fn, i)) PUT(t, " = {}");
    }
}

/* Ignoring the result of a wait, a vote or a computation is an error. */
static bool must_use_result(const struct emit_function *fn) {
    return fn->result != NO_RESULT &&
           (fn->effect == EFFECT_PURE || !strcmp(result_type(fn), EMIT_PREDICATE.name));
}

static void put_head(struct text_builder *t, const struct emit_function *fn) {
    struct text_builder line = build_in_arena(t->arena);
    put_template(t, fn);
    PUT(t, must_use_result(fn) ? "PTXCHECK_NODISCARD\n" : "");
    PUT(&line, "__device__ __forceinline__ ", result_type(fn), " ", fn->name, "(");
    PUT(t, built_string(&line));
    put_parameters(&line, fn, ", ");
    if (line.length > WIDTH) PUT(t, "\n    ");
    put_parameters(t, fn, line.length > WIDTH ? ",\n    " : ", ");
    PUT(t, ")\n{\n");
}

/* ---- requirements ---- */

/* Writes 1208 for "12.8". */
static void put_release(struct text_builder *t, const char *name) {
    size_t major = strcspn(name, ".");
    const char *minor = name + major + (name[major] == '.');
    build_bytes(t, name, major);
    PUT(t, strlen(minor) < 2 ? "0" : "", minor);
}

static void put_function_needs(struct text_builder *t, const struct emit *e,
                               const struct emit_function *fn) {
    int toolkit = emit_toolkit(fn->version);
    PUT(t, "    static_assert(");
    emit_put_targets(t, fn->targets);
    PUT(t, ",\n                  \"", e->space, "::", fn->name, " needs ");
    emit_put_flags(t, fn->targets);
    PUT(t, "\");\n");
    if (toolkit >= 0) {
        const char *name = isa_release_name(toolkit);
        PUT(t, "    static_assert(detail::toolkit<Needs>(");
        put_release(t, name);
        PUT(t, "), \"", e->space, "::", fn->name, " needs CUDA ", name, " or later\");\n");
    }
    PUT(t, fn->assertions);
}

/* ---- the asm statement ---- */

static uint32_t count_outputs(const struct emit_function *fn) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < fn->values.count; i++)
        n += ((const struct emit_value *)list_at(&fn->values, i))->access != 0;
    return n;
}

/* Numbers outputs first, then inputs, then the words of tags. */
static uint32_t asm_number_of(const struct emit_function *fn, uint32_t value) {
    bool is_output = ((const struct emit_value *)list_at(&fn->values, value))->access != 0;
    uint32_t n = is_output ? 0 : count_outputs(fn);
    for (uint32_t i = 0; i < value; i++)
        n += (((const struct emit_value *)list_at(&fn->values, i))->access != 0) == is_output;
    return n;
}

/* Writes PTX in a literal, with marks as %0, and breaks long lines. */
static void put_asm_text(struct text_builder *t, const struct emit_function *fn, const char *s,
                         size_t *line) {
    for (; *s; s++) {
        if (*s == EMIT_MARK) {
            uint32_t value = 0;
            for (s++; *s != EMIT_MARK; s++) value = 10 * value + (uint32_t)(*s - '0');
            PUT(t, "%");
            build_number(t, asm_number_of(fn, value));
            continue;
        }
        build_bytes(t, s, 1);
        if (*s != ' ' || t->length - *line < WIDTH) continue;
        PUT(t, "\"\n        \"");
        *line = t->length;
    }
}

static void put_chain(struct text_builder *t, const struct emit_function *fn) {
    uint32_t number = fn->values.count;
    PUT(t, isa_str(fn->insn->name));
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        if (fn->word[s] == ISA_NONE) continue;
        if (emit_varies(fn, s)) {
            PUT(t, "%");
            build_number(t, number++);
        } else {
            PUT(t, isa_str(isa_words[word_of(fn, s)].text));
        }
    }
}

static void put_emit_value(struct text_builder *t, const struct emit_value *v, bool *any,
                           size_t *line) {
    if (*any && t->length - *line < WIDTH - 20) {
        PUT(t, ", ");
    } else if (*any) {
        PUT(t, ",\n          ");
        *line = t->length;
    } else {
        PUT(t, " ");
    }
    char constraint[4] = {'"', 0, 0, 0};
    int i = 1;
    if (v->access) constraint[i++] = v->access;
    constraint[i++] = v->letter;
    build_bytes(t, constraint, (size_t)i);
    PUT(t, "\"(", v->expression, ")");
    *any = true;
}

static void put_values(struct text_builder *t, const struct emit_function *fn, bool outputs) {
    bool any = false;
    PUT(t, "\n        :");
    size_t line = t->length;
    for (uint32_t i = 0; i < fn->values.count; i++) {
        const struct emit_value *v = list_at(&fn->values, i);
        if ((v->access != 0) == outputs) put_emit_value(t, v, &any, &line);
    }
    for (uint16_t s = 0; !outputs && s < fn->form->slots.count; s++) {
        if (!emit_varies(fn, s)) continue;
        struct text_builder text = build_in_arena(t->arena);
        PUT(&text, isa_str(isa_tags[isa_words[word_of(fn, s)].tag]), "_t<");
        put_slot_type(&text, fn, s);
        PUT(&text, ">::ptx");
        put_emit_value(t, &(struct emit_value){built_string(&text), 'C', 0}, &any, &line);
    }
}

static void put_asm(struct text_builder *t, const struct emit_function *fn) {
    bool scoped = *fn->ptx.before || *fn->ptx.after;
    PUT(t, fn->effect > EFFECT_PURE ? "    asm volatile(\n        \"" : "    asm(\n        \"");
    size_t line = t->length;
    if (scoped) PUT(t, "{ ");
    put_asm_text(t, fn, fn->ptx.before, &line);
    put_chain(t, fn);
    PUT(t, *fn->ptx.operands ? " " : "");
    put_asm_text(t, fn, fn->ptx.operands, &line);
    PUT(t, scoped ? "; " : ";");
    put_asm_text(t, fn, fn->ptx.after, &line);
    PUT(t, scoped ? "}\"" : "\"");
    put_values(t, fn, true);
    put_values(t, fn, false);
    PUT(t, fn->effect >= EFFECT_MEMORY ? "\n        : \"memory\");\n" : ");\n");
}

/* ---- one function ---- */

static void put_locals(struct text_builder *t, const struct emit_function *fn) {
    for (uint32_t i = 0; i < fn->parameters.count; i++) {
        const struct emit_parameter *p = list_at(&fn->parameters, i);
        if (p->temporary) {
            PUT(t, "    uint32_t ", p->temporary);
            if (p->count) PUT(t, "["), build_number(t, p->count), PUT(t, "]");
            PUT(t, ";\n");
        }
        if (i == fn->result && !p->temporary)
            PUT(t, "    ", p->kept_as ? p->kept_as : p->type, " ", p->name, ";\n");
    }
}

static void put_element(struct text_builder *t, const struct emit_parameter *p, uint32_t k) {
    PUT(t, "    ", p->name, "[");
    build_number(t, k);
    PUT(t, "] = static_cast<uint8_t>(", p->temporary, "[");
    build_number(t, k);
    PUT(t, "]);\n");
}

static void put_outputs(struct text_builder *t, const struct emit_function *fn) {
    for (uint32_t i = 0; i < fn->parameters.count; i++) {
        const struct emit_parameter *p = list_at(&fn->parameters, i);
        if (p->temporary && !p->count && i != fn->result)
            PUT(t, "    ", p->name, " = static_cast<", p->type, ">(", p->temporary, ");\n");
        for (uint32_t k = 0; p->temporary && k < p->count; k++) put_element(t, p, k);
    }
    if (fn->result == NO_RESULT) return;
    const struct emit_parameter *p = list_at(&fn->parameters, fn->result);
    if (p->temporary)
        PUT(t, "    return static_cast<", p->type, ">(", p->temporary, ");\n");
    else if (p->kept_as)
        PUT(t, "    return detail::as<", p->type, ">(", p->name, ");\n");
    else
        PUT(t, "    return ", p->name, ";\n");
}

/* Another generated header may have the same function, so the number includes its parameters. */
static const char *function_macro(struct arena *arena, const struct emit_function *fn) {
    struct text_builder t = build_in_arena(arena);
    uint32_t hash = fn->hash;
    for (uint16_t s = 0; s < fn->form->slots.count; s++)
        if (emit_varies(fn, s))
            hash = (hash ^ (uint32_t)(fn->choice[s] ^ fn->choice[s] >> 32)) * 16777619u;
    PUT(&t, fn->name, "_");
    build_number(&t, hash);
    return built_string(&t);
}

static void put_function(struct text_builder *t, const struct emit *e,
                         const struct emit_function *fn) {
    put_function_comment(t, fn);
    emit_put_once(t, e, function_macro(t->arena, fn));
    put_head(t, fn);
    put_function_needs(t, e, fn);
    put_locals(t, fn);
    put_asm(t, fn);
    put_outputs(t, fn);
    PUT(t, "}\n#endif\n");
}

static void put_count(struct text_builder *t, uint32_t count, const char *what) {
    if (!count) return;
    PUT(t, "// ");
    build_number(t, count);
    PUT(t, what, "\n");
}

/* Writes one line that opens the namespace, `namespace a { namespace b {`, or closes it. */
static void put_namespace(struct text_builder *t, const struct emit *e, bool opens) {
    for (const char *s = e->space; *s; s += strspn(s, ":")) {
        size_t length = strcspn(s, ":");
        PUT(t, s == e->space ? "" : " ", opens ? "namespace " : "}");
        if (opens) {
            build_bytes(t, s, length);
            PUT(t, " {");
        }
        s += length;
    }
}

bool emit_is_namespace(const char *s) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_",
                      digits[] = "0123456789";
    for (;; s += 2) {
        const char *start = s;
        if (!*s || !strchr(letters, *s)) return false;
        while (*s && (strchr(letters, *s) || strchr(digits, *s))) s++;
        if (emit_is_cxx_keyword((struct text){start, (uint32_t)(s - start)})) return false;
        if (!*s) return true;
        if (s[0] != ':' || s[1] != ':') return false;
    }
}

void emit_write(struct emit *e, const char *title) {
    struct text_builder t = build_in_arena(e->arena);
    PUT(&t, "// ", title, "\n");
    if (!e->strict) {
        put_count(&t, e->others, " instructions of it are in no table of ptxcheck's: left out");
    }
    emit_put_left(&t, e);
    PUT(&t, "// Made by ptxcheck ", PTXC_VERSION,
        "; do not edit.\n#pragma once\n\n"
        "#if defined(__CUDACC_RTC__)\n#include <cuda/std/cstdint>\n#include <cuda/std/cstring>\n"
        "#else\n#include <cstdint>\n#include <cstring>\n#endif\n\n");
    if (e->uses_halves)
        PUT(&t,
            "struct __half;\nstruct __half2;\nstruct __nv_bfloat16;\nstruct __nv_bfloat162;\n\n");
    put_namespace(&t, e, true);
    PUT(&t, "\n");
    emit_put_guards(&t, e);
    emit_put_tags(&t, e);
    for (uint32_t i = 0; i < e->functions.count; i++) {
        const struct emit_function *fn = *(struct emit_function **)list_at(&e->functions, i);
        if (!fn->merged) put_function(&t, e, fn);
    }
    emit_put_mismatches(&t, e);
    PUT(&t, "\n");
    put_namespace(&t, e, false);
    PUT(&t, " // namespace ", e->space, "\n");
    e->text = built_string(&t);
    e->length = t.length;
}
