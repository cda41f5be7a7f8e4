/* SPDX-License-Identifier: Apache-2.0
 * Names of functions and tags: the words of the instruction, unless grammar/isa/cxx.isa
 * specifies others. */
#include "emit/emit.h"
#include <string.h>

/* Writes "L2_cache_hint" for ".L2::cache_hint". */
static void put_mangled(struct text_builder *t, const char *s) {
    if (*s == '.') s++;
    for (; *s; s++) {
        bool separates = *s == '.' || *s == ':';
        if (s[0] == ':' && s[1] == ':') s++;
        build_bytes(t, separates ? "_" : s, 1);
    }
}

static const struct isa_word *slot_word(const struct emit_function *fn, uint16_t slot) {
    return &isa_words[isa_members[fn->word[slot]].word];
}

static bool is_implied(const struct emit_function *fn, uint16_t s) {
    return fn->insn->implied >> isa_slots[fn->form->slots.first + s].role & 1;
}

/* Returns true if another form has another word of the tag there. */
static bool varies_by_form(const struct emit_function *fn, uint16_t s) {
    uint8_t role = isa_slots[fn->form->slots.first + s].role, tag = slot_word(fn, s)->tag;
    for (uint16_t f = 0; f < fn->insn->forms.count; f++) {
        struct isa_span slots = isa_forms[fn->insn->forms.first + f].slots;
        for (uint16_t k = 0; k < slots.count; k++) {
            const struct isa_slot *slot = &isa_slots[slots.first + k];
            for (uint16_t i = 0; slot->role == role && i < slot->members.count; i++) {
                uint16_t word = isa_members[slot->members.first + i].word;
                if (isa_words[word].tag == tag && &isa_words[word] != slot_word(fn, s)) return true;
            }
        }
    }
    return false;
}

static bool is_tag(const struct emit_function *fn, uint16_t s) {
    const struct isa_slot *slot = &isa_slots[fn->form->slots.first + s];
    if (fn->word[s] == ISA_NONE || !slot_word(fn, s)->tag || is_implied(fn, s)) return false;
    bool chosen = slot->flags & SLOT_OPTIONAL || slot->members.count > 1;
    return chosen || !(slot_word(fn, s)->flags & WORD_SILENT) || varies_by_form(fn, s);
}

uint16_t emit_slot_of(const struct emit_function *fn, uint8_t role) {
    for (uint16_t s = 0; s < fn->form->slots.count; s++)
        if (isa_slots[fn->form->slots.first + s].role == role && fn->word[s] != ISA_NONE) return s;
    return ISA_NONE;
}

static void add_tag(struct emit_function *fn, uint16_t s) {
    fn->tags.slots |= UINT64_C(1) << s;
    fn->tags.order[fn->tags.count++] = (uint8_t)s;
}

void emit_find_tags(struct emit_function *fn) {
    for (uint16_t i = 0; fn->call && i < fn->call->tags.count; i++) {
        uint16_t s = emit_slot_of(fn, isa_call_roles[fn->call->tags.first + i]);
        if (s != ISA_NONE && slot_word(fn, s)->tag) add_tag(fn, s);
    }
    for (uint16_t s = 0; !fn->call && s < fn->form->slots.count; s++)
        if (is_tag(fn, s)) add_tag(fn, s);
}

/* Returns true if something else could be written there, or nothing, with another meaning. */
static bool is_free(const struct emit_function *fn, uint16_t s) {
    const struct isa_slot *slot = &isa_slots[fn->form->slots.first + s];
    return slot->members.count > 1 || (slot->flags & SLOT_OPTIONAL && !(slot->flags & SLOT_WANTED));
}

const char *emit_function_prefix(struct arena *arena, const struct isa_insn *insn) {
    struct text_builder t = build_in_arena(arena);
    put_mangled(&t, isa_str(insn->cxx ? insn->cxx : insn->name));
    return built_string(&t);
}

/* A word of a tag is spelled by its text if it is part of a name. */
static void put_part(struct text_builder *t, const struct isa_word *w) {
    if (w->flags & WORD_SILENT && !w->cxx) return;
    PUT(t, "_");
    put_mangled(t, w->cxx && !w->tag ? isa_str(w->cxx) : isa_str(w->text));
}

/* Returns a name such as "ld_nc_L1_evict_last" from a `called` clause. */
static const char *called_name(struct arena *arena, const struct emit_function *fn,
                               const char *suffix) {
    struct text_builder t = build_in_arena(arena);
    PUT(&t, isa_str(fn->call->name));
    for (uint16_t i = 0; i < fn->call->named.count; i++) {
        uint16_t s = emit_slot_of(fn, isa_call_roles[fn->call->named.first + i]);
        if (i == fn->call->suffix) PUT(&t, suffix);
        if (s != ISA_NONE) put_part(&t, slot_word(fn, s));
    }
    if (fn->call->suffix >= fn->call->named.count) PUT(&t, suffix);
    return built_string(&t);
}

const char *emit_name(struct arena *arena, const struct emit_function *fn, const char *suffix) {
    struct text_builder t = build_in_arena(arena);
    if (fn->call) return called_name(arena, fn, suffix);
    PUT(&t, emit_function_prefix(arena, fn->insn));
    for (uint16_t s = 0; s < fn->form->slots.count; s++) {
        if (fn->word[s] == ISA_NONE || emit_is_tag(fn, s) || is_implied(fn, s)) continue;
        const struct isa_word *w = slot_word(fn, s);
        if (w->flags & WORD_SILENT && !(w->cxx && is_free(fn, s))) continue;
        PUT(&t, "_");
        put_mangled(&t, w->cxx ? isa_str(w->cxx) : isa_str(w->text));
    }
    PUT(&t, suffix);
    return built_string(&t);
}

/* ---- tags ---- */

static void put_word_name(struct text_builder *t, const struct isa_word *w) {
    put_mangled(t, w->cxx ? isa_str(w->cxx) : isa_str(w->text));
}

void emit_put_tag(struct text_builder *t, uint16_t word) {
    PUT(t, isa_str(isa_tags[isa_words[word].tag]), "_");
    put_word_name(t, &isa_words[word]);
}

void emit_put_enumerator(struct text_builder *t, uint16_t word) {
    const struct isa_word *w = &isa_words[word];
    const char *tag = isa_str(isa_tags[w->tag]);
    const char *value = isa_str(w->cxx);
    PUT(t, "dot_", tag, "::");
    if (*value >= '0' && *value <= '9') PUT(t, tag, "_");
    put_word_name(t, w);
}

static bool uses(const struct emit *e, uint16_t tag) {
    for (uint32_t i = 0; i < e->functions.count; i++) {
        const struct emit_function *fn = *(struct emit_function **)list_at(&e->functions, i);
        for (uint16_t s = 0; s < fn->form->slots.count; s++)
            if (emit_is_tag(fn, s) && slot_word(fn, s)->tag == tag) return true;
    }
    return false;
}

static void put_enum(struct text_builder *t, uint16_t tag) {
    bool any = false;
    PUT(t, "enum class dot_", isa_str(isa_tags[tag]), " {");
    for (uint16_t w = 1; w < isa_word_count; w++) {
        struct text_builder name = build_in_arena(t->arena);
        if (isa_words[w].tag != tag) continue;
        emit_put_enumerator(&name, w);
        PUT(t, any ? ", " : " ", strstr(built_string(&name), "::") + 2);
        any = true;
    }
    PUT(t, " };\n");
}

static void put_type(struct text_builder *t, uint16_t word) {
    const char *tag = isa_str(isa_tags[isa_words[word].tag]);
    PUT(t, "template <> struct ", tag, "_t<");
    emit_put_enumerator(t, word);
    PUT(t, "> { static constexpr char ptx[] = \"", isa_str(isa_words[word].text), "\"; };\n");
    PUT(t, "using ");
    emit_put_tag(t, word);
    PUT(t, "_t = ", tag, "_t<");
    emit_put_enumerator(t, word);
    PUT(t, ">;\nconstexpr ");
    emit_put_tag(t, word);
    PUT(t, "_t ");
    emit_put_tag(t, word);
    PUT(t, "{};\n");
}

void emit_put_tags(struct text_builder *t, const struct emit *e) {
    for (uint16_t tag = 1; tag < isa_tag_count; tag++) {
        const char *name = isa_str(isa_tags[tag]);
        if (!uses(e, tag)) continue;
        struct text_builder macro = build_in_arena(t->arena);
        PUT(&macro, "TAG_", name);
        PUT(t, "\n");
        emit_put_once(t, e, built_string(&macro));
        put_enum(t, tag);
        PUT(t, "template <dot_", name, "> struct ", name, "_t;\n");
        for (uint16_t w = 1; w < isa_word_count; w++)
            if (isa_words[w].tag == tag) put_type(t, w);
        PUT(t, "#endif\n");
    }
}

/* ---- names that C++ has ---- */

bool emit_is_cxx_keyword(struct text t) {
    static const char *const keywords[] = {
        "alignas",      "alignof",      "and",           "and_eq",
        "asm",          "auto",         "bitand",        "bitor",
        "bool",         "break",        "case",          "catch",
        "char",         "char16_t",     "char32_t",      "char8_t",
        "class",        "co_await",     "co_return",     "co_yield",
        "compl",        "concept",      "const",         "const_cast",
        "consteval",    "constexpr",    "constinit",     "continue",
        "decltype",     "default",      "delete",        "do",
        "double",       "dynamic_cast", "else",          "enum",
        "explicit",     "export",       "extern",        "false",
        "float",        "for",          "friend",        "goto",
        "if",           "inline",       "int",           "long",
        "main",         "mutable",      "namespace",     "new",
        "noexcept",     "not",          "not_eq",        "nullptr",
        "operator",     "or",           "or_eq",         "private",
        "protected",    "public",       "register",      "reinterpret_cast",
        "requires",     "return",       "short",         "signed",
        "sizeof",       "static",       "static_assert", "static_cast",
        "struct",       "switch",       "template",      "this",
        "thread_local", "throw",        "true",          "try",
        "typedef",      "typeid",       "typename",      "union",
        "unsigned",     "using",        "virtual",       "void",
        "volatile",     "wchar_t",      "while",         "xor",
        "xor_eq"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (text_is(t, keywords[i])) return true;
    return false;
}
