/* SPDX-License-Identifier: Apache-2.0
 * What the assembler accepts beyond the manual. The tables state it on `lenient` lines, so that
 * the form or the kind above them reads like the manual. These functions add the alternatives of
 * such lines, marked, to the lists of alternatives that they extend; later stages do not see the
 * lines. */
#include "isagen.h"

static struct node *copy_of(const struct node *n) {
    struct node *copy = allocate(sizeof *copy);
    *copy = *n;
    copy->next = NULL;
    copy->last = copy;
    return copy;
}

/* Appends marked copies, because one line may extend several lists. */
static void append(struct node *to, const struct node *alts) {
    for (; alts; alts = alts->next) {
        struct node *copy = copy_of(alts);
        copy->lenient = true;
        join(to, copy);
    }
}

static bool add_elements(struct node *alts, const struct node *more) {
    bool found = false;
    for (struct node *n = alts; n; n = n->next) {
        if (n->lenient) continue;
        bool two = n->kind == NODE_ALT_TWO, first = n->kind == NODE_ALT_FIRST;
        if (n->kind != NODE_ALT_VECTOR && !two && !first) continue;
        found = true;
        append(n->child, more);
        if (two) append(n->extra, more);
        if (first) append(n->extra->child, more);
    }
    return found;
}

static bool add_address(struct node *alts, const struct node *more) {
    for (struct node *n = alts; n; n = n->next) {
        if (n->kind != NODE_ALT_ADDRESS || n->lenient) continue;
        append(n->child, more);
        return true;
    }
    return false;
}

/* `[a]` extends an existing address, and `{a}` the elements of each existing vector. */
static void add_alts(struct node *to, const struct node *alts) {
    for (const struct node *n = alts; n; n = n->next) {
        struct node *copy = copy_of(n);
        if (n->kind == NODE_ALT_ELEMENTS) {
            if (!add_elements(to, n->child))
                fail_at(n->at, "no vector {} here whose elements could be more");
        } else if (n->kind != NODE_ALT_ADDRESS || !add_address(to, n->child)) {
            append(to, copy);
        }
    }
}

void loosen_kind(struct node *alts, const struct node *lines) {
    for (; lines; lines = lines->next) add_alts(alts, lines->child);
}

/* ---- kinds that a word selects ---- */

static const struct node *find_word(const struct node *words, const char *text) {
    while (words && strcmp(words->text, text)) words = words->next;
    return words;
}

/* The words of a row belong together: they share one list of alternatives. */
static void loosen_row(struct node *row, const struct node *line) {
    const struct node *named = NULL, *missing = NULL;
    for (const struct node *w = row->child; w; w = w->next) {
        const struct node *found = find_word(line->extra, w->text);
        if (found) named = found;
        if (!found) missing = w;
    }
    if (named && missing)
        fail_at(named->at, "'%s' shares a row with '%s'", named->text, missing->text);
    else if (named)
        add_alts(row->extra, line->child);
}

void loosen_by(struct node *groups, const struct node *lines) {
    for (; lines; lines = lines->next) {
        for (struct node *row = groups; row; row = row->next) loosen_row(row, lines);
        for (const struct node *w = lines->extra; w; w = w->next) {
            const struct node *row = groups;
            while (row && !find_word(row->child, w->text)) row = row->next;
            if (!row) fail_at(w->at, "no row above has '%s'", w->text);
        }
    }
}

/* ---- operands of a form or a list ---- */

static bool same_node(const struct node *a, const struct node *b);

static bool same_tree(const struct node *a, const struct node *b) {
    for (; a && b && same_node(a, b); a = a->next, b = b->next) continue;
    return !a && !b;
}

static bool same_node(const struct node *a, const struct node *b) {
    return a->kind == b->kind && !strcmp(a->text, b->text) && !a->more == !b->more &&
           (!a->more || !strcmp(a->more, b->more)) && a->number == b->number &&
           a->high == b->high && same_tree(a->child, b->child) && same_tree(a->extra, b->extra);
}

/* Without a condition, the line applies to every operand with its name. */
static bool loosen_named(struct node *list, const struct node *line) {
    bool found = false;
    for (struct node *n = list; n; n = n->next) {
        if (n->kind == NODE_GROUP && loosen_named(n->child, line)) found = true;
        if (n->kind != NODE_OPERAND || strcmp(n->text, line->text)) continue;
        if (line->extra && !same_tree(n->extra, line->extra)) continue;
        add_alts(n->child, line->child);
        found = true;
    }
    return found;
}

static void loosen_operand(struct node *list, const struct node *line) {
    if (!loosen_named(list, line))
        fail_at(line->at, "no operand '%s'%s is written above", line->text,
                line->extra ? " with this condition" : "");
}

void loosen_operands(struct node *list, const struct node *lines) {
    for (; lines; lines = lines->next) loosen_operand(list, lines);
}

/* Makes a word that the manual requires optional, with a warning if it is absent. */
static void loosen_word(struct node *quals, const struct node *word) {
    while (quals && (quals->kind != NODE_QUAL || strcmp(quals->text, word->text)))
        quals = quals->next;
    if (!quals) {
        fail_at(word->at, "the form does not demand '%s'", word->text);
        return;
    }
    quals->child = copy_of(quals);
    quals->kind = NODE_OPTIONAL;
    quals->text = "";
    quals->number = 1;
    quals->extra = NULL;
}

void loosen_form(struct node *form, const struct node *lines) {
    for (; lines; lines = lines->next) {
        if (lines->kind == NODE_WITHOUT)
            for (const struct node *w = lines->child; w; w = w->next) loosen_word(form->child, w);
        else
            loosen_operand(form->extra, lines);
    }
}
