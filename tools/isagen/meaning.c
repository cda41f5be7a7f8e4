/* SPDX-License-Identifier: Apache-2.0
 * Documentation in the tables: examples of an instruction, and the meanings of words and
 * operands. */
#include "model.h"

void check_example(const struct node *n, struct isa_insn *i) {
    const char *name = pooled(i->name);
    if (!strstr(n->text, name)) fail_at(n->at, "the example has no '%s'", name);
    PUSH(m.examples,
         ((struct isa_example){pool(n->text), n->extra ? pool(n->extra->text) : pool("")}));
    i->examples.count++;
}

/* ---- meanings ---- */

static bool begins_with(const struct isa_insn *i, const char *root) {
    const char *name = pooled(i->name);
    size_t length = strlen(root);
    return !strncmp(name, root, length) && (!length || !name[length] || name[length] == '.');
}

static bool form_has(const struct isa_form *form, const char *name) {
    for (uint16_t o = 0; o < form->operands.count; o++)
        if (same(pooled(m.operands.at[form->operands.first + o].name), name)) return true;
    for (uint16_t s = 0; s < form->slots.count; s++) {
        struct isa_span members = m.slots.at[form->slots.first + s].members;
        for (uint16_t i = 0; i < members.count; i++)
            if (same(m.word_texts.at[m.members.at[members.first + i].word], name)) return true;
    }
    return false;
}

static bool any_has(const char *root, const char *name) {
    for (size_t i = 0; i < m.insns.count; i++) {
        struct isa_span forms = m.insns.at[i].forms;
        for (uint16_t f = 0; begins_with(&m.insns.at[i], root) && f < forms.count; f++)
            if (form_has(&m.forms.at[forms.first + f], name)) return true;
    }
    return false;
}

static void add_meaning(const char *name, const struct node *n, const struct node *line,
                        const char *root) {
    struct isa_meant meant = {pool(name), pool(root), pool(line->text)};
    for (size_t i = 0; i < m.meant.count; i++)
        if (m.meant.at[i].name == meant.name && m.meant.at[i].root == meant.root)
            fail_at(n->at, "what '%s' means is said twice", name);
    if (!any_has(root, name))
        fail_at(n->at, *root ? "no form of '%s' has '%s'" : "no form%s has '%s'", root, name);
    PUSH(m.meant, meant);
}

static const struct node *line_now;
static const char *root_now;

static void add_word(const struct spelling *s, const struct node *n) {
    add_meaning(s->text, n, line_now, root_now);
}

static void check_for(const struct node *line, const char *root) {
    line_now = line;
    root_now = root;
    for (const struct node *n = line->child; n; n = n->next) {
        if (n->kind == NODE_WORD)
            expand_word(n, n->text, add_word);
        else
            add_meaning(n->text, n, line, root);
    }
}

void check_means(struct node *n) {
    if (!n->extra) check_for(n, "");
    for (const struct node *root = n->extra; root; root = root->next) check_for(n, root->text);
}

/* ---- purposes ---- */

static bool any_begins_with(const char *root) {
    for (size_t i = 0; i < m.insns.count; i++)
        if (begins_with(&m.insns.at[i], root)) return true;
    return false;
}

void check_purpose(struct node *n) {
    isa_string text = pool(n->text), kernel = n->extra ? pool(n->extra->text) : pool("");
    for (const struct node *root = n->child; root; root = root->next) {
        isa_string name = pool(root->text);
        for (size_t i = 0; i < m.purposes.count; i++)
            if (m.purposes.at[i].root == name) fail_at(n->at, "'%s' has two purposes", root->text);
        if (!any_begins_with(root->text))
            fail_at(n->at, "no instruction starts with '%s'", root->text);
        PUSH(m.purposes, ((struct isa_purpose){name, text, kernel}));
    }
}

/* ---- names that are not instructions ---- */

static bool is_instruction(const char *name) {
    for (size_t i = 0; i < m.insns.count; i++)
        if (same(pooled(m.insns.at[i].name), name)) return true;
    return false;
}

/* Returns true if the text starts with the words of some instruction. */
static bool names_instruction(const char *text) {
    for (size_t i = 0; i < m.insns.count; i++) {
        const char *name = pooled(m.insns.at[i].name);
        size_t length = strlen(name);
        if (!strncmp(text, name, length) && strchr(". ", text[length])) return true;
    }
    return false;
}

void check_misnamed(struct node *n) {
    if (is_instruction(n->text)) fail_at(n->at, "'%s' is an instruction", n->text);
    if (!names_instruction(n->more)) fail_at(n->at, "'%s' is no instruction", n->more);
    PUSH(m.misnamed, ((struct isa_misnamed){pool(n->text), pool(n->more)}));
}
