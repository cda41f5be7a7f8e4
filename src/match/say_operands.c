/* SPDX-License-Identifier: Apache-2.0
 * Messages about the operands of an instruction. */
#include "isa/descriptor.h"
#include "match/say.h"
#include <string.h>

static struct text number_text(struct match_context *c, int64_t v) {
    struct text_builder b = build_in_arena(c->words);
    build_number(&b, v);
    return built_text(&b);
}

/* ---- the number of operands ---- */

/* Returns where the number is wrong: at the operands or, if there are none, after the opcode. */
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

/* Returns the words that add an operand: those that its condition asks for. */
static struct words words_for(const struct match_context *c, uint16_t code) {
    struct text *word = arena_alloc(c->words, 64 * sizeof *word);
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
    /* Use the first part of `a & b`: a list of both would read as alternatives. */
    if (*p == ISA_AND) n = first;
    return (struct words){word, n};
}

static struct words role_words(const struct match_context *c, const struct chain_form *f,
                               uint16_t code) {
    struct text *word = arena_alloc(c->words, 64 * sizeof *word);
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

/* Reports one operand too many. Another qualifier may add it. */
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

/* Reports one operand too few: the one without which all others are right. If several qualify,
 * prefers one that leaves the others as in the manual, then the last. */
static struct diag *say_missing(const struct judged *j, const struct chain_form *f) {
    const struct isa_operand *o = &isa_operands[f->form->operands.first], *found = NULL;
    struct fit fit;
    bool lenient = true;
    for (uint16_t i = 0; i < f->form->operands.count; i++) {
        if (!match_holds(j->c, f, NULL, o[i].condition) ||
            o[i].flags & (OPERAND_OPTIONAL | OPERAND_GROUP))
            continue;
        if (!fits_with(j, f, NULL, &o[i], &fit) || (fit.lenient.operand && !lenient)) continue;
        found = &o[i];
        lenient = fit.lenient.operand;
    }
    if (!found) return NULL;
    return report_missing_operand(j->c->diags, operands_span(j), text_of(isa_str(found->name)),
                                  text_of(match_phrase(j->c, f, found->kind)));
}

/* In `ret ret;`, an undeclared name is the next instruction, and the `;` before it is missing. */
static bool starts_next_instruction(const struct judged *j, const struct fit *fit) {
    return fit->stage == FIT_COUNT && !fit->wanted && fit->found == 1 &&
           j->operands->shape == OP_UNKNOWN;
}

static struct diag *say_count(const struct judged *j, const struct chain_form *f,
                              const struct fit *fit) {
    struct match_context *c = j->c;
    struct diag *d = NULL;
    if (fit->found == fit->wanted + 1)
        d = say_extra(j, f);
    else if (fit->found + 1 == fit->wanted)
        d = say_missing(j, f);
    if (d) return d;
    struct text wanted = !fit->wanted       ? phrase(P_no_operands)
                         : fit->wanted == 1 ? phrase(P_one_operand)
                                            : phrase_many_operands(c->words, fit->wanted);
    if (fit->group)
        return report_address_parts(c->diags, fit->group->span,
                                    fit->wanted == 1 ? phrase(P_one_part)
                                                     : phrase_many_parts(c->words, fit->wanted),
                                    fit->found);
    return report_operand_count(c->diags, operands_span(j), judged_name(j), wanted, fit->found);
}

/* ---- the kind of operand ---- */

static struct text range_text(struct match_context *c, const struct isa_range *r) {
    struct arena *arena = c->words;
    struct text t = r->low == INT64_MIN ? phrase(P_an_integer)
                    : r->low == r->high ? number_text(c, r->low)
                                        : phrase_range(arena, r->low, r->high);
    if (r->multiple) t = phrase_also_multiple(arena, t, r->multiple);
    if (r->flags & RANGE_POW2) t = phrase_also_power(arena, t);
    if (r->flags & RANGE_NONZERO) t = phrase_also_nonzero(arena, t);
    return t;
}

static bool available(const struct match_context *c, uint8_t avail) {
    struct need need;
    need_init(&need);
    need_add(&need, avail, NO_SPAN);
    return need_is_met(c, &need);
}

static struct text with_range(struct match_context *c, struct text before,
                              const struct isa_range *r) {
    struct text t = range_text(c, r);
    return before.length ? phrase_either(c->words, before, t) : t;
}

/* Returns "0..12 (13..15 on sm_100a or sm_100f)". */
static struct text ranges_text(struct match_context *c, struct isa_span ranges) {
    struct text t = text_of("");
    struct isa_range now = {0};
    bool any = false;
    for (uint16_t i = 0; i < ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[ranges.first + i];
        if (!available(c, r->avail)) continue;
        if (any && now.high + 1 == r->low && now.multiple == r->multiple) {
            now.high = r->high;
            continue;
        }
        if (any) t = with_range(c, t, &now);
        now = *r;
        any = true;
    }
    if (any) t = with_range(c, t, &now);
    for (uint16_t i = 0; i < ranges.count; i++) {
        const struct isa_range *r = &isa_ranges[ranges.first + i];
        if (available(c, r->avail)) continue;
        t = phrase_on_targets(c->words, t, range_text(c, r),
                              need_targets_text(c, isa_sets[isa_avails[r->avail].set]));
    }
    return t;
}

/* Returns the field that is the whole operand, for its name and the meanings of its numbers, or
 * NULL. */
static const struct isa_field *field_of_operand(const struct judged *j, isa_string name,
                                                struct descriptor *d) {
    const struct isa_span span = judged_insn(j)->described;
    *d = (struct descriptor){.qualifiers = text_at(j->c->text, j->head),
                             .target = j->c->target,
                             .version = j->c->version};
    for (uint16_t i = 0; i < span.count && !d->layout; i++)
        if (isa_described[span.first + i].operand == name)
            d->layout =
                descriptor_layout(isa_str(isa_described[span.first + i].layout), d->qualifiers);
    const struct isa_field *field = d->layout ? &isa_fields[d->layout->fields.first] : NULL;
    return field && !field->low && descriptor_meaning_at(d, field, 0) ? field : NULL;
}

static void note_meanings(const struct judged *j, const struct fit *fit, struct diag *diag) {
    struct descriptor d;
    const struct isa_field *field = field_of_operand(j, fit->pattern->name, &d);
    const struct isa_meaning *meaning;
    struct text_builder b = build_in_arena(j->c->words);
    for (size_t i = 0; field && (meaning = descriptor_meaning_at(&d, field, i)); i++) {
        if (i) build_string(&b, ", ");
        build_number(&b, (int64_t)meaning->value);
        PUT(&b, " (", isa_str(meaning->name), ")");
    }
    if (b.length)
        note_values_of(j->c->diags, diag, NO_SPAN, text_of(isa_str(field->name)), built_text(&b));
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
    struct diag *diag =
        report_operand_range(j->c->diags, fit->at->span, text_of(isa_str(fit->pattern->name)),
                             wanted, number_text(j->c, fit->at->value));
    note_meanings(j, fit, diag);
    return diag;
}

/* Names operands that share brackets: "[a, ...]". */
static struct text group_name(struct match_context *c, const struct isa_operand *group) {
    struct text_builder b = build_in_arena(c->words);
    PUT(&b, "[", isa_str(group[1].name), ", ...]");
    return built_text(&b);
}

/* Returns true if a kind accepts a vector with this many elements. */
static bool takes_length(const struct judged *j, const struct chain_form *f, uint16_t kind,
                         uint32_t count) {
    struct isa_span alts = isa_kinds[match_resolve(f, kind)].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op == ALT_VECTOR && match_length(j->c, f, alt->length) == count) return true;
    }
    return false;
}

/* Does the same with another word in a slot. */
static bool has_length(const struct judged *j, const struct chain_form *f, uint16_t role,
                       uint16_t member, const struct fit *fit) {
    uint16_t before = f->member[role];
    f->member[role] = member;
    bool has = before != member && takes_length(j, f, fit->pattern->kind, fit->at->count);
    f->member[role] = before;
    return has;
}

/* Returns where to insert a word for an empty slot: before the last word, which is a type. */
static ptxc_span place_of_more(const struct judged *j) {
    uint16_t words = j->info->word_count;
    uint32_t at = words ? judged_word(j, (uint16_t)(words - 1)).start : j->head.end;
    return (ptxc_span){at, at};
}

/* Returns the words that would require a vector of this length, in place of a word of the line or
 * in addition. */
static struct words words_of_length(const struct judged *j, const struct chain_form *f,
                                    const struct fit *fit) {
    struct text *word = arena_alloc(j->c->words, SAY_MOST_WORDS * sizeof *word);
    uint32_t count = 0;
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        struct isa_span members = chain_slot(f, s)->members;
        uint16_t by = f->filled_by[s];
        ptxc_span at = by == ISA_NONE ? place_of_more(j) : judged_word(j, by);
        for (uint16_t i = 0; i < members.count; i++) {
            struct text other = say_member((uint16_t)(members.first + i));
            uint16_t member = (uint16_t)(members.first + i);
            if (by != ISA_NONE && !has_length(j, f, chain_slot(f, s)->role, member, fit)) continue;
            if (count == SAY_MOST_WORDS) return (struct words){NULL, 0};
            if (verify_edit(j, at, other)) word[count++] = other;
        }
    }
    return (struct words){word, count};
}

static struct diag *say_length(const struct judged *j, const struct chain_form *f,
                               const struct fit *fit) {
    struct text wanted =
        fit->wanted == 1 ? phrase(P_one_element) : phrase_many_elements(j->c->words, fit->wanted);
    struct diag *d = report_vector_length(
        j->c->diags, fit->at->span, text_of(isa_str(fit->pattern->name)), wanted, fit->at->count);
    struct words words = words_of_length(j, f, fit);
    if (words.count) note_length_of(j->c->diags, d, NO_SPAN, words);
    return d;
}

/* Returns the types with which the line has no error, in place of its last word: `mov.u32 {a, b},
 * d` lacks a type of 64 bits. */
static struct words types_for_vector(const struct judged *j) {
    struct text *word = arena_alloc(j->c->words, SAY_MOST_WORDS * sizeof *word);
    uint32_t count = 0;
    for (uint16_t t = 0; j->info->word_count && t < isa_type_count; t++) {
        struct text type = text_of(isa_types[t].name);
        if (!verify_edit(j, judged_word(j, (uint16_t)(j->info->word_count - 1)), type)) continue;
        if (count == SAY_MOST_WORDS) return (struct words){word, 0};
        word[count++] = type;
    }
    return (struct words){word, count};
}

/* Returns the vector that contains the element that does not fit, or NULL if it is not an
 * element. */
static const struct operand *vector_around(const struct chain_form *f, const struct fit *fit) {
    const struct operand *o = fit->given[fit->pattern - &isa_operands[f->form->operands.first]];
    return o && o->shape == OP_VECTOR && fit->at > o && fit->at < operand_next(o) ? o : NULL;
}

/* Returns the words that would require a vector with these elements, in place of another word of
 * the line. */
static struct words words_of_elements(const struct judged *j, const struct chain_form *f,
                                      const struct fit *fit, const struct operand *vector) {
    struct text *word = arena_alloc(j->c->words, SAY_MOST_WORDS * sizeof *word);
    uint32_t count = 0;
    for (uint16_t s = 0; s < f->form->slots.count; s++) {
        struct isa_span members = chain_slot(f, s)->members;
        uint16_t *member = &f->member[chain_slot(f, s)->role], before = *member;
        for (uint16_t i = 0; f->filled_by[s] != ISA_NONE && i < members.count; i++) {
            *member = (uint16_t)(members.first + i);
            if (match_kind(j->c, f, fit->pattern->kind, vector).level < KIND_FITS) continue;
            if (count < SAY_MOST_WORDS) word[count++] = say_member(*member);
        }
        *member = before;
    }
    return (struct words){word, count};
}

/* Reports a vector that would fit another word of the line: its elements have the wrong width, and
 * the message says which width they need. Returns NULL if there is no such word. */
static struct diag *say_element(const struct judged *j, const struct chain_form *f,
                                const struct fit *fit) {
    const struct operand *vector = vector_around(f, fit);
    if (!vector || fit->at->shape != OP_REGISTER) return NULL;
    struct words words = words_of_elements(j, f, fit, vector);
    if (!words.count) return NULL;
    struct diag *d = report_element_kind(
        j->c->diags, fit->at->span, text_of(isa_str(fit->pattern->name)),
        text_of(match_phrase(j->c, f, fit->kind)), match_describe(j->c, fit->at));
    note_elements_of(j->c->diags, d, NO_SPAN, words);
    return d;
}

static struct diag *say_kind(const struct judged *j, const struct chain_form *f,
                             const struct fit *fit) {
    struct diags *diags = j->c->diags;
    struct text name = text_of(isa_str(fit->pattern->name));
    if (fit->kind == ISA_NONE)
        return report_operand_kind(diags, fit->at->span, group_name(j->c, fit->pattern),
                                   phrase(P_an_address_operand), match_describe(j->c, fit->at));
    uint16_t kind = match_wanted(f, fit->pattern->kind);
    struct text whole = text_of(match_phrase(j->c, f, fit->pattern->kind));
    if (fit->wrong_length) return say_length(j, f, fit);
    if (fit->beside) {
        struct text found = phrase_beside(j->c->words, match_describe(j->c, fit->at),
                                          match_describe(j->c, fit->beside));
        return report_element_kind(diags, fit->at->span, name,
                                   text_of(match_phrase(j->c, f, fit->kind)), found);
    }
    struct diag *d = fit->kind != kind ? say_element(j, f, fit) : NULL;
    if (d) return d;
    bool inside = fit->at != match_given(f, fit, fit->pattern->name);
    if (fit->kind != kind && !*isa_str(isa_kinds[kind].name) && !inside)
        return report_operand_kind(diags, fit->at->span, name,
                                   text_of(match_phrase(j->c, f, fit->kind)),
                                   match_describe(j->c, fit->at));
    if (fit->kind != kind && !*isa_str(isa_kinds[kind].name))
        return report_element_kind(diags, fit->at->span, name,
                                   text_of(match_phrase(j->c, f, fit->kind)),
                                   match_describe(j->c, fit->at));
    d = report_operand_kind(diags, fit->at->span, name, whole, match_describe(j->c, fit->at));
    if (fit->at->shape != OP_VECTOR) return d;
    struct words types = types_for_vector(j);
    if (types.count) note_valid_types(diags, d, NO_SPAN, types);
    if (types.count == 1) say_replace(j, d, (uint16_t)(j->info->word_count - 1), *types.word);
    return d;
}

/* Returns true if the line has no error with its first two operands exchanged. */
static bool takes_exchanged(const struct judged *j) {
    if (j->count < 2) return false;
    struct arena_mark mark = arena_mark(j->c->words);
    const struct operand *second = operand_next(j->operands), *end = operand_next(second);
    size_t first_size = (size_t)(second - j->operands), second_size = (size_t)(end - second);
    for (uint32_t i = 2; i < j->count; i++) end = operand_next(end);
    size_t all = (size_t)(end - j->operands);
    struct operand *other = arena_alloc(j->c->words, all * sizeof *other);
    memcpy(other, second, second_size * sizeof *other);
    memcpy(other + second_size, j->operands, first_size * sizeof *other);
    memcpy(other + first_size + second_size, j->operands + first_size + second_size,
           (all - first_size - second_size) * sizeof *other);
    struct judged tried = *j;
    tried.operands = other;
    bool takes = match_takes_but_for_header(&tried);
    arena_release(j->c->words, mark);
    return takes;
}

/* Returns true if the line has no error with brackets around this operand. */
static bool takes_bracketed(const struct judged *j, const struct operand *bare) {
    struct arena_mark mark = arena_mark(j->c->words);
    const struct operand *end = j->operands, *whole = NULL;
    for (uint32_t i = 0; i < j->count; i++, end = operand_next(end))
        if (end == bare) whole = end;
    bool takes = false;
    if (whole) {
        size_t before = (size_t)(bare - j->operands), all = (size_t)(end - j->operands);
        struct operand *with = arena_alloc(j->c->words, (all + 1) * sizeof *with);
        memcpy(with, j->operands, before * sizeof *with);
        with[before] = (struct operand){
            .span = bare->span, .shape = OP_ADDRESS, .count = 1, .size = bare->size + 1};
        memcpy(with + before + 1, bare, (all - before) * sizeof *with);
        struct judged tried = *j;
        tried.operands = with;
        takes = match_takes_but_for_header(&tried);
    }
    arena_release(j->c->words, mark);
    return takes;
}

/* Puts the brackets around `b` of `ld.global.u32 a, b`. */
static void fix_brackets(const struct judged *j, const struct operand *bare, struct diag *d) {
    bool named = (bare->shape == OP_REGISTER && !bare->component) || bare->shape == OP_VARIABLE ||
                 bare->shape == OP_OFFSET;
    if (!named || !takes_bracketed(j, bare)) return;
    diag_fix(j->c->diags, d, (ptxc_span){bare->span.start, bare->span.start}, "[");
    diag_fix(j->c->diags, d, (ptxc_span){bare->span.end, bare->span.end}, "]");
}

void say_operands(const struct judged *j, const struct chain_form *f, const struct fit *fit) {
    struct diag *d;
    if (starts_next_instruction(j, fit)) return;
    if (fit->stage < FIT_NEED && diags_are_full(j->c->diags, j->head.start)) {
        diags_pass(j->c->diags, D_operand_kind);
        return;
    }
    switch (fit->stage) {
    case FIT_COUNT: d = say_count(j, f, fit); break;
    case FIT_RANGE: d = say_range(j, fit); break;
    case FIT_RULE: say_rule(j, f, fit, fit->rule); return;
    case FIT_NEED: need_say(j, &fit->need); return;
    default: d = say_kind(j, f, fit); break;
    }
    if (d && fit->stage < FIT_RANGE && takes_exchanged(j))
        note_valid_exchanged(j->c->diags, d, NO_SPAN);
    if (d && fit->stage < FIT_RANGE && fit->at) fix_brackets(j, fit->at, d);
    if (d) say_syntax(j, f, d);
}

void say_lenient(const struct judged *j, const struct chain_form *f, const struct fit *fit) {
    const struct isa_operand *pattern = fit->lenient.pattern;
    const struct operand *o = fit->lenient.operand;
    if (!o) return;
    /* The relevant operand is inside the brackets. */
    if (o->shape == OP_ADDRESS && o->count == 1) o++;
    if (o->shape == OP_OFFSET && fit->lenient.operand->shape == OP_ADDRESS) o++;
    struct text found = o->shape == OP_INTEGER && fit->has_values ? text_at(j->c->text, o->span)
                                                                  : match_describe(j->c, o);
    struct text name = text_of(isa_str(pattern->name));
    struct text wanted = text_of(match_phrase(j->c, f, fit->lenient.kind));
    if (fit->lenient.parsed)
        report_parsed_only(j->c->diags, fit->lenient.operand->span, name, wanted, found);
    else
        report_lenient_operand(j->c->diags, fit->lenient.operand->span, name, wanted, found);
}

void say_usual(const struct judged *j, const struct chain_form *f, const struct fit *fit) {
    const struct operand *o = fit->usual.operand;
    if (!o || !diags_wants(j->c->diags, D_operand_pedantic)) return;
    struct text name = text_of(isa_str(fit->usual.pattern->name));
    struct text wanted = text_of(match_phrase(j->c, f, match_resolve(f, fit->usual.pattern->kind)));
    report_operand_pedantic(j->c->diags, o->span, name, wanted, match_describe(j->c, o));
}
