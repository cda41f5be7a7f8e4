/* SPDX-License-Identifier: Apache-2.0
 * Names of rules, parameters and enumerators. */
#include "tensormap/tensormap.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *name, *quantity, *because;
    enum tm_source source;
} rules[] = {
#define RULE(id, name, origin, quantity, because) {name, quantity, because, TM_##origin},
#include "tensormap/rules.def"
};

static const char *const types[] = {
    "CU_TENSOR_MAP_DATA_TYPE_UINT8",         "CU_TENSOR_MAP_DATA_TYPE_UINT16",
    "CU_TENSOR_MAP_DATA_TYPE_UINT32",        "CU_TENSOR_MAP_DATA_TYPE_INT32",
    "CU_TENSOR_MAP_DATA_TYPE_UINT64",        "CU_TENSOR_MAP_DATA_TYPE_INT64",
    "CU_TENSOR_MAP_DATA_TYPE_FLOAT16",       "CU_TENSOR_MAP_DATA_TYPE_FLOAT32",
    "CU_TENSOR_MAP_DATA_TYPE_FLOAT64",       "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16",
    "CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ",   "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32",
    "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ",  "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B",
    "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B", "CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B"};
static const uint8_t bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};
static const char *const interleaves[] = {"CU_TENSOR_MAP_INTERLEAVE_NONE",
                                          "CU_TENSOR_MAP_INTERLEAVE_16B",
                                          "CU_TENSOR_MAP_INTERLEAVE_32B"};
static const char *const modes[] = {"CU_TENSOR_MAP_IM2COL_WIDE_MODE_W",
                                    "CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128"};
static const char *const swizzles[] = {
    "CU_TENSOR_MAP_SWIZZLE_NONE",          "CU_TENSOR_MAP_SWIZZLE_32B",
    "CU_TENSOR_MAP_SWIZZLE_64B",           "CU_TENSOR_MAP_SWIZZLE_128B",
    "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B", "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B",
    "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B"};
static const uint8_t spans[] = {0, 32, 64, 128, 128, 128, 128};
static const char *const promotions[] = {
    "CU_TENSOR_MAP_L2_PROMOTION_NONE", "CU_TENSOR_MAP_L2_PROMOTION_L2_64B",
    "CU_TENSOR_MAP_L2_PROMOTION_L2_128B", "CU_TENSOR_MAP_L2_PROMOTION_L2_256B"};
static const char *const fills[] = {"CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE",
                                    "CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA"};
static const char *const functions[] = {"cuTensorMapEncodeTiled", "cuTensorMapEncodeIm2col",
                                        "cuTensorMapEncodeIm2colWide", "cuTensorMapReplaceAddress"};
static const char *const origins[] = {"document", "driver", "document-only"};
static const char *const uses[] = {"any",    "tile",      "tile::gather4", "tile::scatter4",
                                   "im2col", "im2col::w", "im2col::w::128"};

static const struct {
    const char *name;
    const char *const *values;
    size_t count;
} params[PTXC_TM_PARAM_COUNT] = {
    [PTXC_TM_PARAM_TENSOR_MAP] = {"tensorMap", functions, LENGTH(functions)},
    [PTXC_TM_PARAM_TYPE] = {"tensorDataType", types, LENGTH(types)},
    [PTXC_TM_PARAM_RANK] = {"tensorRank", NULL, 0},
    [PTXC_TM_PARAM_ADDRESS] = {"globalAddress", NULL, 0},
    [PTXC_TM_PARAM_DIM] = {"globalDim", NULL, 0},
    [PTXC_TM_PARAM_STRIDES] = {"globalStrides", NULL, 0},
    [PTXC_TM_PARAM_BOX] = {"boxDim", NULL, 0},
    [PTXC_TM_PARAM_LOWER] = {"pixelBoxLowerCorner", NULL, 0},
    [PTXC_TM_PARAM_UPPER] = {"pixelBoxUpperCorner", NULL, 0},
    [PTXC_TM_PARAM_LOWER_WIDTH] = {"pixelBoxLowerCornerWidth", NULL, 0},
    [PTXC_TM_PARAM_UPPER_WIDTH] = {"pixelBoxUpperCornerWidth", NULL, 0},
    [PTXC_TM_PARAM_CHANNELS] = {"channelsPerPixel", NULL, 0},
    [PTXC_TM_PARAM_PIXELS] = {"pixelsPerColumn", NULL, 0},
    [PTXC_TM_PARAM_ELEMENT_STRIDES] = {"elementStrides", NULL, 0},
    [PTXC_TM_PARAM_INTERLEAVE] = {"interleave", interleaves, LENGTH(interleaves)},
    [PTXC_TM_PARAM_MODE] = {"mode", modes, LENGTH(modes)},
    [PTXC_TM_PARAM_SWIZZLE] = {"swizzle", swizzles, LENGTH(swizzles)},
    [PTXC_TM_PARAM_L2_PROMOTION] = {"l2Promotion", promotions, LENGTH(promotions)},
    [PTXC_TM_PARAM_OOB_FILL] = {"oobFill", fills, LENGTH(fills)},
};

size_t ptxc_tm_rule_count(void) { return TM_RULE_COUNT; }

ptxc_status ptxc_tm_rule_get(size_t index, ptxc_tm_rule *rule) {
    static const ptxc_tm_origin origin[] = {
        [TM_DOCUMENT] = PTXC_TM_FROM_DOCUMENT,
        [TM_DRIVER] = PTXC_TM_FROM_DRIVER,
        [TM_ONLY] = PTXC_TM_DOCUMENT_ONLY,
        [TM_ADVICE] = PTXC_TM_DOCUMENT_ONLY,
    };
    if (!rule) return PTXC_BAD_ARGUMENT;
    if (index >= TM_RULE_COUNT) return PTXC_NOT_FOUND;
    *rule = (ptxc_tm_rule){rules[index].name, origin[rules[index].source], rules[index].quantity,
                           rules[index].because};
    return PTXC_OK;
}

enum tm_source tm_rule_source(enum tm_rule_id id) { return rules[id].source; }

const char *ptxc_tm_function_name(ptxc_tm_function function) {
    return (size_t)function < LENGTH(functions) ? functions[function] : NULL;
}

const char *ptxc_tm_param_name(ptxc_tm_param param) {
    return (size_t)param < PTXC_TM_PARAM_COUNT ? params[param].name : NULL;
}

const char *ptxc_tm_origin_name(ptxc_tm_origin origin) {
    return (size_t)origin < LENGTH(origins) ? origins[origin] : NULL;
}

const char *ptxc_tm_use_name(ptxc_tm_use use) {
    return (size_t)use < LENGTH(uses) ? uses[use] : NULL;
}

const char *ptxc_tm_value_name(ptxc_tm_param param, uint64_t value) {
    if ((size_t)param >= PTXC_TM_PARAM_COUNT || value >= params[param].count) return NULL;
    return params[param].values[value];
}

uint32_t ptxc_tm_type_bits(uint32_t type) { return type < LENGTH(bits) ? bits[type] : 0; }

uint32_t tm_swizzle_span(uint32_t swizzle) { return swizzle < LENGTH(spans) ? spans[swizzle] : 0; }
