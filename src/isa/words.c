/* SPDX-License-Identifier: Apache-2.0
 * Conditions in words: see words.h. The code is postfix, with each operator after its operands,
 * so it is read from its end. */
#include "isa/words.h"
#include "isa/condition.h"
#include "isa/target_set.h"
#include "ptxcheck.h"

struct reader {
    struct text_builder *out;
    const struct isa_insn *insn;
    const int32_t *op[ISA_MOST_OPS];
    int count;
};

static void read(struct reader *r, uint16_t code) {
    const int32_t *p = &isa_code[code];
    r->count = 0;
    for (; *p != ISA_END; p += isa_op_size(p)) r->op[r->count++] = p;
}

/* Returns where the expression that ends at operator i starts. */
static int begin_of(const struct reader *r, int i) {
    for (int wanted = 1;; i--) {
        int32_t op = *r->op[i];
        wanted += isa_op_is_binary(op) ? 1 : op == ISA_NOT ? 0 : -1;
        if (!wanted) return i;
    }
}

/* ---- numbers ---- */

static void put_number_at(const struct reader *r, int i, bool inside) {
    static const char *const signs[] = {
        [ISA_ADD] = " + ", [ISA_SUB] = " - ", [ISA_MUL] = " * ", [ISA_DIV] = " / ",
        [ISA_LE] = " <= ", [ISA_GE] = " >= ", [ISA_EQ] = " == "};
    const int32_t *op = r->op[i];
    if (*op == ISA_NUMBER) {
        build_number(r->out, op[1]);
    } else if (*op == ISA_ATTR) {
        build_string(r->out, isa_str(isa_attr_names[op[1]]));
        build_string(r->out, "(");
        build_string(r->out, isa_str(isa_roles[r->insn->roles.first + op[2]]));
        build_string(r->out, ")");
    } else {
        bool brackets = inside && (*op == ISA_ADD || *op == ISA_SUB);
        if (brackets) build_string(r->out, "(");
        put_number_at(r, begin_of(r, i - 1) - 1, true);
        build_string(r->out, signs[*op]);
        put_number_at(r, i - 1, true);
        if (brackets) build_string(r->out, ")");
    }
}

/* ---- conditions ---- */

/* WHEN: "with .sp", "before CUDA 13.1"; NEED: ".sp", "no .sp". */
enum style { WHEN, NEED };

/* Returns true if the slot has the word in one of the forms. */
static bool has_role_word(const struct isa_insn *insn, int32_t role, int32_t word) {
    for (uint16_t f = 0; f < insn->forms.count; f++) {
        struct isa_span slots = isa_forms[insn->forms.first + f].slots;
        for (uint16_t s = 0; s < slots.count; s++) {
            const struct isa_slot *slot = &isa_slots[slots.first + s];
            for (uint16_t i = 0; slot->role == role && i < slot->members.count; i++)
                if (isa_members[slot->members.first + i].word == word) return true;
        }
    }
    return false;
}

/* Rules that instructions share may name words that this instruction does not have; these are
 * omitted. */
static void put_words(const struct reader *r, const int32_t *op) {
    const int32_t *word = op + 3;
    int32_t count = 0;
    uint32_t done = 0;
    for (int32_t i = 0; i < op[2]; i++) count += has_role_word(r->insn, op[1], word[i]);
    for (int32_t i = 0; i < op[2]; i++) {
        if (count && !has_role_word(r->insn, op[1], word[i])) continue;
        build_separator(r->out, done++, (uint32_t)(count ? count : op[2]));
        build_string(r->out, isa_str(isa_words[word[i]].text));
    }
}

static void put_quoted_text(const struct reader *r, int32_t text) {
    build_string(r->out, "'");
    build_string(r->out, isa_str((isa_string)text));
    build_string(r->out, "'");
}

/* Returns true if another slot also has one of the words, so that they do not identify the slot. */
static bool is_ambiguous(const struct isa_insn *insn, const int32_t *op) {
    for (int32_t role = 0; role < insn->roles.count; role++)
        for (int32_t w = 0; w < op[2]; w++)
            if (role != op[1] && has_role_word(insn, role, op[3 + w])) return true;
    return false;
}

/* Writes which qualifier or operand is given. */
static void put_given(const struct reader *r, const int32_t *op, enum style style, bool is) {
    build_string(r->out, style == WHEN ? (is ? "with " : "without ") : (is ? "" : "no "));
    if (*op == ISA_ROLE) {
        build_string(r->out, isa_str(isa_roles[r->insn->roles.first + op[1]]));
    } else if (*op == ISA_ROLE_IS) {
        if (is_ambiguous(r->insn, op)) {
            build_string(r->out, isa_str(isa_roles[r->insn->roles.first + op[1]]));
            build_string(r->out, " ");
        }
        put_words(r, op);
    } else {
        build_string(r->out, "operand ");
        put_quoted_text(r, op[1]);
    }
}

/* Writes what the module is checked against. */
static void put_module(const struct reader *r, const int32_t *op, enum style style, bool is) {
    char targets[256];
    if (*op == ISA_RELEASE) {
        build_string(r->out, !is ? "before CUDA " : style == WHEN ? "since CUDA " : "CUDA ");
        build_string(r->out, isa_release_name(op[1]));
    } else if (*op == ISA_VERSION) {
        build_string(r->out, !is             ? "before .version "
                             : style == WHEN ? "since .version "
                                             : ".version ");
        build_version(r->out, op[1]);
    } else {
        target_set_text(isa_sets[op[1]], UINT64_MAX, targets, sizeof targets);
        build_string(r->out,
                     style == WHEN ? (is ? "on " : "not on ") : (is ? "one of " : "none of "));
        build_string(r->out, targets);
        return;
    }
    if (is && style == NEED) build_string(r->out, " or newer");
}

static void put_operand_is(const struct reader *r, const int32_t *op, enum style style, bool is) {
    build_string(r->out, style == WHEN ? "where operand " : "operand ");
    put_quoted_text(r, op[1]);
    build_string(r->out,
                 style == WHEN ? (is ? " is " : " is not ") : (is ? " to be " : " not to be "));
    build_string(r->out, isa_str(isa_kinds[op[2]].phrase));
}

static void put_two(const struct reader *r, const int32_t *op, const char *between) {
    bool names = *op == ISA_UP_TO;
    for (int i = 1; i <= 2; i++) {
        if (i == 2) build_string(r->out, between);
        if (names)
            put_quoted_text(r, op[i]);
        else
            build_string(r->out, isa_str(isa_roles[r->insn->roles.first + op[i]]));
    }
}

/* Returns true if the condition is never met, because it asks for words that only other
 * instructions of the ruleset have. */
static bool is_never(const struct reader *r, int i, bool is) {
    int32_t op = *r->op[i];
    if (op == ISA_NOT) return is_never(r, i - 1, !is);
    if (op != ISA_AND && op != ISA_OR) return op == ISA_TRUE && !is;
    bool right = is_never(r, i - 1, is), left = is_never(r, begin_of(r, i - 1) - 1, is);
    return (op == ISA_AND) == is ? left || right : left && right;
}

static void put_condition(const struct reader *r, int i, enum style style, bool is, bool inside);

/* Writes two conditions and the word that joins them. */
static void put_joined(const struct reader *r, int i, enum style style, bool is, bool inside) {
    bool both = (*r->op[i] == ISA_AND) == is; /* not (a or b) is (not a) and (not b) */
    int left = begin_of(r, i - 1) - 1;
    if (!both && (is_never(r, left, is) || is_never(r, i - 1, is))) {
        put_condition(r, is_never(r, left, is) ? i - 1 : left, style, is, inside);
        return;
    }
    bool brackets = inside && !both;
    if (brackets) build_string(r->out, "(");
    put_condition(r, left, style, is, true);
    build_string(r->out, both ? " and " : " or ");
    put_condition(r, i - 1, style, is, true);
    if (brackets) build_string(r->out, ")");
}

static void put_condition(const struct reader *r, int i, enum style style, bool is, bool inside) {
    const int32_t *op = r->op[i];
    switch (*op) {
    case ISA_NOT: put_condition(r, i - 1, style, !is, inside); return;
    case ISA_AND:
    case ISA_OR: put_joined(r, i, style, is, inside); return;
    case ISA_TRUE: build_string(r->out, is ? "always" : "never"); return;
    case ISA_GUARDED: build_string(r->out, is ? "with a guard" : "without a guard"); return;
    case ISA_KERNEL: build_string(r->out, is ? "in a kernel" : "in a function"); return;
    case ISA_INDEPENDENT:
        build_string(r->out, is ? "in 'texmode_independent'" : "in 'texmode_unified'");
        return;
    case ISA_ROLE:
    case ISA_ROLE_IS:
    case ISA_OPERAND: put_given(r, op, style, is); return;
    case ISA_OPERAND_IS: put_operand_is(r, op, style, is); return;
    case ISA_UP_TO: put_two(r, op, is ? " <= " : " > "); return;
    case ISA_BEFORE: put_two(r, op, is ? " before " : " not before "); return;
    case ISA_TARGET:
    case ISA_RELEASE:
    case ISA_VERSION: put_module(r, op, style, is); return;
    default:
        if (!is) build_string(r->out, "not ");
        put_number_at(r, i, false);
    }
}

static void put_condition_of(struct text_builder *out, const struct isa_insn *insn, uint16_t code,
                             enum style style, bool is) {
    struct reader r = {.out = out, .insn = insn};
    if (!code) return;
    read(&r, code);
    put_condition(&r, r.count - 1, style, is, false);
}

void isa_words_when(struct text_builder *out, const struct isa_insn *insn, uint16_t code) {
    put_condition_of(out, insn, code, WHEN, true);
}

void isa_words_number(struct text_builder *out, const struct isa_insn *insn, uint16_t code) {
    struct reader r = {.out = out, .insn = insn};
    read(&r, code);
    put_number_at(&r, r.count - 1, false);
}

/* ---- rules ---- */

void isa_words_avail(struct text_builder *out, uint8_t avail) {
    const struct isa_avail *a = &isa_avails[avail];
    char targets[256];
    size_t n = target_set_text(isa_sets[a->set], UINT64_MAX, targets, sizeof targets);
    bool all = !(~isa_sets[a->set] << (64 - isa_target_count));
    if (!avail) return;
    if (a->version) {
        build_string(out, ".version ");
        build_version(out, a->version);
    }
    if (all || !n) return;
    build_string(out, a->version ? " and one of " : "one of ");
    build_string(out, targets);
}

void isa_words_rule(struct text_builder *out, const struct isa_insn *insn,
                    const struct isa_rule *rule) {
    struct reader when = {.insn = insn};
    if (rule->when) read(&when, rule->when);
    /* It applies only to other instructions that share it. */
    if (rule->when && is_never(&when, when.count - 1, true)) return;
    if (rule->when) {
        isa_words_when(out, insn, rule->when);
        build_string(out, ": ");
    }
    bool warns = rule->flags & RULE_WARNS;
    if (rule->op == RULE_AVAIL) {
        build_string(out, "requires ");
        isa_words_avail(out, rule->avail);
        return;
    }
    bool required = rule->op == RULE_REQUIRE;
    build_string(out, warns ? "should have " : required ? "requires " : "does not allow ");
    put_condition_of(out, insn, rule->need, NEED, required || !warns);
}

uint64_t isa_words_releases(uint16_t code) {
    uint64_t releases = 0;
    struct reader r = {0};
    if (!code) return 0;
    read(&r, code);
    for (int i = 0; i < r.count; i++)
        if (*r.op[i] == ISA_RELEASE) releases |= UINT64_C(1) << r.op[i][1];
    return releases;
}
