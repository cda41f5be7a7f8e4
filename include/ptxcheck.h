/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxcheck: read PTX, say what is wrong, where, and how to fix it.
 *
 * A module is opened from one buffer and checked while it is opened. Functions that take a const
 * module only read it.
 *
 *   ptxc_module *m;
 *   if (ptxc_module_open(text, length, NULL, &m) == PTXC_OK) {
 *       for (size_t i = 0; i < ptxc_module_diag_count(m); i++) ...
 *       ptxc_module_close(m);
 *   }
 *
 * Ownership: the caller owns a module and closes it with ptxc_module_close. A module owns
 *   everything that its functions return, and keeps it until it is closed. The text is borrowed,
 *   not copied: it must stay unchanged until then. Strings of the tables live forever.
 * Threads: the library has no global state. Different modules may be used in different threads.
 *   Several threads may read one module, but not while a function runs that takes it without const.
 *   Functions that take no module may be called from any thread.
 * Errors: a ptxc_status says how a call went. What is wrong with the text is a diagnostic. Every
 *   function that returns a ptxc_status returns PTXC_BAD_ARGUMENT if a pointer is NULL, unless its
 *   comment allows NULL. Each comment lists the other statuses. The result is valid only after
 *   PTXC_OK. A function that counts something returns 0 for a NULL module.
 * Names: `ptxc_NOUN_count` returns the number of records, `ptxc_NOUN_get` fills a record, and
 *   `ptxc_NOUN_find` looks one up. The noun begins with what is asked: module, query, isa. A
 *   function with a plural noun (ptxc_query_tokens) fills an array.
 * Indexes: records count from 0 to count-1. A `_get` function returns PTXC_NOT_FOUND for an index
 *   past the end.
 * Text: a function that ends in `_text` writes text as snprintf does: it cuts the text to `size`
 *   bytes, ends it with NUL, and returns the full length in bytes without the NUL. It returns 0 if
 *   there is no such text; it may then leave the buffer unchanged. `buffer` may be NULL if `size`
 *   is 0. The caller owns the buffer.
 * Positions: spans are half-open ranges of bytes of the text. Lines and columns count from 1,
 *   columns in bytes. A PTX ISA version is a number such as 86 for 8.6.
 * Headers: this one includes those of the subjects: ptxcheck_base.h (statuses, targets, releases),
 *   ptxcheck_isa.h (the instruction set), ptxcheck_module.h (modules and diagnostics),
 *   ptxcheck_cuda.h (CUDA C++), ptxcheck_query.h (questions of editors) and ptxcheck_tensormap.h
 *   (tensor maps), which does not need a module and can be included alone.
 * Manual: "Manual: X" in a comment names the section X of the PTX ISA manual.
 */
#ifndef PTXCHECK_H
#define PTXCHECK_H

#include "ptxcheck_base.h"
#include "ptxcheck_cuda.h"
#include "ptxcheck_isa.h"
#include "ptxcheck_module.h"
#include "ptxcheck_query.h"

#endif
