/* SPDX-License-Identifier: Apache-2.0
 * Part of the program under MemorySanitizer (make check-msan). jansson is not compiled with the
 * sanitizer, which therefore takes what jansson writes for uninitialized: memory of calloc is
 * initialized from the start, and what jansson passes to functions of libc is not looked at
 * while it reads (the linker's --wrap). */
#include <jansson.h>
#include <stdlib.h>

/* From sanitizer/msan_interface.h, which gcc does not have. */
void __msan_scoped_disable_interceptor_checks(void);
void __msan_scoped_enable_interceptor_checks(void);
void __msan_unpoison(const volatile void *begin, size_t size);

void __real_json_set_alloc_funcs(json_malloc_t allocate, json_free_t release);
void __wrap_json_set_alloc_funcs(json_malloc_t allocate, json_free_t release);

static void *allocate_cleared(size_t size) { return calloc(1, size); }

__attribute__((constructor)) static void clear_json(void) {
    __real_json_set_alloc_funcs(allocate_cleared, free);
}

/* The language server has functions of its own, which end it when memory runs out. */
void __wrap_json_set_alloc_funcs(json_malloc_t allocate, json_free_t release) {
    (void)allocate, (void)release;
}

json_t *__real_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
json_t *__wrap_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
json_t *__real_json_loads(const char *text, size_t flags, json_error_t *error);
json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error);

json_t *__wrap_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error) {
    __msan_scoped_disable_interceptor_checks();
    json_t *json = __real_json_loadb(text, length, flags, error);
    __msan_scoped_enable_interceptor_checks();
    if (error) __msan_unpoison(error, sizeof *error);
    return json;
}

json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error) {
    __msan_scoped_disable_interceptor_checks();
    json_t *json = __real_json_loads(text, flags, error);
    __msan_scoped_enable_interceptor_checks();
    if (error) __msan_unpoison(error, sizeof *error);
    return json;
}
