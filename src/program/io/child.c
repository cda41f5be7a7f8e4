/* SPDX-License-Identifier: Apache-2.0
 * Finding another program: see child.h. */
#include "program/io/child.h"
#include "program/io/native.h"
#include "program/io/system.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_other_program(const char *path) {
    char *self = native_program();
    bool other =
        sys_is_file(path) && native_may_run(path) && !(self && sys_is_same_file(path, self));
    free(self);
    return other;
}

char *child_find(const char *name) {
    const char list[] = {native.list_separator, '\0'}, *folder = getenv("PATH");
    while (folder && *folder) {
        size_t length = strcspn(folder, list);
        size_t size = length + strlen(name) + strlen(native.suffix) + 2;
        char *path = malloc(size);
        if (!path) return NULL;
        snprintf(path, size, "%.*s/%s%s", (int)length, folder, name, native.suffix);
        if (length && is_other_program(path)) return path;
        free(path);
        folder += length + (folder[length] == *list);
    }
    return NULL;
}
