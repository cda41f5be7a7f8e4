/* SPDX-License-Identifier: Apache-2.0
 * Directives: words of declarations, directives that tune kernels and functions, strings of
 * .pragma. */
#include "model.h"

enum { MOST_VALUES = 3 };

static int find(const char *name) {
    for (size_t i = 0; i < m.directives.count; i++)
        if (same(m.directives.at[i].name, name)) return (int)i;
    return -1;
}

static void take_directive_word(const struct node *n, struct isa_directive *d) {
    static const struct {
        const char *name;
        uint16_t flag;
        uint8_t bound;
    } words[] = {
        {"statement", DIRECTIVE_STATEMENT, BOUND_NONE},
        {"strings", DIRECTIVE_STRINGS, BOUND_NONE},
        {"nonzero", DIRECTIVE_NONZERO, BOUND_NONE},
        {"once", DIRECTIVE_ONCE, BOUND_NONE},
        {"memory", DIRECTIVE_MEMORY, BOUND_NONE},
        {"section_name", DIRECTIVE_SECTION_NAME, BOUND_NONE},
        {"bounds_threads", 0, BOUND_THREADS},
        {"sets_threads", 0, BOUND_EXACT_THREADS},
        {"bounds_ctas", 0, BOUND_CTAS},
        {"sets_cluster", 0, BOUND_CLUSTER},
        {"bounds_registers", 0, BOUND_REGISTERS},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!same(words[i].name, n->text)) continue;
        d->flags |= words[i].flag;
        if (words[i].bound) d->bound = words[i].bound;
        return;
    }
    fail_at(
        n->at,
        "unknown word '%s' of a directive (statement, strings, nonzero, once, memory, "
        "section_name, bounds_threads, sets_threads, bounds_ctas, sets_cluster, bounds_registers)",
        n->text);
}

static uint16_t tuned(const struct node *words) {
    uint16_t flags = 0;
    for (const struct node *w = words; w; w = w->next) {
        if (same(w->text, ".entry"))
            flags |= DIRECTIVE_ENTRY;
        else if (same(w->text, ".func"))
            flags |= DIRECTIVE_FUNC;
        else
            fail_at(w->at, "a directive tunes '.entry' or '.func', not '%s'", w->text);
    }
    return flags;
}

static void check_item(const struct node *n, struct isa_directive *d) {
    switch (n->kind) {
    case NODE_AVAIL: d->avail = check_avail(n); break;
    case NODE_NAME: take_directive_word(n, d); break;
    case NODE_TUNES: d->flags |= tuned(n->child); break;
    case NODE_VERSION: d->until = (uint8_t)n->number; break;
    case NODE_RANGE:
        /* The library has phrases only for this many values. */
        if (n->number > n->high || (n->high > MOST_VALUES && n->high != UINT32_MAX))
            fail_at(n->at, "a directive takes 0 to %d values, or any number from one on",
                    MOST_VALUES);
        d->least = (uint32_t)n->number;
        d->most = (uint32_t)n->high;
        break;
    case NODE_LIMITS:
        if (n->high >= UINT32_MAX) fail_at(n->at, "a value has 32 bits");
        d->limit = (uint32_t)n->high;
        break;
    default: break;
    }
}

void check_directive(const struct node *n) {
    struct isa_directive d = {.limit = UINT32_MAX};
    for (const struct node *i = n->extra; i; i = i->next) check_item(i, &d);
    for (const struct node *w = n->child; w; w = w->next) {
        check_plain(w);
        if (find(w->text) >= 0) {
            fail_at(w->at, "directive '%s' is defined twice", w->text);
            continue;
        }
        if (m.directives.count == ISA_MOST_DIRECTIVES)
            give_up("more than %d directives", ISA_MOST_DIRECTIVES);
        struct isa_directive one = d;
        one.name = w->text;
        if (strstr(w->text, "::")) one.flags |= DIRECTIVE_PART;
        PUSH(m.directives, one);
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct isa_directive *)a)->name, ((const struct isa_directive *)b)->name);
}

void sort_directives(void) { SORT(m.directives, by_name); }

static isa_directive_set set_of(const struct node *words) {
    isa_directive_set set = 0;
    for (const struct node *w = words; w; w = w->next) {
        int i = find(w->text);
        if (i < 0)
            fail_at(w->at, "unknown directive '%s'", w->text);
        else
            set |= UINT64_C(1) << i;
    }
    return set;
}

static void link_item(const struct node *n, struct isa_directive *d) {
    if (n->kind == NODE_EXCLUDES) d->excludes |= set_of(n->child);
    if (n->kind == NODE_NEEDS) d->needs |= set_of(n->child);
    if (n->kind == NODE_NEVER_AFTER) d->never_after |= set_of(n->child);
}

void link_directive(struct node *n) {
    for (const struct node *w = n->child; w; w = w->next)
        for (const struct node *i = n->extra; i; i = i->next)
            link_item(i, &m.directives.at[find(w->text)]);
}
