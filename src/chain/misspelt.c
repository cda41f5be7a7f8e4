/* SPDX-License-Identifier: Apache-2.0
 * Misspelled opcodes: see misspelt.h. The name of another instruction that is not in the tables
 * must not count as a misspelling. Therefore only one word may differ, and no instruction may
 * contain it. */
#include "chain/misspelt.h"
#include "base/dotted.h"
#include "chain/chain.h"
#include "base/distance.h"
#include <string.h>

enum { SHORTEST_ROOT = 4 };

bool misspelt_is_root(struct text word) {
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        const char *name = isa_str(isa_insns[i].name);
        if (!strncmp(name, word.start, word.length) && strchr(".", name[word.length])) return true;
    }
    return false;
}

/* Returns true if `word`, which is not a known word, is a misspelling of `meant`. */
static bool is_slip(struct text word, struct text meant) {
    uint32_t edits = meant.length < 6 ? 1 : meant.length / 3;
    if (word.length + edits < meant.length || word.length > meant.length + edits) return false;
    return edit_distance(word, meant, edits + 1) <= edits;
}

static struct text first_word(const char *s, uint32_t n) {
    uint32_t length = 0;
    while (length < n && s[length] != '.') length++;
    return (struct text){s, length};
}

/* Returns how many bytes of the chain stand for the name, or 0 if they do not. `rooted` says that
 * some name starts with the first word of the chain. */
static uint32_t stands_for(const char *chain, uint32_t n, bool rooted, const char *name) {
    uint32_t length = (uint32_t)strlen(name), at, name_at;
    struct text word = first_word(chain, n), meant = first_word(name, length);
    bool slip = !text_same(word, meant);
    at = word.length;
    name_at = meant.length;
    if (name_at == length || at == n) return 0;
    if (slip && (rooted || meant.length < SHORTEST_ROOT || !is_slip(word, meant))) return 0;
    while (name_at < length) {
        uint32_t start = dotted_next(chain, n, &at);
        uint32_t name_start = dotted_next(name, length, &name_at);
        if (start >= n) return 0;
        word = (struct text){chain + start, at - start};
        meant = (struct text){name + name_start, name_at - name_start};
        if (text_same(word, meant)) continue;
        if (slip || isa_word_find(word.start, word.length) || !is_slip(word, meant)) return 0;
        slip = true;
    }
    return at;
}

uint16_t misspelt_insn(const char *chain, uint32_t n, uint32_t *length) {
    uint16_t best = ISA_NONE;
    bool rooted = misspelt_is_root(first_word(chain, n));
    *length = 0;
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        uint32_t end = stands_for(chain, n, rooted, isa_str(isa_insns[i].name));
        if (end > *length) *length = end, best = i;
    }
    return best;
}

enum { SHORTEST_MEANT = 3, MOST_MEANT = 3 };

struct words misspelt_roots(struct arena *arena, struct text root) {
    struct text *word = arena_alloc(arena, MOST_MEANT * sizeof *word);
    struct text last = text_of("");
    uint16_t count = 0;
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        const char *name = isa_str(isa_insns[i].name);
        struct text meant = first_word(name, (uint32_t)strlen(name));
        if (text_same(last, meant)) continue; /* sorted by name */
        last = meant;
        if (!edit_distance(root, meant, 0)) { /* only in capitals */
            *word = meant;
            return (struct words){word, 1};
        }
        if (meant.length < SHORTEST_MEANT || !is_slip(root, meant)) continue;
        if (count == MOST_MEANT) count++;
        if (count > MOST_MEANT) continue;
        word[count++] = meant;
    }
    return (struct words){word, count > MOST_MEANT ? 0u : count};
}

/* Finds the word in s[*at..n), and moves *at past it. */
static bool find_word(const char *s, uint32_t n, uint32_t *at, struct text word) {
    while (*at < n) {
        uint32_t start = dotted_next(s, n, at);
        if (start < n && text_same((struct text){s + start, *at - start}, word)) return true;
    }
    return false;
}

const struct isa_misnamed *misspelt_known(const char *s, uint32_t n) {
    for (uint16_t i = 0; i < isa_misnamed_count; i++) {
        const char *name = isa_str(isa_misnamed[i].name);
        uint32_t length = (uint32_t)strlen(name);
        struct text first = first_word(name, length);
        bool all = text_same(first, first_word(s, n));
        for (uint32_t at = first.length, in_chain = at; all && at < length;) {
            uint32_t start = dotted_next(name, length, &at);
            all = find_word(s, n, &in_chain, (struct text){name + start, at - start});
        }
        if (all) return &isa_misnamed[i];
    }
    return NULL;
}
