/* SPDX-License-Identifier: Apache-2.0
 * What is wrong with the operands of an instruction, in words. */
#include "match/parts.h"
#include <string.h>

static struct text insn_name(const struct judged *j) {
    return text_of(isa_str(judged_insn(j)->name));
}

static struct text put_number(struct match_context *c, int64_t v, const char *one,
                              const char *many) {
    struct text_builder b = build_in_arena(c->arena);
    build_number(&b, v);
    build_string(&b, v == 1 ? one : many);
    return built_text(&b);
}

static struct text join(struct match_context *c, struct text a, struct text b) {
    struct text_builder out = build_in_arena(c->arena);
    build_text(&out, a);
    build_text(&out, b);
    return built_text(&out);
}

static struct text number_text(struct match_context *c, int64_t v) {
    return put_number(c, v, "", "");
}

/* ---- how many ---- */

/* Where the count goes wrong: at the operands there are, or behind the opcode. */
static ptxc_span operands_span(const struct judged *j) {
    if (!j->count) return judged_opcode(j);
    const struct operand *o = j->operands;
    ptxc_span span = o->span;
    for (uint32_t i = 1; i < j->count; i++) o = operand_next(o);
    span.end = o->span.end;
    return span;
}

static bool fits_with(const struct judged *j, const struct chain_form *f,
                      const struct isa_operand *with, const struct isa_operand *without,
                      struct fit *fit) {
    struct judged tried = *j;
    tried.with = with;
    tried.without = without;
    match_fit(&tried, f, fit);
    return fit->stage >= FIT_RULE;
}

/* The words that bring an operand: those its condition asks for. */
static struct words words_for(const struct match_context *c, uint16_t code) {
    struct text *word = arena_alloc(c->arena, 64 * sizeof *word);
    uint32_t n = 0, first = 0;
    const int32_t *p = &isa_code[code];
    while (*p == ISA_ROLE_IS && n < 64) {
        for (int32_t k = 0; k < p[2] && n < 64; k++) {
            const struct isa_word *w = &isa_words[p[3 + k]];
            word[n++] = (struct text){isa_str(w->text), w->length};
        }
        p += 3 + p[2];
        if (first == 0) first = n;
    }
    /* Of `a & b` the first: both would read as one or the other. */
    if (*p == ISA_AND) n = first;
    return (struct words){word, n};
}

static struct words role_words(const struct match_context *c, const struct chain_form *f,
                               uint16_t code) {
    struct text *word = arena_alloc(c->arena, 64 * sizeof *word);
    uint32_t n = 0;
    const int32_t *p = &isa_code[code];
    for (uint16_t s = 0; *p == ISA_ROLE && s < f->form->slots.count; s++) {
        const struct isa_slot *slot = chain_slot(f, s);
        for (uint16_t i = 0; slot->role == p[1] && i < slot->members.count && n < 64; i++) {
            const struct isa_word *w = &isa_words[isa_members[slot->members.first + i].word];
            word[n++] = (struct text){isa_str(w->text), w->length};
        }
    }
    return (struct words){word, n};
}

static bool name_is_given(const struct fit *fit, const struct chain_form *f, isa_string name) {
    for (uint16_t i = 0; i < f->form->operands.count; i++)
        if (isa_operands[f->form->operands.first + i].name == name && fit->given[i]) return true;
    return false;
}

/* One too many: does another qualifier bring it? */
static struct diag *say_extra(const struct judged *j, const struct chain_form *f) {
    const struct isa_operand *o = &isa_operands[f->form->operands.first];
    struct fit fit;
    for (uint16_t i = 0; i < f->form->operands.count; i++) {
        if (!o[i].condition || match_holds(j->c, f, NULL, o[i].condition)) continue;
        if (!fits_with(j, f, &o[i], NULL, &fit) || !fit.given[i]) continue;
        const struct operand *extra = fit.given[i];
        fit.given[i] = NULL;
        if (name_is_given(&fit, f, o[i].name)) continue;
        struct words words = words_for(j->c, o[i].condition);
        if (!words.count) words = role_words(j->c, f, o[i].condition);
        if (!words.count || words.count > 8) continue;
        return report_operand_only_with(j->c->diags, extra->span, text_of(isa_str(o[i].name)),
                                        words);
    }
    return NULL;
}

/* One too few: which, if all others are right without it? The last, but rather one without which
 * they are as the manual has them. */
static struct diag *say_missing(const struct judged *j, const struct chain_form *f) {
    const struct isa_operand *o = &isa_operands[f->form->operands.first], *found = NULL;
    struct fit fit;
    bool lenient = true;
    for (uint16_t i = 0; i < f->form->operands.count; i++) {
        if (!match_holds(j->c, f, NULL, o[i].condition) ||
            o[i].flags & (OPERAND_OPTIONAL | OPERAND_GROUP))
            continue;
        if (!fits_with(j, f, NULL, &o[i], &fit) || (fit.lenient && !lenient)) continue;
        found = &o[i];
        lenient = fit.lenient;
    }
    if (!found) return NULL;
    return report_missing_operand(j->c->diags, operands_span(j), text_of(isa_str(found->name)),
                                  text_of(match_phrase(j->c, f, found->kind)));
}

static struct diag *say_count(const struct judged *j, const struct chain_form *f,
                              const struct fit *fit) {
    struct match_context *c = j->c;
    struct diag *d = NULL;
    /* `ret ret;`: a name that nothing declares is the next instruction, and its `;` is missing. */
    if (!fit->wanted && fit->found == 1 && j->operands->shape == OP_UNKNOWN) return NULL;
    if (fit->found == fit->wanted + 1)
        d = say_extra(j, f);
    else if (fit->found + 1 == fit->wanted)
        d = say_missing(j, f);
    if (d) return d;
    struct text wanted =
        fit->wanted ? put_number(c, fit->wanted, " operand", " operands") : text_of("no operands");
    if (fit->group)
        return report_address_parts(c->diags, fit->group->span,
                                    put_number(c, fit->wanted, " part", " parts"), fit->found);
    return report_operand_count(c->diags, operands_span(j), insn_name(j), wanted, fit->found);
}

/* ---- what kind ---- */

static struct text range_text(struct match_context *c, const struct isa_range *r) {
    struct text t = r->low == INT64_MIN ? text_of("an integer") : number_text(c, r->low);
    if (r->low != INT64_MIN && r->low != r->high)
        t = join(c, join(c, t, text_of("..")), number_text(c, r->high));
    if (r->multiple)
        t = join(c, join(c, t, text_of(", a multiple of ")), number_text(c, r->multiple));
    if (r->flags & RANGE_POW2) t = join(c, t, text_of(", a power of 2"));
    if (r->flags & RANGE_NONZERO) t = join(c, t, text_of(", not 0"));
    return t;
}

static bool available(const struct match_context *c, uint8_t avail) {
    struct need need;
    need_init(&need);
    need_add(&need, avail, NO_SPAN);
    return need_is_met(c, &need);
}

/* "0..12 (13..15 on sm_100a or sm_100f)" */
static struct text ranges_text(struct match_context *c, struct isa_span ranges) {
    struct text t = text_of("");
    struct isa_range now = {0};
    for (uint16_t i = 0; i < ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[ranges.first + i];
        if (!available(c, r->avail)) continue;
        bool goes_on = t.length && now.high + 1 == r->low && now.multiple == r->multiple;
        if (t.length && !goes_on) t = join(c, join(c, t, range_text(c, &now)), text_of(" or "));
        if (goes_on)
            now.high = r->high;
        else
            now = *r;
        if (!t.length) t = (struct text){" ", 1};
    }
    /* The blank said that there is a range at hand. */
    if (t.length) t = join(c, (struct text){t.start + 1, t.length - 1}, range_text(c, &now));
    for (uint16_t i = 0; i < ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[ranges.first + i];
        if (available(c, r->avail)) continue;
        const struct isa_avail *a = &isa_avails[r->avail];
        struct text one = join(c, join(c, text_of(" ("), range_text(c, r)), text_of(" on "));
        one = join(c, one, need_targets_text(c, isa_sets[a->set]));
        t = join(c, t, join(c, one, text_of(")")));
    }
    return t;
}

static struct diag *say_range(const struct judged *j, const struct fit *fit) {
    struct isa_span alts = isa_kinds[fit->kind].alts;
    if (fit->at->shape == OP_FLOAT)
        return report_operand_range(
            j->c->diags, fit->at->span, text_of(isa_str(fit->pattern->name)),
            text_of(isa_str(isa_kinds[fit->kind].phrase)), text_at(j->c->text, fit->at->span));
    struct text wanted = text_of("");
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op == ALT_INTEGER && alt->ranges.count && !(alt->flags & ALT_LENIENT))
            wanted = ranges_text(j->c, alt->ranges);
    }
    return report_operand_range(j->c->diags, fit->at->span, text_of(isa_str(fit->pattern->name)),
                                wanted, number_text(j->c, fit->at->value));
}

/* Operands that stand together in brackets: "[a, ...]" */
static struct text group_name(struct match_context *c, const struct isa_operand *group) {
    struct text first = text_of(isa_str(group[1].name));
    return join(c, join(c, text_of("["), first), text_of(", ...]"));
}

static struct diag *say_kind(const struct judged *j, const struct chain_form *f,
                             const struct fit *fit) {
    struct diags *diags = j->c->diags;
    struct text name = text_of(isa_str(fit->pattern->name));
    if (fit->kind == ISA_NONE)
        return report_operand_kind(diags, fit->at->span, group_name(j->c, fit->pattern),
                                   text_of("an address []"), match_describe(j->c, fit->at));
    uint16_t kind = match_wanted(f, fit->pattern->kind);
    struct text whole = text_of(match_phrase(j->c, f, fit->pattern->kind));
    if (fit->wrong_length)
        return report_vector_length(diags, fit->at->span, name,
                                    put_number(j->c, fit->wanted, " element", " elements"),
                                    fit->at->count);
    if (fit->beside) {
        struct text found = match_describe(j->c, fit->at);
        found = join(j->c, found, text_of(" beside "));
        return report_element_kind(diags, fit->at->span, name,
                                   text_of(match_phrase(j->c, f, fit->kind)),
                                   join(j->c, found, match_describe(j->c, fit->beside)));
    }
    if (fit->kind != kind && !*isa_str(isa_kinds[kind].name))
        return report_element_kind(diags, fit->at->span, name,
                                   text_of(match_phrase(j->c, f, fit->kind)),
                                   match_describe(j->c, fit->at));
    return report_operand_kind(diags, fit->at->span, name, whole, match_describe(j->c, fit->at));
}

void say_operands(const struct judged *j, const struct chain_form *f, const struct fit *fit) {
    struct diag *d;
    switch (fit->stage) {
    case FIT_COUNT: d = say_count(j, f, fit); break;
    case FIT_RANGE: d = say_range(j, fit); break;
    case FIT_RULE: say_rule(j, f, fit, fit->rule); return;
    case FIT_NEED: need_say(j, &fit->need); return;
    default: d = say_kind(j, f, fit); break;
    }
    if (d) say_syntax(j, f, d);
}

void say_lenient(const struct judged *j, const struct chain_form *f, const struct fit *fit) {
    const struct isa_operand *pattern = fit->lenient_pattern;
    const struct operand *o = fit->lenient;
    if (!o) return;
    /* What counts stands inside the brackets. */
    if (o->shape == OP_ADDRESS && o->count == 1) o++;
    if (o->shape == OP_OFFSET && fit->lenient->shape == OP_ADDRESS) o++;
    struct text found = o->shape == OP_INTEGER && fit->has_values ? text_at(j->c->text, o->span)
                                                                  : match_describe(j->c, o);
    struct text name = text_of(isa_str(pattern->name));
    struct text wanted = text_of(match_phrase(j->c, f, fit->lenient_kind));
    if (fit->lenient_parsed)
        report_parsed_only(j->c->diags, fit->lenient->span, name, wanted, found);
    else
        report_lenient_operand(j->c->diags, fit->lenient->span, name, wanted, found);
}
