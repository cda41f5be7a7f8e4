/* SPDX-License-Identifier: Apache-2.0
 * Opening a query: see query.h. */
#include "query/query.h"
#include <string.h>

/* ---- the text ---- */

static const struct cxx_asm *asm_around(const struct cxx *cxx, uint32_t offset) {
    uint32_t low = 0, high = cxx->asms.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (((const struct cxx_asm *)list_at(&cxx->asms, middle))->span.start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    const struct cxx_asm *a = low ? list_at(&cxx->asms, low - 1) : NULL;
    return a && offset <= a->span.end ? a : NULL;
}

/* Converts the asm statement around the offset to PTX. Returns false if there is none, or if it is
 * empty. */
static bool read_cxx(struct ptxc_query *q, uint32_t offset) {
    const struct cxx_asm *a = asm_around(q->m->cxx, offset);
    if (!a || (!a->literal_count && !a->block)) return false;
    struct diags *diags = arena_zalloc(&q->arena, sizeof *diags);
    struct interner *names = arena_alloc(&q->arena, sizeof *names);
    struct ast *ast = arena_zalloc(&q->arena, sizeof *ast);
    diags_init(diags, &q->arena);
    q->cxx = arena_alloc(&q->arena, sizeof *q->cxx);
    q->statement = *a;
    cxx_text_init(q->cxx, q->m->cxx, &q->arena, diags);
    cxx_text_add_any(q->cxx, &q->statement);
    q->text = q->cxx->ptx.start;
    q->length = cxx_text_length(q->cxx);
    q->ast = ast;
    q->chains = names;
    if (a->any_target) q->by.target = -1;
    intern_init(names, &q->arena, q->text, q->length);
    struct unit unit = {.arena = &q->arena,
                        .diags = diags,
                        .names = names,
                        .ast = ast,
                        .text = q->text,
                        .is_fragment = true};
    unit_parse(&unit);
    return true;
}

ptxc_span query_span(const struct ptxc_query *q, ptxc_span span) {
    const struct cxx_asm *a = &q->statement;
    if (!q->cxx) return span;
    if (span.start < a->start || span.end > a->end) return NO_SPAN;
    return cxx_text_map(q->cxx, span);
}

/* ---- the offset ---- */

/* Returns the last statement that starts at or before the offset, if it contains the offset. */
static uint32_t stmt_around(const struct ptxc_query *q) {
    uint32_t low = 0, high = q->ast->stmts.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(q->ast, middle)->start <= q->offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low && q->offset < ast_stmt(q->ast, low - 1)->end ? low - 1 : UINT32_MAX;
}

static bool is_word_token(ptxc_token_kind kind) {
    return kind >= PTXC_TOKEN_DIRECTIVE && kind <= PTXC_TOKEN_NUMBER;
}

/* Finds the token at the offset, and what precedes it. */
static void find_token(struct ptxc_query *q) {
    struct scan scan;
    ptxc_token t, left = {.kind = PTXC_TOKEN_NONE};
    struct scan before_left;
    scan_init(&scan, q, q->offset);
    before_left = q->word.before = scan;
    ptxc_span here = {q->offset, q->offset};
    q->word.token = (ptxc_token){PTXC_TOKEN_NONE, here, 0, PTXC_NONE, here};
    for (; q->word.before = scan, scan_next(&scan, &t) && t.span.start <= q->offset; left = t) {
        if (q->offset < t.span.end) {
            /* A word that ends here takes precedence over a bracket that starts here. */
            bool prefer_left = t.span.start == q->offset && !is_word_token(t.kind) &&
                               is_word_token(left.kind) && left.span.end == q->offset;
            q->word.token = prefer_left ? left : t;
            if (prefer_left) q->word.before = before_left;
            return;
        }
        before_left = q->word.before;
    }
    bool line_comment = left.kind == PTXC_TOKEN_COMMENT && q->text[left.span.start + 1] == '/';
    if ((is_word_token(left.kind) || line_comment) && left.span.end == q->offset) {
        q->word.token = left;
        q->word.before = before_left;
    }
}

/* Finds out what is at an offset of the caller's text. */
static void look(struct ptxc_query *q, uint32_t offset) {
    q->stmt = UINT32_MAX;
    q->insn = (struct query_insn){.head = NO_SPAN};
    q->offset = q->cxx ? cxx_text_find(q->cxx, offset) : offset < q->length ? offset : q->length;
    if (q->offset == UINT32_MAX) return;
    q->stmt = stmt_around(q);
    find_token(q);
    query_find_instruction(q);
}

static void query_run(struct ptxc_query *q, uint32_t offset) {
    list_init(&q->scopes, sizeof(struct query_scope));
    list_init(&q->names, sizeof(struct query_name));
    query_index_init(q);
    q->stmt = UINT32_MAX;
    q->offset = UINT32_MAX;
    q->insn.head = NO_SPAN;
    if (q->m->cxx && !read_cxx(q, offset)) return;
    query_find_names(q);
    look(q, offset);
}

/* Frees the memory of the previous offset when the query moves. */
static void forget_place(struct ptxc_query *q) {
    arena_free(&q->place);
    arena_init(&q->place, &q->m->arena.allocator, 0);
}

ptxc_status ptxc_query_open(const ptxc_module *m, uint32_t offset, ptxc_query **query) {
    if (!query) return PTXC_BAD_ARGUMENT;
    *query = NULL;
    if (!m) return PTXC_BAD_ARGUMENT;
    ptxc_allocator allocator = m->arena.allocator;
    ptxc_query *q = allocator.resize(allocator.user, NULL, 0, sizeof *q);
    if (!q) return PTXC_NO_MEMORY;
    *q = (ptxc_query){.m = m,
                      .text = m->text,
                      .length = m->length,
                      .ast = &m->ast,
                      .chains = &m->names,
                      .by = m->by};
    arena_init(&q->arena, &allocator, 0);
    arena_init(&q->place, &allocator, 0);
    jmp_buf out_of_memory;
    q->arena.out_of_memory = q->place.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) {
        ptxc_query_close(q);
        return PTXC_NO_MEMORY;
    }
    query_run(q, offset);
    q->arena.out_of_memory = q->place.out_of_memory = NULL;
    *query = q;
    return PTXC_OK;
}

ptxc_status ptxc_query_move(ptxc_query *q, uint32_t offset) {
    jmp_buf out_of_memory;
    if (!q) return PTXC_BAD_ARGUMENT;
    if (q->m->cxx && !q->cxx) return PTXC_OK;
    forget_place(q);
    q->place.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) return PTXC_NO_MEMORY;
    look(q, offset);
    q->place.out_of_memory = NULL;
    return PTXC_OK;
}

void ptxc_query_close(ptxc_query *q) {
    if (!q) return;
    ptxc_allocator allocator = q->arena.allocator;
    arena_free(&q->place);
    arena_free(&q->arena);
    allocator.resize(allocator.user, q, sizeof *q, 0);
}

/* ---- public functions ---- */

ptxc_status ptxc_query_stmt_get(const ptxc_query *q, ptxc_stmt *out, size_t *index) {
    if (!q || !out) return PTXC_BAD_ARGUMENT;
    if (q->stmt == UINT32_MAX) return PTXC_NOT_FOUND;
    const struct stmt *s = ast_stmt(q->ast, q->stmt);
    uint32_t length = s->head;
    if (index) *index = q->cxx ? PTXC_NONE : q->stmt;
    if (!q->cxx) {
        *out = ast_describe(q->ast, q->chains, q->stmt);
        return PTXC_OK;
    }
    if (s->kind == PTXC_STMT_INSTRUCTION && !span_is_none(q->insn.head))
        length = q->insn.head.end - q->insn.head.start;
    *out = (ptxc_stmt){.kind = (ptxc_stmt_kind)s->kind,
                       .span = query_span(q, (ptxc_span){s->start, s->end}),
                       .head = query_span(q, (ptxc_span){s->head_start, s->head_start + length}),
                       .operand_count = 0};
    return PTXC_OK;
}

ptxc_status ptxc_query_environment_get(const ptxc_query *q, ptxc_environment *where) {
    if (!q || !where) return PTXC_BAD_ARGUMENT;
    *where = (ptxc_environment){(uint32_t)q->by.version,
                                q->by.target < 0 ? PTXC_NONE : (size_t)q->by.target,
                                (size_t)q->by.release};
    return PTXC_OK;
}
