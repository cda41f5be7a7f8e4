/* SPDX-License-Identifier: Apache-2.0
 * Declarations of functions and their parameters, of labels and of aliases. Manual: Kernel and
 * Function Directives; Linking Directives. */
#include "check/declaration.h"
#include "symbols/signature.h"
#include <string.h>

struct function_read {
    bool entry, body;
    bool anonymous; /* a .callprototype, in which its name and its parameters are `_` */
    uint8_t linkage;
    const struct node *name;
    uint32_t parameters[2]; /* nodes of the result and of the arguments, or 0 */
    ptxc_span noreturn;     /* span of the word */
    struct signature signature;
};

/* Functions can have only one attribute. */
static void function_attributes(struct checker *c, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind != PTXC_OPERAND_WORD) continue;
        if (text_is(name_text(c, n), ".unified"))
            check_attribute(c, n);
        else
            report_misplaced_word(c->diags, node_span(n), name_text(c, n));
    }
}

static struct function_read read_function(struct checker *c, uint32_t i, bool body) {
    const struct stmt *s = ast_stmt(c->ast, i);
    struct function_read f = {.name = NULL};
    uint32_t few[32];
    uint32_t *root = s->roots <= 32 ? few : arena_alloc(c->arena, s->roots * sizeof *root);
    struct words_read w = {.type = -1};
    uint32_t behind = s->roots;
    ast_siblings(c->ast, s->nodes_end, s->roots, root);
    for (uint32_t k = 0; k < s->roots; k++) {
        const struct node *n = ast_node(c->ast, root[k]);
        struct text t = name_text(c, n);
        uint32_t first = k ? root[k - 1] + 1 : ast_nodes_begin(c->ast, i);
        for (uint32_t in = first; n->kind == PTXC_OPERAND_WORD && in <= root[k]; in++)
            check_word_need(c, in);
        if (text_is(t, ".attribute")) function_attributes(c, first, root[k]);
        if (n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_SINK) {
            f.name = n;
            behind = k + 1;
        } else if (n->kind == PTXC_OPERAND_PARAMETERS) {
            f.parameters[f.name != NULL] = root[k] + 1;
        } else if (!f.name && linkage_of(t)) {
            add_linkage(c, &w, t, node_span(n), k == 0);
        } else if (text_is(t, ".entry")) {
            f.entry = true;
        } else if (!f.name && !text_is(t, ".func") && !text_is(t, ".attribute")) {
            report_misplaced_word(c->diags, node_span(n), t);
        } else if (f.name && text_is(t, ".noreturn")) {
            f.signature.noreturn = true;
            f.noreturn = node_span(n);
        }
    }
    f.linkage = w.linkage;
    if (f.linkage == LINK_COMMON)
        report_common_space(c->diags, w.linkage_span, phrase(P_functions));
    check_tuning(c, root + behind, s->roots - behind, f.entry, body);
    return f;
}

static void add_formal(struct function_read *f, bool result, const struct words_read *w,
                       const struct declarator *d) {
    struct symbol y = make_symbol(w, d);
    struct signature *s = &f->signature;
    s->formals[s->results + s->arguments] = (struct formal){.name = node_span(d->name),
                                                            .elements = y.elements,
                                                            .space = y.space,
                                                            .type = y.type,
                                                            .vector = y.vector,
                                                            .align = y.align,
                                                            .open = d->incomplete};
    if (result)
        s->results++;
    else
        s->arguments++;
}

/* `open` says that the parameter may be an array without a size. */
static void check_parameter_shape(struct checker *c, const struct function_read *f, bool open,
                                  const struct words_read *w, const struct declarator *d) {
    struct text name = text_at(c->text, d->span);
    if (d->initialized)
        report_parameter_shape(c->diags, d->initializer, name, phrase(P_an_initial_value));
    else if (d->range >= 0)
        report_parameter_shape(c->diags, d->span, name, phrase(P_a_register_range));
    else if (d->dimensions > 1)
        report_parameter_shape(c->diags, d->span, name, phrase(P_two_dimensions));
    else if (f->body && d->array && w->space == SPACE_REG)
        report_register_array(c->diags, d->span);
    else if (d->incomplete && !open)
        report_incomplete_array(c->diags, d->span, name);
}

/* `last` means the last one of its list. Only the last argument of a function may be an array
 * without a size. */
static void check_parameter(struct checker *c, struct function_read *f, bool result, bool last,
                            const struct words_read *w, const struct declarator *d) {
    bool sink = d->name->kind == PTXC_OPERAND_SINK;
    bool bad =
        f->entry ? w->space != SPACE_PARAM : w->space != SPACE_PARAM && w->space != SPACE_REG;
    if (bad && w->space != SPACE_NONE)
        report_parameter_space(c->diags, w->space_span, text_at(c->text, d->span));
    if (w->pointer && !f->entry && !f->anonymous)
        report_pointer_misplaced(c->diags, w->pointer_span, text_of(".ptr"));
    check_parameter_shape(c, f, !f->entry && !result && last, w, d);
    if (sink && !f->entry && !f->anonymous)
        report_parameter_sink(c->diags, d->span, phrase(P_a_function));
    add_formal(f, result, w, d);
    if (!f->body || sink) return;
    struct symbol y = make_symbol(w, d);
    if (y.space == SPACE_PARAM)
        y.space = f->entry ? SPACE_ENTRY : result ? SPACE_OUTPUT : SPACE_INPUT;
    declare_local(c, &y);
}

/* Reports words that are wrong for a parameter. The assembler checks prototypes less strictly. */
static void check_parameter_words(struct checker *c, const struct function_read *f,
                                  struct words_read *w) {
    if (w->late_align && !f->entry)
        report_misplaced_word(c->diags, w->align_span, text_of(".align"));
    if (!f->body) return;
    check_words(c, w, true);
    if (!f->entry && w->space == SPACE_PARAM && w->align > 128 && !(w->align & (w->align - 1)))
        report_parameter_align(c->diags, w->align_span, (int64_t)w->align);
}

static void parameter_list(struct checker *c, struct function_read *f, bool result) {
    uint32_t group = f->parameters[!result];
    if (!group) return;
    if (result && f->entry)
        report_parameter_shape(c->diags, node_span(f->name), name_text(c, f->name),
                               phrase(P_a_result_of_entry));
    uint32_t end = group - 1;
    uint32_t at = end - node_size(c->ast, end);
    while (at < end) {
        const struct node *first = ast_node(c->ast, at);
        struct words_read w = read_words(c, &at, end, node_span(first));
        check_parameter_words(c, f, &w);
        if (at >= end) return;
        struct declarator d = read_declarator(c, &at);
        if (f->body && f->entry) check_texmode(c, &w, d.array);
        bool predicates = d.array && w.type >= 0 && isa_types[w.type].kind == TYPE_PRED;
        if (f->body || predicates) check_type_held(c, &w, d.array, f->entry);
        check_parameter(c, f, result, at >= end, &w, &d);
    }
}

static void check_result_spaces(struct checker *c, const struct signature *s) {
    for (uint32_t i = 0; s->results > 1 && i < s->results; i++) {
        if (s->formals[i].space == SPACE_REG) continue;
        report_result_space(c->diags, s->formals[i].name);
        return;
    }
}

/* All parameters of a kernel are in one bank of memory. */
static void check_parameter_size(struct checker *c, const struct function_read *f) {
    bool old = c->match.target >= 0 && isa_targets[c->match.target].number < 70;
    uint64_t size = 0, limit = c->match.version >= 81 && !old ? 32764 : 4352;
    if (c->match.version < 15) return;
    for (uint32_t i = 0; i < f->signature.arguments && size <= UINT32_MAX; i++) {
        const struct formal *formal = &f->signature.formals[f->signature.results + i];
        uint64_t align = (uint64_t)1 << formal->align;
        size = (size + align - 1) / align * align + signature_bytes(formal);
    }
    if (size > limit)
        report_parameter_size(c->diags, node_span(f->name), name_text(c, f->name), (int64_t)size,
                              (int64_t)limit);
}

static void parameters(struct checker *c, struct function_read *f) {
    uint32_t most = 0;
    for (int k = 0; k < 2; k++)
        if (f->parameters[k]) most += ast_node(c->ast, f->parameters[k] - 1)->group.count;
    if (most) f->signature.formals = arena_alloc(c->arena, most * sizeof(struct formal));
    parameter_list(c, f, true);
    parameter_list(c, f, false);
    check_result_spaces(c, &f->signature);
    if (f->entry && f->body) check_parameter_size(c, f);
    if (f->signature.noreturn && f->signature.results && !f->entry)
        report_misplaced_tuning(c->diags, f->noreturn, text_of(".noreturn"),
                                phrase(P_a_function_with_result));
}

/* Returns true if a declaration with linkage `now` may follow a first one with linkage `first`. */
static bool linkages_agree(uint8_t first, uint8_t now) {
    if (first == now) return true;
    return now == LINK_STATIC && (first == LINK_VISIBLE || first == LINK_WEAK);
}

static void redeclare_function(struct checker *c, const struct symbol *y, struct symbol *old) {
    ptxc_span at = symbol_span(y);
    struct text name = text_at(c->text, at);
    struct diag *d = NULL;
    if (old->kind != SYMBOL_FUNCTION || (old->flags ^ y->flags) & SYMBOL_ENTRY)
        d = report_redeclared_kind(c->diags, at, name);
    else if (old->flags & y->flags & SYMBOL_BODY)
        d = report_redeclared(c->diags, at, name);
    else if (old->flags & SYMBOL_BODY)
        d = report_prototype_after(c->diags, at, name);
    else if (!linkages_agree(old->linkage, y->linkage))
        d = report_linkage_conflict(c->diags, at, name);
    if (d) declared_here(c, d, old);
    old->flags |= y->flags & SYMBOL_BODY;
}

/* A prototype in a body declares its name for the module, not for the body. */
static void declare_in_body(struct checker *c, struct symbol *y) {
    struct symbol *old = symbols_lookup(&c->symbols, y->name);
    if (old && old != c->body.function)
        redeclare_function(c, y, old);
    else
        atom_at(c->names, y->name.atom)->poisoned = true;
}

/* Each declaration is compared with the previous one, as the assembler does. */
static void keep_signature(struct checker *c, const struct function_read *f, struct symbol *y,
                           const struct symbol *old) {
    const char *what =
        old && y->signature ? signature_difference(y->signature, &f->signature) : NULL;
    struct signature *s = arena_alloc(c->arena, sizeof *s);
    *s = f->signature;
    y->signature = s;
    if (!what) return;
    ptxc_span at = node_span(f->name);
    struct diag *d = report_declaration_differs(c->diags, at, text_at(c->text, at), text_of(what));
    declared_here(c, d, old);
}

/* Outside of functions, ptxas does not require the `;` of a declaration. */
static void check_unended(struct checker *c, const struct function_read *f, uint32_t end) {
    if (f->entry) {
        report_unended_entry(c->diags, node_span(f->name));
        c->body.outside_reported = true; /* its `{` is missing */
    } else if (c->symbols.depth) {
        ptxc_span at = {end, end};
        struct diag *d = report_missing_semicolon(c->diags, at, phrase(P_the_directive));
        diag_fix(c->diags, d, at, ";");
    }
}

void check_function(struct checker *c, uint32_t i, bool body) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t errors = c->diags->error_count;
    struct function_read f = read_function(c, i, body);
    if (!f.name) return; /* the grammar gives each function a name */
    f.body = body;
    struct symbol y = {.name = f.name->name,
                       .start = f.name->start,
                       .end = f.name->start + f.name->length,
                       .kind = SYMBOL_FUNCTION,
                       .flags = (uint8_t)((f.entry ? SYMBOL_ENTRY : 0) | (body ? SYMBOL_BODY : 0)),
                       .linkage = f.linkage};
    if (body && f.linkage == LINK_EXTERN)
        report_extern_body(c->diags, symbol_span(&y), name_text(c, f.name));
    c->body.unended = !body && c->text[s->end - 1] != ';';
    if (c->body.unended) check_unended(c, &f, s->end);
    struct symbol *old = symbols_here(&c->symbols, y.name, false), *declared = old;
    if (c->symbols.depth && f.entry)
        report_module_only(c->diags, node_span(f.name), text_of(".entry"));
    if (f.name->kind == PTXC_OPERAND_SINK || check_is_special(c, node_span(f.name)))
        report_bad_name(c->diags, node_span(f.name), name_text(c, f.name));
    else if (c->symbols.depth)
        declare_in_body(c, &y);
    else if (old)
        redeclare_function(c, &y, old);
    else
        declared = symbols_declare(&c->symbols, &y);
    if (body) symbols_open(&c->symbols, s->start);
    if (body) {
        c->match.in_kernel = f.entry;
        c->body.function = declared;
    }
    parameters(c, &f);
    /* Declarations are not compared if one of them has an error. */
    if (declared && c->diags->error_count == errors) keep_signature(c, &f, declared, old);
}

void check_prototype(struct checker *c, uint32_t i) {
    uint32_t errors = c->diags->error_count;
    struct function_read f = read_function(c, i, false);
    struct symbol *y = check_label_of(c, i);
    f.anonymous = true;
    parameters(c, &f);
    if (y && c->diags->error_count == errors) keep_signature(c, &f, y, NULL);
}

/* ---- labels and aliases ---- */

void check_label(struct checker *c, uint32_t i, enum list_of list) {
    const struct stmt *s = ast_stmt(c->ast, i);
    const struct node *n = ast_node(c->ast, s->nodes_end - 1);
    struct symbol y = {.name = n->name,
                       .start = n->start,
                       .end = n->start + n->length,
                       .kind = list ? SYMBOL_LIST : SYMBOL_LABEL,
                       .space = (uint8_t)list,
                       .range = list ? i + 1 : 0};
    if (n->kind == PTXC_OPERAND_SINK)
        report_bad_name(c->diags, node_span(n), name_text(c, n));
    else
        declare_local(c, &y);
}

struct symbol *check_label_of(const struct checker *c, uint32_t i) {
    if (!i || ast_stmt(c->ast, i - 1)->kind != PTXC_STMT_LABEL) return NULL;
    const struct node *n = ast_node(c->ast, ast_stmt(c->ast, i - 1)->nodes_end - 1);
    struct symbol *y = symbols_here(&c->symbols, n->name, false);
    return y && y->kind == SYMBOL_LIST && y->range == i ? y : NULL;
}

/* Returns true if the alias has no body of its own, and if its target is not weak. */
static bool can_be_alias(const struct symbol *y, bool is_alias) {
    if (y->kind != SYMBOL_FUNCTION || y->flags & SYMBOL_ENTRY) return false;
    return is_alias ? !(y->flags & SYMBOL_BODY) : y->linkage != LINK_WEAK;
}

/* Both names refer to one function: they must be declared alike, and an alias can be defined only
 * once. */
static void check_aliased(struct checker *c, uint32_t i, struct symbol *const symbol[2]) {
    const struct node *n = ast_node(c->ast, ast_stmt(c->ast, i)->nodes_end - 2);
    const struct signature *a = symbol[0]->signature, *b = symbol[1]->signature;
    const char *what = a && b ? signature_difference(a, b) : NULL;
    struct diag *d = NULL;
    if (symbol[0]->flags & SYMBOL_ALIAS)
        d = report_redeclared(c->diags, node_span(n), name_text(c, n));
    else if (what)
        d = report_alias_differs(c->diags, node_span(n), name_text(c, n), name_text(c, n + 1),
                                 text_of(what));
    if (d) declared_here(c, d, symbol[!(symbol[0]->flags & SYMBOL_ALIAS)]);
    symbol[0]->flags |= SYMBOL_ALIAS;
}

void check_alias(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    struct symbol *symbol[2] = {NULL, NULL};
    uint32_t errors = c->diags->error_count;
    for (uint32_t k = 0; k < 2; k++) {
        const struct node *n = ast_node(c->ast, s->nodes_end - 2 + k);
        symbol[k] = symbols_lookup(&c->symbols, n->name);
        if (!symbol[k])
            check_undeclared(c, n->name, node_span(n));
        else if (!can_be_alias(symbol[k], k == 0) || (k && symbol[1] == symbol[0]))
            report_bad_alias(c->diags, node_span(n), name_text(c, n));
    }
    if (symbol[0] && symbol[1] && c->diags->error_count == errors) check_aliased(c, i, symbol);
}
