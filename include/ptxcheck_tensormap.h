/* SPDX-License-Identifier: Apache-2.0
 * Tensor maps of the CUDA driver: what is wrong with the arguments of cuTensorMapEncodeTiled,
 * cuTensorMapEncodeIm2col, cuTensorMapEncodeIm2colWide and cuTensorMapReplaceAddress, what stands
 * in the descriptor, and what one copy through it reads and writes.
 *
 * No function here allocates, keeps anything or needs CUDA; all may run in several threads at once.
 * Enumerations have the values of cuda.h. */
#ifndef PTXCHECK_TENSORMAP_H
#define PTXCHECK_TENSORMAP_H

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the arguments --------------------------------------------------------------------------- */

typedef enum ptxc_tm_function {
    PTXC_TM_TILED,          /* cuTensorMapEncodeTiled */
    PTXC_TM_IM2COL,         /* cuTensorMapEncodeIm2col */
    PTXC_TM_IM2COL_WIDE,    /* cuTensorMapEncodeIm2colWide */
    PTXC_TM_REPLACE_ADDRESS /* cuTensorMapReplaceAddress */
} ptxc_tm_function;

typedef enum ptxc_tm_type {
    PTXC_TM_UINT8,
    PTXC_TM_UINT16,
    PTXC_TM_UINT32,
    PTXC_TM_INT32,
    PTXC_TM_UINT64,
    PTXC_TM_INT64,
    PTXC_TM_FLOAT16,
    PTXC_TM_FLOAT32,
    PTXC_TM_FLOAT64,
    PTXC_TM_BFLOAT16,
    PTXC_TM_FLOAT32_FTZ,
    PTXC_TM_TFLOAT32,
    PTXC_TM_TFLOAT32_FTZ,
    PTXC_TM_16U4_ALIGN8B,
    PTXC_TM_16U4_ALIGN16B,
    PTXC_TM_16U6_ALIGN16B
} ptxc_tm_type;

typedef enum ptxc_tm_interleave {
    PTXC_TM_INTERLEAVE_NONE,
    PTXC_TM_INTERLEAVE_16B,
    PTXC_TM_INTERLEAVE_32B
} ptxc_tm_interleave;

typedef enum ptxc_tm_swizzle {
    PTXC_TM_SWIZZLE_NONE,
    PTXC_TM_SWIZZLE_32B,
    PTXC_TM_SWIZZLE_64B,
    PTXC_TM_SWIZZLE_128B,
    PTXC_TM_SWIZZLE_128B_ATOM_32B,
    PTXC_TM_SWIZZLE_128B_ATOM_32B_FLIP_8B,
    PTXC_TM_SWIZZLE_128B_ATOM_64B
} ptxc_tm_swizzle;

typedef enum ptxc_tm_wide_mode { PTXC_TM_WIDE_W, PTXC_TM_WIDE_W128 } ptxc_tm_wide_mode;

enum { PTXC_TM_MAX_RANK = 5 };

/* One call. Members are the driver's parameters, with their types; a function reads its own only.
 * Entries beyond the rank are not read. All enumerations may hold values that do not exist. */
typedef struct ptxc_tensormap {
    ptxc_tm_function function;
    uint64_t tensor_map;        /* where the map will lie; 0: not known */
    uint32_t data_type;         /* ptxc_tm_type */
    uint32_t rank;              /* tensorRank */
    uint64_t address;           /* globalAddress */
    uint64_t dim[5], stride[4]; /* globalDim, globalStrides */
    uint32_t box[5];            /* boxDim; tiled */
    int32_t lower[3], upper[3]; /* pixelBoxLowerCorner, ...Upper...; wide: [0] is the ...Width */
    uint32_t channels, pixels;  /* channelsPerPixel, pixelsPerColumn; im2col and wide */
    uint32_t element_stride[5]; /* elementStrides */
    uint32_t interleave;        /* ptxc_tm_interleave */
    uint32_t mode;              /* ptxc_tm_wide_mode; wide */
    uint32_t swizzle;           /* ptxc_tm_swizzle */
    uint32_t l2_promotion;      /* 0 to 3: none, 64, 128, 256 bytes */
    uint32_t oob_fill;          /* 0: zero, 1: NaN */
} ptxc_tensormap;

/* ---- what is wrong with them ----------------------------------------------------------------- */

/* Whose rules count. The driver's were recorded on a device of compute capability 9.0. */
typedef enum ptxc_tm_profile {
    PTXC_TM_BOTH,    /* the driver's are errors, the document's others are warnings */
    PTXC_TM_CC90,    /* the driver's alone */
    PTXC_TM_DOCUMENT /* the document's alone, for any device */
} ptxc_tm_profile;

typedef enum ptxc_tm_origin {
    PTXC_TM_FROM_DOCUMENT, /* documented, and the driver agrees */
    PTXC_TM_FROM_DRIVER,   /* the driver is stricter than the document */
    PTXC_TM_DOCUMENT_ONLY  /* documented, and the driver does not look */
} ptxc_tm_origin;

/* How an instruction uses the map; it asks for more than the call. */
typedef enum ptxc_tm_use {
    PTXC_TM_USE_ANY,
    PTXC_TM_USE_TILE,
    PTXC_TM_USE_GATHER4,
    PTXC_TM_USE_SCATTER4,
    PTXC_TM_USE_IM2COL,
    PTXC_TM_USE_IM2COL_W,
    PTXC_TM_USE_IM2COL_W128
} ptxc_tm_use;

typedef enum ptxc_tm_param {
    PTXC_TM_PARAM_TENSOR_MAP,
    PTXC_TM_PARAM_TYPE,
    PTXC_TM_PARAM_RANK,
    PTXC_TM_PARAM_ADDRESS,
    PTXC_TM_PARAM_DIM,
    PTXC_TM_PARAM_STRIDES,
    PTXC_TM_PARAM_BOX,
    PTXC_TM_PARAM_LOWER,
    PTXC_TM_PARAM_UPPER,
    PTXC_TM_PARAM_LOWER_WIDTH,
    PTXC_TM_PARAM_UPPER_WIDTH,
    PTXC_TM_PARAM_CHANNELS,
    PTXC_TM_PARAM_PIXELS,
    PTXC_TM_PARAM_ELEMENT_STRIDES,
    PTXC_TM_PARAM_INTERLEAVE,
    PTXC_TM_PARAM_MODE,
    PTXC_TM_PARAM_SWIZZLE,
    PTXC_TM_PARAM_L2_PROMOTION,
    PTXC_TM_PARAM_OOB_FILL,
    PTXC_TM_PARAM_COUNT
} ptxc_tm_param;

/* What a value should have been. */
typedef enum ptxc_tm_relation {
    PTXC_TM_MULTIPLE_OF, /* a */
    PTXC_TM_AT_LEAST,    /* a */
    PTXC_TM_AT_MOST,     /* a */
    PTXC_TM_BETWEEN,     /* a and b, both included */
    PTXC_TM_EQUAL,       /* a */
    PTXC_TM_ONE_OF       /* the enumerators whose bits are set in a */
} ptxc_tm_relation;

typedef struct ptxc_tm_violation {
    uint32_t rule; /* number of the rule: ptxc_tm_rule_get */
    ptxc_tm_param param;
    int32_t index; /* in the array, or -1 */
    ptxc_tm_origin origin;
    ptxc_severity severity;
    int64_t found; /* as uint64_t where found_unsigned; what the rule's quantity says */
    bool found_unsigned;
    ptxc_tm_relation relation;
    int64_t a, b;
} ptxc_tm_violation;

typedef struct ptxc_tm_rule {
    const char *name; /* "box-max"; never changes its meaning */
    ptxc_tm_origin origin;
    const char *quantity; /* what is compared, where it is not the parameter itself, or "" */
    const char *because;  /* when the rule holds, or "" */
} ptxc_tm_rule;

/* `size` is sizeof(ptxc_tm_options); the zero value of each other member is the default. */
typedef struct ptxc_tm_options {
    size_t size;
    ptxc_tm_profile profile;
    ptxc_tm_use use;
    uint32_t target; /* 120 for sm_120a, ...; 0: no target in particular */
    char suffix;     /* of the target: 'a' or 'f'; NUL: none */
} ptxc_tm_options;

/* No call has more violations than this. */
enum { PTXC_TM_MAX_VIOLATIONS = 64 };

/* Writes every violation, in the order of the parameters, up to capacity, and returns how many
 * there are. The driver accepts the call if none of them is an error. options may be NULL. Returns
 * SIZE_MAX and writes nothing if options->size is not valid. */
PTXC_API size_t ptxc_tensormap_check(const ptxc_tensormap *map, const ptxc_tm_options *options,
                                     ptxc_tm_violation *violations, size_t capacity);

/* The violation as a sentence, without a full stop. Writes at most size bytes, the NUL counted, and
 * returns the length of the whole. buffer may be NULL if size is 0. */
PTXC_API size_t ptxc_tm_violation_text(const ptxc_tm_violation *violation, char *buffer,
                                       size_t size);

PTXC_API size_t ptxc_tm_rule_count(void);
PTXC_API ptxc_status ptxc_tm_rule_get(size_t index, ptxc_tm_rule *rule);

/* ---- names ----------------------------------------------------------------------------------- */

/* "cuTensorMapEncodeTiled", "globalDim", "driver", "tile::gather4"; NULL for what does not exist.
 */
PTXC_API const char *ptxc_tm_function_name(ptxc_tm_function function);
PTXC_API const char *ptxc_tm_param_name(ptxc_tm_param param);
PTXC_API const char *ptxc_tm_origin_name(ptxc_tm_origin origin);
PTXC_API const char *ptxc_tm_use_name(ptxc_tm_use use);
/* The name in cuda.h of a value of an enumeration; NULL if the parameter or the value has none. */
PTXC_API const char *ptxc_tm_value_name(ptxc_tm_param param, uint64_t value);
/* Size of an element in bits; 0 for an unknown type. */
PTXC_API uint32_t ptxc_tm_type_bits(uint32_t data_type);

/* ---- the descriptor -------------------------------------------------------------------------- */

/* The 128 bytes that the driver makes of a call, as 16 little-endian words. The layout is inferred
 * from descriptors of a device of compute capability 9.0. false: this driver refuses the call. */
PTXC_API bool ptxc_tensormap_encode(const ptxc_tensormap *map, uint64_t words[16]);
/* The call that makes this descriptor; a wide one comes back as im2col. false: no call known does.
 */
PTXC_API bool ptxc_tensormap_decode(const uint64_t words[16], ptxc_tensormap *map);

/* ---- one copy -------------------------------------------------------------------------------- */

typedef enum ptxc_tm_op {
    PTXC_TM_LOAD,
    PTXC_TM_STORE,
    PTXC_TM_ADD,
    PTXC_TM_MIN,
    PTXC_TM_MAX,
    PTXC_TM_INC,
    PTXC_TM_DEC,
    PTXC_TM_AND,
    PTXC_TM_OR,
    PTXC_TM_XOR
} ptxc_tm_op;

typedef struct ptxc_tm_copy {
    ptxc_tm_op op;
    ptxc_tm_use use;     /* PTXC_TM_USE_ANY: tile or im2col, as the map is */
    int32_t at[5];       /* tensorCoords */
    uint32_t offsets[3]; /* im2col offsets, or wHalo and wOffset */
    uint32_t shared;     /* the address in shared memory, from a 1024-byte boundary; % 128 = 0 */
} ptxc_tm_copy;

/* A run of bytes that lie together in shared and in global memory. */
typedef struct ptxc_tm_run {
    uint32_t shared; /* from the 1024-byte boundary */
    uint32_t length;
    uint64_t address; /* in global memory, unless filled */
    bool filled;      /* outside the tensor: zero or NaN, as the map says */
} ptxc_tm_run;

typedef struct ptxc_tm_extent {
    uint64_t bytes;     /* a load: what its mbarrier counts; else: what is written */
    uint32_t footprint; /* bytes of shared memory from its address on, padding counted */
    uint32_t row_bytes; /* of one row: elements, */
    uint32_t row_pitch; /* and from one row to the next */
    uint32_t rows;
} ptxc_tm_extent;

/* Calls run with every run, sorted by shared. Returns NULL, or why the unit would trap (then no run
 * is reported, and extent is zero). The map must be one that the driver accepts. run and extent may
 * be NULL. Measured on a device of compute capability 9.0, but for what
 * ptxc_tensormap_copy_is_measured denies. */
PTXC_API const char *ptxc_tensormap_copy(const ptxc_tensormap *map, const ptxc_tm_copy *copy,
                                         void (*run)(void *context, const ptxc_tm_run *run),
                                         void *context, ptxc_tm_extent *extent);
/* Where a byte of unswizzled rows lands, both as addresses from a 1024-byte boundary; and back, for
 * a swizzle is its own inverse. */
PTXC_API uint32_t ptxc_tm_swizzled(uint32_t swizzle, uint32_t address);
/* The largest im2col offset (or wHalo, wOffset) that an instruction takes there, by the PTX ISA;
 * -1: a copy with this map has no such offset. use may be PTXC_TM_USE_ANY. */
PTXC_API int32_t ptxc_tm_offset_max(const ptxc_tensormap *map, ptxc_tm_use use, uint32_t index);
/* false: the model follows the documents alone, or the copy has an offset above its largest. */
PTXC_API bool ptxc_tensormap_copy_is_measured(const ptxc_tensormap *map, const ptxc_tm_copy *copy);

#ifdef __cplusplus
}
#endif

#endif
