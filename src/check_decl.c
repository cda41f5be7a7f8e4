/* SPDX-License-Identifier: Apache-2.0
 * Declarations: variables, functions with their parameters, labels, aliases.
 * Manual: State Spaces, Types, and Variables; Kernel and Function Directives; Linking Directives. */
#include "check.h"
#include <string.h>

/* The words of a declaration, up to its first name. */
struct words_read {
    enum isa_space space;
    int type; /* -1: none, or reported */
    uint8_t vector, linkage;
    bool has_type, pointer, pointer_space;
    ptxc_span at, space_span, type_span, vector_span, linkage_span, pointer_span;
};

/* One declared name with what stands behind it. */
struct declarator {
    const struct node *name;
    ptxc_span span;
    int64_t range; /* -1: no <N> */
    uint64_t elements;
    uint32_t dimensions;
    bool array, incomplete, initialized;
    ptxc_span initializer;
    uint32_t first, end; /* its nodes behind the name */
};

static bool word_is(struct text t, const char *word) {
    return t.length == strlen(word) && !memcmp(t.start, word, t.length);
}

static int linkage_of(struct text t) {
    static const char *const names[] = {"", ".extern", ".visible", ".weak", ".common"};
    for (int i = 1; i < 5; i++)
        if (word_is(t, names[i])) return i;
    return 0;
}

/* ---- words ---- */

static void check_align(struct checker *c, const struct node *n) {
    uint64_t value = (uint64_t)n->value;
    if (!value || value & (value - 1)) report_bad_alignment(c->diags, node_span(n), n->value);
}

static void add_space(struct checker *c, struct words_read *w, uint8_t space, ptxc_span at) {
    struct text t = text_at(c->text, at);
    if (w->pointer && !w->pointer_space) {
        w->pointer_space = true; /* of what a kernel's pointer points to */
        return;
    }
    if (w->has_type || space == SPACE_SREG) {
        report_misplaced_word(c->diags, at, t);
        if (!w->has_type) w->space = SPACE_SREG;
    } else if (w->space != SPACE_NONE) {
        struct diag *d = report_second_space(c->diags, at, t);
        note_first_here(c->diags, d, w->space_span);
    } else {
        w->space = (enum isa_space)space;
        w->space_span = at;
    }
}

static void add_linkage(struct checker *c, struct words_read *w, struct text t, ptxc_span at,
                        bool first) {
    if (w->linkage)
        report_second_linkage(c->diags, at, t);
    else if (!first)
        report_misplaced_word(c->diags, at, t);
    w->linkage = (uint8_t)linkage_of(t);
    w->linkage_span = at;
}

static void add_type(struct checker *c, struct words_read *w, int type, ptxc_span at) {
    struct text t = text_at(c->text, at);
    if (w->has_type) {
        report_misplaced_word(c->diags, at, t);
        return;
    }
    w->has_type = true;
    w->type_span = at;
    w->type = type;
    if (w->type < 0) {
        report_unknown_type(c->diags, at, t);
    } else if (!isa_types[w->type].reg && !isa_types[w->type].var) {
        report_instruction_type(c->diags, at, t);
        w->type = -1;
    }
}

enum word_class {
    WORD_UNSEEN,
    WORD_ATTRIBUTE,
    WORD_ALIGN,
    WORD_PTR,
    WORD_LINKAGE,
    WORD_SPACE,
    WORD_VECTOR,
    WORD_TYPE /* or what should be one */
};

static enum word_class classify(struct text t) {
    if (word_is(t, ".attribute") || word_is(t, ".managed") || word_is(t, ".unified"))
        return WORD_ATTRIBUTE;
    if (word_is(t, ".align")) return WORD_ALIGN;
    if (word_is(t, ".ptr")) return WORD_PTR;
    if (linkage_of(t)) return WORD_LINKAGE;
    if (isa_space_find(t.start, t.length) != SPACE_NONE) return WORD_SPACE;
    if (word_is(t, ".v2") || word_is(t, ".v4")) return WORD_VECTOR;
    return WORD_TYPE;
}

/* A file has a dozen different words in a thousand declarations: look each up once. */
static const struct chain *look_up(struct checker *c, const struct node *n) {
    struct chain *word =
        chain_at(c->names, intern_chain(c->names, n->start, n->start + n->length));
    if (word->word_class) return word;
    struct text t = name_text(c, n);
    word->word_class = (uint8_t)classify(t);
    if (word->word_class == WORD_SPACE)
        word->word_value = (uint8_t)isa_space_find(t.start, t.length);
    else if (word->word_class == WORD_TYPE)
        word->word_value = (uint8_t)(isa_type_find(t.start, t.length) + 1);
    return word;
}

static void add_word(struct checker *c, struct words_read *w, uint32_t i, bool first) {
    const struct node *n = ast_node(c->ast, i);
    const struct chain *word = look_up(c, n);
    ptxc_span at = node_span(n);
    switch (word->word_class) {
    case WORD_ATTRIBUTE: return;
    case WORD_ALIGN: check_align(c, ast_node(c->ast, i - 1)); return;
    case WORD_LINKAGE: add_linkage(c, w, name_text(c, n), at, first); return;
    case WORD_SPACE: add_space(c, w, word->word_value, at); return;
    default: break;
    }
    if (word->word_class == WORD_PTR && w->has_type && !w->pointer) {
        w->pointer = true;
        w->pointer_span = at;
    } else if (word->word_class == WORD_VECTOR && !w->has_type) {
        w->vector = (uint8_t)(c->text[n->start + 2] - '0');
        w->vector_span = at;
    } else {
        add_type(c, w, word->word_value - 1, at);
    }
}

/* Reads the words from node *i up to the next name, and what they miss. */
static struct words_read read_words(struct checker *c, uint32_t *i, uint32_t end, ptxc_span at) {
    struct words_read w = {.type = -1, .at = at};
    bool first = true;
    for (; *i < end && ast_node(c->ast, *i)->kind != PTXC_OPERAND_SYMBOL &&
           ast_node(c->ast, *i)->kind != PTXC_OPERAND_SINK;
         (*i)++) {
        if (ast_node(c->ast, *i)->kind != PTXC_OPERAND_WORD) continue;
        add_word(c, &w, *i, first);
        first = false;
    }
    if (w.space == SPACE_NONE)
        report_missing_space(c->diags, at);
    else if (!w.has_type)
        report_missing_type(c->diags, w.space_span);
    return w;
}

/* What no name of the declaration can have. */
static void check_words(struct checker *c, struct words_read *w, bool parameter) {
    if (w->pointer && !parameter)
        report_pointer_misplaced(c->diags, w->pointer_span, text_of(".ptr"));
    if (w->type < 0) return;
    const struct isa_type *type = &isa_types[w->type];
    struct text space = span_is_none(w->space_span) ? text_of("") : text_at(c->text, w->space_span);
    struct text spelled = text_at(c->text, w->type_span);
    if (w->vector && (type->kind == TYPE_PRED || type->kind == TYPE_OPAQUE))
        report_vector_type(c->diags, w->vector_span, spelled);
    else if (w->vector * type->width > 128)
        report_vector_too_wide(c->diags, (ptxc_span){w->vector_span.start, w->type_span.end});
    else if (type->kind == TYPE_PRED && w->space != SPACE_REG)
        report_predicate_space(c->diags, w->type_span);
    else if (type->kind == TYPE_OPAQUE && w->space != SPACE_GLOBAL && !parameter)
        report_space_type(c->diags, w->type_span, space);
    else if (w->space == SPACE_PARAM && (w->vector || word_is(spelled, ".f16x2")))
        report_space_type(c->diags, w->type_span, space);
}

/* ---- names ---- */

/* Reads one declarator from node *i. */
static struct declarator read_declarator(struct checker *c, uint32_t *i) {
    struct declarator d = {.name = ast_node(c->ast, *i), .range = -1};
    d.span = node_span(d.name);
    d.elements = 1;
    d.first = *i + 1;
    for ((*i)++; ast_node(c->ast, *i)->kind != PTXC_OPERAND_DECLARATOR; (*i)++) {
        const struct node *n = ast_node(c->ast, *i);
        switch (n->kind) {
        case PTXC_OPERAND_RANGE:
            d.range = n->value;
            d.span.end = n->start + n->length;
            break;
        case PTXC_OPERAND_ADDRESS:
            d.array = true;
            d.dimensions++;
            if (n->group.count) d.elements *= (uint64_t)ast_node(c->ast, *i - 1)->value;
            if (!n->group.count || !ast_node(c->ast, *i - 1)->value) d.incomplete = true;
            break;
        case PTXC_OPERAND_INITIALIZER:
            d.initialized = true;
            d.initializer = node_span(n);
            break;
        default: break;
        }
    }
    d.end = (*i)++;
    return d;
}

/* An initializer may name what is declared before it, and its own variable. */
static void check_initializer(struct checker *c, const struct declarator *d) {
    for (uint32_t i = d->first; i < d->end; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->kind == PTXC_OPERAND_SYMBOL && !symbols_lookup(&c->symbols, n->name))
            check_undeclared(c, n->name, node_span(n));
    }
}

static void declared_here(struct checker *c, struct diag *d, const struct symbol *y) {
    note_declared_here(c->diags, d, symbol_span(y), text_at(c->text, symbol_span(y)));
}

/* `x<5>` and `x3` in one scope are the same name twice. */
static struct symbol *clash(struct checker *c, const struct symbol *y) {
    struct symbol *other = symbols_here(&c->symbols, y->name, y->is_range);
    if (other || y->kind == SYMBOL_LABEL || y->kind == SYMBOL_LIST) return other;
    if (!y->is_range) {
        struct name name = y->name;
        symbols_split(&c->symbols, &name);
        if (name.number == NO_NUMBER) return NULL;
        other = symbols_here(&c->symbols, (struct name){name.atom, NO_NUMBER}, true);
        return other && name.number < other->range ? other : NULL;
    }
    if (!atom_at(c->names, y->name.atom)->numbered) return NULL;
    uint32_t scanned = 0;
    for (other = c->symbols.scopes[c->symbols.depth].newest; other && scanned < 4096; scanned++) {
        if (!other->is_range && other->name.atom == y->name.atom &&
            other->name.number < y->range && other->kind != SYMBOL_LABEL)
            return other;
        other = other->older;
    }
    return NULL;
}

/* Declares a name of a function, or reports that it is declared already. */
static void declare_local(struct checker *c, const struct symbol *y) {
    struct symbol *other = clash(c, y);
    ptxc_span at = symbol_span(y);
    if (other) {
        struct diag *d = report_redeclared(c->diags, at, text_at(c->text, at));
        declared_here(c, d, other);
        return;
    }
    struct pending *use = y->is_range ? NULL : symbols_arrive(&c->symbols, y->name);
    symbols_declare(&c->symbols, y);
    if (!use || y->kind == SYMBOL_LABEL) return;
    ptxc_span used = {use->start, use->end};
    struct diag *d = report_declared_late(c->diags, used, text_at(c->text, used));
    declared_here(c, d, y);
}

static bool same_type(const struct symbol *a, const struct symbol *b) {
    if (a->type != b->type || a->vector != b->vector) return false;
    bool open = (a->flags | b->flags) & SYMBOL_INCOMPLETE;
    return a->elements == b->elements || (open && a->elements && b->elements);
}

/* A second declaration of a variable of the module. */
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
    } else if (w->space == SPACE_REG && d->array) {
        report_space_type(c->diags, d->span, text_at(c->text, w->space_span));
    } else if (d->incomplete && !d->initialized && w->linkage != LINK_EXTERN) {
        report_incomplete_array(c->diags, d->span, name);
    } else if (d->initialized && w->linkage == LINK_EXTERN) {
        report_extern_initializer(c->diags, d->initializer, name);
    } else if (d->initialized && w->space != SPACE_GLOBAL && w->space != SPACE_CONST &&
               w->space != SPACE_NONE) {
        report_initializer_space(c->diags, d->initializer, name,
                                 text_at(c->text, w->space_span));
    }
}

static struct symbol make_symbol(const struct words_read *w, const struct declarator *d) {
    struct symbol y = {.name = d->name->name,
                       .start = d->span.start,
                       .end = d->span.end,
                       .kind = w->space == SPACE_REG ? SYMBOL_REGISTER : SYMBOL_VARIABLE,
                       .space = (uint8_t)w->space,
                       .type = (uint8_t)(w->type < 0 ? 0 : w->type),
                       .vector = w->vector,
                       .linkage = w->linkage,
                       .elements = d->array ? d->elements : 0};
    if (d->range >= 0) {
        y.is_range = true;
        y.range = d->range > UINT32_MAX ? UINT32_MAX : (uint32_t)d->range;
    }
    if (d->incomplete) {
        y.flags |= SYMBOL_INCOMPLETE;
        y.elements = 1;
    }
    return y;
}

/* The N of name<N> belongs to the whole name without its number: `x1<5>` is x1 and 0 .. 4. */
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
    /* Up to PTX ISA 2.3 registers of the module were shared by its functions. */
    if (c->outside_reported) return;
    if (module && local && c->match.version > 23)
        report_module_space(c->diags, w->space_span, space);
    else if (w->space == SPACE_TEX && c->match.version >= 15)
        report_deprecated_space(c->diags, w->space_span);
    else if (!module && w->linkage)
        report_local_linkage(c->diags, w->linkage_span, text_at(c->text, w->linkage_span));
    else if (w->linkage == LINK_COMMON && w->space != SPACE_GLOBAL)
        report_common_space(c->diags, w->linkage_span, space);
}

void check_variable(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t at = ast_nodes_begin(c->ast, i);
    struct words_read w =
        read_words(c, &at, s->nodes_end, (ptxc_span){s->head_start, s->head_start + s->head});
    check_words(c, &w, false);
    if (w.space != SPACE_NONE) place_of_space(c, &w);
    while (at < s->nodes_end) {
        struct declarator d = read_declarator(c, &at);
        struct symbol y = make_symbol(&w, &d);
        check_declarator(c, &w, &d);
        if (y.is_range) use_whole_name(c, &y);
        if (c->symbols.depth) {
            declare_local(c, &y);
        } else {
            struct symbol *old = symbols_here(&c->symbols, y.name, y.is_range);
            if (old)
                redeclare_variable(c, &y, old);
            else
                symbols_declare(&c->symbols, &y);
        }
        if (d.initialized) check_initializer(c, &d);
    }
}

/* ---- functions ---- */

struct function_read {
    bool entry, body, extern_linkage;
    uint8_t linkage;
    const struct node *name;
    uint32_t parameters[2]; /* nodes: of the result, of the arguments; 0: none */
};

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
        if (n->kind == PTXC_OPERAND_SYMBOL || n->kind == PTXC_OPERAND_SINK) {
            f.name = n;
            behind = k + 1;
        } else if (n->kind == PTXC_OPERAND_PARAMETERS) {
            f.parameters[f.name != NULL] = root[k] + 1;
        } else if (!f.name && linkage_of(t)) {
            add_linkage(c, &w, t, node_span(n), k == 0);
        } else if (word_is(t, ".entry")) {
            f.entry = true;
        } else if (!f.name && !word_is(t, ".func") && !word_is(t, ".attribute")) {
            report_misplaced_word(c->diags, node_span(n), t);
        }
    }
    f.linkage = w.linkage;
    if (f.linkage == LINK_COMMON)
        report_common_space(c->diags, w.linkage_span, text_of("functions"));
    check_tuning(c, root + behind, s->roots - behind, f.entry, body);
    return f;
}

static void parameter(struct checker *c, const struct function_read *f, bool result,
                      const struct words_read *w, const struct declarator *d) {
    struct text name = text_at(c->text, d->span);
    bool sink = d->name->kind == PTXC_OPERAND_SINK;
    bool bad = f->entry ? w->space != SPACE_PARAM
                        : w->space != SPACE_PARAM && w->space != SPACE_REG;
    if (bad && w->space != SPACE_NONE) report_parameter_space(c->diags, w->space_span, name);
    if (w->pointer && !f->entry)
        report_pointer_misplaced(c->diags, w->pointer_span, text_of(".ptr"));
    if (d->initialized)
        report_parameter_shape(c->diags, d->initializer, name, text_of("an initial value"));
    else if (d->range >= 0)
        report_parameter_shape(c->diags, d->span, name, text_of("a range '<N>'"));
    else if (d->dimensions > 1)
        report_parameter_shape(c->diags, d->span, name, text_of("two dimensions"));
    else if (d->array && w->space == SPACE_REG)
        report_space_type(c->diags, d->span, text_of(".reg"));
    else if (d->incomplete && (f->entry || result))
        report_incomplete_array(c->diags, d->span, name);
    if (sink && !f->entry) report_parameter_sink(c->diags, d->span, text_of("a function"));
    if (!f->body || sink) return;
    struct symbol y = make_symbol(w, d);
    declare_local(c, &y);
}

static void parameters(struct checker *c, const struct function_read *f, bool result) {
    uint32_t group = f->parameters[!result];
    if (!group) return;
    if (result && f->entry)
        report_parameter_shape(c->diags, node_span(f->name), name_text(c, f->name),
                               text_of("a result: it is an '.entry'"));
    uint32_t end = group - 1;
    uint32_t at = end - node_size(c->ast, end);
    while (at < end) {
        const struct node *first = ast_node(c->ast, at);
        struct words_read w = read_words(c, &at, end, node_span(first));
        check_words(c, &w, true);
        if (at >= end) return;
        struct declarator d = read_declarator(c, &at);
        parameter(c, f, result, &w, &d);
    }
}

/* May a declaration of linkage `now` follow a first one of linkage `first`? */
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

void check_function(struct checker *c, uint32_t i, bool body) {
    const struct stmt *s = ast_stmt(c->ast, i);
    struct function_read f = read_function(c, i, body);
    f.body = body;
    struct symbol y = {.name = f.name->name,
                       .start = f.name->start,
                       .end = f.name->start + f.name->length,
                       .kind = SYMBOL_FUNCTION,
                       .flags = (uint8_t)((f.entry ? SYMBOL_ENTRY : 0) | (body ? SYMBOL_BODY : 0)),
                       .linkage = f.linkage};
    if (body && f.linkage == LINK_EXTERN)
        report_extern_body(c->diags, symbol_span(&y), name_text(c, f.name));
    if (!body && f.entry && c->text[s->end - 1] != ';')
        report_unended_entry(c->diags, node_span(f.name));
    struct symbol *old = symbols_here(&c->symbols, y.name, false);
    if (c->symbols.depth && f.entry)
        report_module_only(c->diags, node_span(f.name), text_of(".entry"));
    if (c->symbols.depth)
        /* A prototype in a body declares its name for the module, not for the body. */
        atom_at(c->names, y.name.atom)->poisoned = true;
    else if (old)
        redeclare_function(c, &y, old);
    else
        symbols_declare(&c->symbols, &y);
    if (body) symbols_open(&c->symbols, s->start);
    parameters(c, &f, true);
    parameters(c, &f, false);
}

/* ---- the rest ---- */

void check_label(struct checker *c, uint32_t i, enum symbol_kind kind) {
    const struct stmt *s = ast_stmt(c->ast, i);
    const struct node *n = ast_node(c->ast, s->nodes_end - 1);
    struct symbol y = {.name = n->name,
                       .start = n->start,
                       .end = n->start + n->length,
                       .kind = (uint8_t)kind};
    if (n->kind == PTXC_OPERAND_SINK)
        report_bad_name(c->diags, node_span(n), name_text(c, n));
    else
        declare_local(c, &y);
}

void check_alias(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    for (uint32_t k = s->nodes_end - 2; k < s->nodes_end; k++) {
        const struct node *n = ast_node(c->ast, k);
        const struct symbol *y = symbols_lookup(&c->symbols, n->name);
        if (!y)
            check_undeclared(c, n->name, node_span(n));
        else if (y->kind != SYMBOL_FUNCTION || y->flags & SYMBOL_ENTRY)
            report_bad_alias(c->diags, node_span(n), name_text(c, n));
    }
}
