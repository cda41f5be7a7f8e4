/* SPDX-License-Identifier: Apache-2.0
 * Interned names. A name that ends with a number is stored as (atom of the rest, number), so
 * that the registers %r0 .. %r99 of `.reg .b32 %r<100>` are one atom. A chain is an opcode with
 * all its qualifiers as written, which most statements share with others. */
#ifndef SYNTAX_INTERN_H
#define SYNTAX_INTERN_H

#include "base/arena.h"

#define NO_NUMBER UINT32_MAX
enum { ATOM_SINK = 0 };

struct symbol;

/* The spelling of a name without its number, and what it refers to at the current position of the
 * check. */
struct atom {
    uint32_t start, length;
    struct symbol *plain; /* innermost symbol with exactly this name */
    struct symbol *range; /* innermost name<N> */
    uint32_t numbered;    /* number of bound symbols that have this name and a number of their
                             own */
    uint32_t later;       /* 1 + the node that declares it in the module; 0 if not searched yet */
    bool poisoned;        /* it occurs in a statement that did not parse, so it is never reported
                             as undeclared */
    bool labels_data;     /* is a label of a .section */
};

struct chain {
    uint32_t start, length;         /* its first occurrence; all others have the same bytes */
    uint32_t bad_word;              /* offset of an invalid word such as `.6d`, or 0 */
    uint8_t word_class, word_value, /* for a word of declarations, see check/declaration.c; 0 if not
                                       looked up */
        word_avail;                 /* what it requires, an index of isa_avails */
    bool releases_told;             /* see check/releases.c */
    struct chain_info *info; /* split and looked up at the first check; for one release or more */
};

/* Enough of a record to identify it, so that a lookup reads one cache line. */
struct intern_slot {
    uint64_t key;    /* the first 8 bytes of an atom, or the hash of a chain */
    uint32_t length; /* 0 if free */
    uint32_t index;
};

struct intern_table {
    struct intern_slot *slot;
    uint32_t mask, count;
    uint32_t shift; /* shifts a 64-bit hash to a slot number */
};

struct interner {
    struct arena *arena;
    const char *text;
    uint32_t length;
    uint64_t seed;             /* 0 until names collide more often than chance explains */
    struct list atoms, chains; /* struct atom, struct chain */
    struct intern_table atom_table, chain_table;
    uint32_t recent_chain[256];
};

struct name {
    uint32_t atom, number;
};

void intern_init(struct interner *in, struct arena *arena, const char *text, uint32_t length);

/* Interns the name text[start..end), which has at least 1 byte. A single `_` is atom ATOM_SINK. */
struct name intern_name(struct interner *in, uint32_t start, uint32_t end);
/* Interns the whole name as one atom, including its number. */
uint32_t intern_atom(struct interner *in, uint32_t start, uint32_t end);
uint32_t intern_chain(struct interner *in, uint32_t start, uint32_t end);

static inline struct atom *atom_at(const struct interner *in, uint32_t atom) {
    return list_at(&in->atoms, atom);
}
static inline struct chain *chain_at(const struct interner *in, uint32_t chain) {
    return list_at(&in->chains, chain);
}

#endif
