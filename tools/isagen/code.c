/* SPDX-License-Identifier: Apache-2.0
 * Conditions and lengths of the current instruction, as postfix code (enum isa_op). */
#include "model.h"

static void put(int32_t word) { PUSH(m.code, word); }

/* In operands and rules that instructions share, a name that one of them lacks counts as absent. It
 * is not an error. */
void code_is_shared(bool is) { m.shared += is ? 1 : -1; }

static int need_role(const struct node *n, const char *name) {
    int role = find_role(name);
    if (role < 0 && !m.shared)
        fail_at(n->at, "no form of '%s' has '%s'", pooled(current_insn()->name), name);
    return role;
}

/* Emits a bare `.w`, which is not a role but a word of one. */
static void put_word(const struct node *n) {
    uint16_t word = word_of(n->text);
    for (int role = 0; word && role < (int)current_insn()->roles.count; role++) {
        if (!role_has(role, word)) continue;
        put(ISA_ROLE_IS), put(role), put(1), put(word);
        return;
    }
    if (!m.shared)
        fail_at(n->at, "no form of '%s' has '%s'", pooled(current_insn()->name), n->text);
    put(ISA_TRUE), put(ISA_NOT);
}

/* ---- shared conditions that mention what an instruction does not have ---- */

static bool any_in_role;
static int role_asked;

static void look_in_role(const struct spelling *s, const struct node *n) {
    uint16_t word = word_of(s->text);
    (void)n;
    any_in_role = any_in_role || (word && role_has(role_asked, word));
}

static bool has_any(const struct node *n) {
    role_asked = find_role(n->text);
    any_in_role = false;
    for (const struct node *w = n->child; w && role_asked >= 0; w = w->next)
        expand_word(w, w->text, look_in_role);
    return any_in_role;
}

static bool has_word(const struct node *n) {
    uint16_t word = word_of(n->text);
    for (int role = 0; role < (int)current_insn()->roles.count; role++)
        if (word && role_has(role, word)) return true;
    return find_role(n->text) >= 0;
}

bool condition_is_never(const struct node *n) {
    if (!m.shared || !n) return false;
    switch (n->kind) {
    case NODE_OR: return condition_is_never(n->child) && condition_is_never(n->extra);
    case NODE_AND: return condition_is_never(n->child) || condition_is_never(n->extra);
    case NODE_ROLE: return !has_word(n);
    case NODE_ROLE_IS: return !has_any(n);
    default: return false;
    }
}

static int32_t words_in_role;

static void put_role_word(const struct spelling *s, const struct node *n) {
    uint16_t word = word_of(s->text);
    int role = words_in_role;
    if (role >= 0 && !m.shared && (!word || !role_has(role, word)))
        fail_at(n->at, "'%s' is no word of '%s'", s->text,
                pooled(m.roles.at[current_insn()->roles.first + role]));
    if (word && role_has(role, word)) put(word);
}

static void put_role_is(const struct node *n) {
    words_in_role = need_role(n, n->text);
    if (words_in_role < 0) {
        put(ISA_TRUE), put(ISA_NOT);
        return;
    }
    if (condition_is_never(n)) {
        put(ISA_TRUE), put(ISA_NOT);
        return;
    }
    put(ISA_ROLE_IS), put(words_in_role);
    size_t count_at = m.code.count;
    put(0);
    for (const struct node *w = n->child; w; w = w->next) expand_word(w, w->text, put_role_word);
    m.code.at[count_at] = (int32_t)(m.code.count - count_at - 1);
}

static void put_given(const struct node *n) {
    if (!insn_has_operand(n->text) && !m.shared)
        fail_at(n->at, "no form of '%s' has an operand '%s'", pooled(current_insn()->name),
                n->text);
    if (!n->more) {
        put(ISA_OPERAND), put((int32_t)pool(n->text));
        return;
    }
    const struct kind_name *k = find_kind(n->more);
    if (!k)
        fail_at(n->at, "unknown kind of operand '%s'", n->more);
    else
        put(ISA_OPERAND_IS), put((int32_t)pool(n->text)), put(k->kind);
}

static void put_up_to(const struct node *n) {
    const char *names[] = {n->text, n->more};
    put(ISA_UP_TO);
    for (int i = 0; i < 2; i++) {
        if (!insn_has_operand(names[i]))
            fail_at(n->at, "no form of '%s' has an operand '%s'", pooled(current_insn()->name),
                    names[i]);
        put((int32_t)pool(names[i]));
    }
}

static void put_number(const struct node *n) {
    if (n->number > INT32_MAX) fail_at(n->at, "%lld is too large", (long long)n->number);
    put(ISA_NUMBER), put((int32_t)n->number);
}

static void put_release(const struct node *n) {
    int release = find_release((int)n->number);
    if (release < 0) fail_at(n->at, "no toolkit %d.%d", (int)n->number / 10, (int)n->number % 10);
    put(ISA_RELEASE), put(release);
}

static void put_version(const struct node *n) {
    bool known = false;
    for (size_t i = 0; i < m.breaks.count; i++) known = known || m.breaks.at[i] == n->number;
    if (!known) PUSH(m.breaks, (int)n->number);
    put(ISA_VERSION), put((int32_t)n->number);
}

static void put_targets(const struct node *n) { put(ISA_TARGET), put(target_set(n->child)); }

static void put_before(const struct node *n) {
    int first = need_role(n, n->text), second = need_role(n, n->more);
    if (first < 0 || second < 0)
        put(ISA_TRUE), put(ISA_NOT);
    else
        put(ISA_BEFORE), put(first), put(second);
}

static void put_attr(const struct node *n) {
    uint16_t attr = attr_number(n->text, false);
    if (attr == ISA_NONE) fail_at(n->at, "no word has attribute '%s'", n->text);
    int role = need_role(n, n->more);
    if (role < 0)
        put(ISA_NUMBER), put(0);
    else
        put(ISA_ATTR), put(attr), put(role);
}

static void put_node(const struct node *n) {
    bool either = n->kind == NODE_OR;
    if (either && condition_is_never(n->child))
        n = n->extra;
    else if (either && condition_is_never(n->extra))
        n = n->child;
    static const struct {
        enum node_kind kind;
        enum isa_op op;
    } two[] = {{NODE_AND, ISA_AND}, {NODE_OR, ISA_OR},   {NODE_LE, ISA_LE},
               {NODE_GE, ISA_GE},   {NODE_EQ, ISA_EQ},   {NODE_ADD, ISA_ADD},
               {NODE_SUB, ISA_SUB}, {NODE_MUL, ISA_MUL}, {NODE_DIV, ISA_DIV}};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        if (n->kind != two[i].kind) continue;
        put_node(n->child);
        put_node(n->extra);
        put((int32_t)two[i].op);
        return;
    }
    switch (n->kind) {
    case NODE_NOT: put_node(n->child), put(ISA_NOT); break;
    case NODE_ROLE:
        if (find_role(n->text) >= 0)
            put(ISA_ROLE), put(find_role(n->text));
        else
            put_word(n);
        break;
    case NODE_ROLE_IS: put_role_is(n); break;
    case NODE_GIVEN: put_given(n); break;
    case NODE_UP_TO: put_up_to(n); break;
    case NODE_ON_TARGET: put_targets(n); break;
    case NODE_RELEASE: put_release(n); break;
    case NODE_VERSION: put_version(n); break;
    case NODE_BEFORE: put_before(n); break;
    case NODE_GUARDED: put(ISA_GUARDED); break;
    case NODE_KERNEL: put(ISA_KERNEL); break;
    case NODE_INDEPENDENT: put(ISA_INDEPENDENT); break;
    case NODE_NUMBER: put_number(n); break;
    case NODE_FIELD_IS: fail_at(n->at, "only layouts have fields, as '%s'", n->text); break;
    default: put_attr(n); break;
    }
}

/* Checks the limits of the evaluator, and of the code that puts conditions into words. */
static void check_size(struct place at, const int32_t *code) {
    int depth = 0, most = 0, count = 0;
    for (const int32_t *p = code; *p != ISA_END; p += isa_op_size(p), count++) {
        depth += isa_op_is_binary(*p) ? -1 : *p == ISA_NOT ? 0 : 1;
        if (depth > most) most = depth;
    }
    if (most > ISA_MOST_DEPTH)
        fail_at(
            at,
            "the condition is nested too deeply: it needs %d values at the same time (at most %d)",
            most, ISA_MOST_DEPTH);
    if (count > ISA_MOST_OPS)
        fail_at(at, "the condition is too long: it has %d terms and operators (at most %d)", count,
                ISA_MOST_OPS);
}

uint16_t finish_code(struct place at, uint16_t start) {
    PUSH(m.code, ISA_END);
    check_size(at, m.code.at + start);
    size_t count = m.code.count - start;
    for (uint16_t i = 0; i + count <= start; i++) {
        if (memcmp(m.code.at + i, m.code.at + start, count * sizeof *m.code.at)) continue;
        m.code.count = start;
        return i;
    }
    return start;
}

static uint16_t finish(const struct node *n) {
    /* Kinds that are defined in place may contain code of their own. Emit it before this code,
     * never inside. */
    uint16_t start = narrow(m.code.count);
    put_node(n);
    return finish_code(n->at, start);
}

uint16_t check_condition(const struct node *n) { return finish(n); }

uint16_t check_length(const struct node *n) {
    if (!current_insn() && n->kind != NODE_NUMBER) {
        fail_at(n->at, "the length of a vector outside an instruction must be a number");
        return 0;
    }
    return finish(n);
}

bool condition_has_operands(const struct node *n) {
    if (!n) return false;
    if (n->kind == NODE_GIVEN || n->kind == NODE_UP_TO) return true;
    if (n->kind == NODE_ROLE_IS || n->kind == NODE_ON_TARGET) return false;
    return condition_has_operands(n->child) || condition_has_operands(n->extra);
}
