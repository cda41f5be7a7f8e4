/* SPDX-License-Identifier: Apache-2.0
 * Reads declarations: see declaration.h. Manual: State Spaces, Types, and Variables. */
#include "check/declaration.h"
#include "symbols/signature.h"
#include <string.h>

int linkage_of(struct text t) {
    static const char *const names[] = {"", ".extern", ".visible", ".weak", ".common"};
    for (int i = 1; i < 5; i++)
        if (text_is(t, names[i])) return i;
    return 0;
}

/* ---- words ---- */

/* `at` is the span of the word. After `.ptr`, it is the alignment of the memory that is pointed
 * to. */
static void add_align(struct checker *c, struct words_read *w, const struct node *n, ptxc_span at) {
    uint64_t value = (uint64_t)n->value;
    bool late = w->has_type || w->vector;
    if (w->pointer ? w->pointer_align : late && (w->late_align || !w->has_type))
        report_misplaced_word(c->diags, at, text_of(".align"));
    else if (late && !w->pointer)
        w->late_align = true;
    w->pointer_align = w->pointer;
    if (!w->pointer) w->align = value;
    w->align_span = w->pointer ? w->align_span : at;
    if (value > UINT32_MAX) {
        report_value_overflow(c->diags, node_span(n), text_of(".align"));
        return;
    }
    if (!value || value & (value - 1)) report_bad_alignment(c->diags, node_span(n), n->value);
}

static void add_space(struct checker *c, struct words_read *w, uint8_t space, ptxc_span at) {
    struct text t = text_at(c->text, at);
    bool target = space == SPACE_GLOBAL || space == SPACE_CONST || space == SPACE_SHARED ||
                  space == SPACE_LOCAL;
    if (w->pointer && !w->pointer_space && !w->pointer_align && target) {
        w->pointer_space = true; /* the space of the memory that a kernel's pointer points to */
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

void add_linkage(struct checker *c, struct words_read *w, struct text t, ptxc_span at, bool first) {
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
    } else if (isa_types[w->type].kind == TYPE_FLOAT && !isa_types[w->type].reg) {
        report_instruction_type(c->diags, at, t); /* .bf16 and .tf32 are not allowed in
                                                     declarations */
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
    WORD_TYPE /* or in the place of a type */
};

static enum word_class classify(struct text t) {
    if (text_is(t, ".attribute") || text_is(t, ".managed") || text_is(t, ".unified"))
        return WORD_ATTRIBUTE;
    if (text_is(t, ".align")) return WORD_ALIGN;
    if (text_is(t, ".ptr")) return WORD_PTR;
    if (linkage_of(t)) return WORD_LINKAGE;
    if (isa_space_find(t.start, t.length) != SPACE_NONE) return WORD_SPACE;
    if (t.length > 2 && t.start[1] == 'v' && t.start[2] >= '0' && t.start[2] <= '9')
        return WORD_VECTOR;
    return WORD_TYPE;
}

/* Old versions allow .b128 in arrays and in functions without a body, so its requirements are
 * checked there. */
static bool needs_a_place(int type) { return isa_types[type].kind == TYPE_BITS; }

/* A file has a dozen different words in a thousand declarations, so each is looked up only once. */
static const struct chain *look_up_word(struct checker *c, const struct node *n) {
    struct chain *word = chain_at(c->names, intern_chain(c->names, n->start, n->start + n->length));
    if (word->word_class) return word;
    struct text t = name_text(c, n);
    word->word_class = (uint8_t)classify(t);
    word->word_avail = isa_directive_avail(t.start, t.length);
    if (word->word_class == WORD_SPACE)
        word->word_value = (uint8_t)isa_space_find(t.start, t.length);
    else if (word->word_class == WORD_TYPE)
        word->word_value = (uint8_t)(isa_type_find(t.start, t.length) + 1);
    if (word->word_class == WORD_TYPE && word->word_value && !needs_a_place(word->word_value - 1))
        word->word_avail = isa_types[word->word_value - 1].avail;
    return word;
}

void check_attribute(struct checker *c, const struct node *n) {
    struct text t = name_text(c, n);
    uint32_t wanted = text_is(t, ".unified") ? 2 : 0;
    if (!text_is(t, ".attribute") && n->group.count != wanted)
        report_value_count(c->diags, node_span(n), t, phrase(wanted ? P_two_values : P_no_value));
}

/* In a group, the node of the word comes last although the word is written first. */
static bool is_in_group(struct checker *c, uint32_t i) {
    uint32_t start = ast_node(c->ast, i)->start;
    for (i++; i < c->ast->nodes.count; i++) {
        const struct node *n = ast_node(c->ast, i);
        if (n->start < start) return n->kind == PTXC_OPERAND_WORD;
        if (n->kind != PTXC_OPERAND_WORD && n->kind != PTXC_OPERAND_INTEGER) return false;
    }
    return false;
}

static void add_attribute(struct checker *c, struct words_read *w, uint32_t i) {
    const struct node *n = ast_node(c->ast, i);
    check_attribute(c, n);
    if (text_is(name_text(c, n), ".attribute")) {
        if ((w->has_type && !w->late_align) || w->vector)
            report_misplaced_word(c->diags, node_span(n), text_of(".attribute"));
        return;
    }
    w->attribute = node_span(n);
    if (!is_in_group(c, i)) report_misplaced_word(c->diags, w->attribute, name_text(c, n));
}

static void add_word(struct checker *c, struct words_read *w, uint32_t i, bool first) {
    const struct node *n = ast_node(c->ast, i);
    const struct chain *word = look_up_word(c, n);
    ptxc_span at = node_span(n);
    match_need_word(&c->match, word->word_avail, at);
    switch (word->word_class) {
    case WORD_ATTRIBUTE: add_attribute(c, w, i); return;
    case WORD_ALIGN: add_align(c, w, ast_node(c->ast, i - 1), at); return;
    case WORD_LINKAGE: add_linkage(c, w, name_text(c, n), at, first); return;
    case WORD_SPACE: add_space(c, w, word->word_value, at); return;
    default: break;
    }
    if (word->word_class == WORD_PTR && w->has_type && !w->pointer && !w->late_align) {
        w->pointer = true;
        w->pointer_span = at;
    } else if (word->word_class == WORD_VECTOR && !w->has_type && !w->vector) {
        struct text t = name_text(c, n);
        w->vector = text_is(t, ".v4") ? 4 : 2;
        w->vector_span = at;
        if (w->vector == 2 && !text_is(t, ".v2")) report_vector_word(c->diags, at, t);
    } else {
        add_type(c, w, word->word_value - 1, at);
    }
}

/* Reads the words from node *i up to the next name, and reports what is missing. */
struct words_read read_words(struct checker *c, uint32_t *i, uint32_t end, ptxc_span at) {
    struct words_read w = {.type = -1, .at = at, .attribute = NO_SPAN};
    bool first = true;
    for (; *i < end && ast_node(c->ast, *i)->kind != PTXC_OPERAND_SYMBOL &&
           ast_node(c->ast, *i)->kind != PTXC_OPERAND_SINK;
         (*i)++) {
        if (ast_node(c->ast, *i)->kind != PTXC_OPERAND_WORD) continue;
        add_word(c, &w, *i, first);
        first = false;
    }
    bool nameless = *i == end;
    if (w.space == SPACE_NONE && !(nameless && w.has_type))
        report_missing_space(c->diags, at);
    else if (!w.has_type)
        report_missing_type(c->diags, w.space_span);
    return w;
}

/* Returns true if vectors of the type are allowed. .e2m1x4 and similar types can only be used
 * alone. */
static bool is_basic(int type) {
    const struct isa_type *t = &isa_types[type];
    return t->reg && t->var && (t->kind != TYPE_BITS || t->name[1] == 'b');
}

/* Reports words that are wrong for every name of the declaration. */
void check_words(struct checker *c, struct words_read *w, bool parameter) {
    if (w->pointer && !parameter)
        report_pointer_misplaced(c->diags, w->pointer_span, text_of(".ptr"));
    if (!span_is_none(w->attribute) && w->space != SPACE_GLOBAL && w->space != SPACE_NONE)
        report_misplaced_word(c->diags, w->attribute, text_at(c->text, w->attribute));
    if (w->type < 0) return;
    if (w->vector && !is_basic(w->type))
        report_vector_type(c->diags, w->vector_span, text_at(c->text, w->type_span));
    else if (w->vector * isa_types[w->type].width > 128)
        report_vector_too_wide(c->diags, (ptxc_span){w->vector_span.start, w->type_span.end});
    else
        return;
    w->type = -1;
}

void check_type_held(struct checker *c, struct words_read *w, bool array, bool of_entry) {
    if (w->type < 0) return;
    const struct isa_type *type = &isa_types[w->type];
    struct text space = span_is_none(w->space_span) ? text_of("") : text_at(c->text, w->space_span);
    struct text spelled = text_at(c->text, w->type_span);
    bool packed = text_is(spelled, ".f16x2") || (!is_basic(w->type) && type->kind == TYPE_BITS);
    bool misplaced = type->kind == TYPE_PRED && w->space != SPACE_REG;
    if (array && !misplaced) return;
    if (needs_a_place(w->type) && !w->needed) match_need_word(&c->match, type->avail, w->type_span);
    w->needed = true;
    if (misplaced)
        report_predicate_space(c->diags, w->type_span);
    else if (!type->reg && !type->var)
        report_instruction_type(c->diags, w->type_span, spelled);
    else if (type->kind == TYPE_OPAQUE && w->space != SPACE_GLOBAL && !of_entry)
        report_space_type(c->diags, w->type_span, space);
    else if (w->space == SPACE_PARAM && (w->vector || packed))
        report_space_type(c->diags, w->type_span, space);
    else
        return;
    w->type = -1;
}

void check_texmode(struct checker *c, const struct words_read *w, bool array) {
    if (array) return; /* the assembler does not treat it as a reference */
    bool independent = !span_is_none(c->head.texmode) && c->text[c->head.texmode.start + 8] == 'i';
    if (w->type >= 0 && !strcmp(isa_types[w->type].name, ".samplerref") && !independent)
        report_unified_mode(c->diags, w->type_span, text_of(".samplerref"));
}

/* ---- names ---- */

/* Reads one declarator from node *i. */
struct declarator read_declarator(struct checker *c, uint32_t *i) {
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
            if (!n->group.count || !ast_node(c->ast, *i - 1)->value) {
                d.incomplete = true;
                if (d.dimensions > 1) d.inner_open = true;
            }
            if (n->group.count) d.elements *= (uint64_t)ast_node(c->ast, *i - 1)->value;
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

void declared_here(struct checker *c, struct diag *d, const struct symbol *y) {
    note_declared_here(c->diags, d, symbol_span(y), text_at(c->text, symbol_span(y)));
}

/* Finds a conflicting declaration: `x<5>` and `x3` in one scope declare the same name twice. */
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
        /* A variable with the name of the first register is not reported. */
        bool within = other->name.number && other->name.number < y->range;
        bool variable = other->kind != SYMBOL_LABEL && other->kind != SYMBOL_LIST;
        if (!other->is_range && other->name.atom == y->name.atom && within && variable)
            return other;
        other = other->older;
    }
    return NULL;
}

/* Declares a name of a function, or reports that it is already declared. */
void declare_local(struct checker *c, const struct symbol *y) {
    struct symbol *other = clash(c, y);
    ptxc_span at = symbol_span(y);
    if (other) {
        struct diag *d = report_redeclared(c->diags, at, text_at(c->text, at));
        declared_here(c, d, other);
        return;
    }
    bool label = y->kind == SYMBOL_LABEL;
    struct symbol *now = symbols_declare(&c->symbols, y);
    check_hiding(now);
    if (y->is_range || symbols_lookup(&c->symbols, y->name) != now) return;
    struct pending *use = symbols_arrive(&c->symbols, y->name, label);
    if (!use) return;
    ptxc_span used = {use->start, use->end};
    struct diag *d = report_declared_late(c->diags, used, text_at(c->text, used));
    declared_here(c, d, y);
}

/* Returns the type that instructions see: .e3m2x4 counts as .b32. */
static uint8_t type_of_operand(int type) {
    char name[8] = ".b";
    if (type < 0) return 0;
    if (isa_types[type].kind != TYPE_BITS || is_basic(type)) return (uint8_t)type;
    uint8_t width = isa_types[type].width;
    memcpy(name + 2, width == 8 ? "8" : width == 16 ? "16" : width == 32 ? "32" : "64", 2);
    return (uint8_t)isa_type_find(name, (uint32_t)strlen(name));
}

/* If the type is unknown, the allowed uses are also unknown. */
static uint8_t kind_of_name(const struct words_read *w) {
    if (w->type < 0) return SYMBOL_LOST;
    return w->space == SPACE_REG ? SYMBOL_REGISTER : SYMBOL_VARIABLE;
}

struct symbol make_symbol(const struct words_read *w, const struct declarator *d) {
    uint8_t type = type_of_operand(w->type);
    struct symbol y = {.name = d->name->name,
                       .start = d->span.start,
                       .end = d->span.end,
                       .kind = kind_of_name(w),
                       .space = (uint8_t)w->space,
                       .type = type,
                       .vector = w->vector,
                       .align = signature_align(type, w->vector, w->align),
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
