/* SPDX-License-Identifier: Apache-2.0
 * Selects the functions of a header by patterns of opcodes and of function names. */
#include "emit/emit.h"
#include <string.h>

enum { LONGEST_WORD = 128 };

/* A pattern as it was given, and whether a function matched it. */
struct pattern {
    const char *text;
    bool used;
};

/* `*` matches any characters, `?` one character. */
static bool matches(const char *pattern, const char *s, size_t length) {
    if (*pattern == '*') {
        for (size_t i = 0; i <= length; i++)
            if (matches(pattern + 1, s + i, length - i)) return true;
        return false;
    }
    if (!*pattern || !length) return !*pattern && !length;
    return (*pattern == '?' || *pattern == *s) && matches(pattern + 1, s + 1, length - 1);
}

/* `tcgen05` matches `tcgen05.mma`, and `tcgen05.wait` matches `tcgen05.wait::ld`: patterns match
 * whole words from the start. */
static bool matches_opcode(const char *pattern, const char *opcode) {
    for (size_t i = 0;; i++) {
        if (opcode[i] && opcode[i] != '.' && opcode[i] != ':') continue;
        if (matches(pattern, opcode, i)) return true;
        if (!opcode[i]) return false;
    }
}

/* Returns true if the first word of `s` matches that of the pattern; both start without a dot. */
static bool matches_word(const char *pattern, const char *s) {
    char word[LONGEST_WORD];
    size_t length = strcspn(pattern, ".");
    if (length >= sizeof word) return false;
    memcpy(word, pattern, length);
    word[length] = '\0';
    return matches(word, s, strcspn(s, "."));
}

/* `ld.global.f32` matches `ld.weak.global.L1::no_allocate.f32`: words after the name of the
 * instruction may be omitted. */
static bool matches_words(const char *pattern, const struct emit_function *fn) {
    const char *name = isa_str(fn->insn->name);
    for (; *name && *pattern; name += strspn(name, ".")) {
        if (!matches_word(pattern, name)) return false;
        pattern += strcspn(pattern, ".");
        pattern += strspn(pattern, ".");
        name += strcspn(name, ".");
    }
    for (uint16_t s = 0; *pattern && s < fn->form->slots.count; s++) {
        if (fn->word[s] == ISA_NONE) continue;
        if (!matches_word(pattern, isa_str(isa_words[isa_members[fn->word[s]].word].text) + 1))
            continue;
        pattern += strcspn(pattern, ".");
        pattern += strspn(pattern, ".");
    }
    return !*pattern;
}

/* Returns true if the part of the pattern before its first wildcard and the start of a name agree
 * as far as the shorter of them goes. */
static bool may_begin(const char *pattern, const char *name) {
    size_t fixed = strcspn(pattern, "*?"), length = strlen(name);
    return !strncmp(pattern, name, fixed < length ? fixed : length);
}

void emit_select(struct emit *e, const char *patterns) {
    list_init(&e->patterns, sizeof(struct pattern));
    for (const char *at = patterns; at && *at; at += strspn(at, ",")) {
        size_t length = strcspn(at, ",");
        char *text = arena_zalloc(e->arena, length + 1);
        memcpy(text, at, length);
        *(struct pattern *)list_add(e->arena, &e->patterns) = (struct pattern){.text = text};
        at += length;
    }
}

bool emit_may_select(struct emit *e, const struct isa_insn *insn) {
    const char *name = emit_function_prefix(e->arena, insn);
    for (uint32_t i = 0; i < e->patterns.count; i++) {
        const char *text = ((struct pattern *)list_at(&e->patterns, i))->text;
        if (may_begin(text, isa_str(insn->name)) || may_begin(text, name)) return true;
        for (uint16_t k = 0; k < insn->calls.count; k++)
            if (may_begin(text, isa_str(isa_calls[insn->calls.first + k].name))) return true;
    }
    return !e->patterns.count;
}

bool emit_selects(struct emit *e, const struct emit_function *fn) {
    bool any = !e->patterns.count;
    for (uint32_t i = 0; i < e->patterns.count; i++) {
        struct pattern *pattern = list_at(&e->patterns, i);
        if (!matches_opcode(pattern->text, isa_str(fn->insn->name)) &&
            !matches_words(pattern->text, fn) &&
            !matches(pattern->text, fn->name, strlen(fn->name)))
            continue;
        any = pattern->used = true;
    }
    return any;
}

const char *emit_unmatched(const struct emit *e) {
    for (uint32_t i = 0; i < e->patterns.count; i++) {
        const struct pattern *pattern = list_at(&e->patterns, i);
        if (!pattern->used) return pattern->text;
    }
    return NULL;
}
