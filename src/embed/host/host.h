/* SPDX-License-Identifier: Apache-2.0
 * The languages that contain PTX. A host finds the fragments of its language and records each as an
 * asm: the literals of its text, which keep their positions, and its operands. embed/cxx.h makes
 * PTX of them and checks it.
 *
 *   hosts.c       the list of hosts        constraint.c  constraints as LLVM writes them
 *   python.c      Python                   llvm.c        LLVM IR and MLIR
 *   rust.c        Rust                     markdown.c    Markdown */
#ifndef EMBED_HOST_HOST_H
#define EMBED_HOST_HOST_H

#include "embed/cxx_check.h"

cxx_find host_find_python, host_find_llvm, host_find_rust, host_find_markdown;
/* Finds the fragments of Python between `from` and cxx->length. */
void host_find_python_from(struct cxx *cxx, uint32_t from);

/* Reads the constraints [start, end), such as "=r,r,~{memory}", of an asm whose operands have not
 * been read yet. */
void host_read_constraints(struct cxx *cxx, struct cxx_asm *a, uint32_t start, uint32_t end);
/* Returns an asm with the keyword [start, end) whose operands are written with `place`. */
struct cxx_asm host_asm(const struct cxx *cxx, uint32_t start, uint32_t end, uint8_t place);
/* Returns true if `word` starts at `at`. */
bool host_word_is(const struct cxx *cxx, uint32_t at, uint32_t end, const char *word);

#endif
