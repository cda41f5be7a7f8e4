/* SPDX-License-Identifier: Apache-2.0
 * What macOS does differently from other POSIX systems: see native.h. */
#define _DARWIN_C_SOURCE 1 /* _SC_NPROCESSORS_ONLN, st_mtimespec */
#include "program/io/native.h"
#include "program/io/system.h"
#include <mach-o/dyld.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

const struct native native = {
    .name = "macOS", .separators = "/", .list_separator = ':', .suffix = ""};

/* macOS decides by itself about the size of pages. */
void *native_large(size_t size, size_t used) {
    (void)used;
    return malloc(size);
}

char *native_program(void) {
    uint32_t size = 0;
    (void)_NSGetExecutablePath(NULL, &size); /* sets the size that it needs */
    char *path = malloc(size), *real = NULL;
    if (path && !_NSGetExecutablePath(path, &size)) real = realpath(path, NULL);
    free(path);
    return real;
}

long long native_time(const struct stat *info) {
    return (long long)info->st_mtimespec.tv_sec * 1000000000 + info->st_mtimespec.tv_nsec;
}

unsigned sys_processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}
