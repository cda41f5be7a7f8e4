/* SPDX-License-Identifier: Apache-2.0
 * From the arguments of a launch to the bytes of parameters: see arguments.h.
 * Manual: Kernel Function Parameters. */
#include "rehearse/launch/arguments.h"
#include <string.h>

enum { MAP_BYTES = 128 };

/* Where an argument goes in the space of parameters. */
struct room {
    uint64_t at, size;
};

static void put_bytes(struct bytes *b, uint64_t at, const void *from, uint64_t size) {
    if (at + size > b->size) return;
    memcpy(b->value + at, from, size);
    memset(b->known + at, 1, size);
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

/* Writes the i-th argument of the launch. */
static bool put_argument(struct machine *m, uint32_t i, struct room to) {
    const ptxc_launch_param *p = &m->launch->params[i];
    struct bytes *params = &m->memory.params;
    uint64_t room = (uint64_t)i * ROOM_OF_PARAM;
    switch (p->kind) {
    case PTXC_PARAM_VALUE:
        if (p->width && p->width > to.size) return false;
        put_number(params, to.at, p->value, p->width ? p->width : to.size);
        return true;
    case PTXC_PARAM_BUFFER:
    case PTXC_PARAM_WORDS:
        put_number(params, to.at, BUFFER_BASE + ((uint64_t)i << BUFFER_SHIFT), to.size);
        return to.size >= 8;
    case PTXC_PARAM_MAP: return to.size >= MAP_BYTES && put_map(params, to.at, p->map);
    case PTXC_PARAM_MAP_POINTER:
    case PTXC_PARAM_MAP_ROOM:
        put_number(params, to.at, ROOM_BASE + room, to.size);
        if (p->kind == PTXC_PARAM_MAP_POINTER) return put_map(&m->memory.rooms, room, p->map);
        memset(m->memory.rooms.known + room, 1,
               p->value < ROOM_OF_PARAM / MAP_BYTES ? p->value * MAP_BYTES : ROOM_OF_PARAM);
        return true;
    }
    return false;
}

/* ---- which is which ---- */

static uint32_t count_parameters(const struct flow_function *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->variables.count; i++)
        count += ((const struct flow_variable *)list_at(&f->variables, i))->is_parameter;
    return count;
}

/* The variable of a name, or the one of a number among the parameters; its count if there is none.
 */
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

static const char *put_one(struct machine *m, uint32_t i, uint32_t variable, uint8_t *given) {
    const ptxc_launch_param *p = &m->launch->params[i];
    uint64_t at = m->memory.address[variable] - PARAM_BASE, size = m->memory.size[variable];
    given[variable] = 1;
    if (p->offset < size && put_argument(m, i, (struct room){at + p->offset, size - p->offset}))
        return NULL;
    return phrase_bad_argument(m->arena, i).start;
}

const char *put_arguments(struct machine *m) {
    const struct flow_function *f = m->program->f;
    uint32_t wanted = count_parameters(f), number = 0, most = 0, given = 0;
    uint8_t *is_given = arena_zalloc(m->arena, f->variables.count + 1);
    for (uint32_t i = 0; i < m->launch->param_count; i++) {
        const ptxc_launch_param *p = &m->launch->params[i];
        if (p->number) number = p->number - 1;
        uint32_t variable = find_parameter(f, p->name, number);
        if (!p->name && ++number > most) most = number;
        if (variable == f->variables.count && p->name)
            return phrase_no_such_parameter(m->arena, text_of(p->name)).start;
        if (variable == f->variables.count) break;
        const char *wrong = put_one(m, i, variable, is_given);
        if (wrong) return wrong;
    }
    for (uint32_t i = 0; i < f->variables.count; i++) given += is_given[i];
    if (most <= wanted && (m->launch->infer || given == wanted)) return NULL;
    return phrase_other_parameters(m->arena, wanted, most > wanted ? most : given).start;
}
