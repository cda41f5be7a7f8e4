/* SPDX-License-Identifier: Apache-2.0
 * Names as small numbers. A name that ends in a number is (atom of the rest, number), so that the
 * registers %r0 .. %r99 of `.reg .b32 %r<100>` are one atom; a chain is an opcode with all its
 * qualifiers as written, which most statements share with others. */
#ifndef SYNTAX_INTERN_H
#define SYNTAX_INTERN_H

#include "base/arena.h"

#define NO_NUMBER UINT32_MAX
enum { ATOM_SINK = 0 };

struct symbol;

/* The spelling of a name without its number, and what it is bound to where the check stands. */
struct atom {
    uint32_t start, length;
    struct symbol *plain; /* innermost symbol with just this name */
    struct symbol *range; /* innermost name<N> */
    uint32_t numbered;    /* how many symbols bound now have this name and a number of their own */
    uint32_t later;       /* 1 + the node that declares it in the module; 0: not looked for */
    bool poisoned;        /* stood in a statement that did not parse: never call it undeclared */
    bool labels_data;     /* is a label of a .section */
};

struct chain {
    uint32_t start, length; /* its first occurrence; all others have the same bytes */
    uint32_t bad_word;      /* offset of a word such as `.6d` that is none; 0: none */
    uint8_t word_class,
        word_value,     /* of a word of declarations, see check/declaration.c; 0: not looked up */
        word_avail;     /* what it needs: isa_avails */
    bool releases_told; /* see check/releases.c */
    struct chain_info *info; /* split and looked up when first judged; of one release or more */
};

/* Enough of a record to know it by, so that finding one reads one line of the cache. */
struct intern_slot {
    uint64_t key;    /* of an atom its first 8 bytes, of a chain its hash */
    uint32_t length; /* 0: free */
    uint32_t index;
};

struct intern_table {
    struct intern_slot *slot;
    uint32_t mask, count;
    uint32_t shift; /* of a hash of 64 bits: what is left is a slot */
};

struct interner {
    struct arena *arena;
    const char *text;
    uint32_t length;
    uint64_t seed;             /* 0 until names collide beyond chance */
    struct list atoms, chains; /* struct atom, struct chain */
    struct intern_table atom_table, chain_table;
    uint32_t recent_chain[256];
};

struct name {
    uint32_t atom, number;
};

void intern_init(struct interner *in, struct arena *arena, const char *text, uint32_t length);

/* The name text[start..end): 1 byte or more. A single `_` is atom ATOM_SINK. */
struct name intern_name(struct interner *in, uint32_t start, uint32_t end);
/* The whole name as one atom, its number included. */
uint32_t intern_atom(struct interner *in, uint32_t start, uint32_t end);
uint32_t intern_chain(struct interner *in, uint32_t start, uint32_t end);

static inline struct atom *atom_at(const struct interner *in, uint32_t atom) {
    return list_at(&in->atoms, atom);
}
static inline struct chain *chain_at(const struct interner *in, uint32_t chain) {
    return list_at(&in->chains, chain);
}

#endif
