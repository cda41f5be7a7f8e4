/* SPDX-License-Identifier: Apache-2.0
 * Checks instructions against the tables: resolves names, and skips lines like one that was
 * clean before. Manual: Instruction Operands; Predicated Execution. */
#include "chain/chain.h"
#include "check/check.h"
#include "syntax/lexer.h"
#include "match/observer.h"
#include "match/parts.h"
#include <string.h>

/* ---- operands with resolved names ---- */

/* `y` is what the name refers to; NULL for a special register, or if it is undeclared. */
static void fill_as(struct checker *c, const struct symbol *y, const struct node *n,
                    struct operand *o) {
    o->shape = OP_UNKNOWN;
    o->component = n->kind == PTXC_OPERAND_COMPONENT;
    if (!y) {
        int special = special_of(c, n);
        if (special < 0) return;
        o->shape = OP_SPECIAL;
        o->type = isa_specials[special].type;
        o->narrow = isa_specials[special].narrow;
        if (n->kind != PTXC_OPERAND_COMPONENT) o->vector = isa_specials[special].components;
        return;
    }
    operand_take_symbol(o, y);
    operand_take_part(o, c->text, n);
    if (o->component) o->vector = 0;
}

static void fill_name(void *checker, const struct node *n, struct operand *o) {
    struct checker *c = checker;
    fill_as(c, symbols_lookup(&c->symbols, n->name), n, o);
}

void check_operand(struct checker *c, const struct node *n, struct operand *o) {
    *o = (struct operand){.span = node_span(n), .shape = operand_shape(n->kind)};
    if (n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_COMPONENT) fill_name(c, n, o);
}

/* ---- similar lines ---- */

/* Returns what the tables test about a node that is not a plain register; its children are the
 * nodes before it. */
static uint32_t node_word(struct checker *c, const struct node *n, struct line_key *key) {
    struct operand o = {.span = node_span(n), .shape = operand_shape(n->kind)};
    switch (n->kind) {
    case PTXC_OPERAND_SYMBOL:
    case PTXC_OPERAND_COMPONENT: fill_name(c, n, &o); break;
    case PTXC_OPERAND_INDEX:
        fill_name(c, n, &o);
        o.count = 2; /* a name has no children */
        break;
    case PTXC_OPERAND_INTEGER:
    case PTXC_OPERAND_FLOAT: line_add_number(key, n->value); return match_signature(&c->match, &o);
    case PTXC_OPERAND_MINUS: c->insn.signs++; /* fall through */
    default: o.count = node_child_count(n);
    }
    return match_signature_of(&o);
}

/* Returns room for the key of a line with this many nodes; the next line reuses it. */
static uint32_t *key_words(struct checker *c, uint32_t nodes) {
    if (c->scratch.word_room < 3 * nodes) {
        c->scratch.word_room = 6 * nodes;
        c->scratch.words = arena_alloc(c->arena, c->scratch.word_room * sizeof *c->scratch.words);
    }
    return c->scratch.words;
}

/* Computes the key of an instruction and checks its names at the same time. */
static struct line_key key_of(struct checker *c, uint32_t stmt, uint32_t chain, uint32_t begin) {
    uint32_t end = ast_stmt(c->ast, stmt)->nodes_end, count = end - begin;
    struct line_key key = line_begin(chain, count + 1, key_words(c, count + 1));
    for (uint32_t i = begin; i < end; i++) {
        const struct node *n = ast_node(c->ast, i);
        const struct symbol *y = n->kind == PTXC_OPERAND_SYMBOL ? common_register(c, n) : NULL;
        struct operand o = {.shape = OP_UNKNOWN};
        if (y) {
            operand_take_symbol(&o, y);
            line_add(&key, i - begin, match_signature_of(&o));
        } else {
            check_name(c, stmt, n);
            line_add(&key, i - begin, node_word(c, n, &key));
        }
    }
    line_add(&key, count, c->match.guarded | (uint32_t)c->match.in_kernel << 1);
    return key;
}

/* ---- instructions ---- */

/* Returns true for `-r` if r holds a 32-bit integer. */
static bool is_negative(const struct operand *o) {
    const struct operand *in = o + 1;
    const struct isa_type *type = &isa_types[in->type];
    bool is_register = in->shape == OP_REGISTER || in->shape == OP_PART;
    return o->shape == OP_MINUS && is_register && !in->vector && type->width == 32 &&
           (type->kind == TYPE_BITS ? !strcmp(type->name, ".b32")
                                    : type->kind == TYPE_UINT || type->kind == TYPE_SINT);
}

/* If the two operands after the first have the only signs in an instruction that does not support
 * signs, the assembler ignores both, whatever the instruction computes. Returns the span of the
 * signs, or NO_SPAN. */
static ptxc_span drop_signs(struct checker *c, uint32_t chain, ptxc_span head,
                            struct operand *operands, uint32_t roots) {
    struct match_basis basis;
    if (c->insn.signs != 2 || roots < 3) return NO_SPAN;
    /* Counted separately. */
    if (operands->shape == OP_ADDRESS && operands->count > 1) return NO_SPAN;
    struct operand *a = operands + 1 + operands->size, *end = operands;
    if (!is_negative(a) || !is_negative(a + 2) ||
        match_accepts(&c->match, chain, head, operands, roots, &basis))
        return NO_SPAN;
    ptxc_span signs = {a->span.start, a[2].span.end};
    for (uint32_t k = 0; k < roots; k++) end += 1 + end->size;
    a[0] = a[1];
    a[1] = a[3];
    memmove(a + 2, a + 4, (size_t)(end - (a + 4)) * sizeof *a);
    return signs;
}

/* Builds the operands of instruction `i`, which has `nodes` nodes, in memory that the next
 * instruction reuses. The guard is not an operand. */
static struct operand *build_with(struct checker *c, const struct operand_builder *builder,
                                  uint32_t i, uint32_t nodes, uint32_t *count) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t roots = s->roots - s->guarded, few[32];
    uint32_t *root = roots <= 32 ? few : arena_alloc(c->arena, roots * sizeof *root);
    ast_siblings(c->ast, s->nodes_end, roots, root);
    size_t most = 2 * (size_t)nodes + 1; /* an INDEX becomes two */
    if (most > c->scratch.operand_room) {
        c->scratch.operand_room = 2 * most;
        c->scratch.operands =
            arena_alloc(c->arena, c->scratch.operand_room * sizeof *c->scratch.operands);
    }
    struct operand *next = c->scratch.operands;
    for (uint32_t k = 0; k < roots; k++) next = operand_build(builder, root[k], next);
    *count = roots;
    return c->scratch.operands;
}

static struct operand *build_operands(struct checker *c, uint32_t i, uint32_t nodes,
                                      uint32_t *count) {
    struct operand_builder builder = {c->arena, c->ast, c->text, fill_name, c};
    return build_with(c, &builder, i, nodes, count);
}

/* Called if the line is not known to be clean, or if its requirements are needed. */
APART static const struct match_described *judge(struct checker *c, uint32_t i,
                                                 const struct line_key *key, ptxc_span head) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t roots;
    struct operand *operands = build_operands(c, i, key->nodes, &roots);
    ptxc_span signs = drop_signs(c, key->chain, head, operands, roots);
    struct judged_line line = {{key->chain, head, operands, roots}, key, false};
    struct observer *o = c->match.observer;
    uint32_t errors = c->diags->error_count;
    const struct match_described *described =
        match_instruction(&c->match, key, head, (ptxc_span){s->start, s->end}, operands, roots);
    if (!span_is_none(signs) && c->diags->error_count == errors)
        report_manual_rule(c->diags, signs, phrase(P_forgotten_signs));
    line.accepted = c->diags->error_count == errors;
    if (c->asked.any_toolkit) check_releases(c, &line.line, errors);
    if (o && o->line) o->line(o, &c->match, &line);
    return described;
}

/* Checks operands that consist of fields. */
static void check_described(struct checker *c, uint32_t i,
                            const struct match_described *described) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t roots = s->roots - s->guarded, root[ISA_MOST_OPERANDS];
    if (roots > ISA_MOST_OPERANDS) return;
    ast_siblings(c->ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; k++)
        if (described[k].layout) check_descriptor(c, i, root[k], &described[k]);
}

/* Reports the registers in an operand that need memory which the entry does not have. */
static void needs_memory(struct checker *c, const struct operand *root) {
    for (const struct operand *o = root; o < operand_next(root); o++) {
        struct text name = text_at(c->text, o->span);
        int special = o->shape == OP_SPECIAL ? isa_special_find(name.start, name.length) : -1;
        if (special >= 0 && isa_specials[special].holds == HOLDS_CTA_MEMORY)
            report_special_needs_memory(c->diags, o->span, name);
    }
}

/* The assembler requires the memory only where it copies the register. */
static void check_cta_memory(struct checker *c, uint32_t i, const struct line_key *key,
                             ptxc_span head) {
    uint32_t roots;
    const struct operand *o = build_operands(c, i, key->nodes, &roots);
    struct fit fit;
    const struct chain_form *f = match_read(&c->match, key->chain, head, o, roots, &fit);
    for (uint32_t k = 0; f && k < roots; k++, o = operand_next(o)) {
        bool whole = o->shape == OP_SPECIAL || o->shape == OP_ADDRESS;
        if (whole && match_moves(&c->match, f, &fit, o)) needs_memory(c, o);
    }
}

/* Checks rules of the tables about names, rather than kinds of operands. */
static void check_as_written(struct checker *c, uint32_t i, const struct chain_info *info) {
    if (info->converged && ast_stmt(c->ast, i)->guarded) check_guard(c, i);
    if (info->insn == ISA_NONE) return;
    if (isa_does(info->insn, DOES_CALL)) check_call(c, i);
    check_sequence(c, i, info);
    if (isa_insns[info->insn].distinct) check_distinct(c, i, isa_insns[info->insn].distinct);
}

static void known_instruction(struct checker *c, uint32_t i, const struct chain_info *info,
                              uint32_t begin) {
    const struct stmt *s = ast_stmt(c->ast, i);
    ptxc_span head = {s->head_start, s->head_start + chain_at(c->names, s->head)->length};
    const struct match_described *described = NULL;
    c->match.guarded = s->guarded;
    c->insn.unjudged = false;
    c->insn.signs = 0;
    c->insn.of_memory = false;
    struct line_key key = key_of(c, i, s->head, begin);
    if (c->insn.unjudged) return;
    uint32_t errors = c->diags->error_count;
    const struct observer *o = c->match.observer;
    if ((o && o->each_line) || c->insn.signs == 2 ||
        !match_recall(&c->match, info, head, &key, &described))
        described = judge(c, i, &key, head);
    if (described) check_described(c, i, described);
    if (c->insn.of_memory && c->body.lacks_memory && c->diags->error_count == errors)
        check_cta_memory(c, i, &key, head);
    if (c->diags->error_count == errors) check_as_written(c, i, info);
}

static void bad_word(struct checker *c, const struct stmt *s) {
    uint32_t start = s->head_start + chain_at(c->names, s->head)->bad_word, end = start + 1;
    while (is_name_byte(c->text[end])) end++;
    ptxc_span at = {start, end};
    report_digit_word(c->diags, at, text_at(c->text, at));
}

/* Returns true if the opcode is missing and the first operand is in its place. */
static bool is_an_operand(const struct checker *c, const struct stmt *s) {
    char first = c->text[s->head_start];
    return first == '%' || first == '$' || first == '_';
}

/* Returns true for words for which no row is expected. */
static bool is_no_opcode(const struct checker *c, const struct stmt *s,
                         const struct chain_info *info) {
    if (info->insn != ISA_NONE || info->is_closed) return false;
    return is_an_operand(c, s) || chain_at(c->names, s->head)->bad_word;
}

static void unknown_instruction(struct checker *c, const struct stmt *s) {
    ptxc_span head = {s->head_start, s->head_start + chain_at(c->names, s->head)->length};
    if (is_an_operand(c, s)) {
        report_not_an_opcode(c->diags, head, text_at(c->text, head));
        return;
    }
    if (chain_at(c->names, s->head)->bad_word) bad_word(c, s);
    struct observer *o = c->match.observer;
    if (o && o->unknown) o->unknown(o, &c->match, s->head, head);
}

static bool is_predicate(const struct operand *o) {
    return (o->shape == OP_REGISTER || o->shape == OP_SPECIAL) && !o->vector &&
           isa_types[o->type].kind == TYPE_PRED;
}

static void guard(struct checker *c, const struct node *n) {
    struct operand o = {.shape = OP_UNKNOWN};
    fill_name(c, n, &o);
    if ((o.shape != OP_UNKNOWN || n->kind == PTXC_OPERAND_SINK) && !is_predicate(&o))
        report_guard_type(c->diags, node_span(n), name_text(c, n));
}

/* Checks the guard and returns the first node after it. */
static uint32_t check_guarded(struct checker *c, uint32_t i, uint32_t begin) {
    guard(c, ast_node(c->ast, begin));
    check_name(c, i, ast_node(c->ast, begin));
    while (ast_node(c->ast, begin)->kind != PTXC_OPERAND_GUARD) begin++;
    return begin + 1;
}

APART static void announce_accepted(struct checker *c, uint32_t i, uint32_t begin) {
    uint32_t roots, nodes = ast_stmt(c->ast, i)->nodes_end - begin;
    struct operand *operands = build_operands(c, i, nodes, &roots);
    c->match.observer->accepted(c->match.observer, &c->match,
                                &(struct accepted_stmt){c->ast, i, operands, roots});
}

void check_instruction(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t begin = ast_nodes_begin(c->ast, i), errors = c->diags->error_count;
    if (s->guarded) begin = check_guarded(c, i, begin);
    const struct chain_info *info = chain_info(c->arena, c->names, s->head, c->match.release);
    if (chain_is_judged(info, c->match.ignore_unknown) && !is_no_opcode(c, s, info)) {
        known_instruction(c, i, info, begin);
    } else {
        for (uint32_t n = begin; n < s->nodes_end; n++) check_name(c, i, ast_node(c->ast, n));
        unknown_instruction(c, s);
    }
    const struct observer *o = c->match.observer;
    if (o && o->accepted && c->diags->error_count == errors) announce_accepted(c, i, begin);
}

/* ---- trying another name ---- */

struct replaced {
    struct checker *checker;
    uint32_t start; /* position of the name */
    const struct symbol *by;
    bool indexes_scalar;
};

static void fill_replaced(void *user, const struct node *n, struct operand *o) {
    struct replaced *r = user;
    if (n->start != r->start) {
        fill_name(r->checker, n, o);
        return;
    }
    fill_as(r->checker, r->by, n, o);
    r->indexes_scalar = n->kind == PTXC_OPERAND_INDEX && !r->by->elements;
}

bool check_accepts_name(struct checker *c, uint32_t stmt, uint32_t start, const struct symbol *by) {
    enum { MOST_NODES = 256 };
    const struct stmt *s = ast_stmt(c->ast, stmt);
    uint32_t begin = ast_nodes_begin(c->ast, stmt), nodes = s->nodes_end - begin, count;
    struct replaced r = {c, start, by, false};
    if (s->kind != PTXC_STMT_INSTRUCTION) return true;
    if (nodes > MOST_NODES) return false;
    if (s->guarded && ast_node(c->ast, begin)->start == start) {
        struct operand o = {0};
        fill_as(c, by, ast_node(c->ast, begin), &o);
        return is_predicate(&o);
    }
    struct operand_builder builder = {c->arena, c->ast, c->text, fill_replaced, &r};
    struct operand *operands = build_with(c, &builder, stmt, nodes, &count);
    ptxc_span head = {s->head_start, s->head_start + chain_at(c->names, s->head)->length};
    struct match_basis basis;
    c->match.guarded = s->guarded;
    return !r.indexes_scalar && match_accepts(&c->match, s->head, head, operands, count, &basis);
}
