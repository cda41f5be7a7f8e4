/* SPDX-License-Identifier: Apache-2.0
 * Shortest formulas: see formula.h. A formula is combined from two shorter ones, so those of all
 * 256 tables are found in the order of length. */
#include "lsp/card/formula.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TABLES = 256, ALL = TABLES - 1, A = 0xF0, B = 0xCC, C = 0xAA, LONGEST = 8 };

struct formula {
    uint8_t
        length; /* the number of operators, of which ?: counts twice; LONGEST is more than any */
    char operation; /* the outermost one, or 0 */
    char text[FORMULA_SIZE];
};

/* Writes a formula as part of another one. Parentheses around the same operation are not needed,
 * except for ?:. */
static void add_part(char *to, const struct formula *part, char operation) {
    bool bare = !part->operation || part->operation == '~' ||
                (part->operation == operation && operation != '?');
    size_t used = strlen(to);
    snprintf(to + used, FORMULA_SIZE - used, bare ? "%s" : "(%s)", part->text);
}

/* Sets the formula of a table to `x operation y`, if that is shorter than what is known. */
static void offer(struct formula *all, unsigned table, char operation, unsigned x, unsigned y) {
    struct formula *f = &all[table];
    int length = all[x].length + all[y].length + 1;
    if (length >= f->length) return;
    *f = (struct formula){.length = (uint8_t)length, .operation = operation};
    add_part(f->text, &all[x], operation);
    snprintf(f->text + strlen(f->text), FORMULA_SIZE - strlen(f->text), " %c ", operation);
    add_part(f->text, &all[y], operation);
}

static void offer_not(struct formula *all, unsigned x) {
    struct formula *f = &all[~x & ALL];
    if (all[x].length + 1 >= f->length) return;
    *f = (struct formula){(uint8_t)(all[x].length + 1), '~', "~"};
    add_part(f->text, &all[x], '~');
}

static void offer_choice(struct formula *all, unsigned condition, char letter, unsigned x,
                         unsigned y) {
    struct formula *f = &all[(condition & x) | (~condition & ALL & y)];
    int length = all[x].length + all[y].length + 2;
    if (length >= f->length) return;
    *f = (struct formula){.length = (uint8_t)length, .operation = '?'};
    snprintf(f->text, FORMULA_SIZE, "%c ? ", letter);
    add_part(f->text, &all[x], '?');
    snprintf(f->text + strlen(f->text), FORMULA_SIZE - strlen(f->text), " : ");
    add_part(f->text, &all[y], '?');
}

static void combine(struct formula *all, unsigned x, unsigned y) {
    offer(all, x & y, '&', x, y);
    offer(all, x ^ y, '^', x, y);
    offer(all, x | y, '|', x, y);
    offer_choice(all, A, 'a', x, y);
    offer_choice(all, B, 'b', x, y);
    offer_choice(all, C, 'c', x, y);
}

/* From the largest table down, so that `a` comes first: its table is larger than those of the
 * others. */
static void find_all(struct formula *all) {
    for (int length = 1; length < LONGEST; length++)
        for (unsigned x = TABLES; x--;) {
            if (all[x].length + 1 == length) offer_not(all, x);
            if (!x || x == ALL) continue; /* `1 ^ a` is `~a` */
            for (unsigned y = ALL; --y;)
                if (all[x].length + all[y].length + 1 == length) combine(all, x, y);
        }
}

void formula_of(uint8_t table, char text[FORMULA_SIZE]) {
    struct formula all[TABLES];
    for (size_t t = 0; t < TABLES; t++) all[t] = (struct formula){.length = LONGEST};
    all[0] = (struct formula){.text = "0"};
    all[ALL] = (struct formula){.operation = '~', .text = "~0"};
    all[A] = (struct formula){.text = "a"};
    all[B] = (struct formula){.text = "b"};
    all[C] = (struct formula){.text = "c"};
    find_all(all);
    memcpy(text, all[table].text, FORMULA_SIZE);
}
