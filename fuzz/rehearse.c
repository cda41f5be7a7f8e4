/* SPDX-License-Identifier: Apache-2.0
 * Fuzz target: rehearsals. The input is a module; a line "@@@ launch" begins its launch file. The
 * last byte of the module selects further options; a newline selects none. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The main of the program under another name (Makefile). */
int program_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/ptxcheck-fuzz-XXXXXX";
static char module[64], launch[64];

static void remove_files(void) {
    unlink(module);
    unlink(launch);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    if (!freopen("/dev/null", "r", stdin) || !mkdtemp(folder)) return 1;
    snprintf(module, sizeof module, "%s/k.ptx", folder);
    snprintf(launch, sizeof launch, "%s/launch.json", folder);
    atexit(remove_files);
    return 0;
}

static void write_file(const char *path, const uint8_t *data, size_t size) {
    int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (file < 0 || write(file, data, size) < 0) abort();
    close(file);
}

/* A launch file may name files of tensor maps: nothing outside of the folder is read. */
static bool names_files(const uint8_t *data, size_t size) {
    return size && memchr(data, '/', size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char mark[] = "@@@ launch\n";
    static const char *const more[] = {"--infer",        "--explore=3",   "--seed=7",
                                       "--timeline",     "--format=json", "--format=sarif",
                                       "--svg=/dev/null"};
    enum { MARK = sizeof mark - 1, MORE = sizeof more / sizeof *more };
    const uint8_t *found = memmem(data, size, mark, MARK);
    size_t length = found ? (size_t)(found - data) : size;
    unsigned choice = length ? data[length - 1] ^ '\n' : 0;
    char *words[MORE + 6] = {"ptxcheck", "rehearse", module, "--max-steps=5000"};
    char described[96], options[MORE][20];
    int count = 4;
    write_file(module, data, length);
    if (found && !names_files(found + MARK, size - length - MARK)) {
        write_file(launch, found + MARK, size - length - MARK);
        snprintf(described, sizeof described, "--launch=%s", launch);
        words[count++] = described;
    }
    for (unsigned i = 0; i < MORE; i++)
        if (choice >> i & 1) words[count++] = strcpy(options[i], more[i]);
    (void)program_main(count, words);
    return 0;
}
