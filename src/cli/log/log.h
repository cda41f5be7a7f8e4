/* SPDX-License-Identifier: Apache-2.0
 * Lines of a build log: messages of ptxas, and errors of other programs. */
#ifndef CLI_LOG_LOG_H
#define CLI_LOG_LOG_H

#include "ptxcheck.h"

/* Reads "ptxas k.ptx, line 12; error   : Arguments mismatch ...". The record owns its strings. */
struct log_message {
    char *whole;      /* from `ptxas` on, without colors and end of line */
    char *file;       /* NULL if it names none */
    const char *text; /* text after "error   : " */
    uint32_t line;    /* 0 if it names none */
    ptxc_severity severity;
};

/* Returns true if the line contains an error or a warning of ptxas, wherever it starts, because
 * builds prepend times and names. Sets *no_memory if memory runs out. */
bool log_parse(const char *line, size_t length, struct log_message *message, bool *no_memory);
/* Gives a message that names no file that one. Returns false if memory runs out. */
bool log_name(struct log_message *message, const char *file);
void log_free(struct log_message *message);

/* Returns true for a message of severity "info" that says that ptxas gives up an optimization, or
 * repairs the code. */
bool log_is_advisory(const char *text);

/* Returns a sentence about what an advisory of ptxas means and what to change, or NULL if it is not
 * a known advisory. */
const char *log_advice(const struct log_message *message);

/* Returns true for the name that ptxas gives to PTX that it writes itself, to which it lowers an
 * instruction of the module. NULL is no such name. */
bool log_is_builtin(const char *file);

/* The name of the file of messages about the arguments of ptxas, not about what it reads. */
#define LOG_COMMAND_LINE "<command line>"
bool log_is_command_line(const char *file);
bool log_is_about_command_line(const struct log_message *message);

/* Recognizes the last message of ptxas, which adds nothing to the errors before it. */
bool log_is_end(const struct log_message *message);

/* Returns true if a line of another program looks like an error. */
bool log_is_error(const char *line);

/* Returns the name of a file in a log without its folder, and without what nvcc prepends to the
 * names of temporary files: "/tmp/tmpxft_000007f9_00000000-7_a.compute_100.ptx" becomes
 * "a.compute_100.ptx". */
const char *log_base_name(const char *path);

#endif
