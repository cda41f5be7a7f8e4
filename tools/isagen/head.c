/* SPDX-License-Identifier: Apache-2.0
 * What precedes the instructions: versions, releases, targets, types, special registers. */
#include "model.h"

static bool is_version(int64_t v) {
    for (size_t i = 0; i < m.versions.count; i++)
        if (m.versions.at[i] == v) return true;
    return false;
}

static uint8_t check_version(struct place at, int64_t v) {
    if (!is_version(v)) fail_at(at, "no .version %d.%d", (int)(v / 10), (int)(v % 10));
    return (uint8_t)v;
}

int find_release(int number) {
    for (size_t i = 0; i < m.releases.count; i++)
        if (m.releases.at[i].number == number) return (int)i;
    return -1;
}

static void check_toolkit(const struct node *n) {
    const char *name = format_text("%d.%d", (int)(n->number / 10), (int)(n->number % 10));
    struct release r = {name, (int)n->number, check_version(n->at, n->high), n->more != NULL};
    if (m.releases.count && m.releases.at[m.releases.count - 1].number >= r.number)
        fail_at(n->at, "toolkits must stand in ascending order");
    if (m.releases.count == ISA_MOST_RELEASES) give_up("more than %d toolkits", ISA_MOST_RELEASES);
    PUSH(m.releases, r);
}

/* Returns the number after the last existing release up to `until`; 0 means none. */
static uint8_t end_of_arch(const struct node *until) {
    uint8_t end = 0;
    for (size_t i = 0; i < m.releases.count; i++)
        if (!until || m.releases.at[i].number <= until->number) end = (uint8_t)(i + 1);
    return end;
}

static void check_target(const struct node *n) {
    int release = find_release((int)n->high);
    if (release < 0) fail_at(n->at, "no toolkit %d.%d", (int)(n->high / 10), (int)(n->high % 10));
    uint8_t version = check_version(n->at, n->doc->number);
    uint8_t early = n->doc->high ? check_version(n->at, n->doc->high) : version;
    if (n->extra && n->extra->number > UINT8_MAX)
        fail_at(n->extra->at, "families have numbers up to %d", UINT8_MAX);
    for (const struct node *t = n->child; t; t = t->next) {
        working_at(t->at);
        char *end = NULL;
        struct isa_target target = {.name = t->text,
                                    .version = version,
                                    .early = early,
                                    .release = (uint8_t)release,
                                    .arch_end = end_of_arch(n->doc->extra),
                                    .family = (uint8_t)(n->extra ? n->extra->number : 0)};
        long number = strncmp(t->text, "sm_", 3) ? 0 : strtol(t->text + 3, &end, 10);
        target.number = (uint16_t)number;
        if (!end || end == t->text + 3 || number < 0 || number > UINT16_MAX ||
            (*end && (end[1] || (*end != 'a' && *end != 'f'))))
            fail_at(t->at, "'%s' is not sm_N, sm_Na or sm_Nf", t->text);
        else
            target.suffix = *end;
        if (m.targets.count == ISA_MOST_TARGETS) give_up("more than %d targets", ISA_MOST_TARGETS);
        PUSH(m.targets, target);
    }
}

static int find_target(const char *name) {
    for (size_t i = 0; i < m.targets.count; i++)
        if (same(m.targets.at[i].name, name)) return (int)i;
    return -1;
}

/* sm_90+ is that number and above; sm_100f+ the `a` and `f` names of its family from there on. */
static isa_target_set from_target_up(const struct isa_target *from) {
    isa_target_set set = 0;
    for (size_t i = 0; i < m.targets.count; i++) {
        const struct isa_target *t = &m.targets.at[i];
        bool in = t->number >= from->number;
        if (from->suffix) in = in && t->family == from->family && t->suffix;
        if (in) set |= (isa_target_set)1 << i;
    }
    return set;
}

static isa_target_set target_ref(const struct node *n) {
    for (size_t i = 0; i < m.groups.count; i++)
        if (same(m.groups.at[i].name, n->text)) return m.groups.at[i].set;
    int t = find_target(n->text);
    if (t < 0) {
        fail_at(n->at, "unknown target '%s'", n->text);
        return 1;
    }
    if (n->number && m.targets.at[t].suffix == 'a')
        fail_at(n->at, "'%s' has no successors: only sm_N+ and sm_Nf+ have", n->text);
    return n->number ? from_target_up(&m.targets.at[t]) : (isa_target_set)1 << t;
}

isa_target_set target_refs(const struct node *refs) {
    isa_target_set set = 0;
    for (; refs; refs = refs->next) set |= target_ref(refs);
    return set;
}

static uint8_t set_index(isa_target_set set) {
    for (size_t i = 0; i < m.sets.count; i++)
        if (m.sets.at[i] == set) return (uint8_t)i;
    if (m.sets.count > UINT8_MAX) give_up("more than %d sets of targets", UINT8_MAX);
    return (uint8_t)(PUSH(m.sets, set));
}

uint8_t target_set(const struct node *refs) { return set_index(target_refs(refs)); }

uint8_t check_avail(const struct node *n) {
    if (!n) return 0;
    struct isa_avail a = {n->number ? check_version(n->at, n->number) : 0, 0};
    if (n->child) a.set = target_set(n->child);
    for (size_t i = 0; i < m.avails.count; i++)
        if (m.avails.at[i].version == a.version && m.avails.at[i].set == a.set) return (uint8_t)i;
    if (m.avails.count > UINT8_MAX) give_up("more than %d kinds of availability", UINT8_MAX);
    return (uint8_t)(PUSH(m.avails, a));
}

/* ---- types and registers ---- */

int find_type(const char *name) {
    for (size_t i = 0; i < m.types.count; i++)
        if (same(m.types.at[i].name, name)) return (int)i;
    return -1;
}

/* Checks a word that is not a pattern. */
void check_plain(const struct node *n) {
    if (strchr(n->text, '[')) fail_at(n->at, "'%s' must be one word", n->text);
}

static void check_type(const struct node *n) {
    static const char *const kinds[] = {"bits", "uint", "sint", "float", "predicate", "opaque"};
    struct isa_type t = {
        .name = n->text, .width = (uint8_t)n->number, .kind = 255, .avail = check_avail(n->extra)};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (same(kinds[i], n->more)) t.kind = (uint8_t)i;
    check_plain(n);
    if (t.kind == 255) fail_at(n->at, "'%s' is no kind of type", n->more);
    for (const struct node *f = n->child; f; f = f->next) {
        if (same(f->text, "reg"))
            t.reg = true;
        else
            t.var = true;
    }
    if (m.types.count == ISA_MOST_TYPES) give_up("more than %d types", ISA_MOST_TYPES);
    if (n->number < 1 || n->number > 128) fail_at(n->at, "the width of a type is 1 to 128 bits");
    PUSH(m.types, t);
}

static void check_registers(const struct node *n) {
    struct reg_class c = {n->text, n->more, 0};
    for (const struct node *w = n->child; w; w = w->next) {
        int t = find_type(w->text);
        if (t < 0 || !m.types.at[t].reg)
            fail_at(w->at, "no register is of type '%s'", w->text);
        else
            c.types |= (uint64_t)1 << t;
    }
    PUSH(m.registers, c);
}

/* Returns what the word after `holds` says. NULL means that there is no such clause. */
static uint8_t check_holds(const struct node *n) {
    static const char *const names[HOLDS_COUNT] = {
#define HOLDS(name) [HOLDS_##name] = #name,
#include "isa/holds.def"
#undef HOLDS
    };
    return n ? (uint8_t)find_enumerator(n, "holds", names, HOLDS_COUNT) : HOLDS_NOTHING_SPECIAL;
}

static const struct node *special_node;

static void add_special(const struct spelling *s, const struct node *n) {
    (void)n;
    int type = find_type(special_node->more);
    PUSH(m.specials,
         ((struct isa_special){s->text, (uint8_t)type, (uint8_t)special_node->number,
                               check_avail(special_node->extra), special_node->high != 0,
                               check_holds(special_node->child),
                               pool(special_node->doc ? special_node->doc->text : "")}));
}

static int by_special(const void *a, const void *b) {
    return strcmp(((const struct isa_special *)a)->name, ((const struct isa_special *)b)->name);
}

void sort_specials(void) { SORT(m.specials, by_special); }

static void check_versions(const struct node *n) {
    for (const struct node *r = n->child; r; r = r->next) {
        if (r->number > r->high) fail_at(r->at, "empty range");
        for (int64_t v = r->number; v <= r->high; v++) PUSH(m.versions, (int)v);
    }
}

void check_header(const struct node *n) {
    switch (n->kind) {
    case NODE_VERSIONS: check_versions(n); break;
    case NODE_TOOLKIT: check_toolkit(n); break;
    case NODE_DIRECTIVE: check_directive(n); break;
    case NODE_TARGET: check_target(n); break;
    case NODE_TARGETS:
        PUSH(m.groups, ((struct target_group){n->text, target_refs(n->child)}));
        break;
    case NODE_TYPE: check_type(n); break;
    case NODE_REGISTERS: check_registers(n); break;
    case NODE_SPECIAL:
        if (find_type(n->more) < 0) fail_at(n->at, "unknown type '%s'", n->more);
        special_node = n;
        expand_word(n, n->text, add_special);
        break;
    default: break;
    }
}
