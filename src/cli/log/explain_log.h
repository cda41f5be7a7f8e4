/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain-log: explains the messages of ptxas in the log of a build by diagnostics.
 *
 *   explain_log.c  reads the log, and finds the PTX of the files it names
 *   ahead.c        checks PTX while ptxas runs
 *   log.c          parses one line
 *   advisory.c     messages that need an explanation: advisories, and those about options
 *   story.c        one file: matches diagnostics with the messages of ptxas
 *   source.c       the C++ that the PTX comes from
 *   named.c        C++ files that the log names */
#ifndef CLI_LOG_EXPLAIN_LOG_H
#define CLI_LOG_EXPLAIN_LOG_H

#include "program/io/lines.h"
#include "program/options/options.h"

enum { LOG_LONGEST_LINE = 1 << 20 }; /* a longer line counts as several */

/* Handles the words after `explain-log`. Returns the exit status of the program. */
int explain_log_main(int count, char **words);

/* Reports the messages of ptxas in the log `lines`; lines of other programs pass unchanged. With
 * `whole`, also reports what ptxcheck finds in the files of options->ptx but the log does not
 * mention, and checks these files before it reads the log. May set options->library.toolkit.
 * Returns the exit status of the program. */
int log_explain(struct options *options, struct lines *lines, bool whole);

#endif
