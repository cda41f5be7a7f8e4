/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: opens any text as each of the languages that contain PTX. The first byte of the
 * input selects the language and the options, so that ordinary files are valid seeds. */
#include "../tests/api/query_walk.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Seeds begin with one of these characters and a newline: fuzz/seeds.sh. */
static ptxc_language language_of(uint8_t c) {
    switch (c % 5) {
    case 0: return PTXC_LANGUAGE_CXX;
    case 1: return PTXC_LANGUAGE_PYTHON;
    case 2: return PTXC_LANGUAGE_LLVM;
    case 3: return PTXC_LANGUAGE_RUST;
    default: return PTXC_LANGUAGE_MARKDOWN;
    }
}

static ptxc_options options_for(uint8_t choice) {
    static const char *const defines[] = {"__CUDA_ARCH__=900", "N=4", "EMPTY=", "F(x)=x"};
    ptxc_options options = {.size = sizeof(ptxc_options), .language = language_of(choice)};
    if (choice >= 128) options.defines = defines, options.define_count = choice / 5 % 5;
    if (choice >= 192) options.arch = "sm_100a", options.rehearse = true;
    return options;
}

static void walk_text(ptxc_module *module, size_t size) {
    const char *text;
    (void)ptxc_module_expand(module, "fuzz", &text, NULL);
    walk_module(module);
    uint32_t step = (uint32_t)(size / 8 + 1);
    for (uint32_t at = (uint32_t)(size % 7); at <= size; at += step) (void)walk_place(module, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    ptxc_options options = options_for(data[0]);
    size--;
    char *text = malloc(size + 1); /* exactly this size, so that reading past the end is detected */
    if (!text) return 0;
    memcpy(text, data + 1, size);
    text[size] = '\0';
    ptxc_module *module;
    if (ptxc_module_open(text, size, &options, &module) == PTXC_OK) walk_text(module, size);
    ptxc_module_close(module);
    free(text);
    return 0;
}
