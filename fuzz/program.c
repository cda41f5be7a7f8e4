/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: any command of the program. The first line of the input is the command; a line
 * "@@@ NAME" begins a file of that name, which may be hostile. Everything happens in a folder of
 * its own. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The main of the program under another name (Makefile). */
int program_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 24 };

static char folder[] = "/tmp/ptxcheck-fuzz-XXXXXX";
static int root, place;

static void remove_folder(void) { rmdir(folder); }

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    if (!freopen("/dev/null", "r", stdin)) return 1;
    root = open(".", O_RDONLY | O_DIRECTORY);
    place = mkdtemp(folder) ? open(folder, O_RDONLY | O_DIRECTORY) : -1;
    atexit(remove_folder);
    return root < 0 || place < 0;
}

/* Runs other programs, reads a dialogue from standard input, or writes hundreds of files. */
static bool is_left_out(const char *word) {
    static const char *const words[] = {"ptxas", "--", "lsp", "pages"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i])) return true;
    return false;
}

/* Splits the command at its spaces. Returns 0 if the command cannot be run here. */
static int split(char *command, char *words[WORDS]) {
    static char name[] = "ptxcheck";
    int count = 0;
    words[count++] = name;
    for (char *word = strtok(command, " "); word && count < WORDS - 1; word = strtok(NULL, " ")) {
        if (is_left_out(word)) return 0;
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

/* Creates the folders that the name of a file contains. */
static void make_folders(char *name) {
    for (char *at = name; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(name, 0700);
        *at = '/';
    }
}

/* Writes a file. One that cannot be created, because of its name, is left out. */
static void write_file(char *name, const char *text, size_t length) {
    make_folders(name);
    int file = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (file < 0) return;
    if (write(file, text, length) < 0) abort();
    close(file);
}

/* Writes the files of the input: the rest of the text behind the command. */
static void write_files(char *text, const char *end) {
    static const char mark[] = "\n@@@ ";
    enum { MARK = sizeof mark - 1 };
    char *at = memmem(text, (size_t)(end - text), mark, MARK);
    while (at) {
        char *name = at + MARK, *from = memchr(name, '\n', (size_t)(end - name));
        if (!from) return;
        at = memmem(from, (size_t)(end - from), mark, MARK);
        *from = '\0';
        const char *to = at ? at : end;
        if (from < to) from++;
        write_file(name, from, (size_t)(to - from));
    }
}

static int remove_entry(const char *name, const struct stat *info, int kind, struct FTW *at) {
    (void)info, (void)kind;
    if (at->level) remove(name);
    return 0;
}

static void remove_files(void) {
    if (nftw(".", remove_entry, 8, FTW_DEPTH | FTW_PHYS)) abort();
}

static bool contains(const char *text, const char *end, const char *word) {
    return memmem(text, (size_t)(end - text), word, strlen(word)) != NULL;
}

/* Nothing is written outside of the folder: the names of files, and those in a file of options. */
static bool leaves_folder(const char *command, const char *files, const char *end) {
    return strchr(command, '/') || contains(files, end, "..") || contains(files, end, "\n@@@ /") ||
           (strchr(command, '@') && contains(files, end, "/"));
}

static void run_command(char *command, char *files, const char *end) {
    char *words[WORDS];
    int count = leaves_folder(command, files, end) ? 0 : split(command, words);
    if (!count) return;
    if (fchdir(place)) abort();
    write_files(files, end);
    (void)program_main(count, words);
    remove_files();
    if (fchdir(root)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = calloc(1, size + 1);
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    char *end = text + strcspn(text, "\n");
    char *command = strndup(text, (size_t)(end - text));
    if (command) run_command(command, end, text + size);
    free(command);
    free(text);
    return 0;
}
