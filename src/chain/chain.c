/* SPDX-License-Identifier: Apache-2.0
 * Splitting chains: see chain.h. */
#include "chain/chain.h"
#include "base/dotted.h"
#include "chain/misspelt.h"
#include <string.h>

/* ---- words ---- */

static uint32_t count_words(const char *s, uint32_t n) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) count += s[i] == '.';
    return count;
}

/* Writes all words after the first, including those of the opcode, and returns their number. */
static uint16_t split(const char *s, uint32_t n, struct chain_word *words) {
    uint32_t i = 0, start;
    uint16_t count = 0;
    while (i < n && is_dotted_byte(s[i])) i++;
    while ((start = dotted_next(s, n, &i)) < n) {
        uint32_t length = i - start;
        words[count++] = (struct chain_word){start, (uint16_t)(length < UINT16_MAX ? length : 0),
                                             isa_word_find(s + start, length)};
    }
    return count;
}

/* ---- the opcode ---- */

/* Finds the longest opcode that the first words form, and sets *used to the number of its words. */
static uint16_t find_insn(const char *s, uint32_t root, const struct chain_word *words,
                          uint16_t count, uint16_t *used) {
    char name[ISA_MOST_NAME];
    uint32_t n = root;
    uint16_t found = ISA_NONE;
    *used = 0;
    if (root > ISA_MOST_NAME) return ISA_NONE;
    memcpy(name, s, root);
    for (uint16_t i = 0;; i++) {
        uint16_t insn = isa_insn_find(name, n);
        if (insn != ISA_NONE) found = insn, *used = i;
        if (i == count || n + words[i].length > ISA_MOST_NAME) return found;
        memcpy(name + n, s + words[i].start, words[i].length);
        n += words[i].length;
    }
}

/* Returns how many bytes of the name must not be divided. */
static uint32_t fixed_part(const struct isa_insn *insn) {
    const char *name = isa_str(insn->name);
    return (uint32_t)(insn->flags & INSN_LOOSE ? (size_t)(strrchr(name, '.') - name)
                                               : strlen(name));
}

static bool begins_with_fixed(const char *s, uint32_t n, const struct isa_insn *insn) {
    uint32_t fixed = fixed_part(insn);
    return fixed <= n && !memcmp(s, isa_str(insn->name), fixed) &&
           (fixed == n || !is_dotted_byte(s[fixed]));
}

/* Finds opcodes with reordered words: `bar.all.sync` is a bar.sync. Puts the words in the order of
 * the name. */
static uint16_t find_loose(const char *s, uint32_t n, struct chain_word *words, uint16_t count,
                           uint16_t *used) {
    for (uint16_t insn = 0; insn < isa_insn_count; insn++) {
        const struct isa_insn *x = &isa_insns[insn];
        if (!(x->flags & INSN_LOOSE) || !begins_with_fixed(s, n, x)) continue;
        uint16_t word = isa_word_find(isa_str(x->name) + fixed_part(x),
                                      (uint32_t)strlen(isa_str(x->name)) - fixed_part(x));
        uint16_t at = 0;
        while (at < count && words[at].start < fixed_part(x)) at++;
        for (uint16_t i = at; i < count; i++) {
            if (words[i].word != word) continue;
            struct chain_word moved = words[i];
            memmove(words + at + 1, words + at, (i - at) * sizeof moved);
            words[at] = moved;
            *used = (uint16_t)(at + 1);
            return insn;
        }
    }
    return ISA_NONE;
}

static bool is_closed(const char *s, uint32_t root) {
    for (uint16_t i = 0; i < isa_closed_count; i++) {
        const char *name = isa_str(isa_closed[i]);
        if (!strncmp(name, s, root) && !name[root]) return true;
    }
    return false;
}

/* ---- matching one form ---- */

/* Returns the member of a slot that a word represents, or ISA_NONE. */
static uint16_t member_of(const struct isa_slot *slot, uint16_t word) {
    for (uint16_t i = 0; word && i < slot->members.count; i++)
        if (isa_members[slot->members.first + i].word == word)
            return (uint16_t)(slot->members.first + i);
    return ISA_NONE;
}

/* Returns the row of the instruction about a word it ignores, or NULL. */
static const struct isa_ignore *find_ignore(const struct isa_insn *insn, uint16_t word) {
    for (uint16_t i = 0; i < insn->ignores.count; i++)
        if (isa_ignores[insn->ignores.first + i].word == word)
            return &isa_ignores[insn->ignores.first + i];
    return NULL;
}

static bool ignored_here(const struct chain_info *info, const struct isa_ignore *ignore,
                         uint16_t i) {
    uint32_t before = 0;
    for (uint16_t k = 0; k < i; k++) {
        const struct isa_ignore *other = find_ignore(&isa_insns[info->insn], info->words[k].word);
        before += other && other->group == ignore->group;
    }
    return before < ignore->most || ignore->most == UINT8_MAX;
}

static bool ignored(const struct chain_info *info, const struct chain_form *f, uint16_t i,
                    uint16_t *other) {
    const struct isa_word *w = &isa_words[info->words[i].word];
    const struct isa_ignore *here = find_ignore(f->insn, info->words[i].word);
    if (here) return ignored_here(info, here, i);
    if (w->since > info->release) return false;
    if (w->flags & WORD_IGNORED) return true;
    if (!(w->flags & WORD_IGNORED_ONCE)) return false;
    for (uint16_t k = 0; k < i; k++) {
        if (isa_words[info->words[k].word].class != w->class) continue;
        if (f->fits[k].problem == CHAIN_FITS) return false;
        *other = k;
        return false;
    }
    return true;
}

static void fit_word(const struct chain_info *info, struct chain_form *f, uint16_t i) {
    struct chain_fit *fit = &f->fits[i];
    uint16_t word = info->words[i].word, taken = ISA_NONE;
    *fit = (struct chain_fit){CHAIN_FOREIGN, CHAIN_NO_SLOT, ISA_NONE};
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        const struct isa_slot *slot = chain_slot(f, s);
        uint16_t member = member_of(slot, word);
        if (member == ISA_NONE) continue;
        if (f->filled_by[s] != ISA_NONE) {
            taken = s;
            continue;
        }
        *fit = (struct chain_fit){CHAIN_FITS, (uint8_t)s, ISA_NONE};
        f->filled_by[s] = i;
        f->member[slot->role] = member;
        f->fitting++;
        return;
    }
    if (taken != ISA_NONE) {
        fit->other = f->filled_by[taken];
        bool twice = info->words[fit->other].word == word;
        bool again = chain_slot(f, taken)->flags & SLOT_REPEAT ||
                     (twice && isa_words[word].flags & WORD_REPEAT);
        fit->problem = again ? CHAIN_SKIPPED : twice ? CHAIN_TWICE : CHAIN_CONFLICT;
        fit->slot = (uint8_t)taken;
    } else if (ignored(info, f, i, &fit->other)) {
        fit->problem = CHAIN_SKIPPED;
    } else if (fit->other != ISA_NONE) {
        fit->problem = CHAIN_CONFLICT;
    }
    if (fit->problem > CHAIN_SKIPPED) f->problem_count++;
}

/* Slots that share an order number must appear in order: the first that does not is the error. */
static void fit_order(struct chain_form *f) {
    for (uint16_t s = 0; s + 1 < f->form->slots.count; s++) {
        const struct isa_slot *slot = chain_slot(f, s);
        uint16_t a = f->filled_by[s], b = f->filled_by[s + 1];
        if (!slot->order || slot[1].order != slot->order || a == ISA_NONE || b == ISA_NONE)
            continue;
        if (a < b) continue;
        f->fits[b].problem = CHAIN_ORDER;
        f->fits[b].other = a;
        f->problem_count++;
    }
}

bool chain_slot_missing(const struct chain_form *f, uint16_t s) {
    const struct isa_slot *slot = chain_slot(f, s);
    if (f->filled_by[s] != ISA_NONE) return false;
    if (!(slot->flags & SLOT_OPTIONAL)) return true;
    for (uint16_t k = 0; slot->together && k < f->form->slots.count; k++)
        if (chain_slot(f, k)->together == slot->together && f->filled_by[k] != ISA_NONE)
            return true;
    return false;
}

/* Each form is first laid out here, because most forms do not fit and are discarded. */
struct trial {
    struct chain_fit fits[CHAIN_MOST_WORDS];
    uint16_t member[ISA_MOST_ROLES], absent[ISA_MOST_ROLES], filled_by[ISA_MOST_SLOTS];
};

static void fit_form(const struct chain_info *info, struct chain_form *f, bool to_the_end) {
    const struct isa_insn *insn = &isa_insns[info->insn];
    for (uint16_t i = 0; i < insn->roles.count; i++) f->member[i] = f->absent[i] = ISA_NONE;
    for (uint16_t s = 0; s < f->form->slots.count; s++) f->filled_by[s] = ISA_NONE;
    for (uint16_t i = 0; i < info->word_count; i++) {
        fit_word(info, f, i);
        if (f->problem_count && !to_the_end) return;
    }
    fit_order(f);
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        f->problem_count = (uint16_t)(f->problem_count + chain_slot_missing(f, s));
        f->absent[chain_slot(f, s)->role] = chain_slot(f, s)->default_member;
    }
}

static void keep_form(struct arena *arena, struct chain_info *info, struct chain_form f) {
    uint16_t roles = isa_insns[info->insn].roles.count, slots = f.form->slots.count;
    size_t fits = info->word_count * sizeof *f.fits, each = sizeof *f.member;
    struct chain_fit *room = arena_alloc(arena, fits + (2u * roles + slots + 1u) * each);
    uint16_t *member = (uint16_t *)(room + info->word_count);
    f.fits = memcpy(room, f.fits, fits);
    f.member = memcpy(member, f.member, roles * each);
    f.absent = memcpy(member + roles, f.absent, roles * each);
    f.filled_by = memcpy(member + 2 * roles, f.filled_by, slots * each);
    info->forms[info->form_count++] = f;
}

/* Lays out form `i` of the instruction. Returns true if it is to be kept. */
static bool try_form(const struct chain_info *info, uint16_t i, struct trial *t, bool all,
                     struct chain_form *f) {
    const struct isa_insn *insn = &isa_insns[info->insn];
    *f = (struct chain_form){.insn = insn,
                             .form = &isa_forms[insn->forms.first + i],
                             .fits = t->fits,
                             .member = t->member,
                             .absent = t->absent,
                             .filled_by = t->filled_by};
    fit_form(info, f, all);
    return all || !f->problem_count;
}

/* Keeps the forms that all words fit. If none does, or with `every`, keeps all. */
static void fit_forms(struct arena *arena, struct chain_info *info, bool every) {
    uint16_t count = isa_insns[info->insn].forms.count, fitting = 0;
    struct trial t;
    struct chain_form f;
    for (uint16_t i = 0; !every && i < count; i++) fitting += try_form(info, i, &t, false, &f);
    info->forms = arena_alloc(arena, (fitting ? fitting : count) * sizeof f);
    for (uint16_t i = 0; i < count; i++)
        if (try_form(info, i, &t, !fitting, &f)) keep_form(arena, info, f);
}

/* ---- the whole chain ---- */

static bool is_uniform_word(const struct isa_uniform *u, uint16_t word) {
    for (uint16_t i = 0; i < u->words.count; i++)
        if (isa_uniform_words[u->words.first + i] == word) return true;
    return false;
}

static void find_uniform(struct chain_info *info, const char *s, uint32_t root) {
    for (uint16_t u = 0; u < isa_uniform_count; u++) {
        const char *name = isa_str(isa_uniforms[u].root);
        if (strncmp(name, s, root) || name[root]) continue;
        for (uint16_t i = 0; i < info->word_count; i++) {
            if (!is_uniform_word(&isa_uniforms[u], info->words[i].word)) continue;
            info->uniform = u;
            info->uniform_word = i;
            return;
        }
    }
}

/* Finds what a misspelled name stands for. `cp.async.blk.tensor` is not a cp.async, either. */
static void find_meant(struct chain_info *info, const char *s, uint32_t n, uint16_t used) {
    info->meant = ISA_NONE;
    bool goes_on = used < info->word_count && !info->words[used].word;
    if (info->is_closed || (info->insn != ISA_NONE && !goes_on)) return;
    uint16_t meant = misspelt_insn(s, n, &info->meant_length);
    if (info->insn != ISA_NONE && info->meant_length <= info->opcode_length) return;
    if (meant == ISA_NONE) return;
    info->insn = ISA_NONE;
    info->meant = meant;
    info->is_closed = true;
}

static struct chain_info *look_up_chain(struct arena *arena, const char *s, uint32_t n, int release,
                                        bool every) {
    struct chain_info *info = arena_zalloc(arena, sizeof *info);
    uint32_t root = 0;
    uint16_t used;
    info->release = release;
    while (root < n && is_dotted_byte(s[root])) root++;
    info->insn = info->uniform = ISA_NONE;
    uint32_t most = count_words(s, n);
    info->crowded = most > CHAIN_MOST_WORDS;
    if (info->crowded) return info;
    info->words = arena_alloc(arena, most * sizeof *info->words);
    info->word_count = split(s, n, info->words);
    info->insn = find_insn(s, root, info->words, info->word_count, &used);
    info->opcode_length = used ? info->words[used - 1].start + info->words[used - 1].length : root;
    if (info->insn == ISA_NONE) {
        info->insn = find_loose(s, n, info->words, info->word_count, &used);
        if (info->insn != ISA_NONE) info->opcode_length = fixed_part(&isa_insns[info->insn]);
    }
    info->divided = info->insn != ISA_NONE && !begins_with_fixed(s, n, &isa_insns[info->insn]);
    info->is_closed = info->insn == ISA_NONE && is_closed(s, root);
    find_meant(info, s, n, used);
    if (info->insn == ISA_NONE) return info;
    info->words += used;
    info->word_count = (uint16_t)(info->word_count - used);
    find_uniform(info, s, root);
    for (uint16_t i = 0; i < info->word_count; i++) {
        const struct isa_word *w = &isa_words[info->words[i].word];
        info->converged = info->converged || w->flags & WORD_CONVERGED;
        info->by_release = info->by_release || w->since;
    }
    fit_forms(arena, info, every);
    return info;
}

struct chain_info *chain_read(struct arena *arena, const char *s, uint32_t n, int release,
                              bool every) {
    return look_up_chain(arena, s, n, release, every);
}

const struct chain_info *chain_info(struct arena *arena, struct interner *names, uint32_t chain,
                                    int release) {
    struct chain *c = chain_at(names, chain);
    struct chain_info **at = &c->info;
    while (*at && (*at)->by_release && (*at)->release != release) at = &(*at)->other;
    if (!*at) *at = look_up_chain(arena, names->text + c->start, c->length, release, false);
    return *at;
}
