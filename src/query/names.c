/* SPDX-License-Identifier: Apache-2.0
 * Declarations and scopes for queries, collected in one walk over the statements, with names
 * compared as text. Unlike symbols/symbols.c, this keeps the declarations of scopes after they
 * are closed. */
#include "query/query.h"
#include <string.h>

static struct query_scope *scope_at(const struct ptxc_query *q, uint32_t scope) {
    return list_at(&q->scopes, scope);
}

/* ---- declarations ---- */

/* What the words of a declaration say so far. */
struct words_so_far {
    uint32_t start; /* start of the first word, or UINT32_MAX */
    uint8_t space, vector;
    int16_t type;
};

static const struct words_so_far no_words = {UINT32_MAX, SPACE_NONE, 0, -1};

static void add_declaration_word(struct words_so_far *w, struct text t, uint32_t start) {
    enum isa_space space = isa_space_find(t.start, t.length);
    int type = isa_type_find(t.start, t.length);
    if (w->start == UINT32_MAX) w->start = start;
    if (space != SPACE_NONE && w->space == SPACE_NONE) w->space = (uint8_t)space;
    if (type >= 0 && w->type < 0) w->type = (int16_t)type;
    if (t.length == 3 && t.start[1] == 'v' && (t.start[2] == '2' || t.start[2] == '4'))
        w->vector = (uint8_t)(t.start[2] - '0');
}

static struct query_name *add_query_name(struct ptxc_query *q, ptxc_symbol_kind kind,
                                         const struct node *n, uint32_t stmt, uint32_t scope) {
    struct query_name *y = list_add(&q->arena, &q->names);
    *y = (struct query_name){.kind = (uint8_t)kind,
                             .type = -1,
                             .start = n->start,
                             .end = n->start + operand_base(q->text, n).length,
                             .stmt = stmt,
                             .scope = scope};
    const struct stmt *s = ast_stmt(q->ast, stmt);
    if (scope != UINT32_MAX) {
        y->older = scope_at(q, scope)->newest;
        scope_at(q, scope)->newest = q->names.count;
    }
    y->whole = y->end;
    y->declaration = (ptxc_span){s->start, s->end};
    return y;
}

/* Adds the names that nodes [begin, end) declare: words, then each name with its dimensions. */
static void declare_nodes(struct ptxc_query *q, uint32_t begin, uint32_t end, uint32_t stmt,
                          uint32_t scope, bool parameters) {
    struct words_so_far words = no_words;
    const struct node *name = NULL, *range = NULL;
    for (uint32_t i = begin; i < end; i++) {
        const struct node *n = ast_node(q->ast, i);
        if (n->kind == PTXC_OPERAND_WORD && !name)
            add_declaration_word(&words, text_at(q->text, node_span(n)), n->start);
        else if (n->kind == PTXC_OPERAND_SYMBOL && !name)
            name = n;
        else if (n->kind == PTXC_OPERAND_RANGE)
            range = n;
        if (n->kind != PTXC_OPERAND_DECLARATOR) continue;
        if (name) {
            bool reg = words.space == SPACE_REG;
            ptxc_symbol_kind kind = parameters ? PTXC_SYMBOL_PARAMETER
                                    : reg      ? PTXC_SYMBOL_REGISTER
                                               : PTXC_SYMBOL_VARIABLE;
            struct query_name *y = add_query_name(q, kind, name, stmt, scope);
            y->space = words.space;
            y->type = words.type;
            y->vector = words.vector;
            y->is_range = range != NULL;
            if (range) y->range = range->value > UINT32_MAX ? UINT32_MAX : (uint32_t)range->value;
            if (range) y->whole = range->start + range->length;
            if (parameters) y->declaration = (ptxc_span){words.start, y->whole};
        }
        if (parameters) words = no_words;
        name = range = NULL;
    }
}

static void declare_function(struct ptxc_query *q, uint32_t i, uint32_t scope) {
    const struct stmt *s = ast_stmt(q->ast, i);
    ptxc_symbol_kind kind = PTXC_SYMBOL_FUNCTION;
    uint32_t end = s->nodes_end, first = ast_nodes_begin(q->ast, i);
    for (uint32_t k = s->roots; k && end > first; k--) {
        const struct node *n = ast_node(q->ast, end - 1);
        uint32_t size = node_size(q->ast, end - 1);
        struct text t = text_at(q->text, node_span(n));
        if (n->kind == PTXC_OPERAND_WORD && t.length == 6 && !memcmp(t.start, ".entry", 6))
            kind = PTXC_SYMBOL_KERNEL;
        if (n->kind == PTXC_OPERAND_SYMBOL) add_query_name(q, kind, n, i, 0);
        if (n->kind == PTXC_OPERAND_PARAMETERS)
            declare_nodes(q, end - 1 - size, end - 1, i, scope, true);
        end -= 1 + size;
    }
    /* The roots were visited in reverse order: `.entry` last. */
    for (uint32_t k = q->names.count; k--;) {
        struct query_name *y = list_at(&q->names, k);
        if (y->stmt != i) break;
        if (y->kind == PTXC_SYMBOL_FUNCTION) y->kind = (uint8_t)kind;
    }
}

/* ---- the walk ---- */

static uint32_t open_scope(struct ptxc_query *q, uint32_t stmt) {
    struct query_scope *scope = list_add(&q->arena, &q->scopes);
    *scope = (struct query_scope){stmt, q->ast->stmts.count, 0};
    return q->scopes.count - 1;
}

/* Open scopes, the innermost last. */
struct open_scopes {
    uint32_t *scope, depth, room;
};

static void push(struct ptxc_query *q, struct open_scopes *open, uint32_t stmt) {
    if (open->depth + 1 >= open->room) {
        uint32_t room = 2 * open->room + 16, *moved = arena_alloc(&q->arena, room * sizeof *moved);
        if (open->scope) memcpy(moved, open->scope, (open->depth + 1) * sizeof *moved);
        open->scope = moved;
        open->room = room;
    }
    open->scope[++open->depth] = open_scope(q, stmt);
}

static bool follows_function(const struct ptxc_query *q, uint32_t i) {
    return i && ast_stmt(q->ast, i - 1)->kind == PTXC_STMT_FUNCTION &&
           ast_stmt(q->ast, i - 1)->body;
}

void query_find_names(struct ptxc_query *q) {
    struct open_scopes open = {NULL, 0, 0};
    uint32_t count = q->ast->stmts.count;
    open.room = 16;
    open.scope = arena_alloc(&q->arena, open.room * sizeof *open.scope);
    open.scope[0] = open_scope(q, 0);
    for (uint32_t i = 0; i < count; i++) {
        const struct stmt *s = ast_stmt(q->ast, i);
        bool body = s->kind == PTXC_STMT_FUNCTION && s->body;
        if (body || (s->kind == PTXC_STMT_OPEN && !follows_function(q, i))) push(q, &open, i);
        uint32_t scope = open.scope[open.depth];
        switch (s->kind) {
        case PTXC_STMT_VARIABLE:
            declare_nodes(q, ast_nodes_begin(q->ast, i), s->nodes_end, i, scope, false);
            break;
        case PTXC_STMT_FUNCTION: declare_function(q, i, body ? scope : UINT32_MAX); break;
        case PTXC_STMT_LABEL:
            add_query_name(q, PTXC_SYMBOL_LABEL, ast_node(q->ast, s->nodes_end - 1), i, scope);
            break;
        case PTXC_STMT_CLOSE:
            if (open.depth) scope_at(q, open.scope[open.depth--])->last = i;
            break;
        default: break;
        }
    }
    query_index_names(q);
}

/* ---- public functions ---- */

/* Returns how many statements start at or before an offset. */
static uint32_t stmts_up_to(const struct ptxc_query *q, uint32_t offset) {
    uint32_t low = 0, high = q->ast->stmts.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(q->ast, middle)->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the statement whose names are in force at the offset. */
static uint32_t stmt_here(const struct ptxc_query *q) {
    if (q->stmt != UINT32_MAX) return q->stmt;
    return stmts_up_to(q, q->offset);
}

/* Returns the asm operand that `%3` refers to, or NULL. */
static const struct cxx_operand *asm_operand(const struct ptxc_query *q, struct text t) {
    uint32_t n = 0;
    if (!q->cxx || t.length < 2 || t.length > 7 || t.start[0] != '%') return NULL;
    for (uint32_t i = 1; i < t.length; i++) {
        if (!cxx_is_digit(t.start[i])) return NULL;
        n = 10 * n + (uint32_t)(t.start[i] - '0');
    }
    if (n >= q->statement.operand_count) return NULL;
    return cxx_operand_at(q->m->cxx, &q->statement, n);
}

static ptxc_symbol symbol_of(const struct ptxc_query *q, const struct query_name *y) {
    ptxc_symbol out = {.kind = (ptxc_symbol_kind)y->kind,
                       .name = query_span(q, (ptxc_span){y->start, y->whole}),
                       .declaration = query_span(q, y->declaration),
                       .type = y->type >= 0 ? isa_types[y->type].name : "",
                       .space = y->space ? isa_space_name((enum isa_space)y->space) : "",
                       .vector = y->vector,
                       .range = y->is_range ? y->range : 0,
                       .text = q->text + y->start,
                       .length = y->end - y->start};
    const struct query_scope *scope = scope_at(q, y->scope == UINT32_MAX ? 0 : y->scope);
    uint32_t count = q->ast->stmts.count;
    out.scope = (ptxc_span){y->scope ? ast_stmt(q->ast, scope->first)->start : 0,
                            scope->last < count ? ast_stmt(q->ast, scope->last)->end : q->length};
    if (q->cxx) out.scope = q->statement.span;
    const struct cxx_operand *o = asm_operand(q, query_text(q, y->start, y->end));
    if (o && y->start < q->statement.start) {
        out.kind = PTXC_SYMBOL_ASM_OPERAND;
        out.name = out.declaration = o->constraint;
    }
    return out;
}

static bool special_symbol(struct text t, ptxc_symbol *out) {
    int i = isa_special_find(t.start, t.length);
    if (i < 0) return false;
    *out = (ptxc_symbol){.kind = PTXC_SYMBOL_SPECIAL,
                         .name = NO_SPAN,
                         .declaration = NO_SPAN,
                         .scope = NO_SPAN,
                         .type = isa_types[isa_specials[i].type].name,
                         .space = ".sreg",
                         .vector = isa_specials[i].components,
                         .text = t.start,
                         .length = t.length};
    return true;
}

/* Returns the name at the offset, or an empty text. */
static struct text name_here(const struct ptxc_query *q) {
    bool name = q->word.token.kind == PTXC_TOKEN_NAME || q->word.token.kind == PTXC_TOKEN_LABEL;
    if (q->offset == UINT32_MAX || !name) return (struct text){"", 0};
    return text_at(q->text, q->word.token.span);
}

/* Returns the name whose declaration starts there, or NULL. Names are in the order of their
 * statements. */
static const struct query_name *name_declared_at(const struct ptxc_query *q, uint32_t start) {
    uint32_t low = 0, high = q->names.count, stmts = stmts_up_to(q, start);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (query_name_at(q, middle)->stmt + 1 < stmts)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < q->names.count && query_name_at(q, low)->stmt < stmts; low++)
        if (query_name_at(q, low)->start == start) return query_name_at(q, low);
    return NULL;
}

/* Returns what the name at the offset refers to, even where it is declared. */
static const struct query_name *here(const struct ptxc_query *q) {
    struct text t = name_here(q);
    const struct query_name *y = t.length ? name_declared_at(q, q->word.token.span.start) : NULL;
    const struct query_name *other = query_lookup(q, t, stmt_here(q));
    /* Functions may be declared twice. */
    return y && !(other && other->scope == y->scope) ? y : other;
}

/* Returns the name as a symbol of `y`, or as a special register or asm operand if `y` is NULL. */
static ptxc_status answer(const struct ptxc_query *q, struct text t, const struct query_name *y,
                          ptxc_symbol *out) {
    const struct cxx_operand *o = t.length ? asm_operand(q, t) : NULL;
    if (y) {
        *out = symbol_of(q, y);
        return PTXC_OK;
    }
    if (o) {
        *out = (ptxc_symbol){.kind = PTXC_SYMBOL_ASM_OPERAND,
                             .name = o->constraint,
                             .declaration = o->constraint,
                             .scope = q->statement.span,
                             .type = "",
                             .space = "",
                             .text = t.start,
                             .length = t.length};
        return PTXC_OK;
    }
    return special_symbol(t, out) ? PTXC_OK : PTXC_NOT_FOUND;
}

ptxc_status ptxc_query_symbol_get(const ptxc_query *q, ptxc_symbol *out) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    struct text t = name_here(q);
    return answer(q, t, t.length ? here(q) : NULL, out);
}

ptxc_status ptxc_query_token_symbol_get(const ptxc_query *q, const ptxc_token *token,
                                        ptxc_symbol *out) {
    if (!q || !token || !out) return PTXC_BAD_ARGUMENT;
    if (!q->index.bucket) return PTXC_NOT_FOUND;
    bool name = token->kind == PTXC_TOKEN_NAME || token->kind == PTXC_TOKEN_LABEL;
    if (!name || token->place.start >= token->place.end || token->place.end > q->length)
        return PTXC_NOT_FOUND;
    struct text t = text_at(q->text, token->place);
    uint32_t stmt = stmts_up_to(q, token->place.start);
    const struct query_name *y = query_lookup(q, t, stmt ? stmt - 1 : 0);
    /* In the declaration of a range, the name has no number. */
    return answer(q, t, y ? y : name_declared_at(q, token->place.start), out);
}

/* ---- uses ---- */

struct use_writer {
    ptxc_use *out;
    size_t capacity, count;
};

static void write_use(const struct ptxc_query *q, struct use_writer *w, ptxc_use use) {
    use.span = query_span(q, use.span);
    if (span_is_none(use.span)) return;
    if (w->count++ < w->capacity && w->out) w->out[w->count - 1] = use;
}

static void add_uses_of_stmt(const struct ptxc_query *q, struct use_writer *w,
                             const struct query_name *y, struct text wanted, uint32_t i) {
    for (uint32_t k = ast_nodes_begin(q->ast, i); k < ast_stmt(q->ast, i)->nodes_end; k++) {
        const struct node *n = ast_node(q->ast, k);
        if (n->kind != PTXC_OPERAND_SYMBOL && n->kind != PTXC_OPERAND_COMPONENT &&
            n->kind != PTXC_OPERAND_INDEX)
            continue;
        struct text t = operand_base(q->text, n);
        if (n->start == y->start) {
            write_use(q, w, (ptxc_use){.span = {y->start, y->whole}, .declaration = true});
        } else if (query_is_named(q, y, t) && query_lookup(q, t, i) == y) {
            bool same = text_same(t, wanted);
            bool again = y->kind == PTXC_SYMBOL_FUNCTION && name_declared_at(q, n->start);
            ptxc_use use = {.span = {n->start, n->start + t.length}, .declaration = again};
            if (wanted.length && !same) continue;
            query_access(q, y, i, k, &use);
            write_use(q, w, use);
        }
    }
}

size_t ptxc_query_uses(const ptxc_query *q, ptxc_use *uses, size_t capacity) {
    struct use_writer w = {uses, capacity, 0};
    const struct query_name *y = q ? here(q) : NULL;
    if (!y) return 0;
    /* At the declaration of a range, all of its registers are wanted. */
    struct text wanted = name_here(q);
    if (!y->is_range || q->word.token.span.start == y->start) wanted.length = 0;
    /* What a prototype declares is visible only in that statement. */
    bool alone = y->scope == UINT32_MAX;
    uint32_t first = alone ? y->stmt : scope_at(q, y->scope)->first;
    uint32_t last = alone ? y->stmt : scope_at(q, y->scope)->last;
    for (uint32_t i = first; i <= last && i < q->ast->stmts.count; i++)
        add_uses_of_stmt(q, &w, y, wanted, i);
    return w.count;
}

size_t ptxc_query_names(const ptxc_query *q, ptxc_symbol *symbols, size_t capacity) {
    size_t count = 0;
    if (!q || q->offset == UINT32_MAX) return 0;
    uint32_t stmt = stmt_here(q), scope = q->scopes.count;
    /* Search backwards: later declarations are in inner scopes, except for labels and
     * parameters. */
    while (scope--) {
        const struct query_scope *s = scope_at(q, scope);
        if (stmt < s->first || s->last < stmt) continue;
        for (uint32_t i = s->newest; i; i = query_name_at(q, i - 1)->older) {
            const struct query_name *y = query_name_at(q, i - 1);
            if (query_visible_from(q, y) > stmt) continue;
            if (count++ < capacity && symbols) symbols[count - 1] = symbol_of(q, y);
        }
    }
    return count;
}
