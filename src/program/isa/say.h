/* SPDX-License-Identifier: Apache-2.0
 * Pieces of a description of an instruction, in words: for `isa show` and for pages. */
#ifndef PROGRAM_ISA_SAY_H
#define PROGRAM_ISA_SAY_H

#include "program/text/phrase.h"
#include "ptxcheck.h"

/* The first release that knows a .version and one of the targets; "": one before those that are
 * known, or none. */
const char *isa_first_release(const ptxc_isa_avail *avail);
/* "8.6"; "" for 0. */
struct version_text {
    char text[16];
} isa_version_text(uint32_t version);

/* Does every target have it? */
bool isa_on_all_targets(const ptxc_isa_avail *a);
bool isa_same_avail(const ptxc_isa_avail *a, const ptxc_isa_avail *b);
/* What both need. */
ptxc_isa_avail isa_both(const ptxc_isa_avail *a, const ptxc_isa_avail *b);
/* ".version 8.6, sm_100f+"; nothing if it asks for nothing. */
void isa_say_avail(struct phrase *p, const ptxc_isa_avail *a);
/* The same in brackets, behind a blank. */
void isa_say_need(struct phrase *p, const ptxc_isa_avail *a);

/* The numbers of a word that it does not show itself: " [per=2]". */
void isa_say_numbers(struct phrase *p, const char *word, const char *numbers);

/* What the operand is, and when it is there. */
void isa_say_kind(struct phrase *p, size_t insn, size_t form, size_t operand);
void isa_say_when(struct phrase *p, size_t insn, size_t form, size_t operand);

#endif
