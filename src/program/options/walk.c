/* SPDX-License-Identifier: Apache-2.0
 * Finds the files of folders: see walk.h. */
#include "program/options/walk.h"
#include "program/fat/fat.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "program/options/ignored.h"
#include "program/text/strings.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

/* Returns FOLDER/NAME with what follows it, or NULL if memory runs out. */
static char *joined(const char *folder, const char *name, const char *behind) {
    size_t a = strlen(folder), b = strlen(name), c = strlen(behind);
    char *path = malloc(a + b + c + 1);
    if (!path) return NULL;
    memcpy(path, folder, a);
    memcpy(path + a, name, b);
    memcpy(path + a + b, behind, c + 1);
    return path;
}

/* Adds a path that the list owns from now on. */
static bool add_owned(struct files *files, char *path) {
    if (path && strings_add(&files->name, &files->count, &files->capacity, path)) return true;
    free(path);
    complain("%s", sys_error_text(ENOMEM));
    return false;
}

static bool can_contain_ptx(const char *path) {
    const char *dot = strrchr(path, '.');
    ptxc_language language = language_of(LANGUAGE_AUTO, path);
    /* Markdown shows wrong code on purpose. */
    bool is_host = language != PTXC_LANGUAGE_PTX && language != PTXC_LANGUAGE_MARKDOWN;
    return is_host || (dot && !strcmp(dot, ".ptx"));
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list_name(void *context, const char *name) {
    struct files *names = context;
    return *name == '.' || add_owned(names, joined("", name, ""));
}

/* Returns true for a link back to a folder that contains it. */
static bool leads_back(const char *path, const struct ignored *folders) {
    for (const struct ignored *i = folders; i; i = i->outer)
        if (sys_is_same_file(path, i->path)) return true;
    return false;
}

/* ---- one folder inside another ---- */

/* A folder that is being listed. */
struct frame {
    struct frame *outer;
    char *path; /* with its `/` */
    struct files names;
    size_t at; /* the next of the names */
    struct ignored ignored;
    unsigned depth;
};

struct walk {
    struct frame *inner;
};

/* Lists a folder, whose path the walk owns from now on. A folder that cannot be listed is empty. */
static bool enter(struct walk *w, char *path) {
    struct frame *f = path ? calloc(1, sizeof *f) : NULL;
    if (!f) {
        free(path);
        return false;
    }
    *f = (struct frame){
        .outer = w->inner, .path = path, .depth = w->inner ? w->inner->depth + 1 : 0};
    bool fine = sys_list(path, list_name, &f->names) != ENOMEM;
    if (f->names.count) qsort(f->names.name, f->names.count, sizeof *f->names.name, by_name);
    ignored_read(&f->ignored, path, w->inner ? &w->inner->ignored : NULL);
    w->inner = f;
    return fine;
}

static void leave(struct walk *w) {
    struct frame *f = w->inner;
    w->inner = f->outer;
    ignored_free(&f->ignored);
    walk_free(&f->names);
    free(f->path);
    free(f);
}

struct walk *walk_open(const char *folder) {
    struct walk *w = calloc(1, sizeof *w);
    size_t length = strlen(folder);
    bool closed = length && sys_is_separator(folder[length - 1]);
    if (w && enter(w, joined(folder, closed ? "" : "/", ""))) return w;
    walk_close(w);
    return NULL;
}

enum walk_step walk_next(struct walk *w, char **file) {
    struct frame *f = w->inner;
    if (!f) return WALK_END;
    if (f->at == f->names.count) {
        leave(w);
        return WALK_ON;
    }
    char *path = joined(f->path, f->names.name[f->at++], "");
    if (!path) return WALK_LOST;
    if (sys_is_file(path)) {
        if (can_contain_ptx(path) && !ignored_has(&f->ignored, path, false)) {
            *file = path;
            return WALK_FILE;
        }
    } else if (f->depth < DEEPEST && !ignored_has(&f->ignored, path, true) &&
               !leads_back(path, &f->ignored)) {
        bool fine = enter(w, joined(path, "/", ""));
        free(path);
        return fine ? WALK_ON : WALK_LOST;
    }
    free(path);
    return WALK_ON;
}

void walk_close(struct walk *w) {
    while (w && w->inner) leave(w);
    free(w);
}

static bool walk_folder(struct files *found, const char *path) {
    struct walk *w = walk_open(path);
    enum walk_step step = w ? WALK_ON : WALK_LOST;
    char *file;
    while (step == WALK_ON || step == WALK_FILE) {
        step = walk_next(w, &file);
        if (step == WALK_FILE && !add_owned(found, file)) break;
    }
    walk_close(w);
    if (step == WALK_LOST) complain("%s", sys_error_text(ENOMEM));
    return step == WALK_END;
}

/* Adds `PATH#1.sm_90.ptx` for each PTX in a program or a library. */
static bool add_texts(struct files *found, const char *path, const char *bytes, size_t length) {
    struct fat_texts texts = fat_start(bytes, length);
    struct fat_text text;
    for (unsigned i = 1; fat_next(&texts, &text); i++) {
        char part[64];
        snprintf(part, sizeof part, "#%u.sm_%u.ptx", i, (unsigned)text.arch);
        if (!add_owned(found, joined(path, part, ""))) return false;
    }
    return true;
}

/* Adds a file that is named, or the PTX in it if it is not a text. */
static bool add_named(struct files *found, char *path) {
    const char *dot = strrchr(path, '.');
    bool is_text = (dot && !strcmp(dot, ".ptx")) || can_contain_ptx(path);
    char *bytes = NULL;
    size_t length = 0;
    if (is_text || !sys_is_regular(path) || sys_read(path, &bytes, &length) ||
        !fat_is_binary(bytes, length)) {
        free(bytes);
        return add_owned(found, path);
    }
    bool fine = add_texts(found, path, bytes, length);
    free(bytes);
    free(path);
    return fine;
}

bool walk_files(const struct files *named, struct files *found) {
    *found = (struct files){0};
    for (size_t i = 0; i < named->count; i++) {
        const char *name = named->name[i];
        size_t length = strlen(name);
        bool is_folder = strcmp(name, "-") != 0 && sys_is_folder(name);
        bool closed = sys_is_separator(name[length - 1]);
        char *path = joined(name, is_folder && !closed ? "/" : "", "");
        if (!path || !is_folder) {
            bool is_path = path && strcmp(name, "-") != 0;
            if (!(is_path ? add_named(found, path) : add_owned(found, path))) return false;
            continue;
        }
        bool fine = walk_folder(found, path);
        free(path);
        if (!fine) return false;
    }
    return true;
}

void walk_free(struct files *found) {
    for (size_t i = 0; i < found->count; i++) free(found->name[i]);
    free(found->name);
}
