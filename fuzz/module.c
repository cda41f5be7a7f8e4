/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: opens any text as a module and calls every function of the library on it. The
 * last byte of the input selects the options; a newline selects the default ones, so that
 * ordinary files are valid seeds. */
#include "../tests/api/format_walk.h"
#include "../tests/api/query_walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct budget {
    unsigned left; /* allocations left until one fails */
};

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct budget *budget = user;
    (void)old_size;
    if (!new_size) {
        free(block);
        return NULL;
    }
    return budget->left-- ? realloc(block, new_size) : NULL;
}

static ptxc_options options_for(unsigned choice, struct budget *budget) {
    static const char *const archs[] = {NULL, "sm_75", "sm_100a", "compute_103f"};
    static const char *const toolkits[] = {NULL, "12.8", "13.0", "13.5"};
    static const ptxc_warning as_errors = {NULL, PTXC_AS_ERROR};
    ptxc_options options = {.size = sizeof(ptxc_options),
                            .arch = archs[choice & 3],
                            .toolkit = toolkits[choice >> 2 & 3]};
    if (choice & 16) options.max_errors = 3;
    if (choice & 32) options.warnings = &as_errors, options.warning_count = 1;
    if (choice & 64) options.syntax_only = true;
    if (choice & 128) options.allocator = (ptxc_allocator){resize, budget};
    return options;
}

/* Visits some offsets, which differ for each input. */
static void walk_places(const ptxc_module *module, size_t size) {
    uint32_t step = (uint32_t)(size / 4 + 1);
    for (uint32_t at = (uint32_t)(size % 7); at <= size; at += step) (void)walk_place(module, at);
}

/* Valid PTX never contains an asm statement. */
static bool is_cxx(const char *text, size_t size) {
    for (size_t i = 0; i + 4 < size; i++)
        if (!memcmp(text + i, "asm(", 4) || !memcmp(text + i, "asm v", 5)) return true;
    return false;
}

/* Makes every product of an open module. */
static void make_all(ptxc_module *module) {
    const char *text;
    (void)ptxc_module_find_usages(module);
    (void)ptxc_module_expand(module, "fuzz", &text, NULL);
    (void)ptxc_module_emit_kernels(module, &text, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned choice = size ? (unsigned)data[size - 1] ^ '\n' : 0;
    struct budget budget = {size ? data[0] % 64u : 0};
    ptxc_options options = options_for(choice, &budget);
    char *text = malloc(size + 1); /* exactly this size, so that reading past the end is detected */
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    if (is_cxx(text, size)) options.language = PTXC_LANGUAGE_CXX;
    ptxc_module *module;
    if (ptxc_module_open(text, size, &options, &module) == PTXC_OK) {
        if (choice & 16) make_all(module);
        walk_module(module);
        walk_places(module, size);
        bool is_laid_out = options.language == PTXC_LANGUAGE_PTX && !options.allocator.resize;
        if (is_laid_out) walk_format(module, &options, NULL);
    }
    ptxc_module_close(module);
    free(text);
    return 0;
}
