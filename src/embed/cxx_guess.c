/* SPDX-License-Identifier: Apache-2.0
 * Opcodes that contain a C++ constant: tcgen05.alloc.cta_group::%2, or mma...row.col.%4.%4.
 * Because its value is unknown, each value that forms a word of the instruction is tried. The
 * statement is checked with the value that leaves the fewest errors, so that what is reported is
 * wrong with all of them. */
#include "chain/chain.h"
#include "embed/cxx_check.h"
#include "embed/cxx.h"

enum {
    MOST_HOLES = 3,
    MOST_VALUES = 64,
    MOST_TRIALS = 512,
    LONGEST_WORD = 64,
    LONGEST_CHAIN = 256
};

struct guess {
    struct cxx_text *t;
    const struct cxx_asm *a;
    const struct settings *settings;
    uint32_t operand[MOST_HOLES], count;
    bool is_narrowed; /* there are more values than those that are tried */
    struct text value[MOST_HOLES][MOST_VALUES];
    uint32_t value_count[MOST_HOLES];
};

/* ---- the values of one operand ---- */

/* A word of the text in which operands stand for unknown values. */
struct pattern {
    const struct cxx_text *t;
    uint32_t at, end;     /* range of characters */
    struct cxx_hole hole; /* the operand to find values for */
    bool is_number;
};

/* Skips the operand whose `%` is at i. */
static uint32_t skip_operand(const struct cxx_text *t, uint32_t i) {
    if (t->chars[++i].c == '[') {
        while (t->chars[i].c && t->chars[i].c != ']') i++;
        return i + 1;
    }
    while (cxx_is_digit(t->chars[i].c)) i++;
    return i;
}

/* Returns true if the word fits the pattern from character i on, and sets *value to what is in
 * place of the hole. */
static bool fits_word(const struct pattern *p, uint32_t i, struct text word, struct text *value) {
    const struct cxx_text *t = p->t;
    while (i < p->end && t->chars[i].c != '%') {
        if (!word.length || t->chars[i++].c != *word.start) return false;
        word = (struct text){word.start + 1, word.length - 1};
    }
    if (i >= p->end) return !word.length;
    bool wanted = i == p->hole.start;
    uint32_t most = 0;
    while (most < word.length && (!p->is_number || cxx_is_digit(word.start[most]))) most++;
    for (uint32_t n = most; n; n--) {
        struct text rest = {word.start + n, word.length - n};
        if (!fits_word(p, skip_operand(t, i), rest, value)) continue;
        if (wanted) *value = (struct text){word.start, n};
        return true;
    }
    return false;
}

/* Writes the chain before the pattern, without words that contain operands, followed by `word`. */
static uint32_t chain_with(const struct pattern *p, struct text word, char *chain) {
    const struct cxx_char *chars = p->t->chars;
    uint32_t start = p->at, n = 0, dot = 0;
    while (start && (cxx_in_chain(chars[start - 1].c) || chars[start - 1].c == '%')) start--;
    for (uint32_t i = start; i < p->at && n + LONGEST_WORD < LONGEST_CHAIN; i++) {
        if (chars[i].c == '.') dot = n;
        chain[n++] = chars[i].c;
        if (chars[i].c != '%') continue;
        while (i + 1 < p->at && chars[i + 1].c != '.') i++;
        n = dot;
    }
    for (uint32_t i = 0; i < word.length; i++) chain[n++] = word.start[i];
    return n;
}

/* Returns true if some form of the instruction accepts the last word of the chain. */
static bool takes_last(struct arena *arena, const char *chain, uint32_t n, int release) {
    const struct chain_info *info = chain_read(arena, chain, n, release, true);
    if (info->insn == ISA_NONE || info->crowded || !info->word_count) return false;
    for (uint16_t f = 0; f < info->form_count; f++) {
        uint8_t problem = info->forms[f].fits[info->word_count - 1].problem;
        if (problem == CHAIN_FITS || problem == CHAIN_ORDER) return true;
    }
    return false;
}

static void add_value(struct guess *g, uint32_t of, struct text value) {
    for (uint32_t i = 0; i < g->value_count[of]; i++)
        if (text_same(g->value[of][i], value)) return;
    if (g->value_count[of] < MOST_VALUES)
        g->value[of][g->value_count[of]++] = value;
    else
        g->is_narrowed = true;
}

/* Leaves the types, if some of the values are. */
static void keep_types(struct guess *g, uint32_t of) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->value_count[of]; i++) {
        struct text value = g->value[of][i]; /* the dot precedes it in its word */
        if (isa_type_find(value.start - 1, value.length + 1) >= 0) g->value[of][kept++] = value;
    }
    if (!kept) return;
    g->is_narrowed = true;
    g->value_count[of] = kept;
}

/* Collects the values that complete a word of the instruction. */
static void gather_values(struct guess *g, uint32_t of, const struct cxx_hole *hole) {
    const struct cxx_text *t = g->t;
    struct pattern p = {.t = t, .at = hole->start, .end = hole->end, .hole = *hole};
    p.is_number = cxx_operand_at(t->cxx, g->a, hole->operand)->letter == 'n';
    while (p.at && t->chars[p.at].c != '.' &&
           (cxx_in_chain(t->chars[p.at - 1].c) || t->chars[p.at - 1].c == '%'))
        p.at--;
    while (p.end < t->char_count && t->chars[p.end].c != '.' &&
           (cxx_in_chain(t->chars[p.end].c) || t->chars[p.end].c == '%'))
        p.end = t->chars[p.end].c == '%' ? skip_operand(t, p.end) : p.end + 1;
    for (uint16_t w = 1; w < isa_word_count && t->chars[p.at].c == '.'; w++) {
        struct text word = {isa_str(isa_words[w].text), isa_words[w].length}, value = text_of("");
        char chain[LONGEST_CHAIN + LONGEST_WORD];
        if (word.length > LONGEST_WORD || !fits_word(&p, p.at, word, &value)) continue;
        uint32_t n = chain_with(&p, word, chain);
        if (takes_last(t->arena, chain, n, g->settings->release)) add_value(g, of, value);
    }
    /* A part of a name: any number works. */
    if (p.is_number && !g->value_count[of]) add_value(g, of, text_of("1"));
}

static uint32_t count_trials(const struct guess *g) {
    uint32_t trials = 1;
    for (uint32_t i = 0; i < g->count; i++) trials *= g->value_count[i];
    return trials;
}

/* Returns false if there are too many, or none. */
static bool find_values(struct guess *g) {
    for (uint32_t h = 0; h < g->t->holes.count; h++) {
        const struct cxx_hole *hole = list_at(&g->t->holes, h);
        uint32_t i = 0;
        while (i < g->count && g->operand[i] != hole->operand) i++;
        if (i < g->count) continue; /* its first occurrence decides */
        if (g->count == MOST_HOLES) return false;
        g->operand[g->count++] = hole->operand;
        gather_values(g, i, hole);
    }
    for (uint32_t i = 0; i < g->count && count_trials(g) > MOST_TRIALS; i++) keep_types(g, i);
    return g->count && count_trials(g) && count_trials(g) <= MOST_TRIALS;
}

/* ---- trials ---- */

/* Returns how wrong the statement is in its current form, 0 if it has no errors. With the same
 * number of errors, a later first error counts as better, because more of the line fits. Returns
 * UINT64_MAX if it cannot be checked. */
static uint64_t wrongness(const struct cxx *cxx, const struct settings *settings,
                          struct cxx_text *t, struct cxx_asm *a) {
    struct diags diags = {0};
    struct interner names;
    struct ast ast = {0};
    diags_init(&diags, cxx->arena);
    cxx_text_init(t, cxx, cxx->arena, &diags);
    cxx_text_add(t, a);
    if (a->reason != CXX_CHECKED) return UINT64_MAX;
    struct unit unit = {.arena = cxx->arena,
                        .scratch = cxx->scratch,
                        .diags = &diags,
                        .names = &names,
                        .ast = &ast,
                        .text = t->ptx.start,
                        .is_fragment = true,
                        .target = -1};
    intern_init(&names, cxx->arena, t->ptx.start, cxx_text_length(t));
    unit_parse(&unit);
    (void)unit_check(&unit, settings);
    if (!diags.error_count) return 0;
    diags_finish(&diags);
    const struct diag *first = *(struct diag **)list_at(&diags.list, 0);
    return (uint64_t)diags.error_count << 32 | (UINT32_MAX - first->span.start);
}

/* Sets the operands to the n-th combination of values. */
static void set_values(const struct guess *g, uint32_t n) {
    for (uint32_t i = 0; i < g->count; i++) {
        struct cxx_operand *o = cxx_operand_at(g->t->cxx, g->a, g->operand[i]);
        uint32_t values = g->value_count[i];
        if (!values) return; /* find_values has found some for each */
        o->has_value = true;
        o->value = g->value[i][n % values];
        n /= values;
    }
}

static void forget_values(const struct guess *g) {
    for (uint32_t i = 0; i < g->count; i++)
        cxx_operand_at(g->t->cxx, g->a, g->operand[i])->has_value = false;
}

/* Tries each combination of values, and gives the operands the best one. */
static void choose_values(const struct cxx *cxx, const struct settings *settings,
                          struct cxx_asm *a) {
    struct cxx_text t, trial;
    struct cxx_asm copy = *a;
    uint64_t without = wrongness(cxx, settings, &t, &copy);
    if (!t.holes.count) return;
    struct guess *g = arena_zalloc(cxx->arena, sizeof *g);
    *g = (struct guess){.t = &t, .a = a, .settings = settings};
    if (!find_values(g)) return;
    uint32_t trials = count_trials(g), best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t n = 0; n < trials && least; n++) {
        struct arena_mark mark = arena_mark(cxx->arena), scratch = arena_mark(cxx->scratch);
        set_values(g, n);
        copy = *a;
        uint64_t wrong = wrongness(cxx, settings, &trial, &copy);
        arena_release(cxx->scratch, scratch);
        arena_release(cxx->arena, mark);
        if (wrong < least) least = wrong, best = n;
    }
    uint64_t others = without == UINT64_MAX ? 0 : without >> 32;
    /* What a macro or another host inserts may also be several words, or nothing. */
    if ((a->hole_count || g->is_narrowed) && least >> 32 > others) {
        forget_values(g);
        return;
    }
    set_values(g, best);
    a->traits |= CXX_GUESSED;
}

/* ---- equal statements ---- */

/* Returns what the values depend on: the text, and the letters and values of the operands. */
static struct text text_of_asm(const struct cxx *cxx, const struct cxx_asm *a) {
    struct text_builder b = build_in_arena(cxx->arena);
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&cxx->literals, a->literal_first + i);
        build_char(&b, (char)('A' + l->form + (l->raw ? 8 : 0)));
        build_bytes(&b, cxx->text + l->start, l->end - l->start);
        build_char(&b, '\0');
    }
    for (uint32_t i = 0; i < a->operand_count + a->hole_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(cxx, a, i);
        build_char(&b, o->letter ? o->letter : ' ');
        if (!span_is_none(o->name)) build_text(&b, text_at(cxx->text, o->name));
        build_char(&b, ',');
        if (o->has_value) build_text(&b, o->value);
    }
    build_number(&b, a->place);
    return built_text(&b);
}

/* Gives the operands the values of those of an equal statement. */
static void copy_values(const struct cxx *cxx, const struct cxx_asm *from, struct cxx_asm *a) {
    a->traits |= from->traits & CXX_GUESSED;
    for (uint32_t i = 0; i < a->operand_count + a->hole_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(cxx, from, i);
        cxx_operand_at(cxx, a, i)->has_value = o->has_value;
        cxx_operand_at(cxx, a, i)->value = o->value;
    }
}

void cxx_guess(struct cxx *cxx, const struct settings *settings, uint32_t number) {
    struct cxx_asm *a = list_at(&cxx->asms, number);
    uint32_t *same =
        text_map_put(&cxx->memory.guessed, cxx->arena, (struct text_key){text_of_asm(cxx, a), 0});
    if (*same) {
        copy_values(cxx, list_at(&cxx->asms, *same - 1), a);
        return;
    }
    *same = number + 1;
    struct arena_mark mark = arena_mark(cxx->arena), scratch = arena_mark(cxx->scratch);
    choose_values(cxx, settings, a); /* what it leaves behind are words of the tables */
    arena_release(cxx->scratch, scratch);
    arena_release(cxx->arena, mark);
}
