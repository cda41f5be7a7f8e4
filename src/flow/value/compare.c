/* SPDX-License-Identifier: Apache-2.0
 * What comparisons imply about the compared values, where a branch or a guard depends on them:
 * see values.h. */
#include "flow/value/values.h"
#include <string.h>

/* The words of comparisons. */
static const struct {
    const char *word;
    uint8_t relation;
} relations[] = {{".eq", VALUE_EQ}, {".ne", VALUE_NE}, {".lt", VALUE_LT}, {".le", VALUE_LE},
                 {".gt", VALUE_GT}, {".ge", VALUE_GE}, {".lo", VALUE_LT}, {".ls", VALUE_LE},
                 {".hi", VALUE_GT}, {".hs", VALUE_GE}};

static enum value_relation opposite(uint8_t relation) {
    static const uint8_t of[] = {
        [VALUE_EQ] = VALUE_NE, [VALUE_NE] = VALUE_EQ, [VALUE_LT] = VALUE_GE,
        [VALUE_GE] = VALUE_LT, [VALUE_LE] = VALUE_GT, [VALUE_GT] = VALUE_LE};
    return of[relation];
}

/* `a relation b` is equivalent to `b mirrored a`. */
static enum value_relation mirrored(uint8_t relation) {
    static const uint8_t of[] = {
        [VALUE_EQ] = VALUE_EQ, [VALUE_NE] = VALUE_NE, [VALUE_LT] = VALUE_GT,
        [VALUE_GT] = VALUE_LT, [VALUE_LE] = VALUE_GE, [VALUE_GE] = VALUE_LE};
    return of[relation];
}

/* ---- reading comparisons ---- */

/* Constants in registers are set by a move. */
static bool is_moved_number(const struct values *v, uint32_t definition, int64_t *number) {
    const struct flow_function *f = v->f;
    if (!definition || definition_is_merge(&v->definitions, definition)) return false;
    uint32_t insn = definition_writer(&v->definitions, definition)->insn;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    const struct node *from = ast_node(f->in->ast, s->nodes_end - 1);
    if (!flow_does(f, insn, DOES_MOVE) || s->guarded || s->roots != 2) return false;
    *number = from->value;
    return from->kind == PTXC_OPERAND_INTEGER;
}

static bool read_relation(const struct chain_info *info, struct flow_compare *c) {
    if (info->word_count != 2) return false;
    const char *name = isa_str(isa_words[info->words[0].word].text);
    const struct isa_type *type = isa_word_type(info->words[1].word);
    if (!type || type->kind > TYPE_SINT) return false;
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
        if (strcmp(name, relations[i].word)) continue;
        c->relation = relations[i].relation;
        c->type = (struct value_type){type->width, type->kind == TYPE_SINT};
        return true;
    }
    return false;
}

/* Returns false unless the instruction compares two integers of which one is in a register. */
static bool read_compare(struct values *v, uint32_t insn, struct flow_compare *c) {
    const struct flow_function *f = v->f;
    const struct ast *ast = f->in->ast;
    const struct stmt *s = ast_stmt(ast, f->insns[insn].stmt);
    uint32_t root[3], roots = s->roots - s->guarded;
    if (roots != 3 || !read_relation(flow_chain(f, insn), c)) return false;
    ast_siblings(ast, s->nodes_end, roots, root);
    const struct flow_ref *left = flow_ref_of(f, insn, root[1]);
    const struct flow_ref *right = flow_ref_of(f, insn, root[2]);
    const struct node *number = ast_node(ast, root[2]);
    if (!left || left->flags & (REF_VARIABLE | REF_SPECIAL)) return false;
    if (right ? right->flags & (REF_VARIABLE | REF_SPECIAL) : number->kind != PTXC_OPERAND_INTEGER)
        return false;
    c->left = definition_before(&v->definitions, left->id, insn);
    c->leader = c->left ? definition_leader(v, c->left) : NO_DEFINITION;
    c->right = right ? definition_before(&v->definitions, right->id, insn) : NO_DEFINITION;
    c->number = right ? 0 : number->value;
    if (right && is_moved_number(v, c->right, &c->number))
        c->right = NO_DEFINITION;
    else if (right && c->right == NO_DEFINITION)
        c->left = NO_DEFINITION;
    return true;
}

/* Most values are never compared, which this filter shows quickly. */
static void note_compared(struct values *v, uint32_t definition) {
    uint32_t bit = definition % (64 * COMPARED_WORDS);
    v->compared[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static bool may_be_compared(const struct values *v, uint32_t definition) {
    uint32_t bit = definition % (64 * COMPARED_WORDS);
    return v->compared[bit / 64] >> (bit % 64) & 1;
}

/* Indexed by the number of the predicate, for comparisons into predicates that are written once. */
void find_compares(struct values *v) {
    const struct flow_function *f = v->f;
    const struct definitions *d = &v->definitions;
    v->compare_of = arena_zalloc(f->arena, (v->predicates->count + 1) * sizeof *v->compare_of);
    for (uint32_t i = 0; i < f->insn_count; i++) {
        const struct flow_ref *ref = &f->refs[f->insns[i].refs];
        if (!flow_does(f, i, DOES_COMPARE) || f->insns[i].guard != NO_REGISTER) continue;
        if (f->insns[i].refs == f->insns[i + 1].refs || !(ref->flags & REF_WRITTEN)) continue;
        struct literal l = v->predicates->of[ref->id];
        if (d->first[ref->id + 1] - d->first[ref->id] != 1 || !l.number) continue;
        if (v->compare_of[l.number]) continue;
        struct flow_compare compare = {.negated = l.negated};
        if (!read_compare(v, i, &compare) || compare.left == NO_DEFINITION) continue;
        *(struct flow_compare *)list_add(f->arena, &v->compares) = compare;
        v->compare_of[l.number] = v->compares.count;
        note_compared(v, compare.left);
        note_compared(v, compare.leader);
        if (compare.right) note_compared(v, compare.right);
    }
}

/* Returns NULL if the fact is of another kind. *relation is what it states about left and right. */
static const struct flow_compare *compare_of(struct values *v, struct literal fact,
                                             enum value_relation *relation) {
    uint32_t at = fact.number ? v->compare_of[fact.number] : 0;
    if (!at) return NULL;
    const struct flow_compare *c = list_at(&v->compares, at - 1);
    *relation = fact.negated == c->negated ? c->relation : opposite(c->relation);
    return c;
}

/* ---- conclusions ---- */

/* Loops end at the numbers that they compare with. */
static void note_limit(struct values *v, int64_t number) {
    for (int64_t i = number - 1; i <= number + 1 && v->widens; i++) {
        bool known = false;
        for (uint32_t k = 0; k < v->limit_count; k++) known |= v->limits[k] == i;
        if (!known && v->limit_count < MOST_LIMITS) v->limits[v->limit_count++] = i;
    }
}

/* Returns the number for the value factor * term + constant that follows from a comparison of its
 * term. */
static bool follows_from(const struct flow_value *value, int64_t *number) {
    int64_t room = INT64_C(1) << 28;
    if (value->base == BASE_DEFINITION || value->whole || value->factor <= 0) return false;
    if (value->factor > room || *number > room || *number < -room) return false;
    *number = value->factor * *number + value->constant;
    return true;
}

static struct flow_value narrow_once(struct values *v, struct flow_value value, uint32_t definition,
                                     const struct flow_compare *c, enum value_relation relation) {
    bool is_left = c->left == definition, is_right = c->right && c->right == definition;
    if (!is_left && !is_right && value.term != c->leader) return value;
    struct flow_value other = value_number(c->number);
    if (c->right) other = value_so_far(v, is_right ? c->left : c->right);
    if (value_is_nothing(&other)) return value;
    if (other.bounded && other.low == other.high) note_limit(v, other.low);
    if (is_left) return value_where(value, relation, other, c->type);
    if (is_right) return value_where(value, mirrored((uint8_t)relation), other, c->type);
    if (!value_is_number(&other) || !value.bounded || !follows_from(&value, &other.low))
        return value;
    note_limit(v, other.low);
    struct flow_value bound = value_number(other.low);
    bound.base = value.base;
    bound.of = value.of;
    bound.peer = value.peer;
    return value_where(value, relation, bound, c->type);
}

struct flow_value narrow_by(struct values *v, struct flow_value value, uint32_t definition,
                            struct literal fact) {
    enum value_relation relation;
    if (!may_be_compared(v, definition) && !may_be_compared(v, value.term)) return value;
    /* In a loop, it may turn out that a number never gets here. */
    if (value_is_nothing(&value) || (value_is_number(&value) && !v->widens)) return value;
    const struct flow_compare *c = compare_of(v, fact, &relation);
    return c ? narrow_once(v, value, definition, c, relation) : value;
}

struct flow_value narrow_in(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t block) {
    const struct paths *paths = v->paths;
    if (!may_be_compared(v, definition) && !may_be_compared(v, value.term)) return value;
    for (int i = 0; i < MOST_FACTS && (block = paths->informed[block]); i++) {
        value = narrow_by(v, value, definition, paths->enters[block]);
        block = paths->dominator[block];
    }
    return value;
}

struct flow_value narrow_at(struct values *v, struct flow_value value, uint32_t definition,
                            uint32_t insn) {
    value = narrow_by(v, value, definition, flow_guard(v->f, v->predicates, insn));
    return narrow_in(v, value, definition, v->f->block_of[insn]);
}
