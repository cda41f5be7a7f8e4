/* SPDX-License-Identifier: Apache-2.0
 * Tables on the page of an instruction: see isa_page.h. */
#include "isa_merge.h"
#include "isa_page.h"
#include "isa_say.h"
#include "markdown.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static void write_word(struct out *out, const char *word) {
    markdown_code(out, word, strlen(word));
}

/* Where words differ in one number alone: it, and what stands around is equal; 0: they do not. */
static long step_of(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && a[n] == b[n]) n++;
    while (n && isdigit((unsigned char)a[n - 1])) n--;
    if (!isdigit((unsigned char)a[n]) || !isdigit((unsigned char)b[n])) return 0;
    char *after_a, *after_b;
    long x = strtol(a + n, &after_a, 10), y = strtol(b + n, &after_b, 10);
    return strcmp(after_a, after_b) ? 0 : y - x;
}

/* `.m64n8k16` `.m64n16k16` ... `.m64n256k16`: long rows with one step are cut. */
static void write_words(struct out *out, const char *const *word, size_t count) {
    enum { MOST = 6 };
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && step_of(word[i], word[i + 1]) > 0 &&
               step_of(word[end - 1], word[end]) == step_of(word[i], word[i + 1]))
            end++;
        if (i) out_char(out, ' ');
        write_word(out, word[i]);
        if (end - i > MOST) {
            out_char(out, ' ');
            write_word(out, word[i + 1]);
            out_text(out, " ... ");
            write_word(out, word[end - 1]);
            i = end;
        } else {
            i++;
        }
    }
}

/* ---- forms ---- */

static void write_head(struct out *out, const char *heading) {
    out_text(out, "\n## ");
    out_text(out, heading);
    out_text(out, "\n\n");
}

static bool find_slot(size_t insn, size_t form, const char *name, size_t *slot) {
    ptxc_isa_slot s;
    for (*slot = 0; ptxc_isa_slot_get(insn, form, *slot, &s) == PTXC_OK; ++*slot)
        if (!strcmp(s.name, name)) return true;
    return false;
}

/* All words of a qualifier; needs of some of them stand behind them. */
static void write_values(struct out *out, size_t insn, size_t form, size_t slot) {
    const char *word[256];
    ptxc_isa_value value, next;
    size_t count = 0;
    for (size_t v = 0; ptxc_isa_value_get(insn, form, slot, v, &value) == PTXC_OK; v++) {
        if (count < sizeof word / sizeof *word) word[count++] = value.word;
        bool last = ptxc_isa_value_get(insn, form, slot, v + 1, &next) != PTXC_OK;
        if (!last && isa_same_avail(&value.avail, &next.avail)) continue;
        struct phrase need = {.length = 0};
        isa_say_need(&need, &value.avail);
        write_words(out, word, count);
        if (need.length) markdown_text(out, need.text);
        if (!last) out_text(out, need.length ? "; " : " ");
        count = 0;
    }
}

/* Where mandatory words tell forms apart: which form has which. */
void isa_page_forms(struct out *out, size_t insn) {
    struct isa_parts *slots = malloc(sizeof *slots);
    const char *name[16];
    size_t count = 0, slot;
    ptxc_isa_form form;
    if (!slots) {
        out_fail(out, ENOMEM);
        return;
    }
    isa_merge_slots(slots, insn);
    (void)ptxc_isa_form_get(insn, 0, &form);
    for (size_t s = 0; s < form.slot_count && count < 16; s++) {
        ptxc_isa_slot x;
        (void)ptxc_isa_slot_get(insn, 0, s, &x);
        if (isa_tells_forms(slots, insn, x.name)) name[count++] = x.name;
    }
    free(slots);
    if (!count) return;
    write_head(out, "Forms");
    out_text(out, "| form |");
    for (size_t k = 0; k < count; k++) {
        out_char(out, ' ');
        write_word(out, name[k]);
        out_text(out, " |");
    }
    out_text(out, "\n|---|");
    for (size_t k = 0; k < count; k++) out_text(out, "---|");
    out_char(out, '\n');
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++) {
        out_text(out, "| ");
        out_number(out, f + 1);
        if (*form.name) out_char(out, ' ');
        out_text(out, form.name);
        out_text(out, " |");
        for (size_t k = 0; k < count; k++) {
            out_char(out, ' ');
            if (find_slot(insn, f, name[k], &slot)) write_values(out, insn, f, slot);
            out_text(out, " |");
        }
        out_char(out, '\n');
    }
}

/* ---- qualifiers ---- */

struct table_of {
    struct out *out;
    size_t insn, forms; /* forms: how many the instruction has */
};

static void write_cell_of_forms(const struct table_of *t, uint64_t forms) {
    if (t->forms > 1) {
        out_text(t->out, " ");
        isa_page_numbers(t->out, forms, t->forms);
        out_text(t->out, " |");
    }
    out_char(t->out, '\n');
}

static ptxc_isa_avail both(const ptxc_isa_avail *a, const ptxc_isa_avail *b) {
    return (ptxc_isa_avail){a->version > b->version ? a->version : b->version,
                            a->targets & b->targets};
}

static void write_slot_name(const struct table_of *t, const struct isa_part *part,
                            const ptxc_isa_slot *slot) {
    ptxc_isa_value standard;
    struct out *out = t->out;
    if (slot->optional) {
        out_text(out, "`{");
        out_text(out, slot->name);
        out_text(out, "}`");
    } else {
        write_word(out, slot->name);
    }
    if (slot->wanted) out_text(out, " demanded by the manual alone");
    if (ptxc_isa_value_get(t->insn, part->form, part->index, slot->default_value, &standard) ==
        PTXC_OK) {
        out_text(out, " else ");
        write_word(out, standard.word);
    }
}

/* One row for words that mean the same and need the same. */
static void write_slot(const struct table_of *t, const struct isa_part *part, bool told) {
    ptxc_isa_slot slot;
    ptxc_isa_value value, next;
    const char *word[256];
    size_t count = 0;
    bool first = true;
    (void)ptxc_isa_slot_get(t->insn, part->form, part->index, &slot);
    for (size_t v = 0; ptxc_isa_value_get(t->insn, part->form, part->index, v, &value) == PTXC_OK;
         v++) {
        if (told && !*value.meaning) continue; /* its forms have been told */
        if (count < sizeof word / sizeof *word) word[count++] = value.word;
        if (ptxc_isa_value_get(t->insn, part->form, part->index, v + 1, &next) == PTXC_OK &&
            !strcmp(next.meaning, value.meaning) && isa_same_avail(&next.avail, &value.avail))
            continue;
        ptxc_isa_avail avail = both(&slot.avail, &value.avail);
        out_text(t->out, "| ");
        if (first) write_slot_name(t, part, &slot);
        out_text(t->out, " | ");
        if (slot.value_count > 1 || strcmp(word[0], slot.name) != 0)
            write_words(t->out, word, count);
        out_text(t->out, " | ");
        markdown_text(t->out, value.meaning);
        out_text(t->out, " | ");
        isa_page_since(t->out, &avail);
        out_text(t->out, " |");
        write_cell_of_forms(t, first ? part->forms : UINT64_MAX >> (64 - t->forms));
        first = false;
        count = 0;
    }
}

static struct table_of table_of(struct out *out, size_t insn) {
    ptxc_isa_insn x;
    (void)ptxc_isa_insn_get(insn, &x);
    return (struct table_of){out, insn, x.form_count};
}

static void write_columns(const struct table_of *t, const char *head, size_t count) {
    out_text(t->out, head);
    out_text(t->out, t->forms > 1 ? " forms |\n|" : "\n|");
    for (size_t k = 0; k < count + (t->forms > 1); k++) out_text(t->out, "---|");
    out_char(t->out, '\n');
}

/* A word of a table of forms is explained once. */
static bool is_told(const struct isa_parts *slots, size_t i, size_t insn, bool *again) {
    ptxc_isa_slot slot, other;
    (void)ptxc_isa_slot_get(insn, slots->part[i].form, slots->part[i].index, &slot);
    *again = false;
    for (size_t k = 0; k < i; k++) {
        (void)ptxc_isa_slot_get(insn, slots->part[k].form, slots->part[k].index, &other);
        *again = *again || !strcmp(slot.name, other.name);
    }
    return isa_tells_forms(slots, insn, slot.name);
}

void isa_page_qualifiers(struct out *out, size_t insn) {
    struct isa_parts *slots = malloc(sizeof *slots);
    struct table_of t = table_of(out, insn);
    if (!slots) {
        out_fail(out, ENOMEM);
        return;
    }
    isa_merge_slots(slots, insn);
    if (slots->count) {
        write_head(out, "Qualifiers");
        write_columns(&t, "| | | meaning | since |", 4);
    }
    for (size_t i = 0; i < slots->count; i++) {
        bool again, told = is_told(slots, i, insn, &again);
        write_slot(&t, &slots->part[i], told);
    }
    free(slots);
}

/* ---- operands ---- */

static void write_operand(const struct table_of *t, const struct isa_part *part) {
    struct phrase kind = {.length = 0}, when = {.length = 0};
    ptxc_isa_operand o;
    (void)ptxc_isa_operand_get(t->insn, part->form, part->index, &o);
    isa_say_kind(&kind, t->insn, part->form, part->index);
    isa_say_when(&when, t->insn, part->form, part->index);
    out_text(t->out, "| ");
    write_word(t->out, o.name);
    out_text(t->out, o.updated ? " read, written | " : o.written ? " written | " : " | ");
    markdown_text(t->out, o.meaning);
    out_text(t->out, " | ");
    markdown_text(t->out, kind.text);
    out_text(t->out, " | ");
    if (when.length) markdown_text(t->out, when.text);
    out_text(t->out, " |");
    write_cell_of_forms(t, part->forms);
}

void isa_page_operands(struct out *out, size_t insn) {
    struct isa_parts *operands = malloc(sizeof *operands);
    struct table_of t = table_of(out, insn);
    if (!operands) {
        out_fail(out, ENOMEM);
        return;
    }
    isa_merge_operands(operands, insn);
    if (operands->count) {
        write_head(out, "Operands");
        write_columns(&t, "| | meaning | what it is | when |", 4);
    }
    for (size_t i = 0; i < operands->count; i++) write_operand(&t, &operands->part[i]);
    free(operands);
}

/* ---- what fits a word ---- */

struct fit {
    const char *slot, *word, *operand, *kind;
};
struct fits {
    struct fit *fit;
    size_t count, room;
    bool failed;
};

static void add_fit(struct fits *fits, const struct fit *fit) {
    for (size_t i = 0; i < fits->count; i++)
        if (!memcmp(&fits->fit[i], fit, sizeof *fit)) return; /* texts are shared */
    if (fits->count == fits->room) {
        size_t room = 2 * fits->room + 64;
        struct fit *more = realloc(fits->fit, room * sizeof *more);
        fits->failed = fits->failed || !more;
        if (!more) return;
        fits->fit = more;
        fits->room = room;
    }
    fits->fit[fits->count++] = *fit;
}

static void find_fits(struct fits *fits, size_t insn) {
    ptxc_isa_form form;
    ptxc_isa_operand operand;
    ptxc_isa_choice c;
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++)
        for (size_t o = 0; ptxc_isa_operand_get(insn, f, o, &operand) == PTXC_OK; o++)
            for (size_t i = 0; ptxc_isa_operand_choice(insn, f, o, i, &c) == PTXC_OK; i++)
                add_fit(fits, &(struct fit){c.slot, c.word, operand.name, c.kind});
}

static bool is_kind_of(const struct fits *fits, const char *slot, const char *word,
                       const char *operand, const char *kind) {
    for (size_t i = 0; i < fits->count; i++) {
        const struct fit *x = &fits->fit[i];
        if (x->slot == slot && x->word == word && x->operand == operand && x->kind == kind)
            return true;
    }
    return false;
}

/* Does all that fits one also fit the other, by words or by operands? */
static bool same_fits(const struct fits *fits, const char *slot, const char *a, const char *b,
                      bool words) {
    for (size_t i = 0; i < fits->count; i++) {
        const struct fit *x = &fits->fit[i];
        const char *has = words ? x->word : x->operand;
        if (x->slot != slot || (has != a && has != b)) continue;
        const char *other = has == a ? b : a;
        if (!is_kind_of(fits, slot, words ? other : x->word, words ? x->operand : other, x->kind))
            return false;
    }
    return true;
}

enum { MOST_WORDS = 128 };
struct names { /* those with equal fits stand in one group: that of the first */
    const char *name[MOST_WORDS];
    size_t group[MOST_WORDS], count;
};

static void add_name(struct names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (names->name[i] == name) return;
    if (names->count < MOST_WORDS) names->name[names->count++] = name;
}

static void find_names(struct names *names, const struct fits *fits, const char *slot, bool words) {
    names->count = 0;
    for (size_t i = 0; i < fits->count; i++)
        if (fits->fit[i].slot == slot)
            add_name(names, words ? fits->fit[i].word : fits->fit[i].operand);
    for (size_t i = 0; i < names->count; i++) {
        size_t k = 0;
        while (k < i && !same_fits(fits, slot, names->name[k], names->name[i], words)) k++;
        names->group[i] = k;
    }
}

static void write_group(struct out *out, const struct names *names, size_t group) {
    const char *word[MOST_WORDS];
    size_t count = 0;
    for (size_t i = 0; i < names->count; i++)
        if (names->group[i] == group) word[count++] = names->name[i];
    write_words(out, word, count);
}

static void write_kinds(struct out *out, const struct fits *fits, const char *slot,
                        const char *word, const char *operand) {
    bool any = false;
    for (size_t i = 0; i < fits->count; i++) {
        const struct fit *x = &fits->fit[i];
        if (x->slot != slot || x->word != word || x->operand != operand) continue;
        if (any) out_text(out, " or ");
        markdown_text(out, x->kind);
        any = true;
    }
}

static void write_fits(struct out *out, const struct fits *fits, const char *slot) {
    struct names words, operands;
    find_names(&words, fits, slot, true);
    find_names(&operands, fits, slot, false);
    out_text(out, "\n| ");
    write_word(out, slot);
    out_text(out, " |");
    for (size_t k = 0; k < operands.count; k++) {
        if (operands.group[k] != k) continue;
        out_char(out, ' ');
        write_group(out, &operands, k);
        out_text(out, " |");
    }
    out_text(out, "\n|---|");
    for (size_t k = 0; k < operands.count; k++)
        if (operands.group[k] == k) out_text(out, "---|");
    out_char(out, '\n');
    for (size_t w = 0; w < words.count; w++) {
        if (words.group[w] != w) continue;
        out_text(out, "| ");
        write_group(out, &words, w);
        out_text(out, " |");
        for (size_t k = 0; k < operands.count; k++) {
            if (operands.group[k] != k) continue;
            out_char(out, ' ');
            write_kinds(out, fits, slot, words.name[w], operands.name[k]);
            out_text(out, " |");
        }
        out_char(out, '\n');
    }
}

void isa_page_fits(struct out *out, size_t insn) {
    struct fits fits = {0};
    find_fits(&fits, insn);
    if (fits.failed) out_fail(out, ENOMEM);
    if (fits.count) out_text(out, "\n### What fits\n");
    for (size_t i = 0; i < fits.count; i++) {
        size_t k = 0;
        while (fits.fit[k].slot != fits.fit[i].slot) k++;
        if (k == i) write_fits(out, &fits, fits.fit[i].slot);
    }
    free(fits.fit);
}

/* ---- rules ---- */

static void write_rules(struct out *out, size_t insn, ptxc_severity severity, const char *heading) {
    ptxc_isa_rule rule;
    const char *before = "", *said = "";
    bool any = false;
    for (size_t r = 0; ptxc_isa_rule_get(insn, r, &rule) == PTXC_OK; r++) {
        char words[1024];
        if (rule.severity != severity || (rule.kind == PTXC_RULE_NEEDS && !*rule.message)) continue;
        if (*rule.message && !strcmp(rule.message, said)) continue; /* cases of one */
        if (!any) {
            write_head(out, heading);
            out_text(out, "| | |\n|---|---|\n");
        }
        any = true;
        ptxc_isa_rule_text(insn, r, words, sizeof words);
        out_text(out, "| ");
        if (strcmp(before, rule.name) != 0) out_text(out, rule.name);
        out_text(out, " | ");
        markdown_text(out, *rule.message ? rule.message : words);
        out_text(out, " |\n");
        before = rule.name;
        said = rule.message;
    }
}

void isa_page_rules(struct out *out, size_t insn) {
    write_rules(out, insn, PTXC_ERROR, "Rules");
    write_rules(out, insn, PTXC_WARNING, "Warnings");
}

/* ---- availability ---- */

static void write_need(struct out *out, const ptxc_isa_avail *avail) {
    char targets[256];
    out_text(out, " | ");
    if (avail->version) {
        out_number(out, avail->version / 10);
        out_char(out, '.');
        out_number(out, avail->version % 10);
    }
    ptxc_targets_text(avail->targets, UINT64_MAX, targets, sizeof targets);
    out_text(out, " | ");
    out_text(out, targets);
    out_text(out, " | ");
    out_text(out, isa_page_first(avail));
    out_text(out, " |\n");
}

static void write_form_needs(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    ptxc_isa_form form;
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++) {
        struct phrase need = {.length = 0};
        isa_say_avail(&need, &form.avail);
        if (!need.length) continue;
        ptxc_isa_avail avail = both(&form.avail, &x->avail);
        out_text(out, "| form ");
        out_number(out, f + 1);
        write_need(out, &avail);
    }
}

/* The text of such a rule ends with what it needs. */
static void write_rule_needs(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    ptxc_isa_rule rule;
    for (size_t r = 0; ptxc_isa_rule_get(insn, r, &rule) == PTXC_OK; r++) {
        char words[1024];
        if (rule.kind != PTXC_RULE_NEEDS || *rule.message) continue;
        ptxc_isa_rule_text(insn, r, words, sizeof words);
        char *end = strstr(words, ": needs ");
        if (end) *end = '\0';
        ptxc_isa_avail avail = both(&rule.avail, &x->avail);
        out_text(out, "| ");
        markdown_text(out, words);
        write_need(out, &avail);
    }
}

void isa_page_availability(struct out *out, size_t insn) {
    ptxc_isa_insn x;
    (void)ptxc_isa_insn_get(insn, &x);
    write_head(out, "Availability");
    out_text(out, "| | `.version` | targets | CUDA |\n|---|---|---|---|\n| ");
    write_word(out, x.name);
    write_need(out, &x.avail);
    write_form_needs(out, insn, &x);
    write_rule_needs(out, insn, &x);
    if (!x.releases) return;
    out_text(out, "\nptxas judges some lines in another way from these releases on:");
    ptxc_release release;
    for (size_t r = 0, n = 0; ptxc_release_get(r, &release) == PTXC_OK; r++)
        if (x.releases >> r & 1) {
            out_text(out, n++ ? ", " : " ");
            out_text(out, release.name);
        }
    out_text(out, ".\n");
}

/* ---- layouts ---- */

static void write_field(struct out *out, size_t layout, const ptxc_field *field, size_t f) {
    ptxc_layout x;
    ptxc_value value;
    (void)ptxc_layout_get(layout, &x);
    out_text(out, "| ");
    out_number(out, field->low);
    if (field->high > field->low) out_char(out, '-');
    if (field->high > field->low) out_number(out, field->high);
    out_text(out, " | ");
    if (*field->name) write_word(out, field->name);
    out_text(out, " | ");
    if (field->reserved) out_text(out, "reserved");
    markdown_text(out, field->doc);
    if (field->factor > 1) out_format(out, ", in units of %u", field->factor);
    out_text(out, " | ");
    for (size_t k = 0; ptxc_field_value(layout, f, x.qualifiers, k, &value) == PTXC_OK; k++) {
        if (k) out_text(out, ", ");
        out_number(out, value.number);
        out_char(out, ' ');
        markdown_text(out, value.name);
    }
    out_text(out, " |\n");
}

static void write_layout(struct out *out, size_t layout, const ptxc_layout *x,
                         const char *operand) {
    ptxc_field field;
    out_text(out, "\n## Bits of ");
    write_word(out, operand);
    out_text(out, ": ");
    out_text(out, x->title);
    out_text(out, "\n\n");
    if (*x->qualifiers) out_text(out, "With ");
    markdown_text(out, x->qualifiers);
    out_text(out, *x->qualifiers ? ". `ptxcheck decode " : "`ptxcheck decode ");
    out_text(out, x->name);
    out_text(out, "` shows them of a number.\n\n| bits | field | | values |\n|---|---|---|---|\n");
    for (size_t f = 0; ptxc_field_get(layout, f, &field) == PTXC_OK; f++)
        write_field(out, layout, &field, f);
}

static void write_layouts_named(struct out *out, const char *name, const char *operand) {
    ptxc_layout layout;
    for (size_t i = 0; ptxc_layout_get(i, &layout) == PTXC_OK; i++)
        if (!strcmp(layout.name, name)) write_layout(out, i, &layout, operand);
}

void isa_page_layouts(struct out *out, size_t insn) {
    ptxc_isa_operand o;
    const char *said[8] = {0};
    size_t count = 0;
    for (size_t f = 0, k; ptxc_isa_operand_get(insn, f, 0, &o) == PTXC_OK; f++)
        for (size_t i = 0; ptxc_isa_operand_get(insn, f, i, &o) == PTXC_OK; i++) {
            for (k = 0; k < count && strcmp(said[k], o.layout) != 0; k++) {}
            if (!*o.layout || k < count || count == 8) continue;
            said[count++] = o.layout;
            write_layouts_named(out, o.layout, o.name);
        }
}
