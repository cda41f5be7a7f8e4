/* SPDX-License-Identifier: Apache-2.0
 * Describes one instruction of the tables as text: what it is, how it is written, what it
 * requires. */
#include "cli/isa/isa.h"
#include "program/isa/example.h"
#include "program/isa/merge.h"
#include "program/isa/say.h"
#include "program/text/table.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANUAL "https://docs.nvidia.com/cuda/parallel-thread-execution/#"

/* ---- sections ---- */

struct page {
    struct out *out;
    const struct palette *palette;
    size_t insn;
};

static struct table two_columns(const struct page *p, size_t first) {
    struct table t = {.indent = 2, .count = 2, .reset = p->palette->reset};
    t.column[0] = (struct table_column){.most = first, .color = p->palette->note};
    return t;
}

static void row(struct table *t, const char *name, const char *text) {
    table_add(t, name);
    table_add(t, text);
}

/* Writes a heading and the table under it, unless the table is empty. */
static void section(const struct page *p, const char *heading, struct table *t) {
    if (t->used) {
        out_char(p->out, '\n');
        out_text(p->out, p->palette->message);
        out_text(p->out, heading);
        out_text(p->out, p->palette->reset);
        out_char(p->out, '\n');
        table_write(t, p->out);
    }
    table_free(t);
}

/* ---- head ---- */

static void add_releases(struct phrase *p, const ptxc_set *releases) {
    ptxc_release release;
    for (size_t r = 0; ptxc_release_get(r, &release) == PTXC_OK; r++)
        if (ptxc_set_has(releases, r)) phrase_add(p, "%s%s", p->length ? ", " : "", release.name);
}

static void write_fact(const struct page *p, const char *name, const char *before,
                       const char *text) {
    out_text(p->out, "  ");
    out_text(p->out, p->palette->note);
    out_text(p->out, name);
    out_text(p->out, p->palette->reset);
    out_repeat(p->out, ' ', 9 - strlen(name));
    out_text(p->out, before);
    out_text(p->out, text);
    out_char(p->out, '\n');
}

static void write_head(const struct page *p, const ptxc_isa_insn *insn) {
    struct table summary = {.indent = 2, .count = 1};
    ptxc_isa_purpose purpose;
    struct phrase since = {.length = 0}, releases = {.length = 0};
    char targets[256];
    out_text(p->out, p->palette->message);
    out_text(p->out, insn->name);
    out_text(p->out, p->palette->reset);
    out_char(p->out, '\n');
    table_add(&summary, insn->summary);
    if (ptxc_isa_purpose_get(p->insn, &purpose) == PTXC_OK) table_add(&summary, purpose.text);
    table_write(&summary, p->out);
    table_free(&summary);
    out_char(p->out, '\n');
    const char *release = isa_first_release(&insn->avail);
    if (insn->avail.version)
        phrase_add(&since, ".version %s, ", isa_version_text(insn->avail.version).text);
    if (*release) phrase_add(&since, "CUDA %s, ", release);
    ptxc_target_set_text(&insn->avail.targets, NULL, targets, sizeof targets);
    phrase_add(&since, "on %s", targets);
    write_fact(p, "since", "", since.text);
    add_releases(&releases, &insn->releases);
    if (releases.length) write_fact(p, "changed", "with CUDA ", releases.text);
    write_fact(p, "manual", MANUAL, insn->manual);
}

/* ---- qualifiers ---- */

/* Separates words with different requirements by "; ", with the requirement after the last of each
 * group. */
static void add_values(const struct page *p, size_t form, size_t s, struct phrase *text) {
    ptxc_isa_slot_value value, next;
    ptxc_isa_avail before = {.version = 0};
    for (size_t v = 0; ptxc_isa_slot_value_get(p->insn, form, s, v, &value) == PTXC_OK; v++) {
        char numbers[128];
        ptxc_isa_slot_value_numbers_text(p->insn, form, s, v, numbers, sizeof numbers);
        if (v) phrase_add(text, isa_same_avail(&before, &value.avail) ? ", " : "; ");
        before = value.avail;
        phrase_add(text, "%s", value.word);
        isa_say_numbers(text, value.word, numbers);
        bool last = ptxc_isa_slot_value_get(p->insn, form, s, v + 1, &next) != PTXC_OK;
        if (last || !isa_same_avail(&value.avail, &next.avail)) isa_say_need(text, &value.avail);
    }
}

static void add_slot(const struct page *p, struct table *t, size_t form, size_t s) {
    struct phrase text = {.length = 0};
    ptxc_isa_slot slot;
    ptxc_isa_slot_value first = {.word = ""}, standard;
    (void)ptxc_isa_slot_get(p->insn, form, s, &slot);
    (void)ptxc_isa_slot_value_get(p->insn, form, s, 0, &first);
    bool itself = slot.value_count == 1 && !strcmp(first.word, slot.name);
    text.text[0] = '\0';
    if (slot.wanted)
        phrase_add(&text, "required by the manual, not by ptxas");
    else if (slot.optional)
        phrase_add(&text, "optional");
    if (ptxc_isa_slot_value_get(p->insn, form, s, slot.default_value, &standard) == PTXC_OK)
        phrase_add(&text, ", default %s", standard.word);
    if (!itself) {
        if (text.length) phrase_add(&text, ": ");
        add_values(p, form, s, &text);
    } else {
        isa_say_need(&text, &first.avail);
    }
    isa_say_need(&text, &slot.avail);
    if (text.length) row(t, slot.name, text.text + (text.text[0] == ' '));
}

/* ---- operands ---- */

static void add_operand(const struct page *p, struct table *t, size_t form, size_t o) {
    struct phrase text = {.length = 0}, when = {.length = 0};
    ptxc_isa_operand operand;
    (void)ptxc_isa_operand_get(p->insn, form, o, &operand);
    if (operand.inside) return;
    if (*operand.meaning) phrase_add(&text, "%s: ", operand.meaning);
    isa_say_kind(&text, p->insn, form, o);
    isa_say_when(&when, p->insn, form, o);
    if (when.length) phrase_add(&text, "; %s", when.text);
    row(t, operand.name, text.text);
}

/* ---- forms and rules ---- */

static void write_form(const struct page *p, size_t f, bool alone) {
    struct table qualifiers = two_columns(p, 32), operands = two_columns(p, 32);
    struct table syntax = {.indent = 2, .count = 1};
    struct phrase heading = {.length = 0}, line = {.length = 0};
    ptxc_isa_form form;
    (void)ptxc_isa_form_get(p->insn, f, &form);
    phrase_add(&heading, alone ? "Syntax" : "Syntax %zu", f + 1);
    if (*form.name) phrase_add(&heading, ": %s", form.name);
    isa_say_need(&heading, &form.avail);
    syntax.column[0].dotted = true;
    phrase_add(&line, "%s;", form.syntax);
    table_add(&syntax, line.text);
    section(p, heading.text, &syntax);
    for (size_t s = 0; s < form.slot_count; s++) add_slot(p, &qualifiers, f, s);
    section(p, "Qualifiers", &qualifiers);
    for (size_t o = 0; o < form.operand_count; o++) add_operand(p, &operands, f, o);
    section(p, "Operands", &operands);
}

/* Lists what is not a rule about one line. */
static void add_others(const struct page *p, struct table *t, ptxc_severity severity) {
    ptxc_isa_insn insn;
    char text[256];
    (void)ptxc_isa_insn_get(p->insn, &insn);
    if (severity == PTXC_ERROR && ptxc_isa_insn_kernel_rule_text(p->insn, text, sizeof text))
        row(t, "mixed-kernel", text);
    if (severity == PTXC_ERROR || !insn.distinct) return;
    if (insn.distinct == 1)
        snprintf(text, sizeof text, "the first operand should not name a register twice");
    else
        snprintf(text, sizeof text, "the first %zu operands should not name a register twice",
                 insn.distinct);
    row(t, "repeated-register", text);
}

static void write_rules(const struct page *p, ptxc_severity severity, const char *heading) {
    struct table t = two_columns(p, 48);
    ptxc_isa_rule rule;
    const char *before = "";
    char words[1024], said[1024] = "";
    for (size_t r = 0; ptxc_isa_rule_get(p->insn, r, &rule) == PTXC_OK; r++) {
        if (rule.severity != severity) continue;
        if (!ptxc_isa_rule_text(p->insn, r, words, sizeof words)) continue;
        const char *text = *rule.message ? rule.message : words;
        /* Cases of one rule may share a message. */
        if (strcmp(text, said)) row(&t, strcmp(rule.name, before) ? rule.name : "", text);
        before = rule.name;
        snprintf(said, sizeof said, "%s", text);
    }
    add_others(p, &t, severity);
    section(p, heading, &t);
}

/* Describes how it affects the asynchronous protocol. */
static void write_events(const struct page *p) {
    struct table t = two_columns(p, 32);
    ptxc_isa_event event;
    for (size_t i = 0; ptxc_isa_event_get(p->insn, i, &event) == PTXC_OK; i++) {
        struct phrase text = {.length = 0};
        char when[512];
        if (ptxc_isa_event_condition_text(p->insn, i, when, sizeof when))
            phrase_add(&text, "%s: ", when);
        phrase_add(&text, "%s", event.summary);
        row(&t, event.name, text.text);
    }
    section(p, "Protocol", &t);
}

/* ---- meanings and examples ---- */

/* Lists the meanings of words, each once. */
static void write_meanings(const struct page *p) {
    struct table t = two_columns(p, 32);
    struct isa_words *words = malloc(sizeof *words);
    if (!words) {
        out_fail(p->out, ENOMEM);
        return;
    }
    isa_merge_words(words, p->insn);
    for (size_t i = 0; i < words->word_count; i++) {
        const struct isa_word *w = &words->word[i];
        size_t k = 0;
        while (strcmp(words->word[k].word, w->word) != 0) k++;
        if (k == i && *w->meaning) row(&t, w->word, w->meaning);
    }
    section(p, "Meaning", &t);
    free(words);
}

static void write_examples(const struct page *p) {
    ptxc_isa_example e;
    for (size_t i = 0; ptxc_isa_example_get(p->insn, i, &e) == PTXC_OK; i++) {
        struct phrase lines = {.length = 0};
        isa_example_lines(&lines, e.text, 2);
        out_char(p->out, '\n');
        out_text(p->out, p->palette->message);
        out_text(p->out, "Example");
        out_text(p->out, *e.summary ? ": " : "");
        out_text(p->out, e.summary);
        out_text(p->out, p->palette->reset);
        out_char(p->out, '\n');
        out_text(p->out, lines.text);
    }
}

void isa_show_text(struct out *out, const struct palette *palette, size_t i) {
    struct page p = {out, palette, i};
    ptxc_isa_insn insn;
    (void)ptxc_isa_insn_get(i, &insn);
    write_head(&p, &insn);
    for (size_t f = 0; f < insn.form_count; f++) write_form(&p, f, insn.form_count == 1);
    write_meanings(&p);
    write_rules(&p, PTXC_ERROR, "Rules");
    write_rules(&p, PTXC_WARNING, "Warnings");
    write_events(&p);
    write_examples(&p);
}
