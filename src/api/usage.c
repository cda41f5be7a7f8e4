/* SPDX-License-Identifier: Apache-2.0
 * What a module uses: see usage.h. */
#include "api/usage.h"
#include "check/module.h"
#include <string.h>

struct usage {
    struct usage *next;           /* next usage of the same chain */
    ptxc_version_range *versions; /* like usages.whole; NULL if unknown */
    ptxc_span span;
    uint32_t count;
    uint8_t kind; /* ptxc_usage_kind */
};

/* ---- versions by target and release ---- */

static size_t cell_count(void) { return (size_t)isa_target_count * isa_release_count; }
static size_t cell(unsigned target, unsigned release) {
    return (size_t)target * isa_release_count + release;
}

static ptxc_version_range common(ptxc_version_range a, ptxc_version_range b) {
    ptxc_version_range both = {a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
    return both.from > both.to ? (ptxc_version_range){0, 0} : both;
}

/* Returns the .versions that a release accepts with a target. */
static ptxc_version_range versions_of(unsigned target, unsigned release) {
    ptxc_version_range v = {isa_targets[target].version,
                            (uint16_t)isa_version_newest((int)release)};
    bool both = availability_has_target((int)release, (int)target) && v.from <= v.to;
    return both ? v : (ptxc_version_range){0, 0};
}

/* ---- usages ---- */

/* Adds a usage, with the versions in u->now if there are any. */
static struct usage *add(struct usages *u, struct arena *arena, ptxc_usage_kind kind,
                         ptxc_span span) {
    struct usage *usage = list_add(arena, &u->list);
    *usage = (struct usage){.span = span, .kind = (uint8_t)kind};
    if (kind == PTXC_USAGE_UNKNOWN) return usage;
    usage->versions = arena_alloc(arena, cell_count() * sizeof *usage->versions);
    memcpy(usage->versions, u->now, cell_count() * sizeof *usage->versions);
    for (size_t i = 0; i < cell_count(); i++) u->whole[i] = common(u->whole[i], u->now[i]);
    return usage;
}

/* Returns the usage of this chain with the versions in u->now. */
static struct usage *usage_of_chain(struct usages *u, struct match_context *c, uint32_t chain,
                                    ptxc_usage_kind kind, ptxc_span head) {
    struct usage **first = &u->of_chain[chain];
    for (struct usage *x = *first; x; x = x->next)
        if (!x->versions || !memcmp(x->versions, u->now, cell_count() * sizeof *u->now)) return x;
    struct usage *usage = add(u, c->arena, kind, head);
    usage->next = *first;
    *first = usage;
    return usage;
}

static void see_unknown(struct observer *o, struct match_context *c, uint32_t chain,
                        ptxc_span head) {
    usage_of_chain((struct usages *)o, c, chain, PTXC_USAGE_UNKNOWN, head)->count++;
}

/* ---- words ---- */

static bool same_word(const char *text, ptxc_span a, ptxc_span b) {
    return a.end - a.start == b.end - b.start &&
           !memcmp(text + a.start, text + b.start, a.end - a.start);
}

static ptxc_version_range versions_of_word(const struct needed_word *word, unsigned t, unsigned r) {
    const struct isa_avail *need = &isa_avails[word->avail];
    ptxc_version_range none = {0, 0}, v = {0, word->newest ? word->newest : UINT16_MAX};
    if (word->refused && r >= word->refused) return none;
    if (!word->avail) return common(versions_of(t, r), v);
    v.from = need->version;
    return isa_sets[need->set] >> t & 1 ? common(versions_of(t, r), v) : none;
}

static void see_word(struct observer *o, struct match_context *c, const struct needed_word *word) {
    struct usages *u = (struct usages *)o;
    for (uint32_t i = 0; i < u->list.count; i++) {
        struct usage *x = list_at(&u->list, i);
        if (x->kind != PTXC_USAGE_WORD || !same_word(c->text, x->span, word->span)) continue;
        x->count++;
        return;
    }
    for (unsigned t = 0; t < isa_target_count; t++)
        for (unsigned r = 0; r < isa_release_count; r++)
            u->now[cell(t, r)] = versions_of_word(word, t, r);
    add(u, c->arena, PTXC_USAGE_WORD, word->span)->count++;
}

/* ---- instructions ---- */

/* Computes u->now. Returns true if other numbers in the line could have other versions. */
static bool ask(struct usages *u, struct match_context *c, const struct avail_line *line) {
    bool has_values = false;
    for (unsigned t = 0; t < isa_target_count; t++)
        for (unsigned r = 0; r < isa_release_count; r++)
            u->now[cell(t, r)] = availability_versions(c, line, (int)t, (int)r, &has_values);
    return has_values;
}

/* Looks up similar lines once. Returns NULL if the numbers must also be equal. */
static struct usage *usage_of_line(struct usages *u, struct match_context *c,
                                   const struct avail_line *line, const struct line_key *key,
                                   bool numbers) {
    const struct line_entry *known = line_find(&u->lines, key, numbers);
    if (known) return known->value;
    bool depends = ask(u, c, line) && !numbers;
    struct usage *usage =
        depends ? NULL : usage_of_chain(u, c, line->chain, PTXC_USAGE_INSTRUCTION, line->head);
    line_keep(&u->lines, c->arena, key, numbers, usage);
    return usage;
}

static void see_line(struct observer *o, struct match_context *c,
                     const struct judged_line *judged) {
    struct usages *u = (struct usages *)o;
    struct usage *usage = usage_of_line(u, c, &judged->line, judged->key, false);
    if (!usage) usage = usage_of_line(u, c, &judged->line, judged->key, true);
    usage->count++;
}

void usages_init(struct usages *u, struct arena *arena, uint32_t chains) {
    u->observer = (struct observer){
        .line = see_line, .each_line = true, .unknown = see_unknown, .word = see_word};
    u->of_chain = arena_zalloc(arena, (chains + 1u) * sizeof *u->of_chain);
    list_init(&u->list, sizeof(struct usage));
    u->whole = arena_alloc(arena, cell_count() * sizeof *u->whole);
    u->now = arena_alloc(arena, cell_count() * sizeof *u->now);
    for (unsigned t = 0; t < isa_target_count; t++)
        for (unsigned r = 0; r < isa_release_count; r++) u->whole[cell(t, r)] = versions_of(t, r);
}

/* ---- public functions ---- */

static const struct usage *usage_at(const ptxc_module *m, size_t i) {
    if (!m || !m->usages || i >= m->usages->list.count) return NULL;
    return list_at(&m->usages->list, (uint32_t)i);
}

size_t ptxc_module_usage_count(const ptxc_module *m) {
    return m && m->usages ? m->usages->list.count : 0;
}

ptxc_status ptxc_module_usage_get(const ptxc_module *m, size_t index, ptxc_usage *out) {
    const struct usage *usage = usage_at(m, index);
    if (!m || !out) return PTXC_BAD_ARGUMENT;
    if (!usage) return PTXC_NOT_FOUND;
    *out = (ptxc_usage){(ptxc_usage_kind)usage->kind, usage->span, usage->count};
    return PTXC_OK;
}

static ptxc_version_range at(const ptxc_version_range *versions, size_t target, size_t release) {
    bool there = versions && target < isa_target_count && release < isa_release_count;
    return there ? versions[cell((unsigned)target, (unsigned)release)] : (ptxc_version_range){0, 0};
}

ptxc_version_range ptxc_module_usage_versions(const ptxc_module *m, size_t index, size_t target,
                                              size_t release) {
    const struct usage *usage = usage_at(m, index);
    return at(usage ? usage->versions : NULL, target, release);
}

ptxc_version_range ptxc_module_versions(const ptxc_module *m, size_t target, size_t release) {
    return at(m && m->usages ? m->usages->whole : NULL, target, release);
}
