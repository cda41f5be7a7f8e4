/* SPDX-License-Identifier: Apache-2.0
 * Finds registers that are known to be equal: see predicates.h. Instructions are visited once,
 * in the order of the blocks, so that operands have usually been numbered before they are used. */
#include "flow/predicates.h"
#include <string.h>

enum { MOST_SOURCES = 4 };

/* What an instruction computes, and from which sources. */
struct number_key {
    uint32_t what, source[MOST_SOURCES];
};

struct numbering {
    struct flow_function *f;
    struct predicates *p;
    struct number_key *keys; /* a hash table with the number of each; 0 if free */
    uint32_t *numbers, mask;
};

static uint32_t hash_number_key(const struct number_key *k) {
    uint64_t h = k->what;
    for (int i = 0; i < MOST_SOURCES; i++)
        h = (h ^ k->source[i]) * UINT64_C(0x9E3779B97F4A7C15) + (h >> 29);
    return (uint32_t)(h >> 32);
}

static uint32_t number_of_key(struct numbering *n, const struct number_key *k) {
    uint32_t at = hash_number_key(k) & n->mask;
    while (n->numbers[at] && memcmp(&n->keys[at], k, sizeof *k)) at = (at + 1) & n->mask;
    if (!n->numbers[at]) {
        n->keys[at] = *k;
        n->numbers[at] = n->p->count++;
    }
    return n->numbers[at];
}

/* ---- sources ---- */

enum { SOURCE_INTEGER = 1, SOURCE_SPECIAL = 2, SOURCE_VARIABLE = 3, SOURCE_REGISTER = 4 };

/* Returns an operand as a word of a key, or 0 if it has none. */
static uint32_t source_word(struct numbering *n, uint32_t insn, uint32_t node) {
    const struct node *at = ast_node(n->f->in->ast, node);
    if (at->kind == PTXC_OPERAND_INTEGER) {
        uint64_t value = (uint64_t)at->value + (1u << 28);
        return value >> 29 ? 0 : (uint32_t)value << 3 | SOURCE_INTEGER;
    }
    const struct flow_ref *ref = flow_ref_of(n->f, insn, node);
    if (!ref) return 0;
    if (ref->flags & REF_SPECIAL) return ref->id << 3 | SOURCE_SPECIAL;
    if (ref->flags & REF_VARIABLE) return ref->id << 3 | SOURCE_VARIABLE;
    struct literal l = n->p->of[ref->id];
    return l.number ? (2 * l.number + l.negated) << 3 | SOURCE_REGISTER : 0;
}

/* The name and the offset of `[x]` and `[x+4]` are two sources. */
static bool add_source(struct numbering *n, uint32_t insn, uint32_t node, struct number_key *k,
                       uint32_t *count) {
    const struct ast *ast = n->f->in->ast;
    uint32_t nodes[2] = {node, UINT32_MAX};
    if (ast_node(ast, node)->kind == PTXC_OPERAND_ADDRESS) nodes[0] = --node;
    if (ast_node(ast, node)->kind == PTXC_OPERAND_OFFSET) nodes[0] = node - 1;
    if (nodes[0] != node) k->what += (uint32_t)ast_node(ast, node)->value * 2654435761u;
    if (nodes[0] != node && ast_node(ast, node)->value >> 16) return false;
    if (*count == MOST_SOURCES) return false;
    k->source[*count] = source_word(n, insn, nodes[0]);
    return k->source[(*count)++] != 0;
}

/* ---- computations ---- */

/* Comparisons of integers have opposites. */
static bool is_opposite(const struct chain_info *info, uint32_t *word) {
    static const char *const pairs[][2] = {
        {".ne", ".eq"}, {".ge", ".lt"}, {".le", ".gt"}, {".hs", ".lo"}, {".ls", ".hi"}};
    const char *name = isa_str(isa_words[*word].text);
    const struct isa_type *type = isa_word_type(info->words[1].word);
    if (!type || type->kind > TYPE_SINT) return false;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(name, pairs[i][0])) {
            *word = isa_word_find(pairs[i][1], 3);
            return true;
        }
    return false;
}

/* Returns true if the value depends only on its operands. */
static bool is_function_of_sources(const struct flow_function *f, uint32_t insn) {
    uint16_t row = f->insns[insn].insn;
    if (row == ISA_NONE) return false;
    switch ((enum isa_does)isa_insns[row].does) {
    case DOES_MOVE:
    case DOES_CONVERT:
    case DOES_COMPARE:
    case DOES_ELECT: /* one mask, one thread */
    case DOES_ADD:
    case DOES_SUBTRACT:
    case DOES_MULTIPLY:
    case DOES_MULTIPLY_ADD:
    case DOES_SHIFT_LEFT:
    case DOES_SHIFT_RIGHT:
    case DOES_AND:
    case DOES_OR:
    case DOES_XOR:
    case DOES_SELECT:
    case DOES_ADDRESS: return true;
    default: return false;
    }
}

/* A parameter of a kernel does not change. */
static bool loads_parameter(const struct flow_function *f, uint32_t insn) {
    if (!flow_does(f, insn, DOES_LOAD) || !f->is_entry) return false;
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if (!(ref->flags & REF_ADDRESS)) continue;
        if (!(ref->flags & REF_VARIABLE)) return false;
        const struct flow_variable *v = list_at(&f->variables, ref->id);
        return v->is_parameter;
    }
    return false;
}

static bool copies_value(const struct flow_function *f, uint32_t insn) {
    return flow_does(f, insn, DOES_MOVE) && ast_stmt(f->in->ast, f->insns[insn].stmt)->roots == 2;
}

/* Returns the number of what the first operand is set to. */
static struct literal number_of(struct numbering *n, uint32_t insn) {
    const struct stmt *s = ast_stmt(n->f->in->ast, n->f->insns[insn].stmt);
    const struct chain_info *info = flow_chain(n->f, insn);
    struct number_key key = {s->head + (1u << 30), {0}};
    struct literal l = {0, false};
    uint32_t root[MOST_SOURCES + 1], count = 0;
    if (s->roots < 2 || s->roots > MOST_SOURCES + 1) return l;
    ast_siblings(n->f->in->ast, s->nodes_end, s->roots, root);
    if (copies_value(n->f, insn)) {
        const struct flow_ref *ref = flow_ref_of(n->f, insn, root[1]);
        if (ref && !(ref->flags & (REF_VARIABLE | REF_SPECIAL))) return n->p->of[ref->id];
    }
    if (flow_does(n->f, insn, DOES_COMPARE) && info->word_count == 2) {
        uint32_t op = info->words[0].word;
        l.negated = is_opposite(info, &op);
        key.what = op << 16 | info->words[1].word;
    }
    for (uint32_t i = 1; i < s->roots; i++)
        if (!add_source(n, insn, root[i], &key, &count)) return l;
    l.number = number_of_key(n, &key);
    return l;
}

/* ---- registers ---- */

static void count_writes(struct numbering *n) {
    for (uint32_t i = 0; i < n->f->insn_count; i++)
        for (uint32_t k = n->f->insns[i].refs; k < n->f->insns[i + 1].refs; k++) {
            const struct flow_ref *ref = &n->f->refs[k];
            if (!(ref->flags & REF_WRITTEN)) continue;
            n->p->writes[ref->id] += n->p->writes[ref->id] < 2;
            n->p->writer[ref->id] = i;
        }
}

static void number_written(struct numbering *n, uint32_t insn) {
    const struct flow_insn *x = &n->f->insns[insn];
    uint32_t written = 0, last = NO_REGISTER;
    for (uint32_t k = x->refs; k < x[1].refs; k++) {
        const struct flow_ref *ref = &n->f->refs[k];
        if (!(ref->flags & REF_WRITTEN) || n->p->writes[ref->id] != 1) continue;
        written++;
        last = ref->id;
        n->p->of[last] = (struct literal){n->p->count++, false};
    }
    /* An instruction with a guard may not have been executed. */
    if (written != 1 || x->guard != NO_REGISTER) return;
    if (!is_function_of_sources(n->f, insn) && !loads_parameter(n->f, insn)) return;
    struct literal l = number_of(n, insn);
    if (l.number) n->p->of[last] = l;
}

struct predicates flow_number(struct flow_function *f) {
    struct arena *arena = f->arena;
    struct predicates p = {.count = 1};
    struct numbering n = {.f = f, .p = &p, .mask = 15};
    while (n.mask < 2 * f->insn_count) n.mask = 2 * n.mask + 1;
    n.keys = arena_alloc(arena, ((size_t)n.mask + 1) * sizeof *n.keys);
    n.numbers = arena_zalloc(arena, ((size_t)n.mask + 1) * sizeof *n.numbers);
    p.of = arena_zalloc(arena, (f->register_count + 1) * sizeof *p.of);
    p.writes = arena_zalloc(arena, (f->register_count + 1) * sizeof *p.writes);
    p.writer = arena_alloc(arena, (f->register_count + 1) * sizeof *p.writer);
    count_writes(&n);
    for (uint32_t i = 0; i < f->order_count; i++)
        for (uint32_t k = f->blocks[f->order[i]].first; k < f->blocks[f->order[i]].end; k++)
            number_written(&n, k);
    return p;
}

/* ---- invariants ---- */

/* The lane that is elected among the same threads is always the same. */
static bool is_fixed_if_sources_are(const struct flow_function *f, uint32_t insn) {
    return flow_computes(f, insn) || flow_does(f, insn, DOES_SHUFFLE) ||
           flow_does(f, insn, DOES_ELECT);
}

enum { MOST_ANCESTORS = 64 };

bool flow_is_fixed(const struct flow_function *f, const struct predicates *p, uint32_t id) {
    uint32_t waiting[MOST_ANCESTORS] = {id}, count = 1, seen = 0;
    while (seen < count) {
        uint32_t writer = p->writer[waiting[seen]];
        if (p->writes[waiting[seen++]] != 1) return false;
        bool loads = flow_does(f, writer, DOES_LOAD);
        if (!loads && !is_fixed_if_sources_are(f, writer)) return false;
        for (uint32_t k = f->insns[writer].refs; k < f->insns[writer + 1].refs; k++) {
            const struct flow_ref *ref = &f->refs[k];
            if (ref->flags & REF_VARIABLE) {
                const struct flow_variable *v = list_at(&f->variables, ref->id);
                if (loads && !v->is_parameter) return false;
            }
            if (ref->flags & (REF_VARIABLE | REF_SPECIAL | REF_WRITTEN)) continue;
            bool known = loads;
            for (uint32_t i = 0; i < count && !known; i++) known = waiting[i] == ref->id;
            if (loads || (!known && count == MOST_ANCESTORS)) return false;
            if (!known) waiting[count++] = ref->id;
        }
    }
    return true;
}
