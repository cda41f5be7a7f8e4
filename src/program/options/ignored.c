/* SPDX-License-Identifier: Apache-2.0
 * Matches paths with the patterns of `.gitignore`: see ignored.h. */
#include "program/options/ignored.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

void ignored_read(struct ignored *ignored, const char *path, const struct ignored *outer) {
    static const char name[] = ".gitignore";
    *ignored = (struct ignored){.outer = outer, .path = path, .folder = strlen(path)};
    char *file = malloc(ignored->folder + sizeof name);
    if (!file) return;
    memcpy(file, path, ignored->folder);
    memcpy(file + ignored->folder, name, sizeof name);
    if (sys_is_file(file) && sys_read_small(file, MOST_BYTES, &ignored->text, &ignored->length)) {
        free(ignored->text);
        ignored->text = NULL;
    }
    free(file);
}

void ignored_free(struct ignored *ignored) { free(ignored->text); }

/* ---- patterns ---- */

/* A pattern: one line of the file. */
struct pattern {
    const char *start, *end;
    bool anchored, negated, folders;
};

/* Returns true if the character is in the class, whose `[` is at *p. Moves *p past its `]`. */
static bool is_in_class(const char **p, const char *end, char c) {
    const char *at = *p + 1;
    bool negated = at < end && (*at == '!' || *at == '^'), found = false;
    for (at += negated; at < end && *at != ']'; at++) {
        if (end - at > 2 && at[1] == '-' && at[2] != ']') {
            found |= c >= at[0] && c <= at[2];
            at += 2;
        } else {
            found |= *at == c;
        }
    }
    *p = at < end ? at + 1 : end;
    return found != negated;
}

/* Returns true if a pattern without `*` matches the start of the text, up to its next `*` or its
 * end. Moves both past what matches. */
static bool takes_plain(const char **pattern, const char *end, const char **text) {
    while (*pattern < end && **pattern != '*') {
        char c = **text;
        if (!c) return false;
        if (**pattern == '[') {
            if (c == '/' || !is_in_class(pattern, end, c)) return false;
        } else {
            bool any = **pattern == '?' && c != '/';
            if (!any && **pattern == '\\' && *pattern + 1 < end) ++*pattern;
            if (!any && **pattern != c) return false;
            ++*pattern;
        }
        ++*text;
    }
    return true;
}

/* `*` stops at a `/`, and `**` does not. Only the last `*` needs to be tried again. */
static bool matches_pattern(const char *pattern, const char *end, const char *text) {
    const char *retry = NULL, *from = NULL;
    bool deep = false;
    for (;;) {
        if (takes_plain(&pattern, end, &text) && (pattern < end || !*text)) {
            if (pattern == end) return true;
            deep = end - pattern > 1 && pattern[1] == '*';
            pattern += deep ? 2 : 1;
            if (deep && pattern < end && *pattern == '/') pattern++; /* nor a folder */
            retry = pattern;
            from = text;
            continue;
        }
        if (!retry || !*from || (!deep && *from == '/')) return false;
        text = ++from;
        pattern = retry;
    }
}

/* Reads the line at *at, and moves it to the next one. Returns false if it has no pattern. */
static bool read_pattern(const char **at, const char *end, struct pattern *p) {
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    *p = (struct pattern){.start = *at, .end = newline ? newline : end};
    *at = newline ? newline + 1 : end;
    while (p->end > p->start && strchr(" \t\r", p->end[-1])) p->end--;
    if (p->start == p->end || *p->start == '#') return false;
    p->negated = *p->start == '!';
    p->start += p->negated;
    p->folders = p->end > p->start && p->end[-1] == '/';
    p->end -= p->folders;
    p->anchored = memchr(p->start, '/', (size_t)(p->end - p->start)) != NULL;
    p->start += p->end > p->start && *p->start == '/';
    return p->end > p->start;
}

bool ignored_has(const struct ignored *ignored, const char *path, bool is_folder) {
    for (const struct ignored *i = ignored; i; i = i->outer) {
        const char *inside = path + i->folder, *slash = strrchr(inside, '/');
        const char *base = slash ? slash + 1 : inside, *at = i->text;
        struct pattern p;
        int last = -1; /* the last pattern that matches decides */
        while (i->text && at < i->text + i->length) {
            if (!read_pattern(&at, i->text + i->length, &p) || (p.folders && !is_folder)) continue;
            if (matches_pattern(p.start, p.end, p.anchored ? inside : base)) last = !p.negated;
        }
        if (last >= 0) return last;
    }
    return false;
}
