/* SPDX-License-Identifier: Apache-2.0
 * What the command line of decode and encode asks for. */
#ifndef CLI_TOOLS_REQUEST_H
#define CLI_TOOLS_REQUEST_H

#include "ptxcheck.h"

struct request {
    size_t layout;
    ptxc_layout about;
    char qualifiers[512];
    const char *arch; /* NULL: any */
    char **operands;  /* the words behind the layout's name, options left out */
    int operand_count;
    bool json, list, help;
};

/* false: what is wrong has been said. `verb`: "decode" or "encode". Moves words about. */
bool request_parse(struct request *r, const char *verb, int count, char **words);

/* A number such as 0x8110010, 0b101, 135331856 or -1, of so many bits. */
bool request_number(const char *text, uint32_t width, uint64_t *number);

#endif
