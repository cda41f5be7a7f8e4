/* SPDX-License-Identifier: Apache-2.0
 * What instructions do besides computing: which operands they write, and whether they access
 * memory. */
#include "model.h"
#include <ctype.h>

uint8_t check_effect(const struct node *n) {
    static const char *const names[] = {"pure",     "steady", "carry_in", "carry",
                                        "volatile", "memory", "order"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same(n->text, names[i])) return (uint8_t)i;
    fail_at(n->at, "no effect '%s' (pure, steady, carry_in, carry, volatile, memory, order)",
            n->text);
    return EFFECT_MEMORY;
}

enum { MOST_LETTERS = 32 };

static const char *in_small_letters(const char *name, char *small) {
    size_t i = 0;
    for (; name[i] && i + 1 < MOST_LETTERS; i++) small[i] = (char)tolower((unsigned char)name[i]);
    small[i] = '\0';
    return small;
}

int find_enumerator(const struct node *n, const char *clause, const char *const *names, int count) {
    const char *known = "";
    for (int i = 1; i < count; i++) {
        char small[MOST_LETTERS];
        const char *name = in_small_letters(names[i], small);
        if (same(n->text, name)) return i;
        known = format_text("%s%s%s", known, *known ? ", " : "", name);
    }
    fail_at(n->at, "unknown word '%s' after '%s' (%s)", n->text, clause, known);
    return 0;
}

uint8_t check_does(const struct node *n) {
    static const char *const names[DOES_COUNT] = {
#define DOES(name) [DOES_##name] = #name,
#include "isa/does.def"
#undef DOES
    };
    return (uint8_t)find_enumerator(n, "does", names, DOES_COUNT);
}

/* ---- operands of one instruction ---- */

static bool is_address(const struct isa_operand *o) {
    struct isa_span alts = m.kinds.at[o->kind].alts;
    const struct isa_alt *alt = alts.count ? &m.alts.at[alts.first] : NULL;
    return o->flags & OPERAND_GROUP || (alt && (alt->op == ALT_ADDRESS || alt->op == ALT_BARE));
}

/* Sets flags on all operands of a form that have this name. */
static bool mark(const struct isa_form *form, const char *name, uint8_t flags) {
    bool found = false;
    for (uint16_t i = 0; i < form->operands.count; i++) {
        struct isa_operand *o = &m.operands.at[form->operands.first + i];
        if (o->flags & OPERAND_GROUP || !same(pooled(o->name), name)) continue;
        o->flags |= flags;
        found = true;
    }
    return found;
}

/* Code that looks at a line without knowing its form expects the written registers at its start. */
static void check_first(const struct node *n, const struct isa_form *form) {
    bool over = false;
    for (uint16_t i = 0; i < form->operands.count; i++) {
        const struct isa_operand *o = &m.operands.at[form->operands.first + i];
        bool written = o->flags & OPERAND_WRITTEN && !is_address(o);
        if (written && over)
            fail_at(n->at, "'%s' is written, so it must stand before all that is not",
                    pooled(o->name));
        over = over || !written;
    }
}

static void mark_all(const struct node *n, const struct isa_insn *insn, uint8_t flags) {
    for (const struct node *name = n->child; name; name = name->next) {
        bool found = false;
        for (uint16_t f = 0; f < insn->forms.count; f++)
            found |= mark(&m.forms.at[insn->forms.first + f], name->text, flags);
        if (!found) fail_at(name->at, "no form has an operand '%s'", name->text);
    }
}

void check_generic(const struct node *n, const struct isa_insn *insn) {
    mark_all(n, insn, OPERAND_GENERIC);
}

void check_moved(const struct node *n, const struct isa_insn *insn) {
    mark_all(n, insn, OPERAND_MOVED);
}

void check_written(const struct node *n, const struct isa_insn *insn) {
    mark_all(n, insn,
             n->kind == NODE_UPDATES ? OPERAND_WRITTEN | OPERAND_UPDATED : OPERAND_WRITTEN);
    for (uint16_t f = 0; f < insn->forms.count; f++)
        check_first(n, &m.forms.at[insn->forms.first + f]);
}
