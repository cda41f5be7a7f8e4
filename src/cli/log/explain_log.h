/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain-log: what ptxas says in the log of a build, as diagnostics of our own.
 *
 *   explain_log.c     reads the log, and finds the PTX of the files it names
 *   log.c             one line
 *   story.c       one file: which diagnostics say what ptxas says
 *   source.c      the C++ that the PTX comes from
 *   named.c       files of C++ that the log names */
#ifndef CLI_LOG_EXPLAIN_LOG_H
#define CLI_LOG_EXPLAIN_LOG_H

/* The words behind `explain-log`. Returns the exit status of the program. */
int explain_log_main(int count, char **words);

#endif
