/* SPDX-License-Identifier: Apache-2.0
 * The values of definitions, thread by thread, computed on demand: see threads.h. Dependencies
 * are computed first, with an explicit stack. */
#include "flow/threads/evaluate.h"

enum {
    MOST_NUMBERS = 1 << 21, /* limit for all values: 16 MB */
    ASSUMED_THREADS = 128,  /* per CTA, if nothing specifies the number */
    MOST_SOURCES = 48,      /* definitions that one depends on */
    MOST_BLOCKS = 64        /* between a block where paths meet and its dominator */
};

enum value_state { NOT_BEGUN, BEGUN, FOUND };

struct thread_value {
    struct lanes lanes;
    uint8_t state; /* enum value_state */
};

/* ---- the size of the CTA ---- */

static void read_size(struct threads *t, uint32_t node) {
    const struct ast *ast = t->f->in->ast;
    const struct node *n = ast_node(ast, node);
    int directive = isa_directive_find(t->f->in->text + n->start, n->length);
    uint8_t bound = directive < 0 ? BOUND_NONE : isa_directives[directive].bound;
    if (bound != BOUND_THREADS && bound != BOUND_EXACT_THREADS) return;
    t->is_exact = bound == BOUND_EXACT_THREADS;
    for (uint32_t i = 0; i < n->group.count && i < 3; i++) {
        int64_t value = ast_node(ast, node - n->group.count + i)->value;
        t->size[i] = value > 0 && value <= MOST_THREADS ? (uint32_t)value : MOST_THREADS + 1;
    }
}

static bool read_sizes(struct threads *t) {
    const struct stmt *s = ast_stmt(t->f->in->ast, t->f->head);
    uint32_t *root = arena_alloc(t->f->arena, (s->roots + 1) * sizeof *root);
    t->size[1] = t->size[2] = 1;
    ast_siblings(t->f->in->ast, s->nodes_end, s->roots, root);
    for (uint32_t i = 0; i < s->roots; i++)
        if (ast_node(t->f->in->ast, root[i])->kind == PTXC_OPERAND_WORD) read_size(t, root[i]);
    t->is_given = t->size[0];
    if (!t->is_given) t->size[0] = ASSUMED_THREADS;
    uint64_t all = (uint64_t)t->size[0] * t->size[1] * t->size[2];
    t->room.threads = (uint32_t)all;
    return all && all <= MOST_THREADS;
}

struct threads *flow_threads(struct flow_function *f, const struct flow_events *events,
                             const struct paths *paths, struct definitions *definitions) {
    struct threads *t = arena_zalloc(f->arena, sizeof *t);
    t->f = f;
    t->events = events;
    t->paths = paths;
    t->room = (struct lanes_room){f->arena, 0, MOST_NUMBERS};
    if (!f->is_entry || !read_sizes(t)) return NULL;
    t->definitions = definitions;
    t->words = (t->room.threads + 63) / 64;
    list_init(&t->values, sizeof(struct thread_value));
    list_init(&t->numbers, sizeof(uint32_t));
    return t;
}

/* ---- values ---- */

static struct thread_value *value_of(struct threads *t, uint32_t definition) {
    while (t->numbers.count <= definition) *(uint32_t *)list_add(t->f->arena, &t->numbers) = 0;
    uint32_t *number = list_at(&t->numbers, definition);
    if (!*number) {
        struct thread_value *v = list_add(t->f->arena, &t->values);
        *v = (struct thread_value){lanes_unknown(true), NOT_BEGUN};
        *number = t->values.count;
    }
    return list_at(&t->values, *number - 1);
}

struct lanes thread_lanes(struct threads *t, uint32_t definition) {
    return definition == NO_DEFINITION ? lanes_unknown(true) : value_of(t, definition)->lanes;
}

uint64_t thread_key(uint64_t kind, uint64_t id) {
    uint64_t h = (kind << 56 ^ id) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
    return (h ^ h >> 29) | 1;
}

/* ---- merges ---- */

static bool is_loop(const struct paths *paths, uint32_t block) {
    for (uint32_t e = paths->first_entry[block]; e < paths->first_entry[block + 1]; e++)
        if (flow_dominates(paths, block, paths->entries[e].from)) return true;
    return false;
}

struct sources {
    uint32_t count, at[MOST_SOURCES];
    bool too_many;
};

static void add_definition(struct sources *s, uint32_t definition) {
    if (s->count == MOST_SOURCES)
        s->too_many = true;
    else
        s->at[s->count++] = definition;
}

/* Adds the predicates at which threads diverge between the dominator of a block and the block. */
static void add_choices(struct threads *t, uint32_t block, struct sources *s) {
    const struct paths *paths = t->paths;
    const struct flow_function *f = t->f;
    uint32_t list[MOST_BLOCKS], count = 0, above = paths->dominator[block];
    list[count++] = block;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == above) continue;
        for (uint32_t e = paths->first_entry[list[i]]; e < paths->first_entry[list[i] + 1]; e++) {
            uint32_t from = paths->entries[e].from, k = 0;
            while (k < count && list[k] != from) k++;
            if (k < count) continue;
            if (count == MOST_BLOCKS) {
                s->too_many = true;
                return;
            }
            list[count++] = from;
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        uint32_t last = f->blocks[list[i]].end - 1;
        if (f->blocks[list[i]].first > last || f->insns[last].guard == NO_REGISTER) continue;
        add_definition(s, definition_before(t->definitions, f->insns[last].guard, last));
    }
}

/* For a loop, adds only what threads enter it with: see merge_lanes. */
static void add_operands(struct threads *t, uint32_t definition, struct sources *s) {
    struct flow_merge *m = definition_merge(t->definitions, definition);
    const uint32_t *operands = definition_operands(t->definitions, m);
    uint32_t first = t->paths->first_entry[m->block];
    uint32_t count = t->paths->first_entry[m->block + 1] - first;
    bool loop = is_loop(t->paths, m->block);
    if (m->lost) s->too_many = true;
    for (uint32_t i = 0; i < count && !s->too_many; i++)
        if (!loop || !flow_dominates(t->paths, m->block, t->paths->entries[first + i].from))
            add_definition(s, operands[i]);
    if (!loop) add_choices(t, m->block, s);
}

static void find_sources(struct threads *t, uint32_t definition, struct sources *s) {
    struct definitions *d = t->definitions;
    const struct flow_function *f = t->f;
    if (definition_is_merge(d, definition)) {
        add_operands(t, definition, s);
        return;
    }
    const struct flow_writer *w = definition_writer(d, definition);
    const struct flow_insn *x = &f->insns[w->insn];
    for (uint32_t i = x->refs; i < x[1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if ((ref->flags & REF_READ) && !(ref->flags & (REF_VARIABLE | REF_SPECIAL)))
            add_definition(s, definition_before(d, ref->id, w->insn));
    }
    if (x->guard == NO_REGISTER) return;
    add_definition(s, definition_before(d, x->guard, w->insn));
    add_definition(s, definition_before(d, f->refs[w->ref].id, w->insn));
}

/* In the first iteration of a loop, all threads have what they entered with; later, it has changed
 * by something unknown. */
static struct lanes merge_lanes(struct threads *t, uint32_t definition, const struct sources *s) {
    struct lanes first = s->count ? thread_lanes(t, s->at[0]) : lanes_unknown(true);
    uint64_t key = thread_key('m', definition);
    bool uniform = true;
    for (uint32_t i = 0; i < s->count; i++) {
        struct lanes l = thread_lanes(t, s->at[i]);
        uniform &= lanes_are_uniform(&t->room, &l);
    }
    if (first.number && !first.is_truth && s->count == 1)
        first.key += key;
    else if (uniform && first.number && !first.is_truth)
        first = lanes_number(&t->room, 0, key);
    else
        first = lanes_unknown(!uniform);
    first.varies = true;
    return first;
}

/* If a guard is false, the previous value remains. */
static struct lanes guarded_lanes(struct threads *t, uint32_t definition, struct lanes set) {
    const struct flow_function *f = t->f;
    const struct flow_writer *w = definition_writer(t->definitions, definition);
    const struct flow_insn *x = &f->insns[w->insn];
    uint32_t guard = definition_before(t->definitions, x->guard, w->insn);
    uint32_t before = definition_before(t->definitions, f->refs[w->ref].id, w->insn);
    struct lanes p = thread_lanes(t, guard), old = thread_lanes(t, before);
    return x->negated ? lanes_select(&t->room, &p, &old, &set, thread_key('d', definition))
                      : lanes_select(&t->room, &p, &set, &old, thread_key('d', definition));
}

static struct lanes find_lanes(struct threads *t, uint32_t definition, const struct sources *s) {
    if (s->too_many) return lanes_unknown(true);
    if (definition_is_merge(t->definitions, definition)) return merge_lanes(t, definition, s);
    const struct flow_writer *w = definition_writer(t->definitions, definition);
    struct lanes l = thread_written(t, w, thread_key('d', definition));
    return t->f->insns[w->insn].guard == NO_REGISTER ? l : guarded_lanes(t, definition, l);
}

/* Returns true if everything that it depends on is known, or depends on it. */
static bool push_sources(struct threads *t, const struct sources *s, struct list *stack) {
    bool ready = true;
    for (uint32_t i = 0; i < s->count && !s->too_many; i++) {
        if (s->at[i] == NO_DEFINITION || value_of(t, s->at[i])->state != NOT_BEGUN) continue;
        *(uint32_t *)list_add(t->f->arena, stack) = s->at[i];
        ready = false;
    }
    return ready;
}

void thread_find(struct threads *t, uint32_t definition) {
    struct list stack;
    if (definition == NO_DEFINITION || value_of(t, definition)->state == FOUND) return;
    list_init(&stack, sizeof definition);
    *(uint32_t *)list_add(t->f->arena, &stack) = definition;
    while (stack.count) {
        uint32_t top = *(uint32_t *)list_at(&stack, stack.count - 1);
        struct sources s = {0};
        if (value_of(t, top)->state == FOUND) {
            stack.count--;
            continue;
        }
        find_sources(t, top, &s);
        value_of(t, top)->state = BEGUN;
        if (!push_sources(t, &s, &stack)) continue;
        value_of(t, top)->lanes = find_lanes(t, top, &s);
        value_of(t, top)->state = FOUND;
        stack.count--;
    }
}
