/* SPDX-License-Identifier: Apache-2.0
 * For LD_PRELOAD: allocation number FAIL_AT of the program fails, or with FAIL_ON=1 also all that
 * follow it. The file FAIL_MARK is created when that happens. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* Allocations before main are those of the system. */
static long allocation, fail_at;
static bool fail_on;
static const char *mark;

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
    mark = getenv("FAIL_MARK");
    fail_on = on && *on == '1';
    allocation = 0;
    fail_at = at ? atol(at) : 0;
}

static bool fails(void) {
    long number = __atomic_add_fetch(&allocation, 1, __ATOMIC_RELAXED);
    if (!fail_at || number < fail_at || (number > fail_at && !fail_on)) return false;
    if (number == fail_at && mark) close(open(mark, O_CREAT | O_WRONLY, 0600));
    errno = ENOMEM;
    return true;
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t to, size_t size) { return fails() ? NULL : __libc_memalign(to, size); }
