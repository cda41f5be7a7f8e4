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
    ISA_MOST_TARGETS = 64, /* sets of targets are 64-bit masks */
    ISA_MOST_TYPES = 64,   /* and so are sets of types */
    ISA_MOST_RELEASES = 64 /* and sets of releases */
};

#endif
