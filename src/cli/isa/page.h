/* SPDX-License-Identifier: Apache-2.0
 * Instructions as pages of Markdown: docs/isa/. */
#ifndef CLI_ISA_PAGE_H
#define CLI_ISA_PAGE_H

#include "program/io/out.h"
#include "ptxcheck.h"

/* The page of instruction number `insn`. */
void isa_page(struct out *out, size_t insn);
/* A page for each and README.md in the directory, which is there; returns the exit status. */
int isa_pages(const char *directory);

/* The parts of a page, each with its heading if there is anything in it. */
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
/* What the manual's group of instructions is called: "Data movement and conversion". */
struct isa_group {
    char name[96];
} isa_page_group(const ptxc_isa_insn *insn);

/* "`.version` 8.6, `sm_100f+`, CUDA 12.8": what it needs beside what the instruction does. */
void isa_page_since(struct out *out, size_t insn, const ptxc_isa_avail *avail);
/* "12.8"; "" if the first release that is known has it. */
const char *isa_page_first(const ptxc_isa_avail *avail);
/* "1-4, 7" of the forms in a set; nothing if it has all. */
void isa_page_numbers(struct out *out, uint64_t forms, size_t count);

#endif
