/* SPDX-License-Identifier: Apache-2.0
 * The options of the command line of decode and encode. */
#ifndef CLI_TOOLS_REQUEST_H
#define CLI_TOOLS_REQUEST_H

#include "ptxcheck.h"

struct request {
    size_t layout;
    ptxc_layout about;
    char qualifiers[512];
    const char *arch; /* NULL for any */
    char **operands;  /* the words after the layout's name, without options */
    int operand_count;
    bool json, list, help;
};

/* Returns false after it has reported what is wrong. `verb` is "decode" or "encode". Reorders the
 * words. */
bool request_parse(struct request *r, const char *verb, int count, char **words);

/* Reads a number such as 0x8110010, 0b101, 135331856 or -1, with this many bits. */
bool request_number(const char *text, uint32_t width, uint64_t *number);

#endif
