/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxcheck: read PTX, say what is wrong, where, and how to fix it.
 *
 * A module is opened from one buffer and checked while it is opened. Functions that take a const
 * module only read it.
 *
 *   ptxc_module *m;
 *   if (ptxc_module_open(text, length, NULL, &m) == PTXC_OK) {
 *       for (size_t i = 0; i < ptxc_module_diag_count(m); i++) ...
 *       ptxc_module_close(m);
 *   }
 *
 * Ownership: the caller owns a module and closes it with ptxc_module_close. A module owns
 *   everything that its functions return, and keeps it until it is closed. The text is borrowed,
 *   not copied: it must stay unchanged until then. Strings of the tables live forever.
 * Threads: the library has no global state. Different modules may be used in different threads.
 *   Several threads may read one module, but not while a function runs that takes it without const.
 *   Functions that take no module may be called from any thread.
 * Errors: a ptxc_status says how a call went. What is wrong with the text is a diagnostic. Every
 *   function that returns a ptxc_status returns PTXC_BAD_ARGUMENT if a pointer is NULL, unless its
 *   comment allows NULL. Each comment lists the other statuses. The result is valid only after
 *   PTXC_OK. A function that counts something returns 0 for a NULL module.
 * Names: `ptxc_NOUN_count` returns the number of records, `ptxc_NOUN_get` fills a record, and
 *   `ptxc_NOUN_find` looks one up. The noun begins with what is asked: module, query, isa. A
 *   function with a plural noun (ptxc_query_tokens) fills an array.
 * Indexes: records count from 0 to count-1. A `_get` function returns PTXC_NOT_FOUND for an index
 *   past the end.
 * Text: a function that ends in `_text` writes text as snprintf does: it cuts the text to `size`
 *   bytes, ends it with NUL, and returns the full length in bytes without the NUL. It returns 0 if
 *   there is no such text; it may then leave the buffer unchanged. `buffer` may be NULL if `size`
 *   is 0. The caller owns the buffer.
 * Positions: spans are half-open ranges of bytes of the text. Lines and columns count from 1,
 *   columns in bytes. A PTX ISA version is a number such as 86 for 8.6.
 * Manual: "Manual: X" in a comment names the section X of the PTX ISA manual.
 */
#ifndef PTXCHECK_H
#define PTXCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define PTXC_API
#else
#define PTXC_API __attribute__((visibility("default")))
#endif

#define PTXC_VERSION_MAJOR 0
#define PTXC_VERSION_MINOR 1
#define PTXC_VERSION_PATCH 0

#define PTXC_TEXT_OF_(x) #x
#define PTXC_TEXT_OF(x) PTXC_TEXT_OF_(x)
/* The version as a string, "0.1.0". */
#define PTXC_VERSION                                                                               \
    PTXC_TEXT_OF(PTXC_VERSION_MAJOR)                                                               \
    "." PTXC_TEXT_OF(PTXC_VERSION_MINOR) "." PTXC_TEXT_OF(PTXC_VERSION_PATCH)

typedef enum ptxc_status {
    PTXC_OK = 0,
    PTXC_NO_MEMORY,       /* the allocator returned NULL; the call leaves nothing behind */
    PTXC_BAD_ARGUMENT,    /* the call is wrong, for example a pointer is NULL */
    PTXC_TOO_LARGE,       /* the text, including its NUL, has 4 GiB or more */
    PTXC_UNKNOWN_ARCH,    /* options.toolkit does not support options.arch */
    PTXC_UNKNOWN_TOOLKIT, /* options.toolkit is not a known release */
    PTXC_UNKNOWN_WARNING, /* options.warnings names an unknown diagnostic */
    PTXC_NOT_FOUND        /* the call is right, but there is no such thing: an index past the end,
                             an unknown name, an offset without a token */
} ptxc_status;

/* Returns a short English description of a status, which is constant and never NULL. */
PTXC_API const char *ptxc_status_message(ptxc_status status);

/* Returns the version of the library that the program runs with, as PTXC_VERSION writes it. */
PTXC_API const char *ptxc_library_version(void);

/* An error is what the assembler rejects; a warning is what the manual forbids and the assembler
 * accepts. A note only refers to another place. */
typedef enum ptxc_severity { PTXC_WARNING, PTXC_ERROR, PTXC_NOTE } ptxc_severity;

/* The half-open range of bytes [start, end) in the text. */
typedef struct ptxc_span {
    uint32_t start, end;
} ptxc_span;

/* ---- sets ---------------------------------------------------------------------------------------
 * A set of targets or of releases: it holds indexes that ptxc_target_get or ptxc_release_get takes.
 * The struct is opaque: read it through the functions only, and do not depend on what its bits
 * mean. It owns nothing, so you may copy it and drop it, and `{{0}}` is the empty set. The
 * functions keep no reference to a set that you pass. They may be called from any thread, and
 * several threads may read one set. A NULL set counts as empty. */
typedef struct ptxc_set {
    uint64_t bits[4];
} ptxc_set;

/* Returns whether the set holds the index; an index that no set can hold is never in one. */
PTXC_API bool ptxc_set_has(const ptxc_set *set, size_t index);
/* Returns how many indexes the set holds. */
PTXC_API size_t ptxc_set_count(const ptxc_set *set);
/* Returns whether the set holds no index. */
PTXC_API bool ptxc_set_is_empty(const ptxc_set *set);
/* Returns whether both sets hold the same indexes. */
PTXC_API bool ptxc_set_equal(const ptxc_set *a, const ptxc_set *b);
/* Returns the indexes that both sets hold. Neither set changes. */
PTXC_API ptxc_set ptxc_set_intersect(const ptxc_set *a, const ptxc_set *b);
/* Returns the indexes that at least one of the sets holds. Neither set changes. */
PTXC_API ptxc_set ptxc_set_unite(const ptxc_set *a, const ptxc_set *b);
/* Adds an index to the set, which you own and no other thread may use during the call. Returns
 * PTXC_BAD_ARGUMENT, and changes nothing, if `set` is NULL or no set can hold the index: each index
 * below ptxc_target_count or ptxc_release_count fits. */
PTXC_API ptxc_status ptxc_set_add(ptxc_set *set, size_t index);

/* ---- targets, versions and releases ----------------------------------------------------------
 * All targets, releases of ptxas and PTX ISA versions of the tables, oldest first. They are
 * constant data, which needs no module and may be read from any thread. Manual: PTX Module
 * Directives: .target; .version */

/* A target, "sm_100a". Targets with the same family, unless it is 0, share the features of the `f`
 * names of the family. */
typedef struct ptxc_target {
    const char *name;
    uint32_t number; /* 100 */
    char suffix;     /* 'a', 'f' or 0 */
    uint32_t family;
    uint32_t version; /* the first .version that supports it */
    size_t release;   /* the first release that supports it */
    size_t end;       /* the first later release that does not support it, or the count */
} ptxc_target;
/* Returns the number of targets. */
PTXC_API size_t ptxc_target_count(void);
/* Fills *target with the target of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_target_get(size_t index, ptxc_target *target);

/* A release of ptxas. */
typedef struct ptxc_release {
    const char *name; /* "13.5" */
    uint32_t version; /* the newest .version it supports */
} ptxc_release;
/* Returns the number of releases. */
PTXC_API size_t ptxc_release_count(void);
/* Fills *release with the release of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_release_get(size_t index, ptxc_release *release);

/* Returns the number of PTX ISA versions. */
PTXC_API size_t ptxc_isa_version_count(void);
/* Sets *version to the version of this index, 86 for 8.6. Returns PTXC_NOT_FOUND past the last one.
 */
PTXC_API ptxc_status ptxc_isa_version_get(size_t index, uint32_t *version);

/* Returns the set of all targets, those that ptxc_target_get knows. It needs no module and may be
 * called from any thread. */
PTXC_API ptxc_set ptxc_target_set_all(void);

/* Names a set of targets in few words, such as "sm_90a, sm_100f+". `sm_90+` stands for every target
 * in `among` of that number or higher, and `sm_100f+` for the `a` and `f` names of its family from
 * that one on. `among` holds the targets that the reader chooses from; NULL means all targets, and
 * targets outside `among` are not named. Writes to `buffer`, which you own, and returns as snprintf
 * does: it cuts the text to `size`, ends it with NUL, and returns the full length, 0 for no target.
 * It keeps no reference to its arguments and may be called from any thread. */
PTXC_API size_t ptxc_target_set_text(const ptxc_set *targets, const ptxc_set *among, char *buffer,
                                     size_t size);

/* ---- the instruction set -----------------------------------------------------------------------
 * The tables that modules are checked against. They are constant data, which needs no module and
 * may be read from any thread. An instruction has forms; a form has slots, each for one qualifier,
 * and operands; rules apply to all forms. Each `_get` function of this section fills *out with the
 * record of these indexes and returns PTXC_NOT_FOUND if an index is past the end. Each `_text`
 * function returns 0 if an index is past the end or there is nothing to say. */

/* What something requires: a .version (0: any) and one of these targets. */
typedef struct ptxc_isa_avail {
    uint32_t version;
    ptxc_set targets;
} ptxc_isa_avail;

typedef struct ptxc_isa_insn {
    const char *name;    /* "tcgen05.cp" */
    const char *summary; /* what it does */
    const char *manual;  /* anchor in the page of the manual */
    ptxc_isa_avail avail;
    ptxc_set releases; /* the releases of ptxas that changed the verdict on something */
    size_t distinct;   /* warn if two of this many first operands are the same register */
    size_t form_count, rule_count, example_count;
    const char *never_after; /* warn if this instruction surely ran before; "": none */
} ptxc_isa_insn;
/* Returns the number of instructions. They are in the order of their names. */
PTXC_API size_t ptxc_isa_insn_count(void);
/* Fills *out with the instruction of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_isa_insn_get(size_t insn, ptxc_isa_insn *out);
/* Writes what a kernel and the functions that it calls must agree on when they use the instruction:
 * "a kernel and what it calls have one of ...". */
PTXC_API size_t ptxc_isa_insn_kernel_rule_text(size_t insn, char *buffer, size_t size);
/* Writes what the instruction does besides writing its operands: "may read or write memory, now or
 * later". */
PTXC_API size_t ptxc_isa_insn_effect_text(size_t insn, char *buffer, size_t size);
/* Writes the qualifiers that ptxas ignores although no form has them: ".sat .ftz". */
PTXC_API size_t ptxc_isa_insn_ignored_text(size_t insn, char *buffer, size_t size);

/* One or more typical instructions, which ptxas and ptxcheck accept. */
typedef struct ptxc_isa_example {
    const char *text;
    const char *summary; /* what the example shows, or "" */
} ptxc_isa_example;
/* Fills *out with an example of an instruction. */
PTXC_API ptxc_status ptxc_isa_example_get(size_t insn, size_t example, ptxc_isa_example *out);

/* Sets *insn to the index of the instruction of a chain such as "tcgen05.cp.cta_group::1", that is,
 * to the longest name that the chain begins with. `length` is in bytes, and the chain needs no NUL.
 * Returns PTXC_NOT_FOUND if the opcode is unknown, and PTXC_BAD_ARGUMENT if the chain is longer
 * than 65,535 bytes. */
PTXC_API ptxc_status ptxc_isa_insn_find(const char *chain, size_t length, size_t *insn);

typedef struct ptxc_isa_form {
    const char *name;     /* "" if it has none */
    const char *syntax;   /* in the style of the manual */
    ptxc_isa_avail avail; /* in addition to that of the instruction */
    size_t slot_count, operand_count;
} ptxc_isa_form;
/* Fills *out with a form of an instruction. */
PTXC_API ptxc_status ptxc_isa_form_get(size_t insn, size_t form, ptxc_isa_form *out);

typedef struct ptxc_isa_slot {
    const char *name; /* ".shape", or its only word */
    bool optional;
    bool wanted;       /* ptxas treats it as optional, but the manual requires it */
    uint32_t together; /* if not 0: all slots of the form with this number are filled, or none */
    uint32_t order;    /* if not 0: the slots with this number are filled in their order */
    size_t value_count,
        default_value; /* the value if the slot is not filled, or the count if there is none */
    ptxc_isa_avail avail;
} ptxc_isa_slot;
/* Fills *out with a slot of a form. */
PTXC_API ptxc_status ptxc_isa_slot_get(size_t insn, size_t form, size_t slot, ptxc_isa_slot *out);

/* A word that may fill a slot. */
typedef struct ptxc_isa_slot_value {
    const char *word;
    ptxc_isa_avail avail;
    const char *meaning; /* "" if the word explains itself */
} ptxc_isa_slot_value;
/* Fills *out with a value of a slot. */
PTXC_API ptxc_status ptxc_isa_slot_value_get(size_t insn, size_t form, size_t slot, size_t value,
                                             ptxc_isa_slot_value *out);
/* Writes the numbers that the word stands for in rules and lengths: "n=8, per=2". */
PTXC_API size_t ptxc_isa_slot_value_numbers_text(size_t insn, size_t form, size_t slot,
                                                 size_t value, char *buffer, size_t size);

typedef struct ptxc_isa_operand {
    const char *name;
    const char *kind;    /* "a 64-bit register or an integer in 0..4" */
    const char *also;    /* what ptxas also accepts, with a warning by ptxcheck, or "" */
    bool optional;       /* it may always be omitted; a condition may also remove it */
    size_t inside;       /* of an address `[a, b]`: how many of the next operands it contains */
    bool written;        /* it is written: the register, or what the address points to */
    bool updated;        /* it is written and was read before */
    const char *meaning; /* what it is for, or "" if its name says it */
    const char *layout;  /* the name of the layouts of its values (ptxc_layout_get), or "" */
} ptxc_isa_operand;
/* Fills *out with an operand of a form. */
PTXC_API ptxc_status ptxc_isa_operand_get(size_t insn, size_t form, size_t operand,
                                          ptxc_isa_operand *out);
/* Writes when the operand is present: "with .sp and before CUDA 13.1". Returns 0 if it always is.
 */
PTXC_API size_t ptxc_isa_operand_condition_text(size_t insn, size_t form, size_t operand,
                                                char *buffer, size_t size);
/* Writes how many elements a vector has: "n(.times) * 2". Returns 0 if the operand is not a vector
 * or has one element. */
PTXC_API size_t ptxc_isa_operand_length_text(size_t insn, size_t form, size_t operand, char *buffer,
                                             size_t size);
/* Writes which numbers not all targets accept: "13..15 need .version 8.7 and sm_100f+". */
PTXC_API size_t ptxc_isa_operand_needs_text(size_t insn, size_t form, size_t operand, char *buffer,
                                            size_t size);

/* If a qualifier determines what fits ("a register that fits '.type'"): what fits each word. */
typedef struct ptxc_isa_operand_choice {
    const char *slot, *word;
    const char *kind; /* "a .f16 or .b16 register" */
} ptxc_isa_operand_choice;
/* Fills *out with a choice for an operand of a form. An operand without choices has no record. */
PTXC_API ptxc_status ptxc_isa_operand_choice_get(size_t insn, size_t form, size_t operand,
                                                 size_t choice, ptxc_isa_operand_choice *out);

typedef enum ptxc_isa_rule_kind {
    PTXC_RULE_REQUIRES,
    PTXC_RULE_FORBIDS,
    PTXC_RULE_NEEDS /* it requires a .version and targets: `avail` */
} ptxc_isa_rule_kind;

typedef struct ptxc_isa_rule {
    const char *name;       /* the same as ptxc_diag.rule */
    ptxc_severity severity; /* a warning: the manual forbids it, and ptxas does not */
    const char *message;    /* "" if the message is composed from the words of the line */
    ptxc_isa_rule_kind kind;
    ptxc_isa_avail avail;
} ptxc_isa_rule;
/* Fills *out with a rule of an instruction. */
PTXC_API ptxc_status ptxc_isa_rule_get(size_t insn, size_t rule, ptxc_isa_rule *out);
/* Writes what a rule says: "with .64x128b: needs .warpx2::02_13 or .warpx2::01_23". Returns 0 if
 * the rule is shared with other instructions and never applies to this one. */
PTXC_API size_t ptxc_isa_rule_text(size_t insn, size_t rule, char *buffer, size_t size);

/* ---- opening a module ------------------------------------------------------------------------ */

/* resize(user, NULL, 0, n) allocates n bytes, and resize(user, p, n, 0) frees them. If it returns
 * NULL for an allocation, the call ends with PTXC_NO_MEMORY. Blocks must be aligned for any type. A
 * module uses its allocator in the thread of the call. */
typedef struct ptxc_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} ptxc_allocator;

typedef enum ptxc_action { PTXC_SHOW, PTXC_IGNORE, PTXC_AS_ERROR } ptxc_action;

/* What to do with the warnings of one name ("ignored-qualifier"), of one rule of an instruction
 * ("tcgen05-mma-extra", see ptxc_isa_rule), or with all warnings (NULL). Later settings override
 * earlier ones. Errors cannot be ignored in this way, because the assembler does not ignore them
 * either. A comment in the text, "// ptxcheck: ignore[ptx-320]", silences warnings and errors. */
typedef struct ptxc_warning {
    const char *name;
    ptxc_action action;
} ptxc_warning;

/* What the text is: a module of PTX, or C++ (CUDA) with PTX in asm statements. */
typedef enum ptxc_language { PTXC_LANGUAGE_PTX, PTXC_LANGUAGE_CXX } ptxc_language;

/* The zero value of each member except `size` is the default. `size` must be sizeof(ptxc_options)
 * at the time the program is compiled, so that an older or newer library knows which members the
 * program can set. It is a PTXC_BAD_ARGUMENT if it is 0, or if a member is set that the library
 * does not have. Strings and arrays are borrowed during the call. */
typedef struct ptxc_options {
    size_t size;
    ptxc_allocator allocator;     /* resize NULL: malloc and free */
    const char *arch;             /* "sm_100a", or "compute_100a" if no code is generated;
                                     NULL: check against .target alone */
    const char *toolkit;          /* "13.5": check as that release of ptxas; NULL: the newest */
    const ptxc_warning *warnings; /* warning_count settings */
    size_t warning_count;
    uint32_t max_errors;    /* keep the first N errors; 0: all */
    bool syntax_only;       /* parse the text, but check nothing else */
    ptxc_language language; /* in C++ only asm statements are read; it has no ptxc_stmt */
    bool ignore_unknown;    /* ignore words of a future PTX, which the tables do not have */
} ptxc_options;

typedef struct ptxc_module ptxc_module;

/* The .versions from `from` to `to`, inclusive; none if both are 0. */
typedef struct ptxc_version_range {
    uint16_t from, to;
} ptxc_version_range;

/* Parses and checks `length` bytes of text. text[length] must be NUL, which is not counted.
 * `options` may be NULL for the defaults. On PTXC_OK, *module is the new module, whatever is wrong
 * with the text, and the caller closes it; otherwise *module is NULL. Returns PTXC_BAD_ARGUMENT if
 * text[length] is not NUL or options->size is not valid; PTXC_TOO_LARGE, PTXC_UNKNOWN_ARCH,
 * PTXC_UNKNOWN_TOOLKIT, PTXC_UNKNOWN_WARNING and PTXC_NO_MEMORY as described for each status. */
PTXC_API ptxc_status ptxc_module_open(const char *text, size_t length, const ptxc_options *options,
                                      ptxc_module **module);
/* Closes a module and frees everything that it returned. Close the queries of the module first.
 * NULL is allowed. */
PTXC_API void ptxc_module_close(ptxc_module *module);

/* Returns the text that the module was opened from, and sets *length to its length in bytes.
 * `length` may be NULL. Returns NULL for a NULL module. */
PTXC_API const char *ptxc_module_source(const ptxc_module *module, size_t *length);

/* Sets *line and *column, both from 1, to the position of a byte offset. An offset past the end
 * counts as the end. `line` and `column` may be NULL. Does nothing for a NULL module. */
PTXC_API void ptxc_module_position(const ptxc_module *module, uint32_t offset, uint32_t *line,
                                   uint32_t *column);
/* Sets *span to the bytes of a line, from 1, without its end of line. Returns PTXC_NOT_FOUND if the
 * text does not have that many lines. */
PTXC_API ptxc_status ptxc_module_line_get(const ptxc_module *module, uint32_t line,
                                          ptxc_span *span);

/* A place in the source file that the PTX was compiled from, "kernel.cu":12:7. `file` is the span
 * of the name of the file, without its quotes. The column is 0 if it is unknown. */
typedef struct ptxc_loc {
    ptxc_span file;
    uint32_t line, column;
} ptxc_loc;
/* Sets *loc to the place that the compiler states for a byte offset: the `.loc` in effect there, or
 * in C++ the line marker (`# 12 "kernel.cu"`). Returns PTXC_NOT_FOUND if there is none. Manual:
 * Debugging Directives: .loc */
PTXC_API ptxc_status ptxc_module_loc_get(const ptxc_module *module, uint32_t offset, ptxc_loc *loc);

/* ---- inline PTX -------------------------------------------------------------------------------
 * The asm statements of a C++ text, in the order of the text. Those that contain instructions of
 * the tables are checked; the spans of diagnostics lie in their string literals. */
typedef enum ptxc_asm_state {
    PTXC_ASM_CHECKED,
    PTXC_ASM_OTHER,        /* it contains no instruction of the tables */
    PTXC_ASM_UNEXPANDED,   /* a macro or a constant is a part of its text */
    PTXC_ASM_PIECE,        /* its text continues in another asm statement */
    PTXC_ASM_NOT_COMPILED, /* it is under an #if that is false */
    PTXC_ASM_GOTO          /* asm goto, which nvcc does not compile */
} ptxc_asm_state;

typedef struct ptxc_asm {
    ptxc_span span; /* from `asm` to `)`, or as much of it as can be read */
    ptxc_asm_state state;
    const char *reason; /* why it is not checked, or NULL if it is */
} ptxc_asm;
/* Returns the number of asm statements, which is 0 for PTX. */
PTXC_API size_t ptxc_module_asm_count(const ptxc_module *module);
/* Fills *out with the asm statement of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_asm_get(const ptxc_module *module, size_t index, ptxc_asm *out);

/* Expands each block of plain PTX, asm(R"ptx( ... )ptx"), into an asm statement with operands, and
 * sets *text to the whole C++ text and *length to its length in bytes. `length` may be NULL. `file`
 * is the name of the source file for `#line`. docs/pp.md describes blocks. The module owns the
 * text; a second call returns the same text. Returns PTXC_NOT_FOUND and no text if the module is
 * not C++ or has errors, and PTXC_NO_MEMORY. No other thread may use the module during the call. */
PTXC_API ptxc_status ptxc_module_expand(ptxc_module *module, const char *file, const char **text,
                                        size_t *length);

/* ---- diagnostics ----------------------------------------------------------------------------- */

/* A diagnostic. `code`, which is printed as ptx-NNN, never changes its meaning. `name` is its name
 * in words. `rule` is the name of the rule that was violated, or the same as `name`. */
typedef struct ptxc_diag {
    ptxc_span span;
    ptxc_severity severity;
    uint32_t code;
    const char *name;
    const char *rule;
    uint32_t note_count;
    uint32_t fix_count;
    bool repeated; /* the fix of an earlier diagnostic, in the header, also fixes this one */
} ptxc_diag;

/* An edit that fixes a diagnostic: replace the bytes of `span` with `text`. Apply all fixes of a
 * diagnostic together. */
typedef struct ptxc_fix {
    ptxc_span span;
    const char *text;
} ptxc_fix;

/* Returns the number of diagnostics. They are sorted by position. */
PTXC_API size_t ptxc_module_diag_count(const ptxc_module *module);
/* Returns the number of errors that were found, including those beyond max_errors. */
PTXC_API size_t ptxc_module_error_count(const ptxc_module *module);
/* Returns the number of diagnostics that comments in the text silenced ("// ptxcheck: ignore"). */
PTXC_API size_t ptxc_module_suppressed_count(const ptxc_module *module);
/* Fills *diag with the diagnostic of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_diag_get(const ptxc_module *module, size_t index, ptxc_diag *diag);

/* Writes the message of a diagnostic. Returns 0 if there is no such diagnostic. */
PTXC_API size_t ptxc_module_diag_text(const ptxc_module *module, size_t index, char *buffer,
                                      size_t size);
/* Writes the message of a note of a diagnostic. Sets *span to its location if *has_span is set to
 * true; a note without a location only adds information. `span` and `has_span` may be NULL. Returns
 * 0 if there is no such note. */
PTXC_API size_t ptxc_module_diag_note_text(const ptxc_module *module, size_t index, uint32_t note,
                                           ptxc_span *span, bool *has_span, char *buffer,
                                           size_t size);
/* Fills *out with a fix of a diagnostic. Returns PTXC_NOT_FOUND if there is no such fix. */
PTXC_API ptxc_status ptxc_module_diag_fix_get(const ptxc_module *module, size_t index, uint32_t fix,
                                              ptxc_fix *out);

/* An entry of the catalogue of all diagnostics. */
typedef struct ptxc_diag_info {
    uint32_t code;
    const char *name;
    ptxc_severity severity;
} ptxc_diag_info;
/* Returns the number of entries of the catalogue. They are in the order of their codes. */
PTXC_API size_t ptxc_diag_info_count(void);
/* Fills *info with the entry of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_diag_info_get(size_t index, ptxc_diag_info *info);

/* ---- who accepts what a module uses -----------------------------------------------------------
 * ptxc_module_find_usages checks each instruction for every target and release, which takes at most
 * a millisecond for each distinct instruction. The verdicts are those that ptxc_module_open gives
 * with the same .target and arch, .version and toolkit. Before that call, there are no usages, and
 * every range of versions is empty. */

/* Finds out which targets and releases accept what the module uses. A second call does nothing.
 * Returns PTXC_NOT_FOUND if the module is C++ or was opened with syntax_only, and PTXC_NO_MEMORY.
 * No other thread may use the module during the call. */
PTXC_API ptxc_status ptxc_module_find_usages(ptxc_module *module);

typedef enum ptxc_usage_kind {
    PTXC_USAGE_INSTRUCTION, /* an instruction of the tables */
    PTXC_USAGE_UNKNOWN,     /* an unknown instruction, which is not checked */
    PTXC_USAGE_WORD /* a directive, a word of a declaration, or a qualifier next to another one in
                       its kernel, if not all targets and releases accept it */
} ptxc_usage_kind;

/* Instructions that have the same opcode and qualifiers and that the same targets and releases
 * accept, or words that are the same. */
typedef struct ptxc_usage {
    ptxc_usage_kind kind;
    ptxc_span span; /* the first of them: the opcode with qualifiers, or the word */
    uint32_t count; /* how many there are */
} ptxc_usage;

/* Returns the number of usages. They are in the order of their spans. */
PTXC_API size_t ptxc_module_usage_count(const ptxc_module *module);
/* Fills *usage with the usage of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_usage_get(const ptxc_module *module, size_t index,
                                           ptxc_usage *usage);
/* Returns the .versions in which a release (ptxc_release_get) accepts a usage for a target
 * (ptxc_target_get). The range is empty if there is none, or if an index is past the end. */
PTXC_API ptxc_version_range ptxc_module_usage_versions(const ptxc_module *module, size_t index,
                                                       size_t target, size_t release);
/* Returns the .versions in which a release accepts all usages of the module for a target. The range
 * is empty if there is none, or if an index is past the end. */
PTXC_API ptxc_version_range ptxc_module_versions(const ptxc_module *module, size_t target,
                                                 size_t release);

/* ---- CUDA C++ ---------------------------------------------------------------------------------
 * These functions write C++ when they are first called, and return the same text when they are
 * called again. The module owns the text, which ends with NUL. `length` may be NULL; otherwise
 * *length is the length of the text in bytes. These functions return PTXC_NO_MEMORY if the
 * allocator returns NULL. No other thread may use the module during the call. */

/* Writes a C++ header with a function for each distinct instruction of the module that the tables
 * have. docs/emit.md describes the functions. Returns PTXC_NOT_FOUND, and no text, if the
 * module is C++, has errors, or was opened with syntax_only. */
PTXC_API ptxc_status ptxc_module_emit(ptxc_module *module, const char **text, size_t *length);

/* Writes a .cu file with each .entry of the module as a __global__ function whose body is its PTX.
 * docs/emit-kernels.md describes the file. An .entry that cannot become C++ is an error, which is
 * added to the diagnostics of the module. Returns PTXC_NOT_FOUND, and no text, if there are such
 * errors, or if the module is C++, has errors, or was opened with syntax_only. */
PTXC_API ptxc_status ptxc_module_emit_kernels(ptxc_module *module, const char **text,
                                              size_t *length);

/* Opens a module whose text the library writes: every form of every instruction that options.arch
 * supports, with every combination of qualifiers. Some of its lines have errors. ptxc_module_emit
 * writes a function for each line that neither the assembler nor the manual rejects; functions that
 * differ only in one qualifier may be one function template. Ownership and statuses are those of
 * ptxc_module_open. Returns PTXC_UNKNOWN_ARCH also if options.arch is not set or is a "compute_"
 * name. */
PTXC_API ptxc_status ptxc_module_open_all(const ptxc_options *options, ptxc_module **module);

/* ---- descriptors -----------------------------------------------------------------------------
 * Tensor core instructions take values that consist of fields: instruction descriptors, descriptors
 * of matrices in shared memory, masks. A layout says which bits mean what. Layouts and fields are
 * identified by their index. These functions allocate nothing and may be called from any thread.
 * The `manual` member of a layout is the anchor of the section in the PTX ISA manual.
 *
 * `qualifiers` is what is known of the instruction: all of it,
 * "tcgen05.mma.ws.cta_group::1.kind::f16", some of its qualifiers, ".kind::f16.cta_group::2", or
 * NULL. What is unknown is not checked. */

typedef struct ptxc_layout {
    const char *name;   /* "idesc"; layouts with the same name differ in `qualifiers` */
    const char *title;  /* "instruction descriptor" */
    const char *manual; /* anchor in the page of the PTX ISA manual */
    const char
        *qualifiers; /* the instruction has one of these: ".kind::f16 .kind::tf32"; "": any */
    uint32_t width;  /* bits: 32 or 64 */
    uint32_t field_count;
} ptxc_layout;

typedef struct ptxc_field {
    const char *name;   /* "m"; "": reserved or unused bits */
    const char *doc;    /* "rows of A and D" */
    uint32_t low, high; /* its bits, inclusive */
    uint32_t factor;    /* its number is its bits times this factor */
    bool reserved;      /* its value is always that of ptxc_layout_empty */
} ptxc_field;

typedef struct ptxc_field_value {
    const char *name; /* "BF16" */
    uint64_t number;
} ptxc_field_value;

/* Returns the number of layouts. */
PTXC_API size_t ptxc_layout_count(void);
/* Fills *out with the layout of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_layout_get(size_t layout, ptxc_layout *out);
/* Sets *layout to the layout of this name for an instruction. `qualifiers` may be NULL. Returns
 * PTXC_NOT_FOUND if there is none, or if the qualifiers do not determine which one. */
PTXC_API ptxc_status ptxc_layout_find(const char *name, const char *qualifiers, size_t *layout);
/* Returns the value in which every field is 0, except for reserved bits that must not be 0. Returns
 * 0 if there is no such layout. */
PTXC_API uint64_t ptxc_layout_empty(size_t layout);

/* Fills *out with a field of a layout. Returns PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_get(size_t layout, size_t field, ptxc_field *out);
/* Fills *out with a named value that a field can have in an instruction. `qualifiers` may be NULL.
 * Returns PTXC_NOT_FOUND if there is no such field or the index is past its last value. */
PTXC_API ptxc_status ptxc_field_value_get(size_t layout, size_t field, const char *qualifiers,
                                          size_t index, ptxc_field_value *out);
/* Sets *number to the number of a field of `descriptor`, that is, to its bits times the factor.
 * Returns PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_decode(size_t layout, size_t field, uint64_t descriptor,
                                       uint64_t *number);
/* Sets a field of *descriptor to a number. Returns PTXC_BAD_ARGUMENT and changes nothing if the
 * field cannot hold the number, and PTXC_NOT_FOUND if there is no such field. */
PTXC_API ptxc_status ptxc_field_encode(size_t layout, size_t field, uint64_t number,
                                       uint64_t *descriptor);
/* Writes what is wrong with a field of `descriptor` in an instruction on the target `arch`,
 * "sm_100a". If `arch` is NULL or unknown, it stands for any target. `qualifiers` may be NULL.
 * Returns 0 if nothing is known to be wrong or there is no such field. */
PTXC_API size_t ptxc_field_problem_text(size_t layout, size_t field, uint64_t descriptor,
                                        const char *qualifiers, const char *arch, char *buffer,
                                        size_t size);

/* ---- formatting -------------------------------------------------------------------------------
 * Formatting indents blocks, aligns operands in a column after the opcode, and aligns comments
 * after code in another column. Lines stay lines, and only blanks between words change. The text
 * therefore keeps its meaning, even if it has errors, and formatting it again changes nothing. */

/* `size` is sizeof(ptxc_style); the zero value of each other member is the default. */
typedef struct ptxc_style {
    size_t size;
    uint32_t indent;   /* columns for each block; the default is 4 */
    bool tabs;         /* indent each block by a tab */
    uint32_t operands; /* column of operands from the start of the instruction; default 16 */
    uint32_t comments; /* column of comments after code; the default is 40 */
} ptxc_style;

/* Writes the formatted text of a PTX module as a `_text` function does. `style` may be NULL for the
 * defaults. Returns 0 and writes an empty text if the module is C++ or NULL, or if style->size is
 * not valid. */
PTXC_API size_t ptxc_module_format(const ptxc_module *module, const ptxc_style *style, char *buffer,
                                   size_t size);

/* ---- the tree --------------------------------------------------------------------------------
 * A module is a flat list of statements in the order of the text. The `{` and `}` of functions and
 * blocks are statements of their own. Manual: Syntax: Statements */

typedef enum ptxc_stmt_kind {
    PTXC_STMT_ERROR,        /* a statement that did not parse */
    PTXC_STMT_VERSION,      /* .version */
    PTXC_STMT_TARGET,       /* .target */
    PTXC_STMT_ADDRESS_SIZE, /* .address_size */
    PTXC_STMT_VARIABLE,     /* .reg .b32 %r<4>; .global .u32 x = 1; */
    PTXC_STMT_FUNCTION,     /* .entry or .func, up to its `{` or `;` */
    PTXC_STMT_ALIAS,        /* .alias */
    PTXC_STMT_FILE,         /* .file */
    PTXC_STMT_LOC,          /* .loc */
    PTXC_STMT_SECTION,      /* .section with its lines */
    PTXC_STMT_DWARF,        /* one @@DWARF line */
    PTXC_STMT_PRAGMA,       /* .pragma "..."; */
    PTXC_STMT_TARGET_LIST,  /* .branchtargets, .calltargets */
    PTXC_STMT_PROTOTYPE,    /* .callprototype */
    PTXC_STMT_LABEL,        /* L: */
    PTXC_STMT_INSTRUCTION,  /* @p opcode.qualifiers operands; */
    PTXC_STMT_OPEN,         /* { */
    PTXC_STMT_CLOSE         /* } */
} ptxc_stmt_kind;

typedef struct ptxc_stmt {
    ptxc_stmt_kind kind;
    ptxc_span span;
    ptxc_span head;         /* opcode with its qualifiers, directive word, or label */
    uint32_t operand_count; /* the number of nodes of ptxc_module_operands */
} ptxc_stmt;

typedef enum ptxc_operand_kind {
    PTXC_OPERAND_SYMBOL,    /* %r1, name, label */
    PTXC_OPERAND_COMPONENT, /* %v.x */
    PTXC_OPERAND_INTEGER,   /* a constant expression, folded */
    PTXC_OPERAND_FLOAT,
    PTXC_OPERAND_STRING,
    PTXC_OPERAND_SINK,        /* _ */
    PTXC_OPERAND_WORD,        /* .b32 of a declaration, .managed of an attribute; its arguments */
    PTXC_OPERAND_NOT,         /* !p: 1 child */
    PTXC_OPERAND_MINUS,       /* -r: 1 child */
    PTXC_OPERAND_OFFSET,      /* name+4: 1 child, value is the offset */
    PTXC_OPERAND_INDEX,       /* name[...]: the name, then what is between the brackets */
    PTXC_OPERAND_PAIR,        /* p|q: 2 children */
    PTXC_OPERAND_ADDRESS,     /* [...]: its parts */
    PTXC_OPERAND_VECTOR,      /* {...}: its elements */
    PTXC_OPERAND_LIST,        /* (...) of a call: its elements */
    PTXC_OPERAND_GUARD,       /* @p or @!p: 1 child (PTXC_OPERAND_NOT for @!p) */
    PTXC_OPERAND_DECLARATOR,  /* a declared name: SYMBOL, then RANGE or one ADDRESS for each
                                 dimension, then INITIALIZER */
    PTXC_OPERAND_RANGE,       /* the <N> of name<N>; value is N */
    PTXC_OPERAND_INITIALIZER, /* = ...; its children are the symbols in it */
    PTXC_OPERAND_PARAMETERS   /* (...) of a function: the words of each parameter, its declarator */
} ptxc_operand_kind;

typedef struct ptxc_operand {
    ptxc_operand_kind kind;
    ptxc_span span;
    uint32_t depth;       /* 0: operand of the statement; n: child of the last node of depth n-1 */
    uint32_t child_count; /* direct children */
    int64_t value;        /* INTEGER, OFFSET, RANGE */
    double number;        /* FLOAT */
} ptxc_operand;

/* Returns the number of statements, which is 0 for C++. */
PTXC_API size_t ptxc_module_stmt_count(const ptxc_module *module);
/* Fills *stmt with the statement of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_stmt_get(const ptxc_module *module, size_t index, ptxc_stmt *stmt);
/* Fills an array with at most `capacity` operand nodes of a statement, parents before their
 * children, and returns the total number of nodes. The caller owns the array, which may be NULL.
 * Returns 0 if there is no such statement. */
PTXC_API size_t ptxc_module_operands(const ptxc_module *module, size_t stmt, ptxc_operand *out,
                                     size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
