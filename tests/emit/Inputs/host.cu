// SPDX-License-Identifier: Apache-2.0
#include "replace.cu"
#include <cuda.h>

void copy(const CUtensorMap &map, void *place, float *tensor, float *out) {
    int at[2] = {16, 32};
    replace_and_copy<<<1, 128>>>(map, place, tensor, out, 64, at);
}
