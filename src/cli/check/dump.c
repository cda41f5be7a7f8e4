/* SPDX-License-Identifier: Apache-2.0
 * --dump-ast. A line consists of indentation, kind, first and last position, text in quotes, and
 * the value if the node has one:
 *   instruction 7:5-7:30 'add.s32'
 *     symbol 7:13-7:16 '%r1'
 *     integer 7:23-7:25 '16' = 16 */
#include "cli/check/dump.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAX_INDENT = 32, /* levels: limits the length of lines, however deeply the text nests */
    MAX_TEXT = 72    /* bytes of a node's text */
};

static const char *stmt_word(ptxc_stmt_kind kind) {
    switch (kind) {
    case PTXC_STMT_ERROR: return "error";
    case PTXC_STMT_VERSION: return "version";
    case PTXC_STMT_TARGET: return "target";
    case PTXC_STMT_ADDRESS_SIZE: return "address_size";
    case PTXC_STMT_VARIABLE: return "variable";
    case PTXC_STMT_FUNCTION: return "function";
    case PTXC_STMT_ALIAS: return "alias";
    case PTXC_STMT_FILE: return "file";
    case PTXC_STMT_LOC: return "loc";
    case PTXC_STMT_SECTION: return "section";
    case PTXC_STMT_DWARF: return "dwarf";
    case PTXC_STMT_PRAGMA: return "pragma";
    case PTXC_STMT_TARGET_LIST: return "target_list";
    case PTXC_STMT_PROTOTYPE: return "prototype";
    case PTXC_STMT_LABEL: return "label";
    case PTXC_STMT_INSTRUCTION: return "instruction";
    case PTXC_STMT_OPEN: return "open";
    case PTXC_STMT_CLOSE: return "close";
    }
    return "?";
}

static const char *operand_word(ptxc_operand_kind kind) {
    switch (kind) {
    case PTXC_OPERAND_SYMBOL: return "symbol";
    case PTXC_OPERAND_COMPONENT: return "component";
    case PTXC_OPERAND_INTEGER: return "integer";
    case PTXC_OPERAND_FLOAT: return "float";
    case PTXC_OPERAND_STRING: return "string";
    case PTXC_OPERAND_SINK: return "sink";
    case PTXC_OPERAND_WORD: return "word";
    case PTXC_OPERAND_NOT: return "not";
    case PTXC_OPERAND_MINUS: return "minus";
    case PTXC_OPERAND_OFFSET: return "offset";
    case PTXC_OPERAND_INDEX: return "index";
    case PTXC_OPERAND_PAIR: return "pair";
    case PTXC_OPERAND_ADDRESS: return "address";
    case PTXC_OPERAND_VECTOR: return "vector";
    case PTXC_OPERAND_LIST: return "list";
    case PTXC_OPERAND_GUARD: return "guard";
    case PTXC_OPERAND_DECLARATOR: return "declarator";
    case PTXC_OPERAND_RANGE: return "range";
    case PTXC_OPERAND_INITIALIZER: return "initializer";
    case PTXC_OPERAND_PARAMETERS: return "parameters";
    }
    return "?";
}

/* Writes the text on one line: any whitespace becomes one space. */
static void write_quoted(struct out *out, const char *text, ptxc_span span) {
    uint32_t end = span.end - span.start > MAX_TEXT ? span.start + MAX_TEXT : span.end;
    bool blank = false;
    out_text(out, " '");
    for (uint32_t i = span.start; i < end; i++) {
        bool is_blank = text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');
        if (!is_blank) out_printable(out, &text[i], 1);
        if (is_blank && !blank) out_char(out, ' ');
        blank = is_blank;
    }
    out_text(out, end < span.end ? "...'" : "'");
}

static void write_position(struct out *out, const ptxc_module *module, uint32_t offset) {
    uint32_t line, column;
    ptxc_module_position(module, offset, &line, &column);
    out_number(out, line);
    out_char(out, ':');
    out_number(out, column);
}

static void write_node(struct out *out, const ptxc_module *module, uint32_t depth, const char *word,
                       ptxc_span span, ptxc_span text) {
    out_repeat(out, ' ', 2 * (size_t)(depth < MAX_INDENT ? depth : MAX_INDENT));
    out_text(out, word);
    out_char(out, ' ');
    write_position(out, module, span.start);
    out_char(out, '-');
    write_position(out, module, span.end);
    if (text.start < text.end) write_quoted(out, ptxc_module_source(module, NULL), text);
}

static void write_operand(struct out *out, const ptxc_module *module, uint32_t depth,
                          const ptxc_operand *operand) {
    char value[64] = "";
    write_node(out, module, depth + operand->depth, operand_word(operand->kind), operand->span,
               operand->span);
    switch (operand->kind) {
    case PTXC_OPERAND_INTEGER:
    case PTXC_OPERAND_OFFSET:
    case PTXC_OPERAND_RANGE: snprintf(value, sizeof value, " = %" PRId64, operand->value); break;
    case PTXC_OPERAND_FLOAT: snprintf(value, sizeof value, " = %.17g", operand->number); break;
    default: break;
    }
    out_text(out, value);
    out_char(out, '\n');
}

struct dump {
    struct out *out;
    const ptxc_module *module;
    uint32_t depth;         /* open braces */
    ptxc_operand *operands; /* of one statement, in a growing array */
    size_t capacity;
};

static bool reserve(struct dump *d, size_t count) {
    if (count <= d->capacity) return true;
    ptxc_operand *moved = realloc(d->operands, count * 2 * sizeof *moved);
    if (!moved) return false;
    d->operands = moved;
    d->capacity = count * 2;
    return true;
}

static bool dump_stmt(struct dump *d, size_t index) {
    ptxc_stmt stmt;
    if (ptxc_module_stmt_get(d->module, index, &stmt) != PTXC_OK) return false;
    if (!reserve(d, stmt.operand_count)) return false;
    if (stmt.kind == PTXC_STMT_CLOSE && d->depth) d->depth--;
    write_node(d->out, d->module, d->depth, stmt_word(stmt.kind), stmt.span,
               stmt.kind == PTXC_STMT_ERROR ? stmt.span : stmt.head);
    out_char(d->out, '\n');
    size_t count = ptxc_module_operands(d->module, index, d->operands, d->capacity);
    for (size_t i = 0; i < count && i < d->capacity; i++)
        write_operand(d->out, d->module, d->depth + 1, &d->operands[i]);
    if (stmt.kind == PTXC_STMT_OPEN) d->depth++;
    return true;
}

void dump_module(struct out *out, const ptxc_module *module) {
    struct dump d = {.out = out, .module = module};
    size_t count = ptxc_module_stmt_count(module);
    for (size_t i = 0; i < count && !out->error; i++)
        if (!dump_stmt(&d, i)) out_fail(out, ENOMEM);
    free(d.operands);
}

void dump_flow(struct out *out, ptxc_module *module) {
    const char *text;
    if (ptxc_module_flow(module, &text, NULL) == PTXC_OK) out_text(out, text);
}
