/* SPDX-License-Identifier: Apache-2.0
 * Source locations: .file and .loc. Manual: Debugging Directives. */
#include "check/check.h"
#include <stdlib.h>

struct location {
    uint32_t file, line, column, stmt;
};

enum { LOC_LENGTH = sizeof ".loc" - 1 };

static bool overflows(struct checker *c, const struct stmt *s, const struct node *n) {
    if (n->value <= UINT32_MAX) return false;
    report_value_overflow(c->diags, node_span(n), text_at(c->text, head_of(s)));
    return true;
}

static int compare_locations(const void *left, const void *right) {
    const struct location *a = left, *b = right;
    if (a->file != b->file) return a->file < b->file ? -1 : 1;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return a->stmt < b->stmt ? -1 : a->stmt > b->stmt;
}

static struct location location_at(const struct checker *c, uint32_t node, uint32_t stmt) {
    return (struct location){(uint32_t)ast_node(c->ast, node)->value,
                             (uint32_t)ast_node(c->ast, node + 1)->value,
                             (uint32_t)ast_node(c->ast, node + 2)->value, stmt};
}

/* Sorts all locations. Only a module with inlined code far from its call site needs that. */
static void sort_locations(struct checker *c) {
    const struct list *locs = &c->ast->locs;
    c->debug.locations = arena_alloc(c->arena, locs->count * sizeof *c->debug.locations);
    for (uint32_t i = 0; i < locs->count; i++) {
        uint32_t stmt = *(uint32_t *)list_at(locs, i);
        const struct stmt *s = ast_stmt(c->ast, stmt);
        /* .loc_intermediate does not count and is treated as if it came last. */
        bool counts = s->head == LOC_LENGTH;
        c->debug.locations[i] = location_at(c, s->nodes_end - s->roots, counts ? stmt : UINT32_MAX);
    }
    qsort(c->debug.locations, locs->count, sizeof *c->debug.locations, compare_locations);
}

static bool same_place(struct location a, struct location b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* It is usually one of the last locations. */
static bool is_near(struct checker *c, struct location at) {
    enum { FEW = 32 };
    const struct list *locs = &c->ast->locs;
    while (*(uint32_t *)list_at(locs, c->debug.locations_before) < at.stmt)
        c->debug.locations_before++;
    for (uint32_t k = c->debug.locations_before, least = k < FEW ? 0 : k - FEW; k-- > least;) {
        uint32_t stmt = *(uint32_t *)list_at(locs, k);
        const struct stmt *s = ast_stmt(c->ast, stmt);
        if (s->head != LOC_LENGTH) continue;
        if (same_place(location_at(c, s->nodes_end - s->roots, stmt), at)) return true;
    }
    return false;
}

/* Returns true if an earlier .loc refers to the same location. */
static bool is_before(const struct checker *c, struct location at) {
    uint32_t low = 0, high = c->ast->locs.count, stmt = at.stmt;
    at.stmt = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_locations(&c->debug.locations[middle], &at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == c->ast->locs.count) return false;
    return same_place(c->debug.locations[low], at) && c->debug.locations[low].stmt < stmt;
}

void check_location(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint32_t first = s->nodes_end - s->roots;
    for (uint32_t k = first; k < s->nodes_end; k++)
        if (overflows(c, s, ast_node(c->ast, k))) return;
    if (s->roots < 6) return;
    struct location at = location_at(c, first + 3, i);
    if (is_near(c, at)) return;
    if (!c->debug.locations) sort_locations(c);
    if (is_before(c, at)) return;
    const struct node *last = ast_node(c->ast, s->nodes_end - 1);
    ptxc_span place = {ast_node(c->ast, first + 3)->start, last->start + last->length};
    report_inlined_at(c->diags, place, text_at(c->text, place));
}

void check_file(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    const struct node *index = ast_node(c->ast, s->nodes_end - 2);
    const struct list *files = &c->ast->files;
    if (overflows(c, s, index)) return;
    /* Compilers number files in ascending order. */
    if (index->value > c->debug.last_file) {
        c->debug.last_file = index->value;
        return;
    }
    /* A module names few files, at most one per inlined header. The search is limited because of
     * hostile texts. */
    for (uint32_t k = 0; k < files->count && k < 1024; k++) {
        uint32_t other = *(uint32_t *)list_at(files, k);
        if (other >= i) return;
        const struct stmt *o = ast_stmt(c->ast, other);
        if (ast_node(c->ast, o->nodes_end - 2)->value != index->value) continue;
        struct diag *d = report_duplicate_file(c->diags, node_span(index), index->value);
        note_first_here(c->diags, d, node_span(ast_node(c->ast, o->nodes_end - 2)));
        return;
    }
}
