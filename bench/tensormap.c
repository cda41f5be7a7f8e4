/* SPDX-License-Identifier: Apache-2.0
 * Measurements for bench/run.py: how many driver calls are checked per second of CPU time.
 * Prints checks per second for calls that are accepted, and for calls with a few errors. Nothing
 * is allocated; the library contains no means to do so (tests/api/symbols.py). */
#include "ptxcheck_tensormap.h"
#include <stdio.h>
#include <time.h>

enum { CALLS = 256, SECONDS = 1 };

static uint64_t state = 1;

static uint32_t any(uint32_t count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % count;
}

static ptxc_tensormap make(bool good) {
    ptxc_tensormap map = {
        .function = any(2) ? PTXC_TM_IM2COL : PTXC_TM_TILED,
        .data_type = PTXC_TM_FLOAT16,
        .rank = 3 + any(3),
        .address = 0x7f0000000000 + 16 * any(100),
        .channels = 8 * (1 + any(8)),
        .pixels = 1 + any(128),
        .swizzle = PTXC_TM_SWIZZLE_128B,
    };
    for (uint32_t i = 0; i < 5; i++) {
        map.dim[i] = 64 + any(200);
        map.box[i] = i ? 1 + any(4) : 64;
        map.element_stride[i] = 1 + any(3);
    }
    for (uint32_t i = 0; i < 4; i++) map.stride[i] = (i ? map.stride[i - 1] : 32) * map.dim[i];
    if (good) return map;
    map.address += 4;
    map.box[1] = 257;
    map.element_stride[2] = 9;
    map.l2_promotion = 7;
    return map;
}

static double per_second(bool good) {
    static ptxc_tensormap calls[CALLS];
    ptxc_tm_violation list[PTXC_TM_MAX_VIOLATIONS];
    ptxc_tm_options options = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_CC90};
    double checks = 0, found = 0;
    for (int i = 0; i < CALLS; i++) calls[i] = make(good);
    clock_t begin = clock(), end = begin;
    while (end - begin < SECONDS * CLOCKS_PER_SEC) {
        for (int i = 0; i < CALLS; i++)
            found +=
                (double)ptxc_tensormap_check(&calls[i], &options, list, PTXC_TM_MAX_VIOLATIONS);
        checks += CALLS;
        end = clock();
    }
    /* The result is used, so that the compiler cannot remove the work. */
    if (good != (found == 0)) return 0;
    return checks * CLOCKS_PER_SEC / (double)(end - begin);
}

int main(void) {
    printf("%.0f %.0f\n", per_second(true), per_second(false));
    return 0;
}
