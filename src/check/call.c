/* SPDX-License-Identifier: Apache-2.0
 * Checks the arguments of a call against the function that it calls: its declaration, or the
 * list that says what a register may hold. Manual: Control Flow Instructions (call); Control
 * Flow Directives (.calltargets, .callprototype). */
#include "check/check.h"
#include "base/text_builder.h"
#include "match/parts.h"
#include "symbols/signature.h"

#define NONE UINT32_MAX

/* The operands of a call. NONE means that it does not have one. */
struct call_read {
    uint32_t results, target, arguments, list;
};

static uint8_t kind_of_node(const struct checker *c, uint32_t node) {
    return ast_node(c->ast, node)->kind;
}

/* Returns true for `(x)` and for a number, because `(1)` is parsed as a number. */
static bool is_group(const struct checker *c, uint32_t node) {
    uint8_t kind = kind_of_node(c, node);
    return kind == PTXC_OPERAND_LIST || kind == PTXC_OPERAND_INTEGER || kind == PTXC_OPERAND_FLOAT;
}

static struct call_read read_call(const struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    struct call_read call = {NONE, NONE, NONE, NONE};
    uint32_t count = s->roots - s->guarded, root[4], k = 0;
    if (count > 4) return call;
    ast_siblings(c->ast, s->nodes_end, count, root);
    if (k < count && is_group(c, root[k])) call.results = root[k++];
    if (k < count) call.target = root[k++];
    if (k < count && is_group(c, root[k])) call.arguments = root[k++];
    if (k < count) call.list = root[k];
    return call;
}

/* ---- text of messages ---- */

/* Returns "a .b32", "16 bytes of .param". */
static struct text type_text(struct checker *c, uint8_t type, uint8_t vector, uint64_t elements) {
    struct text_builder t = build_in_arena(c->arena);
    if (elements)
        return phrase_bytes_of_param(c->arena, (int64_t)(elements * isa_types[type].width / 8));
    PUT(&t, !vector ? "" : vector == 2 ? ".v2 " : ".v4 ", isa_types[type].name);
    return phrase_a_thing(c->arena, built_text(&t));
}

static struct text formal_text(struct checker *c, const struct formal *f) {
    return f->open ? phrase(P_an_array) : type_text(c, f->type, f->vector, f->elements);
}

static struct text given_text(struct checker *c, const struct node *n, const struct symbol *y) {
    struct operand o;
    if (y && y->kind == SYMBOL_VARIABLE && y->space == SPACE_PARAM)
        return type_text(c, y->type, y->vector, y->elements);
    check_operand(c, n, &o);
    return match_describe(&c->match, &o);
}

/* ---- one argument ---- */

static void wrong_argument(struct checker *c, const struct formal *f, const struct node *n,
                           const struct symbol *y, enum passing why) {
    struct text wanted = formal_text(c, f), found = given_text(c, n, y);
    if (why == WRONG_ALIGN) {
        wanted = phrase_an_alignment(c->arena, (int64_t)1 << f->align);
        found = phrase_an_alignment(c->arena, (int64_t)1 << y->align);
        found = (struct text){found.start + 16, found.length - 16};
    }
    struct text name = text_at(c->text, f->name);
    struct diag *d = report_call_argument(c->diags, node_span(n), name, wanted, found);
    note_declared_here(c->diags, d, f->name, name);
}

/* Checks one argument. Returns true if nothing is wrong with it. */
static bool argument(struct checker *c, const struct formal *f, const struct node *n, bool result) {
    enum passing why = PASSES;
    const struct symbol *y = NULL;
    if (n->kind == PTXC_OPERAND_INTEGER || n->kind == PTXC_OPERAND_FLOAT) {
        struct operand o = {.span = node_span(n), .shape = OP_FLOAT};
        bool single = match_is_single(&c->match, &o);
        if (!signature_takes_number(f, n->kind == PTXC_OPERAND_FLOAT, single)) why = WRONG_KIND;
    } else if (n->kind == PTXC_OPERAND_SINK) {
        if (!result) why = WRONG_KIND;
    } else {
        y = symbols_lookup(&c->symbols, n->name);
        if ((!y && special_of(c, n) < 0) || (y && y->kind == SYMBOL_LOST)) return true;
        bool passed = y && (y->kind == SYMBOL_REGISTER || y->kind == SYMBOL_VARIABLE);
        why = passed ? signature_passes(f, y) : WRONG_KIND;
    }
    if (why != PASSES) wrong_argument(c, f, n, y, why);
    return why == PASSES;
}

/* ---- all arguments ---- */

/* `group` is the node of the list, or NONE for an empty one. */
static bool arguments(struct checker *c, const struct signature *s, uint32_t group, uint32_t count,
                      bool result) {
    bool ok = true;
    if (!count) return true;
    const struct formal *f = result ? s->formals : &s->formals[s->results];
    if (kind_of_node(c, group) != PTXC_OPERAND_LIST)
        return argument(c, f, ast_node(c->ast, group), result);
    uint32_t few[32], *child = count <= 32 ? few : arena_alloc(c->arena, count * sizeof *child);
    ast_siblings(c->ast, group, count, child);
    for (uint32_t k = 0; k < count; k++)
        ok = argument(c, &f[k], ast_node(c->ast, child[k]), result) && ok;
    return ok;
}

static uint32_t count_of(const struct checker *c, uint32_t group) {
    if (group == NONE) return 0;
    return kind_of_node(c, group) == PTXC_OPERAND_LIST ? node_child_count(ast_node(c->ast, group))
                                                       : 1;
}

/* The last parameter may be an array without a size, and may then be omitted if there are
 * others. */
static uint32_t least_arguments(const struct signature *s) {
    bool open = s->arguments > 1 && s->formals[s->results + s->arguments - 1].open;
    return s->arguments - open;
}

/* Says how many arguments a function takes, for a call that gives too few or too many. */
static struct text arguments_text(struct checker *c, const struct signature *s, uint32_t given) {
    uint32_t least = least_arguments(s), wanted = given < s->arguments ? least : s->arguments;
    if (given < s->arguments && least < s->arguments)
        return wanted == 1 ? phrase(P_takes_one_or_more) : phrase_takes_or_more(c->arena, wanted);
    return wanted == 1 ? phrase(P_takes_one) : phrase_takes_many(c->arena, wanted);
}

/* Checks a call against one function. Returns true if it fits. `decides` says that the assembler
 * uses this function of a list to decide whether a call may give or take nothing. */
static bool against(struct checker *c, const struct call_read *call, const struct signature *s,
                    struct text name, bool decides) {
    uint32_t results = count_of(c, call->results), given = count_of(c, call->arguments);
    ptxc_span target = node_span(ast_node(c->ast, call->target));
    if (results != s->results && (results || decides)) {
        ptxc_span at = results ? node_span(ast_node(c->ast, call->results)) : target;
        report_call_count(c->diags, at, name,
                          s->results == 1 ? phrase(P_returns_one)
                                          : phrase_returns_many(c->arena, s->results),
                          results);
        return false;
    }
    if ((given < least_arguments(s) && (given || decides)) || given > s->arguments) {
        ptxc_span at = given ? node_span(ast_node(c->ast, call->arguments)) : target;
        report_call_count(c->diags, at, name, arguments_text(c, s, given), given);
        return false;
    }
    bool ok = arguments(c, s, call->results, results, true);
    return arguments(c, s, call->arguments, given, false) && ok;
}

/* ---- callees ---- */

/* Checks a call against each function that nodes name, until one does not fit. `decides` is the
 * node of the function that decides. */
static void against_all(struct checker *c, const struct call_read *call, uint32_t from, uint32_t to,
                        uint32_t decides) {
    enum { MOST = 1024 }; /* a million calls could name a list of a million functions */
    for (uint32_t k = from; k < to && k < from + MOST; k++) {
        const struct node *n = ast_node(c->ast, k);
        if (n->kind != PTXC_OPERAND_SYMBOL) continue;
        const struct symbol *y = symbols_lookup(&c->symbols, n->name);
        if (y && y->kind == SYMBOL_FUNCTION && y->signature &&
            !against(c, call, y->signature, name_text(c, n), k == decides))
            return;
    }
}

/* Checks a call through a .callprototype or .calltargets. */
static void by_list(struct checker *c, const struct call_read *call, const struct symbol *list) {
    if (ast_stmt(c->ast, list->range)->kind != PTXC_STMT_PROTOTYPE)
        against_all(c, call, ast_nodes_begin(c->ast, list->range),
                    ast_stmt(c->ast, list->range)->nodes_end,
                    ast_stmt(c->ast, list->range)->nodes_end - 1);
    else if (list->signature)
        against(c, call, list->signature, text_at(c->text, symbol_span(list)), true);
}

/* Checks a call through an array of functions at module scope. */
static void by_table(struct checker *c, const struct call_read *call, const struct symbol *table) {
    const struct node *n = ast_node(c->ast, call->list);
    if (!(table->flags & SYMBOL_TABLE)) {
        report_no_table(c->diags, node_span(n), name_text(c, n));
        return;
    }
    uint32_t first = table->range, end = first;
    while (kind_of_node(c, end) != PTXC_OPERAND_INITIALIZER) end++;
    while (kind_of_node(c, first) != PTXC_OPERAND_SYMBOL) first++;
    against_all(c, call, first, end, first);
}

/* Returns true for `call f, 1` without parentheses, which is a syntax error to the assembler. */
static bool is_bare(struct checker *c, uint32_t group) {
    if (group == NONE || kind_of_node(c, group) == PTXC_OPERAND_LIST) return false;
    const struct node *n = ast_node(c->ast, group);
    if (c->text[n->start] == '(') return false;
    report_bare_argument(c->diags, node_span(n), name_text(c, n));
    return true;
}

void check_call(struct checker *c, uint32_t i) {
    struct call_read call = read_call(c, i);
    if (call.target == NONE || is_bare(c, call.results) || is_bare(c, call.arguments)) return;
    const struct node *target = ast_node(c->ast, call.target);
    uint32_t by = call.list == NONE ? call.target : call.list;
    const struct symbol *y = symbols_lookup(&c->symbols, ast_node(c->ast, by)->name);
    if (!y) return; /* already reported, or will be */
    if (y->kind == SYMBOL_LIST) {
        by_list(c, &call, y);
    } else if (y->kind == SYMBOL_VARIABLE) {
        by_table(c, &call, y);
    } else if (y->kind == SYMBOL_FUNCTION && y->flags & SYMBOL_ENTRY) {
        struct diag *d = report_entry_called(c->diags, node_span(target), name_text(c, target));
        note_declared_here(c->diags, d, symbol_span(y), name_text(c, target));
    } else if (y->kind == SYMBOL_FUNCTION && y->signature) {
        against(c, &call, y->signature, name_text(c, target), true);
    }
}
