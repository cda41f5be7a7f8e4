/* SPDX-License-Identifier: Apache-2.0
 * Messages about the command line and about files, on standard error. */
#ifndef PROGRAM_IO_COMPLAIN_H
#define PROGRAM_IO_COMPLAIN_H

/* Exit statuses of the program. */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* Prints `ptxcheck: error: ...` and returns EXIT_TROUBLE. Characters that could control a terminal
 * are shown as in glyph.h; messages of more than a few hundred bytes are truncated. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);
/* Prints `ptxcheck: ...`, which is not an error, in the same way. */
__attribute__((format(printf, 1, 2))) void remark(const char *format, ...);
/* Reports an error about a file: `ptxcheck: error: cannot read 'k.ptx': No such file ...` */
int complain_file(const char *what, const char *path, int error);

#endif
