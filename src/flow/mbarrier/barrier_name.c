/* SPDX-License-Identifier: Apache-2.0
 * What messages call an mbarrier: the variable or register that its address is relative to. */
#include "flow/check/check.h"

/* The name of the register that the definition writes. */
static struct text name_of_definition(const struct flow_facts *facts, uint32_t definition) {
    const struct flow_function *f = facts->f;
    const struct definitions *d = &facts->values->definitions;
    if (definition == NO_DEFINITION || definition > d->writer_count + d->merges.count)
        return text_of("address");
    uint32_t writer = definition - 1;
    if (definition_is_merge(d, definition)) writer = d->first[definition_merge(d, definition)->id];
    return text_at(f->in->text,
                   node_span(ast_node(f->in->ast, f->refs[d->writers[writer].ref].node)));
}

struct text flow_barrier_name(const struct flow_facts *facts, const struct flow_value *barrier) {
    const struct flow_function *f = facts->f;
    struct text_builder name = build_in_arena(f->in->arena);
    if (barrier->base == BASE_VARIABLE) {
        const struct flow_variable *v = list_at(&f->variables, barrier->of);
        build_text(&name, text_at(f->in->text, v->name));
    } else {
        build_text(&name, name_of_definition(facts, barrier->of));
    }
    if (barrier->low) {
        build_char(&name, '+');
        build_number(&name, barrier->low);
    }
    return built_text(&name);
}
