/* SPDX-License-Identifier: Apache-2.0
 * What comes before the text of a file: macros of the caller, and the directives of its headers.
 * They lie after the text in a copy of it, so that one offset says where a macro is. */
#include "embed/scan/scan.h"
#include <string.h>

static void put_definition(struct text_builder *b, struct text d) {
    const char *equals = memchr(d.start, '=', d.length);
    uint32_t name = equals ? (uint32_t)(equals - d.start) : d.length;
    struct text value = equals ? (struct text){equals + 1, d.length - name - 1} : text_of("1");
    build_bytes(b, "#define ", 8);
    build_bytes(b, d.start, name);
    build_char(b, ' ');
    build_text(b, value);
    build_char(b, '\n');
}

/* Reads the directives from `at` on. */
static void read_directives(struct cxx *cxx, uint32_t at) {
    struct cxx_condition *stack = NULL;
    while ((at = cxx_skip_blank(cxx->text, at, cxx->length)) < cxx->length) {
        if (cxx->text[at] == '#') at = cxx_read_directive(cxx, &stack, at);
        at = cxx_line_end(cxx->text, at, cxx->length);
    }
}

void cxx_read_prelude(struct cxx *cxx, struct text prelude) {
    if (!cxx->define_count && !prelude.length) return;
    struct text_builder b = build_in_arena(cxx->arena);
    build_bytes(&b, cxx->text, cxx->whole_length + 1); /* with its NUL */
    for (uint32_t i = 0; i < cxx->define_count; i++) put_definition(&b, cxx->defines[i]);
    build_text(&b, prelude);
    build_char(&b, '\0');
    cxx->text = built_text(&b).start;
    cxx->memory.end = (uint32_t)b.length - 1;
    cxx->length = cxx->memory.end;
    read_directives(cxx, cxx->whole_length + 1);
    cxx->length = cxx->whole_length;
}
