/* SPDX-License-Identifier: Apache-2.0
 * Lines of a build log: what ptxas says in them, and whether others report an error. */
#ifndef CLI_LOG_LOG_H
#define CLI_LOG_LOG_H

#include "ptxcheck.h"

/* "ptxas k.ptx, line 12; error   : Arguments mismatch ...". Strings are in memory of its own. */
struct log_message {
    char *whole;      /* from `ptxas` on, without colours and end of line */
    char *file;       /* NULL: it names none */
    const char *text; /* behind "error   : " */
    uint32_t line;    /* 0: it names none */
    ptxc_severity severity;
};

/* Whether the line holds an error or a warning of ptxas, wherever it begins: builds put times and
 * names in front. *no_memory: nobody can tell. */
bool log_parse(const char *line, size_t length, struct log_message *message, bool *no_memory);
void log_free(struct log_message *message);

/* Does a message of severity "info" say that ptxas gives up an optimization, or repairs the code?
 */
bool log_is_advisory(const char *text);

/* What an advisory of ptxas means, and what to change: a sentence. NULL: the message is not an
 * advisory that is known. */
const char *log_advice(const struct log_message *message);

/* ptxas's last words, which say nothing that the errors before did not. */
bool log_is_end(const struct log_message *message);

/* Does a line of another program look like an error? */
bool log_is_error(const char *line);

/* The name of a file in a log without its folder, and without what nvcc puts before the names of
 * temporary files: "/tmp/tmpxft_000007f9_00000000-7_a.compute_100.ptx" is "a.compute_100.ptx". */
const char *log_base_name(const char *path);

#endif
