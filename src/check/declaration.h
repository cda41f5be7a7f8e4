/* SPDX-License-Identifier: Apache-2.0
 * Reads declarations: their words, and each name with what follows it. */
#ifndef CHECK_DECLARATION_H
#define CHECK_DECLARATION_H

#include "check/check.h"

/* The words of a declaration, up to its first name. */
struct words_read {
    enum isa_space space;
    int type; /* -1 if there is none, or it has been reported */
    uint8_t vector, linkage;
    bool has_type, pointer, pointer_space, pointer_align;
    bool late_align;                 /* it comes after the type */
    bool needed;                     /* the requirements of the type have been checked */
    ptxc_span align_span, attribute; /* attribute: .managed or .unified; otherwise NO_SPAN */
    uint64_t align;                  /* 0 if none is given */
    ptxc_span at, space_span, type_span, vector_span, linkage_span, pointer_span;
};

/* A declared name and what follows it. */
struct declarator {
    const struct node *name;
    ptxc_span span;
    int64_t range; /* -1 without <N> */
    uint64_t elements;
    uint32_t dimensions;
    bool array, incomplete, initialized;
    bool inner_open; /* a dimension other than the first has no size */
    ptxc_span initializer;
    uint32_t first, end; /* its nodes after the name */
};

/* Checks that the word of an attribute has the values that it requires. */
void check_attribute(struct checker *c, const struct node *n);
/* Reports a .samplerref in a texture mode in which textures contain their own sampler. */
void check_texmode(struct checker *c, const struct words_read *w, bool array);

/* Returns the enum linkage of ".extern" and similar words, or 0. */
int linkage_of(struct text t);
void add_linkage(struct checker *c, struct words_read *w, struct text t, ptxc_span at, bool first);

/* Reads the words from node *i up to the next name, and reports a missing state space (at `at`) or
 * type. */
struct words_read read_words(struct checker *c, uint32_t *i, uint32_t end, ptxc_span at);
/* Reports words that are wrong for every name of the declaration. */
void check_words(struct checker *c, struct words_read *w, bool parameter);
/* Reports, once, a type that the declared object cannot have. The assembler checks little else for
 * arrays. */
void check_type_held(struct checker *c, struct words_read *w, bool array, bool of_entry);
/* Reads one declarator from node *i. */
struct declarator read_declarator(struct checker *c, uint32_t *i);
struct symbol make_symbol(const struct words_read *w, const struct declarator *d);

/* Checks the initial value of a variable. Returns true if it is an array of functions. */
bool check_initializer(struct checker *c, const struct words_read *w, const struct declarator *d);

/* Declares a name of a function, or reports that it is already declared. */
void declare_local(struct checker *c, const struct symbol *y);
/* Adds the note "is declared here". */
void declared_here(struct checker *c, struct diag *d, const struct symbol *y);

#endif
