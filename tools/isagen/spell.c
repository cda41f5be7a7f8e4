/* SPDX-License-Identifier: Apache-2.0
 * Sample lines: for each instruction, spellings that together use each word and each operand,
 * and then each of them with one error. Registers are those of the oracle's prelude. Also writes
 * numbers near the bounds of operands, and all words as a dictionary for fuzzers. */
#include "model.h"

static FILE *out;

/* ---- sample operands by kind ---- */

static const char *sample(const struct trial *t, uint16_t kind);

static const char *register_sample(uint64_t types) {
    static const char *const names[][2] = {
        {".b32", "r1"},  {".b64", "rd1"}, {".b16", "h1"},    {".b8", "b1"},   {".f32", "f1"},
        {".f64", "fd1"}, {".pred", "p1"}, {".f16x2", "hx1"}, {".f16", "hf1"}, {".b128", "q1"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int type = find_type(names[i][0]);
        if (type >= 0 && types >> type & 1) return names[i][1];
    }
    return "r1";
}

static const char *vector_sample(const struct trial *t, const struct isa_alt *alt) {
    const char *text = "{";
    int64_t n = try_length(t, alt->length);
    for (int64_t i = 0; i < n; i++)
        text = format_text("%s%s%s", text, i ? ", " : "", sample(t, i ? alt->inner2 : alt->inner));
    return format_text("%s}", text);
}

static const char *variable_sample(uint16_t spaces) {
    static const struct {
        enum isa_space space;
        const char *name;
    } names[] = {{SPACE_SHARED, "sm"}, {SPACE_GLOBAL, "gl"},  {SPACE_CONST, "cm"},
                 {SPACE_LOCAL, "lc"},  {SPACE_ENTRY, "pm"},   {SPACE_PARAM, "lp"},
                 {SPACE_TEX, "tx"},    {SPACE_SURFREF, "sf"}, {SPACE_SAMPLERREF, "sa"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (spaces >> names[i].space & 1) return names[i].name;
    return "tx";
}

static const char *sample(const struct trial *t, uint16_t kind) {
    kind = chosen_kind(t, kind);
    const struct isa_alt *alt = &m.alts.at[m.kinds.at[kind].alts.first];
    switch (alt->op) {
    case ALT_REGISTER: return register_sample(alt->types);
    case ALT_INTEGER:
        if (!alt->ranges.count) return "1";
        return format_text("%lld", m.ranges.at[alt->ranges.first].low == INT64_MIN
                                       ? 16LL
                                       : (long long)m.ranges.at[alt->ranges.first].low);
    case ALT_FLOAT: return "0f3F800000";
    case ALT_VARIABLE: return variable_sample(alt->spaces);
    case ALT_NOT: return format_text("!%s", sample(t, alt->inner));
    case ALT_MINUS: return format_text("-%s", sample(t, alt->inner));
    case ALT_PART: return "r1.h0";
    case ALT_SINK: return "_";
    case ALT_WHOLE: return sample(t, alt->inner);
    case ALT_ADDRESS:
    case ALT_BARE: return format_text("[%s]", sample(t, alt->inner));
    case ALT_UNIFIED: return format_text("[%s].unified", sample(t, alt->inner));
    case ALT_VECTOR: return vector_sample(t, alt);
    case ALT_PAIR: return format_text("%s|%s", sample(t, alt->inner), sample(t, alt->inner2));
    default: return "r1";
    }
}

/* `skip` is the operand to leave out, or ISA_NONE. Inside brackets, no operand is optional. */
static const char *operands_of(const struct trial *t, struct isa_span span, uint16_t skip,
                               bool inside) {
    const char *text = "";
    for (uint16_t i = 0; i < span.count; i++) {
        uint16_t at = (uint16_t)(span.first + i);
        const struct isa_operand *o = &m.operands.at[at];
        const char *one;
        if (o->flags & OPERAND_GROUP) {
            one = format_text(
                "[%s]", operands_of(t, (struct isa_span){(uint16_t)(at + 1), o->size}, skip, true));
            i = (uint16_t)(i + o->size);
        } else {
            if (at == skip || try_condition(t, o->condition) == NO) continue;
            if (inside && o->flags & OPERAND_OPTIONAL) continue;
            one = sample(t, o->kind);
        }
        text = format_text("%s%s%s", text, *text ? ", " : "", one);
    }
    return text;
}

/* ---- lines ---- */

enum { KEEP = 0xfffd, DROP, TWICE };

/* Returns the words of a trial; slot `at` is dropped, doubled or replaced by the word `change`. */
static const char *words_of(const struct trial *t, uint16_t at, uint16_t change) {
    const char *text = pooled(t->insn->name);
    for (uint16_t s = 0; s < t->form->slots.count; s++) {
        if (t->of_slot[s] == ISA_NONE) continue;
        const char *word = m.word_texts.at[m.members.at[t->of_slot[s]].word];
        bool here = s == at;
        if (here && change == DROP) continue;
        if (here && change < KEEP) word = m.word_texts.at[change];
        text = format_text(here && change == TWICE ? "%s%s%s" : "%s%s", text, word, word);
    }
    return text;
}

static void line(const struct trial *t, uint16_t at, uint16_t change, uint16_t skip) {
    const char *operands = operands_of(t, t->form->operands, skip, false);
    fprintf(out, "%s%s%s;\n", words_of(t, at, change), *operands ? " " : "", operands);
}

static void mutations(const struct trial *t) {
    static uint16_t foreign;
    for (uint16_t s = 0; s < t->form->slots.count; s++) {
        const struct isa_slot *slot = &m.slots.at[t->form->slots.first + s];
        if (t->of_slot[s] == ISA_NONE) continue;
        line(t, s, DROP, ISA_NONE);
        line(t, s, TWICE, ISA_NONE);
        for (uint16_t i = 0; i < slot->members.count; i++)
            line(t, s, m.members.at[slot->members.first + i].word, ISA_NONE);
        for (int i = 0; i < 3; i++) {
            foreign = (uint16_t)(foreign % (m.words.count - 1) + 1);
            line(t, s, foreign, ISA_NONE);
        }
    }
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        uint16_t at = (uint16_t)(t->form->operands.first + i);
        if (try_condition(t, m.operands.at[at].condition) != NO) line(t, ISA_NONE, KEEP, at);
    }
}

struct cover {
    bool *member, *operand;
};

static bool adds(const struct trial *t, struct cover *cover) {
    bool new = !t->form->slots.count && !t->form->operands.count;
    for (uint16_t s = 0; s < t->form->slots.count; s++) {
        if (t->of_slot[s] == ISA_NONE || cover->member[t->of_slot[s]]) continue;
        cover->member[t->of_slot[s]] = new = true;
    }
    for (uint16_t i = 0; i < t->form->operands.count; i++) {
        size_t at = (size_t)(t->form->operands.first + i);
        if (cover->operand[at] || try_condition(t, m.operands.at[at].condition) == NO) continue;
        cover->operand[at] = new = true;
    }
    return new;
}

static void spell(struct trial *t, void *user) {
    isa_target_set targets;
    t->newest = true;
    if (!trial_is_legal(t, &targets) || !targets || !adds(t, user)) return;
    line(t, ISA_NONE, KEEP, ISA_NONE);
    mutations(t);
}

void emit_spellings(FILE *to) {
    struct cover cover = {allocate(m.members.count + 1), allocate(m.operands.count + 1)};
    out = to;
    for (size_t i = 0; i < m.insns.count; i++)
        for (uint16_t f = 0; f < m.insns.at[i].forms.count; f++)
            each_trial(&m.insns.at[i], &m.forms.at[m.insns.at[i].forms.first + f], spell, &cover);
    release(cover.member);
    release(cover.operand);
}

/* ---- numbers ---- */

/* Lists numbers at and beyond both ends of a range, and numbers that are neither multiples nor
 * powers of two. */
static void bounds_of_range(const struct isa_range *r) {
    long long step = r->multiple ? r->multiple : 1;
    if (r->low != INT64_MIN) fprintf(out, " %lld %lld", (long long)r->low - 1, (long long)r->low);
    if (r->high != INT64_MAX)
        fprintf(out, " %lld %lld", (long long)r->high, (long long)r->high + 1);
    if (r->low != INT64_MIN && r->high != INT64_MAX)
        fprintf(out, " %lld %lld", (long long)r->low + step, (long long)r->high - step);
}

static bool has_inner(const struct isa_alt *alt) {
    switch (alt->op) {
    case ALT_OFFSET:
    case ALT_ADDRESS:
    case ALT_BARE:
    case ALT_UNIFIED:
    case ALT_VECTOR:
    case ALT_LATER:
    case ALT_BESIDE:
    case ALT_WHOLE:
    case ALT_RELEASES:
    case ALT_UNLOWERED: return true;
    default: return false;
    }
}

static void bounds_of_kind(uint16_t kind) {
    struct isa_span alts = m.kinds.at[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &m.alts.at[alts.first + i];
        if (alt->op == ALT_INTEGER)
            for (uint16_t r = 0; r < alt->ranges.count; r++)
                bounds_of_range(&m.ranges.at[alt->ranges.first + r]);
        if (alt->op == ALT_BY_WORD)
            for (uint16_t c = 0; c < alt->ranges.count; c++)
                bounds_of_kind(m.choices.at[alt->ranges.first + c].kind);
        if (has_inner(alt)) bounds_of_kind(alt->inner);
        if (alt->op == ALT_VECTOR) bounds_of_kind(alt->inner2);
    }
}

/* Writes, for each instruction, its name and numbers near the bounds of its operands. */
void emit_bounds(FILE *to) {
    out = to;
    for (size_t i = 0; i < m.insns.count; i++) {
        struct isa_span forms = m.insns.at[i].forms;
        fputs(pooled(m.insns.at[i].name), out);
        for (uint16_t f = 0; f < forms.count; f++) {
            struct isa_span operands = m.forms.at[forms.first + f].operands;
            for (uint16_t o = 0; o < operands.count; o++)
                if (!(m.operands.at[operands.first + o].flags & OPERAND_GROUP))
                    bounds_of_kind(m.operands.at[operands.first + o].kind);
        }
        fputc('\n', out);
    }
}

void emit_dictionary(FILE *to) {
    for (size_t i = 1; i < m.words.count; i++) fprintf(to, "\"%s\"\n", m.word_texts.at[i]);
    for (size_t i = 0; i < m.insns.count; i++) fprintf(to, "\"%s\"\n", pooled(m.insns.at[i].name));
    for (size_t i = 0; i < m.types.count; i++) fprintf(to, "\"%s\"\n", m.types.at[i].name);
    for (size_t i = 0; i < m.specials.count; i++) fprintf(to, "\"%s\"\n", m.specials.at[i].name);
}
