/* SPDX-License-Identifier: Apache-2.0
 * Wrappers for programs that create tensor maps with the CUDA driver. Include this header after
 * cuda.h and link libptxcheck. Each ptxc_cuTensorMap... function calls the function of the driver
 * with the same parameters and returns its result. If the driver returns CUDA_ERROR_INVALID_VALUE,
 * the wrapper also prints every violated rule to standard error. If PTXC_TENSORMAP_WRAP is defined,
 * the names of the driver refer to the wrappers in the file that includes this header. To get the
 * same messages without a rebuild, load libptxcheck_tensormap.so with LD_PRELOAD.
 *
 * The wrappers allocate and keep nothing. They may be called from several threads at the same time;
 * the lines that they print may then interleave. Section "Tensor Map Object Management" of the CUDA
 * Driver API manual describes the parameters. */
#ifndef PTXCHECK_TENSORMAP_CUDA_H
#define PTXCHECK_TENSORMAP_CUDA_H

#include "ptxcheck_tensormap.h"
#include <cuda.h>
#include <stdio.h>
#include <string.h>

/* Prints every violated rule of the call if the result is CUDA_ERROR_INVALID_VALUE. Returns the
 * result unchanged. */
static inline CUresult ptxc_tm_explain(CUresult result, const ptxc_tensormap *map) {
    ptxc_tm_violation list[PTXC_TM_MAX_VIOLATIONS];
    char text[400];
    size_t count, i;
    if (result != CUDA_ERROR_INVALID_VALUE) return result;
    count = ptxc_tensormap_check(map, NULL, list, PTXC_TM_MAX_VIOLATIONS);
    fprintf(stderr, "%s: CUDA_ERROR_INVALID_VALUE\n", ptxc_tm_function_name(map->function));
    for (i = 0; i < count; i++) {
        ptxc_tm_violation_text(&list[i], text, sizeof text);
        fprintf(stderr, "  %s (%s)\n", text, ptxc_tm_origin_name(list[i].origin));
    }
    return result;
}

/* Clears *map and sets the members that all encoding functions share. Reads as much of each array
 * as the driver reads. */
static inline void ptxc_tm_fill(ptxc_tensormap *map, ptxc_tm_function function,
                                const CUtensorMap *tensor_map, CUtensorMapDataType type,
                                cuuint32_t rank, const void *address, const cuuint64_t *dim,
                                const cuuint64_t *strides, const cuuint32_t *element_strides) {
    cuuint32_t i;
    memset(map, 0, sizeof *map);
    map->function = function;
    map->tensor_map = (uint64_t)(size_t)tensor_map;
    map->data_type = (uint32_t)type;
    map->rank = rank;
    map->address = (uint64_t)(size_t)address;
    for (i = 0; i < rank && rank <= PTXC_TM_MAX_RANK; i++) {
        map->dim[i] = dim[i];
        if (i + 1 < rank) map->stride[i] = strides[i];
        map->element_stride[i] = element_strides[i];
    }
}

/* Sets the members that describe the layout in memory. */
static inline void ptxc_tm_fill_layout(ptxc_tensormap *map, CUtensorMapInterleave interleave,
                                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                       CUtensorMapFloatOOBfill fill) {
    map->interleave = (uint32_t)interleave;
    map->swizzle = (uint32_t)swizzle;
    map->l2_promotion = (uint32_t)promotion;
    map->oob_fill = (uint32_t)fill;
}

/* Wraps cuTensorMapEncodeTiled, which encodes a tiled tensor map. */
static inline CUresult
ptxc_cuTensorMapEncodeTiled(CUtensorMap *tensor_map, CUtensorMapDataType type, cuuint32_t rank,
                            void *address, const cuuint64_t *dim, const cuuint64_t *strides,
                            const cuuint32_t *box, const cuuint32_t *element_strides,
                            CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                            CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    ptxc_tensormap map;
    cuuint32_t i;
    CUresult result = cuTensorMapEncodeTiled(tensor_map, type, rank, address, dim, strides, box,
                                             element_strides, interleave, swizzle, promotion, fill);
    if (result == CUDA_SUCCESS) return result;
    ptxc_tm_fill(&map, PTXC_TM_TILED, tensor_map, type, rank, address, dim, strides,
                 element_strides);
    ptxc_tm_fill_layout(&map, interleave, swizzle, promotion, fill);
    for (i = 0; i < rank && rank <= PTXC_TM_MAX_RANK; i++) map.box[i] = box[i];
    return ptxc_tm_explain(result, &map);
}

/* Wraps cuTensorMapEncodeIm2col, which encodes an im2col tensor map. */
static inline CUresult
ptxc_cuTensorMapEncodeIm2col(CUtensorMap *tensor_map, CUtensorMapDataType type, cuuint32_t rank,
                             void *address, const cuuint64_t *dim, const cuuint64_t *strides,
                             const int *lower, const int *upper, cuuint32_t channels,
                             cuuint32_t pixels, const cuuint32_t *element_strides,
                             CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                             CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    ptxc_tensormap map;
    cuuint32_t i;
    CUresult result = cuTensorMapEncodeIm2col(tensor_map, type, rank, address, dim, strides, lower,
                                              upper, channels, pixels, element_strides, interleave,
                                              swizzle, promotion, fill);
    if (result == CUDA_SUCCESS) return result;
    ptxc_tm_fill(&map, PTXC_TM_IM2COL, tensor_map, type, rank, address, dim, strides,
                 element_strides);
    ptxc_tm_fill_layout(&map, interleave, swizzle, promotion, fill);
    for (i = 0; i + 2 < rank && rank <= PTXC_TM_MAX_RANK; i++) {
        map.lower[i] = lower[i];
        map.upper[i] = upper[i];
    }
    map.channels = channels;
    map.pixels = pixels;
    return ptxc_tm_explain(result, &map);
}

#if CUDA_VERSION >= 12080
/* Wraps cuTensorMapEncodeIm2colWide, which encodes an im2col tensor map of mode W or W128
 * (CUDA 12.8 or later). */
static inline CUresult ptxc_cuTensorMapEncodeIm2colWide(
    CUtensorMap *tensor_map, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *dim, const cuuint64_t *strides, int lower, int upper, cuuint32_t channels,
    cuuint32_t pixels, const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
    CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
    ptxc_tensormap map;
    CUresult result = cuTensorMapEncodeIm2colWide(tensor_map, type, rank, address, dim, strides,
                                                  lower, upper, channels, pixels, element_strides,
                                                  interleave, mode, swizzle, promotion, fill);
    if (result == CUDA_SUCCESS) return result;
    ptxc_tm_fill(&map, PTXC_TM_IM2COL_WIDE, tensor_map, type, rank, address, dim, strides,
                 element_strides);
    ptxc_tm_fill_layout(&map, interleave, swizzle, promotion, fill);
    map.lower[0] = lower;
    map.upper[0] = upper;
    map.channels = channels;
    map.pixels = pixels;
    map.mode = (uint32_t)mode;
    return ptxc_tm_explain(result, &map);
}
#endif

/* Wraps cuTensorMapReplaceAddress, which replaces the global address of a tensor map. */
static inline CUresult ptxc_cuTensorMapReplaceAddress(CUtensorMap *tensor_map, void *address) {
    ptxc_tensormap map;
    memset(&map, 0, sizeof map);
    map.function = PTXC_TM_REPLACE_ADDRESS;
    map.tensor_map = (uint64_t)(size_t)tensor_map;
    map.address = (uint64_t)(size_t)address;
    return ptxc_tm_explain(cuTensorMapReplaceAddress(tensor_map, address), &map);
}

#ifdef PTXC_TENSORMAP_WRAP
#define cuTensorMapEncodeTiled ptxc_cuTensorMapEncodeTiled
#define cuTensorMapEncodeIm2col ptxc_cuTensorMapEncodeIm2col
#define cuTensorMapEncodeIm2colWide ptxc_cuTensorMapEncodeIm2colWide
#define cuTensorMapReplaceAddress ptxc_cuTensorMapReplaceAddress
#endif

#endif
