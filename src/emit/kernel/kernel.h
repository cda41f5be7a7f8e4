/* SPDX-License-Identifier: Apache-2.0
 * Kernels as CUDA C++: each .entry becomes a __global__ function whose body is its PTX in one asm
 * statement. The compiler writes that text between the braces of an entry with the same name and
 * the parameters NAME_param_0, NAME_param_1, ..., so the text refers to its parameters by these
 * names.
 *
 *   kernel.c  runs the passes in order    check.c  what cannot be expressed in C++
 *   read.c    the head of an entry        asm.c    PTX as string literals
 *   write.c   the C++ around the asm */
#ifndef EMIT_KERNEL_KERNEL_H
#define EMIT_KERNEL_KERNEL_H

#include "isa/tables.h"
#include "base/text_builder.h"
#include "check/unit.h"
#include <string.h>

struct kernel_parameter {
    struct name name;
    ptxc_span at; /* span of the name */
    int type;     /* index into isa_types */
    uint32_t align, vector;
    uint64_t elements; /* of an array; 0 if it is not an array */
    bool pointer;
    uint32_t hidden; /* while its body is read: depth of the block that reuses the name */
};

/* Directives between head and body that matter; C++ has attributes for most of them. */
enum kernel_tuning {
    KERNEL_MAXNTID,
    KERNEL_REQNTID,
    KERNEL_MINNCTAPERSM,
    KERNEL_MAXNREG,
    KERNEL_CLUSTER,  /* .reqnctapercluster */
    KERNEL_EXPLICIT, /* .explicitcluster */
    KERNEL_RANK,     /* .maxclusterrank */
    KERNEL_BLOCKS,   /* .blocksareclusters */
    KERNEL_MEMORY,   /* .minperctamemory */
    KERNEL_TUNINGS
};

struct kernel {
    uint32_t stmt; /* statement of its head */
    ptxc_span name;
    struct kernel_parameter *parameter;
    uint32_t parameter_count;
    struct kernel_tuning_value {
        bool given;
        ptxc_span at;
        int64_t value[3]; /* 1 for missing values */
    } tuning[KERNEL_TUNINGS];
    uint32_t *pragma; /* nodes: strings of .pragma before the body */
    uint32_t pragma_count;
};

/* Returns the kernels of a module without errors as C++. If something cannot be expressed in C++,
 * reports it and returns a text whose start is NULL. */
struct text emit_kernels(const struct unit *unit);

/* ---- shared by the files emit_kernel*.c ---- */

bool emit_kernel_is_entry(const struct unit *unit, uint32_t stmt);
/* Reads the head of an entry. */
void emit_kernel_read(const struct unit *unit, uint32_t stmt, struct kernel *kernel);

/* Reports what cannot be expressed in C++, in the module or in a kernel. */
void emit_kernel_check_module(const struct unit *unit);
void emit_kernel_check(const struct unit *unit, const struct kernel *kernel);
/* Returns true if C++ would give the name the same meaning. */
bool emit_kernel_is_name(struct text name);

/* Returns the index into isa_targets of the module's .target. */
int emit_kernel_target(const struct unit *unit);
/* Writes the whole file. */
void emit_kernel_write(const struct unit *unit, struct kernel *const *kernels, uint32_t count,
                       struct text_builder *out);

/* The PTX of an asm statement, one literal per line. */
struct emit_asm {
    const struct unit *unit;
    struct text_builder *out;
    struct kernel *kernel; /* the kernel whose parameters are renamed, or NULL */
    uint32_t depth;
    bool open; /* a literal is open */
};
void emit_asm_text(struct emit_asm *w, const char *text, size_t length);
void emit_asm_line(struct emit_asm *w, const char *text);
void emit_asm_number(struct emit_asm *w, uint64_t number);
/* Writes a statement on lines of its own; the depth follows braces. Debugging directives are left
 * out. */
void emit_asm_statement(struct emit_asm *w, uint32_t stmt);

#endif
