/* SPDX-License-Identifier: Apache-2.0
 * The command line of `ptxcheck isa` and `ptxcheck matrix`: words, and a few options. */
#ifndef PROGRAM_OPTIONS_COMMAND_H
#define PROGRAM_OPTIONS_COMMAND_H

#include "program/options/options.h"
#include "program/io/out.h"

struct command {
    enum format format; /* text or JSON */
    bool color, help;
    char **word; /* what is no option: `count` of the words given, in their order */
    int count;
};

/* Reads the words behind the command's name and sorts them: `word` points to them. false: what is
 * wrong has been said. */
bool command_parse(struct command *command, const char *name, int count, char **words);

/* Writes what is left of standard output; returns `status`, or EXIT_TROUBLE if that fails. */
int command_end(struct out *out, int status);

#endif
