/* SPDX-License-Identifier: Apache-2.0
 * isagen reads the table language (docs/tables.md) and generates code from it. text -> tree
 * (grammar/isa.re, isa.y) -> model (model.h) -> C, words, spellings. */
#ifndef ISAGEN_ISAGEN_H
#define ISAGEN_ISAGEN_H

#include "isa/limits.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
    const char *file;
    int line, column;
};

enum node_kind {
    NODE_NAME,
    NODE_DIRECTIVE,
    NODE_TUNES,
    NODE_EXCLUDES,
    NODE_NEEDS,
    NODE_WORD,
    NODE_NUMBER,
    NODE_RANGE,
    NODE_VERSIONS,
    NODE_TOOLKIT,
    NODE_TARGET,
    NODE_TARGETS,
    NODE_TYPE,
    NODE_REGISTERS,
    NODE_SPECIAL,
    NODE_HOLDS,
    NODE_AVAIL,
    NODE_CLASS,
    NODE_IGNORED,
    NODE_REPEAT,
    NODE_UNRESERVED,
    NODE_CONVERGED,
    NODE_UNIFORM,
    NODE_CLOSED,
    NODE_MISNAMED,
    NODE_PURPOSE, /* child: names; extra: the heading of a kernel */
    NODE_UP_TO,
    NODE_SET,
    NODE_SEGMENT,
    NODE_INCLUDE,
    NODE_ATTR,
    NODE_OPERAND_KIND,
    NODE_OPERAND_BY,
    NODE_BY_WORD,
    NODE_OPERANDS,
    NODE_OPERAND,
    NODE_GROUP,
    NODE_FRAGMENT,
    NODE_ALT_NAME,
    NODE_ALT_BY_WORD,
    NODE_ALT_NOT,
    NODE_ALT_MINUS,
    NODE_ALT_PART,
    NODE_ALT_SINK,
    NODE_ALT_FUNCTION,
    NODE_ALT_LABEL,
    NODE_ALT_BRANCHES,
    NODE_ALT_CALLEES,
    NODE_ALT_ARGUMENTS,
    NODE_ALT_IMM,
    NODE_ALT_FIMM,
    NODE_ALT_WHOLE,
    NODE_ALT_VAR,
    NODE_ALT_SPECIAL,
    NODE_ALT_OFFSET,
    NODE_ALT_INDEX,
    NODE_ALT_LATER,
    NODE_ALT_BESIDE,
    NODE_ALT_VECTOR_REGISTER,
    NODE_ALT_PARAM,
    NODE_ALT_TWO,
    NODE_ALT_FIRST, /* extra: the vector of the other alternatives */
    NODE_ALT_UNLOWERED,
    NODE_ALT_RELEASES,
    NODE_ALT_PARSED,
    NODE_ALT_USUAL,
    NODE_ALT_BARE,
    NODE_ALT_UNIFIED,
    NODE_ALT_PAIR,
    NODE_ALT_ADDRESS,
    NODE_ALT_VECTOR,
    NODE_LIMITS,
    NODE_MULT,
    NODE_POW2,
    NODE_NONZERO,
    NODE_W32,
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_ROLE,
    NODE_ROLE_IS,
    NODE_GIVEN,
    NODE_ON_TARGET,
    NODE_RELEASE,
    NODE_VERSION,
    NODE_BEFORE,
    NODE_GUARDED,
    NODE_INDEPENDENT,
    NODE_KERNEL,
    NODE_LE,
    NODE_GE,
    NODE_EQ,
    NODE_ADD,
    NODE_SUB,
    NODE_MUL,
    NODE_DIV,
    NODE_ATTR_OF,
    NODE_RULESET,
    NODE_INSN,
    NODE_MANUAL,
    NODE_LOWERED,
    NODE_LOOSE,
    NODE_DISTINCT,
    NODE_NEVER_AFTER,
    NODE_USE,
    NODE_FORM,
    NODE_QUAL,
    NODE_ORDERED,
    NODE_OPTIONAL,
    NODE_RULE,
    NODE_REQUIRE,
    NODE_FORBID,
    NODE_LAYOUT,
    NODE_FIELD,
    NODE_RESERVED,
    NODE_UNUSED,
    NODE_CHOICES,
    NODE_CHOICE,
    NODE_FIELD_IS,
    NODE_INSN_LAYOUT,
    NODE_EFFECT,
    NODE_DOES,
    NODE_WRITES,
    NODE_UPDATES,
    NODE_TAG,
    NODE_SILENT,
    NODE_SPELLED,
    NODE_SIGNED,
    NODE_GENERIC,
    NODE_MOVES,
    NODE_NAMED,
    NODE_UNWRAPPED,
    NODE_IMPLIED,
    NODE_CALLED,  /* child: words of the name; doc: the tags, whose extra is the operands; extra:
                     when */
    NODE_LENIENT, /* one line of a `lenient` clause */
    NODE_WITHOUT,
    NODE_ALT_ELEMENTS, /* additional alternatives for the elements of a vector */
    NODE_ARGUMENT_INFO,
    NODE_ARGUMENT,
    NODE_EVENT_KIND,
    NODE_EVENT,
    NODE_EXAMPLE,
    NODE_MEANS
};

/* One node of the tree. isa.y shows what the members mean for each kind. */
struct node {
    enum node_kind kind;
    struct place at;
    const char *text, *more;
    int64_t number, high;
    bool lenient;
    bool used;
    int depth; /* nesting of joined terms */
    struct node *child, *extra, *doc;
    struct node *next, *last; /* last: set only in the first node of a list that is being joined */
};

struct source {
    const char *name, *cursor, *limit, *line_start;
    int line;
    struct node *tree;
};

/* run.c */
void fail_at(struct place at, const char *format, ...) __attribute__((format(printf, 2, 3)));
void warn_at(struct place at, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reports an error that ends the run, at the current place. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
void working_at(struct place at);
int error_count(void);
void *allocate(size_t size);
void release(void *at);
const char *save_text(const char *s, size_t n);
const char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "8.6" -> 86, "13.5" -> 135. */
int64_t version_number(struct place at, const char *s);

/* tree.c: builds the tree. Joined terms (`a & b & c`) are nested, and all walks of the tree are
 * recursive. */
struct node *new_node(enum node_kind kind, struct place at);
struct node *named(enum node_kind kind, struct place at, const char *text, struct node *child);
struct node *pair(enum node_kind kind, struct place at, struct node *a, struct node *b);
struct node *join(struct node *list, struct node *more);

/* lenient.c: merges the `lenient` lines into what they extend */
void loosen_kind(struct node *alts, const struct node *lines);
void loosen_by(struct node *groups, const struct node *lines);
void loosen_operands(struct node *list, const struct node *lines);
void loosen_form(struct node *form, const struct node *lines);

/* isa.re, isa.y */
int isa_parse(struct source *in);
bool is_keyword(const char *name);

#endif
