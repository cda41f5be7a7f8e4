/* SPDX-License-Identifier: Apache-2.0
 * Compilation databases: see compile_db.h. */
#include "program/options/compile_db.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include "program/text/jsonread.h"
#include "program/text/strings.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEADERS = 2000, DEEPEST_HEADER = 64, LARGEST_HEADER = 4 << 20, MOST_TEXT = 16 << 20 };

/* The command of a file. */
struct compile_entry {
    char *directory, *file;
    char **word;
    size_t count, capacity;
};

struct compile_db {
    struct compile_entry *entry;
    size_t count;
};

/* ---- reading ---- */

static char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* Returns the string of a node; the caller frees it. */
static char *string_of(const struct json_doc *doc, uint32_t node) {
    size_t size = doc->node[node].end - doc->node[node].start + 1;
    char *text = malloc(size);
    if (text) (void)json_ascii(doc, node, text, size);
    return text;
}

static bool add_word(struct compile_entry *e, char *word) {
    if (word && strings_add(&e->word, &e->count, &e->capacity, word)) return true;
    free(word);
    return false;
}

/* Splits a command as a shell does. */
static bool split_command(struct compile_entry *e, const char *command) {
    char *word = malloc(strlen(command) + 1);
    bool good = word != NULL;
    for (const char *at = command; good && *(at += strspn(at, " \t\n"));) {
        size_t length = 0;
        for (char quote = '\0'; *at && (quote || !strchr(" \t\n", *at)); at++) {
            bool ends = quote && *at == quote, begins = !quote && (*at == '"' || *at == '\'');
            if (begins || ends) {
                quote = begins ? *at : '\0';
                continue;
            }
            if (*at == '\\' && quote != '\'' && at[1]) at++;
            word[length++] = *at;
        }
        good = add_word(e, copy_of(word, length));
    }
    free(word);
    return good;
}

/* Returns `file` as it is named from `directory`; the caller frees it. */
static char *path_in(const char *directory, size_t length, const char *file) {
    bool inside = length && !sys_is_absolute(file);
    char *path = malloc(length + strlen(file) + 2);
    if (!path) return NULL;
    size_t n = inside ? length : 0;
    if (n) memcpy(path, directory, n);
    if (n && !sys_is_separator(path[n - 1])) path[n++] = '/';
    memcpy(path + n, file, strlen(file) + 1);
    return path;
}

static bool read_arguments(struct compile_entry *e, const struct json_doc *doc, uint32_t array) {
    bool good = doc->node[array].kind == JSON_NODE_ARRAY;
    for (uint32_t n = array + 1; good && n < doc->node[array].next; n = doc->node[n].next)
        good = add_word(e, string_of(doc, n));
    return good;
}

/* Reads one object. Returns false if it is not an entry. */
static bool read_entry(struct compile_entry *e, const struct json_doc *doc, uint32_t object) {
    bool good = doc->node[object].kind == JSON_NODE_OBJECT;
    for (uint32_t key = object + 1; good && key < doc->node[object].next;) {
        uint32_t value = doc->node[key].next;
        char **into = json_is(doc, key, "directory") ? &e->directory : NULL;
        if (json_is(doc, key, "file")) into = &e->file;
        if (into && !*into) *into = string_of(doc, value);
        if (json_is(doc, key, "arguments") && !e->count) good = read_arguments(e, doc, value);
        if (json_is(doc, key, "command") && !e->count) {
            char *command = string_of(doc, value);
            good = command && split_command(e, command);
            free(command);
        }
        key = doc->node[value].next;
    }
    return good && e->directory && e->file;
}

static void free_entry(struct compile_entry *e) {
    for (size_t i = 0; i < e->count; i++) free(e->word[i]);
    free(e->word);
    free(e->directory);
    free(e->file);
}

void compile_db_free(struct compile_db *db) {
    for (size_t i = 0; db && i < db->count; i++) free_entry(&db->entry[i]);
    if (db) free(db->entry);
    free(db);
}

static struct compile_db *read_database(const struct json_doc *doc) {
    struct compile_db *db = calloc(1, sizeof *db);
    if (!db || !doc->count || doc->node[0].kind != JSON_NODE_ARRAY) {
        free(db);
        return NULL;
    }
    db->entry = calloc(doc->count, sizeof *db->entry);
    bool good = db->entry != NULL;
    for (uint32_t n = 1; good && n < doc->count; n = doc->node[n].next)
        good = read_entry(&db->entry[db->count++], doc, n);
    if (good) return db;
    compile_db_free(db);
    return NULL;
}

struct compile_db *compile_db_read(const char *path) {
    static const char name[] = "compile_commands.json";
    char *text = NULL, *inside = sys_is_folder(path) ? path_in(path, strlen(path), name) : NULL;
    size_t length = 0;
    struct json_doc doc = {0};
    struct compile_db *db = NULL;
    const char *file = inside ? inside : path;
    int error = sys_read_small(file, SIZE_MAX, &text, &length);
    if (error == EINVAL) {
        complain("cannot read '%s': it is not a regular file", file);
    } else if (error) {
        complain_file("cannot read", file, error);
    } else {
        if (json_read(&doc, text, length)) db = read_database(&doc);
        if (!db) complain("'%s' is not a compilation database", file);
    }
    json_free(&doc);
    free(text);
    free(inside);
    return db;
}

/* ---- the prelude ---- */

struct prelude {
    const struct compile_entry *entry;
    char *text;
    size_t length, capacity;
    char **header; /* those that have been read */
    size_t header_count, header_capacity;
    bool failed;
};

static void put_prelude(struct prelude *p, const char *text, size_t length) {
    if (!p->text || p->length + length + 2 > p->capacity) {
        size_t capacity = 2 * (p->length + length) + 4096;
        char *grown = capacity < MOST_TEXT ? realloc(p->text, capacity) : NULL;
        p->failed |= !grown;
        if (!grown) return;
        p->text = grown;
        p->capacity = capacity;
    }
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->text[p->length++] = '\n';
    p->text[p->length] = '\0';
}

static void read_header(struct prelude *p, char *path, unsigned depth);

/* Returns the value of the option at word *i if it has this name: -Ix, -I x. Moves *i past it. */
static const char *option_value(const struct compile_entry *e, size_t *i, const char *name) {
    size_t n = strlen(name);
    const char *word = e->word[*i];
    if (!word || strncmp(word, name, n)) return NULL;
    if (word[n]) return word + n + (word[n] == '=');
    return *i + 1 < e->count ? e->word[++*i] : NULL;
}

/* Returns the header in one of the folders of the options, or NULL. */
static char *find_in_folders(const struct prelude *p, const char *name, bool quoted) {
    static const char *const options[] = {"-iquote", "-I", "--include-path", "-isystem"};
    const struct compile_entry *e = p->entry;
    for (size_t k = quoted ? 0 : 1; k < sizeof options / sizeof *options; k++)
        for (size_t i = 0; i < e->count; i++) {
            const char *folder = option_value(e, &i, options[k]);
            char *base = folder ? path_in(e->directory, strlen(e->directory), folder) : NULL;
            char *path = base ? path_in(base, strlen(base), name) : NULL;
            free(base);
            if (path && sys_is_regular(path)) return path;
            free(path);
        }
    return NULL;
}

/* Reads the header that `#include` names at `at`; `from` is the file that contains it. */
static void include(struct prelude *p, const char *from, const char *at, const char *end,
                    unsigned depth) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    char close = at < end && *at == '<' ? '>' : '"';
    const char *stop = at < end ? memchr(at + 1, close, (size_t)(end - at - 1)) : NULL;
    if (!stop || (*at != '"' && *at != '<')) return;
    char *name = copy_of(at + 1, (size_t)(stop - at - 1)), *path = NULL;
    if (name && close == '"') path = path_in(from, (size_t)(sys_base_name(from) - from), name);
    if (path && !sys_is_regular(path)) {
        free(path);
        path = NULL;
    }
    if (name && !path) path = find_in_folders(p, name, close == '"');
    free(name);
    if (path) read_header(p, path, depth + 1);
}

/* Returns the end of the line at `at`, with those that continue it. */
static const char *end_of_line(const char *at, const char *end) {
    for (;;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) return end;
        const char *last = newline;
        if (last > at && last[-1] == '\r') last--;
        if (last == at || last[-1] != '\\') return newline;
        at = newline + 1;
    }
}

/* Returns what follows the comments and strings of the line, or where a comment starts that does
 * not end in it. */
static const char *open_comment(const char *at, const char *end) {
    for (; at + 1 < end; at++) {
        if (*at == '"') {
            for (at++; at < end && *at != '"'; at++)
                if (*at == '\\') at++;
        } else if (at[0] == '/' && at[1] == '/') {
            return end;
        } else if (at[0] == '/' && at[1] == '*') {
            const char *start = at;
            for (at += 2; at + 1 < end && !(at[0] == '*' && at[1] == '/'); at++) continue;
            if (at + 1 >= end) return start;
            at++;
        }
    }
    return end;
}

static bool word_is(const char *at, size_t length, const char *word) {
    return strlen(word) == length && !memcmp(at, word, length);
}

/* Returns true for a directive that the prelude needs. Of the file itself, that is not a macro with
 * a value, which is read there. */
static bool is_needed(const char *word, size_t length, const char *end, unsigned depth) {
    static const char *const words[] = {"if",      "ifdef",    "ifndef", "elif",
                                        "elifdef", "elifndef", "else",   "endif"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_is(word, length, words[i])) return true;
    if (word_is(word, length, "undef")) return depth > 0;
    if (!word_is(word, length, "define")) return false;
    const char *name = word + length;
    while (name < end && (*name == ' ' || *name == '\t')) name++;
    while (name < end && !strchr(" \t\r", *name)) name++;
    while (name < end && strchr(" \t\r", *name)) name++;
    return depth > 0 || name == end; /* the guard of a header */
}

/* Reads the directives of a file. */
static void read_directives(struct prelude *p, const char *path, const char *at, const char *end,
                            unsigned depth) {
    bool commented = false;
    for (; at < end && !p->failed; at++) {
        const char *stop = end_of_line(at, end);
        if (commented) {
            while (at + 1 < stop && !(at[0] == '*' && at[1] == '/')) at++;
            commented = at + 1 >= stop;
            at = commented ? stop : at + 2;
        }
        const char *open = open_comment(at, stop), *word = at;
        while (word < open && (*word == ' ' || *word == '\t')) word++;
        commented |= open < stop;
        if (word < open && *word == '#') {
            for (word++; word < open && (*word == ' ' || *word == '\t');) word++;
            size_t length = 0;
            while (word + length < open && word[length] >= 'a' && word[length] <= 'z') length++;
            if (word_is(word, length, "include"))
                include(p, path, word + length, open, depth);
            else if (is_needed(word, length, open, depth))
                put_prelude(p, at, (size_t)(open - at));
        }
        at = stop;
    }
}

/* Reads the header, once. Takes the path. */
static void read_header(struct prelude *p, char *path, unsigned depth) {
    char *text = NULL;
    size_t length = 0;
    bool known = depth > DEEPEST_HEADER || p->header_count == MOST_HEADERS || p->failed;
    for (size_t i = 0; i < p->header_count && !known; i++) known = !strcmp(p->header[i], path);
    if (known || !strings_add(&p->header, &p->header_count, &p->header_capacity, path)) {
        free(path);
        return;
    }
    if (!sys_read_small(path, LARGEST_HEADER, &text, &length))
        read_directives(p, path, text, text + length, depth);
    free(text);
}

/* Reads the headers of -include. */
static void read_included(struct prelude *p) {
    const struct compile_entry *e = p->entry;
    for (size_t i = 0; i < e->count; i++) {
        const char *value = option_value(e, &i, "-include");
        char *path = value ? path_in(e->directory, strlen(e->directory), value) : NULL;
        if (path) read_header(p, path, 1);
    }
}

/* Puts the macros of -D before those of the caller, of which the last one counts. */
static void add_defines(const struct compile_entry *e, const ptxc_options *library,
                        struct compile_flags *flags) {
    size_t count = 0;
    flags->define = malloc((e->count + library->define_count + 1) * sizeof *flags->define);
    if (!flags->define) return;
    for (size_t i = 0; i < e->count; i++) {
        const char *value = option_value(e, &i, "-D");
        if (!value) value = option_value(e, &i, "--define-macro");
        if (value && *value) flags->define[count++] = value;
    }
    for (size_t i = 0; i < library->define_count; i++) flags->define[count++] = library->defines[i];
    flags->define_count = count;
}

/* Returns the command of the file, or NULL. */
static const struct compile_entry *entry_of(const struct compile_db *db, const char *path) {
    for (size_t i = 0; i < db->count; i++) {
        const struct compile_entry *e = &db->entry[i];
        if (strcmp(sys_base_name(e->file), sys_base_name(path))) continue;
        char *file = path_in(e->directory, strlen(e->directory), e->file);
        bool same = file && sys_is_same_file(file, path);
        free(file);
        if (same) return e;
    }
    return NULL;
}

void compile_db_add(const struct compile_db *db, const char *path, const char *text, size_t length,
                    ptxc_options *library, struct compile_flags *flags) {
    struct prelude p = {.entry = db ? entry_of(db, path) : NULL};
    *flags = (struct compile_flags){0};
    if (!p.entry) return;
    add_defines(p.entry, library, flags);
    read_included(&p);
    read_directives(&p, path, text, text + length, 0);
    for (size_t i = 0; i < p.header_count; i++) free(p.header[i]);
    free(p.header);
    flags->prelude = p.text;
    if (p.failed) compile_flags_free(flags);
    compile_flags_use(flags, library);
}

void compile_flags_use(const struct compile_flags *flags, ptxc_options *library) {
    if (!flags->define) return;
    library->defines = flags->define;
    library->define_count = flags->define_count;
    library->prelude = flags->prelude;
}

void compile_flags_free(struct compile_flags *flags) {
    free(flags->define);
    free(flags->prelude);
    *flags = (struct compile_flags){0};
}
