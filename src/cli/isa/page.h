/* SPDX-License-Identifier: Apache-2.0
 * Instructions as pages of Markdown: docs/isa/. */
#ifndef CLI_ISA_PAGE_H
#define CLI_ISA_PAGE_H

#include "program/io/out.h"
#include "ptxcheck.h"

/* Writes the page of instruction number `insn`. */
void isa_page(struct out *out, size_t insn);
/* Writes a page for each instruction and README.md to the directory, which must exist. Returns the
 * exit status. */
int isa_pages(const char *directory);

/* The parts of a page, each with its heading unless it is empty. */
void isa_page_forms(struct out *out, size_t insn);
void isa_page_qualifiers(struct out *out, size_t insn);
void isa_page_operands(struct out *out, size_t insn);
void isa_page_fits(struct out *out, size_t insn);
void isa_page_rules(struct out *out, size_t insn);
void isa_page_availability(struct out *out, size_t insn);
void isa_page_layouts(struct out *out, size_t insn);
void isa_page_events(struct out *out, size_t insn);
void isa_page_index(struct out *out);

void isa_page_head(struct out *out, const char *heading);

/* "tcgen05.wait-ld.md" */
struct isa_file {
    char name[128];
} isa_page_file(const char *insn);
/* The name of the manual's group of instructions: "Data movement and conversion". */
struct isa_group {
    char name[96];
} isa_page_group(const ptxc_isa_insn *insn);

/* Writes "`.version` 8.6, `sm_100f+`, CUDA 12.8": what it requires in addition to the
 * instruction. */
void isa_page_since(struct out *out, size_t insn, const ptxc_isa_avail *avail);
/* Returns "12.8", or "" if the first known release has it. */
const char *isa_page_first(const ptxc_isa_avail *avail);
/* Writes the numbers of the forms in a set, "1-4, 7", or nothing if it contains all. */
void isa_page_numbers(struct out *out, uint64_t forms, size_t count);

#endif
