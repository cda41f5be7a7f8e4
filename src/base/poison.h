/* SPDX-License-Identifier: Apache-2.0
 * Tells the sanitizers which bytes of an arena are not allocated. Without it they see only chunks:
 * an overrun from one allocation into the next, or a read of uninitialized bytes that an earlier
 * module left, would stay unnoticed. */
#ifndef BASE_POISON_H
#define BASE_POISON_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define POISON_MEMORY
#endif
#if __has_feature(address_sanitizer)
#define POISON_ADDRESSES
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define POISON_ADDRESSES
#endif
#ifdef POISON_ADDRESSES
#include <sanitizer/asan_interface.h>
/* Guard bytes after each allocation; no access to them is valid. */
enum { POISON_GAP = 8 };
#else
enum { POISON_GAP = 0 };
#endif

/* The bytes are free: any access is an error. */
static inline void poison_free(void *bytes, size_t size) {
#ifdef POISON_ADDRESSES
    __asan_poison_memory_region(bytes, size);
#else
    (void)bytes, (void)size;
#endif
}

/* The bytes are allocated, and uninitialized. */
static inline void poison_allocated(void *bytes, size_t size) {
#ifdef POISON_ADDRESSES
    __asan_unpoison_memory_region(bytes, size);
#endif
#ifdef POISON_MEMORY
    __msan_allocated_memory(bytes, size);
#endif
    (void)bytes, (void)size;
}

#endif
