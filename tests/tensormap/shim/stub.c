/* SPDX-License-Identifier: Apache-2.0
 * Replaces libcuda.so.1: rejects every map whose address is not a multiple of 16, and every map
 * of rank 5, which no rule forbids. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int verdict(unsigned rank, const void *address) {
    return rank == 5 || (uintptr_t)address % 16 ? 1 : 0;
}

int cuTensorMapEncodeTiled(void *map, unsigned type, unsigned rank, void *address,
                           const uint64_t *dim, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *steps, unsigned a, unsigned b, unsigned c, unsigned d);
int cuTensorMapEncodeTiled(void *map, unsigned type, unsigned rank, void *address,
                           const uint64_t *dim, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *steps, unsigned a, unsigned b, unsigned c, unsigned d) {
    (void)map, (void)type, (void)dim, (void)strides, (void)box, (void)steps;
    (void)a, (void)b, (void)c, (void)d;
    return verdict(rank, address);
}

int cuTensorMapEncodeIm2col(void *map, unsigned type, unsigned rank, void *address);
int cuTensorMapEncodeIm2col(void *map, unsigned type, unsigned rank, void *address) {
    (void)map, (void)type;
    return verdict(rank, address);
}

int cuTensorMapEncodeIm2colWide(void *map, unsigned type, unsigned rank, void *address);
int cuTensorMapEncodeIm2colWide(void *map, unsigned type, unsigned rank, void *address) {
    (void)map, (void)type;
    return verdict(rank, address);
}

int cuTensorMapReplaceAddress(void *map, void *address);
int cuTensorMapReplaceAddress(void *map, void *address) {
    (void)map;
    return verdict(0, address);
}

int cuGetProcAddress(const char *name, void **function, int version, uint64_t flags);
int cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags,
                        int *status);

static const struct {
    const char *name;
    void (*function)(void);
} functions[] = {
    {"cuTensorMapEncodeTiled", (void (*)(void))cuTensorMapEncodeTiled},
    {"cuTensorMapReplaceAddress", (void (*)(void))cuTensorMapReplaceAddress},
    {"cuGetProcAddress", (void (*)(void))cuGetProcAddress_v2},
};

int cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
    (void)version, (void)flags;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name)) {
            memcpy(function, &functions[i].function, sizeof *function);
            return 0;
        }
    return 500;
}

int cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags,
                        int *status) {
    *status = 0;
    return cuGetProcAddress(name, function, version, flags);
}
