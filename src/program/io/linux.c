/* SPDX-License-Identifier: Apache-2.0
 * What Linux does differently from other POSIX systems: see native.h. */
#define _DEFAULT_SOURCE 1 /* madvise, realpath */
#include "program/io/native.h"
#include "program/io/system.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const struct native native = {
    .name = "Linux", .separators = "/", .list_separator = ':', .suffix = ""};

enum { HUGE_PAGE = 2 * 1024 * 1024 };

void *native_large(size_t size, size_t used) {
    if (size > SIZE_MAX - HUGE_PAGE) return NULL;
    char *block = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (block) madvise(block, used / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return block;
}

char *native_program(void) { return realpath("/proc/self/exe", NULL); }

long long native_time(const struct stat *info) {
    return (long long)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
}

unsigned sys_processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}
