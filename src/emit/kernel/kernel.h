/* SPDX-License-Identifier: Apache-2.0
 * Kernels as CUDA C++: each .entry becomes a __global__ function whose body is its PTX as one asm
 * statement. The compiler writes that text between the braces of an entry of the same name, with
 * the parameters NAME_param_0, NAME_param_1, ..., so these are what it calls its own.
 *
 *   kernel.c        the passes in their order
 *   read.c   the head of an entry        check.c  what cannot become C++
 *   write.c  C++ around the asm          asm.c           PTX as string literals */
#ifndef EMIT_KERNEL_KERNEL_H
#define EMIT_KERNEL_KERNEL_H

#include "isa/tables.h"
#include "base/text_builder.h"
#include "check/unit.h"
#include <string.h>

struct kernel_parameter {
    struct name name;
    ptxc_span at; /* the name */
    int type;     /* index into isa_types */
    uint32_t align, vector;
    uint64_t elements; /* of an array; 0: it is none */
    bool pointer;
    uint32_t hidden; /* while its body is read: depth of the block that has the name for itself */
};

/* Directives between head and body that matter; C++ has words for most. */
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
    uint32_t stmt; /* its head */
    ptxc_span name;
    struct kernel_parameter *parameter;
    uint32_t parameter_count;
    struct kernel_tuning_value {
        bool given;
        ptxc_span at;
        int64_t value[3]; /* 1 where none is */
    } tuning[KERNEL_TUNINGS];
    uint32_t *pragma; /* nodes: strings of .pragma before the body */
    uint32_t pragma_count;
};

/* The kernels of a module without errors; or errors are reported for what cannot become C++, and
 * there is no text: its start is NULL. */
struct text emit_kernels(const struct unit *unit);

/* ---- among the files emit_kernel*.c ---- */

bool emit_kernel_is_entry(const struct unit *unit, uint32_t stmt);
/* Reads the head of an entry. */
void emit_kernel_read(const struct unit *unit, uint32_t stmt, struct kernel *kernel);

/* Reports what of the module, or of a kernel, cannot become C++. */
void emit_kernel_check_module(const struct unit *unit);
void emit_kernel_check(const struct unit *unit, const struct kernel *kernel);
/* A name that C++ would take for the same thing. */
bool emit_kernel_is_name(struct text name);

/* Index into isa_targets of the module's .target. */
int emit_kernel_target(const struct unit *unit);
/* Writes all of it. */
void emit_kernel_write(const struct unit *unit, struct kernel *const *kernels, uint32_t count,
                       struct text_builder *out);

/* The PTX of an asm statement, a literal for each line. */
struct emit_asm {
    const struct unit *unit;
    struct text_builder *out;
    struct kernel *kernel; /* whose parameters are renamed; NULL: none are */
    uint32_t depth;
    bool open; /* a literal is */
};
void emit_asm_text(struct emit_asm *w, const char *text, size_t length);
void emit_asm_line(struct emit_asm *w, const char *text);
void emit_asm_number(struct emit_asm *w, uint64_t number);
/* A statement on lines of its own; depth follows braces. Debugging directives are left out. */
void emit_asm_statement(struct emit_asm *w, uint32_t stmt);

#endif
