/* SPDX-License-Identifier: Apache-2.0
 * The data that a bulk copy moves: see copy.h. */
#include "flow/check/copy.h"
#include "tensormap/tensormap.h"

/* Returns the parameter if an instruction loads all of it, or NULL. */
static const struct flow_variable *loaded_parameter(const struct flow_function *f, uint32_t insn) {
    const struct flow_variable *found = NULL;
    for (uint32_t i = f->insns[insn].refs; i < f->insns[insn + 1].refs; i++) {
        const struct flow_ref *ref = &f->refs[i];
        if (!(ref->flags & REF_ADDRESS)) continue;
        if (found || !(ref->flags & REF_VARIABLE)) return NULL;
        found = list_at(&f->variables, ref->id);
    }
    bool is_pointer = found && found->is_parameter && !found->is_array && !found->vector &&
                      isa_types[found->type].width == 64;
    return is_pointer ? found : NULL;
}

/* Returns the variable that contains the map, or the parameter that holds its address, or NULL if
 * unknown. */
static const struct flow_variable *holder_of(const struct flow_facts *facts,
                                             const struct flow_value *at) {
    const struct definitions *all = &facts->values->definitions;
    if (flow_is_place(at)) return list_at(&facts->f->variables, at->of);
    bool is_loaded = at->base == BASE_DEFINITION && at->bounded && at->low == at->high && at->of &&
                     at->of <= all->writer_count;
    return is_loaded ? loaded_parameter(facts->f, all->writers[at->of - 1].insn) : NULL;
}

const ptxc_tensormap *flow_map_of(const struct flow_facts *facts, uint32_t event) {
    const struct flow_function *f = facts->f;
    if (!f->in->map_count || !flow_argument(facts->events, event, ARGUMENT_MAP).given) return NULL;
    struct flow_value at = flow_argument_value(facts->values, facts->events, event, ARGUMENT_MAP);
    const struct flow_variable *v = holder_of(facts, &at);
    if (!v) return NULL;
    struct text name = text_at(f->in->text, v->name);
    for (uint32_t i = f->in->map_count; i-- > 0;) { /* the last of equal names counts */
        const struct flow_map *m = &f->in->maps[i];
        if (text_same(m->name, name) && m->offset == at.low) return m->map;
    }
    return NULL;
}

ptxc_tm_use flow_map_use(const struct flow_facts *facts, uint32_t event) {
    return flow_named_use(flow_argument(facts->events, event, ARGUMENT_MODE).name);
}

/* Returns the pixels that im2col::w adds to each row, as the first offset specifies. */
static bool halo_of(const struct flow_facts *facts, uint32_t event, ptxc_tm_use use,
                    uint32_t *halo) {
    *halo = 0;
    if (!flow_use_has_halo(use)) return true;
    const struct operand *o = flow_argument(facts->events, event, ARGUMENT_OFFSETS).operand;
    if (!o || o->shape != OP_VECTOR || o[1].shape != OP_INTEGER || o[1].value < 0) return false;
    *halo = (uint32_t)o[1].value;
    return true;
}

struct flow_bytes flow_copy_bytes(const struct flow_facts *facts, uint32_t event) {
    struct event_value size = flow_argument(facts->events, event, ARGUMENT_BYTES);
    if (size.given)
        return (struct flow_bytes){size.known && size.number >= 0, (uint64_t)size.number};
    const ptxc_tensormap *map = flow_map_of(facts, event);
    ptxc_tm_use use = flow_map_use(facts, event);
    struct flow_bytes all = {0};
    uint32_t halo;
    if (map && halo_of(facts, event, use, &halo))
        all.known = tm_box_bytes(map, use, halo, &all.bytes);
    return all;
}
