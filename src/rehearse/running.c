/* SPDX-License-Identifier: Apache-2.0
 * The arguments of an event in its lanes: see running.h. */
#include "rehearse/running.h"
#include "tensormap/tensormap.h"

const struct argument *given_argument(const struct running *r, enum isa_event_argument what) {
    return program_argument(r->m->program, r->h, what);
}

bool has_flag(const struct running *r, enum isa_event_argument what) {
    const struct argument *a = given_argument(r, what);
    return a && (!a->known || a->number);
}

bool number_in_lane(const struct running *r, unsigned lane, enum isa_event_argument what,
                    int64_t otherwise, int64_t *number) {
    const struct argument *a = given_argument(r, what);
    *number = otherwise;
    if (!a) return true;
    if (a->known) {
        *number = a->number;
        return true;
    }
    uint64_t value = 0;
    bool known =
        a->count && place_read(r->m, r->w, lane, program_place(r->m->program, a->first), &value);
    *number = (int64_t)(uint32_t)value;
    return known;
}

uint32_t lanes_alike(const struct running *r, enum isa_event_argument what, uint32_t lanes) {
    const struct argument *a = given_argument(r, what);
    if (!a || !a->count) return lanes;
    const struct place *p = program_place(r->m->program, a->first);
    uint64_t first, value;
    bool known = place_read(r->m, r->w, (unsigned)__builtin_ctz(lanes), p, &first);
    uint32_t alike = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        if (place_read(r->m, r->w, l, p, &value) == known && value == first) alike |= 1u << l;
    }
    return alike ? alike : lanes & (0 - lanes);
}

bool shared_of(const struct running *r, unsigned lane, enum isa_event_argument what, uint32_t *cta,
               uint32_t *offset) {
    const struct argument *a = given_argument(r, what);
    uint64_t address;
    if (!a || !a->count) return false;
    if (!place_read(r->m, r->w, lane, program_place(r->m->program, a->first), &address))
        return false;
    return shared_place(r->m,
                        address < SHARED_WINDOW ? generic_address(SPACE_SHARED, address) : address,
                        cta, offset);
}

/* Reads the map that the event uses. Returns false if not all of it is known. */
static bool map_in_lane(const struct running *r, unsigned lane, ptxc_tensormap *map) {
    uint64_t address, words[16];
    const struct argument *a = given_argument(r, ARGUMENT_MAP);
    if (!a || !place_read(r->m, r->w, lane, program_place(r->m->program, a->first), &address))
        return false;
    for (unsigned i = 0; i < 16; i++)
        if (!memory_read(r->m, r->w, lane, address + 8 * i, 8, &words[i])) return false;
    return ptxc_tensormap_decode(words, map);
}

/* Returns the pixels that im2col::w adds to each row. */
static bool halo_in_lane(const struct running *r, unsigned lane, ptxc_tm_use use, uint64_t *halo) {
    *halo = 0;
    if (!flow_use_has_halo(use)) return true;
    const struct argument *a = given_argument(r, ARGUMENT_OFFSETS);
    return a && a->count &&
           place_read(r->m, r->w, lane, program_place(r->m->program, a->first), halo);
}

/* The words of a map do not tell cuTensorMapEncodeIm2colWide from cuTensorMapEncodeIm2col; the copy
 * does. */
static void name_function(ptxc_tensormap *map, ptxc_tm_use use) {
    if (!flow_use_has_halo(use) || map->function != PTXC_TM_IM2COL) return;
    map->function = PTXC_TM_IM2COL_WIDE;
    map->mode = use == PTXC_TM_USE_IM2COL_W128 ? PTXC_TM_WIDE_W128 : PTXC_TM_WIDE_W;
}

int64_t bytes_of_copy(const struct running *r, unsigned lane) {
    int64_t given;
    if (given_argument(r, ARGUMENT_BYTES))
        return number_in_lane(r, lane, ARGUMENT_BYTES, 0, &given) ? given : 0;
    const struct argument *mode = given_argument(r, ARGUMENT_MODE);
    ptxc_tm_use use = flow_named_use(mode ? (enum isa_event_name)mode->name : NAMED_NONE);
    ptxc_tensormap map;
    uint64_t halo, bytes;
    if (!map_in_lane(r, lane, &map) || !halo_in_lane(r, lane, use, &halo)) return 0;
    name_function(&map, use);
    return tm_box_bytes(&map, use, (uint32_t)halo, &bytes) ? (int64_t)bytes : 0;
}
