/* SPDX-License-Identifier: Apache-2.0
 * What a line requires of `.version` and `.target`, merged over all of its parts, and the
 * messages about it. If only the header can fix a problem, it is explained once per module. */
#include "match/parts.h"
#include "isa/target_set.h"
#include "match/observer.h"
#include <string.h>

void need_init(struct need *need) {
    need->version = 0;
    need->targets = ~(isa_target_set)0;
    need->count = 0;
}

void need_add(struct need *need, uint8_t avail, ptxc_span span) {
    const struct isa_avail *a = &isa_avails[avail];
    if (!avail) return;
    if (a->version > need->version) need->version = a->version;
    need->targets &= isa_sets[a->set];
    if (need->count < ISA_MOST_NEEDS) need->items[need->count++] = (struct need_item){avail, span};
}

void need_of_form(const struct judged *j, const struct chain_form *f, struct need *need) {
    need_add(need, judged_insn(j)->avail, judged_opcode(j));
    need_add(need, f->form->avail, judged_opcode(j));
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        if (f->filled_by[s] == ISA_NONE) continue;
        const struct isa_slot *slot = chain_slot(f, s);
        need_add(need, slot->avail, judged_word(j, f->filled_by[s]));
        need_add(need, isa_members[f->member[slot->role]].avail, judged_word(j, f->filled_by[s]));
    }
}

/* A target that is too new for the .version is reported once at the header, not on each line. */
static uint8_t version_at_least(const struct match_context *c) {
    int least = isa_target_version(c->target, c->release);
    return (uint8_t)(c->version > least ? c->version : least);
}

static bool met(const struct match_context *c, uint8_t version, isa_target_set targets) {
    return c->target < 0 || (version <= version_at_least(c) && (targets >> c->target & 1));
}

bool need_is_met(const struct match_context *c, const struct need *need) {
    return met(c, need->version, need->targets);
}

/* ---- target sets in words ---- */

struct names {
    struct match_context *c;
    bool any_release; /* includes names that this ptxas does not support */
    struct text word[ISA_MOST_TARGETS];
    uint32_t count;
};

static bool has_target(isa_target_set set, unsigned t) { return set >> t & 1; }

/* Returns true if the user's ptxas supports the name; sm_101 has been sm_110 since 9.0. */
static bool is_current(const struct match_context *c, unsigned t, bool any_release) {
    const struct isa_target *x = &isa_targets[t];
    bool old = x->number == 101 && (c->target < 0 || isa_targets[c->target].number != 101);
    return (any_release || x->release <= c->release) && !old;
}

/* Adds the targets with the user's own number: only the suffix is wrong. */
static void names_of_number(struct names *n, isa_target_set set) {
    for (unsigned t = 0; n->c->target >= 0 && t < isa_target_count; t++)
        if (has_target(set, t) && isa_targets[t].number == isa_targets[n->c->target].number &&
            is_current(n->c, t, n->any_release))
            n->word[n->count++] = text_of(isa_targets[t].name);
}

static void names_of_generators(struct names *n, isa_target_set set) {
    const isa_target_set all = ~(isa_target_set)0;
    unsigned from = target_set_from(set, all);
    for (unsigned t = 0; t < isa_target_count && n->count < 63; t++) {
        const struct isa_target *x = &isa_targets[t];
        if (!has_target(set, t) || (from && x->number >= from) || target_set_is_led(set, all, t))
            continue;
        if (is_current(n->c, t, n->any_release)) n->word[n->count++] = text_of(x->name);
    }
    for (unsigned t = 0; from && t < isa_target_count; t++)
        if (isa_targets[t].number == from && !isa_targets[t].suffix)
            n->word[n->count++] = phrase_or_higher(n->c->arena, text_of(isa_targets[t].name));
}

/* Returns "sm_100a, sm_103a or sm_110f". */
struct text need_targets_text(struct match_context *c, isa_target_set set) {
    struct names n = {.c = c};
    names_of_number(&n, set);
    if (!n.count) names_of_generators(&n, set);
    n.any_release = !n.count;
    if (!n.count) names_of_generators(&n, set);
    struct text_builder b = build_in_arena(c->arena);
    build_list(&b, (struct words){n.word, n.count}, "");
    return built_text(&b);
}

/* ---- messages ---- */

struct match_need {
    struct match_need *next;
    struct diag *diag;
    isa_target_set targets;
    uint8_t version;
    uint32_t more;
};

/* Returns the requirement to report: the first that fails by itself; if only the version is too
 * old, the one with the newest version; if they fail only together, the last. */
static const struct need_item *to_blame(const struct match_context *c, const struct need *need) {
    bool target_ok = has_target(need->targets, (unsigned)c->target);
    for (uint8_t i = 0; i < need->count; i++) {
        const struct isa_avail *a = &isa_avails[need->items[i].avail];
        if (target_ok ? a->version == need->version : !met(c, a->version, isa_sets[a->set]))
            return &need->items[i];
    }
    return &need->items[need->count - 1];
}

/* Returns the only suitable target with the user's number. If there are two, returns the one that
 * more devices support. */
static int repair(const struct match_context *c, isa_target_set set) {
    int best = -1;
    for (unsigned t = 0; t < isa_target_count; t++)
        if (has_target(set, t) && isa_targets[t].number == isa_targets[c->target].number &&
            is_current(c, t, false) && isa_targets[t].version <= version_at_least(c) &&
            (best < 0 || isa_targets[t].suffix == 'f'))
            best = (int)t;
    return best;
}

/* Reports code that C++ may leave out. */
static struct diag *report_unsure(struct match_context *c, ptxc_span span, struct text targets,
                                  bool version_ok, struct text version) {
    struct text wanted = !targets.length ? phrase_needs_version_words(c->arena, version)
                         : version_ok    ? phrase_needs_target_words(c->arena, targets)
                                         : phrase_needs_both_words(c->arena, targets, version);
    return report_asm_target(c->diags, span, text_at(c->text, span), wanted,
                             text_of(isa_targets[c->target].name));
}

static struct diag *report_need(const struct judged *j, const struct need *need, ptxc_span span,
                                bool repeated) {
    struct match_context *c = j->c;
    struct text what = text_at(c->text, span);
    bool target_ok = has_target(need->targets, (unsigned)c->target);
    struct text names = target_ok ? text_of("") : need_targets_text(c, need->targets);
    if (!target_ok && !names.length) return report_no_target(c->diags, span, what);
    struct text version = text_of_version(c->arena, need->version);
    bool version_ok = need->version <= version_at_least(c);
    struct diag *d = c->may_be_unused ? report_unsure(c, span, names, version_ok, version)
                     : target_ok      ? report_needs_version(c->diags, span, what, version)
                     : version_ok     ? report_needs_target(c->diags, span, what, names)
                                      : report_needs_both(c->diags, span, what, names, version);
    d->repeated = repeated;
    if (repeated) return d;
    if (!target_ok && !span_is_none(c->target_span))
        note_target_is(c->diags, d, c->target_span, text_at(c->text, c->target_span));
    if (!version_ok && !span_is_none(c->version_span))
        note_version_is(c->diags, d, c->version_span, text_at(c->text, c->version_span));
    return d;
}

/* Returns true if the line has no error for that target and version. `j` may be a single word. */
static bool takes_with(const struct judged *j, int target, uint8_t version) {
    struct match_context header = *j->c;
    struct judged tried = *j;
    if (!j->info) return true;
    header.target = target;
    header.version = version;
    tried.c = &header;
    return match_takes(&tried);
}

bool need_lacks_suffix(const struct judged *j, const struct need *need) {
    int target = repair(j->c, need->targets);
    return target >= 0 && need->version <= version_at_least(j->c) &&
           takes_with(j, target, (uint8_t)j->c->version);
}

static void fix(const struct judged *j, const struct need *need, struct diag *d) {
    struct match_context *c = j->c;
    bool target_ok = has_target(need->targets, (unsigned)c->target);
    bool version_ok = need->version <= version_at_least(c);
    int target = target_ok ? c->target : repair(c, need->targets);
    if (target < 0 || need->version > isa_version_newest(c->release)) return;
    if ((!target_ok && span_is_none(c->target_span)) ||
        (!version_ok && span_is_none(c->version_span)))
        return;
    if (!takes_with(j, target, version_ok ? (uint8_t)c->version : need->version)) return;
    if (!target_ok) diag_fix(c->diags, d, c->target_span, isa_targets[target].name);
    if (!version_ok)
        diag_fix(c->diags, d, c->version_span, text_of_version(c->arena, need->version).start);
}

/* A missing suffix, or an instruction that the target does not have at all, is an error in the
 * header: one message says how to fix it, and all others repeat it. */
static bool is_of_header(const struct judged *j, const struct need *need,
                         const struct need_item *blamed) {
    return blamed->span.start == j->head.start || repair(j->c, need->targets) >= 0;
}

void need_say(const struct judged *j, const struct need *need) {
    struct match_context *c = j->c;
    const struct need_item *blamed = to_blame(c, need);
    bool once = is_of_header(j, need, blamed);
    for (struct match_need *n = c->needs; once && n; n = n->next) {
        if (n->targets != need->targets || n->version != need->version) continue;
        n->more++;
        report_need(j, need, blamed->span, true);
        return;
    }
    struct diag *d = report_need(j, need, blamed->span, false);
    fix(j, need, d);
    if (!once) return;
    struct match_need *n = arena_zalloc(c->arena, sizeof *n);
    *n = (struct match_need){c->needs, d, need->targets, need->version, 0};
    c->needs = n;
}

void match_need_word(struct match_context *c, uint8_t avail, ptxc_span span) {
    struct need need;
    struct judged j = {.c = c, .head = span};
    if (!avail) return;
    observe_word(c, &(struct needed_word){span, avail, 0, 0});
    need_init(&need);
    need_add(&need, avail, span);
    if (!need_is_met(c, &need)) need_say(&j, &need);
}

void match_end(struct match_context *c) {
    for (struct match_need *n = c->needs; n; n = n->next)
        if (n->more) note_needed_by_more(c->diags, n->diag, NO_SPAN, n->more);
}
