/* SPDX-License-Identifier: Apache-2.0
 * Runs a fuzz target on files, without the fuzzer: replay FILE... A build with a sanitizer that
 * the fuzzer does not have can repeat what the fuzzer found. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Targets that need no preparation do not define it. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

/* Returns false if the file cannot be read whole. */
static bool replay(const char *name) {
    FILE *f = fopen(name, "rb");
    if (!f) return false;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    /* Exactly this size, so that reading past the end is detected. */
    uint8_t *data = size < 0 ? NULL : malloc((size_t)size + !size);
    bool is_read = data && fread(data, 1, (size_t)size, f) == (size_t)size;
    fclose(f);
    if (is_read) (void)LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return is_read;
}

int main(int argc, char **argv) {
    if (LLVMFuzzerInitialize(&argc, &argv)) return 2;
    for (int i = 1; i < argc; i++) {
        /* The name comes first: a sanitizer ends the process. */
        fprintf(stderr, "%s\n", argv[i]);
        if (!replay(argv[i])) return 2;
    }
    return 0;
}
