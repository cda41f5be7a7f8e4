/* SPDX-License-Identifier: Apache-2.0
 * Names and what they refer to, in nested scopes. Manual: Identifiers, Variables (Parameterized
 * Variable Names). Only labels may be used before they are declared: such a use is kept by its
 * name until a label of an enclosing scope is found or the function ends. */
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
    SYMBOL_LOST  /* an undeclared register, after it has been reported */
};

/* OWN: a .param variable in a body that has the name of a parameter and is taken for it. HIDES: a
 * register that hides a variable and has not been used yet */
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
    uint32_t range; /* N of name<N>; for a function, its record in kernels.c; for a list, its
                       statement; for a SYMBOL_TABLE, its first node after the name */
    uint32_t start, end;
    uint32_t scope; /* 0 for the module */
    uint8_t kind, flags;
    uint8_t space, type, vector; /* as in struct operand; for a list, type is enum list_of */
    uint8_t linkage;             /* linkage of the first declaration: enum linkage */
    uint8_t align;               /* alignment of a variable, log2 of bytes */
    uint64_t elements;           /* of an array; 0 if it is not an array or the size is unknown */
    bool is_range;
    struct symbol *hidden;             /* what the name refers to in the enclosing scope */
    struct symbol *wider;              /* for a range, the next outer range that holds more */
    struct symbol *older;              /* the previous symbol of this scope */
    const struct signature *signature; /* for a function or the label of a .callprototype */
};

/* A use for which no declaration has been found yet. */
struct pending {
    struct name name;
    uint32_t start, end;
    uint32_t stmt;
    struct pending *next; /* the next use of the same name */
    bool done;
    bool jump; /* a branch, which may refer to a later label */
};

struct scope {
    struct symbol *newest;
    uint32_t start; /* offset in the text */
};

struct symbols {
    struct arena *arena;
    struct interner *names;
    struct scope *scopes;
    uint32_t depth, scope_room; /* scopes[0] is the module, scopes[depth] the innermost */
    struct symbol **bucket;     /* numbered names by (atom, number), innermost first */
    uint32_t bucket_mask, bucket_count;
    struct symbol *spare;     /* symbols of closed scopes, for reuse */
    struct list pending;      /* uses in this function, struct pending */
    struct pending **waiting; /* the same uses, by name */
    uint32_t waiting_mask;
};

void symbols_init(struct symbols *s, struct arena *arena, struct interner *names);

void symbols_open(struct symbols *s, uint32_t start);
/* Removes the symbols of the innermost scope. */
void symbols_close(struct symbols *s);

/* Returns what a name refers to here: in each scope, from the innermost, first a name<N> that holds
 * its number, then a symbol with exactly this name. Returns NULL if there is none. */
struct symbol *symbols_lookup(const struct symbols *s, struct name name);
/* Fast path of symbols_lookup for most names: those of a range that nothing hides. Returns NULL if
 * a full lookup is needed. */
static inline struct symbol *symbols_common(const struct interner *names, struct name name) {
    const struct atom *a = atom_at(names, name.atom);
    return a->range && !a->numbered && name.number < a->range->range ? a->range : NULL;
}
/* Returns the symbol of exactly this name (with `range`, of name<N>) in the innermost scope, or
 * NULL. */
struct symbol *symbols_here(const struct symbols *s, struct name name, bool range);
/* Returns the innermost name<N> of the name's atom, whether or not it holds the number. */
struct symbol *symbols_range(const struct symbols *s, struct name name);

/* Adds a copy of *symbol to the innermost scope. */
struct symbol *symbols_declare(struct symbols *s, const struct symbol *symbol);

/* Records a use of a name that does not refer to anything yet. */
void symbols_wait(struct symbols *s, const struct pending *use);
/* Ends the wait of all pending uses of this name inside the innermost scope. Returns the first of
 * them (for a label, the first that is not a jump), or NULL if there is none. */
struct pending *symbols_arrive(struct symbols *s, struct name name, bool label);
/* Forgets all pending uses at the end of a function. */
void symbols_end_waiting(struct symbols *s);

/* Splits off the number at the end of a name that was interned whole (%r007, %r9999999999). Returns
 * false if there is none. */
bool symbols_split(const struct symbols *s, struct name *name);

#endif
