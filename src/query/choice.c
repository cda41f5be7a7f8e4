/* SPDX-License-Identifier: Apache-2.0
 * The words that can follow a chain: those for which some ending satisfies every rule on
 * qualifiers. The search for endings evaluates rules in three-valued logic (what is not written
 * yet is unknown), so that most branches are pruned early. */
#include "isa/target_set.h"
#include "query/query.h"
#include <stdlib.h>
#include <string.h>

/* MOST_ENDS: how many endings are kept and tried first for another word. */
enum { MOST_STEPS = 4000, MOST_ENDS = 8 };

/* A rule that involves only qualifiers, and the roles it mentions, one bit each. */
struct spoken {
    const struct isa_rule *rule;
    uint64_t roles;
};

/* A chain that is being completed. */
struct completion {
    const struct match_context *c;
    struct chain_form *f;
    bool open[ISA_MOST_SLOTS];          /* for each slot: not decided yet */
    uint8_t open_slots[ISA_MOST_ROLES]; /* number of undecided slots of each role */
    uint64_t open_roles;                /* a bit for each role with undecided slots */
    uint16_t order[ISA_MOST_SLOTS];     /* the order in which slots are decided */
    uint32_t steps, words;
    struct spoken *rule;
    uint32_t rule_count;
    struct {
        uint16_t *member, count; /* the members that keep all rules for the chain so far */
    } domain[ISA_MOST_SLOTS];
    uint16_t end[MOST_ENDS][ISA_MOST_SLOTS]; /* the endings found last: the member of each slot */
    uint32_t ends;
    bool keeps; /* an ending found now may also work for another word */
};

/* ---- three-valued rules ---- */

static uint64_t bit(uint8_t role) { return UINT64_C(1) << role; }

static void set_open(struct completion *s, uint16_t slot, bool open) {
    uint8_t role = chain_slot(s->f, slot)->role, *count = &s->open_slots[role];
    if (open != s->open[slot]) *count = (uint8_t)(open ? *count + 1 : *count - 1);
    s->open[slot] = open;
    s->open_roles = (s->open_roles & ~bit(role)) | (*count ? bit(role) : 0);
}

/* Roles that may still get a word are OPEN, and so is everything that is not a qualifier. */
static struct isa_value offer_leaf(const void *asker, const int32_t *op) {
    const struct completion *s = asker;
    switch (*op) {
    case ISA_ROLE:
    case ISA_ROLE_IS:
    case ISA_ATTR:
    case ISA_BEFORE:
        if (isa_op_roles(op) & s->open_roles) return isa_unknown();
        break;
    case ISA_TARGET:
    case ISA_RELEASE:
    case ISA_VERSION: break;
    default: return isa_unknown();
    }
    struct match_line line = {s->c, s->f, NULL};
    return match_leaf(&line, op);
}

static enum truth offer_holds(const struct completion *s, uint16_t code) {
    return code ? isa_truth(isa_evaluate(&isa_code[code], offer_leaf, s)) : YES;
}

bool query_may_hold(const struct match_context *c, struct chain_form *f, uint16_t code,
                    bool *sure) {
    struct completion s = {.c = c, .f = f};
    enum truth truth = offer_holds(&s, code);
    *sure = truth == YES;
    return truth != NO;
}

/* Returns the roles that a condition mentions. */
static uint64_t roles_of(uint16_t code) {
    uint64_t roles = 0;
    for (const int32_t *p = &isa_code[code]; code && *p != ISA_END; p += isa_op_size(p))
        roles |= isa_op_roles(p);
    return roles;
}

/* Returns true if the target and the release satisfy the availability that the rule requires. */
static bool is_avail(const struct match_context *c, const struct isa_rule *r) {
    struct need need;
    need_init(&need);
    need_add(&need, r->avail, NO_SPAN);
    return need_is_met(c, &need);
}

/* Returns true if what is written already satisfies the rule, whatever follows. A truth value other
 * than OPEN does not change when more slots are decided. */
static bool is_settled(const struct completion *s, const struct isa_rule *r) {
    if (offer_holds(s, r->when) == NO) return true;
    return r->op != RULE_AVAIL && offer_holds(s, r->need) == (r->op == RULE_REQUIRE ? YES : NO);
}

static void find_rules(struct completion *s) {
    struct isa_span rules = s->f->insn->rules;
    s->rule = arena_alloc(s->c->arena, (rules.count + 1u) * sizeof *s->rule);
    for (uint16_t i = 0; i < rules.count; i++) {
        const struct isa_rule *r = &isa_rules[rules.first + i];
        if (r->flags & (RULE_WARNS | RULE_ON_OPERANDS)) continue;
        if ((r->op == RULE_AVAIL && is_avail(s->c, r)) || is_settled(s, r)) continue;
        uint64_t roles = roles_of(r->when) | roles_of(r->need);
        s->rule[s->rule_count++] = (struct spoken){r, roles ? roles : UINT64_MAX};
    }
}

/* Returns true if a rule that mentions one of the roles is violated, whatever follows. Filling or
 * clearing other roles does not affect the remaining rules. */
static bool is_lost(const struct completion *s, uint64_t roles) {
    for (uint32_t i = 0; i < s->rule_count; i++) {
        const struct isa_rule *r = s->rule[i].rule;
        if (!(s->rule[i].roles & roles)) continue;
        if (offer_holds(s, r->when) != YES) continue;
        if (r->op == RULE_AVAIL || offer_holds(s, r->need) == (r->op == RULE_REQUIRE ? NO : YES))
            return true;
    }
    return false;
}

/* ---- availability ---- */

static struct need need_of(const struct chain_form *f, const struct isa_slot *slot,
                           uint16_t member) {
    struct need need;
    need_init(&need);
    if (slot) need_add(&need, slot->avail, NO_SPAN);
    if (slot) need_add(&need, isa_members[member].avail, NO_SPAN);
    need_add(&need, f->form->avail, NO_SPAN);
    need_add(&need, f->insn->avail, NO_SPAN);
    return need;
}

static bool is_there(const struct match_context *c, const struct isa_slot *slot, uint16_t member) {
    struct need need;
    need_init(&need);
    need_add(&need, slot->avail, NO_SPAN);
    need_add(&need, isa_members[member].avail, NO_SPAN);
    return need_is_met(c, &need);
}

/* ---- the search ---- */

static uint64_t role_bit(const struct completion *s, uint16_t slot) {
    return bit(chain_slot(s->f, slot)->role);
}

static void fill(struct completion *s, uint16_t slot, uint16_t member) {
    s->f->filled_by[slot] = member == ISA_NONE ? ISA_NONE : (uint16_t)s->words++;
    s->f->member[chain_slot(s->f, slot)->role] = member;
    set_open(s, slot, false);
}

static void clear(struct completion *s, uint16_t slot) {
    if (s->f->filled_by[slot] != ISA_NONE) s->words--;
    s->f->filled_by[slot] = s->f->member[chain_slot(s->f, slot)->role] = ISA_NONE;
    set_open(s, slot, true);
}

/* Returns true if a decided slot lacks a required word. */
static bool is_short(const struct completion *s) {
    for (uint16_t i = 0; i < s->f->form->slots.count; i++)
        if (!s->open[i] && chain_slot_missing(s->f, i)) return true;
    return false;
}

static bool keep_end(struct completion *s) {
    if (!s->keeps) return true;
    for (uint16_t i = 0; i < s->f->form->slots.count; i++)
        s->end[s->ends % MOST_ENDS][i] = s->f->member[chain_slot(s->f, i)->role];
    s->ends++;
    return true;
}

static void find_domain(struct completion *s, uint16_t slot) {
    const struct isa_slot *x = chain_slot(s->f, slot);
    uint16_t *member = arena_alloc(s->c->arena, (x->members.count + 1u) * sizeof *member);
    s->domain[slot].member = member;
    for (uint16_t i = 0; s->open[slot] && i < x->members.count; i++) {
        uint16_t m = (uint16_t)(x->members.first + i);
        fill(s, slot, m);
        if (!is_lost(s, role_bit(s, slot))) member[s->domain[slot].count++] = m;
        clear(s, slot);
    }
}

/* Ranks slots for the search: optional slots and those with many words are decided last. */
static uint32_t lateness(const struct completion *s, uint16_t slot) {
    return (uint32_t)!chain_slot_missing(s->f, slot) << 16 | s->domain[slot].count;
}

static void order_slots(struct completion *s) {
    for (uint16_t i = 0; i < s->f->form->slots.count; i++) {
        uint16_t k = i;
        uint32_t late = lateness(s, i);
        for (; k && lateness(s, s->order[k - 1]) > late; k--) s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* Returns true if there is an ending that decides the slots from the i-th on. `roles` holds the
 * roles that changed since the rules were last evaluated. */
static bool can_end(struct completion *s, uint16_t at, uint64_t roles) {
    if (is_short(s) || is_lost(s, roles)) return false;
    if (++s->steps > MOST_STEPS) return true; /* unknown, so assume yes */
    while (at < s->f->form->slots.count && !s->open[s->order[at]]) at++;
    if (at == s->f->form->slots.count) return keep_end(s);
    uint16_t slot = s->order[at];
    const struct isa_slot *x = chain_slot(s->f, slot);
    bool found = false;
    /* Try the empty slot first: optional words often require others. */
    for (uint16_t i = 0; !found && i <= s->domain[slot].count; i++) {
        bool none = !i;
        uint16_t member = none ? ISA_NONE : s->domain[slot].member[i - 1];
        if (none ? chain_slot_missing(s->f, slot) : !is_there(s->c, x, member)) continue;
        fill(s, slot, member);
        found = can_end(s, (uint16_t)(at + 1), role_bit(s, slot));
        clear(s, slot);
    }
    return found;
}

/* Returns true if a word of the slot would come after a word that must follow it. */
static bool is_late(const struct chain_form *f, uint16_t slot) {
    uint8_t order = chain_slot(f, slot)->order;
    for (uint16_t i = (uint16_t)(slot + 1); order && i < f->form->slots.count; i++)
        if (chain_slot(f, i)->order == order && f->filled_by[i] != ISA_NONE) return true;
    return false;
}

/* Closes the slots whose words can no longer be written; they stay empty. Returns their bits. */
static uint64_t close_late(struct completion *s) {
    uint64_t closed = 0;
    for (uint16_t i = 0; i < s->f->form->slots.count; i++) {
        if (!s->open[i] || !is_late(s->f, i)) continue;
        set_open(s, i, false);
        closed |= 1ull << i;
    }
    return closed;
}

/* Returns true if an ending that was found for another word also works with the current words. */
static bool ends_like(struct completion *s, const uint16_t *end, uint64_t roles) {
    uint16_t count = s->f->form->slots.count;
    bool open[ISA_MOST_SLOTS] = {false};
    for (uint16_t i = 0; i < count; i++) {
        open[i] = s->open[i];
        if (!open[i]) continue;
        fill(s, i, end[i]);
        roles |= role_bit(s, i);
    }
    bool good = !is_short(s) && !is_lost(s, roles);
    for (uint16_t i = count; i--;)
        if (open[i]) clear(s, i);
    return good;
}

static bool may_follow(struct completion *s, uint16_t slot, uint16_t member) {
    bool may = false;
    s->steps = 0;
    s->keeps = is_there(s->c, chain_slot(s->f, slot), member);
    fill(s, slot, member);
    uint64_t roles = role_bit(s, slot), closed = close_late(s);
    for (uint16_t i = 0; i < s->f->form->slots.count; i++)
        if (closed >> i & 1) roles |= role_bit(s, i);
    for (uint32_t i = 0; !may && i < s->ends && i < MOST_ENDS; i++)
        may = ends_like(s, s->end[i], roles);
    may = may || can_end(s, 0, roles);
    for (uint16_t i = 0; i < s->f->form->slots.count; i++)
        if (closed >> i & 1) set_open(s, i, true);
    clear(s, slot);
    return may;
}

/* ---- all words ---- */

struct choice_writer {
    ptxc_next_word *out;
    size_t capacity, count;
    struct list words; /* const char *, without duplicates */
    struct arena *arena;
};

static bool is_added(const struct choice_writer *w, const char *word) {
    for (uint32_t i = 0; i < w->words.count; i++)
        if (!strcmp(*(const char **)list_at(&w->words, i), word)) return true;
    return false;
}

static void add_choice(struct choice_writer *w, const ptxc_next_word *choice) {
    *(const char **)list_add(w->arena, &w->words) = choice->word;
    if (w->count++ < w->capacity && w->out) w->out[w->count - 1] = *choice;
}

/* Adds opcodes whose names continue the chain. */
static void add_opcodes(struct choice_writer *w, const struct match_context *c, const char *chain,
                        size_t length) {
    for (uint16_t i = 0; i < isa_insn_count; i++) {
        const char *name = isa_str(isa_insns[i].name);
        if (strncmp(name, chain, length) || name[length] != '.') continue;
        struct need need;
        need_init(&need);
        need_add(&need, isa_insns[i].avail, NO_SPAN);
        add_choice(w, &(ptxc_next_word){.word = name + length,
                                        .insn = i,
                                        .form = PTXC_NONE,
                                        .slot = PTXC_NONE,
                                        .value = PTXC_NONE,
                                        .available = need_is_met(c, &need),
                                        .avail = target_set_need(need.version, need.targets)});
    }
}

static bool fits_so_far(const struct chain_info *info, const struct chain_form *f) {
    for (uint16_t i = 0; i < info->word_count; i++)
        if (f->fits[i].problem > CHAIN_SKIPPED) return false;
    return f->form->slots.count <= ISA_MOST_SLOTS;
}

static void add_offered(struct choice_writer *w, const struct match_context *c,
                        const struct chain_info *info, uint16_t form) {
    struct completion s = {.c = c, .f = &info->forms[form], .words = info->word_count};
    if (!fits_so_far(info, s.f)) return;
    for (uint16_t i = 0; i < s.f->form->slots.count; i++)
        set_open(&s, i, s.f->filled_by[i] == ISA_NONE);
    (void)close_late(&s);
    find_rules(&s);
    if (is_short(&s) || is_lost(&s, UINT64_MAX)) return;
    for (uint16_t i = 0; i < s.f->form->slots.count; i++) find_domain(&s, i);
    order_slots(&s);
    for (uint16_t i = 0; i < s.f->form->slots.count; i++) {
        const struct isa_slot *slot = chain_slot(s.f, i);
        if (!s.open[i]) continue;
        bool missing = chain_slot_missing(s.f, i);
        for (uint16_t k = 0; k < s.domain[i].count; k++) {
            uint16_t member = s.domain[i].member[k];
            const char *word = isa_str(isa_words[isa_members[member].word].text);
            if (is_added(w, word) || !may_follow(&s, i, member)) continue;
            struct need need = need_of(s.f, slot, member);
            add_choice(w, &(ptxc_next_word){.word = word,
                                            .insn = info->insn,
                                            .form = form,
                                            .slot = i,
                                            .value = (size_t)(member - slot->members.first),
                                            .missing = missing,
                                            .available = need_is_met(c, &need),
                                            .avail = target_set_need(need.version, need.targets)});
        }
    }
}

size_t ptxc_isa_next_words(const char *chain, size_t length, const ptxc_environment *where,
                           ptxc_next_word *choices, size_t capacity) {
    struct arena arena;
    jmp_buf out_of_memory;
    struct choice_writer w = {.out = choices, .capacity = capacity, .arena = &arena};
    struct match_context c = {
        .arena = &arena, .words = &arena, .target = -1, .release = isa_release_newest()};
    if (!chain || !length || length > UINT16_MAX) return 0;
    if (where && where->release < isa_release_count) c.release = (int)where->release;
    if (where && where->target < isa_target_count) c.target = (int)where->target;
    c.version = where && where->version ? (int)where->version : isa_version_newest(c.release);
    arena_init(&arena, NULL, 0);
    arena.out_of_memory = &out_of_memory;
    list_init(&w.words, sizeof(const char *));
    if (setjmp(out_of_memory)) {
        arena_free(&arena);
        return 0;
    }
    const struct chain_info *info = chain_read(&arena, chain, (uint32_t)length, c.release, true);
    if (!info->word_count || info->insn == ISA_NONE) add_opcodes(&w, &c, chain, length);
    for (uint16_t f = 0; info->insn != ISA_NONE && f < isa_insns[info->insn].forms.count; f++)
        add_offered(&w, &c, info, f);
    size_t count = w.count;
    arena_free(&arena);
    return count;
}

size_t ptxc_query_next_words(const ptxc_query *q, ptxc_next_word *choices, size_t capacity) {
    ptxc_environment where;
    if (!q || q->word.token.kind != PTXC_TOKEN_QUALIFIER) return 0;
    if (ptxc_query_environment_get(q, &where) != PTXC_OK) return 0;
    uint32_t start = q->word.before.head, end = q->word.token.span.start;
    return ptxc_isa_next_words(q->text + start, end - start, &where, choices, capacity);
}
