/* SPDX-License-Identifier: Apache-2.0
 * The files of the workspace: see workspace.h. */
#include "lsp/workspace/workspace.h"
#include "program/io/system.h"
#include "program/options/walk.h"
#include "program/text/uri.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 200000,     /* names in folders */
    MOST_FILES = 5000,       /* that are read */
    MOST_BYTES = 256 << 20,  /* of all files together */
    LARGEST_FILE = 16 << 20, /* in bytes */
    STEPS = 64               /* names that are looked at in one step of a task */
};

static bool is_open(const struct server *s, const char *path) {
    for (const struct document *d = s->documents; d; d = d->next)
        if (d->path && !strcmp(d->path, path)) return true;
    return false;
}

static bool is_spent(const struct files_walk *w) {
    return w->steps >= MOST_STEPS || w->files >= MOST_FILES || w->bytes >= MOST_BYTES;
}

/* Looks at one name. */
static enum files_step look(const struct server *s, struct files_walk *w, char **path) {
    if (!w->walk && w->folder < s->folders.count) {
        const char *folder = s->folders.path[w->folder++];
        w->walk = folder ? walk_open(folder) : NULL;
    }
    if (!w->walk) return w->folder < s->folders.count ? FILES_ON : FILES_END;
    enum walk_step step = walk_next(w->walk, path);
    w->steps++;
    if (step == WALK_FILE && !is_open(s, *path)) return FILES_FOUND;
    if (step == WALK_FILE) free(*path);
    if (step == WALK_END || step == WALK_LOST) {
        walk_close(w->walk);
        w->walk = NULL;
    }
    return FILES_ON;
}

enum files_step files_next(struct server *s, struct files_walk *w, char **path) {
    enum files_step step = FILES_ON;
    for (int i = 0; i < STEPS && step == FILES_ON; i++)
        step = is_spent(w) ? FILES_END : look(s, w, path);
    return step;
}

struct document *files_read(struct files_walk *w, const char *path) {
    char *text = NULL, *uri = uri_of_path(path);
    size_t length = 0;
    struct document *d = NULL;
    w->files++;
    if (uri && !sys_read_small(path, LARGEST_FILE, &text, &length)) {
        w->bytes += length;
        d = document_new(uri, "", text, length);
        free(text);
    }
    free(uri);
    return d;
}

void files_end(struct files_walk *w) { walk_close(w->walk); }
