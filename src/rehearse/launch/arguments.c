/* SPDX-License-Identifier: Apache-2.0
 * Converts the arguments of a launch to the bytes of parameters: see arguments.h. Manual: Kernel
 * Function Parameters. */
#include "rehearse/launch/arguments.h"
#include "rehearse/launch/refuse.h"
#include <string.h>

enum { MAP_BYTES = 128 };

/* Where an argument is stored in the parameter space. */
struct room {
    uint64_t at, size;
    bool partial; /* the argument may be a member at its start */
};

static void put_bytes(struct bytes *b, uint64_t at, const void *from, uint64_t size) {
    if (at + size > b->size) return;
    memcpy(b->value + at, from, (size_t)size);
    memset(b->known + at, 1, (size_t)size);
}

static void put_number(struct bytes *b, uint64_t at, uint64_t value, uint64_t size) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    put_bytes(b, at, bytes, size < 8 ? size : 8);
}

static bool put_map(struct bytes *b, uint64_t at, const ptxc_tensormap *map) {
    uint64_t words[16];
    if (!map || !ptxc_tensormap_encode(map, words)) return false;
    for (unsigned i = 0; i < 16; i++) put_number(b, at + 8 * i, words[i], 8);
    return true;
}

/* Writes the i-th argument of the launch for the parameter `name`. Returns NULL, or why that is not
 * possible. */
static const char *put_argument(struct machine *m, uint32_t i, struct room to, struct text name) {
    const ptxc_launch_param *p = &m->launch->params[i];
    struct bytes *params = &m->memory.params;
    struct arena *arena = m->arena;
    uint64_t room = (uint64_t)i * ROOM_OF_PARAM;
    int64_t size = (int64_t)to.size;
    switch (p->kind) {
    case PTXC_PARAM_VALUE:
        if (p->width > to.size || (p->width && p->width < to.size && to.size <= 8 && !to.partial))
            return phrase_narrow_parameter(arena, name, size, p->width).start;
        put_number(params, to.at, p->value, p->width ? p->width : to.size);
        return NULL;
    case PTXC_PARAM_BUFFER:
    case PTXC_PARAM_WORDS:
        put_number(params, to.at, BUFFER_BASE + ((uint64_t)i << BUFFER_SHIFT), 8);
        return to.size < 8 ? phrase_no_pointer(arena, name, size).start : NULL;
    case PTXC_PARAM_MAP:
        if (to.size < MAP_BYTES) return phrase_no_room_for_map(arena, name, size).start;
        return put_map(params, to.at, p->map) ? NULL : phrase_bad_map(arena, name).start;
    case PTXC_PARAM_MAP_POINTER:
    case PTXC_PARAM_MAP_ROOM:
        if (to.size < 8) return phrase_no_pointer(arena, name, size).start;
        put_number(params, to.at, ROOM_BASE + room, 8);
        if (p->kind == PTXC_PARAM_MAP_POINTER)
            return put_map(&m->memory.rooms, room, p->map) ? NULL
                                                           : phrase_bad_map(arena, name).start;
        memset(m->memory.rooms.known + room, 1,
               p->value < ROOM_OF_PARAM / MAP_BYTES ? (size_t)p->value * MAP_BYTES : ROOM_OF_PARAM);
        return NULL;
    }
    return "";
}

/* ---- matching parameters ---- */

static uint32_t count_parameters(const struct flow_function *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->variables.count; i++)
        count += ((const struct flow_variable *)list_at(&f->variables, i))->is_parameter;
    return count;
}

/* Returns the index of the parameter with this name or number, or the number of parameters. */
static uint32_t find_parameter(const struct flow_function *f, const char *name, uint32_t number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        if (!v->is_parameter) continue;
        if (name ? text_is(text_at(f->in->text, v->name), name) : count == number) return i;
        count++;
    }
    return f->variables.count;
}

static struct text name_of_variable(const struct flow_function *f, uint32_t variable) {
    const struct flow_variable *v = list_at(&f->variables, variable);
    return text_at(f->in->text, v->name);
}

/* Returns its number among the parameters. */
static uint32_t number_of_parameter(const struct flow_function *f, uint32_t variable) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < variable; i++)
        number += ((const struct flow_variable *)list_at(&f->variables, i))->is_parameter;
    return number;
}

static const char *put_one(struct machine *m, uint32_t i, uint32_t variable, uint8_t *given) {
    const struct flow_function *f = m->program->f;
    const ptxc_launch_param *p = &m->launch->params[i];
    uint64_t at = m->memory.address[variable] - PARAM_BASE, size = m->memory.size[variable];
    struct text_builder place = build_in_arena(m->arena);
    build_text(&place, name_of_variable(f, variable));
    if (p->offset) build_char(&place, '+');
    if (p->offset) build_unsigned(&place, p->offset);
    struct text name =
        phrase_a_parameter(m->arena, number_of_parameter(f, variable), built_text(&place));
    given[variable] = 1;
    m->memory.variable_of[i] = variable;
    if (p->offset >= size) return phrase_past_parameter(m->arena, name, (int64_t)size).start;
    const struct flow_variable *v = list_at(&f->variables, variable);
    bool has_members = size > isa_types[v->type].width / 8u;
    return put_argument(m, i, (struct room){at + p->offset, size - p->offset, has_members}, name);
}

/* ---- missing parameters ---- */

static const char *no_such_parameter(const struct machine *m, struct text name) {
    const struct flow_function *f = m->program->f;
    struct near_name near = near_to(name);
    for (uint32_t i = 0; i < f->variables.count; i++)
        if (((const struct flow_variable *)list_at(&f->variables, i))->is_parameter)
            near_offer(&near, name_of_variable(f, i));
    if (!near.best.start) return phrase_no_such_parameter(m->arena, name).start;
    return phrase_near_parameter(m->arena, name, near.best).start;
}

/* Describes the first parameter without an argument, and the number of such parameters. */
static const char *missing_parameter(const struct machine *m, const uint8_t *is_given,
                                     uint32_t wanted) {
    const struct flow_function *f = m->program->f;
    uint32_t first = f->variables.count, given = 0;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        given += is_given[i];
        if (first == f->variables.count && !is_given[i] &&
            ((const struct flow_variable *)list_at(&f->variables, i))->is_parameter)
            first = i;
    }
    if (first == f->variables.count) return NULL;
    struct text what = phrase_parameter_not_given(m->arena, number_of_parameter(f, first),
                                                  name_of_variable(f, first));
    return phrase_missing_parameter(m->arena, what, wanted, given).start;
}

const char *put_arguments(struct machine *m) {
    const struct flow_function *f = m->program->f;
    uint32_t wanted = count_parameters(f), number = 0;
    uint8_t *is_given = arena_zalloc(m->arena, f->variables.count + 1);
    m->memory.variable_of =
        arena_zalloc(m->arena, (m->launch->param_count + 1) * sizeof *m->memory.variable_of);
    for (uint32_t i = 0; i < m->launch->param_count; i++) {
        const ptxc_launch_param *p = &m->launch->params[i];
        if (p->number) number = p->number - 1;
        uint32_t variable = find_parameter(f, p->name, number);
        if (variable == f->variables.count && p->name)
            return no_such_parameter(m, text_of(p->name));
        if (variable == f->variables.count) {
            for (; i < m->launch->param_count; i++)
                if (m->launch->params[i].number > number) number = m->launch->params[i].number - 1;
            return phrase_other_parameters(m->arena, wanted, number + 1).start;
        }
        if (!p->name) number++;
        const char *wrong = put_one(m, i, variable, is_given);
        if (wrong) return wrong;
    }
    return m->launch->infer ? NULL : missing_parameter(m, is_given, wanted);
}
