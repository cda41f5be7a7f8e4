/* SPDX-License-Identifier: Apache-2.0
 * Finds what a name refers to in a statement. Like scopes, declarations of one name are nested
 * or disjoint, so a list of turns is enough for each name: from this statement on, that
 * declaration applies. */
#include "query/query.h"
#include <string.h>

/* All declarations of one name, or of ranges with that name. */
struct query_key {
    uint32_t name;        /* a declaration with this name */
    uint32_t first, room; /* its range of turns */
    uint32_t count;
    uint32_t top;  /* 1 + the innermost one in force, or 0 */
    uint32_t next; /* 1 + the next key with the same hash, or 0 */
};

struct query_turn {
    uint32_t stmt, name; /* 1 + the name, or 0 */
};

static struct query_key *key_at(const struct ptxc_query *q, uint32_t i) {
    return list_at(&q->index.keys, i);
}

static const struct query_scope *scope_of(const struct ptxc_query *q, const struct query_name *y) {
    return list_at(&q->scopes, y->scope);
}

/* ---- keys ---- */

static uint32_t hash(struct text t, bool is_range) {
    uint32_t h = 2166136261u + is_range;
    for (uint32_t i = 0; i < t.length; i++) h = (h ^ (unsigned char)t.start[i]) * 16777619u;
    return h ^ h >> 15;
}

/* Returns 1 + the key, or 0 if the name is not declared. */
static uint32_t find_key(const struct ptxc_query *q, struct text t, bool is_range) {
    uint32_t i = q->index.bucket[hash(t, is_range) & q->index.mask];
    for (; i; i = key_at(q, i - 1)->next) {
        const struct query_name *y = query_name_at(q, key_at(q, i - 1)->name);
        if (y->is_range == is_range && y->end - y->start == t.length &&
            !memcmp(q->text + y->start, t.start, t.length))
            break;
    }
    return i;
}

static uint32_t add_key(struct ptxc_query *q, struct text t, uint32_t name) {
    bool is_range = query_name_at(q, name)->is_range;
    uint32_t *bucket = &q->index.bucket[hash(t, is_range) & q->index.mask];
    struct query_key *key = list_add(&q->arena, &q->index.keys);
    *key = (struct query_key){.name = name, .next = *bucket};
    return *bucket = q->index.keys.count;
}

static void find_keys(struct ptxc_query *q) {
    uint32_t turns = 0;
    q->index.mask = 63;
    while (q->index.mask < q->names.count) q->index.mask = 2 * q->index.mask + 1;
    q->index.bucket = arena_zalloc(&q->arena, (q->index.mask + 1u) * sizeof *q->index.bucket);
    for (uint32_t i = 0; i < q->names.count; i++) {
        struct query_name *y = query_name_at(q, i);
        struct text t = query_text(q, y->start, y->end);
        uint32_t key = find_key(q, t, y->is_range);
        y->key = (key ? key : add_key(q, t, i)) - 1;
        key_at(q, y->key)->room += 2; /* one turn to enter it, one to leave it */
    }
    for (uint32_t i = 0; i < q->index.keys.count; i++) {
        key_at(q, i)->first = turns;
        turns += key_at(q, i)->room;
    }
    q->index.turn = arena_alloc(&q->arena, (turns + 1u) * sizeof *q->index.turn);
}

/* ---- turns ---- */

static void turn(struct ptxc_query *q, struct query_key *key, uint32_t stmt, uint32_t top) {
    key->top = top;
    q->index.turn[key->first + key->count++] = (struct query_turn){stmt, top};
}

/* Removes declarations that go out of force before the statement. */
static void leave(struct ptxc_query *q, struct query_key *key, uint32_t stmt) {
    while (key->top) {
        const struct query_name *y = query_name_at(q, key->top - 1);
        if (scope_of(q, y)->last >= stmt) break;
        turn(q, key, scope_of(q, y)->last + 1, y->outer);
    }
}

static bool is_function(const struct query_name *y) {
    return y->kind == PTXC_SYMBOL_FUNCTION || y->kind == PTXC_SYMBOL_KERNEL;
}

static bool has_body(const struct ptxc_query *q, const struct query_name *y) {
    return is_function(y) && ast_stmt(q->ast, y->stmt)->body;
}

/* Handles a second declaration in the same scope. The first one counts; for a function, the one
 * with a body; for a range, any additional registers count as well. */
static void add_again(struct ptxc_query *q, struct query_key *key, struct query_name *y,
                      uint32_t from, uint32_t name) {
    struct query_name *top = query_name_at(q, key->top - 1);
    bool body = has_body(q, y), same = body == has_body(q, top);
    y->outer = top->outer;
    y->wider = top->wider;
    if (same ? y->start < top->start : body)
        turn(q, key, from, name + 1);
    else if (y->is_range && y->range > top->range)
        top->wider = name + 1;
}

static void enter_name(struct ptxc_query *q, uint32_t name, uint32_t from) {
    struct query_name *y = query_name_at(q, name);
    struct query_key *key = key_at(q, y->key);
    leave(q, key, from);
    if (key->top && query_name_at(q, key->top - 1)->scope >= y->scope) {
        add_again(q, key, y, from, name);
        return;
    }
    y->outer = y->wider = key->top;
    while (y->wider && query_name_at(q, y->wider - 1)->range <= y->range)
        y->wider = query_name_at(q, y->wider - 1)->wider;
    turn(q, key, from, name + 1);
}

uint32_t query_visible_from(const struct ptxc_query *q, const struct query_name *y) {
    return y->kind == PTXC_SYMBOL_LABEL || is_function(y) ? scope_of(q, y)->first : y->stmt;
}

void query_index_init(struct ptxc_query *q) { list_init(&q->index.keys, sizeof(struct query_key)); }

void query_index_names(struct ptxc_query *q) {
    uint32_t stmts = q->ast->stmts.count;
    uint32_t *first = arena_zalloc(&q->arena, (stmts + 1u) * sizeof *first); /* 1 + the name */
    uint32_t *next = arena_alloc(&q->arena, (q->names.count + 1u) * sizeof *next);
    find_keys(q);
    for (uint32_t i = q->names.count; i--;) {
        const struct query_name *y = query_name_at(q, i);
        if (y->scope == UINT32_MAX) continue; /* a parameter of a prototype */
        uint32_t from = query_visible_from(q, y);
        next[i] = first[from];
        first[from] = i + 1;
    }
    for (uint32_t from = 0; from <= stmts; from++)
        for (uint32_t i = first[from]; i; i = next[i - 1]) enter_name(q, i - 1, from);
    for (uint32_t i = 0; i < q->index.keys.count; i++) leave(q, key_at(q, i), UINT32_MAX);
}

/* ---- looking up ---- */

bool query_is_named(const struct ptxc_query *q, const struct query_name *y, struct text t) {
    struct text own = query_text(q, y->start, y->end);
    if (t.length < own.length || memcmp(t.start, own.start, own.length)) return false;
    if (!y->is_range) return t.length == own.length;
    uint64_t number = 0;
    for (uint32_t i = own.length; i < t.length; i++) {
        if (t.start[i] < '0' || t.start[i] > '9') return false;
        number = 10 * number + (uint64_t)(t.start[i] - '0');
        if (number >= y->range) return false;
    }
    return t.length > own.length;
}

/* Returns 1 + the innermost declaration of a key that is in force in the statement, or 0. */
static uint32_t top_in(const struct ptxc_query *q, const struct query_key *key, uint32_t stmt) {
    uint32_t low = 0, high = key->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (q->index.turn[key->first + middle].stmt <= stmt)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? q->index.turn[key->first + low - 1].name : 0;
}

/* Returns the declaration under the key `own` that covers the name, or NULL. */
static const struct query_name *look_up_own(const struct ptxc_query *q, struct text own,
                                            struct text t, uint32_t stmt) {
    uint32_t key = find_key(q, own, own.length < t.length);
    uint32_t i = key ? top_in(q, key_at(q, key - 1), stmt) : 0;
    while (i && !query_is_named(q, query_name_at(q, i - 1), t)) i = query_name_at(q, i - 1)->wider;
    return i ? query_name_at(q, i - 1) : NULL;
}

const struct query_name *query_lookup(const struct ptxc_query *q, struct text t, uint32_t stmt) {
    if (!t.length || !q->index.bucket) return NULL;
    if (stmt == UINT32_MAX) stmt = q->ast->stmts.count;
    const struct query_name *best = look_up_own(q, t, t, stmt);
    /* `%r12` may belong to `%r<13>` or to `%r1<3>`. Of two scopes around one place, the inner one
     * was opened later. */
    for (uint32_t n = t.length - 1; n && cxx_is_digit(t.start[n]); n--) {
        const struct query_name *y = look_up_own(q, (struct text){t.start, n}, t, stmt);
        bool first = y && best && best->is_range && y->start < best->start;
        if (y && (!best || y->scope > best->scope || (y->scope == best->scope && first))) best = y;
    }
    return best;
}
