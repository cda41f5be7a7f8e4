/* SPDX-License-Identifier: Apache-2.0
 * Files, consoles and processes on Windows: see system.h, native.h and child.h. The manifest of the
 * program (packaging/windows) makes UTF-8 the encoding of all names. */
#define _CRT_RAND_S 1 /* rand_s */
#include "program/io/child.h"
#include "program/io/native.h"
#include "program/io/system.h"
#include <windows.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <process.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct native native = {.name = "Windows",
                              .separators = "/\\",
                              .list_separator = ';',
                              .suffix = ".exe",
                              .has_drives = true};

/* Lets a console show UTF-8 and colors. Other files have no mode. */
static void prepare_console(DWORD stream) {
    HANDLE handle = GetStdHandle(stream);
    DWORD mode;
    if (!GetConsoleMode(handle, &mode)) return;
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void sys_start(void) {
    for (int file = 0; file <= 2; file++) {
        if (_setmode(file, _O_BINARY) >= 0) continue;
        /* Reserves the descriptor, so that no other file gets its number and using it fails. */
        (void)_open("NUL", _O_BINARY | (file == 0 ? _O_WRONLY : _O_RDONLY));
    }
    prepare_console(STD_OUTPUT_HANDLE);
    prepare_console(STD_ERROR_HANDLE);
}

/* ---- files ---- */

int native_open(const char *path, bool write) {
    return _open(path, (write ? _O_WRONLY : _O_RDONLY) | _O_BINARY | _O_NOINHERIT);
}

int sys_read_some(int file, char *data, size_t size, size_t *count) {
    int n = _read(file, data, size > INT_MAX ? INT_MAX : (unsigned)size);
    *count = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

bool sys_has_input(int file, int milliseconds) {
    if (milliseconds) return true;
    DWORD available;
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    if (GetFileType(handle) != FILE_TYPE_PIPE) return true;
    return !PeekNamedPipe(handle, NULL, 0, NULL, &available, NULL) || available;
}

bool sys_is_running(long process) {
    (void)process;
    return true;
}

/* Windows names a closed pipe EINVAL. */
static int write_error(int file) {
    bool is_pipe = GetFileType((HANDLE)_get_osfhandle(file)) == FILE_TYPE_PIPE;
    return errno == EINVAL && is_pipe ? EPIPE : errno;
}

int sys_write(int file, const char *data, size_t length) {
    while (length) {
        int n = _write(file, data, length > INT_MAX ? INT_MAX : (unsigned)length);
        if (n < 0) return write_error(file);
        data += n;
        length -= (size_t)n;
    }
    return 0;
}

static bool identity(const char *path, BY_HANDLE_FILE_INFORMATION *info) {
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool known = GetFileInformationByHandle(file, info);
    CloseHandle(file);
    return known;
}

static int create_random(char *name, int mode) {
    enum { CHARACTERS = 6, TRIES = 100 };
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz012345";
    char *end = name + strlen(name);
    for (int i = 0; i < TRIES; i++) {
        unsigned random;
        if (rand_s(&random)) return -1;
        for (int k = 1; k <= CHARACTERS; k++, random /= 32) end[-k] = digits[random % 32];
        int file =
            _open(name, mode | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

/* An existing file does not matter: a file inherits its permissions from its folder. */
int native_create(char *name, const struct stat *existing) {
    (void)existing;
    return create_random(name, _O_WRONLY);
}

int native_scratch(char *name) { return create_random(name, _O_RDWR | _O_TEMPORARY); }

int native_fill(const char *path) {
    return _open(path, _O_WRONLY | _O_CREAT | _O_TRUNC | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
}

bool native_is_linked(const char *path) {
    BY_HANDLE_FILE_INFORMATION info;
    return identity(path, &info) && info.nNumberOfLinks > 1;
}

void sys_hold_signals(bool hold) { SetConsoleCtrlHandler(NULL, hold); }

int native_sync(int file) { return _commit(file); }

int native_replace(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return 0;
    errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : EIO;
    return -1;
}

bool native_may_write(const char *path) { return !_access(path, 2); }
bool native_may_run(const char *path) { return !_access(path, 4); }

/* Returns a copy with "/" in place of "\". */
static char *with_slashes(char *path) {
    for (char *c = path; c && *c; c++)
        if (*c == '\\') *c = '/';
    return path;
}

char *native_real_path(const char *path) {
    if (_access(path, 0)) return NULL;
    return with_slashes(_fullpath(NULL, path, 0));
}

char *native_program(void) {
    enum { LONGEST = 32768 };
    char *path = malloc(LONGEST);
    DWORD length = path ? GetModuleFileNameA(NULL, path, LONGEST) : 0;
    if (length && length < LONGEST) return with_slashes(path);
    free(path);
    return NULL;
}

/* The owner of a file is often a group of administrators. A file in a folder that others can write
 * to is trusted as much as the files to be checked. */
bool sys_is_trusted(const char *path, const char *beside) {
    (void)beside;
    return sys_is_file(path);
}

bool sys_is_same_file(const char *path, const char *other) {
    BY_HANDLE_FILE_INFORMATION a, b;
    return identity(path, &a) && identity(other, &b) &&
           a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
           a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
}

long long native_time(const struct stat *info) { return (long long)info->st_mtime * 1000000000; }

unsigned sys_processor_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
}

void *native_large(size_t size, size_t used) {
    (void)used;
    return malloc(size);
}

/* ---- processes ---- */

/* Appends a word as CommandLineToArgvW reads it: backslashes are doubled before a quote. */
static char *add_quoted(char *to, const char *word) {
    size_t backslashes = 0;
    *to++ = '"';
    for (; *word; word++) {
        for (size_t i = 0; *word == '"' && i <= backslashes; i++) *to++ = '\\';
        backslashes = *word == '\\' ? backslashes + 1 : 0;
        *to++ = *word;
    }
    while (backslashes--) *to++ = '\\';
    *to++ = '"';
    return to;
}

/* Returns the words as one line, which the caller frees. */
static char *command_line(char **words) {
    size_t size = 1;
    for (char **w = words; *w; w++) size += 2 * strlen(*w) + 3;
    char *line = malloc(size), *to = line;
    for (; line && *words; words++) {
        to = add_quoted(to, *words);
        *to++ = ' ';
    }
    if (line) *to = '\0';
    return line;
}

/* Returns 0 or an errno. */
static int start(const char *path, char **words, HANDLE error, HANDLE *process) {
    STARTUPINFOA startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION started;
    char *line = command_line(words);
    if (!line) return ENOMEM;
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = error;
    bool ok = CreateProcessA(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &started);
    free(line);
    if (!ok) return GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
    CloseHandle(started.hThread);
    *process = started.hProcess;
    return 0;
}

int child_start(struct child *child, const char *path, char **words) {
    int ends[2];
    HANDLE process;
    if (_pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT)) return errno;
    HANDLE end = (HANDLE)_get_osfhandle(ends[1]);
    SetHandleInformation(end, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    int error = start(path, words, end, &process);
    _close(ends[1]);
    if (error) {
        _close(ends[0]);
        return error;
    }
    *child = (struct child){(intptr_t)process, ends[0]};
    return 0;
}

int child_wait(const struct child *child) {
    DWORD status = 128;
    HANDLE process = (HANDLE)child->process;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &status);
    CloseHandle(process);
    return (int)status;
}

/* Windows cannot replace a process: this one waits and exits with the same status. */
int child_become(const char *path, char **words) {
    HANDLE process;
    int error = start(path, words, GetStdHandle(STD_ERROR_HANDLE), &process);
    if (error) return error;
    struct child child = {.process = (intptr_t)process};
    exit(child_wait(&child));
}
