/* SPDX-License-Identifier: Apache-2.0
 * Writes PTX with everything that the tables accept for a target, for emit to read. Words are
 * selected as far as the rules on them permit; the matcher then decides about each line. */
#include "match/availability.h"
#include "emit/emit.h"
#include "emit/kind.h"
#include <string.h>

struct maker {
    struct emit *emit;
    struct text_builder *out;
    struct match_context context;
    struct chain_form f;
    uint16_t member[ISA_MOST_SLOTS], absent[ISA_MOST_SLOTS], filled_by[ISA_MOST_SLOTS];
    struct text_builder line; /* the part that is already written */
    size_t chain_end;         /* start of its operands */
    uint32_t registers;       /* registers of the line */
};

/* ---- operands ---- */

/* Writes one way to write an operand of the kind. Returns false if there are no more than `way`. */
static bool put_example_kind(struct maker *m, const struct isa_operand *o, uint16_t kind,
                             uint32_t way);

static void put_register(struct maker *m, const struct emit_type *type) {
    char letter = type->letter;
    if (type->ptx) letter = type->ptx[1] == 'p' ? 'p' : !strcmp(type->ptx, ".b8") ? 'b' : 'q';
    build_bytes(&m->line, &letter, 1);
    build_number(&m->line, m->registers++);
}

static void put_address(struct maker *m, const struct isa_operand *o, uint16_t inner) {
    uint16_t spaces = emit_spaces(&m->f, inner);
    bool generic = o->flags & OPERAND_GENERIC &&
                   match_holds(&m->context, &m->f, NULL, m->f.insn->generic_when);
    struct emit_type wide = {.letter = 'l'}, narrow = {.letter = 'r'};
    struct emit_type type = emit_type_of(emit_types(&m->f, inner), false);
    PUT(&m->line, "[");
    if (spaces)
        put_register(m, spaces == 1 << SPACE_SHARED && !generic ? &narrow : &wide);
    else
        put_register(m, &type);
    PUT(&m->line, "]");
}

static void put_example_vector(struct maker *m, const struct isa_alt *alt) {
    int64_t n = match_length(&m->context, &m->f, alt->length);
    PUT(&m->line, "{");
    for (int64_t i = 0; i < n; i++) {
        uint64_t types = emit_types(&m->f, i ? alt->inner2 : alt->inner);
        struct emit_type type = emit_type_of(types, false);
        if (i) PUT(&m->line, ", ");
        put_register(m, &type);
    }
    PUT(&m->line, "}");
}

/* Writes d|p and _|p. */
static bool put_pair(struct maker *m, const struct isa_operand *o, const struct isa_alt *alt,
                     uint32_t way) {
    uint32_t last = emit_alternative(&m->f, alt->inner, ALT_SINK) ? 1 : 0;
    if (way > last) return false;
    if (way)
        PUT(&m->line, "_");
    else
        put_example_kind(m, o, alt->inner, 0);
    PUT(&m->line, "|");
    put_example_kind(m, o, alt->inner2, 0);
    return true;
}

static void put_example_number(struct maker *m, const struct isa_alt *alt) {
    int64_t low = alt->ranges.count ? isa_ranges[alt->ranges.first].low : 0;
    build_number(&m->line, low > INT64_MIN ? low : 0);
}

static bool put_example_kind(struct maker *m, const struct isa_operand *o, uint16_t kind,
                             uint32_t way) {
    const struct chain_form *f = &m->f;
    uint64_t types = emit_types(f, kind);
    uint32_t vectors = 0;
    const struct isa_alt *address = emit_alternative(f, kind, ALT_ADDRESS);
    const struct isa_alt *pair = emit_alternative(f, kind, ALT_PAIR);
    const struct isa_alt *number = emit_alternative(f, kind, ALT_INTEGER);
    if (!address) address = emit_alternative(f, kind, ALT_BARE);
    if (address && !emit_types(f, address->inner)) address = NULL;
    while (emit_vector(&m->context, f, kind, vectors)) vectors++;
    bool either = emit_of_sort(types, true) != types;
    if (types && !way--) {
        struct emit_type type = emit_type_of(emit_of_sort(types, false), false);
        put_register(m, &type);
    } else if (either && !way--) {
        put_register(m, &EMIT_PREDICATE);
    } else if (address && !way--) {
        put_address(m, o, address->inner);
    } else if (way < vectors) {
        put_example_vector(m, emit_vector(&m->context, f, kind, way));
    } else if (way -= vectors, !types && number && !way--) {
        put_example_number(m, number);
    } else if (!types && !pair && emit_alternative(f, kind, ALT_SINK) && !way--) {
        PUT(&m->line, "_");
    } else {
        return pair && put_pair(m, o, pair, way);
    }
    return true;
}

static void put_operands(struct maker *m, uint16_t i, uint16_t group_end);

static void forget(struct maker *m, size_t length, uint32_t registers) {
    m->line.length = length;
    m->line.start[length] = '\0';
    m->registers = registers;
}

static void put_line(struct maker *m) {
    build_bytes(m->out, m->line.start, m->line.length);
    PUT(m->out, ";\n");
}

/* Writes operand i in all ways, each with everything that can follow. */
static void put_each(struct maker *m, uint16_t i, uint16_t group_end) {
    const struct isa_operand *o = &isa_operands[m->f.form->operands.first + i];
    size_t length = m->line.length;
    uint32_t registers = m->registers;
    if (o->flags & OPERAND_GROUP) {
        PUT(&m->line, "[");
        put_operands(m, (uint16_t)(i + 1), (uint16_t)(i + 1 + o->size));
        return;
    }
    uint32_t way = 0;
    for (; put_example_kind(m, o, o->kind, way); way++) {
        put_operands(m, (uint16_t)(i + 1), group_end);
        forget(m, length, registers);
    }
    if (!way)
        emit_leave(m->emit, m->f.insn,
                   emit_why(m->emit->arena, isa_str(o->name), match_resolve(&m->f, o->kind)));
}

/* Returns true for a sampler next to a texture, which has its own sampler in CUDA. */
static bool is_surplus_sampler(const struct isa_operand *o) {
    const uint16_t handles = 1 << SPACE_TEX | 1 << SPACE_SURFREF;
    struct isa_span alts = isa_kinds[o->kind].alts;
    for (uint16_t i = 0; o->flags & OPERAND_OPTIONAL && i < alts.count; i++) {
        const struct isa_alt *alt = &isa_alts[alts.first + i];
        if (alt->op == ALT_VARIABLE && alt->spaces & handles) return true;
    }
    return false;
}

/* Writes operands from i on, up to the end of an open address; ISA_NONE if none is open. */
static void put_operands(struct maker *m, uint16_t i, uint16_t group_end) {
    uint16_t count = m->f.form->operands.count;
    const struct isa_operand *o = &isa_operands[m->f.form->operands.first];
    size_t length = m->line.length;
    uint32_t registers = m->registers;
    while (i < count && i != group_end && !match_holds(&m->context, &m->f, NULL, o[i].condition))
        i = (uint16_t)(i + 1 + o[i].size);
    if (i == group_end) {
        PUT(&m->line, "]");
        put_operands(m, i, ISA_NONE);
        forget(m, length, registers);
        return;
    }
    if (i == count) {
        put_line(m);
        return;
    }
    if (o[i].flags & OPERAND_OPTIONAL) put_operands(m, (uint16_t)(i + 1), group_end);
    if (is_surplus_sampler(&o[i])) return;
    PUT(&m->line, length == m->chain_end ? " " : m->line.start[length - 1] == '[' ? "" : ", ");
    put_each(m, i, group_end);
    forget(m, length, registers);
}

/* ---- words ---- */

static bool has_avail(const struct maker *m, uint8_t avail) {
    const struct isa_avail *a = &isa_avails[avail];
    return !avail ||
           (a->version <= m->context.version && isa_sets[a->set] >> m->context.target & 1);
}

/* Returns true if nothing but operands can still be wrong. */
static bool is_legal(const struct maker *m) {
    for (uint16_t i = 0; i < m->f.insn->rules.count; i++) {
        const struct isa_rule *rule = &isa_rules[m->f.insn->rules.first + i];
        if (rule->flags & RULE_ON_OPERANDS) continue;
        if (rule->op == RULE_AVAIL) {
            if (!has_avail(m, rule->avail) && match_holds(&m->context, &m->f, NULL, rule->when))
                return false;
        } else if (match_rule_broken(&m->context, &m->f, NULL, rule)) {
            return false;
        }
    }
    return true;
}

static void put_maker_choice(struct maker *m) {
    forget(m, 0, 0);
    PUT(&m->line, isa_str(m->f.insn->name));
    for (uint16_t s = 0; s < m->f.form->slots.count; s++)
        if (m->f.filled_by[s] != ISA_NONE)
            PUT(&m->line,
                isa_str(isa_words[isa_members[m->member[chain_slot(&m->f, s)->role]].word].text));
    m->chain_end = m->line.length;
    put_operands(m, 0, ISA_NONE);
}

/* Slots that go together follow the first of them. */
static bool may_be_filled(const struct maker *m, uint16_t s, bool filled) {
    const struct isa_slot *slot = chain_slot(&m->f, s);
    for (uint16_t k = 0; slot->together && k < s; k++)
        if (chain_slot(&m->f, k)->together == slot->together)
            return filled == (m->filled_by[k] != ISA_NONE);
    return filled || (slot->flags & SLOT_OPTIONAL && !(slot->flags & SLOT_WANTED));
}

static void choose(struct maker *m, uint16_t s) {
    if (s == m->f.form->slots.count) {
        if (is_legal(m)) put_maker_choice(m);
        return;
    }
    const struct isa_slot *slot = chain_slot(&m->f, s);
    for (uint16_t i = 0;
         has_avail(m, slot->avail) && may_be_filled(m, s, true) && i < slot->members.count; i++) {
        uint16_t member = (uint16_t)(slot->members.first + i);
        if (!has_avail(m, isa_members[member].avail)) continue;
        m->member[slot->role] = member;
        m->filled_by[s] = s;
        choose(m, (uint16_t)(s + 1));
    }
    m->member[slot->role] = m->filled_by[s] = ISA_NONE;
    if (may_be_filled(m, s, false)) choose(m, (uint16_t)(s + 1));
}

/* Moves also read special registers, and each of their components. */
static void each_special(struct maker *m, const struct isa_insn *insn) {
    for (unsigned i = 0; insn->does == DOES_MOVE && i < isa_special_count; i++) {
        const struct isa_special *special = &isa_specials[i];
        const struct isa_type *type = &isa_types[special->type];
        for (unsigned k = 0; k < 3 && (!k || special->components); k++) {
            const char *component[] = {".x ", ".y ", ".z "};
            struct emit_type register_type = emit_type_of(UINT64_C(1) << special->type, false);
            forget(m, 0, 0);
            PUT(&m->line, isa_str(insn->name), type->name, " ");
            put_register(m, &register_type);
            PUT(&m->line, ", ", special->name, special->components ? component[k] : "");
            put_line(m);
        }
    }
}

static void each_form(struct maker *m, const struct isa_insn *insn) {
    for (uint16_t i = 0; i < insn->forms.count; i++) {
        m->f = (struct chain_form){.insn = insn,
                                   .form = &isa_forms[insn->forms.first + i],
                                   .member = m->member,
                                   .absent = m->absent,
                                   .filled_by = m->filled_by};
        for (int k = 0; k < ISA_MOST_SLOTS; k++)
            m->member[k] = m->absent[k] = m->filled_by[k] = ISA_NONE;
        for (uint16_t s = 0; s < m->f.form->slots.count; s++)
            m->absent[chain_slot(&m->f, s)->role] = chain_slot(&m->f, s)->default_member;
        if (!has_avail(m, insn->avail) || !has_avail(m, m->f.form->avail)) continue;
        if (insn->unwrapped)
            emit_leave(m->emit, insn, isa_str(insn->unwrapped));
        else
            choose(m, 0);
    }
}

void emit_all_text(struct emit *e, struct text_builder *t, int target, int release) {
    struct maker m = {
        .emit = e,
        .out = t,
        .context = {.target = target, .release = release, .version = isa_version_newest(release)}};
    m.line.arena = t->arena;
    PUT(&m.line, " ");
    PUT(t, ".version ");
    build_number(t, m.context.version / 10);
    PUT(t, ".");
    build_number(t, m.context.version % 10);
    PUT(t, "\n.target ", isa_targets[target].name,
        "\n.address_size 64\n.entry k()\n{\n"
        ".reg .pred p<300>;\n.reg .b8 b<300>;\n.reg .b16 h<300>;\n.reg .b32 r<300>;\n"
        ".reg .b64 l<300>;\n.reg .f32 f<300>;\n.reg .f64 d<300>;\n.reg .b128 q<300>;\n");
    for (uint16_t i = 0; i < isa_insn_count; i++)
        if (emit_may_select(e, &isa_insns[i])) {
            each_form(&m, &isa_insns[i]);
            each_special(&m, &isa_insns[i]);
        }
    PUT(t, "}\n");
}
