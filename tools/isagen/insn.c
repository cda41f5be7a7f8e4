/* SPDX-License-Identifier: Apache-2.0
 * One instruction: its sets, the slots of its forms, its rules. */
#include "model.h"

static struct isa_insn insn; /* the instruction being compiled */

const struct isa_insn *current_insn(void) { return m.insn_node ? &insn : NULL; }
const struct isa_form *current_form(void) { return m.form_now; }

int find_role(const char *name) {
    for (uint16_t i = 0; m.insn_node && i < insn.roles.count; i++)
        if (same(pooled(m.roles.at[insn.roles.first + i]), name)) return i;
    return -1;
}

static const struct isa_slot *slots_of(uint16_t form, uint16_t *count) {
    const struct isa_form *f = &m.forms.at[insn.forms.first + form];
    *count = f->slots.count;
    return &m.slots.at[f->slots.first];
}

uint16_t role_member(int role, uint16_t word) {
    for (uint16_t f = 0; f < insn.forms.count; f++) {
        uint16_t count;
        const struct isa_slot *slot = slots_of(f, &count);
        for (; count; count--, slot++)
            for (uint16_t i = 0; slot->role == role && i < slot->members.count; i++)
                if (m.members.at[slot->members.first + i].word == word)
                    return narrow((size_t)(slot->members.first + i));
    }
    return ISA_NONE;
}

bool role_has(int role, uint16_t word) { return role_member(role, word) != ISA_NONE; }

static bool list_has_operand(const struct node *n, const char *name) {
    for (; n; n = n->next) {
        if (n->kind == NODE_OPERAND && same(n->text, name)) return true;
        if (n->kind == NODE_GROUP && list_has_operand(n->child, name)) return true;
        struct fragment *f = n->kind == NODE_FRAGMENT ? find_fragment(n->text) : NULL;
        if (f && list_has_operand(f->node->child, name)) return true;
    }
    return false;
}

bool insn_has_operand(const char *name) {
    for (const struct node *n = m.insn_node->child; n; n = n->next)
        if (n->kind == NODE_FORM && list_has_operand(n->extra, name)) return true;
    return false;
}

/* ---- slots ---- */

static uint8_t role_number(const char *name) {
    int role = find_role(name);
    if (role >= 0) return (uint8_t)role;
    if (insn.roles.count == ISA_MOST_ROLES - 1)
        give_up("'%s' has more than %d slots", pooled(insn.name), ISA_MOST_ROLES - 1);
    PUSH(m.roles, pool(name));
    return (uint8_t)insn.roles.count++;
}

static void add_literal(const struct spelling *s, const struct node *n) {
    (void)n;
    struct isa_member member = {.word = word_of(s->text), .attrs = {narrow(m.attrs.count), 0}};
    for (int i = 0; i < s->attr_count; i++, member.attrs.count++) PUSH(m.attrs, s->attrs[i]);
    PUSH(m.members, member);
}

static bool same_member(const struct isa_member *a, const struct isa_member *b) {
    if (a->word != b->word || a->avail != b->avail || a->attrs.count != b->attrs.count)
        return false;
    for (uint16_t i = 0; i < a->attrs.count; i++) {
        const struct isa_attr *x = &m.attrs.at[a->attrs.first + i],
                              *y = &m.attrs.at[b->attrs.first + i];
        if (x->name != y->name || x->value != y->value) return false;
    }
    return true;
}

/* Returns the words from `first` on, or an equal span that exists already. */
static struct isa_span kept_members(size_t first) {
    struct isa_span span = {narrow(first), narrow(m.members.count - first)};
    for (uint16_t at = 0; at + span.count <= first; at++) {
        uint16_t i = 0;
        while (i < span.count && same_member(&m.members.at[at + i], &m.members.at[first + i])) i++;
        if (i < span.count) continue;
        m.members.count = first;
        return (struct isa_span){at, span.count};
    }
    return span;
}

/* Returns the index after the slots of the last form. */
static size_t end_of_slots(void) {
    struct isa_span last = m.forms.at[m.forms.count - 1].slots;
    return (size_t)last.first + last.count;
}

static void add_slot(const struct node *n, struct isa_slot slot) {
    struct word_set *set = find_set(n->text, m.insn_node);
    if (set) {
        set->used = true;
        slot.members = set->members;
        slot.default_member = set->default_member;
    } else {
        if (is_set_name(n->text))
            fail_at(n->at,
                    "set '%s' is used before it is defined, or belongs to another "
                    "instruction",
                    n->text);
        size_t first = m.members.count;
        slot.default_member = ISA_NONE;
        expand_word(n, n->text, add_literal);
        slot.members = kept_members(first);
    }
    if (n->extra) slot.avail = check_avail(n->extra);
    slot.role = role_number(n->more ? n->more : n->text);
    size_t first = m.forms.count ? end_of_slots() : 0;
    if (m.slots.count - first == ISA_MOST_SLOTS - 1)
        give_up("a form has more than %d slots", ISA_MOST_SLOTS - 1);
    PUSH(m.slots, slot);
}

static void add_slots(const struct node *list, struct isa_slot slot) {
    if (list->kind == NODE_ORDERED) {
        if (!list->child->next) fail_at(list->at, "an order of one word");
        slot.order = ++m.slot_groups;
        list = list->child;
    }
    if (slot.flags & SLOT_OPTIONAL && list->next) slot.together = ++m.slot_groups;
    for (; list; list = list->next) add_slot(list, slot);
}

static void add_qual(const struct node *n) {
    struct isa_slot slot = {0};
    if (n->kind == NODE_OPTIONAL) {
        slot.flags = n->number ? SLOT_OPTIONAL | SLOT_WANTED : SLOT_OPTIONAL;
        if (n->high) slot.flags |= SLOT_REPEAT;
        slot.avail = check_avail(n->extra);
        add_slots(n->child, slot);
    } else if (n->kind == NODE_ORDERED) {
        add_slots(n, slot);
    } else {
        add_slot(n, slot);
    }
}

static bool slots_share(const struct isa_slot *a, const struct isa_slot *b, uint16_t *word) {
    for (uint16_t i = 0; i < a->members.count; i++)
        for (uint16_t j = 0; j < b->members.count; j++) {
            *word = m.members.at[a->members.first + i].word;
            if (*word == m.members.at[b->members.first + j].word) return true;
        }
    return false;
}

static void check_overlaps(const struct node *n, const struct isa_form *form) {
    const struct isa_slot *slot = &m.slots.at[form->slots.first];
    uint16_t word;
    for (uint16_t i = 0; i < form->slots.count; i++)
        for (uint16_t j = 0; j < i; j++)
            if (!(slot[i].order && slot[i].order == slot[j].order) &&
                slots_share(&slot[i], &slot[j], &word))
                fail_at(n->at, "'%s' fits two slots of the form", m.word_texts.at[word]);
}

/* ---- the syntax line ---- */

static const char *quals_text(const struct node *list) {
    const char *text = "";
    for (const struct node *n = list; n; n = n->next) {
        const char *name = n->kind == NODE_QUAL && n->more ? n->more : n->text;
        const char *part = n->kind == NODE_QUAL ? name : quals_text(n->child);
        text = format_text(n->kind == NODE_OPTIONAL ? "%s{%s}" : "%s%s", text, part);
    }
    return text;
}

static bool in_brackets(uint16_t kind) {
    const struct isa_alt *alt = &m.alts.at[m.kinds.at[kind].alts.first];
    return m.kinds.at[kind].alts.count && (alt->op == ALT_ADDRESS || alt->op == ALT_BARE);
}

static const char *operands_text(struct isa_span span) {
    const char *text = "";
    const struct isa_operand *o = &m.operands.at[span.first], *end = o + span.count;
    isa_string last = 0;
    for (int n = 0; o < end; o += 1 + o->size) {
        if (last && o->name == last) continue;
        last = o->name;
        const char *name = pooled(o->name);
        if (o->flags & OPERAND_GROUP)
            name = format_text("[%s]", operands_text((struct isa_span){
                                           (uint16_t)(o + 1 - m.operands.at), o->size}));
        else if (in_brackets(o->kind))
            name = format_text("[%s]", name);
        bool maybe = m.operand_absent.at[o - m.operands.at] || o->flags & OPERAND_OPTIONAL;
        const char *comma = n++ ? ", " : "";
        text = format_text(maybe ? "%s{%s%s}" : "%s%s%s", text, comma, name);
    }
    return text;
}

/* ---- forms and rules ---- */

static void add_form(const struct node *n) {
    struct isa_form form = {.name = pool(n->text), .slots = {narrow(m.slots.count), 0}};
    m.slot_groups = 0;
    working_at(n->at);
    for (const struct node *q = n->child; q; q = q->next) add_qual(q);
    form.slots.count = narrow(m.slots.count - form.slots.first);
    check_overlaps(n, &form);
    PUSH(m.forms, form);
    PUSH(m.form_nodes, n);
    insn.forms.count++;
}

void write_syntax(const struct isa_insn *i, uint16_t index) {
    struct isa_form *form = &m.forms.at[index];
    const char *text = operands_text(form->operands);
    form->syntax =
        pool(format_text("%s%s%s%s", pooled(i->name), quals_text(m.form_nodes.at[index]->child),
                         *text ? " " : "", text));
}

static void put_rule(const struct node *n, const struct node *need, enum isa_rule_op op) {
    /* Each part gets a message of its own. */
    if (need && need->kind == (op == RULE_REQUIRE ? NODE_AND : NODE_OR)) {
        put_rule(n, need->child, op);
        put_rule(n, need->extra, op);
        return;
    }
    const char *prefix = save_text(pooled(insn.name), strlen(pooled(insn.name)));
    for (char *p = (char *)(uintptr_t)prefix; *p; p++)
        if (*p == '.' || *p == ':' || *p == '_') *p = '-';
    struct isa_rule rule = {.name = pool(format_text("%s-%s", prefix, n->text)),
                            .text = n->doc ? pool(n->doc->text) : 0,
                            .op = (uint8_t)op,
                            .flags = n->number ? RULE_WARNS : 0};
    if (n->extra) rule.when = check_condition(n->extra);
    if (need)
        rule.need = check_condition(need);
    else
        rule.avail = check_avail(n->child);
    if (condition_has_operands(n->extra) || (need && condition_has_operands(need)))
        rule.flags |= RULE_ON_OPERANDS;
    PUSH(m.rules, rule);
    PUSH(m.rule_infos, ((struct rule_info){n, false}));
    insn.rules.count++;
}

static void add_rule(const struct node *n) {
    bool forbids = n->child->kind != NODE_AVAIL && n->child->kind != NODE_REQUIRE;
    if (condition_is_never(n->extra)) return;
    if (forbids && condition_is_never(n->child->child)) return;
    if (n->child->kind == NODE_AVAIL)
        put_rule(n, NULL, RULE_AVAIL);
    else
        put_rule(n, n->child->child, n->child->kind == NODE_REQUIRE ? RULE_REQUIRE : RULE_FORBID);
}

static uint8_t ignore_group, ignore_most;

static void add_ignore(const struct spelling *s, const struct node *n) {
    uint16_t word = word_of(s->text);
    for (uint16_t i = 0; i < insn.ignores.count; i++)
        if (m.ignores.at[insn.ignores.first + i].word == word)
            fail_at(n->at, "'%s' is ignored or refused twice", s->text);
    PUSH(m.ignores, ((struct isa_ignore){word, ignore_most, ignore_group}));
    insn.ignores.count++;
}

static void check_ignored(const struct node *n) {
    if (ignore_group == UINT8_MAX) give_up("more than %d lists of ignored words", UINT8_MAX);
    ignore_group++;
    if (n->number > UINT8_MAX) fail_at(n->at, "'most' takes 1 to %d", UINT8_MAX);
    ignore_most = (uint8_t)n->number;
    for (const struct node *w = n->child; w; w = w->next) expand_word(w, w->text, add_ignore);
}

static void use_rules(const struct node *n) {
    for (size_t i = 0; i < m.rulesets.count; i++) {
        if (!same(m.rulesets.at[i].node->text, n->text)) continue;
        m.rulesets.at[i].used = true;
        code_is_shared(true);
        for (const struct node *r = m.rulesets.at[i].node->child; r; r = r->next) {
            if (r->kind == NODE_IGNORED)
                check_ignored(r);
            else
                add_rule(r);
        }
        code_is_shared(false);
        return;
    }
    fail_at(n->at, "unknown rules '%s'", n->text);
}

static void check_item(const struct node *n) {
    working_at(n->at);
    switch (n->kind) {
    case NODE_MANUAL: insn.manual = pool(n->text); break;
    case NODE_LOWERED: insn.flags |= n->number ? INSN_LOWERED | INSN_WHOLE : INSN_LOWERED; break;
    case NODE_LOOSE:
        if (!strchr(pooled(insn.name), '.')) fail_at(n->at, "a name of one word is never loose");
        insn.flags |= INSN_LOOSE;
        break;
    case NODE_AVAIL:
        if (insn.avail) fail_at(n->at, "a second 'avail'");
        insn.avail = check_avail(n);
        break;
    case NODE_SET: check_set(n, m.insn_node); break;
    case NODE_FORM: add_form(n); break;
    case NODE_EXAMPLE: check_example(n, &insn); break;
    case NODE_NEVER_AFTER: insn.never_after = pool(n->text); break;
    case NODE_DISTINCT:
        if (n->number < 1 || n->number > ISA_MOST_OPERANDS)
            fail_at(n->at, "'distinct' takes 1 to %d", ISA_MOST_OPERANDS);
        insn.distinct = (uint8_t)n->number;
        break;
    case NODE_IGNORED: check_ignored(n); break;
    case NODE_NAMED: insn.cxx = pool(n->text); break;
    case NODE_UNWRAPPED: insn.unwrapped = pool(n->text); break;
    case NODE_EFFECT: *(n->extra ? &insn.effect_then : &insn.effect) = check_effect(n); break;
    case NODE_DOES:
        if (insn.does) fail_at(n->at, "a second 'does'");
        insn.does = check_does(n);
        break;
    default: break;
    }
}

static uint16_t check_when(const struct node *n, const char *what) {
    if (condition_has_operands(n->extra))
        fail_at(n->extra->at, "the condition of %s may only ask for qualifiers", what);
    return check_condition(n->extra);
}

static void check_implied(const struct node *n) {
    for (const struct node *w = n->child; w; w = w->next) {
        int role = find_role(w->text);
        if (role < 0) fail_at(w->at, "no form of '%s' has '%s'", pooled(insn.name), w->text);
        if (role >= 0) insn.implied |= UINT64_C(1) << role;
    }
}

/* Lists the roles of words, in their order. */
static struct isa_span list_roles(const struct node *words, uint16_t *marked) {
    struct isa_span span = {narrow(m.call_roles.count), 0};
    for (const struct node *w = words; w; w = w->next, span.count++) {
        int role = find_role(w->text);
        if (role < 0) fail_at(w->at, "no form of '%s' has '%s'", pooled(insn.name), w->text);
        if (w->number) *marked = span.count;
        PUSH(m.call_roles, (uint8_t)(role < 0 ? 0 : role));
    }
    return span;
}

static bool has_operand_named(isa_string name) {
    for (uint16_t f = 0; f < insn.forms.count; f++) {
        struct isa_span operands = m.forms.at[insn.forms.first + f].operands;
        for (uint16_t i = 0; i < operands.count; i++)
            if (m.operands.at[operands.first + i].name == name) return true;
    }
    return false;
}

static void check_called(const struct node *n) {
    struct isa_call call = {.name = pool(n->text), .suffix = UINT16_MAX};
    uint16_t none = 0;
    call.named = list_roles(n->child, &call.suffix);
    call.tags = list_roles(n->doc->child, &none);
    call.deduced.first = narrow(m.call_operands.count);
    for (const struct node *o = n->doc->extra; o; o = o->next, call.deduced.count++) {
        if (!has_operand_named(pool(o->text)))
            fail_at(o->at, "no form of '%s' has an operand '%s'", pooled(insn.name), o->text);
        PUSH(m.call_operands, pool(o->text));
    }
    if (n->extra) call.when = check_when(n, "'called'");
    PUSH(m.calls, call);
    insn.calls.count++;
}

/* Checks the number of freely optional operands in a list, because all combinations are tried. */
static void check_optional(const struct node *n, struct isa_span span) {
    int count = 0;
    for (uint16_t i = 0; i < span.count; i++) {
        const struct isa_operand *o = &m.operands.at[span.first + i];
        count += o->flags & OPERAND_OPTIONAL;
        if (!(o->flags & OPERAND_GROUP)) continue;
        check_optional(n, (struct isa_span){(uint16_t)(span.first + i + 1), o->size});
        i = (uint16_t)(i + o->size);
    }
    if (count > ISA_MOST_OPTIONAL)
        fail_at(n->at, "the form has more than %d operands that may be left out",
                ISA_MOST_OPTIONAL);
}

/* ---- requirements of one line ---- */

static bool member_needs(const struct isa_slot *slot) {
    for (uint16_t i = 0; i < slot->members.count; i++)
        if (m.members.at[slot->members.first + i].avail) return true;
    return false;
}

static bool number_needs(const struct isa_operand *o) {
    struct isa_span alts = m.kinds.at[o->kind].alts;
    for (uint16_t i = 0; i < alts.count; i++) {
        struct isa_span ranges = m.alts.at[alts.first + i].ranges;
        bool integer = m.alts.at[alts.first + i].op == ALT_INTEGER;
        for (uint16_t r = 0; integer && r < ranges.count; r++)
            if (m.ranges.at[ranges.first + r].avail) return true;
    }
    return false;
}

/* A line stores each of its requirements, so that messages can name the word that requires too
 * much. */
static void check_needs(const struct node *n, const struct isa_form *form) {
    int count = 1; /* that of the instruction */
    for (uint16_t s = 0; s < form->slots.count; s++) {
        const struct isa_slot *slot = &m.slots.at[form->slots.first + s];
        count += (slot->avail != 0) + member_needs(slot);
    }
    for (uint16_t i = 0; i < form->operands.count; i++)
        count += number_needs(&m.operands.at[form->operands.first + i]);
    for (uint16_t r = 0; r < insn.rules.count; r++)
        count += m.rules.at[insn.rules.first + r].op == RULE_AVAIL;
    if (count > ISA_MOST_NEEDS)
        fail_at(n->at, "a line of the form can have %d requirements (at most %d)", count,
                ISA_MOST_NEEDS);
}

static void begin_insn(struct node *n) {
    for (size_t i = 0; i < m.insns.count; i++)
        if (same(pooled(m.insns.at[i].name), n->text))
            fail_at(n->at, "instruction '%s' is defined twice", n->text);
    if (strlen(n->text) > ISA_MOST_NAME)
        fail_at(n->at, "the name has more than %d bytes", ISA_MOST_NAME);
    insn = (struct isa_insn){
        .name = pool(n->text), .doc = n->extra ? pool(n->extra->text) : 0, .effect = EFFECT_MEMORY};
    m.insn_node = n;
    insn.roles.first = narrow(m.roles.count);
    insn.forms.first = narrow(m.forms.count);
    insn.rules.first = narrow(m.rules.count);
    insn.ignores.first = narrow(m.ignores.count);
    insn.examples.first = narrow(m.examples.count);
    insn.calls.first = narrow(m.calls.count);
    insn.events.first = narrow(m.events.count);
    ignore_group = 0;
    insn.described.first = narrow(m.described.count);
}

static void check_forms(const struct node *n) {
    uint16_t form = insn.forms.first;
    for (const struct node *i = n->child; i; i = i->next)
        if (i->kind == NODE_FORM) {
            m.form_now = &m.forms.at[form];
            working_at(i->at);
            struct isa_span operands = check_operands(i->extra);
            check_optional(i, operands);
            m.forms.at[form++].operands = operands;
            m.form_now = NULL;
        }
}

/* Checks items that depend on the words and operands of the forms. */
static void check_item_of_forms(const struct node *n) {
    working_at(n->at);
    switch (n->kind) {
    case NODE_LOWERED:
        if (n->extra) insn.lowered = check_condition(n->extra);
        break;
    case NODE_EFFECT:
        if (n->extra) insn.effect_when = check_when(n, "an effect");
        break;
    case NODE_GENERIC:
        if (n->extra) insn.generic_when = check_when(n, "'generic'");
        check_generic(n, &insn);
        break;
    case NODE_MOVES:
        if (n->extra) insn.moved_when = check_when(n, "'moves'");
        check_moved(n, &insn);
        break;
    case NODE_IMPLIED: check_implied(n); break;
    case NODE_CALLED: check_called(n); break;
    case NODE_WRITES:
    case NODE_UPDATES: check_written(n, &insn); break;
    case NODE_RULE: add_rule(n); break;
    case NODE_USE: use_rules(n); break;
    case NODE_INSN_LAYOUT: check_described(n); break;
    case NODE_EVENT: check_event(n, &insn); break;
    default: break;
    }
}

void check_insn(struct node *n) {
    begin_insn(n);
    for (const struct node *i = n->child; i; i = i->next) check_item(i);
    check_forms(n);
    for (const struct node *i = n->child; i; i = i->next) check_item_of_forms(i);
    for (uint16_t f = 0; f < insn.forms.count; f++)
        check_needs(m.form_nodes.at[insn.forms.first + f], &m.forms.at[insn.forms.first + f]);
    insn.described.count = narrow(m.described.count - insn.described.first);
    if (!insn.doc) fail_at(n->at, "'%s' has no description", n->text);
    if (!insn.manual) fail_at(n->at, "'%s' has no 'manual' anchor", n->text);
    if (!insn.avail) fail_at(n->at, "'%s' has no 'avail'", n->text);
    if (!insn.examples.count) fail_at(n->at, "'%s' has no 'example'", n->text);
    if (!insn.forms.count) fail_at(n->at, "'%s' has no form", n->text);
    PUSH(m.insns, insn);
    PUSH(m.insn_infos, ((struct insn_info){n}));
    m.insn_node = NULL;
}

void mark_insns(void) {
    for (size_t i = 0; i < m.insns.count; i++) {
        const struct isa_insn *x = &m.insns.at[i];
        bool found = !x->never_after;
        for (size_t k = 0; k < m.insns.count && !found; k++) {
            found = m.insns.at[k].name == x->never_after;
            if (found) m.insns.at[k].flags |= INSN_MARKS;
        }
        if (!found)
            fail_at(m.insn_infos.at[i].node->at, "unknown instruction '%s'",
                    pooled(x->never_after));
    }
}
