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

#include "program/io/lines.h"
#include "program/options/options.h"

enum { LOG_LONGEST_LINE = 1 << 20 }; /* a longer line counts as several */

/* The words after `explain-log`. Returns the exit status of the program. */
int explain_log_main(int count, char **words);

/* Reports what ptxas says in the log `lines`; lines of other programs pass unchanged. `whole`: also
 * reports what ptxcheck finds in the files of options->ptx, though the log does not say it. May set
 * options->library.toolkit. Returns the exit status of the program. */
int log_explain(struct options *options, struct lines *lines, bool whole);

#endif
