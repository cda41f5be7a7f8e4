/* SPDX-License-Identifier: Apache-2.0
 * Checks descriptors of which at least some bits are known against their layout. There is one
 * warning per descriptor, about the first field that is wrong; notes list the others. */
#include "check/check.h"
#include "isa/descriptor.h"

/* Many instructions may use what one `mov` sets; it is reported only once. */
static bool is_reported(struct checker *c, ptxc_span set) {
    enum { MOST = sizeof c->known.wrong_constants / sizeof *c->known.wrong_constants };
    if (span_is_none(set)) return false;
    for (uint32_t i = 0; i < MOST && i < c->known.wrong_count; i++)
        if (c->known.wrong_constants[i] == set.start) return true;
    c->known.wrong_constants[c->known.wrong_count++ % MOST] = set.start;
    return false;
}

static struct text problem_text(struct checker *c, const struct descriptor *d,
                                const struct descriptor_problem *p) {
    size_t length = descriptor_say(d, p, NULL, 0);
    char *text = arena_alloc(c->arena, length + 1);
    descriptor_say(d, p, text, length + 1);
    return (struct text){text, (uint32_t)length};
}

static struct diag *say_descriptor(struct checker *c, ptxc_span at,
                                   const struct match_described *what, const struct descriptor *d,
                                   const struct descriptor_problem *p) {
    struct text name = text_of(isa_str(what->name)), problem = problem_text(c, d, p);
    if (!p->rule && !p->wanted) return report_descriptor_reserved(c->diags, at, name, problem);
    struct diag *diag = report_descriptor_field(c->diags, at, name, problem);
    if (!p->rule) return diag;
    diag_rule(diag, isa_str(p->rule->name));
    if (isa_text[p->rule->why])
        note_because(c->diags, diag, NO_SPAN, text_of(isa_str(p->rule->why)));
    return diag;
}

/* Checks a descriptor and reports problems. Returns true if there are none. */
static bool judge_descriptor(struct checker *c, const struct descriptor *d, ptxc_span at,
                             ptxc_span set, const struct match_described *what) {
    struct diag *diag = NULL;
    for (uint16_t i = 0; i < d->layout->fields.count; i++) {
        struct descriptor_problem p;
        if (!descriptor_is_wrong(d, &isa_fields[d->layout->fields.first + i], &p)) continue;
        if (!diag && is_reported(c, set)) return false;
        if (!diag)
            diag = say_descriptor(c, at, what, d, &p);
        else
            note_because(c->diags, diag, NO_SPAN, problem_text(c, d, &p));
    }
    if (diag && !span_is_none(set)) note_set_here(c->diags, diag, set);
    return !diag;
}

/* Adjacent instructions have similar descriptors. */
static struct clean_descriptor *clean_slot(struct checker *c, const struct descriptor *d) {
    enum { MOST = sizeof c->known.clean_descriptors / sizeof *c->known.clean_descriptors };
    uint64_t hash = (d->value + d->known) * UINT64_C(0x9E3779B97F4A7C15);
    return &c->known.clean_descriptors[(hash >> 32) % MOST];
}

void check_descriptor(struct checker *c, uint32_t stmt, uint32_t node,
                      const struct match_described *what) {
    struct constant value = check_constant(c, stmt, node);
    if (!value.known) return;
    uint32_t number = ast_stmt(c->ast, stmt)->head;
    const struct chain *chain = chain_at(c->names, number);
    struct descriptor d = {what->layout,    value.value,
                           value.known,     {c->text + chain->start, chain->length},
                           c->match.target, c->match.version};
    struct clean_descriptor *clean = clean_slot(c, &d);
    if (clean->layout == d.layout && clean->chain == number && clean->value == d.value &&
        clean->known == d.known)
        return;
    if (judge_descriptor(c, &d, node_span(ast_node(c->ast, node)), value.set, what))
        *clean = (struct clean_descriptor){d.layout, number, d.value, d.known};
}
