/* SPDX-License-Identifier: Apache-2.0
 * The matcher: selects the form that a line is nearest to, and remembers lines without errors. */
#include "isa/descriptor.h"
#include "match/parts.h"
#include <string.h>

/* ---- the nearest form ---- */

bool match_takes_count(const struct judged *j, const struct chain_form *f) {
    struct fit fit;
    match_fit(j, f, &fit);
    return fit.stage != FIT_COUNT || fit.group;
}

static uint16_t out_of_order(const struct judged *j, const struct chain_form *f) {
    uint16_t count = 0;
    for (uint16_t i = 0; i < j->info->word_count; i++)
        count = (uint16_t)(count + (f->fits[i].problem == CHAIN_ORDER));
    return count;
}

/* Returns the distance of the line from a form. A wrong number of operands counts as one and a half
 * wrong words; a word is more likely missing than misplaced. */
static uint32_t distance_of(const struct judged *j, const struct chain_form *f) {
    uint32_t words = 4u * f->problem_count + out_of_order(j, f);
    return words + (match_takes_count(j, f) ? 0 : 6);
}

static const struct chain_form *nearest_by_words(const struct judged *j) {
    const struct chain_form *best = &j->info->forms[0];
    if (!best->problem_count) return best;
    uint32_t least = distance_of(j, best);
    for (uint16_t i = 1; i < j->info->form_count; i++) {
        const struct chain_form *f = &j->info->forms[i];
        uint32_t distance = distance_of(j, f);
        if (distance != least ? distance > least : f->fitting <= best->fitting) continue;
        best = f;
        least = distance;
    }
    return best;
}

/* Several equally near forms may each lack another word: `.m16n8k16.col.col` could be
 * `.m16n8k16.row.col` or `.m8n8k4.col.col`. The operands show which was meant: with one other word,
 * the line has no error. */
static const struct chain_form *nearest_to_repair(const struct judged *j) {
    const struct chain_form *best = nearest_by_words(j);
    if (!best->problem_count || verify_repair(j, best)) return best;
    uint32_t least = distance_of(j, best);
    for (uint16_t i = 0; i < j->info->form_count; i++) {
        const struct chain_form *f = &j->info->forms[i];
        if (f != best && distance_of(j, f) == least && verify_repair(j, f)) return f;
    }
    return best;
}

static bool further(const struct fit *a, const struct fit *b) {
    return a->stage != b->stage ? a->stage > b->stage : a->fitting > b->fitting;
}

/* Returns the form whose operands match furthest, among those whose qualifiers are valid. Returns
 * NULL if each of them violates a rule on qualifiers; the first violated one is stored in *at. */
static const struct chain_form *nearest_by_operands(const struct judged *j, struct fit *best,
                                                    const struct isa_rule **rule,
                                                    const struct chain_form **at) {
    const struct chain_form *found = NULL;
    bool tried_values = false;
    *rule = NULL;
    for (uint16_t i = 0; i < j->info->form_count; i++) {
        const struct chain_form *f = &j->info->forms[i];
        struct fit fit;
        if (f->problem_count) continue;
        const struct isa_rule *broken = match_broken_rule(j->c, j->info, f, NULL, false);
        if (broken) {
            if (!*rule) *rule = broken, *at = f;
            continue;
        }
        match_fit(j, f, &fit);
        tried_values = tried_values || fit.tried_values;
        if (found && !further(&fit, best)) continue;
        *best = fit;
        found = f;
    }
    best->tried_values = tried_values;
    return found;
}

const struct chain_form *match_nearest(const struct judged *j, struct fit *fit) {
    const struct chain_form *f = nearest_by_words(j), *at = f, *found = NULL;
    const struct isa_rule *rule;
    memset(fit, 0, sizeof *fit);
    if (!f->problem_count) found = nearest_by_operands(j, fit, &rule, &at);
    return found ? found : at;
}

/* Returns the form of a line without errors, or NULL if it has one or is not in the tables. */
static const struct chain_form *read_line(const struct judged *j, struct fit *fit) {
    const struct isa_rule *rule;
    const struct chain_form *at;
    *fit = (struct fit){.stage = FIT_COUNT};
    if (j->info->crowded || j->info->insn == ISA_NONE) return NULL;
    const struct chain_form *found = nearest_by_operands(j, fit, &rule, &at);
    return fit->stage == FIT_ALL ? found : NULL;
}

bool match_takes(const struct judged *j) {
    struct fit fit;
    return !j->info->divided && read_line(j, &fit);
}

bool match_takes_but_for_header(const struct judged *j) {
    struct fit fit;
    if (j->info->divided) return false;
    return read_line(j, &fit) || (fit.stage == FIT_NEED && need_lacks_suffix(j, &fit.need));
}

static void say_warnings(const struct judged *j, const struct chain_form *f,
                         const struct fit *fit) {
    bool told = false; /* a rule about the operand says more than that it is lenient */
    say_skipped(j, f);
    for (uint16_t i = 0; i < judged_insn(j)->rules.count; i++) {
        const struct isa_rule *rule = &isa_rules[judged_insn(j)->rules.first + i];
        if (rule->flags & RULE_WARNS && match_rule_broken(j->c, f, fit, rule))
            told = say_rule_warning(j, f, fit, rule) == fit->lenient.operand || told;
    }
    if (!told) say_lenient(j, f, fit);
    say_usual(j, f, fit);
}

/* Returns what the roots are, or NULL if there are only registers and plain numbers. */
static struct match_described *describe(const struct judged *j, uint32_t chain,
                                        const struct chain_form *f, const struct fit *fit) {
    const struct isa_span span = judged_insn(j)->described;
    struct match_described *all = NULL;
    const struct chain *text = chain_at(j->c->names, chain);
    struct text words = {j->c->names->text + text->start, text->length};
    for (uint16_t i = 0; i < span.count; i++) {
        const struct isa_described *d = &isa_described[span.first + i];
        const struct operand *given = match_given(f, fit, d->operand), *o = j->operands;
        for (uint32_t root = 0; given && root < j->count; root++, o = operand_next(o)) {
            if (o != given) continue;
            if (!all) all = arena_zalloc(j->c->arena, j->count * sizeof *all);
            all[root].layout = descriptor_layout(isa_str(d->layout), words);
            all[root].name = d->operand;
        }
    }
    return all;
}

/* Returns true if the target lacks words of a line that is otherwise valid. This is then the error,
 * because the operands that ptxas accepts also depend on the target. */
static bool lacks_words(const struct judged *j, struct need *need) {
    struct match_context anywhere = *j->c;
    struct judged other = *j;
    struct fit fit;
    const struct isa_rule *rule;
    const struct chain_form *at;
    anywhere.target = -1;
    other.c = &anywhere;
    const struct chain_form *f = nearest_by_operands(&other, &fit, &rule, &at);
    if (!f || fit.stage < FIT_ALL) return false;
    need_init(need);
    need_of_form(j, f, need);
    return !need_is_met(j->c, need);
}

/* Result of a check that reports what it finds. */
enum judgement { FOUND_FAULT, CLEAN_FOR_NUMBERS, CLEAN_FOR_ANY };
static enum judgement judge_line(const struct judged *j, uint32_t chain,
                                 struct match_described **described) {
    bool full = diags_are_full(j->c->diags, j->head.start);
    const struct chain_form *f = full ? nearest_by_words(j) : nearest_to_repair(j), *at = f;
    if (f->problem_count) {
        if (full)
            diags_pass(j->c->diags, D_wrong_qualifier);
        else
            say_words(j, f);
        return FOUND_FAULT;
    }
    struct fit fit;
    struct need need;
    const struct isa_rule *rule;
    f = nearest_by_operands(j, &fit, &rule, &at);
    if ((!f || fit.stage < FIT_NEED) && lacks_words(j, &need)) {
        need_say(j, &need);
        return FOUND_FAULT;
    }
    if (!f) {
        say_rule(j, at, NULL, rule);
        return FOUND_FAULT;
    }
    if (fit.stage < FIT_ALL) {
        say_operands(j, f, &fit);
        return FOUND_FAULT;
    }
    *described = describe(j, chain, f, &fit);
    uint32_t before = j->c->diags->said_count;
    say_warnings(j, f, &fit);
    if (j->c->diags->said_count > before) return FOUND_FAULT;
    return fit.tried_values ? CLEAN_FOR_NUMBERS : CLEAN_FOR_ANY;
}

/* ---- entry points ---- */

/* Only a bounded number of lines that differ only in numbers are kept: a long table of constants
 * must not take more memory than its text. */
static void keep_clean(struct match_context *c, const struct line_key *key, bool numbers,
                       struct match_described *described) {
    enum { MOST_WITH_NUMBERS = 4096 };
    /* An observer of every line also has lines checked that are already kept. */
    if (line_find(&c->clean, key, numbers)) return;
    if (numbers && c->with_numbers++ >= MOST_WITH_NUMBERS) return;
    line_keep(&c->clean, c->arena, key, numbers, described);
}

static void keep_uniform(struct match_context *c, const struct chain_info *info, ptxc_span head) {
    const struct chain_word *w = &info->words[info->uniform_word];
    ptxc_span at = {head.start + w->start, head.start + w->start + w->length};
    if (!c->uniform.list.record_size) list_init(&c->uniform.list, sizeof(struct uniform_use));
    struct uniform_use *use = list_add(c->arena, &c->uniform.list);
    *use = (struct uniform_use){at, info->uniform, w->word};
    const struct uniform_use *first = list_at(&c->uniform.list, 0);
    if (first->word != use->word) c->uniform.mixed = true;
}

bool match_recall(struct match_context *c, const struct chain_info *info, ptxc_span head,
                  const struct line_key *key, const struct match_described **described) {
    const struct line_entry *clean = line_find(&c->clean, key, false);
    if (!clean && key->count > key->nodes && c->with_numbers)
        clean = line_find(&c->clean, key, true);
    if (!clean) return false;
    *described = clean->value;
    if (info->uniform != ISA_NONE) keep_uniform(c, info, head);
    return true;
}

const struct chain_form *match_read(struct match_context *c, uint32_t chain, ptxc_span head,
                                    const struct operand *operands, uint32_t count,
                                    struct fit *fit) {
    struct judged j = {.c = c,
                       .info = chain_info(c->arena, c->names, chain, c->release),
                       .head = head,
                       .stmt = head,
                       .operands = operands,
                       .count = count};
    return read_line(&j, fit);
}

bool match_accepts(struct match_context *c, uint32_t chain, ptxc_span head,
                   const struct operand *operands, uint32_t count, struct match_basis *basis) {
    const struct chain_info *info = chain_info(c->arena, c->names, chain, c->release);
    struct fit fit;
    *basis = (struct match_basis){0};
    if (!chain_is_judged(info, c->ignore_unknown)) return true;
    bool accepted = match_read(c, chain, head, operands, count, &fit) != NULL;
    *basis = (struct match_basis){fit.need.version, fit.tried_values};
    return accepted;
}

/* Reports what is wrong with the line, or keeps it as clean. */
static const struct match_described *judge_and_keep(const struct judged *j,
                                                    const struct line_key *key) {
    struct match_context *c = j->c;
    const struct chain_info *info = j->info;
    if (info->crowded) report_too_many(c->diags, j->head, CHAIN_MOST_WORDS, phrase(P_qualifiers));
    if (info->insn == ISA_NONE) {
        if (info->crowded) return NULL;
        if (diags_are_full(c->diags, j->head.start))
            diags_pass(c->diags, D_no_instruction);
        else
            say_no_instruction(j);
        return NULL;
    }
    if (info->divided) {
        say_divided(j);
        return NULL;
    }
    uint32_t errors = c->diags->error_count;
    struct match_described *described = NULL;
    struct arena_mark words = arena_mark(c->words);
    enum judgement found = judge_line(j, key->chain, &described);
    arena_release(c->words, words);
    if (found != FOUND_FAULT) keep_clean(c, key, found == CLEAN_FOR_NUMBERS, described);
    if (info->uniform != ISA_NONE && c->diags->error_count == errors)
        keep_uniform(c, info, j->head);
    return described;
}

const struct match_described *match_instruction(struct match_context *c, const struct line_key *key,
                                                ptxc_span head, ptxc_span stmt,
                                                const struct operand *operands, uint32_t count) {
    const struct chain_info *info = chain_info(c->arena, c->names, key->chain, c->release);
    struct judged j = {c, info, head, stmt, operands, count, NULL, NULL};
    uint32_t said = c->diags->list.count;
    const struct match_described *described = judge_and_keep(&j, key);
    for (; said < c->diags->list.count; said++)
        verify_fix(&j, *(struct diag **)list_at(&c->diags->list, said));
    return described;
}
