/* SPDX-License-Identifier: Apache-2.0
 * Reading a declaration: its words, and each name with what stands behind it. */
#ifndef CHECK_DECLARATION_H
#define CHECK_DECLARATION_H

#include "check/check.h"

/* The words of a declaration, up to its first name. */
struct words_read {
    enum isa_space space;
    int type; /* -1: none, or reported */
    uint8_t vector, linkage;
    bool has_type, pointer, pointer_space, pointer_align;
    bool late_align;                 /* it stands behind the type */
    bool needed;                     /* what the type needs has been judged */
    ptxc_span align_span, attribute; /* attribute: .managed or .unified; NO_SPAN */
    uint64_t align;                  /* 0: none is given */
    ptxc_span at, space_span, type_span, vector_span, linkage_span, pointer_span;
};

/* One declared name with what stands behind it. */
struct declarator {
    const struct node *name;
    ptxc_span span;
    int64_t range; /* -1: no <N> */
    uint64_t elements;
    uint32_t dimensions;
    bool array, incomplete, initialized;
    bool inner_open; /* a dimension but the first has no size */
    ptxc_span initializer;
    uint32_t first, end; /* its nodes behind the name */
};

/* The word of an attribute: has it the values that it takes? */
void check_attribute(struct checker *c, const struct node *n);
/* A .samplerref where textures hold their own sampler. */
void check_texmode(struct checker *c, const struct words_read *w, bool array);

/* enum linkage of ".extern" and its like, 0: it is none */
int linkage_of(struct text t);
void add_linkage(struct checker *c, struct words_read *w, struct text t, ptxc_span at, bool first);

/* Reads the words from node *i up to the next name, and reports what they miss: the state space
 * (at `at`), the type. */
struct words_read read_words(struct checker *c, uint32_t *i, uint32_t end, ptxc_span at);
/* Reports what no name of the declaration can have. */
void check_words(struct checker *c, struct words_read *w, bool parameter);
/* Reports a type that what is declared cannot hold; once. Of an array the assembler asks little
 * more. */
void check_type_held(struct checker *c, struct words_read *w, bool array, bool of_entry);
/* Reads one declarator from node *i. */
struct declarator read_declarator(struct checker *c, uint32_t *i);
struct symbol make_symbol(const struct words_read *w, const struct declarator *d);

/* The initial value of a variable. Returns whether it is an array of functions. */
bool check_initializer(struct checker *c, const struct words_read *w, const struct declarator *d);

/* Declares a name of a function, or reports that it is declared already. */
void declare_local(struct checker *c, const struct symbol *y);
/* The note "is declared here". */
void declared_here(struct checker *c, struct diag *d, const struct symbol *y);

#endif
