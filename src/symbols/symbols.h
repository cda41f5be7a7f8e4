/* SPDX-License-Identifier: Apache-2.0
 * Names and what they stand for, in nested scopes. Manual: Identifiers, Variables (Parameterized
 * Variable Names). Only labels may be used before they are declared: such a use waits, by its name,
 * until a label of a scope around it turns up or the function ends. */
#ifndef SYMBOLS_SYMBOLS_H
#define SYMBOLS_SYMBOLS_H

#include "diag/diag.h"
#include "syntax/intern.h"

struct signature;

enum symbol_kind {
    SYMBOL_REGISTER,
    SYMBOL_VARIABLE,
    SYMBOL_FUNCTION,
    SYMBOL_LABEL,
    SYMBOL_LIST, /* label of a .callprototype, .branchtargets or .calltargets */
    SYMBOL_LOST  /* registers that nothing declares, once that is reported */
};

/* OWN: a .param variable of a body that is called like a parameter, and taken for one.
 * HIDES: a register that hides a variable, and is not used yet */
enum symbol_flag {
    SYMBOL_ENTRY = 1,
    SYMBOL_BODY = 2,
    SYMBOL_INCOMPLETE = 4,
    SYMBOL_ALIAS = 8,
    SYMBOL_TABLE = 16,
    SYMBOL_OWN = 32,
    SYMBOL_HIDES = 64
};

enum linkage { LINK_STATIC, LINK_EXTERN, LINK_VISIBLE, LINK_WEAK, LINK_COMMON };

struct symbol {
    struct name name;
    uint32_t range; /* N of name<N>; of a function, its record in kernels.c; of a list, its
                       statement; of a SYMBOL_TABLE, its first node behind the name */
    uint32_t start, end;
    uint32_t scope; /* 0: the module */
    uint8_t kind, flags;
    uint8_t space, type, vector; /* as in struct operand; of a list, enum list_of */
    uint8_t linkage;             /* of the first declaration: enum linkage */
    uint8_t align;               /* of a variable: log2 of bytes */
    uint64_t elements;           /* of an array, 0: none or unknown */
    bool is_range;
    struct symbol *hidden;             /* what the name stood for outside */
    struct symbol *wider;              /* of a range: the next one outside that holds more */
    struct symbol *older;              /* in this scope */
    const struct signature *signature; /* of a function, and of the label of a .callprototype */
};

/* A use that no declaration explains yet. */
struct pending {
    struct name name;
    uint32_t start, end;
    uint32_t stmt;
    struct pending *next; /* of the same name */
    bool done;
    bool jump; /* a branch, which is what may name a label further down */
};

struct scope {
    struct symbol *newest;
    uint32_t start; /* where it begins in the text */
};

struct symbols {
    struct arena *arena;
    struct interner *names;
    struct scope *scopes;
    uint32_t depth, scope_room; /* scopes[0] is the module, scopes[depth] the innermost */
    struct symbol **bucket;     /* numbered names by (atom, number), innermost first */
    uint32_t bucket_mask, bucket_count;
    struct symbol *spare;     /* of closed scopes */
    struct list pending;      /* of this function, struct pending */
    struct pending **waiting; /* the same by name */
    uint32_t waiting_mask;
};

void symbols_init(struct symbols *s, struct arena *arena, struct interner *names);

void symbols_open(struct symbols *s, uint32_t start);
/* Forgets what the innermost scope declared. */
void symbols_close(struct symbols *s);

/* What a name stands for here: in each scope, from the innermost, first name<N> that holds its
 * number, then exactly this name. NULL: nothing. */
struct symbol *symbols_lookup(const struct symbols *s, struct name name);
/* The same for nearly all names, those of a range that nothing hides; NULL: look it up. */
static inline struct symbol *symbols_common(const struct interner *names, struct name name) {
    const struct atom *a = atom_at(names, name.atom);
    return a->range && !a->numbered && name.number < a->range->range ? a->range : NULL;
}
/* What exactly this name (or `range`: name<N>) stands for in the innermost scope. */
struct symbol *symbols_here(const struct symbols *s, struct name name, bool range);
/* The innermost name<N> of the name's atom, whether it holds the number or not. */
struct symbol *symbols_range(const struct symbols *s, struct name name);

/* Adds a copy of *symbol to the innermost scope. */
struct symbol *symbols_declare(struct symbols *s, const struct symbol *symbol);

/* A use of a name that stands for nothing yet. */
void symbols_wait(struct symbols *s, const struct pending *use);
/* The uses of this name that wait inside the innermost scope stop waiting; the first is returned,
 * of a label the first that is no jump. NULL: there is none. */
struct pending *symbols_arrive(struct symbols *s, struct name name, bool label);
/* Forgets all that waits: the function has ended. */
void symbols_end_waiting(struct symbols *s);

/* The number at the end of a name that the interner kept whole (%r007, %r9999999999).
 * false: there is none. */
bool symbols_split(const struct symbols *s, struct name *name);

#endif
