/* SPDX-License-Identifier: Apache-2.0
 * Decodes the instructions of a function into ops: see program.h. */
#include "rehearse/program/float.h"
#include "rehearse/program/video.h"
#include <string.h>

struct decoder {
    struct program *p;
    const struct flow_events *events;
    uint16_t modes[MODE_COUNT]; /* the word of each */
    uint16_t carry;             /* the word `.cc` */
    struct list places;         /* struct place */
    struct list operands;       /* struct rehearsed */
};

/* ---- registers ---- */

/* Texts declare many more registers than they use. */
static void number_slots(struct program *p) {
    struct flow_function *f = p->f;
    uint32_t refs = f->insns[f->insn_count].refs, at = 0;
    p->slot_of = arena_alloc(f->arena, (f->register_count + 1) * sizeof *p->slot_of);
    p->width = arena_alloc(f->arena, refs + 1);
    for (uint32_t i = 0; i <= f->register_count; i++) p->slot_of[i] = NO_REGISTER;
    for (uint32_t i = 0; i < refs; i++)
        if (!(f->refs[i].flags & (REF_VARIABLE | REF_SPECIAL))) p->slot_of[f->refs[i].id] = 0;
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (f->insns[i].guard < f->register_count) p->slot_of[f->insns[i].guard] = 0;
    for (uint32_t i = 0; i < f->register_count; i++) {
        const struct flow_registers *next =
            at + 1 < f->registers.count ? list_at(&f->registers, at + 1) : NULL;
        if (next && next->first <= i) at++;
        const struct flow_registers *r = list_at(&f->registers, at);
        if (p->slot_of[i] == NO_REGISTER) continue;
        p->slot_of[i] = p->registers;
        p->width[p->registers++] = r->vector ? 0 : isa_types[r->type].width;
    }
}

/* Registers among the parameters and results of functions have slots, too. */
static void number_formals(struct program *p) {
    for (uint32_t i = 0; i < p->callees.count; i++) {
        struct callee *c = list_at(&p->callees, i);
        for (uint32_t k = 0; k < c->results.count + c->parameters.count; k++) {
            struct place *at = k < c->results.count ? list_at(&c->results, k)
                                                    : list_at(&c->parameters, k - c->results.count);
            if (at->kind != PLACE_REGISTER) continue;
            at->id = p->slot_of[at->id];
            if (at->id == NO_REGISTER) at->kind = PLACE_SINK; /* the function does not use it */
        }
    }
}

/* ---- places ---- */

static struct place *add_place(struct decoder *d, uint8_t kind) {
    struct place *p = list_add(d->p->f->arena, &d->places);
    *p = (struct place){.kind = kind};
    return p;
}

/* Reads `%r1.b0`. The parts of vectors, `.x`, are not tracked. */
static void take_part(struct decoder *d, struct place *p, uint32_t node) {
    const struct flow_function *f = d->p->f;
    ptxc_span at = node_span(ast_node(f->in->ast, node));
    uint32_t dot = at.end;
    while (f->in->text[--dot] != '.') {}
    uint32_t part = video_part(f->in->text + dot + 1, at.end - dot - 1);
    uint32_t slot = d->p->slot_of[p->id];
    if (!part || !d->p->width[slot]) return;
    *p = (struct place){.kind = PLACE_PART, .id = slot, .number = part};
}

static void add_name(struct decoder *d, uint32_t insn, uint32_t node) {
    const struct flow_function *f = d->p->f;
    const struct node *n = ast_node(f->in->ast, node);
    const struct flow_ref *ref = flow_ref_at(f, insn, n->start);
    struct place *p = add_place(d, PLACE_UNKNOWN);
    if (!ref) return;
    p->id = ref->id;
    if (ref->flags & REF_SPECIAL)
        p->kind = PLACE_SPECIAL;
    else if (ref->flags & REF_VARIABLE)
        p->kind = PLACE_VARIABLE;
    else if (n->kind == PTXC_OPERAND_SYMBOL) {
        p->kind = PLACE_REGISTER;
        p->id = d->p->slot_of[ref->id];
    } else if (n->kind == PTXC_OPERAND_COMPONENT) {
        take_part(d, p, node);
    }
}

/* A constant has the type of the sources. */
static void add_constant(struct decoder *d, const struct op *op, const struct node *n) {
    const char *text = d->p->f->in->text + n->start;
    text += *text == '-';
    char letter = text[0] == '0' ? (char)(text[1] | 32) : 0;
    char hex = letter == 'd' || letter == 'f' ? letter : 0;
    struct place *p = add_place(d, PLACE_UNKNOWN);
    uint64_t bits;
    if (!float_constant(op->from, n->number, hex, &bits)) return;
    *p = (struct place){.kind = PLACE_FLOAT, .id = isa_types[op->from].width};
    p->number = (int64_t)bits;
}

static void change_place(struct place *p, const struct node *n) {
    if (!p) return;
    if (p->kind == PLACE_FLOAT && n->kind == PTXC_OPERAND_MINUS) {
        p->number = (int64_t)((uint64_t)p->number ^ UINT64_C(1) << (p->id - 1));
        return;
    }
    if (n->kind == PTXC_OPERAND_OFFSET) p->number += n->value;
    if (n->kind == PTXC_OPERAND_MINUS) p->minus = true;
    if (n->kind == PTXC_OPERAND_NOT) p->negated = true;
}

/* Children come before their parents, so an offset or a sign changes the previous place. */
static void add_node(struct decoder *d, const struct op *op, uint32_t insn, uint32_t node) {
    const struct node *n = ast_node(d->p->f->in->ast, node);
    struct list *places = &d->places;
    struct place *last = places->count ? list_at(places, places->count - 1) : NULL;
    switch ((ptxc_operand_kind)n->kind) {
    case PTXC_OPERAND_SYMBOL:
    case PTXC_OPERAND_COMPONENT:
    case PTXC_OPERAND_INDEX: add_name(d, insn, node); break;
    case PTXC_OPERAND_INTEGER: add_place(d, PLACE_NUMBER)->number = n->value; break;
    case PTXC_OPERAND_FLOAT: add_constant(d, op, n); break;
    case PTXC_OPERAND_SINK: add_place(d, PLACE_SINK); break;
    default: change_place(last, n); break;
    }
}

static void decode_operand(struct decoder *d, const struct op *op, uint32_t insn, uint32_t begin,
                           uint32_t root) {
    const struct flow_function *f = d->p->f;
    struct rehearsed *o = list_add(f->arena, &d->operands);
    *o = (struct rehearsed){d->places.count, 0, false, false};
    o->is_address = ast_node(f->in->ast, root)->kind == PTXC_OPERAND_ADDRESS;
    for (uint32_t i = begin; i <= root; i++) add_node(d, op, insn, i);
    o->count = d->places.count - o->first;
}

static void decode_operands(struct decoder *d, struct op *op, uint32_t insn) {
    struct flow_function *f = d->p->f;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    uint32_t root[ISA_MOST_ROOTS], begin = ast_nodes_begin(f->in->ast, f->insns[insn].stmt);
    uint32_t roots = s->roots - s->guarded;
    struct effect effect = {EFFECT_ORDER, f->insns[insn].insn};
    op->operand = d->operands.count;
    op->operands = roots;
    if (s->guarded) {
        while (ast_node(f->in->ast, begin)->kind != PTXC_OPERAND_GUARD) begin++;
        begin++;
    }
    ast_siblings(f->in->ast, s->nodes_end, roots, root);
    for (uint32_t k = 0; k < roots; begin = root[k++] + 1) {
        decode_operand(d, op, insn, begin, root[k]);
        struct rehearsed *o = list_at(&d->operands, op->operand + k);
        o->is_written = !o->is_address && effect_access(&effect, k) != ACCESS_READ;
    }
}

/* ---- events ---- */

static void add_leaf(struct decoder *d, uint32_t insn, const struct operand *o, int64_t offset) {
    const struct flow_ref *ref = flow_ref_at(d->p->f, insn, o->span.start);
    struct place *p = add_place(d, PLACE_UNKNOWN);
    if (o->shape == OP_INTEGER) {
        p->kind = PLACE_NUMBER;
        p->number = o->value;
    } else if (o->shape == OP_SINK) {
        p->kind = PLACE_SINK;
    } else if (ref && !o->component) {
        p->kind = ref->flags & REF_SPECIAL    ? PLACE_SPECIAL
                  : ref->flags & REF_VARIABLE ? PLACE_VARIABLE
                                              : PLACE_REGISTER;
        p->id = p->kind == PLACE_REGISTER ? d->p->slot_of[ref->id] : ref->id;
    }
    p->number += offset;
}

static bool is_leaf(const struct operand *o) {
    return !o->count && o->shape != OP_VECTOR && o->shape != OP_ADDRESS;
}

static void add_argument_operand(struct decoder *d, const struct flow_event *e,
                                 const struct operand *read, struct argument *a) {
    const struct operand *o =
        flow_operands(d->p->f, e->insn, d->p->f->arena) + (read - e->reading->first);
    int64_t offset = 0;
    a->first = d->places.count;
    for (uint32_t i = 0; i <= o->size; i++) {
        if (o[i].shape == OP_OFFSET) offset = o[i].value;
        if (!is_leaf(&o[i])) continue;
        add_leaf(d, e->insn, &o[i], offset);
        offset = 0;
    }
    a->count = d->places.count - a->first;
}

static void add_happening(struct decoder *d, uint32_t event) {
    const struct flow_event *e = &d->events->at[event];
    struct arena *arena = d->p->f->arena;
    struct happening *h = list_add(arena, &d->p->happenings);
    *h = (struct happening){e->kind, d->p->arguments.count, 0};
    for (int what = 0; what < EVENT_ARGUMENTS; what++) {
        struct event_value v = flow_argument(d->events, event, (enum isa_event_argument)what);
        if (!v.given) continue;
        struct argument a = {(uint8_t)what, (uint8_t)v.name, v.known, v.number, 0, 0};
        if (v.operand && e->reading->fit) add_argument_operand(d, e, v.operand, &a);
        *(struct argument *)list_add(arena, &d->p->arguments) = a;
        h->arguments++;
    }
}

/* ---- words ---- */

static bool take_mode(const struct decoder *d, struct op *op, uint16_t word) {
    for (int m = MODE_NONE + 1; m < MODE_COUNT; m++) {
        if (d->modes[m] != word) continue;
        if (op->mode == MODE_NONE)
            op->mode = (uint8_t)m;
        else
            op->also = (uint8_t)m;
        return true;
    }
    return false;
}

/* `.shared::cta` and similar words are parts of their space. */
static uint8_t space_of(const char *word, uint32_t length) {
    const char *part = memchr(word, ':', length);
    return (uint8_t)isa_space_find(word, part ? (uint32_t)(part - word) : length);
}

static void take_video(struct decoder *d, struct op *op, const struct chain_info *info) {
    struct video *v = list_add(d->p->f->arena, &d->p->videos);
    *v = video_begin(op->does);
    for (uint32_t i = 0; i < info->word_count; i++) {
        uint16_t word = info->words[i].word;
        int type = isa_type_find(isa_str(isa_words[word].text), isa_words[word].length);
        if (type >= 0) video_take_type(v, (uint8_t)type);
        for (int m = MODE_NONE + 1; m < MODE_COUNT; m++)
            if (d->modes[m] == word) video_take_mode(v, (uint8_t)m);
    }
}

static void take_words(struct decoder *d, struct op *op, const struct chain_info *info) {
    uint32_t types = 0;
    for (uint32_t i = 0; i < info->word_count; i++) {
        uint16_t word = info->words[i].word;
        const char *text = isa_str(isa_words[word].text);
        uint32_t length = isa_words[word].length;
        int type = isa_type_find(text, length);
        uint8_t space = space_of(text, length);
        if (space != SPACE_NONE) op->space = space;
        if (type >= 0 && types++ == 0)
            op->type = op->from = (uint8_t)type;
        else if (type >= 0)
            op->from = (uint8_t)type;
        if (word == d->carry) op->sets_carry = true;
        if (!take_mode(d, op, word) && type < 0)
            op->rounding = (uint8_t)float_rounding((enum rounding)op->rounding, text, length);
    }
}

/* ---- ops ---- */

static uint32_t first_op(const struct flow_function *f, uint32_t block) {
    return f->blocks[block].first;
}

static void decode_target(struct decoder *d, struct op *op, uint32_t insn) {
    const struct flow_function *f = d->p->f;
    op->block = f->block_of[insn];
    op->target = NO_OP;
    uint32_t edges = f->blocks[op->block].edges;
    if (op->does == DOES_BRANCH) op->target = first_op(f, f->edges[edges]);
    if (op->does == DOES_SWITCH) op->target = edges;
    if (video_is(op->does)) op->target = d->p->videos.count - 1;
    if (op->does != DOES_CALL) return;
    const struct callee *to = find_callee(f, &d->p->callees, insn);
    if (to) op->target = to->entry;
}

/* What a function outside of the module does is not part of the kernel's synchronization. */
static void decode_call(struct op *op, const struct flow_function *f, uint32_t insn) {
    if (op->does != DOES_CALL || op->target != NO_OP) return;
    const struct symbol *y = called_function(f, insn);
    op->calls_inside = !y || y->flags & SYMBOL_BODY;
    op->calls_any = !y;
}

static void decode(struct decoder *d, uint32_t insn) {
    struct flow_function *f = d->p->f;
    struct op *op = &d->p->ops[insn];
    const struct flow_insn *x = &f->insns[insn];
    const struct chain_info *info = flow_chain(f, insn);
    *op = (struct op){.does = x->insn == ISA_NONE ? DOES_NOTHING_SPECIAL : isa_insns[x->insn].does};
    take_words(d, op, info);
    if (video_is(op->does)) take_video(d, op, info);
    op->converged = info->converged;
    op->guarded = x->guard != NO_REGISTER;
    op->unless = x->negated;
    if (x->guard < f->register_count) op->guard = d->p->slot_of[x->guard];
    decode_operands(d, op, insn);
    op->happening = d->p->happenings.count;
    for (uint32_t e = d->events->first[insn]; e < d->events->first[insn + 1]; e++)
        add_happening(d, e);
    op->happenings = d->p->happenings.count - op->happening;
    decode_target(d, op, insn);
    decode_call(op, f, insn);
}

/* Returns the records in contiguous memory. */
static void *list_joined(struct arena *arena, const struct list *list) {
    size_t size = list->record_size;
    char *all = arena_alloc(arena, (list->count + 1) * size);
    for (uint32_t i = 0; i < list->count; i++) memcpy(all + i * size, list_at(list, i), size);
    return all;
}

struct program program_make(struct flow_function *f, const struct flow_events *events,
                            const struct list *callees) {
    static const char *const words[MODE_COUNT] = {
#define MODE(name, word) [MODE_##name] = word,
#include "rehearse/program/modes.def"
#undef MODE
    };
    struct program p = {.f = f, .callees = *callees, .count = f->insn_count};
    struct decoder d = {.p = &p, .events = events, .carry = isa_word_find(".cc", 3)};
    for (int m = MODE_NONE + 1; m < MODE_COUNT; m++)
        d.modes[m] = isa_word_find(words[m], (uint32_t)strlen(words[m]));
    list_init(&d.places, sizeof(struct place));
    list_init(&d.operands, sizeof(struct rehearsed));
    list_init(&p.videos, sizeof(struct video));
    list_init(&p.happenings, sizeof(struct happening));
    list_init(&p.arguments, sizeof(struct argument));
    number_slots(&p);
    number_formals(&p);
    p.ops = arena_alloc(f->arena, (p.count + 1) * sizeof *p.ops);
    for (uint32_t i = 0; i < p.count; i++) decode(&d, i);
    p.places = list_joined(f->arena, &d.places);
    p.operands = list_joined(f->arena, &d.operands);
    p.joins = find_joins(f);
    return p;
}
