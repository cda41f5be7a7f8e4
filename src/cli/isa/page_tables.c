/* SPDX-License-Identifier: Apache-2.0
 * Forms, qualifiers and operands on the page of an instruction: see page.h. */
#include "program/isa/merge.h"
#include "cli/isa/page.h"
#include "program/isa/say.h"
#include "program/text/markdown.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static void write_word(struct out *out, const char *word) {
    markdown_code(out, word, strlen(word));
}

/* If the words differ only in one number, returns the difference, or 0. */
static long step_of(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && a[n] == b[n]) n++;
    while (n && isdigit((unsigned char)a[n - 1])) n--;
    if (!isdigit((unsigned char)a[n]) || !isdigit((unsigned char)b[n])) return 0;
    char *after_a, *after_b;
    long x = strtol(a + n, &after_a, 10), y = strtol(b + n, &after_b, 10);
    return strcmp(after_a, after_b) ? 0 : y - x;
}

/* Writes `.m64n8k16` `.m64n16k16` ... `.m64n256k16`: long sequences with one step are
 * abbreviated. */
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

void isa_page_head(struct out *out, const char *heading) {
    out_text(out, "\n## ");
    out_text(out, heading);
    out_text(out, "\n\n");
}

static void write_cell(struct out *out, const char *word) {
    out_char(out, ' ');
    write_word(out, word);
    out_text(out, " |");
}

/* ---- forms ---- */

/* Writes the words of a qualifier in a form, followed by the requirements of some of them. */
static void write_values(struct out *out, const struct isa_words *words, const char *slot,
                         size_t form) {
    const char *word[256];
    const struct isa_word *last = NULL;
    struct phrase need = {.length = 0};
    size_t count = 0;
    bool any = false;
    need.text[0] = '\0';
    for (size_t i = 0; i <= words->word_count; i++) {
        const struct isa_word *w = i < words->word_count ? &words->word[i] : NULL;
        if (w && (strcmp(w->slot, slot) != 0 || !(w->forms >> form & 1))) continue;
        if (last && (!w || !isa_same_avail(&w->avail, &last->avail))) {
            if (any) out_text(out, need.length ? "; " : " ");
            need.length = 0;
            isa_say_need(&need, &last->avail);
            write_words(out, word, count);
            if (need.length) markdown_text(out, need.text);
            any = true;
            count = 0;
        }
        if (w && count < sizeof word / sizeof *word) word[count++] = w->word;
        last = w;
    }
}

static void write_form(struct out *out, size_t insn, const struct isa_words *words, size_t f) {
    ptxc_isa_form form;
    (void)ptxc_isa_form_get(insn, f, &form);
    out_text(out, "| ");
    out_number(out, f + 1);
    if (*form.name) out_char(out, ' ');
    out_text(out, form.name);
    out_text(out, " |");
    for (size_t k = 0; k < words->slot_count; k++) {
        if (!words->slot[k].tells) continue;
        out_char(out, ' ');
        write_values(out, words, words->slot[k].name, f);
        out_text(out, " |");
    }
    out_char(out, '\n');
}

void isa_page_forms(struct out *out, size_t insn) {
    struct isa_words *words = malloc(sizeof *words);
    size_t count = 0;
    ptxc_isa_insn x;
    if (!words) {
        out_fail(out, ENOMEM);
        return;
    }
    (void)ptxc_isa_insn_get(insn, &x);
    isa_merge_words(words, insn);
    for (size_t k = 0; k < words->slot_count; k++) count += words->slot[k].tells;
    if (count) {
        isa_page_head(out, "Forms");
        out_text(out, "| form |");
        for (size_t k = 0; k < words->slot_count; k++)
            if (words->slot[k].tells) write_cell(out, words->slot[k].name);
        out_text(out, "\n|---|");
        for (size_t k = 0; k < count; k++) out_text(out, "---|");
        out_char(out, '\n');
        for (size_t f = 0; f < x.form_count; f++) write_form(out, insn, words, f);
    }
    free(words);
}

/* ---- qualifiers ---- */

struct table_of {
    struct out *out;
    size_t insn, forms; /* forms: number of forms of the instruction */
};

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

static void write_cell_of_forms(const struct table_of *t, uint64_t forms) {
    if (t->forms > 1) {
        out_char(t->out, ' ');
        isa_page_numbers(t->out, forms, t->forms);
        out_text(t->out, " |");
    }
    out_char(t->out, '\n');
}

static void write_slot_name(struct out *out, const struct isa_slot *slot) {
    bool optional = slot->optional == slot->forms;
    out_text(out, optional ? "`{" : "`");
    out_text(out, slot->name);
    out_text(out, optional ? "}`" : "`");
    if (slot->wanted) out_text(out, " (required by the manual, not by ptxas)");
    if (!*slot->standard) return;
    out_text(out, " (default: ");
    write_word(out, slot->standard);
    out_char(out, ')');
}

static bool same_row(const struct isa_slot *slot, const struct isa_word *a,
                     const struct isa_word *b) {
    if (strcmp(a->meaning, b->meaning) != 0) return false;
    return slot->tells || (a->forms == b->forms && isa_same_avail(&a->avail, &b->avail));
}

/* Returns true if the i-th word has already been listed. Forms may have it with other
 * requirements. */
static bool is_again(const struct isa_words *words, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (!strcmp(words->word[k].slot, words->word[i].slot) &&
            !strcmp(words->word[k].word, words->word[i].word))
            return true;
    return false;
}

static void write_row(const struct table_of *t, const struct isa_slot *slot, bool first,
                      const char *const *word, size_t count, const struct isa_word *w) {
    struct out *out = t->out;
    bool itself = count == 1 && !strcmp(*word, slot->name);
    out_text(out, "| ");
    if (first) write_slot_name(out, slot);
    out_text(out, " | ");
    if (!itself) write_words(out, word, count);
    out_text(out, " | ");
    markdown_text(out, w->meaning);
    out_text(out, " | ");
    if (!slot->tells) isa_page_since(out, t->insn, &w->avail);
    out_text(out, " |");
    write_cell_of_forms(t, slot->tells ? slot->forms : w->forms);
}

/* Writes a row for words with the same meaning and requirements. If a table of forms lists the
 * words, only their meaning is written. */
static void write_slot(const struct table_of *t, const struct isa_words *words,
                       const struct isa_slot *slot) {
    const char *word[256];
    const struct isa_word *last = NULL;
    size_t count = 0;
    bool first = true;
    for (size_t i = 0; i <= words->word_count; i++) {
        const struct isa_word *w = i < words->word_count ? &words->word[i] : NULL;
        if (w && strcmp(w->slot, slot->name) != 0) continue;
        if (w && slot->tells && (!*w->meaning || is_again(words, i))) continue;
        if (last && (!w || !same_row(slot, w, last))) {
            write_row(t, slot, first, word, count, last);
            first = false;
            count = 0;
        }
        if (w && count < sizeof word / sizeof *word) word[count++] = w->word;
        last = w;
    }
}

void isa_page_qualifiers(struct out *out, size_t insn) {
    struct isa_words *words = malloc(sizeof *words);
    struct table_of t = table_of(out, insn);
    if (!words) {
        out_fail(out, ENOMEM);
        return;
    }
    isa_merge_words(words, insn);
    if (words->slot_count) {
        isa_page_head(out, "Qualifiers");
        write_columns(&t, "| qualifier | | meaning | since |", 4);
    }
    for (size_t i = 0; i < words->slot_count; i++) write_slot(&t, words, &words->slot[i]);
    free(words);
}

/* ---- operands ---- */

static void say_operand(const struct table_of *t, const struct isa_part *part, struct phrase *kind,
                        struct phrase *when) {
    kind->text[kind->length = 0] = when->text[when->length = 0] = '\0';
    isa_say_kind(kind, t->insn, part->form, part->index);
    isa_say_when(when, t->insn, part->form, part->index);
}

/* Returns true if this describes the same for an operand of this name and these forms, except for
 * the condition. */
static bool goes_on(const struct table_of *t, const struct isa_part *part,
                    const struct isa_part *next) {
    struct phrase a, b, when;
    ptxc_isa_operand x, y;
    (void)ptxc_isa_operand_get(t->insn, part->form, part->index, &x);
    (void)ptxc_isa_operand_get(t->insn, next->form, next->index, &y);
    if (strcmp(x.name, y.name) != 0 || part->forms != next->forms) return false;
    say_operand(t, part, &a, &when);
    say_operand(t, next, &b, &when);
    return !strcmp(a.text, b.text);
}

/* Returns how many parts it has described: cases of one operand share a row. */
static size_t write_operand(const struct table_of *t, const struct isa_part *part, size_t count) {
    struct phrase kind, when;
    ptxc_isa_operand o;
    size_t n = 1;
    (void)ptxc_isa_operand_get(t->insn, part->form, part->index, &o);
    say_operand(t, part, &kind, &when);
    out_text(t->out, "| ");
    write_word(t->out, o.name);
    out_text(t->out, o.updated ? " read, written | " : o.written ? " written | " : " | ");
    markdown_text(t->out, o.meaning);
    out_text(t->out, " | ");
    markdown_text(t->out, kind.text);
    out_text(t->out, " | ");
    markdown_text(t->out, when.text);
    for (; n < count && goes_on(t, part, &part[n]); n++) {
        say_operand(t, &part[n], &kind, &when);
        out_text(t->out, ", or ");
        markdown_text(t->out, when.text);
    }
    out_text(t->out, " |");
    write_cell_of_forms(t, part->forms);
    return n;
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
        isa_page_head(out, "Operands");
        write_columns(&t, "| operand | meaning | kind | when |", 4);
    }
    for (size_t i = 0; i < operands->count;)
        i += write_operand(&t, &operands->part[i], operands->count - i);
    free(operands);
}

/* ---- what each word permits ---- */

struct fit {
    const char *slot, *word, *operand, *kind;
    uint64_t forms;
};
struct fits {
    struct fit *fit;
    size_t count, room;
    bool failed;
};

static void add_fit(struct fits *fits, const struct fit *fit) {
    for (size_t i = 0; i < fits->count; i++) {
        struct fit *x = &fits->fit[i]; /* texts are shared */
        if (x->slot != fit->slot || x->word != fit->word || x->operand != fit->operand) continue;
        if (x->kind == fit->kind) x->forms |= fit->forms;
        /* The first kind describes the operand; another one may describe an element. */
        if (x->kind == fit->kind || x->forms & fit->forms) return;
    }
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
    ptxc_isa_operand_choice c;
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++)
        for (size_t o = 0; ptxc_isa_operand_get(insn, f, o, &operand) == PTXC_OK; o++)
            for (size_t i = 0; ptxc_isa_operand_choice_get(insn, f, o, i, &c) == PTXC_OK; i++)
                add_fit(fits,
                        &(struct fit){c.slot, c.word, operand.name, c.kind, UINT64_C(1) << f});
}

static bool has_fit(const struct fits *fits, const char *word, const char *operand,
                    const struct fit *like) {
    for (size_t i = 0; i < fits->count; i++) {
        const struct fit *x = &fits->fit[i];
        if (x->slot == like->slot && x->word == word && x->operand == operand &&
            x->kind == like->kind)
            return true;
    }
    return false;
}

/* With `words`, returns true if the words `a` and `b` accept the same operands in the slot;
 * otherwise, true if the operands `a` and `b` go with the same words. */
static bool same_fits(const struct fits *fits, const char *slot, const char *a, const char *b,
                      bool words) {
    for (size_t i = 0; i < fits->count; i++) {
        const struct fit *x = &fits->fit[i];
        const char *has = words ? x->word : x->operand;
        if (x->slot != slot || (has != a && has != b)) continue;
        const char *other = has == a ? b : a;
        if (!has_fit(fits, words ? other : x->word, words ? x->operand : other, x)) return false;
    }
    return true;
}

enum { MOST_WORDS = 128 };
struct names { /* words that permit the same share a group, identified by the first */
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

/* Forms are named if they differ. */
static void write_kinds(struct out *out, const struct fits *fits, const char *slot,
                        const char *word, const char *operand, size_t forms) {
    size_t count = 0, done = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < fits->count; i++) {
            const struct fit *x = &fits->fit[i];
            if (x->slot != slot || x->word != word || x->operand != operand) continue;
            if (!pass && ++count) continue;
            if (done++) out_text(out, "; ");
            markdown_text(out, x->kind);
            if (count == 1) continue;
            out_text(out, x->forms & (x->forms - 1) ? " (forms " : " (form ");
            isa_page_numbers(out, x->forms, forms);
            out_char(out, ')');
        }
}

static void write_fits(struct out *out, const struct fits *fits, const char *slot, size_t forms) {
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
            write_kinds(out, fits, slot, words.name[w], operands.name[k], forms);
            out_text(out, " |");
        }
        out_char(out, '\n');
    }
}

void isa_page_fits(struct out *out, size_t insn) {
    struct fits fits = {0};
    ptxc_isa_insn x;
    (void)ptxc_isa_insn_get(insn, &x);
    find_fits(&fits, insn);
    if (fits.failed) out_fail(out, ENOMEM);
    if (fits.count) out_text(out, "\n### What fits\n");
    for (size_t i = 0; i < fits.count; i++) {
        size_t k = 0;
        while (fits.fit[k].slot != fits.fit[i].slot) k++;
        if (k == i) write_fits(out, &fits, fits.fit[i].slot, x.form_count);
    }
    free(fits.fit);
}
