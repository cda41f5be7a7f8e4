/* SPDX-License-Identifier: Apache-2.0
 * Limits of the tables. Arrays of the library that the contents of a table fill have these
 * sizes, and tools/isagen rejects tables that exceed them. */
#ifndef ISA_LIMITS_H
#define ISA_LIMITS_H

enum isa_limit {
    ISA_MOST_DEPTH = 16,    /* values on the stack for a condition or length */
    ISA_MOST_OPS = 64,      /* operators and leaves of a condition or length */
    ISA_MOST_ROLES = 64,    /* roles of an instruction: sets of roles are 64-bit masks */
    ISA_MOST_SLOTS = 64,    /* slots of a form */
    ISA_MOST_OPERANDS = 48, /* operands of a form, whatever their conditions */
    ISA_MOST_ROOTS = ISA_MOST_OPERANDS + 1, /* operands of a line with a guard */
    ISA_MOST_OPTIONAL = 8,    /* freely optional operands of a list: each combination is tried */
    ISA_MOST_NEEDS = 24,      /* requirements (`avail`) of one line */
    ISA_MOST_NAME = 96,       /* bytes of an opcode */
    ISA_MOST_TARGETS = 64,    /* targets: sets of them are 64-bit masks */
    ISA_MOST_TYPES = 64,      /* types: sets of them are 64-bit masks */
    ISA_MOST_DIRECTIVES = 64, /* directives: likewise */
    ISA_MOST_RELEASES = 64,   /* releases: likewise */
    ISA_MOST_EVENT_NAMES = 64 /* kinds of events, their arguments, and names of arguments */
};

/* Limits of the table compiler. */
enum isagen_limit {
    ISAGEN_MOST_COLUMNS = 120,       /* of a line: tables are read next to the manual */
    ISAGEN_MOST_STACK = 200,         /* stack of the parser, which never grows */
    ISAGEN_MOST_JOINED = 64,         /* terms of a condition or length, because tree walks are
                                        recursive */
    ISAGEN_MOST_SPELLINGS = 1000,    /* words that one pattern expands to */
    ISAGEN_MOST_NUMBER = 1000000000, /* in patterns and attributes */
    ISAGEN_MOST_OPEN = 32,           /* operand kinds used before their definition */
    ISAGEN_MOST_IN_KIND = 1000,      /* alternatives, including nested ones */
    ISAGEN_MOST_TEXT = 1 << 14,      /* bytes of a text */
    ISAGEN_MOST_VERSION = 250,       /* 25.0: a version is a byte */
    ISAGEN_MOST_ERRORS = 10000
};

#endif
