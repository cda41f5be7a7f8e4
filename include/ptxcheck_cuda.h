/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA C++ that the library writes from a module: functions for instructions, kernels, and C++ in
 * which blocks of PTX are expanded.
 */
#ifndef PTXCHECK_CUDA_H
#define PTXCHECK_CUDA_H

#include "ptxcheck_module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- CUDA C++ ---------------------------------------------------------------------------------
 * These functions write C++ when they are first called, and return the same text when they are
 * called again. The module owns the text, which ends with NUL. `length` may be NULL; otherwise
 * *length is the length of the text in bytes. These functions return PTXC_NO_MEMORY if the
 * allocator returns NULL. No other thread may use the module during the call. */

/* Writes a C++ header with a function for each distinct instruction of the module that the tables
 * contain. docs/emit.md describes the functions. Returns PTXC_NOT_FOUND, and no text, if the module
 * is C++, has errors, or was opened with syntax_only. Returns PTXC_UNMATCHED, with the pattern as
 * the text, if a pattern of options.emit_only matches no function. */
PTXC_API ptxc_status ptxc_module_emit(ptxc_module *module, const char **text, size_t *length);

/* Writes a .cu file with each .entry of the module as a __global__ function whose body is its PTX.
 * docs/emit-kernels.md describes the file. An .entry that cannot be expressed in C++ is an error,
 * which is added to the diagnostics of the module. Returns PTXC_NOT_FOUND, and no text, if there
 * are such errors, or if the module is C++, has errors, or was opened with syntax_only. */
PTXC_API ptxc_status ptxc_module_emit_kernels(ptxc_module *module, const char **text,
                                              size_t *length);

/* Opens a module whose text the library writes: every form of every instruction that options.arch
 * supports, with every combination of qualifiers. Some of its lines have errors. ptxc_module_emit
 * writes a function for each line that neither the assembler nor the manual rejects; functions that
 * differ only in one qualifier may be one function template. Ownership and statuses are those of
 * ptxc_module_open. Returns PTXC_UNKNOWN_ARCH also if options.arch is not set or is a "compute_"
 * name. */
PTXC_API ptxc_status ptxc_module_open_all(const ptxc_options *options, ptxc_module **module);

/* Expands each block of plain PTX, asm(R"ptx( ... )ptx"), into an asm statement with operands, and
 * sets *text to the whole C++ text and *length to its length in bytes. `length` may be NULL. `file`
 * is the name of the source file for `#line`. docs/pp.md describes blocks. The module owns the
 * text; a second call returns the same text. Returns PTXC_NOT_FOUND and no text if the module is
 * not C++ or has errors, and PTXC_NO_MEMORY. No other thread may use the module during the call. */
PTXC_API ptxc_status ptxc_module_expand(ptxc_module *module, const char *file, const char **text,
                                        size_t *length);

#ifdef __cplusplus
}
#endif
#endif
