/* SPDX-License-Identifier: Apache-2.0
 * Determines what the operands of an instruction must be, from the form that it fits. */
#include "syntax/ast.h"
#include "match/effect.h"
#include "match/parts.h"
#include "embed/pp.h"
#include "isa/event.h"
#include <string.h>

/* ---- classes ---- */

static uint8_t class_of_type(const struct isa_type *type) {
    if (type->kind == TYPE_PRED) return PP_PREDICATE;
    switch (type->width) {
    case 8: return PP_REG8;
    case 16: return PP_16;
    case 32: return PP_32;
    case 64: return PP_64;
    default: return PP_128;
    }
}

/* Finds registers that are only floating-point numbers, or bits; only integers, or bits. */
static void find_sort(uint64_t types, bool *is_float, bool *is_integer) {
    uint32_t floats = 0, others = 0;
    for (unsigned i = 0; i < isa_type_count; i++) {
        if (!(types >> i & 1) || !isa_types[i].reg) continue;
        const char *name = isa_types[i].name;
        floats += !strcmp(name, ".f32") || !strcmp(name, ".f64");
        others += isa_types[i].kind == TYPE_UINT || isa_types[i].kind == TYPE_SINT;
    }
    *is_float = floats && !others;
    *is_integer = others && !floats;
}

/* ---- kinds ---- */

enum { MOST_KINDS = 32 };

/* The kinds that an operand can have. */
struct kinds {
    uint16_t kind[MOST_KINDS];
    uint32_t count;
    bool in_address, in_vector;
};

struct walk {
    struct pp_instruction *to;
    const struct match_context *c;
    const struct chain_form *form;
    const struct isa_operand *pattern;
    bool read, written, generic;
    bool computes; /* computes with numbers instead of only moving their bits */
};

/* Returns true for alternatives that contain another. */
static bool wraps(const struct isa_alt *alt) {
    return alt->op == ALT_WHOLE || alt->op == ALT_UNLOWERED || alt->op == ALT_LATER ||
           alt->op == ALT_BESIDE;
}

static void add_kind(struct kinds *kinds, uint16_t kind) {
    if (kinds->count < MOST_KINDS) kinds->kind[kinds->count++] = kind;
}

static bool is_of_length(const struct walk *w, const struct isa_alt *alt, const struct operand *o) {
    return match_length(w->c, w->form, alt->length) == (int64_t)o->count;
}

/* Collects the kinds of a child of `o`, if `o` is of one of these kinds. `lenient` includes what
 * only the assembler accepts. */
static void gather_kinds(const struct walk *w, uint16_t kind, const struct operand *o,
                         uint32_t child, bool lenient, struct kinds *out) {
    if (kind == ISA_NONE) return;
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        bool fits = false;
        if (alt->flags & ALT_LENIENT && !lenient) continue;
        if (wraps(alt)) gather_kinds(w, alt->inner, o, child, lenient, out);
        if (alt->op == ALT_BY_WORD)
            gather_kinds(w, match_chosen(w->form, alt), o, child, lenient, out);
        switch (alt->op) {
        case ALT_ADDRESS:
        case ALT_BARE: fits = o->shape == OP_ADDRESS; break;
        case ALT_VECTOR: fits = o->shape == OP_VECTOR && is_of_length(w, alt, o); break;
        case ALT_PAIR: fits = o->shape == OP_PAIR; break;
        case ALT_NOT: fits = o->shape == OP_NOT; break;
        case ALT_OFFSET: fits = o->shape == OP_OFFSET; break;
        case ALT_INDEX: fits = o->shape == OP_INDEX && !child; break;
        default: break;
        }
        bool second = child && (alt->op == ALT_PAIR || alt->op == ALT_VECTOR);
        if (fits) add_kind(out, second ? alt->inner2 : alt->inner);
    }
}

/* What an operand can be that is a single name or number. */
struct leaf {
    uint64_t types;
    uint32_t spaces;
    bool number, is_signed;
    struct isa_span ranges; /* for the only sort of number, or empty for any */
};

static void leaf_kind(const struct chain_form *form, uint16_t kind, bool lenient,
                      struct leaf *out) {
    static const struct isa_span none = {0};
    if (kind == ISA_NONE) return;
    struct isa_span alts = isa_kinds[kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->flags & ALT_LENIENT && !lenient) continue;
        if (wraps(alt)) leaf_kind(form, alt->inner, lenient, out);
        switch (alt->op) {
        case ALT_REGISTER: out->types |= alt->types; break;
        case ALT_VARIABLE: out->spaces |= alt->spaces; break;
        case ALT_INTEGER:
            out->ranges = out->number ? none : alt->ranges;
            out->number = true;
            break;
        case ALT_BY_WORD:
            out->is_signed |= match_is_signed(form, alt);
            leaf_kind(form, match_chosen(form, alt), lenient, out);
            break;
        default: break;
        }
    }
}

/* If a register may be wider than its type, as for a load, C++ has one of the same width. There is
 * none for a byte, for which any register works. */
static uint8_t narrowest(uint8_t classes) {
    static const uint8_t wider = PP_16 | PP_32 | PP_64 | PP_128;
    uint8_t widths = classes & wider, others = (uint8_t)(classes & ~(wider | PP_REG8));
    if (!widths) return classes;
    if (!(classes & PP_REG8)) return (uint8_t)(others | (widths & -widths));
    return (uint8_t)(others | PP_BYTE | (widths & ~PP_128));
}

/* Addresses in shared memory can have both widths; C++ has 32-bit ones. Generic addresses have 64
 * bits. */
static void choose_address(const struct walk *w, uint32_t spaces, struct pp_want *want) {
    bool shared = spaces >> SPACE_SHARED & 1 && !(spaces >> SPACE_GLOBAL & 1) && !w->generic;
    if (!(want->classes & PP_32) || !(want->classes & PP_64)) return;
    want->classes = shared ? PP_32 : PP_64;
    want->is_shared = shared;
}

/* Returns the use at `at` in the PTX text, or NULL if there is no C++. */
static const struct pp_use *use_in_text(const struct pp *pp, const struct pp_block *b,
                                        uint32_t at) {
    uint32_t low = 0, high = b->use_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_use_at(pp, b, middle)->at < at)
            low = middle + 1;
        else
            high = middle;
    }
    const struct pp_use *use = low < b->use_count ? pp_use_at(pp, b, low) : NULL;
    return use && use->at == at && use->operand != PP_OWN ? use : NULL;
}

/* C++ provides registers and numbers, but no addresses or vectors. */
static void no_register(const struct walk *w, const struct operand *o) {
    const struct isa_operand *pattern = w->pattern;
    bool is_group = pattern->flags & OPERAND_GROUP;
    const char *wanted = is_group ? phrase_string(P_an_address_operand)
                                  : isa_str(isa_kinds[match_wanted(w->form, pattern->kind)].phrase);
    if (use_in_text(w->to->cxx->pp, w->to->block, o->span.start))
        report_operand_kind(w->c->diags, o->span, text_of(isa_str(pattern[is_group].name)),
                            text_of(wanted), phrase(P_a_cxx_operand));
}

static void use_leaf(const struct walk *w, const struct kinds *kinds, const struct operand *o) {
    struct pp_want want = {.read = w->read, .written = w->written};
    for (int lenient = 0; lenient < 2 && !want.classes; lenient++) {
        struct leaf l = {.types = 0};
        for (uint32_t i = 0; i < kinds->count; i++) leaf_kind(w->form, kinds->kind[i], lenient, &l);
        for (unsigned i = 0; i < isa_type_count; i++)
            if (l.types >> i & 1 && isa_types[i].reg) want.classes |= class_of_type(&isa_types[i]);
        if (l.number) want.classes |= PP_NUMBER;
        if (!kinds->in_vector && !kinds->in_address) want.ranges = l.ranges;
        want.phrase = isa_kinds[match_wanted(w->form, w->pattern->kind)].phrase;
        find_sort(l.types, &want.is_float, &want.as_integer);
        bool as_number = w->computes && !kinds->in_vector && !kinds->in_address && !l.spaces;
        want.as_float = want.is_float && as_number;
        want.as_integer = want.as_integer && as_number;
        want.is_signed = l.is_signed;
        if (kinds->in_address)
            choose_address(w, l.spaces, &want);
        else if ((want.classes & (uint8_t)~PP_NUMBER) == (PP_32 | PP_64) && !want.is_float)
            want.classes &= (uint8_t)~PP_32; /* an address of either width */
        else
            want.classes = narrowest(want.classes);
    }
    if (want.classes)
        pp_note(w->to, o, &want);
    else
        no_register(w, o);
}

static void use_operand(const struct walk *w, const struct kinds *kinds, const struct operand *o) {
    if (o->shape == OP_UNKNOWN) {
        use_leaf(w, kinds, o);
        return;
    }
    const struct operand *child = o + 1;
    for (uint32_t i = 0; i < o->count; i++, child = operand_next(child)) {
        struct kinds inside = {.in_address = kinds->in_address || o->shape == OP_ADDRESS,
                               .in_vector = kinds->in_vector || o->shape == OP_VECTOR};
        for (int lenient = 0; lenient < 2 && !inside.count; lenient++)
            for (uint32_t k = 0; k < kinds->count; k++)
                gather_kinds(w, kinds->kind[k], o, i, lenient, &inside);
        /* For an offset or an index, the first child matters. */
        bool number = (o->shape == OP_ADDRESS && child->shape == OP_OFFSET);
        use_operand(w, &inside, number ? child + 1 : child);
    }
}

/* ---- instructions of the tables ---- */

static const struct chain_form *form_of(const struct judged *j, struct fit *fit) {
    for (uint16_t i = 0; i < j->info->form_count; i++) {
        const struct chain_form *f = &j->info->forms[i];
        if (f->problem_count || match_broken_rule(j->c, j->info, f, NULL, false)) continue;
        match_fit(j, f, fit);
        if (fit->stage == FIT_ALL) return f;
    }
    return NULL;
}

/* Loads, stores and moves accept everything of the right size. */
static bool computes(const struct isa_insn *insn) {
    for (uint16_t i = 0; i < insn->events.count; i++) {
        uint8_t kind = isa_events[insn->events.first + i].kind;
        if (kind == EVENT_LOAD || kind == EVENT_STORE) return false;
    }
    return insn->does != DOES_MOVE;
}

static bool from_tables(struct pp_instruction *i, const struct judged *j) {
    struct fit fit;
    const struct chain_form *f = form_of(j, &fit);
    uint16_t inside = 0; /* patterns left inside the brackets of a group */
    if (!f) return false;
    bool with_numbers = computes(judged_insn(j));
    bool any_space = match_holds(j->c, f, NULL, judged_insn(j)->generic_when);
    for (uint16_t k = 0; k < f->form->operands.count; k++) {
        const struct isa_operand *pattern = &isa_operands[f->form->operands.first + k];
        const struct operand *o = fit.given[k];
        bool in_group = inside > 0;
        if (inside) inside--;
        if (pattern->flags & OPERAND_GROUP) inside = pattern->size;
        if (!o) continue;
        bool written = pattern->flags & OPERAND_WRITTEN && !in_group && o->shape != OP_ADDRESS;
        struct walk w = {.to = i,
                         .c = j->c,
                         .form = f,
                         .pattern = pattern,
                         .read = !written || pattern->flags & OPERAND_UPDATED,
                         .written = written,
                         .computes = with_numbers,
                         .generic = pattern->flags & OPERAND_GENERIC && any_space};
        struct kinds kinds = {.kind = {pattern->kind}, .count = 1, .in_address = in_group};
        if (!(pattern->flags & OPERAND_GROUP))
            use_operand(&w, &kinds, o);
        else if (o->shape == OP_UNKNOWN)
            no_register(&w, o);
    }
    return true;
}

/* ---- uses ---- */

/* One C++ operand in an instruction. */
struct pp_wanted {
    struct pp_operand *operand;
    const struct pp_use *use;
    struct pp_want want;
};

void pp_note(struct pp_instruction *i, const struct operand *o, const struct pp_want *want) {
    const struct pp *pp = i->cxx->pp;
    const struct pp_use *use = use_in_text(pp, i->block, o->span.start);
    if (!use) return;
    struct pp_wanted *w = list_add(i->cxx->arena, &i->wants);
    *w = (struct pp_wanted){pp_operand_at(pp, i->block, use->operand), use, *want};
}

static void add_problem(struct pp_instruction *i, const struct pp_operand *o, ptxc_span at,
                        uint8_t wanted) {
    struct pp *pp = i->cxx->pp;
    *(struct pp_problem *)list_add(i->cxx->arena, &pp->problems) =
        (struct pp_problem){o, at, wanted, i->chain};
}

/* Returns true if a jump can skip the use. */
static bool may_be_skipped(const struct pp_instruction *i, const struct pp_use *use) {
    const struct pp *pp = i->cxx->pp;
    uint32_t low = 0, high = i->block->jump_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_jump_before(pp, i->block, middle + 1)->at < use->span.start)
            low = middle + 1;
        else
            high = middle;
    }
    const struct pp_jump *jump = pp_jump_before(pp, i->block, low);
    return jump && jump->farthest > use->span.start;
}

/* An operand may be a constant in two places and still have two sizes. */
static uint8_t common_class(uint8_t a, uint8_t b) {
    uint8_t both = a & b;
    return both == PP_NUMBER && a != PP_NUMBER && b != PP_NUMBER ? 0 : both;
}

/* Reads are applied before writes. */
static void apply(struct pp_instruction *i, bool is_guarded) {
    for (uint32_t k = 0; k < i->wants.count; k++) {
        const struct pp_wanted *w = list_at(&i->wants, k);
        struct pp_operand *o = w->operand;
        if (w->want.read && !o->output) o->input = true;
        o->is_float |= w->want.is_float;
        o->is_signed |= w->want.is_signed;
        o->as_float |= w->want.as_float;
        if (!o->ranges.count) {
            o->ranges = w->want.ranges;
            o->phrase = w->want.phrase;
        }
        o->as_integer |= w->want.as_integer;
        o->is_address |= w->want.is_shared;
        uint8_t both = common_class(o->classes, w->want.classes);
        if (!both) add_problem(i, o, w->use->span, w->want.classes);
        if (!both || both == o->classes) continue;
        o->classes = both;
        o->narrow = w->use->span;
        o->chain = i->chain;
    }
    for (uint32_t k = 0; k < i->wants.count; k++) {
        const struct pp_wanted *w = list_at(&i->wants, k);
        if (!w->want.written) continue;
        w->operand->input |= !w->operand->output && (is_guarded || may_be_skipped(i, w->use));
        w->operand->output = true;
    }
}

/* ---- the instruction ---- */

/* Returns the block that contains the statement, or NULL. */
static struct pp_block *block_of(struct pp_judge *j, uint32_t at) {
    while (j->now < j->judged->count) {
        const struct cxx_asm *a = list_at(&j->cxx->asms, *(uint32_t *)list_at(j->judged, j->now));
        if (at < a->end) return a->block ? list_at(&j->cxx->pp->blocks, a->block - 1) : NULL;
        j->now++;
    }
    return NULL;
}

/* Handles an unknown instruction, for which it is unclear which operands are C++. */
static void unknown(struct pp_instruction *i, ptxc_span stmt) {
    for (uint32_t k = 0; k < i->block->use_count; k++) {
        const struct pp_use *use = pp_use_at(i->cxx->pp, i->block, k);
        if (use->at < stmt.start || use->at >= stmt.end || use->operand == PP_OWN) continue;
        add_problem(i, pp_operand_at(i->cxx->pp, i->block, use->operand), use->span, 0);
        return;
    }
}

static void see_guard(struct pp_instruction *i, const struct ast *ast, uint32_t stmt) {
    const struct pp_want want = {.classes = PP_PREDICATE, .read = true};
    if (!ast_stmt(ast, stmt)->guarded) return;
    const struct node *n = ast_node(ast, ast_nodes_begin(ast, stmt));
    const struct operand o = {.span = node_span(n)};
    pp_note(i, &o, &want);
}

void pp_see(struct observer *observer, struct match_context *c, const struct accepted_stmt *seen) {
    struct pp_judge *judge = (struct pp_judge *)observer;
    const struct stmt *s = ast_stmt(seen->ast, seen->stmt);
    struct pp_block *b = block_of(judge, s->head_start);
    if (!b) return;
    const struct chain *chain = chain_at(c->names, s->head);
    ptxc_span head = {s->head_start, s->head_start + chain->length};
    struct pp_instruction i = {.cxx = judge->cxx, .block = b, .chain = text_at(c->text, head)};
    struct effect effect = effect_of(chain->info);
    list_init(&i.wants, sizeof(struct pp_wanted));
    see_guard(&i, seen->ast, seen->stmt);
    struct judged j = {.c = c,
                       .info = chain->info,
                       .head = head,
                       .stmt = head,
                       .operands = seen->operands,
                       .count = seen->count};
    /* A template that is never instantiated may contain what the target lacks. */
    struct match_context any_target = *c;
    struct judged elsewhere = j;
    any_target.target = -1;
    elsewhere.c = &any_target;
    bool known = effect.insn != ISA_NONE && (from_tables(&i, &j) || from_tables(&i, &elsewhere));
    if (!known) unknown(&i, (ptxc_span){s->head_start, s->end});
    apply(&i, s->guarded);
    b->is_volatile |= effect_needs_volatile(&effect);
    b->memory |= effect_needs_memory(&effect);
}
