/* SPDX-License-Identifier: Apache-2.0
 * Receives instructions as they are checked, and adds a function for each new one. */
#include "match/effect.h"
#include "emit/emit.h"
#include <string.h>

enum { TABLE_SIZE = 1 << 14 };

static uint32_t hash_text(uint32_t hash, const char *s) {
    for (; *s; s++) hash = (hash ^ (unsigned char)*s) * 16777619u;
    return hash;
}

/* Hashes what distinguishes functions in C++: name, tags, types of parameters. */
static uint32_t hash_function(const struct emit_function *fn) {
    uint32_t hash = hash_text(hash_text(2166136261u, fn->name), fn->key);
    for (uint8_t i = 0; i < fn->tags.count; i++)
        hash = (hash ^ isa_members[fn->word[fn->tags.order[i]]].word) * 16777619u;
    return hash;
}

static bool same_tags(const struct emit_function *a, const struct emit_function *b) {
    for (uint8_t i = 0; a->tags.count == b->tags.count && i < a->tags.count; i++)
        if (isa_members[a->word[a->tags.order[i]]].word !=
            isa_members[b->word[b->tags.order[i]]].word)
            return false;
    return a->tags.count == b->tags.count;
}

/* Returns the function that C++ cannot distinguish from this one. */
static struct emit_function *find_emitted(const struct emit *e, const struct emit_function *fn) {
    for (struct emit_function *x = e->table[fn->hash % TABLE_SIZE]; x; x = x->next)
        if (x->hash == fn->hash && !strcmp(x->name, fn->name) && !strcmp(x->key, fn->key) &&
            same_tags(x, fn))
            return x;
    return NULL;
}

/* Of two functions with the same name, a header of everything keeps the one from a `called` clause,
 * and a header of a file the one whose words are those of the line. */
static void take_better(const struct emit *e, struct emit_function *emitted,
                        const struct emit_function *fn) {
    bool is_call = fn->call != NULL, was_call = emitted->call != NULL;
    struct emit_function *next = emitted->next;
    if (is_call == was_call || is_call != e->strict) return;
    *emitted = *fn;
    emitted->next = next;
}

static void fill_words(struct emit_function *fn, const struct chain_form *f) {
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        fn->word[s] = f->filled_by[s] == ISA_NONE ? ISA_NONE : f->member[chain_slot(f, s)->role];
}

/* Returns true if the manual allows everything on the line. */
static bool is_clean(const struct match_context *c, const struct chain_form *f,
                     const struct fit *fit) {
    for (uint16_t i = 0; i < f->insn->rules.count; i++) {
        const struct isa_rule *rule = &isa_rules[f->insn->rules.first + i];
        if (rule->flags & RULE_WARNS && match_rule_broken(c, f, fit, rule)) return false;
    }
    for (uint16_t s = 0; s < f->form->slots.count; s++)
        if (chain_slot(f, s)->flags & SLOT_WANTED && f->filled_by[s] == ISA_NONE) return false;
    return !fit->lenient.operand;
}

/* Returns true if a `called` clause applies to the line. For a `mov`, it applies to lines that read
 * a special register, which determines the name of the function. For a file, only some of these
 * lines are checked. */
static bool is_called(const struct emit *e, const struct match_context *c,
                      const struct chain_form *f, const struct fit *fit,
                      const struct isa_call *call) {
    bool reads = false;
    if (f->insn->does != DOES_MOVE) return match_holds(c, f, NULL, call->when);
    for (uint16_t i = 0; i < f->form->operands.count; i++)
        reads = reads || (fit->given[i] && fit->given[i]->shape == OP_SPECIAL);
    return reads && e->strict;
}

/* `call` is the name and signature to use, or NULL for those of its words. */
static void emit_form(struct emit *e, const struct match_context *c, const struct chain_form *f,
                      const struct fit *fit, uint8_t effect, const struct isa_call *call) {
    struct emit_function *fn = arena_zalloc(e->arena, sizeof *fn);
    fn->insn = f->insn;
    fn->form = f->form;
    fn->effect = effect;
    fn->version = fit->need.version;
    fn->targets = fit->need.targets;
    fill_words(fn, f);
    fn->call = call;
    emit_find_tags(fn);
    const char *why = emit_read_operands(e, fn, c, f, fit);
    if (why) {
        if (!call) emit_leave(e, f->insn, why);
        return;
    }
    if (!emit_selects(e, fn)) return;
    fn->hash = hash_function(fn);
    struct emit_function *emitted = find_emitted(e, fn);
    if (emitted) {
        take_better(e, emitted, fn);
        return;
    }
    fn->next = e->table[fn->hash % TABLE_SIZE];
    e->table[fn->hash % TABLE_SIZE] = fn;
    *(struct emit_function **)list_add(e->arena, &e->functions) = fn;
}

static void emit_line(struct observer *o, struct match_context *c,
                      const struct judged_line *judged) {
    struct emit *e = (struct emit *)o;
    const struct avail_line *line = &judged->line;
    struct fit fit;
    if (!judged->accepted) return;
    const struct chain_form *f =
        match_read(c, line->chain, line->head, line->operands, line->count, &fit);
    if (!f || f->form->slots.count > ISA_MOST_SLOTS) return;
    if (f->insn->unwrapped) {
        emit_leave(e, f->insn, isa_str(f->insn->unwrapped));
        return;
    }
    if (e->strict && !is_clean(c, f, &fit)) return;
    struct effect effect = effect_of(chain_at(c->names, line->chain)->info);
    emit_form(e, c, f, &fit, effect.level, NULL);
    for (uint16_t i = 0; i < f->insn->calls.count; i++) {
        const struct isa_call *call = &isa_calls[f->insn->calls.first + i];
        if (is_called(e, c, f, &fit, call)) emit_form(e, c, f, &fit, effect.level, call);
    }
}

static void emit_unknown(struct observer *o, struct match_context *c, uint32_t chain,
                         ptxc_span head) {
    (void)c, (void)chain, (void)head;
    ((struct emit *)o)->others++;
}

struct emit *emit_new(struct arena *arena, bool all) {
    struct emit *e = arena_zalloc(arena, sizeof *e);
    e->observer = (struct observer){.line = emit_line, .unknown = emit_unknown};
    e->arena = arena;
    e->strict = e->merges = e->observer.each_line = all;
    e->space = "ptx";
    emit_select(e, NULL);
    e->table = arena_zalloc(arena, TABLE_SIZE * sizeof(struct emit_function *));
    list_init(&e->values, sizeof(struct emit_value));
    list_init(&e->parameters, sizeof(struct emit_parameter));
    list_init(&e->functions, sizeof(struct emit_function *));
    emit_left_init(e);
    return e;
}

void emit_configure(struct emit *e, const struct settings *settings) {
    emit_select(e, settings->emit_only);
    if (settings->emit_namespace) e->space = settings->emit_namespace;
}

void emit_finish(struct emit *e, const char *title) {
    if (e->merges) emit_merge(e);
    emit_write(e, title);
}
