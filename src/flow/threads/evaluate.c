/* SPDX-License-Identifier: Apache-2.0
 * Evaluates one instruction in each thread: converts its words and operands to an operation of
 * lanes.h. */
#include "flow/threads/evaluate.h"
#include <string.h>

/* ---- words ---- */

static bool is_spelt_with(const struct chain_info *info, const char *word) {
    for (uint32_t i = 0; i < info->word_count; i++)
        if (!strcmp(isa_str(isa_words[info->words[i].word].text), word)) return true;
    return false;
}

/* Returns the first type among the words, or the last, or NULL. */
static const struct isa_type *find_type(const struct chain_info *info, bool last) {
    const struct isa_type *found = NULL;
    for (uint32_t i = 0; i < info->word_count; i++) {
        const struct isa_type *type = isa_word_type(info->words[i].word);
        if (type && (last || !found)) found = type;
    }
    return found;
}

static bool read_comparison(const struct chain_info *info, struct operation *o) {
    static const struct {
        const char *word;
        uint8_t compare;
    } names[] = {{".eq", COMPARE_EQ}, {".ne", COMPARE_NE}, {".lt", COMPARE_LT}, {".lo", COMPARE_LT},
                 {".le", COMPARE_LE}, {".ls", COMPARE_LE}, {".gt", COMPARE_GT}, {".hi", COMPARE_GT},
                 {".ge", COMPARE_GE}, {".hs", COMPARE_GE}};
    if (info->word_count != 2) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_spelt_with(info, names[i].word)) {
            o->compare = names[i].compare;
            return true;
        }
    return false;
}

/* Returns false if it is not an operation on integers. */
static bool read_operation(const struct flow_function *f, uint32_t insn, struct operation *o) {
    const struct chain_info *info = flow_chain(f, insn);
    const struct isa_type *to = find_type(info, false), *from = find_type(info, true);
    if (f->insns[insn].insn == ISA_NONE || !to) return false;
    if (to->kind == TYPE_FLOAT || from->kind == TYPE_FLOAT || to->width > 64) return false;
    o->does = isa_insns[f->insns[insn].insn].does;
    o->is_signed = from->kind == TYPE_SINT;
    o->from = from->kind == TYPE_PRED ? 1 : from->width;
    o->width = to->kind == TYPE_PRED ? 1 : to->width;
    if (is_spelt_with(info, ".wide")) o->width = (uint8_t)(2 * o->width);
    if (is_spelt_with(info, ".hi") && o->does != DOES_COMPARE) return false;
    if (o->does != DOES_COMPARE) return true;
    o->width = 1;
    return read_comparison(info, o);
}

/* ---- operands ---- */

static struct lanes index_lanes(struct threads *t, uint32_t component) {
    struct lanes *l = &t->index[component];
    uint32_t below = 1;
    if (l->number) return *l;
    *l = lanes_new(&t->room, GRAIN_THREAD);
    for (uint32_t i = 0; i < component; i++) below *= t->size[i];
    for (uint32_t i = 0; l->number && i < t->room.threads; i++)
        l->number[i] = i / below % t->size[component];
    *l = lanes_coarse(&t->room, *l);
    return *l;
}

static struct lanes lane_lanes(struct threads *t) {
    struct lanes l = lanes_new(&t->room, GRAIN_THREAD);
    for (uint32_t i = 0; l.number && i < t->room.threads; i++) l.number[i] = i % WARP_SIZE;
    return l;
}

static struct lanes special_lanes(struct threads *t, const struct flow_ref *ref) {
    uint32_t component = ref->id & 3;
    switch ((enum isa_holds)isa_specials[ref->id / 4].holds) {
    case HOLDS_THREAD:
        if (component && !t->is_given) return lanes_unknown(true);
        return component < 3 ? index_lanes(t, component) : lanes_number(&t->room, 0, 0);
    case HOLDS_LANE: return lane_lanes(t);
    case HOLDS_THREADS:
    case HOLDS_WARPS:
    case HOLDS_CTA:
    case HOLDS_CTAS:
    case HOLDS_CLUSTER:
    case HOLDS_CLUSTERS:
    case HOLDS_CTA_IN_CLUSTER:
    case HOLDS_CTAS_OF_CLUSTER:
    case HOLDS_RANK:
    case HOLDS_RANKS:
    case HOLDS_IN_CLUSTER:
    case HOLDS_SHARED_SIZE:
    case HOLDS_DYNAMIC_SIZE: return lanes_number(&t->room, 0, thread_key('s', ref->id));
    default: return lanes_unknown(true);
    }
}

static struct lanes named_lanes(struct threads *t, uint32_t insn, uint32_t node) {
    const struct flow_ref *ref = flow_ref_of(t->f, insn, node);
    if (!ref) return lanes_unknown(true);
    if (ref->flags & REF_SPECIAL) return special_lanes(t, ref);
    if (ref->flags & REF_VARIABLE) return lanes_number(&t->room, 0, thread_key('v', ref->id));
    return thread_lanes(t, definition_before(t->definitions, ref->id, insn));
}

static struct lanes operand_lanes(struct threads *t, uint32_t insn, uint32_t node) {
    const struct ast *ast = t->f->in->ast;
    const struct node *n = ast_node(ast, node);
    struct operation not = {.does = DOES_COMPLEMENT, .width = 1, .from = 1, .inputs = 1};
    int64_t offset = 0;
    struct lanes l;
    if (n->kind == PTXC_OPERAND_ADDRESS && n->group.count == 1) n = ast_node(ast, --node);
    if (n->kind == PTXC_OPERAND_NOT) {
        l = operand_lanes(t, insn, node - 1);
        return lanes_compute(&t->room, &not, &l, 0);
    }
    if (n->kind == PTXC_OPERAND_INTEGER) return lanes_number(&t->room, n->value, 0);
    if (n->kind == PTXC_OPERAND_OFFSET) {
        offset = n->value;
        n = ast_node(ast, --node);
    }
    if (n->kind != PTXC_OPERAND_SYMBOL && n->kind != PTXC_OPERAND_COMPONENT)
        return lanes_unknown(true);
    l = named_lanes(t, insn, node);
    if (!offset || !l.number) return l;
    struct operation add = {.does = DOES_ADD, .width = 64, .from = 64, .inputs = 2};
    struct lanes in[MOST_INPUTS] = {l, lanes_number(&t->room, offset, 0)};
    return in[1].number ? lanes_compute(&t->room, &add, in, 0) : lanes_unknown(true);
}

/* ---- instructions other than operations ---- */

/* The last of two results is the predicate, which is true in one thread of each warp. The others
 * identify that thread. */
static struct lanes elected(struct threads *t, const struct flow_writer *w) {
    const struct flow_function *f = t->f;
    struct lanes l = lanes_number(&t->room, 0, 0);
    for (uint32_t i = w->ref + 1; i < f->insns[w->insn + 1].refs; i++)
        if (f->refs[i].flags & REF_WRITTEN) return l;
    l = lanes_new(&t->room, GRAIN_THREAD);
    l.is_truth = true;
    for (uint32_t i = 0; l.number && i < t->room.threads; i++) l.number[i] = i % WARP_SIZE == 0;
    return l;
}

/* Returns a value of one lane, in all lanes of its warp. */
static struct lanes shuffled(struct threads *t, const struct flow_function *f, uint32_t insn,
                             const uint32_t *root) {
    struct lanes of = operand_lanes(t, insn, root[1]), lane = operand_lanes(t, insn, root[2]);
    if (!is_spelt_with(flow_chain(f, insn), ".idx") || !of.number || of.partial || !lane.number ||
        lane.key)
        return lanes_unknown(true);
    struct lanes l = lanes_new(&t->room, lane.grain < GRAIN_WARP ? GRAIN_THREAD : GRAIN_WARP);
    l.key = l.number ? of.key : 0;
    l.varies = of.varies || lane.varies;
    for (uint32_t i = 0; l.number && i < lanes_count(&t->room, &l); i++) {
        uint32_t to = i << l.grain, in_warp = (uint32_t)lanes_at(&lane, to) & (WARP_SIZE - 1);
        uint32_t from = to / WARP_SIZE * WARP_SIZE + in_warp;
        l.number[i] = lanes_at(&of, from < t->room.threads ? from : to);
    }
    return lanes_coarse(&t->room, l);
}

/* All threads read the same value at one address. */
static struct lanes loaded(struct threads *t, uint32_t insn, uint32_t address, uint64_t self) {
    const struct flow_events *events = t->events;
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
        if (flow_is_strong(events, e)) return lanes_unknown(true);
    struct lanes l = operand_lanes(t, insn, address);
    if (!lanes_are_uniform(&t->room, &l) || !l.number) return lanes_unknown(true);
    l = lanes_number(&t->room, 0, self);
    l.varies = true;
    return l;
}

static bool waits(const struct threads *t, uint32_t insn) {
    const struct flow_events *events = t->events;
    for (uint32_t e = events->first[insn]; e < events->first[insn + 1]; e++)
        if (events->at[e].kind == EVENT_MBARRIER_WAIT) return true;
    return false;
}

struct lanes thread_written(struct threads *t, const struct flow_writer *w, uint64_t self) {
    const struct flow_function *f = t->f;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[w->insn].stmt);
    uint32_t root[ISA_MOST_ROOTS], roots = s->roots - s->guarded;
    struct operation o = {.inputs = roots - 1};
    struct lanes in[MOST_INPUTS];
    /* In the end, all of them see the phase complete. */
    if (waits(t, w->insn)) return lanes_unknown(false);
    if (roots < 2 || roots > ISA_MOST_ROOTS) return lanes_unknown(true);
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    if (flow_does(f, w->insn, DOES_ELECT)) return elected(t, w);
    if (flow_does(f, w->insn, DOES_SHUFFLE) && roots > 2) return shuffled(t, f, w->insn, root);
    if (ast_node(f->in->ast, root[0])->kind != PTXC_OPERAND_SYMBOL) return lanes_unknown(true);
    if (flow_does(f, w->insn, DOES_LOAD)) return loaded(t, w->insn, root[1], self);
    if (roots > MOST_INPUTS + 1 || !read_operation(f, w->insn, &o)) return lanes_unknown(true);
    for (uint32_t i = 1; i < roots; i++) in[i - 1] = operand_lanes(t, w->insn, root[i]);
    return lanes_compute(&t->room, &o, in, self);
}

struct lanes flow_thread_operand(struct threads *t, uint32_t insn, uint32_t node) {
    const struct flow_insn *x = &t->f->insns[insn];
    uint32_t end = ast_node(t->f->in->ast, node)->start + ast_node(t->f->in->ast, node)->length;
    for (uint32_t i = x->refs; i < x[1].refs; i++) {
        const struct flow_ref *ref = &t->f->refs[i];
        uint32_t start = ast_node(t->f->in->ast, ref->node)->start;
        if (ref->flags & (REF_VARIABLE | REF_SPECIAL) || start >= end) continue;
        if (start < ast_node(t->f->in->ast, node)->start) continue;
        thread_find(t, definition_before(t->definitions, ref->id, insn));
    }
    return operand_lanes(t, insn, node);
}
