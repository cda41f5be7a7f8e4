/* SPDX-License-Identifier: Apache-2.0
 * The command line of `ptxcheck isa` and `ptxcheck matrix`: words, and a few options. */
#ifndef PROGRAM_OPTIONS_COMMAND_H
#define PROGRAM_OPTIONS_COMMAND_H

#include "program/options/options.h"
#include "program/io/out.h"

struct command {
    enum format format; /* text or JSON */
    bool color, help;
    char **word; /* the `count` words that are not options, in their order */
    int count;
};

/* Parses the words after the name of the command and separates options from other words; `word`
 * points to the latter. Returns false after it has reported what is wrong. */
bool command_parse(struct command *command, const char *name, int count, char **words);

/* Flushes standard output. Returns `status`, or EXIT_TROUBLE if that fails. */
int command_end(struct out *out, int status);

/* Returns true if words[*i] is the option `--name=value` or `--name value`. Sets *value, which is
 * "" if it is missing, and moves *i to the last word that it used. */
bool command_value(const char *name, int *i, int count, char **words, const char **value);

/* Prints a text of help.h on standard output. Returns the exit status of the program. */
int command_print(void (*write)(struct out *out));

#endif
