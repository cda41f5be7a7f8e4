/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck isa: prints the tables of the instruction set. */
#ifndef CLI_ISA_ISA_H
#define CLI_ISA_ISA_H

#include "program/options/command.h"
#include "program/isa/say.h"
#include "program/text/jsontext.h"

/* Handles the words after `isa`; returns the exit status of the program. */
int isa_main(int count, char **words);

/* text.c, json.c: describes instruction number `insn`. */
void isa_show_text(struct out *out, const struct palette *palette, size_t insn);
/* modules: include each example as a module that can be assembled */
json_t *isa_json(size_t insn, bool modules);

#endif
