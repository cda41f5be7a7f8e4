/* SPDX-License-Identifier: Apache-2.0
 * Parts of the description of an instruction, for `isa show` and for pages. */
#ifndef PROGRAM_ISA_SAY_H
#define PROGRAM_ISA_SAY_H

#include "program/text/phrase.h"
#include "ptxcheck.h"

/* Returns the first release that supports a .version and one of the targets. Returns "" if that was
 * before the first known release, or if there is none. */
const char *isa_first_release(const ptxc_isa_avail *avail);
/* Returns the version as "8.6", or "" for 0. */
struct version_text {
    char text[16];
} isa_version_text(uint32_t version);

/* Returns true if every target is included. */
bool isa_on_all_targets(const ptxc_isa_avail *a);
bool isa_same_avail(const ptxc_isa_avail *a, const ptxc_isa_avail *b);
/* Returns the requirements of both. */
ptxc_isa_avail isa_both(const ptxc_isa_avail *a, const ptxc_isa_avail *b);
/* Writes ".version 8.6, sm_100f+", or nothing if nothing is required. */
void isa_say_avail(struct phrase *p, const ptxc_isa_avail *a);
/* Writes the same in brackets, after a space. */
void isa_say_need(struct phrase *p, const ptxc_isa_avail *a);

/* Writes the numbers that the word itself does not show: " [per=2]". */
void isa_say_numbers(struct phrase *p, const char *word, const char *numbers);

/* Writes what the operand is, and when it is present. */
void isa_say_kind(struct phrase *p, size_t insn, size_t form, size_t operand);
void isa_say_when(struct phrase *p, size_t insn, size_t form, size_t operand);

#endif
