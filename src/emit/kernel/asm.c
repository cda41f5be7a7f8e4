/* SPDX-License-Identifier: Apache-2.0
 * PTX as the string literals of an asm statement: see kernel.h. */
#include "emit/kernel/kernel.h"

/* A `%` of PTX is written as `%%` in asm. Characters that are not plain become octal escapes, and
 * so does a second `?`, which could start a trigraph. */
static void put_asm_char(struct emit_asm *w, char c, char before) {
    unsigned char byte = (unsigned char)c;
    if (c == '%') {
        build_string(w->out, "%%");
    } else if (c == '"' || c == '\\') {
        char escaped[] = {'\\', c};
        build_bytes(w->out, escaped, 2);
    } else if ((byte < ' ' && c != '\t') || byte > '~' || (c == '?' && before == '?')) {
        char escaped[] = {'\\', (char)('0' + (byte >> 6)), (char)('0' + (byte >> 3 & 7)),
                          (char)('0' + (byte & 7))};
        build_bytes(w->out, escaped, 4);
    } else {
        build_bytes(w->out, &c, 1);
    }
}

void emit_asm_text(struct emit_asm *w, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\r' && i + 1 < length && text[i + 1] == '\n') continue;
        if (!w->open) build_string(w->out, "\n        \"");
        w->open = text[i] != '\n';
        if (w->open)
            put_asm_char(w, text[i], i ? text[i - 1] : '\0');
        else
            build_string(w->out, "\\n\"");
    }
}

void emit_asm_line(struct emit_asm *w, const char *text) {
    emit_asm_text(w, text, strlen(text));
    emit_asm_text(w, "\n", 1);
}

void emit_asm_number(struct emit_asm *w, uint64_t number) { build_number(w->out, (int64_t)number); }

/* ---- renaming of parameters ---- */

/* The name of a declarator comes first among its nodes, followed by a range. */
static bool is_hidden_by(const struct unit *u, uint32_t node, const struct kernel_parameter *p) {
    uint32_t first = node - node_size(u->ast, node);
    const struct node *n = ast_node(u->ast, first), *range = ast_node(u->ast, first + 1);
    if (n->name.atom != p->name.atom) return false;
    if (range->kind == PTXC_OPERAND_RANGE)
        return n->name.number == NO_NUMBER && p->name.number < (uint64_t)range->value;
    return n->name.number == p->name.number;
}

/* A declaration in a block may reuse the name of a parameter. */
static void hide_declaration(struct emit_asm *w, uint32_t stmt) {
    struct kernel *k = w->kernel;
    for (uint32_t i = ast_nodes_begin(w->unit->ast, stmt);
         i < ast_stmt(w->unit->ast, stmt)->nodes_end; i++) {
        if (ast_node(w->unit->ast, i)->kind != PTXC_OPERAND_DECLARATOR) continue;
        for (uint32_t p = 0; p < k->parameter_count; p++)
            if (!k->parameter[p].hidden && is_hidden_by(w->unit, i, &k->parameter[p]))
                k->parameter[p].hidden = w->depth;
    }
}

static void show_again(struct emit_asm *w) {
    for (uint32_t p = 0; w->kernel && p < w->kernel->parameter_count; p++)
        if (w->kernel->parameter[p].hidden > w->depth) w->kernel->parameter[p].hidden = 0;
}

/* Returns the parameter that a node names, or parameter_count. */
static uint32_t parameter_named(const struct kernel *k, const struct node *n) {
    uint32_t p = 0;
    if (n->kind != PTXC_OPERAND_SYMBOL && n->kind != PTXC_OPERAND_INDEX) return k->parameter_count;
    while (p < k->parameter_count &&
           (k->parameter[p].hidden || n->name.atom != k->parameter[p].name.atom ||
            n->name.number != k->parameter[p].name.number))
        p++;
    return p;
}

/* Writes the statement's text from `start`, with the names of parameters in the order of the
 * text. */
static void rename_parameters(struct emit_asm *w, uint32_t stmt, uint32_t start, uint32_t end) {
    const struct kernel *k = w->kernel;
    const char *text = w->unit->text;
    for (uint32_t i = ast_nodes_begin(w->unit->ast, stmt);
         k && i < ast_stmt(w->unit->ast, stmt)->nodes_end; i++) {
        const struct node *n = ast_node(w->unit->ast, i);
        uint32_t p = parameter_named(k, n);
        if (p == k->parameter_count || n->start < start) continue;
        emit_asm_text(w, text + start, n->start - start);
        emit_asm_text(w, text + k->name.start, k->name.end - k->name.start);
        emit_asm_text(w, "_param_", 7);
        emit_asm_number(w, p);
        start = n->start + (k->parameter[p].at.end - k->parameter[p].at.start);
    }
    emit_asm_text(w, text + start, end - start);
}

/* ---- statements ---- */

static bool is_for_debuggers(uint8_t kind) {
    return kind == PTXC_STMT_FILE || kind == PTXC_STMT_LOC || kind == PTXC_STMT_SECTION ||
           kind == PTXC_STMT_DWARF;
}

/* Limits indentation, so that a million nested blocks do not take quadratic space. */
static void put_asm_indent(struct emit_asm *w, bool label) {
    enum { DEEPEST = 16 };
    uint32_t indent = w->depth < DEEPEST ? w->depth : DEEPEST;
    for (uint32_t i = label && indent ? 1 : 0; i < indent; i++) emit_asm_text(w, "  ", 2);
}

void emit_asm_statement(struct emit_asm *w, uint32_t stmt) {
    const struct stmt *s = ast_stmt(w->unit->ast, stmt);
    if (is_for_debuggers(s->kind)) return;
    if (s->kind == PTXC_STMT_CLOSE) {
        w->depth--;
        show_again(w);
    }
    put_asm_indent(w, s->kind == PTXC_STMT_LABEL);
    if (s->kind == PTXC_STMT_VARIABLE && w->kernel) {
        hide_declaration(w, stmt);
        emit_asm_text(w, w->unit->text + s->start, s->end - s->start);
    } else {
        rename_parameters(w, stmt, s->start, s->end);
    }
    emit_asm_text(w, "\n", 1);
    if (s->kind == PTXC_STMT_OPEN) w->depth++;
}
