/* SPDX-License-Identifier: Apache-2.0
 * The arguments of an event in its lanes: see running.h. */
#include "rehearse/running.h"
#include "ptxcheck_tensormap.h"

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

int64_t bytes_of_copy(const struct running *r, unsigned lane) {
    int64_t bytes;
    if (given_argument(r, ARGUMENT_BYTES))
        return number_in_lane(r, lane, ARGUMENT_BYTES, 0, &bytes) ? bytes : 0;
    if (!given_argument(r, ARGUMENT_MAP)) return 0;
    uint64_t address, words[16];
    const struct argument *a = given_argument(r, ARGUMENT_MAP);
    if (!place_read(r->m, r->w, lane, program_place(r->m->program, a->first), &address)) return 0;
    for (unsigned i = 0; i < 16; i++)
        if (!memory_read(r->m, r->w, lane, address + 8 * i, 8, &words[i])) return 0;
    ptxc_tensormap map;
    ptxc_tm_extent extent;
    ptxc_tm_copy copy = {.op = PTXC_TM_LOAD};
    if (!ptxc_tensormap_decode(words, &map)) return 0;
    return ptxc_tensormap_copy(&map, &copy, NULL, NULL, &extent) ? 0 : (int64_t)extent.bytes;
}
