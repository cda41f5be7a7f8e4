/* SPDX-License-Identifier: Apache-2.0
 * Lists the errors of a PTX file: cc list_errors.c $(pkg-config --cflags --libs ptxcheck) */
#include <ptxcheck.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the bytes of the file and a NUL, which the caller frees, or NULL if it cannot be read. */
static char *read_file(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    long size;
    if (file && !fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0 &&
        (text = malloc((size_t)size + 1)) != NULL) {
        rewind(file);
        *length = fread(text, 1, (size_t)size, file);
        text[*length] = '\0'; /* the library reads up to this byte */
    }
    if (file) fclose(file);
    return text;
}

static void print_error(const ptxc_module *module, size_t index, const ptxc_diag *diag) {
    char message[512];
    uint32_t line, column;
    ptxc_module_position(module, diag->span.start, &line, &column);
    ptxc_module_diag_text(module, index, message, sizeof message);
    printf("%u:%u: %s [ptx-%u]\n", (unsigned)line, (unsigned)column, message, (unsigned)diag->code);
}

int main(int argc, char **argv) {
    ptxc_options options = {.size = sizeof options, .arch = argc > 2 ? argv[2] : NULL};
    ptxc_module *module;
    ptxc_diag diag;
    size_t length;
    char *text = argc > 1 ? read_file(argv[1], &length) : NULL;
    if (!text) {
        fprintf(stderr, "usage: list_errors FILE [ARCH]\n");
        return 2;
    }
    ptxc_status status = ptxc_module_open(text, length, &options, &module);
    if (status != PTXC_OK) {
        fprintf(stderr, "list_errors: %s\n", ptxc_status_message(status));
        free(text);
        return 2;
    }
    for (size_t i = 0; ptxc_module_diag_get(module, i, &diag) == PTXC_OK; i++)
        if (diag.severity == PTXC_ERROR) print_error(module, i, &diag);
    int failed = ptxc_module_error_count(module) != 0;
    ptxc_module_close(module); /* before the text, which it borrows */
    free(text);
    return failed;
}
