// SPDX-License-Identifier: Apache-2.0
// A program with a map that the driver refuses, for trying the shim and the header on a real GPU:
//
//     nvcc -o refused refused.cu -lcuda && LD_PRELOAD=libptxcheck_tensormap.so ./refused
//     nvcc -DWITH_HEADER -Iinclude -o explained refused.cu libptxcheck.a -lcuda && ./explained
//
// It finds the driver's function by name, by cuGetProcAddress and by cudaGetDriverEntryPoint.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#ifdef WITH_HEADER
#define PTXC_TENSORMAP_WRAP
#include "ptxcheck_tensormap_cuda.h"
#endif

typedef CUresult Tiled(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                       const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave,
                       CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static void try_it(const char *how, Tiled *encode, void *memory) {
    CUtensorMap map;
    cuuint64_t dim[] = {4096, 4096}, strides[] = {8192};
    cuuint32_t box[] = {100, 257}, steps[] = {9, 1};
    printf("%s: ", how);
    fflush(stdout);
    if (!encode) {
        puts("not found");
        return;
    }
    CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (char *)memory + 8, dim, strides, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("result %d\n", (int)result);
    box[0] = 64, box[1] = 128, steps[0] = 1;
    result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, memory, dim, strides, box, steps,
                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("a good map: result %d; replaced by a bad address: result %d\n", (int)result,
           (int)cuTensorMapReplaceAddress(&map, (char *)memory + 8));
    fflush(stdout);
}

int main() {
    void *memory;
    cudaMalloc(&memory, 32 << 20);
    try_it("by name", cuTensorMapEncodeTiled, memory);
#ifndef WITH_HEADER
    void *found = nullptr;
    CUdriverProcAddressQueryResult status;
    cuGetProcAddress("cuTensorMapEncodeTiled", &found, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status);
    try_it("cuGetProcAddress", (Tiled *)found, memory);
    cudaDriverEntryPointQueryResult seen;
    found = nullptr;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &seen);
    try_it("cudaGetDriverEntryPoint", (Tiled *)found, memory);
#endif
    return 0;
}
