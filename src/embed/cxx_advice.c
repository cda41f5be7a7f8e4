/* SPDX-License-Identifier: Apache-2.0
 * Operands of asm statements. Warnings: operands that are never used, inputs that are written,
 * outputs that are read. Errors: constraints that no CUDA compiler accepts. */
#include "syntax/ast.h"
#include "embed/cxx.h"
#include "match/effect.h"
#include "syntax/intern.h"
#include <string.h>

/* Returns the asm operand that a node names, or NULL. */
static struct cxx_operand *operand_of(const struct cxx_text *t, const struct cxx_asm *a,
                                      const struct node *n) {
    uint32_t index = 0, i = 1;
    const char *name = t->ptx.start + n->start;
    if (n->kind != PTXC_OPERAND_SYMBOL || name[0] != '%' || n->length > 6) return NULL;
    for (; i < n->length && cxx_is_digit(name[i]); i++)
        index = 10 * index + (uint32_t)(name[i] - '0');
    bool is_operand = i > 1 && i == n->length && index < a->operand_count;
    return is_operand ? cxx_operand_at(t->cxx, a, index) : NULL;
}

static void written(const struct cxx_text *t, const struct cxx_asm *a, const struct node *n,
                    struct text chain) {
    const struct cxx_operand *o = operand_of(t, a, n);
    if (!o || o->output || !o->letter) return;
    ptxc_span at = node_span(n);
    struct diag *d =
        report_asm_input(t->diags, cxx_text_map(t, at), text_at(t->ptx.start, at), chain);
    note_operand_is(t->diags, d, o->constraint, text_at(t->ptx.start, at),
                    text_at(t->cxx->text, o->constraint));
}

/* Checks one operand, or all elements of a vector or pair. */
static void check_root(const struct cxx_text *t, const struct ast *ast, const struct cxx_asm *a,
                       uint32_t root, struct text chain) {
    const struct node *n = ast_node(ast, root);
    written(t, a, n, chain);
    if (n->kind != PTXC_OPERAND_VECTOR && n->kind != PTXC_OPERAND_PAIR) return;
    for (uint32_t i = root - node_size(ast, root); i < root; i++)
        written(t, a, ast_node(ast, i), chain);
}

static void check_written(const struct cxx_text *t, const struct ast *ast, const struct cxx_asm *a,
                          uint32_t stmt, struct text chain, const struct effect *effect) {
    enum { MOST = 32 };
    const struct stmt *s = ast_stmt(ast, stmt);
    uint32_t root[MOST];
    if (s->roots <= s->guarded || s->roots > MOST) return;
    ast_siblings(ast, s->nodes_end, s->roots, root);
    for (uint32_t i = s->guarded; i < s->roots; i++)
        if (effect_access(effect, i - s->guarded) != ACCESS_READ)
            check_root(t, ast, a, root[i], chain);
}

/* ---- outputs that are read before they are written ---- */

/* An output whose constraint lacks the `=` already has an error, and may be meant as an input. */
static bool is_write_only(const struct cxx *cxx, const struct cxx_operand *o) {
    struct text constraint = text_at(cxx->text, o->constraint);
    return o->output && !o->input && memchr(constraint.start, '=', constraint.length);
}

/* Reading an output-only operand is reported once. After it has been written, it may be read.
 * Returns true if it was reported. */
static bool see_output(const struct cxx_text *t, const struct cxx_asm *a, const struct node *n,
                       struct text chain, bool writes) {
    struct cxx_operand *o = operand_of(t, a, n);
    if (!o || o->written || !is_write_only(t->cxx, o)) return false;
    o->written = true;
    ptxc_span at = node_span(n);
    if (!writes)
        report_asm_output_read(t->diags, cxx_text_map(t, at), text_at(t->ptx.start, at), chain);
    return !writes;
}

/* Returns true if the instruction writes the node itself, or a vector that contains it. */
static bool is_target(const struct node *root, uint32_t at, uint32_t top) {
    return at == top || root->kind == PTXC_OPERAND_VECTOR || root->kind == PTXC_OPERAND_PAIR;
}

/* Returns true if its first number is 0. wgmma does not read the accumulators if its scale, which
 * is the first number, is 0. */
static bool may_skip_reading(const struct ast *ast, const struct stmt *s, const uint32_t *root) {
    for (uint32_t i = s->guarded; i < s->roots; i++) {
        const struct node *n = ast_node(ast, root[i]);
        if (n->kind == PTXC_OPERAND_INTEGER) return !n->value;
    }
    return false;
}

/* How an instruction uses an operand, or each element of a vector. */
struct use {
    bool written, updated;
    uint32_t root;
};

/* Processes outputs that are read or, in the second pass, written. Only the first one is reported,
 * because an accumulator has a hundred. */
static bool see_outputs(const struct cxx_stmts *stmts, const struct cxx_asm *a,
                        const struct use *use, struct text chain, bool writes) {
    const struct ast *ast = stmts->ast;
    const struct node *top = ast_node(ast, use->root);
    for (uint32_t k = use->root - node_size(ast, use->root); k <= use->root; k++) {
        bool target = use->written && is_target(top, k, use->root);
        bool asked = writes ? target : !target || use->updated;
        if (asked && see_output(stmts->t, a, ast_node(ast, k), chain, writes)) return true;
    }
    return false;
}

/* Reads are processed before writes. */
static void check_output_read(const struct cxx_stmts *stmts, const struct cxx_asm *a, uint32_t stmt,
                              struct text chain, const struct effect *effect) {
    enum { MOST = 32 };
    const struct stmt *s = ast_stmt(stmts->ast, stmt);
    uint32_t root[MOST];
    if (!s->roots || s->roots > MOST) return;
    ast_siblings(stmts->ast, s->nodes_end, s->roots, root);
    bool skips = may_skip_reading(stmts->ast, s, root);
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t i = 0; i < s->roots; i++) {
            enum effect_access access =
                i < s->guarded ? ACCESS_READ : effect_access(effect, i - s->guarded);
            struct use use = {access != ACCESS_READ, access == ACCESS_UPDATED && !skips, root[i]};
            see_outputs(stmts, a, &use, chain, writes);
        }
}

/* If control can come from elsewhere, or an operand shares the register of another, it is unknown
 * what has been written. */
static bool is_straight(const struct cxx_text *t, const struct ast *ast,
                        const struct interner *names, const struct cxx_asm *a, uint32_t stmt,
                        uint32_t stmt_end) {
    for (uint32_t i = 0; i < a->operand_count; i++)
        if (cxx_operand_at(t->cxx, a, i)->tied) return false;
    for (; stmt < stmt_end; stmt++) {
        const struct stmt *s = ast_stmt(ast, stmt);
        if (s->kind == PTXC_STMT_ERROR || s->kind == PTXC_STMT_LABEL) return false;
        if (s->kind != PTXC_STMT_INSTRUCTION) continue;
        struct effect effect = effect_of(chain_at(names, s->head)->info);
        if (effect.insn == ISA_NONE || isa_does(effect.insn, DOES_CALL)) return false;
    }
    return true;
}

/* Returns true if an operand that the text uses has the same expression. Generators list inputs
 * twice. */
static bool is_given_twice(const struct cxx *cxx, const struct cxx_asm *a, uint32_t index) {
    enum { MOST = 2048 };
    const struct cxx_operand *o = cxx_operand_at(cxx, a, index);
    struct text expression = text_at(cxx->text, o->expression);
    for (uint32_t i = 0; i < a->operand_count && i < MOST && !o->output; i++) {
        const struct cxx_operand *other = cxx_operand_at(cxx, a, i);
        if (!other->used || !other->input || other->letter != o->letter) continue;
        if (text_same(text_at(cxx->text, other->expression), expression)) return true;
    }
    return false;
}

/* Returns true if the text uses another "+r" operand. If it uses none, they may only keep values in
 * their registers, such as accumulators across a wait. */
static bool names_updated(const struct cxx *cxx, const struct cxx_asm *a, char letter) {
    for (uint32_t i = 0; i < a->operand_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(cxx, a, i);
        if (o->used && o->input && o->output && o->letter == letter) return true;
    }
    return false;
}

/* Returns true if the text does not use it, and its only purpose is not to be tied to the asm. */
static bool is_unused(const struct cxx *cxx, const struct cxx_asm *a, const struct cxx_operand *o) {
    if (o->used || o->tied) return false;
    return !(o->input && o->output) || names_updated(cxx, a, o->letter);
}

static void check_unused(const struct cxx_text *t, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count && !(a->traits & CXX_MISNAMED); i++) {
        const struct cxx_operand *o = cxx_operand_at(t->cxx, a, i);
        if (!is_unused(t->cxx, a, o)) continue;
        if (is_given_twice(t->cxx, a, i))
            report_asm_unused_pedantic(t->diags, o->constraint, i);
        else
            report_asm_unused(t->diags, o->constraint, i);
    }
}

void cxx_advise(const struct cxx_stmts *stmts, struct cxx_asm *a) {
    const struct cxx_text *t = stmts->t;
    const struct ast *ast = stmts->ast;
    bool straight = is_straight(t, ast, stmts->names, a, stmts->first, stmts->end);
    check_unused(t, a);
    if (a->has_error) return; /* the error in the operand has already been reported */
    for (uint32_t stmt = stmts->first; stmt < stmts->end; stmt++) {
        const struct stmt *s = ast_stmt(ast, stmt);
        if (s->kind != PTXC_STMT_INSTRUCTION) continue;
        const struct chain *c = chain_at(stmts->names, s->head);
        struct text chain = cxx_chain(t, s->head_start, c->length);
        struct effect effect = effect_of(c->info);
        check_written(t, ast, a, stmt, chain, &effect);
        if (straight) check_output_read(stmts, a, stmt, chain, &effect);
    }
}

/* ---- constraints that no CUDA compiler accepts ---- */

/* Returns the text between the quotes. */
static struct text text_inside_quotes(const struct cxx *cxx, ptxc_span literal) {
    const char *start = cxx->text + literal.start, *end = cxx->text + literal.end - 1;
    while (start < end && *start != '"') start++;
    if (start < end) start++;
    return (struct text){start, (uint32_t)(end - start)};
}

/* Letters that other compilers support ("m", "i", or two at once) are not reported. */
static void check_letters(const struct cxx *cxx, struct diags *diags, const struct cxx_operand *o,
                          struct text letters) {
    static const char known[] = "bhrlqfdnC", elsewhere[] = "0123456789cgimopsEFNVX<>";
    if (letters.length > 1 ||
        (letters.length && (strchr(known, *letters.start) || strchr(elsewhere, *letters.start))))
        return;
    report_asm_constraint(diags, o->constraint, text_at(cxx->text, o->constraint));
}

static void check_operand(const struct cxx *cxx, struct diags *diags, const struct cxx_operand *o) {
    struct text t = text_inside_quotes(cxx, o->constraint);
    bool writes = false;
    if (t.length && *t.start == '\\') return; /* a constraint spelled with escapes */
    while (t.length && strchr("=+&", *t.start)) {
        writes |= *t.start != '&';
        t.start++;
        t.length--;
    }
    if (o->output && !writes)
        report_asm_direction(diags, o->constraint, phrase(P_an_output), phrase(P_written_mark));
    else if (!o->output && writes)
        report_asm_direction(diags, o->constraint, phrase(P_an_input), phrase(P_no_written_mark));
    else
        check_letters(cxx, diags, o, t);
}

void cxx_check_constraints(const struct cxx *cxx, struct diags *diags, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(cxx, a, i);
        bool is_macro = cxx->text[o->constraint.end - 1] != '"';
        if (!is_macro) check_operand(cxx, diags, o);
    }
    if (!a->block && !span_is_none(a->clobber))
        report_asm_clobber(diags, a->clobber, text_at(cxx->text, a->clobber));
}
