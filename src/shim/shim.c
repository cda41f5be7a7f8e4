/* SPDX-License-Identifier: Apache-2.0
 * For LD_PRELOAD: calls the driver and, if it rejects a tensor map, explains why.
 *
 * Programs find the driver's functions in four ways, all of which lead here: linked by name, by
 * dlsym, by cuGetProcAddress, and by cudaGetDriverEntryPoint, which the CUDA runtime implements
 * with the previous two. The functions are declared without cuda.h: enumerations are unsigned
 * int, CUresult is int, and a map is only passed on, so that its alignment (64 in CUDA 12, 128
 * in CUDA 13) does not matter. */
#define _GNU_SOURCE
#include "shim/report.h"
#include <dlfcn.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { INVALID_VALUE = 1, NOT_FOUND = 500 };

typedef int tiled_function(void *map, unsigned type, unsigned rank, void *address,
                           const uint64_t *dim, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *element_strides, unsigned interleave, unsigned swizzle,
                           unsigned promotion, unsigned fill);
typedef int im2col_function(void *map, unsigned type, unsigned rank, void *address,
                            const uint64_t *dim, const uint64_t *strides, const int *lower,
                            const int *upper, uint32_t channels, uint32_t pixels,
                            const uint32_t *element_strides, unsigned interleave, unsigned swizzle,
                            unsigned promotion, unsigned fill);
typedef int wide_function(void *map, unsigned type, unsigned rank, void *address,
                          const uint64_t *dim, const uint64_t *strides, int lower, int upper,
                          uint32_t channels, uint32_t pixels, const uint32_t *element_strides,
                          unsigned interleave, unsigned mode, unsigned swizzle, unsigned promotion,
                          unsigned fill);
typedef int replace_function(void *map, void *address);
typedef int proc_function(const char *name, void **function, int version, uint64_t flags);
typedef int proc_v2_function(const char *name, void **function, int version, uint64_t flags,
                             int *status);
typedef void *dlsym_function(void *handle, const char *name);

EXPORT tiled_function cuTensorMapEncodeTiled;
EXPORT im2col_function cuTensorMapEncodeIm2col;
EXPORT wide_function cuTensorMapEncodeIm2colWide;
EXPORT replace_function cuTensorMapReplaceAddress;
EXPORT proc_function cuGetProcAddress;
EXPORT proc_v2_function cuGetProcAddress_v2;
EXPORT dlsym_function dlsym;

/* ---- finding the wrapped functions ---- */

/* dlvsym finds the real dlsym, which is itself wrapped. */
static dlsym_function *real_dlsym(void) {
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    for (int i = 0; i < 3; i++) {
        void *found = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
        dlsym_function *function;
        memcpy(&function, &found, sizeof function);
        if (function) return function;
    }
    return NULL;
}

/* Returns the driver's function: the next definition in link order, or the one in the driver that
 * the program loaded itself. */
static void *driver_function(const char *name) {
    dlsym_function *look_up = real_dlsym();
    if (!look_up) return NULL;
    void *found = look_up(RTLD_NEXT, name);
    if (found) return found;
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return driver ? look_up(driver, name) : NULL;
}

/* ISO C does not allow casts between pointers to functions and pointers to data. */
#define DRIVER(type, variable, name)                                                               \
    type *variable;                                                                                \
    do {                                                                                           \
        void *found = driver_function(name);                                                       \
        memcpy(&variable, &found, sizeof variable);                                                \
        if (!variable) return NOT_FOUND;                                                           \
    } while (0)

static void *wrapper_of(const char *name) {
    static const struct {
        const char *name;
        void (*function)(void);
    } wrappers[] = {
        {"cuTensorMapEncodeTiled", (void (*)(void))cuTensorMapEncodeTiled},
        {"cuTensorMapEncodeIm2col", (void (*)(void))cuTensorMapEncodeIm2col},
        {"cuTensorMapEncodeIm2colWide", (void (*)(void))cuTensorMapEncodeIm2colWide},
        {"cuTensorMapReplaceAddress", (void (*)(void))cuTensorMapReplaceAddress},
        {"cuGetProcAddress", (void (*)(void))cuGetProcAddress},
        {"cuGetProcAddress_v2", (void (*)(void))cuGetProcAddress_v2},
    };
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
        void *found;
        if (strcmp(wrappers[i].name, name)) continue;
        memcpy(&found, &wrappers[i].function, sizeof found);
        return found;
    }
    return NULL;
}

/* Replaces a function found by cuGetProcAddress, which takes the version separately from the
 * name. */
static void wrap(const char *name, int version, void **function) {
    if (!name || !function || !*function) return;
    bool is_new = !strcmp(name, "cuGetProcAddress") && version >= 12000;
    void *wrapper = wrapper_of(is_new ? "cuGetProcAddress_v2" : name);
    if (wrapper) *function = wrapper;
}

/* RTLD_NEXT depends on the caller. Names that are not wrapped are therefore forwarded by a jump
 * (-O2 makes the last call a tail call), as if this function did not exist. */
void *dlsym(void *handle, const char *name) {
    void *wrapper = wrapper_of(name);
    dlsym_function *look_up = real_dlsym();
    if (!look_up) return NULL;
    if (wrapper) return look_up(handle, name) ? wrapper : NULL;
    return look_up(handle, name);
}

int cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
    DRIVER(proc_function, look_up, "cuGetProcAddress");
    int result = look_up(name, function, version, flags);
    if (!result) wrap(name, version, function);
    return result;
}

int cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags,
                        int *status) {
    DRIVER(proc_v2_function, look_up, "cuGetProcAddress_v2");
    int result = look_up(name, function, version, flags, status);
    if (!result) wrap(name, version, function);
    return result;
}

/* ---- the calls ---- */

/* Sets the members that all calls share. Reads as much of each array as the driver reads. */
static void set_tensor(ptxc_tensormap *map, unsigned type, unsigned rank, const void *address,
                       const uint64_t *dim, const uint64_t *strides,
                       const uint32_t *element_strides) {
    map->data_type = type;
    map->rank = rank;
    map->address = (uintptr_t)address;
    for (uint32_t i = 0; i < rank && rank <= PTXC_TM_MAX_RANK; i++) {
        if (dim) map->dim[i] = dim[i];
        if (strides && i + 1 < rank) map->stride[i] = strides[i];
        if (element_strides) map->element_stride[i] = element_strides[i];
    }
}

static void set_layout(ptxc_tensormap *map, unsigned interleave, unsigned swizzle,
                       unsigned promotion, unsigned fill) {
    map->interleave = interleave;
    map->swizzle = swizzle;
    map->l2_promotion = promotion;
    map->oob_fill = fill;
}

int cuTensorMapEncodeTiled(void *tensor_map, unsigned type, unsigned rank, void *address,
                           const uint64_t *dim, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *element_strides, unsigned interleave, unsigned swizzle,
                           unsigned promotion, unsigned fill) {
    DRIVER(tiled_function, encode, "cuTensorMapEncodeTiled");
    int result = encode(tensor_map, type, rank, address, dim, strides, box, element_strides,
                        interleave, swizzle, promotion, fill);
    if (result != INVALID_VALUE) return result;
    ptxc_tensormap map = {.function = PTXC_TM_TILED, .tensor_map = (uintptr_t)tensor_map};
    set_tensor(&map, type, rank, address, dim, strides, element_strides);
    set_layout(&map, interleave, swizzle, promotion, fill);
    for (uint32_t i = 0; box && i < rank && rank <= PTXC_TM_MAX_RANK; i++) map.box[i] = box[i];
    shim_report(&map);
    return result;
}

int cuTensorMapEncodeIm2col(void *tensor_map, unsigned type, unsigned rank, void *address,
                            const uint64_t *dim, const uint64_t *strides, const int *lower,
                            const int *upper, uint32_t channels, uint32_t pixels,
                            const uint32_t *element_strides, unsigned interleave, unsigned swizzle,
                            unsigned promotion, unsigned fill) {
    DRIVER(im2col_function, encode, "cuTensorMapEncodeIm2col");
    int result = encode(tensor_map, type, rank, address, dim, strides, lower, upper, channels,
                        pixels, element_strides, interleave, swizzle, promotion, fill);
    if (result != INVALID_VALUE) return result;
    ptxc_tensormap map = {.function = PTXC_TM_IM2COL, .tensor_map = (uintptr_t)tensor_map};
    set_tensor(&map, type, rank, address, dim, strides, element_strides);
    set_layout(&map, interleave, swizzle, promotion, fill);
    for (uint32_t i = 0; i + 2 < rank && rank <= PTXC_TM_MAX_RANK; i++) {
        if (lower) map.lower[i] = lower[i];
        if (upper) map.upper[i] = upper[i];
    }
    map.channels = channels;
    map.pixels = pixels;
    shim_report(&map);
    return result;
}

int cuTensorMapEncodeIm2colWide(void *tensor_map, unsigned type, unsigned rank, void *address,
                                const uint64_t *dim, const uint64_t *strides, int lower, int upper,
                                uint32_t channels, uint32_t pixels, const uint32_t *element_strides,
                                unsigned interleave, unsigned mode, unsigned swizzle,
                                unsigned promotion, unsigned fill) {
    DRIVER(wide_function, encode, "cuTensorMapEncodeIm2colWide");
    int result = encode(tensor_map, type, rank, address, dim, strides, lower, upper, channels,
                        pixels, element_strides, interleave, mode, swizzle, promotion, fill);
    if (result != INVALID_VALUE) return result;
    ptxc_tensormap map = {.function = PTXC_TM_IM2COL_WIDE, .tensor_map = (uintptr_t)tensor_map};
    set_tensor(&map, type, rank, address, dim, strides, element_strides);
    set_layout(&map, interleave, swizzle, promotion, fill);
    map.lower[0] = lower;
    map.upper[0] = upper;
    map.channels = channels;
    map.pixels = pixels;
    map.mode = mode;
    shim_report(&map);
    return result;
}

int cuTensorMapReplaceAddress(void *tensor_map, void *address) {
    DRIVER(replace_function, replace, "cuTensorMapReplaceAddress");
    int result = replace(tensor_map, address);
    if (result != INVALID_VALUE) return result;
    ptxc_tensormap map = {.function = PTXC_TM_REPLACE_ADDRESS,
                          .tensor_map = (uintptr_t)tensor_map,
                          .address = (uintptr_t)address};
    shim_report(&map);
    return result;
}
