/* SPDX-License-Identifier: Apache-2.0
 * Known bits, from definition to definition: see bits.h. Dependencies are computed first, with an
 * explicit stack; a definition that depends on itself has no known bits. */
#include "flow/value/bits.h"
#include <string.h>

enum { MOST_NODES = 64 /* definitions that are examined for one register */, MOST_READ = 3 };

struct bits_node {
    uint32_t definition;
    bool done;
    struct flow_bits bits;
};

struct bits_search {
    struct values *v;
    struct bits_node nodes[MOST_NODES];
    uint32_t count, stack[MOST_NODES], depth;
    bool waits; /* a dependency has not been computed yet */
};

static struct flow_bits all_bits(uint64_t value) { return (struct flow_bits){UINT64_MAX, value}; }

/* All that is known is that the bits above are 0. */
static struct flow_bits no_bits(uint32_t width) {
    return (struct flow_bits){width >= 64 ? 0 : ~((UINT64_C(1) << width) - 1), 0};
}

static struct flow_bits limit_bits(struct flow_bits b, uint32_t width) {
    uint64_t above = no_bits(width).known;
    return (struct flow_bits){b.known | above, b.value & ~above};
}

/* ---- arithmetic ---- */

static struct flow_bits and_bits(struct flow_bits a, struct flow_bits b) {
    uint64_t zero = (a.known & ~a.value) | (b.known & ~b.value), one = a.value & b.value;
    return (struct flow_bits){zero | one, one};
}

static struct flow_bits or_bits(struct flow_bits a, struct flow_bits b) {
    uint64_t one = a.value | b.value, zero = a.known & ~a.value & b.known & ~b.value;
    return (struct flow_bits){zero | one, one};
}

/* The least and the greatest possible sum agree in each bit whose carry is known. */
static struct flow_bits add_bits(struct flow_bits a, struct flow_bits b) {
    uint64_t most_a = a.value | ~a.known, most_b = b.value | ~b.known;
    uint64_t least = a.value + b.value, most = most_a + most_b;
    uint64_t carries = (least ^ a.value ^ b.value) ^ (most ^ most_a ^ most_b);
    uint64_t known = a.known & b.known & ~carries;
    return (struct flow_bits){known, least & known};
}

static struct flow_bits shift_bits(struct flow_bits a, struct flow_bits by, bool left) {
    if (by.known != UINT64_MAX) return no_bits(64);
    if (by.value > 63) return all_bits(0);
    uint64_t n = by.value, in = left ? ~(UINT64_MAX << n) : ~(UINT64_MAX >> n);
    return left ? (struct flow_bits){a.known << n | in, a.value << n}
                : (struct flow_bits){a.known >> n | in, a.value >> n};
}

/* The bits that are known and equal in both. */
static struct flow_bits join_bits(struct flow_bits a, struct flow_bits b) {
    uint64_t known = a.known & b.known & ~(a.value ^ b.value);
    return (struct flow_bits){known, a.value & known};
}

/* ---- one instruction ---- */

static struct flow_bits definition_bits(struct bits_search *s, uint32_t definition) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->nodes[i].definition != definition) continue;
        return s->nodes[i].done ? s->nodes[i].bits : no_bits(64);
    }
    if (definition == NO_DEFINITION || s->count == MOST_NODES || s->depth == MOST_NODES)
        return no_bits(64);
    s->stack[s->depth++] = s->count;
    s->nodes[s->count++] = (struct bits_node){.definition = definition};
    s->waits = true;
    return no_bits(64);
}

static struct flow_bits operand_bits(struct bits_search *s, uint32_t insn, uint32_t node) {
    const struct flow_function *f = s->v->f;
    const struct node *n = ast_node(f->in->ast, node);
    if (n->kind == PTXC_OPERAND_INTEGER) return all_bits((uint64_t)n->value);
    const struct flow_ref *ref = flow_ref_of(f, insn, node);
    if (n->kind != PTXC_OPERAND_SYMBOL || !ref || ref->flags & (REF_VARIABLE | REF_SPECIAL))
        return no_bits(64);
    return definition_bits(s, definition_before(&s->v->definitions, ref->id, insn));
}

/* `mov.b64 %rd, {%r1, %r2}` */
static struct flow_bits moved_bits(struct bits_search *s, uint32_t insn, uint32_t to,
                                   uint32_t from) {
    const struct ast *ast = s->v->f->in->ast;
    uint32_t half[2];
    if (ast_node(ast, to)->kind == PTXC_OPERAND_VECTOR) return no_bits(64);
    if (ast_node(ast, from)->kind != PTXC_OPERAND_VECTOR) return operand_bits(s, insn, from);
    if (node_child_count(ast_node(ast, from)) != 2) return no_bits(64);
    ast_siblings(ast, from, 2, half);
    struct flow_bits low = limit_bits(operand_bits(s, insn, half[0]), 32);
    struct flow_bits high = limit_bits(operand_bits(s, insn, half[1]), 32);
    return or_bits(low, shift_bits(high, all_bits(32), true));
}

/* Returns the width and sign of an instruction's type, or 0 if its values are not tracked. */
static uint32_t width_of_words(const struct flow_function *f, uint32_t insn, uint32_t which,
                               bool *is_signed) {
    const struct chain_info *info = flow_chain(f, insn);
    const char *name = isa_str(isa_insns[info->insn].name);
    size_t length = strlen(name);
    if (length > 5 && !strcmp(name + length - 5, ".wide")) return 0;
    if (info->word_count != which + 1) return 0;
    const struct isa_type *type = isa_word_type(info->words[which].word);
    if (!type || type->kind > TYPE_SINT) return 0;
    *is_signed = type->kind == TYPE_SINT;
    return type->width;
}

static struct flow_bits written_bits(struct bits_search *s, uint32_t insn) {
    const struct flow_function *f = s->v->f;
    const struct stmt *stmt = ast_stmt(f->in->ast, f->insns[insn].stmt);
    enum isa_does does = f->insns[insn].insn == ISA_NONE ? DOES_NOTHING_SPECIAL
                                                         : isa_insns[f->insns[insn].insn].does;
    uint32_t root[MOST_READ + 1], roots = stmt->roots - stmt->guarded;
    bool is_signed = false, converts = does == DOES_CONVERT;
    if (stmt->guarded || roots < 2 || roots > MOST_READ || !compute_is_known(f, insn))
        return no_bits(64);
    uint32_t width = width_of_words(f, insn, converts, &is_signed);
    if (!width) return no_bits(64);
    ast_siblings(f->in->ast, stmt->nodes_end, roots, root);
    if (does == DOES_MOVE) return limit_bits(moved_bits(s, insn, root[0], root[1]), width);
    struct flow_bits a = operand_bits(s, insn, root[1]);
    if (converts && roots == 2 && !is_signed) return limit_bits(a, width);
    if (roots != 3) return no_bits(width);
    struct flow_bits b = operand_bits(s, insn, root[2]);
    switch (does) {
    case DOES_AND: return limit_bits(and_bits(a, b), width);
    case DOES_OR: return limit_bits(or_bits(a, b), width);
    case DOES_ADD: return limit_bits(add_bits(a, b), width);
    case DOES_SHIFT_LEFT: return limit_bits(shift_bits(a, b, true), width);
    case DOES_SHIFT_RIGHT:
        if (!is_signed) return shift_bits(limit_bits(a, width), b, false);
        return no_bits(width);
    default: return no_bits(width);
    }
}

static struct flow_bits merged_bits(struct bits_search *s, uint32_t definition) {
    struct definitions *d = &s->v->definitions;
    struct flow_merge *m = definition_merge(d, definition);
    const uint32_t *operands = definition_operands(d, m);
    uint32_t first = d->paths->first_entry[m->block];
    uint32_t count = d->paths->first_entry[m->block + 1] - first;
    if (m->lost || !count) return no_bits(64);
    struct flow_bits all = definition_bits(s, operands[0]);
    for (uint32_t i = 1; i < count; i++) all = join_bits(all, definition_bits(s, operands[i]));
    return all;
}

struct flow_bits flow_register_bits(struct values *v, uint32_t id, uint32_t insn) {
    struct bits_search s = {.v = v};
    struct flow_bits bits = definition_bits(&s, definition_before(&v->definitions, id, insn));
    while (s.depth) {
        struct bits_node *n = &s.nodes[s.stack[s.depth - 1]];
        uint32_t d = n->definition;
        s.waits = false;
        bits = definition_is_merge(&v->definitions, d)
                   ? merged_bits(&s, d)
                   : written_bits(&s, definition_writer(&v->definitions, d)->insn);
        if (s.waits) continue;
        n->bits = bits;
        n->done = true;
        s.depth--;
    }
    return bits;
}
