/* SPDX-License-Identifier: Apache-2.0
 * Operands: kinds (a list of alternatives with a phrase) and the lists of forms. */
#include "model.h"

void kinds_of_tree(const struct node *tree) { m.tree_of_kinds = tree; }

static const struct kind_name *known_kind(const char *name) {
    for (size_t i = 0; i < m.kind_names.count; i++) {
        if (!same(m.kind_names.at[i].name, name)) continue;
        m.kind_names.at[i].used = true;
        return &m.kind_names.at[i];
    }
    return NULL;
}

/* Compiles a kind now if it is defined later, or in a file that is read later. */
const struct kind_name *find_kind(const char *name) {
    const struct kind_name *found = known_kind(name);
    for (const struct node *n = m.tree_of_kinds; n && !found; n = n->next) {
        if (n->kind != NODE_OPERAND_KIND || !same(n->text, name)) continue;
        check_named_kind(n);
        found = known_kind(name);
    }
    return found;
}

static const struct reg_class *find_registers(const char *name) {
    for (size_t i = 0; i < m.registers.count; i++)
        if (same(m.registers.at[i].name, name)) return &m.registers.at[i];
    return NULL;
}

/* ---- ranges ---- */

static const char *limits_phrase(const struct isa_range *r) {
    const char *limits = r->low == INT64_MIN ? "an integer"
                         : r->low == r->high
                             ? format_text("%lld", (long long)r->low)
                             : format_text("%lld..%lld", (long long)r->low, (long long)r->high);
    if (r->multiple) limits = format_text("%s, multiple of %u", limits, r->multiple);
    if (r->flags & RANGE_POW2) limits = format_text("%s, power of 2", limits);
    if (r->flags & RANGE_NONZERO) limits = format_text("%s but 0", limits);
    return limits;
}

/* Writes the ranges 0..3 and 4..4 as "0..4". */
static const char *ranges_phrase(struct isa_span span) {
    const char *phrase = "";
    struct isa_range now = {0};
    for (uint16_t i = 0; i < span.count; i++) {
        const struct isa_range *r = &m.ranges.at[span.first + i];
        if (i && now.high < INT64_MAX && now.high + 1 == r->low && now.multiple == r->multiple &&
            now.flags == r->flags) {
            now.high = r->high;
            continue;
        }
        if (i) phrase = format_text("%s%s or ", phrase, limits_phrase(&now));
        now = *r;
    }
    return span.count ? format_text("%s%s", phrase, limits_phrase(&now)) : "";
}

static struct isa_range check_range(const struct node *n) {
    struct isa_range r = {INT64_MIN, INT64_MAX, 0, 0, check_avail(n->extra)};
    for (const struct node *p = n->child; p; p = p->next) {
        switch (p->kind) {
        case NODE_LIMITS:
            if (p->number > p->high) fail_at(p->at, "empty range");
            r.low = p->number;
            r.high = p->high;
            break;
        case NODE_MULT:
            if (p->number < 1 || p->number > UINT32_MAX)
                fail_at(p->at, "%lld is out of range", (long long)p->number);
            r.multiple = (uint32_t)p->number;
            break;
        case NODE_POW2: r.flags |= RANGE_POW2; break;
        case NODE_NONZERO: r.flags |= RANGE_NONZERO; break;
        default: r.flags |= RANGE_WRAP32; break;
        }
    }
    return r;
}

static bool same_range(const struct isa_range *a, const struct isa_range *b) {
    return a->low == b->low && a->high == b->high && a->multiple == b->multiple &&
           a->flags == b->flags && a->avail == b->avail;
}

/* Returns the last ranges, or equal ones that exist already. */
static struct isa_span kept_ranges(struct isa_span span) {
    for (uint16_t first = 0; first < span.first; first++) {
        uint16_t i = 0;
        while (i < span.count && same_range(&m.ranges.at[first + i], &m.ranges.at[span.first + i]))
            i++;
        if (i < span.count || first + i > span.first) continue;
        m.ranges.count = span.first;
        return (struct isa_span){first, span.count};
    }
    return span;
}

static struct isa_span check_ranges(const struct node *list, const char **phrase) {
    struct isa_span span = {narrow(m.ranges.count), 0};
    *phrase = "";
    for (const struct node *n = list; n; n = n->next) {
        struct isa_range r = check_range(n);
        for (uint16_t i = 0; i < span.count; i++) {
            const struct isa_range *o = &m.ranges.at[span.first + i];
            if (r.low <= o->high && o->low <= r.high && r.multiple == o->multiple)
                fail_at(n->at, "the range overlaps one before it");
        }
        PUSH(m.ranges, r);
        span.count++;
    }
    *phrase = ranges_phrase(span);
    return kept_ranges(span);
}

/* ---- alternatives ---- */

/* Alternatives that are being collected. Nested kinds are complete before these are appended to
 * m.alts. */
struct alts {
    VEC(struct isa_alt) alt;
    VEC(const char *) phrase;
};

static void add_alt(struct alts *to, struct isa_alt alt, const char *phrase, bool lenient) {
    if (lenient) alt.flags |= ALT_LENIENT;
    PUSH(to->alt, alt);
    PUSH(to->phrase, phrase);
}

static const char *kind_phrase(uint16_t kind) { return pooled(m.kinds.at[kind].phrase); }

/* Adds a register class, or all alternatives of a kind. */
static void add_named(struct alts *to, const struct node *n) {
    const struct reg_class *c = find_registers(n->text);
    if (c) {
        add_alt(to, (struct isa_alt){.op = ALT_REGISTER, .types = c->types}, c->phrase, n->lenient);
        return;
    }
    const struct kind_name *k = find_kind(n->text);
    if (!k) {
        fail_at(n->at, "unknown kind of operand '%s'", n->text);
        return;
    }
    struct isa_span span = m.kinds.at[k->kind].alts;
    /* A kind with a phrase of its own is described by it, once. */
    const char *own = k->node && k->node->extra && !n->lenient ? k->node->extra->text : NULL;
    for (uint16_t i = 0; i < span.count; i++) {
        const struct isa_alt *alt = &m.alts.at[span.first + i];
        bool counts = own && !(alt->flags & ALT_LENIENT);
        add_alt(to, *alt, counts ? own : m.alt_phrases.at[span.first + i], n->lenient);
        if (counts) own = "";
    }
}

static uint64_t register_types(uint16_t kind) {
    struct isa_span span = m.kinds.at[kind].alts;
    uint64_t types = 0;
    for (uint16_t i = 0; i < span.count; i++) types |= m.alts.at[span.first + i].types;
    return types;
}

static uint16_t check_spaces(const struct node *list) {
    static const char *const names[] = {"",      "reg",    "sreg",       "const",  "global",
                                        "local", "own",    "shared",     "texref", "entry",
                                        "input", "output", "samplerref", "surfref"};
    enum {
        ALL_PARAM = 1 << SPACE_PARAM | 1 << SPACE_ENTRY | 1 << SPACE_INPUT | 1 << SPACE_OUTPUT,
        ALL_TEX = 1 << SPACE_TEX | 1 << SPACE_SAMPLERREF | 1 << SPACE_SURFREF
    };
    uint16_t spaces = 0;
    for (; list; list = list->next) {
        uint16_t space = 0;
        for (size_t i = 1; i < sizeof names / sizeof *names; i++)
            if (same(list->text, names[i])) space = (uint16_t)(1 << i);
        if (same(list->text, "param")) space = ALL_PARAM;
        if (same(list->text, "tex")) space = ALL_TEX;
        if (!space) fail_at(list->at, "unknown state space '%s'", list->text);
        spaces |= space;
    }
    return spaces;
}

static bool is_parameter(const struct node *space) {
    return same(space->text, "entry") || same(space->text, "input") || same(space->text, "output");
}

static const char *spaces_phrase(const struct node *list) {
    const char *phrase = "";
    int count = 0, done = 0;
    bool parameters = false;
    for (const struct node *n = list; n; n = n->next) count += !is_parameter(n);
    for (const struct node *n = list; n; n = n->next) {
        parameters = parameters || is_parameter(n);
        if (is_parameter(n)) continue;
        const char *between = !done++ ? "" : done < count ? ", " : " or ";
        phrase = format_text("%s%s.%s", phrase, between, same(n->text, "own") ? "param" : n->text);
    }
    if (!count) return "a parameter";
    return format_text("a %s variable%s", phrase, parameters ? " or a parameter" : "");
}

static void add_integer(struct alts *to, const struct node *n) {
    const char *phrase;
    struct isa_alt alt = {.op = ALT_INTEGER, .ranges = check_ranges(n->child, &phrase)};
    const struct isa_range *r = &m.ranges.at[alt.ranges.first];
    bool one = alt.ranges.count == 1 && r->low == r->high;
    add_alt(to, alt,
            !alt.ranges.count     ? "an integer"
            : one                 ? format_text("the integer %s", phrase)
            : r->low == INT64_MIN ? phrase
                                  : format_text("an integer in %s", phrase),
            n->lenient);
}

static uint64_t float_types(const struct node *n) {
    const char *name = n->number == 32 ? ".f32" : ".f64";
    int f32 = find_type(".f32"), f64 = find_type(".f64"), one = find_type(name);
    if (f32 < 0 || f64 < 0) return 0;
    return n->number ? (uint64_t)1 << one : (uint64_t)1 << f32 | (uint64_t)1 << f64;
}

/* Alternatives that contain one other; %s is its phrase. */
static const struct {
    enum node_kind node;
    enum isa_alt_op op;
    const char *phrase;
} around[] = {{NODE_ALT_NOT, ALT_NOT, "a negated (!) %s"},
              {NODE_ALT_MINUS, ALT_MINUS, "a negative (-) %s"},
              {NODE_ALT_PART, ALT_PART, "a part of %s"},
              {NODE_ALT_OFFSET, ALT_OFFSET, "%s with an offset"},
              {NODE_ALT_INDEX, ALT_INDEX, "an element [] of %s"},
              {NODE_ALT_LATER, ALT_LATER, "%s after the first"},
              {NODE_ALT_BESIDE, ALT_BESIDE, "%s next to another element"},
              {NODE_ALT_WHOLE, ALT_WHOLE, "%s"},
              {NODE_ALT_UNLOWERED, ALT_UNLOWERED, "%s"},
              {NODE_ALT_PARSED, ALT_PARSED, "%s"},
              {NODE_ALT_USUAL, ALT_USUAL, "%s"},
              {NODE_ALT_BARE, ALT_BARE, "an address [] without offset, of %s"},
              {NODE_ALT_UNIFIED, ALT_UNIFIED, "an address [].unified of %s"},
              {NODE_ALT_ADDRESS, ALT_ADDRESS, "an address [] of %s"}};

/* Adds alternatives that take only the types of the other. */
static bool add_of_types(struct alts *to, const struct node *n, uint16_t inner) {
    struct isa_alt alt = {.inner = inner};
    const char *phrase = "a parameter";
    alt.op = ALT_PARAM;
    if (n->kind == NODE_ALT_SPECIAL) {
        alt.op = ALT_SPECIAL;
        if (m.kinds.at[inner].alts.count)
            alt.length = m.alts.at[m.kinds.at[inner].alts.first].length; /* special(vector(...)) */
        phrase = "a special register";
    } else if (n->kind == NODE_ALT_VECTOR_REGISTER) {
        alt.op = ALT_VECTOR_REGISTER;
        if (n->extra)
            alt.length = check_length(n->extra);
        else
            alt.flags |= ALT_UNBOUNDED;
        phrase = "a vector register";
    } else if (n->kind != NODE_ALT_PARAM) {
        return false;
    }
    alt.types = register_types(inner);
    add_alt(to, alt, phrase, n->lenient);
    return true;
}

static void add_pair_or_vector(struct alts *to, const struct node *n, uint16_t inner) {
    struct isa_alt alt = {.op = ALT_VECTOR, .inner = inner, .inner2 = inner};
    struct node two = {.kind = NODE_NUMBER, .at = n->at, .number = 2};
    bool first = n->kind == NODE_ALT_FIRST;
    const struct node *length = first ? n->extra->extra : n->extra;
    bool alone =
        n->kind == NODE_ALT_VECTOR && length && length->kind == NODE_NUMBER && length->number == 1;
    const char *phrase = alone ? format_text("%s in {}", kind_phrase(inner))
                               : format_text("a vector {} of %s", plural(kind_phrase(inner)));
    if (n->kind == NODE_ALT_TWO) length = &two;
    if (n->kind != NODE_ALT_VECTOR) {
        alt.inner2 = check_kind(first ? n->extra->child : n->extra, "", NULL);
        phrase =
            format_text("%s of %s and %s", n->kind == NODE_ALT_PAIR ? "a pair p|q" : "a vector {}",
                        kind_phrase(inner), kind_phrase(alt.inner2));
    }
    if (n->kind == NODE_ALT_PAIR)
        alt.op = ALT_PAIR;
    else if (length)
        alt.length = check_length(length);
    else
        alt.flags |= ALT_UNBOUNDED;
    bool elements = n->kind == NODE_ALT_VECTOR || first;
    if (elements && n->number) alt.flags |= ALT_ONLY;
    if (elements && n->high) alt.flags |= ALT_STRICT;
    if (first) alt.flags |= ALT_APART;
    add_alt(to, alt, phrase, n->lenient);
}

/* Returns the parts of a register that are allowed: enum operand_part. */
static uint16_t check_parts(const struct node *n) {
    static const struct {
        const char *name;
        uint16_t parts;
    } names[] = {{"one", PART_ONE},
                 {"halves", PART_HALVES},
                 {"bytes", PART_BYTES},
                 {"some_halves", PART_SOME_HALVES},
                 {"some_bytes", PART_SOME_BYTES}};
    if (n->kind != NODE_ALT_PART) return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, n->text)) return names[i].parts;
    fail_at(n->at, "no parts of a register: '%s'", n->text);
    return 0;
}

/* Adds alternatives that contain no others. */
static bool add_lonely(struct alts *to, const struct node *n) {
    static const struct {
        enum node_kind node;
        enum isa_alt_op op;
        const char *phrase;
    } lonely[] = {
        {NODE_ALT_SINK, ALT_SINK, "'_'"},
        {NODE_ALT_LABEL, ALT_LABEL, "a label"},
        {NODE_ALT_BRANCHES, ALT_BRANCHES, "the label of a '.branchtargets'"},
        {NODE_ALT_CALLEES, ALT_CALLEES, "the label of a '.callprototype' or '.calltargets'"},
        {NODE_ALT_ARGUMENTS, ALT_ARGUMENTS, "a list ()"}};
    for (size_t i = 0; i < sizeof lonely / sizeof *lonely; i++) {
        if (lonely[i].node != n->kind) continue;
        add_alt(to, (struct isa_alt){.op = (uint8_t)lonely[i].op}, lonely[i].phrase, n->lenient);
        return true;
    }
    return false;
}

/* A phrase does not mention what only old releases require. */
static void add_for_releases(struct alts *to, const struct node *n, uint16_t inner) {
    struct isa_alt alt = {.op = ALT_RELEASES, .inner = inner, .length = UINT16_MAX};
    int release = find_release((int)n->number);
    if (release < 0)
        fail_at(n->at, "no toolkit %d.%d", (int)n->number / 10, (int)n->number % 10);
    else if (n->high)
        alt.length = (uint16_t)release;
    else
        alt.spaces = (uint16_t)release;
    /* A copy: the pool of texts moves when it grows. */
    add_alt(to, alt, n->high ? "" : format_text("%s", kind_phrase(inner)), n->lenient);
}

static void add_nested(struct alts *to, const struct node *n) {
    uint16_t inner = check_kind(n->child, "", NULL);
    if (add_of_types(to, n, inner)) return;
    if (n->kind == NODE_ALT_RELEASES) {
        add_for_releases(to, n, inner);
        return;
    }
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        if (around[i].node != n->kind) continue;
        struct isa_alt alt = {
            .op = (uint8_t)around[i].op, .inner = inner, .spaces = check_parts(n)};
        add_alt(to, alt, format_text(around[i].phrase, kind_phrase(inner)), n->lenient);
        return;
    }
    add_pair_or_vector(to, n, inner);
}

static void add_node(struct alts *to, const struct node *n) {
    struct isa_alt alt = {.op = ALT_FUNCTION};
    const char *range; /* the phrase if there is a range */
    if (add_lonely(to, n)) return;
    switch (n->kind) {
    case NODE_ALT_NAME: add_named(to, n); break;
    case NODE_ALT_BY_WORD:
        alt = by_word(n, &range);
        add_alt(to, alt, range, n->lenient);
        break;
    case NODE_ALT_FUNCTION:
        alt.spaces = check_spaces(n->child);
        add_alt(to, alt, n->child ? "an entry" : "a function", n->lenient);
        break;
    case NODE_ALT_IMM: add_integer(to, n); break;
    case NODE_ALT_FIMM:
        alt.op = ALT_FLOAT;
        alt.types = float_types(n);
        alt.ranges = check_ranges(n->child, &range);
        add_alt(to, alt,
                alt.ranges.count ? format_text("a floating-point number in %s", range)
                                 : "a floating-point number",
                n->lenient);
        break;
    case NODE_ALT_VAR:
        alt.op = ALT_VARIABLE;
        alt.spaces = check_spaces(n->child);
        add_alt(to, alt, spaces_phrase(n->child), n->lenient);
        break;
    default: add_nested(to, n); break;
    }
}

/* Returns what an alternative that the manual allows contains beyond the manual, "an address [] of
 * ...", or NULL. */
static const char *lenient_inside(const struct isa_alt *alt) {
    const char *phrase = alt->op == ALT_VECTOR ? "a vector {} of %s" : NULL;
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (around[i].op == alt->op) phrase = around[i].phrase;
    if (!phrase || !*pooled(m.kinds.at[alt->inner].also)) return NULL;
    const char *also = pooled(m.kinds.at[alt->inner].also);
    return format_text(phrase, alt->op == ALT_VECTOR ? plural(also) : also);
}

/* Describes the i-th alternative as far as the manual allows it or, with `lenient`, as far as only
 * the assembler does. Returns NULL if nothing remains. */
static const char *phrase_of(const struct alts *alts, size_t i, bool lenient) {
    const struct isa_alt *alt = &alts->alt.at[i];
    bool is_lenient = alt->flags & ALT_LENIENT;
    if (lenient && !is_lenient) return lenient_inside(alt);
    return lenient == is_lenient && *alts->phrase.at[i] ? alts->phrase.at[i] : NULL;
}

/* Returns "a, b or c", without alternative `but`. */
static const char *join_all(const struct alts *alts, bool lenient, size_t but) {
    const char *phrase = "";
    size_t count = 0, done = 0;
    for (size_t i = 0; i < alts->alt.count; i++)
        count += i != but && phrase_of(alts, i, lenient) != NULL;
    for (size_t i = 0; i < alts->alt.count; i++) {
        const char *one = phrase_of(alts, i, lenient);
        if (i == but || !one) continue;
        phrase = format_text("%s%s%s", phrase, !done++ ? "" : done == count ? " or " : ", ", one);
    }
    return phrase;
}

/* If one alternative is the vector of all the others, they are not listed twice. */
static const char *join_phrases(const struct alts *alts, bool lenient) {
    for (size_t i = 0; i < alts->alt.count; i++) {
        const struct isa_alt *alt = &alts->alt.at[i];
        if (alt->op != ALT_VECTOR || alt->inner != alt->inner2 || alt->flags & ALT_LENIENT)
            continue;
        const char *others = join_all(alts, lenient, i);
        if (!lenient && same(others, kind_phrase(alt->inner)))
            return format_text("%s (alone or in {})", others);
    }
    return join_all(alts, lenient, SIZE_MAX);
}

static bool same_alt(const struct isa_alt *a, const struct isa_alt *b) {
    return a->op == b->op && a->flags == b->flags && a->spaces == b->spaces &&
           a->types == b->types && a->inner == b->inner && a->inner2 == b->inner2 &&
           a->length == b->length && a->ranges.first == b->ranges.first &&
           a->ranges.count == b->ranges.count;
}

static bool same_alts(struct isa_span span, const struct alts *alts) {
    for (uint16_t i = 0; i < span.count; i++)
        if (!same_alt(&m.alts.at[span.first + i], &alts->alt.at[i]) ||
            strcmp(m.alt_phrases.at[span.first + i], alts->phrase.at[i]))
            return false;
    return true;
}

/* Equal kinds that are defined in place share one record, which halves the table. */
static uint16_t same_kind(const struct isa_kind *kind, const struct alts *alts) {
    for (size_t i = 0; i < m.kinds.count; i++) {
        const struct isa_kind *k = &m.kinds.at[i];
        if (k->name == kind->name && k->phrase == kind->phrase && k->also == kind->also &&
            k->alts.count == kind->alts.count && same_alts(k->alts, alts))
            return narrow(i);
    }
    return ISA_NONE;
}

/* Returns the number of alternatives of a kind, counting nested ones each time they occur. */
static uint32_t size_of(const struct alts *alts) {
    uint32_t size = 1;
    for (size_t i = 0; i < alts->alt.count; i++) {
        const struct isa_alt *alt = &alts->alt.at[i];
        size += 1 + (alt->inner ? m.kind_sizes.at[alt->inner] : 0) +
                (alt->inner2 && alt->inner2 != alt->inner ? m.kind_sizes.at[alt->inner2] : 0);
        if (size > ISAGEN_MOST_IN_KIND)
            give_up("a kind of operand has more than %d alternatives in it", ISAGEN_MOST_IN_KIND);
    }
    return size;
}

/* `b32 | imm` in a form is a kind without a name; `taddr` alone is that kind itself. */
uint16_t check_kind(const struct node *list, const char *name, const char *phrase) {
    if (!list->next && list->kind == NODE_ALT_NAME && !list->lenient && !*name) {
        const struct kind_name *k = find_kind(list->text);
        if (k) return k->kind;
    }
    struct alts alts = {0};
    for (const struct node *n = list; n; n = n->next) add_node(&alts, n);
    struct isa_kind kind = {pool(name),
                            pool(phrase ? phrase : join_phrases(&alts, false)),
                            pool(join_phrases(&alts, true)),
                            {narrow(m.alts.count), narrow(alts.alt.count)}};
    uint16_t found = *name ? ISA_NONE : same_kind(&kind, &alts);
    if (found != ISA_NONE) return found;
    for (size_t i = 0; i < alts.alt.count; i++) {
        PUSH(m.alts, alts.alt.at[i]);
        PUSH(m.alt_phrases, alts.phrase.at[i]);
    }
    PUSH(m.kind_sizes, size_of(&alts));
    return narrow(PUSH(m.kinds, kind));
}

bool is_kind_name(const char *name) { return known_kind(name) || find_registers(name); }

void check_named_kind(const struct node *n) {
    for (size_t i = 0; i < m.kind_names.count; i++)
        if (m.kind_names.at[i].node == n) return;
    if (is_kind_name(n->text)) fail_at(n->at, "kind '%s' is defined twice", n->text);
    for (size_t i = 0; i < m.open_kinds.count; i++)
        if (m.open_kinds.at[i] == n) give_up("kind '%s' contains itself", n->text);
    if (m.open_kinds.count == ISAGEN_MOST_OPEN) give_up("kind '%s' is nested too deeply", n->text);
    struct place before = m.at;
    working_at(n->at);
    PUSH(m.open_kinds, n);
    uint16_t kind = check_kind(n->child, n->text, n->extra ? n->extra->text : NULL);
    m.open_kinds.count--;
    working_at(before);
    PUSH(m.kind_names, ((struct kind_name){n->text, n->at, n, kind, false}));
}

/* ---- lists of operands ---- */

struct fragment *find_fragment(const char *name) {
    for (size_t i = 0; i < m.fragments.count; i++)
        if (same(m.fragments.at[i].node->text, name)) return &m.fragments.at[i];
    return NULL;
}

struct list_of_operands {
    VEC(struct isa_operand) at;
    VEC(const struct node *) node; /* parallel to the previous one */
};

static void add_operands(struct list_of_operands *to, const struct node *list);

static uint32_t count_operands(const struct node *list);

static uint32_t fragment_size(struct fragment *f) {
    if (f->open) give_up("operands '%s' contain themselves", f->node->text);
    if (f->size) return f->size;
    f->open = true;
    f->size = count_operands(f->node->child);
    f->open = false;
    return f->size;
}

static uint32_t count_operands(const struct node *list) {
    uint32_t count = 0;
    for (const struct node *n = list; n; n = n->next) {
        struct fragment *f = n->kind == NODE_FRAGMENT ? find_fragment(n->text) : NULL;
        working_at(n->at);
        count += f ? fragment_size(f) : 1;
        if (n->kind == NODE_GROUP) count += count_operands(n->child);
        working_at(n->at);
        if (count > ISA_MOST_OPERANDS) give_up("more than %d operands", ISA_MOST_OPERANDS);
    }
    return count;
}

void check_fragments(void) {
    for (size_t i = 0; i < m.fragments.count; i++) {
        working_at(m.fragments.at[i].node->at);
        fragment_size(&m.fragments.at[i]);
    }
}

static void add_operand(struct list_of_operands *to, const struct node *n) {
    if (n->extra && condition_has_operands(n->extra))
        fail_at(n->extra->at, "the condition of an operand may only ask for qualifiers");
    struct isa_operand o = {.name = pool(n->text),
                            .condition = n->extra ? check_condition(n->extra) : 0,
                            .flags = n->number ? OPERAND_OPTIONAL : 0};
    for (size_t i = 0; i < m.signed_names.count; i++)
        if (same(m.signed_names.at[i], n->text)) o.flags |= OPERAND_SIGNED;
    if (n->kind == NODE_GROUP) {
        o.flags = OPERAND_GROUP;
        size_t at = PUSH(to->at, o);
        PUSH(to->node, n);
        add_operands(to, n->child);
        to->at.at[at].size = (uint8_t)(to->at.count - at - 1);
    } else {
        o.kind = check_kind(n->child, "", NULL);
        PUSH(to->at, o);
        PUSH(to->node, n);
    }
}

static void add_operands(struct list_of_operands *to, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (n->kind != NODE_FRAGMENT) {
            add_operand(to, n);
            continue;
        }
        struct fragment *f = find_fragment(n->text);
        if (!f) {
            fail_at(n->at, "unknown operands '%s'", n->text);
            continue;
        }
        f->used = true;
        code_is_shared(true);
        add_operands(to, f->node->child);
        code_is_shared(false);
    }
}

struct isa_span check_operands(const struct node *list) {
    struct list_of_operands ops = {0};
    count_operands(list);
    add_operands(&ops, list);
    struct isa_span span = {narrow(m.operands.count), narrow(ops.at.count)};
    for (size_t i = 0; i < ops.at.count; i++) {
        PUSH(m.operands, ops.at.at[i]);
        PUSH(m.operand_absent, false);
        PUSH(m.operand_nodes, ops.node.at[i]);
    }
    return span;
}
