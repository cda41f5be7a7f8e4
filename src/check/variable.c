/* SPDX-License-Identifier: Apache-2.0
 * Declarations of variables and registers. Manual: Variables; Linking Directives. */
#include "check/declaration.h"
#include "match/observer.h"
#include <string.h>

/* An initializer may use names that are declared before it, and its own variable. */
static void check_initial_names(struct checker *c, const struct declarator *d) {
    for (uint32_t i = d->first; i < d->end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind == PTXC_OPERAND_SYMBOL && !symbols_lookup(&c->symbols, n->name))
            check_undeclared(c, n->name, node_span(n));
    }
}

static void initialize(struct checker *c, const struct words_read *w, const struct declarator *d,
                       struct symbol *y) {
    uint32_t errors = c->diags->error_count;
    check_initial_names(c, d);
    bool space = w->space == SPACE_GLOBAL || w->space == SPACE_CONST;
    if (!space || c->diags->error_count > errors) return;
    bool functions = check_initializer(c, w, d);
    if (!y || !functions || isa_types[w->type].kind != TYPE_UINT) return;
    y->flags |= SYMBOL_TABLE;
    y->range = d->first;
}

static bool same_type(const struct symbol *a, const struct symbol *b) {
    if (a->type != b->type || a->vector != b->vector) return false;
    bool open = (a->flags | b->flags) & SYMBOL_INCOMPLETE;
    return a->elements == b->elements || (open && a->elements && b->elements);
}

/* Handles a second declaration of a variable at module scope. */
static void redeclare_variable(struct checker *c, const struct symbol *y, struct symbol *old) {
    ptxc_span at = symbol_span(y);
    struct text name = text_at(c->text, at);
    struct diag *d = NULL;
    bool one_extern = y->linkage == LINK_EXTERN || old->linkage == LINK_EXTERN;
    if (old->kind != SYMBOL_VARIABLE)
        d = report_redeclared_kind(c->diags, at, name);
    else if (!one_extern)
        d = report_redeclared(c->diags, at, name);
    else if (!same_type(y, old))
        d = report_redeclared_type(c->diags, at, name);
    else if (y->linkage == LINK_STATIC)
        d = report_linkage_conflict(c->diags, at, name);
    if (d) declared_here(c, d, old);
    if (old->linkage == LINK_EXTERN && old->kind == SYMBOL_VARIABLE) {
        old->linkage = y->linkage;
        if (!(y->flags & SYMBOL_INCOMPLETE)) {
            old->elements = y->elements;
            old->flags &= (uint8_t)~SYMBOL_INCOMPLETE;
        }
    }
}

static void check_declarator(struct checker *c, const struct words_read *w,
                             const struct declarator *d) {
    struct text name = text_at(c->text, d->span);
    if (d->name->kind == PTXC_OPERAND_SINK) {
        report_bad_name(c->diags, d->span, name);
    } else if (d->range > UINT32_MAX) {
        report_value_overflow(c->diags, d->span, name);
    } else if (w->space == SPACE_REG && d->array) {
        report_register_array(c->diags, d->span);
    } else if (d->inner_open || (d->incomplete && !d->initialized && w->linkage != LINK_EXTERN)) {
        report_incomplete_array(c->diags, d->span, name);
    } else if (d->initialized && w->linkage == LINK_EXTERN) {
        report_extern_initializer(c->diags, d->initializer, name);
    } else if (d->initialized && w->space != SPACE_GLOBAL && w->space != SPACE_CONST &&
               w->space != SPACE_NONE) {
        report_initializer_space(c->diags, d->initializer, name, text_at(c->text, w->space_span));
    }
}

/* The N of name<N> belongs to the whole name including its number: `x1<5>` is x1 and 0 .. 4. */
static void use_whole_name(struct checker *c, struct symbol *y) {
    if (y->name.number == NO_NUMBER) return;
    uint32_t end = y->start;
    while (c->text[end] != '<' && c->text[end] > ' ') end++;
    y->name = (struct name){intern_atom(c->names, y->start, end), NO_NUMBER};
}

static void place_of_space(struct checker *c, const struct words_read *w) {
    bool module = !c->symbols.depth;
    bool local = w->space == SPACE_REG || w->space == SPACE_LOCAL || w->space == SPACE_PARAM;
    struct text space = w->space == SPACE_NONE ? text_of("") : text_at(c->text, w->space_span);
    /* Up to PTX ISA 2.3, registers at module scope were shared by its functions. */
    if (c->body.outside_reported) return;
    if (module && local)
        observe_word(&c->match, &(struct needed_word){.span = w->space_span, .newest = 23});
    if (module && local && c->match.version > 23) {
        report_module_space(c->diags, w->space_span, space);
        if (c->body.unended) c->body.outside_reported = true; /* its `{` is missing */
    } else if (w->space == SPACE_TEX && c->match.version >= 15)
        report_deprecated_space(c->diags, w->space_span);
    else if (!module && w->linkage)
        report_local_linkage(c->diags, w->linkage_span, text_at(c->text, w->linkage_span));
    else if (w->linkage == LINK_COMMON && w->space != SPACE_GLOBAL)
        report_common_space(c->diags, w->linkage_span, space);
}

static bool is_opaque_type(const struct words_read *w) {
    return w->type >= 0 && isa_types[w->type].kind == TYPE_OPAQUE;
}

/* Checks the type, for a name that is an array or for one that is not. */
static void check_variable_type(struct checker *c, struct words_read *w, bool array) {
    if (!array && is_opaque_type(w) && w->linkage == LINK_COMMON && w->space == SPACE_GLOBAL) {
        report_common_space(c->diags, w->linkage_span, text_at(c->text, w->type_span));
        w->type = -1;
    }
    check_type_held(c, w, array, false);
}

/* The assembler finds parameters of the function by name, even if they are hidden. */
static void hide_parameter(struct checker *c, struct symbol *y) {
    ptxc_span at = symbol_span(y);
    const struct symbol *outer =
        y->space == SPACE_PARAM ? symbols_lookup(&c->symbols, y->name) : NULL;
    if (outer && outer->kind == SYMBOL_VARIABLE &&
        (outer->space == SPACE_ENTRY || outer->space == SPACE_INPUT)) {
        y->space = outer->space;
        y->flags |= SYMBOL_OWN;
    }
    if (!y->is_range && check_is_special(c, at))
        report_hidden_special(c->diags, at, text_at(c->text, at));
}

void check_variable(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t at = ast_nodes_begin(c->ast, i);
    struct words_read w =
        read_words(c, &at, s->nodes_end, (ptxc_span){s->head_start, s->head_start + s->head});
    check_words(c, &w, false);
    if (w.late_align) report_misplaced_word(c->diags, w.align_span, text_of(".align"));
    if (w.space == SPACE_PARAM && w.align > 128 && !(w.align & (w.align - 1)))
        report_parameter_align(c->diags, w.align_span, (int64_t)w.align);
    if (c->symbols.depth && is_opaque_type(&w)) {
        report_module_only(c->diags, w.type_span, text_at(c->text, w.type_span));
        w.type = -1;
    }
    if (w.space != SPACE_NONE && at < s->nodes_end) place_of_space(c, &w);
    while (at < s->nodes_end) {
        struct declarator d = read_declarator(c, &at);
        check_texmode(c, &w, d.array);
        check_variable_type(c, &w, d.array);
        struct symbol y = make_symbol(&w, &d), *declared = NULL;
        check_declarator(c, &w, &d);
        if (d.name->kind == PTXC_OPERAND_SINK) continue;
        if (y.is_range) use_whole_name(c, &y);
        if (c->symbols.depth) {
            hide_parameter(c, &y);
            declare_local(c, &y);
        } else {
            struct symbol *old = symbols_here(&c->symbols, y.name, y.is_range);
            bool elsewhere = w.linkage == LINK_EXTERN || w.linkage == LINK_COMMON;
            if (!elsewhere && check_is_special(c, d.span))
                report_bad_name(c->diags, d.span, text_at(c->text, d.span));
            if (old)
                redeclare_variable(c, &y, old);
            else
                declared = symbols_declare(&c->symbols, &y);
        }
        if (d.initialized) initialize(c, &w, &d, declared);
    }
}
