/* SPDX-License-Identifier: Apache-2.0
 * Layouts of bits: the fields of descriptors, what their values mean and which are valid. */
#include "model.h"

static struct isa_layout layout; /* the layout being compiled */

/* ---- operands with layouts ---- */

void check_described(const struct node *n) {
    for (const struct node *o = n->child; o; o = o->next) {
        if (!insn_has_operand(o->text))
            fail_at(o->at, "no form of '%s' has an operand '%s'", pooled(current_insn()->name),
                    o->text);
        PUSH(m.described, ((struct isa_described){pool(o->text), pool(n->text)}));
        PUSH(m.described_nodes, o);
    }
}

static bool is_described(isa_string name) {
    for (size_t i = 0; i < m.described.count; i++)
        if (m.described.at[i].layout == name) return true;
    return false;
}

static bool is_layout(isa_string name) {
    for (size_t i = 0; i < m.layouts.count; i++)
        if (m.layouts.at[i].name == name) return true;
    return false;
}

void check_layouts_used(void) {
    for (size_t i = 0; i < m.described.count; i++)
        if (!is_layout(m.described.at[i].layout))
            fail_at(m.described_nodes.at[i]->at, "unknown layout '%s'",
                    pooled(m.described.at[i].layout));
    for (size_t i = 0; i < m.layouts.count; i++)
        if (!is_described(m.layouts.at[i].name))
            fail_at(m.layout_nodes.at[i]->at, "no operand has the layout '%s'",
                    pooled(m.layouts.at[i].name));
}

/* ---- words ---- */

static bool is_qualifier(const char *word) {
    uint16_t number = word_of(word);
    for (size_t i = 0; number && i < m.members.count; i++)
        if (m.members.at[i].word == number) return true;
    return false;
}

/* Recognizes `.ws` of tcgen05.mma.ws. */
static bool is_in_opcode(const char *word) {
    size_t n = strlen(word);
    for (size_t i = 0; i < m.insns.count; i++)
        for (const char *s = pooled(m.insns.at[i].name); (s = strstr(s, word)); s += n)
            if (!s[n] || s[n] == '.') return true;
    return false;
}

static void check_word(const struct node *n, const char *word) {
    if (!is_qualifier(word) && !is_in_opcode(word)) fail_at(n->at, "no instruction has '%s'", word);
}

static bool has_word(const char *words, const char *word) {
    size_t n = strlen(word);
    for (const char *s = words; (s = strstr(s, word)); s += n)
        if (!s[n] || s[n] == ' ') return true;
    return false;
}

static const char *for_words;

static void add_for_word(const struct spelling *s, const struct node *n) {
    check_word(n, s->text);
    for (size_t i = 0; i < m.layouts.count; i++)
        if (m.layouts.at[i].name == layout.name && has_word(pooled(m.layouts.at[i].words), s->text))
            fail_at(n->at, "another layout '%s' is for '%s'", pooled(layout.name), s->text);
    for_words = format_text("%s%s%s", for_words, *for_words ? " " : "", s->text);
}

/* ---- values of a field ---- */

static int find_field(const char *name) {
    for (size_t i = layout.fields.first; i < m.fields.count; i++)
        if (*name && same(pooled(m.fields.at[i].name), name)) return (int)i;
    return -1;
}

static uint64_t field_limit(const struct isa_field *f) {
    return UINT64_MAX >> (63 - (f->high - f->low));
}

static bool fits(const struct isa_field *f, int64_t number) {
    return number >= 0 && number <= UINT32_MAX && f->times && number % f->times == 0 &&
           (uint64_t)number / f->times <= field_limit(f);
}

/* ---- conditions, which refer to the fields above ---- */

static void put(int32_t word) { PUSH(m.code, word); }

/* Returns the number that the text `n->text` stands for in a field. */
static uint32_t meaning_number(const struct isa_field *f, const struct node *n) {
    for (uint16_t g = 0; g < f->meanings.count; g++) {
        struct isa_span list = m.meanings.at[f->meanings.first + g].list;
        for (uint16_t i = 0; i < list.count; i++) {
            const struct isa_meaning *v = &m.meaning_list.at[list.first + i];
            if (same(pooled(v->name), n->text)) return v->value * f->times;
        }
    }
    fail_at(n->at, "'%s' is no value of '%s'", n->text, pooled(f->name));
    return 0;
}

static struct isa_span add_numbers(const struct isa_field *f, const struct node *list) {
    struct isa_span span = {narrow(m.numbers.count), 0};
    for (const struct node *n = list; n; n = n->next, span.count++) {
        int64_t step = n->extra ? n->extra->number : f->times;
        struct isa_numbers r = {(uint32_t)n->number, (uint32_t)n->high, (uint32_t)step};
        if (n->kind == NODE_CHOICE)
            r.first = r.last = meaning_number(f, n);
        else if (!fits(f, n->number) || !fits(f, n->high) || n->number > n->high || step < 1 ||
                 !fits(f, step) || (n->high - n->number) % step)
            fail_at(n->at, "'%s' cannot be all of these", pooled(f->name));
        PUSH(m.numbers, r);
    }
    return span;
}

static void put_condition(const struct node *n);

static void put_field_is(const struct node *n) {
    int field = find_field(n->text);
    if (field < 0) {
        fail_at(n->at, "no field '%s'", n->text);
        return;
    }
    struct isa_span numbers = add_numbers(&m.fields.at[field], n->child);
    put(ISA_FIELD_IS), put(field), put(numbers.first), put(numbers.count);
}

static void put_two(const struct node *n, enum isa_op op) {
    put_condition(n->child);
    put_condition(n->extra);
    put((int32_t)op);
}

static void put_condition(const struct node *n) {
    switch (n->kind) {
    case NODE_AND: put_two(n, ISA_AND); break;
    case NODE_OR: put_two(n, ISA_OR); break;
    case NODE_NOT: put_condition(n->child), put(ISA_NOT); break;
    case NODE_VERSION: put(ISA_VERSION), put((int32_t)n->number); break;
    case NODE_FIELD_IS: put_field_is(n); break;
    case NODE_ROLE:
        check_word(n, n->text);
        put(ISA_WORD), put((int32_t)pool(n->text));
        break;
    case NODE_ON_TARGET: put(ISA_TARGET), put(target_set(n->child)); break;
    default: fail_at(n->at, "a layout may only ask for words, fields, targets and versions"); break;
    }
}

static uint16_t condition(const struct node *n) {
    if (!n) return 0;
    uint16_t start = narrow(m.code.count);
    put_condition(n);
    return finish_code(n->at, start);
}

/* ---- fields and rules ---- */

static void add_meanings(const struct node *group, struct isa_field *f) {
    struct isa_meanings g = {.list = {narrow(m.meaning_list.count), 0}};
    for (const struct node *c = group->child; c; c = c->next, g.list.count++) {
        if ((uint64_t)c->number > field_limit(f))
            fail_at(c->at, "%lld does not fit the field", (long long)c->number);
        for (size_t i = g.list.first; i < m.meaning_list.count; i++)
            if (m.meaning_list.at[i].value == c->number ||
                same(pooled(m.meaning_list.at[i].name), c->text))
                fail_at(c->at, "'%s' is given twice", c->text);
        PUSH(m.meaning_list, ((struct isa_meaning){pool(c->text), (uint32_t)c->number}));
    }
    g.when = condition(group->extra);
    PUSH(m.meanings, g);
    f->meanings.count++;
}

static bool is_field(const struct node *n) {
    return n->kind == NODE_FIELD || n->kind == NODE_RESERVED || n->kind == NODE_UNUSED;
}

static void add_field(const struct node *n, uint64_t *taken) {
    struct isa_field f = {.name = pool(n->kind == NODE_FIELD ? n->text : ""),
                          .doc = pool(n->kind == NODE_FIELD ? n->more : ""),
                          .low = (uint8_t)n->number,
                          .high = (uint8_t)n->high,
                          .times = 1,
                          .meanings = {narrow(m.meanings.count), 0}};
    if (n->number > n->high || n->high >= layout.width || n->high >= 64 ||
        n->high - n->number >= 32) {
        fail_at(n->at, "bits %lld..%lld are not 1 to 32 bits of the layout", (long long)n->number,
                (long long)n->high);
        return;
    }
    uint64_t bits = field_limit(&f) << f.low;
    if (bits & *taken) fail_at(n->at, "another field has some of the bits");
    *taken |= bits;
    if (find_field(pooled(f.name)) >= 0) fail_at(n->at, "field '%s' is defined twice", n->text);
    if (n->kind == NODE_UNUSED) f.flags = FIELD_UNUSED;
    if (n->kind == NODE_RESERVED) {
        f.flags = FIELD_RESERVED;
        f.fixed = n->extra ? (uint32_t)n->extra->number : 0;
        if (!fits(&f, f.fixed)) fail_at(n->at, "%u does not fit the field", f.fixed);
    } else if (n->extra) {
        if (n->extra->number < 1 || n->extra->number > 255)
            fail_at(n->at, "'times' takes 1 to 255");
        else
            f.times = (uint8_t)n->extra->number;
    }
    for (const struct node *g = n->child; g; g = g->next) add_meanings(g, &f);
    PUSH(m.fields, f);
}

static void add_rule(const struct node *n) {
    const struct node *need = n->child->child;
    if (n->number || n->child->kind != NODE_REQUIRE || need->kind != NODE_FIELD_IS) {
        fail_at(n->at, "the rule of a layout is 'rule NAME when ... require FIELD = NUMBERS'");
        return;
    }
    int field = find_field(need->text);
    if (field < 0) {
        fail_at(need->at, "no field '%s'", need->text);
        return;
    }
    struct isa_layout_rule rule = {.name = pool(format_text("%s-%s", pooled(layout.name), n->text)),
                                   .why = pool(n->doc ? n->doc->text : ""),
                                   .when = condition(n->extra),
                                   .field = (uint16_t)field,
                                   .numbers = add_numbers(&m.fields.at[field], need->child)};
    PUSH(m.layout_rules, rule);
}

void check_layout(struct node *n) {
    uint64_t taken = 0;
    layout = (struct isa_layout){.name = pool(n->text),
                                 .title = pool(n->more),
                                 .width = (uint8_t)n->number,
                                 .fields = {narrow(m.fields.count), 0},
                                 .rules = {narrow(m.layout_rules.count), 0}};
    if (n->number != 32 && n->number != 64) fail_at(n->at, "a layout has 32 or 64 bits");
    for_words = "";
    for (const struct node *w = n->extra; w; w = w->next) expand_word(w, w->text, add_for_word);
    layout.words = pool(for_words);
    for (const struct node *i = n->child; i; i = i->next) {
        if (i->kind == NODE_MANUAL) layout.manual = pool(i->text);
        if (is_field(i)) add_field(i, &taken);
        if (i->kind == NODE_RULE) add_rule(i);
    }
    layout.fields.count = narrow(m.fields.count - layout.fields.first);
    layout.rules.count = narrow(m.layout_rules.count - layout.rules.first);
    for (int bit = 0; bit < layout.width && bit < 64; bit++)
        if (!(taken >> bit & 1)) {
            fail_at(n->at, "no field of '%s' has bit %d", n->text, bit);
            break;
        }
    if (!layout.manual) fail_at(n->at, "'%s' has no 'manual' anchor", n->text);
    PUSH(m.layouts, layout);
    PUSH(m.layout_nodes, n);
}
