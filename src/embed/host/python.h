/* SPDX-License-Identifier: Apache-2.0
 * Python, as far as it is needed to find PTX in it.
 *
 *   python.c        calls and strings that contain PTX
 *   python_text.c   strings, sums of strings, and what their text is
 *   python_names.c  the names that are bound to a single value, and parameters
 *   python_taker.c  the functions that take the text of an asm */
#ifndef EMBED_HOST_PYTHON_H
#define EMBED_HOST_PYTHON_H

#include "embed/host/host.h"

/* What replaces parts of a text: `% x`, `.format(x)`, or nothing. */
struct python_template {
    bool percent, by_method;
};

struct python {
    struct cxx *cxx;
    const char *text;
    uint32_t start, at, end;
    uint32_t nested; /* how many names are being replaced by their values */
    uint32_t open;   /* how many brackets are open: a line ends only outside of brackets */
    bool of_line;    /* the end of a line ends the expression */
    bool in_string;  /* the text is inside a string of Python */
    bool has_names;  /* the names have been read */
    bool collects;   /* only wrappers are read, and no asm is added */
    struct list names, scopes;
    struct text_map name_of;        /* 1 + the number of the first binding of a name in a scope */
    struct list wrappers;           /* struct python_taker */
    struct text_map wrapper_of;     /* 1 + the number of the wrapper */
    struct python_template applied; /* to the strings that are being read */
};

/* A function that takes the text of an asm. */
struct python_taker {
    struct text name;
    struct text text_name, constraints_name; /* its parameters; empty: unknown */
    uint32_t text, constraints;              /* their positions; UINT32_MAX: none */
    ptxc_span given; /* the constraints if they are the same in each call, or NO_SPAN */
};

/* A parameter of a function whose name is bound once in the file. */
struct python_parameter {
    struct text function; /* empty: there is none */
    uint32_t position;    /* UINT32_MAX: it is passed by name only */
};

/* The start of a literal: its prefix and quotes. */
struct python_opening {
    uint32_t length; /* with the quotes; 0: there is no literal */
    char quote;
    bool raw, formatted, triple;
    bool percent;   /* `% x` follows and replaces %d and %s */
    bool by_method; /* .format() follows, and replaces {} */
};

/* What a text may be: several pieces of it if it is `a if c else b`. */
enum { PYTHON_CHOICES = 4 };
struct python_value {
    bool given;
    uint32_t count;
    uint32_t first[PYTHON_CHOICES], pieces[PYTHON_CHOICES]; /* literals; 0 pieces: unknown */
};

struct python_opening python_opening_at(const struct python *p, uint32_t at);
/* Reads the literal at p->at, and adds its pieces if `keep` is set. Returns false if it is not
 * closed. */
bool python_read_string(struct python *p, const struct python_opening *o, bool keep);
/* Skips whitespace, comments and continued lines, and returns the next character; '\n' at the end
 * of the line if that ends the expression. */
char python_peek(struct python *p);
/* Skips an expression, up to a `,`, a bracket that closes, or the end of its line. */
void python_skip(struct python *p);
/* Reads strings, and sums of them, whatever follows. Returns false if there is nothing. */
bool python_read_sum(struct python *p);
/* Reads an argument: strings, sums of them, and names that stand for them. */
struct python_value python_read_value(struct python *p);
/* Adds the text that the name stands for at this position. Returns false if it is unknown. */
bool python_add_named(struct python *p, struct text name, uint32_t at);
/* Reads what the name stands for if that is one of several texts. */
bool python_read_named_value(struct python *p, struct text name, uint32_t at,
                             struct python_value *v);
struct text python_word(struct python *p);
/* Returns the parameter `name` of the function around `at`, unless something else binds the name in
 * the function. */
struct python_parameter python_parameter(struct python *p, struct text name, uint32_t at);
/* Finds the function [start, end). Returns false if it takes no asm. */
bool python_find_taker(const struct python *p, uint32_t start, uint32_t end,
                       struct python_taker *taker);
/* Adds the function around `at`, which passes its parameters on as the text and the constraints.
 * `constraints` may be empty. Does nothing if the text is not one of its parameters. */
void python_add_wrapper(struct python *p, uint32_t at, struct text text, struct text constraints,
                        ptxc_span given);

#endif
