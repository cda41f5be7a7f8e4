/* SPDX-License-Identifier: Apache-2.0
 * The instructions of a function with numbered registers. Names are resolved in nested scopes,
 * as in the checker: asm statements of C++ compilers are emitted as blocks in which labels and
 * predicates repeatedly have the same names. */
#include "flow/function.h"
#include "match/effect.h"
#include "match/operand.h"
#include "symbols/signature.h"
#include "isa/limits.h"

enum { MOST_DEPTH = 64 /* a label is looked up in each block around its use */ };

struct reader {
    struct flow_function *f;
    struct flow_labels *labels;
    uint32_t scopes[MOST_DEPTH + 1]; /* numbers of the open ones */
    uint32_t depth, ref_count;
    uint64_t most_registers;
    uint8_t *access; /* for the first operands of each instruction of the tables; 0 until it is
                        needed */
};

enum { ACCESS_KEPT = 16 }; /* operands whose access is cached */

/* ---- declarations ---- */

static uint32_t add_variable(struct flow_function *f, const struct symbol *y, ptxc_span name,
                             bool is_parameter) {
    struct operand o;
    operand_take_symbol(&o, y);
    struct flow_variable *v = list_add(f->arena, &f->variables);
    *v = (struct flow_variable){NULL,     name,         o.space, o.type,
                                o.vector, is_parameter, o.array, y->align};
    return f->variables.count - 1;
}

/* The numbers of a range are declared, not used: a short text may declare many. */
static void add_registers(struct reader *r, uint32_t count) {
    struct flow_function *f = r->f;
    if (f->register_count + (uint64_t)count > r->most_registers)
        f->gap = FLOW_LARGE;
    else
        f->register_count += count;
}

/* The words of a declaration. */
struct declared {
    uint8_t space, type, vector;
    uint64_t align; /* the operand of `.align`, or 0 */
};

/* Declares the name at the start of a declarator: a register, or memory. `start` of the symbol is
 * its number here. */
static void declare(struct reader *r, uint32_t declarator, struct declared words) {
    struct flow_function *f = r->f;
    const struct ast *ast = f->in->ast;
    const struct node *d = ast_node(ast, declarator),
                      *name = ast_node(ast, declarator - d->group.size);
    if (!d->group.size || name->kind != PTXC_OPERAND_SYMBOL) return;
    /* Nodes that follow each other may lie in different blocks of the list. */
    const struct node *next = ast_node(ast, declarator - d->group.size + 1);
    struct symbol y = {
        .name = name->name, .space = words.space, .type = words.type, .vector = words.vector};
    bool ranged = d->group.size > 1 && next->kind == PTXC_OPERAND_RANGE && next->value > 0;
    if (words.space == SPACE_REG) {
        y.kind = SYMBOL_REGISTER;
        y.is_range = ranged;
        y.range = ranged ? (uint32_t)next->value : 1;
        y.start = f->register_count;
        *(struct flow_registers *)list_add(f->arena, &f->registers) =
            (struct flow_registers){y.start, words.type, words.vector};
        add_registers(r, y.range);
    } else {
        y.kind = SYMBOL_VARIABLE;
        y.align = signature_align(words.type, words.vector, words.align);
        y.elements = d->group.size > 1 && next->kind == PTXC_OPERAND_ADDRESS;
        bool is_parameter = r->f->in->symbols->depth == 1 && isa_space_is_param(words.space);
        y.start = add_variable(f, &y, node_span(name), is_parameter);
    }
    symbols_declare(r->f->in->symbols, &y);
}

static void take_word(struct text t, struct declared *words) {
    enum isa_space space = isa_space_find(t.start, t.length);
    int type = isa_type_find(t.start, t.length);
    if (space != SPACE_NONE) *words = (struct declared){.space = (uint8_t)space};
    if (type >= 0) words->type = (uint8_t)type;
    if (text_is(t, ".v2")) words->vector = 2;
    if (text_is(t, ".v4")) words->vector = 4;
}

/* Declares all names of a variable or a function; each declarator belongs to the words before
 * it. */
static void declare_all(struct reader *r, uint32_t stmt) {
    const struct ast *ast = r->f->in->ast;
    struct declared words = {0};
    for (uint32_t i = ast_nodes_begin(ast, stmt); i < ast_stmt(ast, stmt)->nodes_end; i++) {
        const struct node *n = ast_node(ast, i);
        struct text t = text_at(r->f->in->text, node_span(n));
        if (n->kind == PTXC_OPERAND_WORD && text_is(t, ".align"))
            words.align = (uint64_t)ast_node(ast, i - 1)->value;
        else if (n->kind == PTXC_OPERAND_WORD)
            take_word(t, &words);
        else if (n->kind == PTXC_OPERAND_DECLARATOR)
            declare(r, i, words);
    }
}

/* ---- scopes ---- */

static void enter_scope(struct reader *r, uint32_t start) {
    if (r->depth == MOST_DEPTH) {
        r->f->gap = FLOW_NESTED;
        return;
    }
    struct list *parents = &r->labels->parents;
    uint32_t parent = r->scopes[r->depth];
    r->scopes[++r->depth] = parents->count;
    *(uint32_t *)list_add(r->f->arena, parents) = parent;
    symbols_open(r->f->in->symbols, start);
}

static void leave_scope(struct reader *r) {
    symbols_close(r->f->in->symbols);
    r->depth--;
}

static void add_label(struct reader *r, uint32_t stmt) {
    const struct ast *ast = r->f->in->ast;
    const struct node *n = ast_node(ast, ast_stmt(ast, stmt)->nodes_end - 1);
    struct flow_label *l = list_add(r->f->arena, &r->labels->labels);
    *l = (struct flow_label){n->name, r->scopes[r->depth], r->f->insn_count, stmt};
}

static void note_jump(struct reader *r, struct list *to, uint32_t from, const struct node *label) {
    if (label->kind != PTXC_OPERAND_SYMBOL) { /* `L<5>`, or more than a name */
        r->f->gap = FLOW_INDIRECT;
        return;
    }
    struct flow_jump *j = list_add(r->f->arena, to);
    *j = (struct flow_jump){label->name, r->scopes[r->depth], from};
}

static void add_targets(struct reader *r, uint32_t stmt) {
    const struct ast *ast = r->f->in->ast;
    for (uint32_t i = ast_nodes_begin(ast, stmt); i < ast_stmt(ast, stmt)->nodes_end; i++)
        note_jump(r, &r->labels->targets, stmt, ast_node(ast, i));
}

/* ---- operands ---- */

/* Few modules have many variables, and asynchronous code uses few of them. */
static uint32_t module_variable(struct reader *r, const struct symbol *y) {
    struct list *list = &r->f->variables;
    for (uint32_t i = 0; i < list->count && i < 256; i++)
        if (((struct flow_variable *)list_at(list, i))->symbol == y) return i;
    uint32_t number = add_variable(r->f, y, (ptxc_span){y->start, y->end}, false);
    ((struct flow_variable *)list_at(list, number))->symbol = y;
    return number;
}

static bool fill_special_ref(struct reader *r, const struct node *n, struct flow_ref *ref) {
    const char *text = r->f->in->text;
    struct text base = operand_base(text, n);
    int found = base.length && *base.start == '%' ? isa_special_find(base.start, base.length) : -1;
    if (found < 0) return false;
    uint32_t component = 0;
    if (n->kind == PTXC_OPERAND_COMPONENT)
        component = (unsigned)(text[n->start + n->length - 1] - 'x') & 3;
    ref->id = 4 * (uint32_t)found + component;
    ref->flags |= REF_SPECIAL;
    return true;
}

/* Returns false for a label, a function, or something irrelevant. */
static bool resolve(struct reader *r, const struct node *n, struct flow_ref *ref) {
    const struct symbol *y = symbols_common(r->f->in->names, n->name);
    if (!y) y = symbols_lookup(r->f->in->symbols, n->name);
    if (!y) return fill_special_ref(r, n, ref);
    if (y->kind == SYMBOL_REGISTER) {
        ref->id = y->start + (y->is_range ? n->name.number : 0);
        ref->type = y->type;
        ref->vector = y->vector;
        return ref->id < r->f->register_count;
    }
    if (y->kind != SYMBOL_VARIABLE) return false;
    ref->id = y->scope ? y->start : module_variable(r, y);
    ref->flags |= REF_VARIABLE;
    return true;
}

/* Adds the names among nodes [begin, end), which are one operand. */
static void add_refs(struct reader *r, uint32_t begin, uint32_t end, uint8_t operand,
                     uint8_t flags) {
    for (uint32_t i = begin; i < end; i++) {
        const struct node *n = ast_node(r->f->in->ast, i);
        struct flow_ref *ref = &r->f->refs[r->ref_count];
        *ref = (struct flow_ref){0, i, flags, operand, 0, 0};
        if (flow_is_name(n) && resolve(r, n, ref)) r->ref_count++;
    }
}

static uint8_t find_access(const struct effect *effect, uint32_t operand) {
    switch (effect_access(effect, operand)) {
    case ACCESS_WRITTEN: return REF_WRITTEN;
    case ACCESS_UPDATED: return REF_WRITTEN | REF_READ;
    default: return REF_READ;
    }
}

/* The result depends on all forms of an instruction, so it is cached. */
static uint8_t access_flags(struct reader *r, const struct effect *effect, uint32_t operand) {
    if (operand >= ACCESS_KEPT || effect->insn == ISA_NONE) return find_access(effect, operand);
    uint8_t *kept = &r->access[effect->insn * ACCESS_KEPT + operand];
    if (!*kept) *kept = find_access(effect, operand);
    return *kept;
}

static uint32_t add_guard(struct reader *r, struct flow_insn *x, uint32_t begin) {
    const struct ast *ast = r->f->in->ast;
    uint32_t end = begin;
    struct flow_ref ref = {0};
    while (ast_node(ast, end)->kind != PTXC_OPERAND_GUARD) {
        x->negated |= ast_node(ast, end)->kind == PTXC_OPERAND_NOT;
        end++;
    }
    x->guard = r->f->register_count; /* an unknown guard: equal to no other */
    if (flow_is_name(ast_node(ast, begin)) && resolve(r, ast_node(ast, begin), &ref) &&
        !(ref.flags & ~REF_READ))
        x->guard = ref.id;
    return end + 1;
}

static void add_instruction(struct reader *r, uint32_t stmt) {
    struct flow_function *f = r->f;
    const struct stmt *s = ast_stmt(f->in->ast, stmt);
    uint32_t begin = ast_nodes_begin(f->in->ast, stmt), root[ISA_MOST_ROOTS];
    const struct chain_info *info = chain_info(f->in->arena, f->in->names, s->head, f->in->release);
    struct effect effect = {EFFECT_ORDER, info->insn};
    struct flow_insn *x = &f->insns[f->insn_count];
    *x = (struct flow_insn){stmt, r->ref_count, NO_REGISTER, info->insn, false};
    if (s->guarded) begin = add_guard(r, x, begin);
    uint32_t roots = s->roots - s->guarded;
    if (roots > ISA_MOST_ROOTS) {
        f->gap = FLOW_LARGE;
        return;
    }
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; begin = root[k++] + 1) {
        bool address = ast_node(f->in->ast, root[k])->kind == PTXC_OPERAND_ADDRESS;
        add_refs(r, begin, root[k] + 1, (uint8_t)k,
                 address ? REF_ADDRESS | REF_READ : access_flags(r, &effect, k));
    }
    if (isa_does(info->insn, DOES_BRANCH) || isa_does(info->insn, DOES_SWITCH)) {
        if (roots)
            note_jump(r, &r->labels->jumps, f->insn_count, ast_node(f->in->ast, s->nodes_end - 1));
        else
            f->gap = FLOW_INDIRECT;
    }
    f->calls |= isa_does(info->insn, DOES_CALL);
    f->insn_count++;
}

static void add_stmt(struct reader *r, uint32_t stmt) {
    const struct stmt *s = ast_stmt(r->f->in->ast, stmt);
    switch (s->kind) {
    case PTXC_STMT_ERROR: r->f->gap = FLOW_BROKEN; break;
    case PTXC_STMT_OPEN: enter_scope(r, s->start); break;
    case PTXC_STMT_CLOSE: leave_scope(r); break;
    case PTXC_STMT_VARIABLE: declare_all(r, stmt); break;
    case PTXC_STMT_LABEL: add_label(r, stmt); break;
    case PTXC_STMT_TARGET_LIST: add_targets(r, stmt); break;
    case PTXC_STMT_INSTRUCTION: add_instruction(r, stmt); break;
    default: break;
    }
}

void flow_read(struct flow_function *f, struct flow_labels *labels) {
    const struct ast *ast = f->in->ast;
    struct reader r = {.f = f, .labels = labels};
    uint32_t most_refs = ast_nodes_begin(ast, f->body.end) - ast_nodes_begin(ast, f->body.first);
    r.access = arena_zalloc(f->arena, (size_t)isa_insn_count * ACCESS_KEPT);
    list_init(&labels->labels, sizeof(struct flow_label));
    list_init(&labels->jumps, sizeof(struct flow_jump));
    list_init(&labels->targets, sizeof(struct flow_jump));
    list_init(&labels->parents, sizeof(uint32_t));
    list_init(&f->variables, sizeof(struct flow_variable));
    list_init(&f->registers, sizeof(struct flow_registers));
    f->insns = arena_alloc(f->arena, (f->body.end - f->body.first + 1) * sizeof *f->insns);
    r.most_registers = 16 * (uint64_t)most_refs + 65536;
    f->refs = arena_alloc(f->arena, (most_refs + 1) * sizeof *f->refs);
    *(uint32_t *)list_add(f->arena, &labels->parents) = 0;
    symbols_open(f->in->symbols, ast_stmt(ast, f->head)->start);
    declare_all(&r, f->head);
    enter_scope(&r, ast_stmt(ast, f->body.first - 1)->start);
    for (uint32_t i = f->body.first; i < f->body.end && !f->gap; i++) add_stmt(&r, i);
    f->insns[f->insn_count].refs = r.ref_count;
    while (f->in->symbols->depth) symbols_close(f->in->symbols);
}
