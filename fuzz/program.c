/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: any command of the program. The first line of the input is the command; a line
 * "@@@ NAME" begins a file of that name, which may be hostile. Everything happens in a folder of
 * its own. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
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

/* Writes the files of the input: the rest of the text behind the command. */
static void write_files(char *text) {
    static const char mark[] = "\n@@@ ";
    for (char *at = strstr(text, mark), *next; at; at = next) {
        char *name = at + sizeof mark - 1, *end = strchr(name, '\n');
        if (!end) return;
        next = strstr(end, mark);
        *end = '\0';
        int file = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0600);
        if (file < 0) continue;
        size_t size = next ? (size_t)(next - end - (next > end)) : strlen(end + 1);
        if (write(file, end + 1, size) < 0) abort();
        close(file);
    }
}

static void remove_files(void) {
    DIR *dir = opendir(".");
    if (!dir) abort();
    for (struct dirent *entry; (entry = readdir(dir));) unlink(entry->d_name);
    closedir(dir);
}

/* Nothing is written outside of the folder: a file of options may name files, too. */
static bool leaves_folder(const char *command, const char *files) {
    return strchr(command, '/') || strstr(files, "..") ||
           (strchr(command, '@') && strchr(files, '/'));
}

static void run_command(char *command, char *files) {
    char *words[WORDS];
    int count = leaves_folder(command, files) ? 0 : split(command, words);
    if (!count) return;
    if (fchdir(place)) abort();
    write_files(files);
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
    if (command) run_command(command, end);
    free(command);
    free(text);
    return 0;
}
