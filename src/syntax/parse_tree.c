/* SPDX-License-Identifier: Apache-2.0
 * The actions of the grammar: nodes and statements of the tree, and constants. */
#include "syntax/parse.h"
#include "ptx.tab.h"
#include <string.h>

/* ---- nodes ---- */

void add_component(struct parser *p, span at, struct name name) {
    add_node(p, PTXC_OPERAND_COMPONENT, at)->name = name;
}

void add_leaf(struct parser *p, ptxc_operand_kind kind, span at) {
    add_node(p, kind, at)->value = 0;
}

void add_word(struct parser *p, span at) { add_group(p, PTXC_OPERAND_WORD, at, 0); }

void add_value(struct parser *p, span at, const struct value *value) {
    bool is_float = value->type == VALUE_FLOAT;
    struct node *n = add_node(p, is_float ? PTXC_OPERAND_FLOAT : PTXC_OPERAND_INTEGER, at);
    if (is_float)
        n->number = value->number;
    else
        n->value = value->integer;
}

const struct value *integer_only(struct parser *p, const struct value *value, span at) {
    if (value->type != VALUE_FLOAT) return value;
    report_integer_wanted(p->diags, at);
    return keep(p, value_of_int(0));
}

void add_integer(struct parser *p, span at, const struct value *value) {
    add_value(p, at, integer_only(p, value, at));
}

void add_range(struct parser *p, span at, const struct value *value) {
    add_node(p, PTXC_OPERAND_RANGE, at)->value = value->integer;
}

void add_offset(struct parser *p, span at, const struct value *value, span value_at) {
    if (value->type == VALUE_FLOAT) report_integer_wanted(p->diags, value_at);
    add_node(p, PTXC_OPERAND_OFFSET, at)->value = value->type == VALUE_FLOAT ? 0 : value->integer;
}

void minus_offset(struct parser *p, span at, span minus, const struct value *value) {
    struct diag *d = report_minus_offset(p->diags, minus);
    diag_fix(p->diags, d, minus, "+-");
    add_offset(p, at, keep(p, value_unary('-', *value)), at);
}

void add_group(struct parser *p, ptxc_operand_kind kind, span at, uint64_t count) {
    uint32_t end = p->ast->nodes.count, first = end;
    for (uint64_t i = 0; i < count; i++) first -= 1 + node_size(p->ast, first - 1);
    struct node *n = add_node(p, kind, at);
    n->group.count = (uint32_t)count;
    n->group.size = end - first;
}

void add_index(struct parser *p, span at, struct name name) {
    add_node(p, PTXC_OPERAND_INDEX, at)->name = name;
}

/* The name of a function is read before its parameters, but its node is created after theirs. Move
 * it before them, where the text has it. */
void add_declared_parameters(struct parser *p, span at, struct name name) {
    struct ast *ast = p->ast;
    add_symbol(p, at, name);
    uint32_t last = ast->nodes.count - 1;
    struct node symbol = *ast_node(ast, last);
    uint32_t first = last - 1 - node_size(ast, last - 1);
    for (uint32_t i = last; i > first; i--) *ast_node(ast, i) = *ast_node(ast, i - 1);
    *ast_node(ast, first) = symbol;
}

/* ---- statements ---- */

static struct stmt *push_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head,
                              uint64_t roots) {
    if (roots > MAX_OPERANDS) {
        report_too_many(p->diags, head, MAX_OPERANDS, phrase(P_operands_));
        p->ast->nodes.count = ast_nodes_begin(p->ast, p->ast->stmts.count);
        kind = PTXC_STMT_ERROR;
        roots = 0;
    }
    struct stmt *s = list_add(p->arena, &p->ast->stmts);
    *s = (struct stmt){.start = at.start,
                       .end = at.end,
                       .head = head.end - head.start,
                       .head_start = head.start,
                       .nodes_end = p->ast->nodes.count,
                       .roots = roots & 0xffffff,
                       .kind = (unsigned)kind & 31};
    /* An error in one of its words has been reported, so it is not checked. */
    if (kind == PTXC_STMT_INSTRUCTION && p->lexer.error_count != p->stmt.lexer_errors)
        s->kind = PTXC_STMT_ERROR;
    return s;
}

static uint32_t word_end(const struct parser *p, uint32_t at) {
    while (p->text[at] > ' ' && p->text[at] != '/') at++;
    return at;
}

void add_stmt(struct parser *p, ptxc_stmt_kind kind, span at, span head, uint64_t roots) {
    /* `location` covers the whole `.loc 1 2 3` */
    if (kind == PTXC_STMT_LOC) head.end = word_end(p, head.start);
    push_stmt(p, kind, at, head, roots);
    if (kind == PTXC_STMT_LOC)
        *(uint32_t *)list_add(p->arena, &p->ast->locs) = p->ast->stmts.count - 1;
}

/* Searches a new chain for words such as `.6d`; each chain is searched once. */
COLD static void find_digit_words(struct parser *p, struct chain *chain) {
    const char *text = p->text + chain->start;
    for (uint32_t i = 0; i + 1 < chain->length; i++) {
        if (text[i] != '.' || text[i + 1] < '0' || text[i + 1] > '9') continue;
        if (lexer_is_digit_word(text + i + 1)) continue;
        chain->bad_word = i;
        return;
    }
}

uint64_t chain_of(struct parser *p, span head) {
    uint32_t known = p->names->chains.count;
    uint32_t chain = intern_chain(p->names, head.start, head.end);
    if (chain == known) find_digit_words(p, chain_at(p->names, chain));
    return chain;
}

void add_instruction(struct parser *p, span at, span head, uint64_t chain, uint64_t roots) {
    struct stmt *s = push_stmt(p, PTXC_STMT_INSTRUCTION, at, head, roots);
    if (s->kind == PTXC_STMT_INSTRUCTION) s->head = (uint32_t)chain;
}

void add_spaced(struct parser *p, span at, span head, uint64_t roots) {
    if (declares_without_dot(p))
        add_error(p, at);
    else
        add_instruction(p, at, head, chain_of(p, head), roots);
}

/* The guard's nodes already precede those of the operands. */
void guard_instruction(struct parser *p, span guard) {
    uint32_t i = p->ast->stmts.count - 1;
    if (ast_stmt(p->ast, i)->kind == PTXC_STMT_LABEL) i--;
    struct stmt *s = ast_stmt(p->ast, i);
    if (s->nodes_end == ast_nodes_begin(p->ast, i)) return; /* too long, and therefore dropped */
    s->start = guard.start;
    s->roots++;
    s->guarded = true;
}

void add_label(struct parser *p, span at, span head, struct name name) {
    add_symbol(p, head, name);
    push_stmt(p, PTXC_STMT_LABEL, at, head, 1);
}

void add_unended(struct parser *p, span head, uint64_t chain, span label, span colon,
                 struct name name) {
    span end = {head.end, head.end};
    struct diag *d = report_missing_semicolon(p->diags, end, phrase(P_the_instruction));
    diag_fix(p->diags, d, end, ";");
    add_instruction(p, head, head, chain, 0);
    add_label(p, across(label, colon), label, name);
}

void add_file(struct parser *p, span at, span head, span index_at, const struct value *index,
              span name) {
    add_value(p, index_at, index);
    add_leaf(p, PTXC_OPERAND_STRING, name);
    add_stmt(p, PTXC_STMT_FILE, at, head, 2);
    *(uint32_t *)list_add(p->arena, &p->ast->files) = p->ast->stmts.count - 1;
}

static span open_brace(const struct parser *p) {
    uint32_t at = p->open_braces[p->depth - 1];
    return (span){at, at + 1};
}

/* All braces must be closed before `what`. Reports that the innermost one is not, and closes all of
 * them. */
static void close_all(struct parser *p, span at, struct text what) {
    if (!p->depth) return;
    struct diag *d = report_missing_brace(p->diags, at, what);
    note_opened_here(p->diags, d, open_brace(p));
    p->ast->brace_errors = true;
    span none = {at.start, at.start};
    while (p->depth) {
        p->depth--;
        push_stmt(p, PTXC_STMT_CLOSE, none, none, 0);
    }
}

void add_prototype(struct parser *p, span at, span head, uint64_t roots) {
    push_stmt(p, PTXC_STMT_FUNCTION, at, head, roots);
    *(uint32_t *)list_add(p->arena, &p->ast->functions) = p->ast->stmts.count - 1;
}

void add_function(struct parser *p, span at, span head, uint64_t roots) {
    if (p->depth) {
        /* Its nodes belong to the function, not to the braces that are closed before it. */
        uint32_t first = p->ast->stmts.count;
        close_all(p, head, phrase(P_the_next_function));
        uint32_t begin = ast_nodes_begin(p->ast, first);
        for (uint32_t i = first; i < p->ast->stmts.count; i++)
            ast_stmt(p->ast, i)->nodes_end = begin;
    }
    add_prototype(p, at, head, roots);
    ast_stmt(p->ast, p->ast->stmts.count - 1)->body = true;
}

void add_open(struct parser *p, span at) {
    if (p->depth == p->brace_room) {
        uint32_t room = p->brace_room ? 2 * p->brace_room : 64;
        uint32_t *braces = arena_alloc(p->arena, room * sizeof *braces);
        if (p->depth) memcpy(braces, p->open_braces, p->depth * sizeof *braces);
        p->open_braces = braces;
        p->brace_room = room;
    }
    p->open_braces[p->depth++] = at.start;
    push_stmt(p, PTXC_STMT_OPEN, at, at, 0);
}

void add_close(struct parser *p, span at) {
    if (!p->depth) {
        p->ast->brace_errors = true; /* reported with the statements outside of functions */
        push_stmt(p, PTXC_STMT_ERROR, at, at, 0);
        return;
    }
    p->depth--;
    push_stmt(p, PTXC_STMT_CLOSE, at, at, 0);
}

void add_error(struct parser *p, span at) {
    p->ast->nodes.count = ast_nodes_begin(p->ast, p->ast->stmts.count);
    bool lost = poison_names(p, at.start, at.end) || p->text[at.start] == '<';
    push_stmt(p, PTXC_STMT_ERROR, at, at, 0)->lost_names = lost;
}

void end_module(struct parser *p, span at) {
    /* An unterminated comment or string has swallowed the braces. */
    if (p->lexer.cut_short) p->depth = 0;
    close_all(p, (span){at.start, at.start}, phrase(P_end_of_file));
}

void statement_done(struct parser *p, int next) {
    p->stmt.at_start = next == TOK_PTX_EMPTY;
    p->stmt.recovering = false;
    p->stmt.nesting = p->stmt.braces = p->stmt.waiting = p->stmt.questions = 0;
    p->values.count = 0;
    if (!p->stmt.at_start) begin_statement(p, &p->last);
}

/* ---- constants ---- */

const struct value *binary(struct parser *p, int op, const struct value *a, const struct value *b,
                           span at) {
    struct value result = value_of_int(0);
    bool mixed = (a->type == VALUE_FLOAT) != (b->type == VALUE_FLOAT);
    if (mixed)
        report_constant_mix(p->diags, at);
    else if (a->type == VALUE_FLOAT && !value_takes_floats(op))
        report_integer_wanted(p->diags, at);
    else if (!value_binary(op, *a, *b, &result))
        report_zero_division(p->diags, at);
    return keep(p, result);
}

const struct value *unary(struct parser *p, int op, const struct value *a, span at) {
    if (a->type != VALUE_FLOAT || op == '-') return keep(p, value_unary(op, *a));
    report_integer_wanted(p->diags, at);
    return keep(p, value_of_int(0));
}

const struct value *cast(struct parser *p, span type, const struct value *value) {
    struct text t = text_at(p->text, type);
    bool is_signed = t.length == 4 && !memcmp(t.start, ".s64", 4);
    if (!is_signed && (t.length != 4 || memcmp(t.start, ".u64", 4))) check_word(p, type, ".s64");
    return keep(
        p, value_cast(*integer_only(p, value, type), is_signed ? VALUE_SIGNED : VALUE_UNSIGNED));
}

const struct value *choose(struct parser *p, const struct value *condition, span at,
                           const struct value *yes, const struct value *no) {
    if (yes->type == VALUE_FLOAT)
        integer_only(p, yes, at);
    else
        no = integer_only(p, no, at);
    return integer_only(p, condition, at)->integer ? yes : no;
}
