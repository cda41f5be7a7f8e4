/* SPDX-License-Identifier: Apache-2.0
 * Memory as far as it is known: shared and local memory and parameters byte by byte, and words
 * of global memory that the kernel itself wrote. Manual: State Spaces. */
#include "rehearse/machine.h"
#include "rehearse/program/initial.h"
#include <string.h>

/* ---- layout of variables ---- */

struct bytes make_bytes(struct arena *arena, uint64_t size) {
    size_t room = (size_t)size + 1;
    return (struct bytes){arena_zalloc(arena, room), arena_zalloc(arena, room), size};
}

struct placed {
    uint8_t space, type, vector;
    bool external, initialized;
    uint64_t align, count;
};

#define NO_VARIABLE UINT32_MAX

/* The variables by the places of their names, each as 1 + its number or 0. */
struct placed_names {
    struct text_map last;
    uint32_t *previous; /* for each variable, the one before it at the same place */
};

static struct text_key key_of_name(uint32_t start) { return (struct text_key){{"", 0}, start}; }

static void index_variables(struct machine *m, struct placed_names *names) {
    const struct list *variables = &m->program->f->variables;
    names->previous = arena_alloc(m->arena, (variables->count + 1) * sizeof *names->previous);
    for (uint32_t i = 0; i < variables->count; i++) {
        const struct flow_variable *v = list_at(variables, i);
        uint32_t *last = text_map_put(&names->last, m->arena, key_of_name(v->name.start));
        names->previous[i] = *last;
        *last = i + 1;
    }
}

struct used {
    uint64_t of[SPACE_COUNT];
    struct placed_names names;
};

/* Places a declarator, with the words before it. Returns its variable, or NO_VARIABLE. */
static uint32_t place_variable(struct machine *m, const struct node *name, const struct placed *at,
                               const struct placed_names *names, uint64_t *used) {
    uint32_t found = NO_VARIABLE, next = text_map_get(&names->last, key_of_name(name->start));
    for (uint32_t i; next; next = names->previous[i]) {
        i = next - 1;
        uint64_t element = isa_types[at->type].width / 8 * (at->vector ? at->vector : 1u);
        uint64_t align = at->align ? at->align : element ? element : 1;
        *used = (*used + align - 1) / align * align;
        m->memory.address[i] = *used;
        m->memory.size[i] = element * at->count;
        m->memory.zeroed[i] = !at->external && !at->initialized;
        *used += m->memory.size[i];
        found = i;
    }
    return found;
}

static void take_declared_word(const struct machine *m, uint32_t node, struct placed *p) {
    const struct ast *ast = m->program->f->in->ast;
    struct text t = text_at(m->program->f->in->text, node_span(ast_node(ast, node)));
    enum isa_space space = isa_space_find(t.start, t.length);
    int type = isa_type_find(t.start, t.length);
    if (space != SPACE_NONE) *p = (struct placed){.space = (uint8_t)space, .external = p->external};
    if (text_is(t, ".extern")) p->external = true;
    if (type >= 0) p->type = (uint8_t)type;
    if (text_is(t, ".v2")) p->vector = 2;
    if (text_is(t, ".v4")) p->vector = 4;
    if (text_is(t, ".align")) p->align = (uint64_t)ast_node(ast, node - 1)->value;
}

/* Returns the number of elements in all dimensions, 0 for an array without a size. */
static uint64_t count_elements(const struct ast *ast, uint32_t declarator) {
    uint64_t count = 1;
    for (uint32_t i = declarator - ast_node(ast, declarator)->group.size; i < declarator; i++) {
        const struct node *n = ast_node(ast, i);
        if (n->kind == PTXC_OPERAND_INITIALIZER) break;
        if (n->kind != PTXC_OPERAND_ADDRESS) continue;
        count *= n->group.count ? (uint64_t)ast_node(ast, i - 1)->value : 0;
    }
    return count;
}

/* Returns the index of the initializer, or 0. */
static uint32_t initializer_of(const struct ast *ast, uint32_t declarator) {
    for (uint32_t i = declarator - ast_node(ast, declarator)->group.size; i < declarator; i++)
        if (ast_node(ast, i)->kind == PTXC_OPERAND_INITIALIZER) return i;
    return 0;
}

/* ---- initial values ---- */

enum { MOST_INITIAL = 1 << 20 /* bytes of a variable whose initial value is read */ };

struct filling {
    struct bytes *into;
    unsigned size; /* of an element */
};

static void fill_element(void *user, uint64_t at, uint64_t bits, bool known) {
    const struct filling *f = user;
    for (unsigned i = 0; i < f->size && at * f->size + i < f->into->size; i++) {
        f->into->value[at * f->size + i] = (uint8_t)(bits >> (8 * i));
        f->into->known[at * f->size + i] = known;
    }
}

static struct initial_shape shape_of(const struct ast *ast, uint32_t declarator,
                                     const struct placed *words) {
    struct initial_shape s = {.type = words->type};
    for (uint32_t i = declarator - ast_node(ast, declarator)->group.size; i < declarator; i++) {
        const struct node *n = ast_node(ast, i);
        if (n->kind == PTXC_OPERAND_INITIALIZER) break;
        if (n->kind != PTXC_OPERAND_ADDRESS || s.dimensions == MOST_DIMENSIONS) continue;
        s.size[s.dimensions++] = n->group.count ? (uint64_t)ast_node(ast, i - 1)->value : 0;
    }
    if (words->vector && s.dimensions < MOST_DIMENSIONS) s.size[s.dimensions++] = words->vector;
    return s;
}

static void count_element(void *user, uint64_t at, uint64_t bits, bool known) {
    uint64_t *count = user;
    (void)bits, (void)known;
    if (*count <= at) *count = at + 1;
}

/* Returns the number of elements of an array whose size its initializer determines. */
static uint64_t count_values(const struct machine *m, uint32_t declarator, uint32_t initializer,
                             const struct placed *words) {
    const struct ast *ast = m->program->f->in->ast;
    struct initial_shape shape = shape_of(ast, declarator, words);
    uint64_t count = 0;
    struct text text = text_at(m->program->f->in->text, node_span(ast_node(ast, initializer)));
    initial_read(text, &shape, count_element, &count);
    return words->vector ? count / words->vector : count;
}

/* Reads the initial value of a variable. */
static void read_initial(struct machine *m, uint32_t variable, uint32_t declarator,
                         uint32_t initializer, const struct placed *words) {
    const struct ast *ast = m->program->f->in->ast;
    struct bytes *b = &m->memory.initial[variable];
    if (m->memory.size[variable] > MOST_INITIAL || isa_types[words->type].width > 64) return;
    *b = make_bytes(m->arena, m->memory.size[variable]);
    memset(b->known, 1, (size_t)b->size);
    struct initial_shape shape = shape_of(ast, declarator, words);
    struct filling filling = {b, isa_types[words->type].width / 8u};
    struct text text = text_at(m->program->f->in->text, node_span(ast_node(ast, initializer)));
    if (!initial_read(text, &shape, fill_element, &filling)) memset(b->known, 0, (size_t)b->size);
}

static void place_all(struct machine *m, uint32_t stmt, struct used *used, bool parameters) {
    const struct ast *ast = m->program->f->in->ast;
    struct placed words = {0};
    for (uint32_t i = ast_nodes_begin(ast, stmt); i < ast_stmt(ast, stmt)->nodes_end; i++) {
        const struct node *n = ast_node(ast, i);
        if (n->kind == PTXC_OPERAND_WORD) take_declared_word(m, i, &words);
        if (n->kind != PTXC_OPERAND_DECLARATOR || words.space == SPACE_REG) continue;
        words.count = count_elements(ast, i);
        uint32_t initializer = initializer_of(ast, i);
        words.initialized = initializer != 0;
        if (initializer && !words.count) words.count = count_values(m, i, initializer, &words);
        bool passed = isa_space_is_param(words.space);
        uint8_t space = parameters ? SPACE_PARAM : passed ? SPACE_LOCAL : words.space;
        uint32_t variable = place_variable(m, ast_node(ast, i - n->group.size), &words,
                                           &used->names, &used->of[space]);
        if (initializer && variable != NO_VARIABLE)
            read_initial(m, variable, i, initializer, &words);
    }
}

/* Returns the size of the dynamic shared memory. If the launch does not specify it, returns the
 * maximum. */
static uint64_t dynamic_size(const struct machine *m, uint64_t used) {
    if (m->launch->dynamic_shared) return m->launch->dynamic_shared;
    return used < SHARED_MOST ? SHARED_MOST - used : 0;
}

void layout_variables(struct machine *m) {
    const struct flow_function *f = m->program->f;
    const struct ast *ast = f->in->ast;
    struct used used = {.of = {0}};
    index_variables(m, &used.names);
    m->memory.address =
        arena_zalloc(m->arena, (f->variables.count + 1) * sizeof *m->memory.address);
    m->memory.size = arena_zalloc(m->arena, (f->variables.count + 1) * sizeof *m->memory.size);
    m->memory.zeroed = arena_zalloc(m->arena, f->variables.count + 1);
    m->memory.initial =
        arena_zalloc(m->arena, (f->variables.count + 1) * sizeof *m->memory.initial);
    m->memory.unsized = arena_zalloc(m->arena, f->variables.count + 1);
    used.of[SPACE_SHARED] = SHARED_START;
    used.of[SPACE_LOCAL] = LOCAL_BASE;
    used.of[SPACE_PARAM] = PARAM_BASE;
    used.of[SPACE_GLOBAL] = used.of[SPACE_CONST] = VARIABLE_BASE;
    for (uint32_t i = 0; i < ast->stmts.count; i++) {
        const struct stmt *s = ast_stmt(ast, i);
        /* Those of functions that are not part of the program are not among its variables. */
        if (i == f->head || s->kind == PTXC_STMT_VARIABLE || s->kind == PTXC_STMT_FUNCTION)
            place_all(m, i, &used, i == f->head);
        used.of[SPACE_GLOBAL] = used.of[SPACE_CONST] = used.of[SPACE_GLOBAL] > used.of[SPACE_CONST]
                                                           ? used.of[SPACE_GLOBAL]
                                                           : used.of[SPACE_CONST];
    }
    m->memory.static_shared = used.of[SPACE_SHARED] - SHARED_START;
    /* An array without a size starts after all others. */
    used.of[SPACE_SHARED] = (used.of[SPACE_SHARED] + 1023) / 1024 * 1024;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        if (v->space == SPACE_SHARED && !m->memory.size[i]) {
            m->memory.unsized[i] = 1;
            m->memory.any_shared = !m->launch->dynamic_shared;
            m->memory.address[i] = used.of[SPACE_SHARED];
            m->memory.size[i] = dynamic_size(m, used.of[SPACE_SHARED]);
        }
    }
    m->memory.shared_size = used.of[SPACE_SHARED] + dynamic_size(m, used.of[SPACE_SHARED]);
    m->memory.local_size = used.of[SPACE_LOCAL] - LOCAL_BASE;
    m->memory.params.size = used.of[SPACE_PARAM] - PARAM_BASE;
}

void make_memory(struct machine *m) {
    m->memory.params = make_bytes(m->arena, m->memory.params.size);
    for (uint32_t c = 0; c < m->cta_count; c++)
        m->ctas[c].shared = make_bytes(m->arena, m->memory.shared_size);
    if (m->memory.local_size) {
        m->memory.local =
            arena_alloc(m->arena, m->threads * m->cta_count * sizeof *m->memory.local);
        for (uint32_t i = 0; i < m->threads * m->cta_count; i++)
            m->memory.local[i] = make_bytes(m->arena, m->memory.local_size);
    }
}

/* ---- accesses ---- */

/* Returns what is at a generic address, or NULL if it is unknown. */
static struct bytes *find_bytes(struct machine *m, const struct warp *w, unsigned lane,
                                uint64_t address, unsigned size, uint64_t *at) {
    struct bytes *b = NULL;
    uint32_t cta, offset;
    if (shared_place(m, address, &cta, &offset)) {
        b = &m->ctas[cta].shared;
        *at = offset;
    } else if (address - PARAM_BASE < m->memory.params.size) {
        b = &m->memory.params;
        *at = address - PARAM_BASE;
    } else if (address - ROOM_BASE < m->memory.rooms.size) {
        b = &m->memory.rooms;
        *at = address - ROOM_BASE;
    } else if (m->memory.local && address - LOCAL_BASE < m->memory.local_size) {
        b = &m->memory.local[(w->cta * m->threads) + w->index * LANES + lane];
        *at = address - LOCAL_BASE;
    }
    return b && *at + size <= b->size ? b : NULL;
}

bool memory_read(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                 unsigned size, uint64_t *value) {
    uint64_t at;
    const struct bytes *b = find_bytes(m, w, lane, address, size, &at);
    *value = 0;
    if (is_global_address(address)) return global_read(m, address, size, false, value);
    if (!b || size > 8) return false;
    for (unsigned i = 0; i < size; i++) {
        if (!b->known[at + i]) return false;
        *value |= (uint64_t)b->value[at + i] << (8 * i);
    }
    return true;
}

void memory_write(struct machine *m, const struct warp *w, unsigned lane, uint64_t address,
                  unsigned size, uint64_t value, bool known) {
    uint64_t at;
    struct bytes *b = find_bytes(m, w, lane, address, size, &at);
    if (is_global_address(address)) global_write(m, address, size, value, known);
    if (!b) return;
    bool changes = false;
    for (unsigned i = 0; i < size; i++) {
        bool is_known = known && i < 8;
        uint8_t byte = is_known ? (uint8_t)(value >> (8 * i)) : 0;
        changes |= b->known[at + i] != is_known || b->value[at + i] != byte;
        b->known[at + i] = is_known;
        b->value[at + i] = byte;
    }
    /* Local memory belongs to the state of the thread. */
    m->sync.changes += changes && !is_local_address(address);
}

void memory_forget(struct machine *m, const struct warp *w, uint8_t space) {
    struct bytes *b = &m->ctas[w->cta].shared;
    if (space == SPACE_SHARED || space == SPACE_NONE) {
        m->sync.changes += memchr(b->known, 1, (size_t)b->size) != NULL;
        memset(b->known, 0, (size_t)b->size);
    }
    if (space == SPACE_GLOBAL || space == SPACE_NONE) global_forget(m);
}
