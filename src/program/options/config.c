/* SPDX-License-Identifier: Apache-2.0
 * Finding and reading `.ptxcheck`: see config.h. */
#include "program/options/config.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *config_find(const char *file) {
    char *path = sys_absolute(file);
    if (!path) return NULL;
    size_t length = strlen(path);
    char *moved = realloc(path, length + sizeof "/" CONFIG_NAME);
    if (!moved) {
        free(path);
        return NULL;
    }
    for (char *slash; (slash = strrchr(moved, '/')); *slash = '\0') {
        strcpy(slash + 1, CONFIG_NAME);
        if (sys_is_file(moved)) return moved;
    }
    free(moved);
    return NULL;
}

static bool add_word(struct config *c, char *word, unsigned line) {
    if (c->count == c->room) {
        size_t room = 2 * c->room + 16;
        char **words = realloc(c->word, room * sizeof *words);
        if (words) c->word = words;
        unsigned *lines = words ? realloc(c->line, room * sizeof *lines) : NULL;
        if (!lines) return false;
        c->line = lines;
        c->room = room;
    }
    c->word[c->count] = word;
    c->line[c->count++] = line;
    return true;
}

/* Returns the option on a line, without surrounding whitespace and comment, or "". */
static char *option_of(char *line) {
    for (char *c = line; *c; c++)
        if (*c == '#' && (c == line || c[-1] == ' ' || c[-1] == '\t')) {
            *c = '\0';
            break;
        }
    line += strspn(line, " \t");
    char *end = line + strlen(line);
    while (end > line && strchr(" \t\r", end[-1])) *--end = '\0';
    return line;
}

static bool read_lines(struct config *c) {
    unsigned number = 1;
    for (char *line = c->text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        char *option = option_of(line);
        if (*option && !add_word(c, option, number)) return false;
    }
    return true;
}

enum { MOST_CONFIG = 1 << 16 };

static bool cannot_read(const char *path, int error) {
    if (error == SYS_TOO_LARGE)
        complain("cannot read '%s': it has more than %d KiB", path, MOST_CONFIG >> 10);
    else if (error == EINVAL)
        complain("cannot read '%s': it is not a regular file", path);
    else
        complain_file("cannot read", path, error);
    return false;
}

bool config_read(struct config *c, const char *path) {
    size_t length;
    *c = (struct config){.path = strdup(path)};
    int error = c->path ? sys_read_small(path, MOST_CONFIG, &c->text, &length) : ENOMEM;
    if (error) return cannot_read(path, error);
    if (strlen(c->text) < length) {
        complain("'%s' has a NUL byte", path);
        return false;
    }
    if (read_lines(c)) return true;
    complain("%s", sys_error_text(ENOMEM));
    return false;
}

void config_free(struct config *c) {
    free(c->path);
    free(c->text);
    free(c->word);
    free(c->line);
    *c = (struct config){0};
}
