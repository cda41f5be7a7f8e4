/* SPDX-License-Identifier: Apache-2.0
 * The values of definitions: see values.h. Dependencies are computed first (Tarjan's algorithm,
 * with an explicit stack). Definitions that depend on each other form a loop: they are computed
 * again until nothing changes. A range that keeps growing is widened to what the loop compares
 * it with, then to what the register can hold, and is then given up. */
#include "flow/value/values.h"
#include "flow/bounds.h"

enum {
    SMALL_LOOP = 3,    /* changes of a merge before it is widened */
    MOST_CHANGES = 24, /* changes before it is given up */
    MOST_ROUNDS = 64,
    MOST_THREADS = 1024
};

struct value_node {
    uint32_t definition;
    uint32_t index, low; /* of the search; index is 0 before it has been visited */
    uint32_t next;       /* the next operand to visit */
    uint8_t changes;
    bool done;
    struct flow_value value;
};

static struct value_node *node_at(const struct values *v, uint32_t node) {
    return list_at(&v->nodes, node);
}

static uint32_t *node_slot(struct values *v, uint32_t definition) {
    if (!definition_is_merge(&v->definitions, definition)) return &v->node_of[definition];
    while (v->merge_nodes.count < v->definitions.merges.count)
        *(uint32_t *)list_add(v->f->arena, &v->merge_nodes) = 0;
    return list_at(&v->merge_nodes, definition - v->definitions.writer_count - 1);
}

static uint32_t node_of(struct values *v, uint32_t definition) {
    uint32_t *slot = node_slot(v, definition);
    if (!*slot) {
        struct value_node *n = list_add(v->f->arena, &v->nodes);
        *n = (struct value_node){.definition = definition, .value = value_nothing()};
        *slot = v->nodes.count;
    }
    return *slot - 1;
}

struct flow_value value_so_far(const struct values *v, uint32_t definition) {
    uint32_t node = 0;
    if (definition == NO_DEFINITION) return value_nothing();
    if (!definition_is_merge(&v->definitions, definition)) {
        node = v->node_of[definition];
    } else {
        uint32_t merge = definition - v->definitions.writer_count - 1;
        if (merge < v->merge_nodes.count) node = *(uint32_t *)list_at(&v->merge_nodes, merge);
    }
    return node ? node_at(v, node - 1)->value : value_nothing();
}

uint32_t definition_leader(const struct values *v, uint32_t definition) {
    const struct definitions *d = &v->definitions;
    if (definition_is_merge(d, definition)) return definition;
    uint32_t id = v->f->refs[definition_writer(d, definition)->ref].id;
    if (d->first[id + 1] - d->first[id] != 1) return definition;
    uint32_t leader = v->leader[v->predicates->of[id].number];
    return leader ? leader : definition;
}

/* ---- dependencies of a definition ---- */

static bool is_read_register(const struct flow_ref *ref) {
    return (ref->flags & REF_READ) && !(ref->flags & (REF_VARIABLE | REF_SPECIAL | REF_ADDRESS));
}

/* Returns the next of them, or NO_DEFINITION. */
static uint32_t next_operand(struct values *v, struct value_node *n) {
    struct definitions *d = &v->definitions;
    struct flow_function *f = v->f;
    if (definition_is_merge(d, n->definition)) {
        struct flow_merge *m = definition_merge(d, n->definition);
        uint32_t count = v->paths->first_entry[m->block + 1] - v->paths->first_entry[m->block];
        const uint32_t *operands = definition_operands(d, m);
        while (!m->lost && n->next < count)
            if (operands[n->next++] != NO_DEFINITION) return operands[n->next - 1];
        return NO_DEFINITION;
    }
    const struct flow_writer *w = definition_writer(d, n->definition);
    const struct flow_insn *x = &f->insns[w->insn];
    if (!compute_is_known(f, w->insn)) return NO_DEFINITION;
    while (x->refs + n->next < x[1].refs) {
        const struct flow_ref *ref = &f->refs[x->refs + n->next++];
        if (!is_read_register(ref)) continue;
        uint32_t definition = definition_before(d, ref->id, w->insn);
        if (definition) return definition;
    }
    if (x->guard == NO_REGISTER || x->refs + n->next > x[1].refs) return NO_DEFINITION;
    n->next++;
    return definition_before(d, f->refs[w->ref].id, w->insn);
}

/* ---- one definition ---- */

/* If a guard is false, the previous value remains. */
static struct flow_value value_written(struct values *v, uint32_t definition) {
    const struct flow_writer *w = definition_writer(&v->definitions, definition);
    uint32_t self = definition_leader(v, definition);
    uint32_t guard = v->f->insns[w->insn].guard;
    if (!compute_is_known(v->f, w->insn)) return value_opaque(self);
    struct flow_value value = compute(v, w->insn, w->ref, self);
    if (guard == NO_REGISTER) return value;
    uint32_t before = definition_before(&v->definitions, v->f->refs[w->ref].id, w->insn);
    if (before == NO_DEFINITION) return value;
    struct literal fact = flow_guard(v->f, v->predicates, w->insn);
    fact.negated = !fact.negated;
    struct flow_value old = narrow_by(v, value_so_far(v, before), before, fact);
    return value_join(value, old, definition);
}

/* Returns the definition of which a merge is a copy, because all its operands are that one or the
 * merge itself (where a loop does not write the register), or NO_DEFINITION. */
static uint32_t copied_definition(struct values *v, uint32_t merge) {
    struct flow_merge *m = definition_merge(&v->definitions, merge);
    const uint32_t *operands = definition_operands(&v->definitions, m);
    uint32_t first = v->paths->first_entry[m->block], found = NO_DEFINITION;
    if (m->lost) return NO_DEFINITION;
    for (uint32_t i = 0; i < v->paths->first_entry[m->block + 1] - first; i++) {
        if (operands[i] == merge || operands[i] == found) continue;
        if (found != NO_DEFINITION || operands[i] == NO_DEFINITION) return NO_DEFINITION;
        found = operands[i];
    }
    return found;
}

static struct flow_value value_merged(struct values *v, uint32_t definition) {
    struct flow_merge *m = definition_merge(&v->definitions, definition);
    const uint32_t *operands = definition_operands(&v->definitions, m);
    uint32_t first = v->paths->first_entry[m->block];
    uint32_t count = v->paths->first_entry[m->block + 1] - first;
    struct flow_value value = value_nothing();
    if (m->lost) return value_opaque(definition);
    for (uint32_t i = 0; i < count; i++) {
        const struct flow_entry *entry = &v->paths->entries[first + i];
        if (operands[i] == definition) continue;
        struct flow_value come = value_so_far(v, operands[i]);
        come = narrow_in(v, come, operands[i], entry->from);
        come = narrow_by(v, come, operands[i], flow_edge_fact(v->paths, entry->from, entry->edge));
        value = value_join(value, come, definition);
    }
    return value;
}

/* ---- loops ---- */

static int64_t align(int64_t x, int64_t from, uint64_t step) {
    int64_t unit = step ? (int64_t)step : 1;
    return from + (x - from) / unit * unit;
}

/* Finds the nearest limit at or above `x`. Returns false if there is none. */
static bool limit_above(const struct values *v, int64_t *x) {
    bool found = false;
    int64_t best = 0;
    for (uint32_t i = 0; i < v->limit_count; i++)
        if (v->limits[i] >= *x && (!found || v->limits[i] < best)) {
            found = true;
            best = v->limits[i];
        }
    if (found) *x = best;
    return found;
}

static bool limit_below(const struct values *v, int64_t *x) {
    bool found = false;
    int64_t best = 0;
    for (uint32_t i = 0; i < v->limit_count; i++)
        if (v->limits[i] <= *x && (!found || v->limits[i] > best)) {
            found = true;
            best = v->limits[i];
        }
    if (found) *x = best;
    return found;
}

/* Returns what a range that has grown before may grow to. */
static struct flow_value widen(const struct values *v, struct flow_value old,
                               struct flow_value now) {
    if (now.base != old.base || !now.bounded || !old.bounded) return now;
    int64_t high = now.high, low = now.low;
    if (now.high > old.high) {
        if (!limit_above(v, &high)) high = high <= INT32_MAX ? INT32_MAX : INT64_C(1) << 59;
        now.high = align(high, now.low, now.step);
        if (now.high < high && now.high < old.high) now.high = old.high;
    }
    if (now.low < old.low) {
        if (!limit_below(v, &low)) low = low >= INT32_MIN ? INT32_MIN : -(INT64_C(1) << 59);
        now.low = align(low, now.high, now.step);
    }
    return now;
}

/* Returns true if it has changed. */
static bool compute_again(struct values *v, struct value_node *n) {
    bool merges = definition_is_merge(&v->definitions, n->definition);
    struct flow_value now =
        merges ? value_merged(v, n->definition) : value_written(v, n->definition);
    merges = merges && copied_definition(v, n->definition) == NO_DEFINITION;
    if (merges && v->widens) now = value_join(n->value, now, n->definition);
    if (value_equals(&now, &n->value)) return false;
    if (merges && v->widens && n->changes++ >= SMALL_LOOP) now = widen(v, n->value, now);
    if (n->changes > MOST_CHANGES) now = value_opaque(n->definition);
    bool changed = !value_equals(&now, &n->value);
    n->value = now;
    return changed;
}

/* Nodes [first, ...) of the stack depend on each other. */
static void settle_loop(struct values *v, uint32_t first) {
    uint32_t count = v->stack.count - first;
    bool again = true;
    v->widens = true;
    v->limit_count = 0;
    for (uint32_t round = 0; again; round++) {
        again = false;
        for (uint32_t i = count; i-- > 0;) {
            struct value_node *n = node_at(v, *(uint32_t *)list_at(&v->stack, first + i));
            if (round == MOST_ROUNDS)
                n->value = value_opaque(n->definition);
            else
                again |= compute_again(v, n);
        }
    }
    v->widens = false;
}

static bool depends_on_itself(struct values *v, const struct value_node *n) {
    struct value_node copy = *n;
    copy.next = 0;
    for (uint32_t d; (d = next_operand(v, &copy));)
        if (d == n->definition) return true;
    return false;
}

/* ---- the search ---- */

static void pop_component(struct values *v, uint32_t node) {
    uint32_t first = v->stack.count;
    while (*(uint32_t *)list_at(&v->stack, --first) != node) {}
    struct value_node *n = node_at(v, node);
    if (v->stack.count - first > 1 || depends_on_itself(v, n))
        settle_loop(v, first);
    else
        compute_again(v, n);
    for (uint32_t i = first; i < v->stack.count; i++)
        node_at(v, *(uint32_t *)list_at(&v->stack, i))->done = true;
    v->stack.count = first;
}

static void begin(struct values *v, uint32_t node, uint32_t *index, struct list *path) {
    struct value_node *n = node_at(v, node);
    n->index = n->low = ++*index;
    *(uint32_t *)list_add(v->f->arena, &v->stack) = node;
    *(uint32_t *)list_add(v->f->arena, path) = node;
}

static void evaluate(struct values *v, uint32_t definition) {
    uint32_t index = 0, start = node_of(v, definition);
    struct list path;
    if (node_at(v, start)->done) return;
    list_init(&path, sizeof(uint32_t));
    begin(v, start, &index, &path);
    while (path.count) {
        uint32_t node = *(uint32_t *)list_at(&path, path.count - 1);
        struct value_node *n = node_at(v, node);
        uint32_t operand = next_operand(v, n);
        if (operand) {
            uint32_t other = node_of(v, operand);
            struct value_node *o = node_at(v, other);
            if (!o->index)
                begin(v, other, &index, &path);
            else if (!o->done && o->index < n->low)
                n->low = o->index;
            continue;
        }
        uint32_t low = n->low;
        if (low == n->index) pop_component(v, node);
        if (--path.count == 0) return;
        struct value_node *above = node_at(v, *(uint32_t *)list_at(&path, path.count - 1));
        if (low < above->low) above->low = low;
    }
}

struct flow_value flow_register_value(struct values *v, uint32_t id, uint32_t insn) {
    uint32_t definition = definition_before(&v->definitions, id, insn);
    if (definition == NO_DEFINITION) return value_nothing();
    evaluate(v, definition);
    return narrow_at(v, value_so_far(v, definition), definition, insn);
}

/* ---- the function ---- */

static void find_leaders(struct values *v) {
    const struct definitions *d = &v->definitions;
    v->leader = arena_zalloc(v->f->arena, (v->predicates->count + 1) * sizeof *v->leader);
    for (uint32_t id = 0; id < v->f->register_count; id++) {
        uint32_t number = v->predicates->of[id].number;
        if (d->first[id + 1] - d->first[id] == 1 && number && !v->leader[number])
            v->leader[number] = d->first[id] + 1;
    }
}

struct values flow_values(struct flow_function *f, const struct predicates *predicates,
                          const struct paths *paths) {
    struct values v = {.f = f, .predicates = predicates, .paths = paths};
    struct flow_bounds bounds = flow_read_bounds(f);
    v.threads = bounds.threads && bounds.threads < MOST_THREADS ? bounds.threads : MOST_THREADS;
    v.definitions = flow_definitions(f, paths);
    v.node_of = arena_zalloc(f->arena, (v.definitions.writer_count + 1) * sizeof *v.node_of);
    list_init(&v.nodes, sizeof(struct value_node));
    list_init(&v.merge_nodes, sizeof(uint32_t));
    list_init(&v.compares, sizeof(struct flow_compare));
    list_init(&v.stack, sizeof(uint32_t));
    find_leaders(&v);
    find_compares(&v);
    return v;
}
