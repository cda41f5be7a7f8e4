/* SPDX-License-Identifier: Apache-2.0
 * C++ files that a build log names: echoed commands show what was compiled, and for which
 * architecture. See story.h. */
#include "cli/log/story.h"
#include "program/io/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n\"'`()";

/* Finds "sm_100a" in "-arch=sm_100a" and in "arch=compute_100a,code=sm_100a"; "" if the line names
 * no target, or several. */
static void find_architecture(const char *line, const char *end, char *target, size_t size) {
    static const char *const prefixes[] = {"sm_", "compute_"};
    *target = '\0';
    for (const char *at = line; at < end; at++) {
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            size_t n = strlen(prefixes[i]);
            if ((size_t)(end - at) <= n || memcmp(at, prefixes[i], n)) continue;
            char found[32];
            size_t digits = strspn(at + n, "0123456789");
            bool letter = digits && (at[n + digits] == 'a' || at[n + digits] == 'f');
            snprintf(found, sizeof found, "sm_%.*s", (int)(digits + letter), at + n);
            if (!digits || digits > 4 || (*target && strcmp(target, found))) {
                *target = '\0';
                return;
            }
            snprintf(target, size, "%s", found);
        }
    }
}

static bool ends_in(const char *s, size_t length, const char *end) {
    size_t n = strlen(end);
    return length > n && !memcmp(s + length - n, end, n);
}

bool log_named_take(struct log_named *all, const char *line, size_t length) {
    const char *end = line + length;
    char target[sizeof all->first->target];
    bool is_known = false; /* target is that of this line */
    for (const char *at = line; at < end;) {
        at += strspn(at, blanks);
        size_t n = strcspn(at, blanks);
        if (at >= end) break;
        if (ends_in(at, n, ".cu")) {
            struct log_named_file *file = calloc(1, sizeof *file);
            if (!file) return false;
            file->next = all->first;
            all->first = file;
            file->path = calloc(1, n + 1);
            if (!file->path) return false;
            memcpy(file->path, at, n);
            if (!is_known) find_architecture(line, end, target, sizeof target);
            is_known = true;
            memcpy(file->target, target, sizeof target);
        }
        at += n ? n : 1; /* a NUL also counts as a space */
    }
    return true;
}

/* Returns the length of "kernel" in "/tmp/tmpxft_000007f9_00000000-7_kernel.compute_100.ptx". */
static size_t stem_of(const char *base) {
    const char *end = base + strlen(base), *architecture = NULL;
    if (ends_in(base, (size_t)(end - base), ".ptx")) end -= strlen(".ptx");
    for (const char *at = base; (at = strstr(at, ".compute_")) != NULL; at++) architecture = at;
    return (size_t)((architecture && architecture < end ? architecture : end) - base);
}

/* Compares names without their folders; of equal names, the one that was named last comes first. */
static int compare_named(const void *a, const void *b) {
    const struct log_named_file *x = *(struct log_named_file *const *)a,
                                *y = *(struct log_named_file *const *)b;
    int names = strcmp(log_base_name(x->path), log_base_name(y->path));
    return names ? names : x->order > y->order ? -1 : x->order < y->order;
}

/* Returns false if memory runs out. */
static bool sort_named(struct log_named *all) {
    if (all->sorted) return true;
    for (const struct log_named_file *f = all->first; f; f = f->next) all->count++;
    all->sorted = calloc(all->count + 1, sizeof *all->sorted);
    if (!all->sorted) return false;
    size_t order = all->count;
    for (struct log_named_file *f = all->first; f; f = f->next) {
        f->order = order--;
        all->sorted[order] = f;
    }
    qsort(all->sorted, all->count, sizeof *all->sorted, compare_named);
    return true;
}

/* Returns the last existing file that a line calls by this name. */
static const struct log_named_file *find_named(const struct log_named *all, const char *name) {
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(log_base_name(all->sorted[middle]->path), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (const char *tried = ""; low < all->count; low++) {
        const struct log_named_file *f = all->sorted[low];
        if (strcmp(log_base_name(f->path), name)) break;
        if (strcmp(f->path, tried) && sys_is_file(f->path)) return f;
        tried = f->path;
    }
    return NULL;
}

const struct log_named_file *log_named_find(struct log_named *all, const char *ptx) {
    const char *base = log_base_name(ptx);
    size_t stem = stem_of(base);
    struct log_named_file *here = sort_named(all) ? calloc(1, sizeof *here) : NULL;
    if (!here) return NULL;
    here->next = all->first; /* log_named_free frees it */
    all->first = here;
    here->path = malloc(stem + sizeof ".cu");
    if (!here->path) return NULL;
    memcpy(here->path, base, stem);
    memcpy(here->path + stem, ".cu", sizeof ".cu");
    const struct log_named_file *named = find_named(all, here->path);
    return named ? named : sys_is_file(here->path) ? here : NULL;
}

void log_named_free(struct log_named *all) {
    while (all->first) {
        struct log_named_file *f = all->first;
        all->first = f->next;
        free(f->path);
        free(f);
    }
    free(all->sorted);
}
