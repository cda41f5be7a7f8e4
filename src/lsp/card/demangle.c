/* SPDX-License-Identifier: Apache-2.0
 * Names of C++ functions: see demangle.h. The demangler is that of the C++ library of GCC. Its
 * variant with a callback allocates no memory, and the callback ends it when the result is too
 * long: a short name may stand for an exponentially long one. */
#include "lsp/card/demangle.h"
#include <string.h>

#ifdef HAVE_DEMANGLE
#include "lsp/wire/need.h"
#include <setjmp.h>
#include <stdlib.h>

enum { MOST_MANGLED = 1024, MOST_PLAIN = 2048 };

typedef void take_part(const char *part, size_t length, void *user);
extern int __gcclibcxx_demangle_callback(const char *mangled, take_part *take, void *user);

struct plain {
    char text[MOST_PLAIN];
    size_t length;
    jmp_buf too_long;
};

static void add_part(const char *part, size_t length, void *user) {
    struct plain *p = user;
    if (length >= sizeof p->text - p->length) longjmp(p->too_long, 1);
    memcpy(p->text + p->length, part, length);
    p->length += length;
}

static char *run(const char *mangled, struct plain *p) {
    if (setjmp(p->too_long)) return NULL;
    if (__gcclibcxx_demangle_callback(mangled, add_part, p)) return NULL;
    p->text[p->length] = '\0';
    return need(strdup(p->text));
}

char *demangle(const char *name, size_t length) {
    struct plain plain = {.length = 0};
    if (length < 3 || length > MOST_MANGLED || memcmp(name, "_Z", 2) != 0) return NULL;
    char *mangled = need(strndup(name, length));
    char *text = run(mangled, &plain);
    free(mangled);
    return text;
}
#else
char *demangle(const char *name, size_t length) {
    (void)name;
    (void)length;
    return NULL;
}
#endif
