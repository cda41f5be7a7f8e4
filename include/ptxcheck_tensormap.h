/* SPDX-License-Identifier: Apache-2.0
 * Tensor maps of the CUDA driver: what is wrong with the arguments of cuTensorMapEncodeTiled,
 * cuTensorMapEncodeIm2col, cuTensorMapEncodeIm2colWide and cuTensorMapReplaceAddress, what the
 * descriptor contains, and what one copy through it reads and writes.
 *
 * The rules come from the section "Tensor Map Object Management" of the CUDA Driver API manual,
 * from the section "Tensors" of the PTX ISA manual, and from calls recorded from the driver.
 *
 * Memory: no function allocates, keeps a pointer after it returns, or needs CUDA. All strings are
 *   constant and live forever.
 * Threads: every function may be called from several threads at the same time.
 * Pointers: a pointer must not be NULL, unless the comment of the function allows it.
 * Values: all enumerations that cuda.h also defines have the values of cuda.h. Sizes, strides and
 *   addresses are in bytes, dimensions and boxes in elements, unless the comment says otherwise.
 */
#ifndef PTXCHECK_TENSORMAP_H
#define PTXCHECK_TENSORMAP_H

#include "ptxcheck_base.h"

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

/* The arguments of one call of the driver. The members are the parameters of the driver, with their
 * types; each function of the driver has only some of them, and only these are read. Entries beyond
 * the rank are not read. A member may have a value that its enumeration does not define. */
typedef struct ptxc_tensormap {
    ptxc_tm_function function;
    uint64_t tensor_map;        /* the address of the map, or 0 if unknown */
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

/* Which rules apply. Those of the driver were recorded on a device of compute capability 9.0. */
typedef enum ptxc_tm_profile {
    PTXC_TM_BOTH,    /* rules of the driver are errors, other documented rules are warnings */
    PTXC_TM_CC90,    /* only rules of the driver */
    PTXC_TM_DOCUMENT /* only documented rules, for any device */
} ptxc_tm_profile;

typedef enum ptxc_tm_origin {
    PTXC_TM_FROM_DOCUMENT, /* the rule is documented, and the driver enforces it */
    PTXC_TM_FROM_DRIVER,   /* the driver is stricter than the documentation */
    PTXC_TM_DOCUMENT_ONLY  /* the rule is documented, and the driver does not enforce it */
} ptxc_tm_origin;

/* How an instruction uses the map. An instruction has requirements beyond those of the call. */
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

/* How a value is restricted. */
typedef enum ptxc_tm_relation {
    PTXC_TM_MULTIPLE_OF, /* a */
    PTXC_TM_AT_LEAST,    /* a */
    PTXC_TM_AT_MOST,     /* a */
    PTXC_TM_BETWEEN,     /* a and b, inclusive */
    PTXC_TM_EQUAL,       /* a */
    PTXC_TM_ONE_OF       /* a is a mask: the enumerator n is valid if bit n is set */
} ptxc_tm_relation;

typedef struct ptxc_tm_violation {
    uint32_t rule; /* index of ptxc_tm_rule_get */
    ptxc_tm_param param;
    int32_t index; /* the index of the array element, or -1 */
    ptxc_tm_origin origin;
    ptxc_severity severity;
    int64_t found; /* the value of the quantity of the rule; a uint64_t if found_unsigned */
    bool found_unsigned;
    ptxc_tm_relation relation;
    int64_t a, b;
} ptxc_tm_violation;

typedef struct ptxc_tm_rule {
    const char *name; /* "box-max"; the meaning of a name never changes */
    ptxc_tm_origin origin;
    const char *quantity; /* what is compared, or "" if it is the parameter itself */
    const char *because;  /* when the rule applies, or "" */
} ptxc_tm_rule;

/* `size` is sizeof(ptxc_tm_options); the zero value of each other member is the default. */
typedef struct ptxc_tm_options {
    size_t size;
    ptxc_tm_profile profile;
    ptxc_tm_use use;
    uint32_t target; /* 120 for sm_120a, or 0 for no particular target */
    char suffix;     /* the suffix of the target, 'a' or 'f', or NUL */
} ptxc_tm_options;

/* The largest number of violations that a call can have. */
enum { PTXC_TM_MAX_VIOLATIONS = 64 };

/* Checks a call against the rules. Writes at most `capacity` violations into the array, in the
 * order of the parameters, and returns the total number of violations; PTXC_TM_MAX_VIOLATIONS
 * records always suffice. The driver accepts the call if no violation is an error. The caller owns
 * the array, which may be NULL if `capacity` is 0. `options` may be NULL for the defaults. Returns
 * SIZE_MAX and writes nothing if options->size is not valid. */
PTXC_API size_t ptxc_tensormap_check(const ptxc_tensormap *map, const ptxc_tm_options *options,
                                     ptxc_tm_violation *violations, size_t capacity);

/* Writes a violation as a sentence without a full stop. Cuts the text to `size` bytes, ends it with
 * NUL, and returns its full length in bytes without the NUL; 0 means that the rule does not exist.
 * `buffer` may be NULL if `size` is 0. */
PTXC_API size_t ptxc_tm_violation_text(const ptxc_tm_violation *violation, char *buffer,
                                       size_t size);

/* Returns the number of rules. */
PTXC_API size_t ptxc_tm_rule_count(void);
/* Fills *rule with the rule of this index, from 0. Returns PTXC_BAD_ARGUMENT if `rule` is NULL and
 * PTXC_NOT_FOUND if the index is past the last rule. */
PTXC_API ptxc_status ptxc_tm_rule_get(size_t index, ptxc_tm_rule *rule);

/* ---- names ----------------------------------------------------------------------------------- */

/* Returns the name of a function of the driver, "cuTensorMapEncodeTiled", or NULL if `function` is
 * not a valid enumerator. */
PTXC_API const char *ptxc_tm_function_name(ptxc_tm_function function);
/* Returns the name of a parameter as in cuda.h, "globalDim", or NULL if `param` is not a valid
 * enumerator. */
PTXC_API const char *ptxc_tm_param_name(ptxc_tm_param param);
/* Returns the name of an origin, "driver", or NULL if `origin` is not a valid enumerator. */
PTXC_API const char *ptxc_tm_origin_name(ptxc_tm_origin origin);
/* Returns the name of a use as in PTX, "tile::gather4", or NULL if `use` is not a valid enumerator.
 */
PTXC_API const char *ptxc_tm_use_name(ptxc_tm_use use);
/* Returns the name in cuda.h of a value of a parameter. Returns NULL if the parameter is not an
 * enumeration or does not define the value. */
PTXC_API const char *ptxc_tm_value_name(ptxc_tm_param param, uint64_t value);
/* Returns the size in bits of an element of a ptxc_tm_type, or 0 if the type is unknown. */
PTXC_API uint32_t ptxc_tm_type_bits(uint32_t data_type);

/* ---- the descriptor -------------------------------------------------------------------------- */

/* Builds the descriptor that the driver builds for a call: 128 bytes, as 16 little-endian words.
 * The layout is inferred from descriptors of a device of compute capability 9.0. Returns false and
 * leaves `words` unchanged if the driver rejects the call, and always for
 * PTXC_TM_REPLACE_ADDRESS. */
PTXC_API bool ptxc_tensormap_encode(const ptxc_tensormap *map, uint64_t words[16]);
/* Reads a descriptor back into the call that builds it. A wide im2col call is returned as im2col.
 * Returns false if no known call builds this descriptor; *map then holds what could be read. */
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
    ptxc_tm_use use;     /* PTXC_TM_USE_ANY: tile or im2col, according to the map */
    int32_t at[5];       /* tensorCoords, in elements */
    uint32_t offsets[3]; /* im2col offsets, or wHalo and wOffset */
    uint32_t shared;     /* bytes from a 1024-byte boundary of shared memory; a multiple of 128 */
} ptxc_tm_copy;

/* A run of bytes that are contiguous in shared and in global memory. */
typedef struct ptxc_tm_run {
    uint32_t shared;  /* bytes from the 1024-byte boundary */
    uint32_t length;  /* in bytes */
    uint64_t address; /* in global memory, unless filled */
    bool filled;      /* outside the tensor: filled with zero or NaN, according to the map */
} ptxc_tm_run;

typedef struct ptxc_tm_extent {
    uint64_t bytes;     /* for a load, what its mbarrier counts; otherwise what is written */
    uint32_t footprint; /* bytes of shared memory from its address, including padding */
    uint32_t row_bytes; /* bytes of the elements of one row */
    uint32_t row_pitch; /* bytes from the start of one row to the start of the next */
    uint32_t rows;
} ptxc_tm_extent;

/* Computes what one copy moves: calls `run` with `context` and every run of bytes, sorted by their
 * shared memory, and fills *extent. The map must be one that the driver accepts. Returns NULL on
 * success, or a text that says why the copy would trap; in that case, `run` is not called and
 * *extent is zero. `run` and `extent` may be NULL. The records that `run` receives live until it
 * returns. The model was measured on a device of compute capability 9.0, except for copies of which
 * ptxc_tensormap_copy_is_measured says otherwise. Manual: Tensors. */
PTXC_API const char *ptxc_tensormap_copy(const ptxc_tensormap *map, const ptxc_tm_copy *copy,
                                         void (*run)(void *context, const ptxc_tm_run *run),
                                         void *context, ptxc_tm_extent *extent);
/* Returns the address at which a swizzle (a ptxc_tm_swizzle) places a byte of unswizzled rows. Both
 * addresses count bytes from a 1024-byte boundary. Because every swizzle is its own inverse, the
 * function also maps a swizzled address back. It returns the address unchanged if the swizzle is
 * unknown. Manual: Swizzling Modes. */
PTXC_API uint32_t ptxc_tm_swizzled(uint32_t swizzle, uint32_t address);
/* Returns the largest value that the PTX ISA permits for the im2col offset of this index, from 0,
 * or for wHalo (0) and wOffset (1). `use` may be PTXC_TM_USE_ANY. Returns -1 if a copy with this
 * map does not have such an offset. Manual: im2col mode; im2col::w and im2col::w::128 modes. */
PTXC_API int32_t ptxc_tm_offset_max(const ptxc_tensormap *map, ptxc_tm_use use, uint32_t index);
/* Returns true if the model of ptxc_tensormap_copy was measured for this copy. Returns false if the
 * model is based on the documentation alone, or if an offset exceeds ptxc_tm_offset_max. */
PTXC_API bool ptxc_tensormap_copy_is_measured(const ptxc_tensormap *map, const ptxc_tm_copy *copy);

#ifdef __cplusplus
}
#endif

#endif
