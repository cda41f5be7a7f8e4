/* SPDX-License-Identifier: Apache-2.0
 * A program that does not know about the shim: `program HOW RANK ADDRESS` finds
 * cuTensorMapEncodeTiled in one of the usual ways, and calls it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int encode_function(void *map, unsigned type, unsigned rank, void *address,
                            const uint64_t *dim, const uint64_t *strides, const uint32_t *box,
                            const uint32_t *steps, unsigned a, unsigned b, unsigned c, unsigned d);
typedef int proc_function(const char *name, void **function, int version, uint64_t flags,
                          int *status);

static const char encode_name[] = "cuTensorMapEncodeTiled";

static void *by_proc(proc_function *look_up, const char *name) {
    void *found = NULL;
    int status;
    return look_up && !look_up(name, &found, 13000, 0, &status) ? found : NULL;
}

static proc_function *as_proc(void *found) {
    proc_function *function;
    memcpy(&function, &found, sizeof function);
    return function;
}

static void *find(const char *how) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!strcmp(how, "linked")) return dlsym(RTLD_DEFAULT, encode_name);
    if (!driver) return NULL;
    if (!strcmp(how, "dlsym")) return dlsym(driver, encode_name);
    proc_function *look_up = as_proc(dlsym(driver, "cuGetProcAddress_v2"));
    if (!strcmp(how, "proc")) return by_proc(look_up, encode_name);
    /* Finds the function as the CUDA runtime does. */
    return by_proc(as_proc(by_proc(look_up, "cuGetProcAddress")), encode_name);
}

int main(int argc, char **argv) {
    uint64_t dim[5] = {64, 64, 64, 64, 64}, strides[4] = {128, 8192, 524288, 33554432};
    uint32_t box[5] = {64, 8, 1, 1, 1}, steps[5] = {1, 1, 1, 1, 1};
    /* Aligned as in CUDA 12, not as in CUDA 13. */
    _Alignas(128) static unsigned char maps[256];
    if (argc != 4) return 2;
    void *found = find(argv[1]);
    encode_function *encode;
    memcpy(&encode, &found, sizeof encode);
    if (!encode) {
        puts("not found");
        return 2;
    }
    void *address = (void *)(uintptr_t)strtoull(argv[3], NULL, 0);
    int result = encode(maps + 64, 6, (unsigned)atoi(argv[2]), address, dim, strides, box, steps, 0,
                        3, 0, 0);
    printf("result %d\n", result);
    return 0;
}
