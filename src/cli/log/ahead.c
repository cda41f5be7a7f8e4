/* SPDX-License-Identifier: Apache-2.0
 * PTX that is checked early: see ahead.h. */
#include "cli/log/ahead.h"
#include "program/io/system.h"
#include "program/options/language.h"
#include <stdlib.h>

static void check(struct ahead_file *file, const char *path, const ptxc_options *library) {
    size_t length;
    if (language_of(LANGUAGE_AUTO, path) == PTXC_LANGUAGE_CXX ||
        sys_read(path, &file->text, &length))
        return;
    (void)ptxc_module_open(file->text, length, library, &file->module);
    if (file->module) return;
    free(file->text);
    file->text = NULL;
}

void ahead_check(struct ahead *a, const struct options *o) {
    a->file = calloc(o->ptx.count + 1, sizeof *a->file);
    for (; a->file && a->count < o->ptx.count; a->count++)
        check(&a->file[a->count], o->ptx.name[a->count], &o->library);
}

struct ahead_file ahead_take(struct ahead *a, size_t file) {
    struct ahead_file taken = {0};
    if (file >= a->count) return taken;
    taken = a->file[file];
    a->file[file] = (struct ahead_file){0};
    return taken;
}

void ahead_free(struct ahead *a) {
    for (; a->count; a->count--) {
        ptxc_module_close(a->file[a->count - 1].module);
        free(a->file[a->count - 1].text);
    }
    free(a->file);
    a->file = NULL;
}
