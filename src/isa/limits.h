/* SPDX-License-Identifier: Apache-2.0
 * How much the tables may ask for. Arrays of the library that the contents of a table fill have
 * these sizes, and tools/isagen refuses tables that exceed them. */
#ifndef ISA_LIMITS_H
#define ISA_LIMITS_H

enum isa_limit {
    ISA_MOST_DEPTH = 16,    /* values that a condition or length needs at the same time */
    ISA_MOST_OPS = 64,      /* operators and leaves of a condition or length */
    ISA_MOST_ROLES = 64,    /* of an instruction: sets of roles are 64-bit masks */
    ISA_MOST_SLOTS = 64,    /* of a form */
    ISA_MOST_OPERANDS = 48, /* of a form, whatever their conditions */
    ISA_MOST_ROOTS = ISA_MOST_OPERANDS + 1, /* and those of a line with a guard */
    ISA_MOST_OPTIONAL =
        8,               /* operands of a list that may be left out freely: each choice is tried */
    ISA_MOST_NEEDS = 24, /* requirements (`avail`) that one line can have */
    ISA_MOST_NAME = 96,  /* bytes of an opcode */
    ISA_MOST_TARGETS = 64,    /* sets of targets are 64-bit masks */
    ISA_MOST_TYPES = 64,      /* and so are sets of types */
    ISA_MOST_DIRECTIVES = 64, /* of directives */
    ISA_MOST_RELEASES = 64,   /* and of releases */
    ISA_MOST_EVENT_NAMES = 64 /* kinds of events, arguments of them, and names of arguments */
};

/* What only the table compiler works with. */
enum isagen_limit {
    ISAGEN_MOST_COLUMNS = 120, /* of a line: tables are read side by side with the manual */
    ISAGEN_MOST_STACK = 200,   /* of the parser, which never grows it */
    ISAGEN_MOST_JOINED = 64,   /* terms of a condition or length: all walks of the tree recurse */
    ISAGEN_MOST_SPELLINGS = 1000,    /* that one pattern stands for */
    ISAGEN_MOST_NUMBER = 1000000000, /* in patterns and attributes */
    ISAGEN_MOST_OPEN = 32,      /* kinds of operands that wait for one that is defined below them */
    ISAGEN_MOST_IN_KIND = 1000, /* alternatives, with those inside of them */
    ISAGEN_MOST_TEXT = 1 << 14, /* bytes of a text */
    ISAGEN_MOST_VERSION = 250,  /* 25.0: a version is a byte */
    ISAGEN_MOST_ERRORS = 10000
};

#endif
