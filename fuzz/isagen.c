/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: compiles any text as a table of the instruction set, after the few lines that a
 * table needs before its first instruction. Tables without errors are written in all formats.
 * Run it from the root of the repository. */
#include "model.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TRIALS = 500 };

static char head[4096];
static size_t head_size;
static FILE *nowhere;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    FILE *f = fopen("tests/isagen/Inputs/head.isa", "rb");
    if (!f) abort();
    head_size = fread(head, 1, sizeof head - 1, f);
    fclose(f);
    nowhere = fopen("/dev/null", "wb");
    return nowhere ? 0 : 1;
}

static void emit_all(void) {
    void (*const emit[])(FILE *) = {emit_dictionary, emit_spellings, emit_bounds, emit_c};
    if (setjmp(m.given_up)) return;
    for (size_t i = 0; i < sizeof emit / sizeof *emit; i++) emit[i](nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1); /* exactly this size, so that reading past the end is detected */
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    begin_run(nowhere, TRIALS);
    struct node *tree = join(parse_text("head", head, head_size), parse_text("input", text, size));
    if (!error_count() && check_tables(tree, true)) emit_all();
    end_run();
    free(text);
    return 0;
}
