/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxcheck: read PTX, say what is wrong, where, and how to fix it.
 *
 * One module is opened from one buffer and judged as it is opened. Functions that take a const
 * module only read it.
 *
 *   ptxc_module *m;
 *   if (ptxc_module_open(text, length, NULL, &m) == PTXC_OK) {
 *       for (size_t i = 0; i < ptxc_module_diag_count(m); i++) ...
 *       ptxc_module_close(m);
 *   }
 *
 * Ownership: a module owns everything it returns; all of it lives until ptxc_module_close. The text
 *   is borrowed, never copied: it must stay unchanged until then.
 * Threads: the library has no global state. Different modules may be used in different threads; one
 *   open module may be read from several, but not while a function runs that takes it without
 * const. Errors: a ptxc_status says how the call went. What is wrong with the text is a diagnostic.
 * Names: `ptxc_NOUN_count` says how many there are, `ptxc_NOUN_get` fills a record, and
 * `ptxc_NOUN_find` looks one up; these return a status. The noun begins with what is asked: module,
 * query, isa. A function that ends in `_text` writes text into a buffer, as snprintf does. A
 * function with a plural noun (ptxc_query_tokens) fills an array and returns how many records there
 * are. Positions: half-open byte spans into the text. Lines and columns count from 1, columns in
 * bytes.
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
/* "0.1.0" */
#define PTXC_VERSION                                                                               \
    PTXC_TEXT_OF(PTXC_VERSION_MAJOR)                                                               \
    "." PTXC_TEXT_OF(PTXC_VERSION_MINOR) "." PTXC_TEXT_OF(PTXC_VERSION_PATCH)

typedef enum ptxc_status {
    PTXC_OK = 0,
    PTXC_NO_MEMORY,       /* the allocator returned NULL; nothing is kept */
    PTXC_BAD_ARGUMENT,    /* a NULL pointer; text[length] is not NUL */
    PTXC_TOO_LARGE,       /* the text has 4 GiB or more, its NUL counted */
    PTXC_UNKNOWN_ARCH,    /* options.arch is no architecture of options.toolkit */
    PTXC_UNKNOWN_TOOLKIT, /* options.toolkit is no release known */
    PTXC_UNKNOWN_WARNING, /* options.warnings names no diagnostic */
    PTXC_NOT_FOUND        /* there is no such thing: an index that is not below the count, a name
                             that is not known, an offset at which nothing of the kind stands */
} ptxc_status;

/* A short English sentence for a status; never NULL. */
PTXC_API const char *ptxc_status_message(ptxc_status status);

/* The version of the library that is linked, PTXC_VERSION of its build. */
PTXC_API const char *ptxc_library_version(void);

/* A note: nothing is wrong here, but it may be elsewhere. */
typedef enum ptxc_severity { PTXC_WARNING, PTXC_ERROR, PTXC_NOTE } ptxc_severity;

/* Half-open range of bytes [start, end) in the text. */
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
 * What the tables know of each, oldest first, index 0 .. count-1. Constant data: it needs no
 * module, lives for ever and may be read from any thread. */

/* "sm_100a". Targets of one family (not 0) share features: those of `f` names with later ones. */
typedef struct ptxc_target {
    const char *name;
    uint32_t number; /* 100 */
    char suffix;     /* 'a', 'f' or 0 */
    uint32_t family;
    uint32_t version; /* its first .version, 86 for 8.6 */
    size_t release;   /* the first release that knows it */
    size_t end;       /* the first that does not assemble for it any more, or the count */
} ptxc_target;
PTXC_API size_t ptxc_target_count(void);
PTXC_API ptxc_status ptxc_target_get(size_t index, ptxc_target *target);

/* A release of ptxas. */
typedef struct ptxc_release {
    const char *name; /* "13.5" */
    uint32_t version; /* the newest .version it takes */
} ptxc_release;
PTXC_API size_t ptxc_release_count(void);
PTXC_API ptxc_status ptxc_release_get(size_t index, ptxc_release *release);

/* A .version, 86 for 8.6. */
PTXC_API size_t ptxc_isa_version_count(void);
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
 * The tables that modules are judged by: constant data, as above. An instruction has forms; a form
 * has slots, each for one qualifier, and operands; rules are about all forms. Indexes count from 0;
 * Functions that write text do it as snprintf does: cut
 * to size, ended by NUL, the full length returned; 0: there is nothing to say. */

/* What something needs: a .version (0: any), and one of these targets. */
typedef struct ptxc_isa_avail {
    uint32_t version;
    ptxc_set targets;
} ptxc_isa_avail;

typedef struct ptxc_isa_insn {
    const char *name;    /* "tcgen05.cp" */
    const char *summary; /* what it does */
    const char *manual;  /* anchor in the page of the manual */
    ptxc_isa_avail avail;
    ptxc_set releases; /* of ptxas: from each of them on something is judged differently */
    size_t distinct;   /* a warning if a register stands twice among so many first operands */
    size_t form_count, rule_count, example_count;
    const char *never_after; /* a warning where that one surely ran before; "": none */
} ptxc_isa_insn;
/* In order of their names. */
PTXC_API size_t ptxc_isa_insn_count(void);
PTXC_API ptxc_status ptxc_isa_insn_get(size_t insn, ptxc_isa_insn *out);
/* What a kernel and all that it calls must agree on: "a kernel and what it calls have one of ...".
 */
PTXC_API size_t ptxc_isa_insn_kernel_rule_text(size_t insn, char *buffer, size_t size);
/* What it does beside writing its operands: "may read or write memory, now or later". */
PTXC_API size_t ptxc_isa_insn_effect_text(size_t insn, char *buffer, size_t size);
/* Words that ptxas skips here though no form has them: ".sat .ftz". */
PTXC_API size_t ptxc_isa_insn_ignored_text(size_t insn, char *buffer, size_t size);

/* One instruction or a few, as one would write them; ptxas and ptxcheck accept them. */
typedef struct ptxc_isa_example {
    const char *text;
    const char *summary; /* what is special about it, "": nothing */
} ptxc_isa_example;
PTXC_API ptxc_status ptxc_isa_example_get(size_t insn, size_t example, ptxc_isa_example *out);

/* The instruction that a chain such as "tcgen05.cp.cta_group::1" is of: the longest name that its
 * words begin with. */
PTXC_API ptxc_status ptxc_isa_insn_find(const char *chain, size_t length, size_t *insn);

typedef struct ptxc_isa_form {
    const char *name;     /* "" if it has none */
    const char *syntax;   /* in the manual's style */
    ptxc_isa_avail avail; /* beside that of the instruction */
    size_t slot_count, operand_count;
} ptxc_isa_form;
PTXC_API ptxc_status ptxc_isa_form_get(size_t insn, size_t form, ptxc_isa_form *out);

typedef struct ptxc_isa_slot {
    const char *name; /* ".shape", or its only word */
    bool optional;
    bool wanted;       /* optional for ptxas, but not in the manual */
    uint32_t together; /* not 0: slots of the form with this number are all filled, or none */
    uint32_t order;    /* not 0: ... are filled in their order; all others in any */
    size_t value_count,
        default_value; /* default_value: stands for an absent one; the count: none */
    ptxc_isa_avail avail;
} ptxc_isa_slot;
PTXC_API ptxc_status ptxc_isa_slot_get(size_t insn, size_t form, size_t slot, ptxc_isa_slot *out);

/* A word that may fill a slot. */
typedef struct ptxc_isa_slot_value {
    const char *word;
    ptxc_isa_avail avail;
    const char *meaning; /* "": it says itself */
} ptxc_isa_slot_value;
PTXC_API ptxc_status ptxc_isa_slot_value_get(size_t insn, size_t form, size_t slot, size_t value,
                                             ptxc_isa_slot_value *out);
/* The numbers that rules and lengths take from the word: "n=8, per=2". */
PTXC_API size_t ptxc_isa_slot_value_numbers_text(size_t insn, size_t form, size_t slot,
                                                 size_t value, char *buffer, size_t size);

typedef struct ptxc_isa_operand {
    const char *name;
    const char *kind;    /* "a 64-bit register or an integer in 0..4" */
    const char *also;    /* what ptxas takes beside it, with a warning of ours; "": nothing */
    bool optional;       /* free to be left out; conditions are another matter */
    size_t inside;       /* of an address `[a, b]`: how many operands behind this one it holds */
    bool written;        /* the register, or what the address points to; neither: it is read */
    bool updated;        /* ... and read before */
    const char *meaning; /* what it is for; "": its name says it */
    const char *layout;  /* name of the layouts of its values (ptxc_layout_get); "": it has none */
} ptxc_isa_operand;
PTXC_API ptxc_status ptxc_isa_operand_get(size_t insn, size_t form, size_t operand,
                                          ptxc_isa_operand *out);
/* When it is there: "with .sp and before CUDA 13.1". 0: always. */
PTXC_API size_t ptxc_isa_operand_condition_text(size_t insn, size_t form, size_t operand,
                                                char *buffer, size_t size);
/* How many elements a vector has: "n(.times) * 2". 0: it is none. */
PTXC_API size_t ptxc_isa_operand_length_text(size_t insn, size_t form, size_t operand, char *buffer,
                                             size_t size);
/* Numbers that not all targets accept: "13..15 need .version 8.7 and sm_100f+". */
PTXC_API size_t ptxc_isa_operand_needs_text(size_t insn, size_t form, size_t operand, char *buffer,
                                            size_t size);

/* Where a qualifier says what fits ("a register that fits '.type'"): for each word, what does. */
typedef struct ptxc_isa_operand_choice {
    const char *slot, *word;
    const char *kind; /* "a .f16 or .b16 register" */
} ptxc_isa_operand_choice;
PTXC_API ptxc_status ptxc_isa_operand_choice_get(size_t insn, size_t form, size_t operand,
                                                 size_t choice, ptxc_isa_operand_choice *out);

typedef enum ptxc_isa_rule_kind {
    PTXC_RULE_REQUIRES,
    PTXC_RULE_FORBIDS,
    PTXC_RULE_NEEDS /* a .version and targets: `avail` */
} ptxc_isa_rule_kind;

typedef struct ptxc_isa_rule {
    const char *name;       /* as ptxc_diag.rule */
    ptxc_severity severity; /* a warning: the manual forbids it, and ptxas does not */
    const char *message;    /* "" if it is made of the words of the line */
    ptxc_isa_rule_kind kind;
    ptxc_isa_avail avail;
} ptxc_isa_rule;
PTXC_API ptxc_status ptxc_isa_rule_get(size_t insn, size_t rule, ptxc_isa_rule *out);
/* 0: it is shared with others, and never speaks of this instruction.
 * What it says: "with .64x128b: needs .warpx2::02_13 or .warpx2::01_23". */
PTXC_API size_t ptxc_isa_rule_text(size_t insn, size_t rule, char *buffer, size_t size);

/* ---- opening a module ------------------------------------------------------------------------ */

/* resize(user, NULL, 0, n) allocates n bytes, resize(user, p, n, 0) frees them. Returning NULL for
 * an allocation ends the call with PTXC_NO_MEMORY. Blocks must be aligned for any type. */
typedef struct ptxc_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} ptxc_allocator;

typedef enum ptxc_action { PTXC_SHOW, PTXC_IGNORE, PTXC_AS_ERROR } ptxc_action;

/* What to do with the warnings of one name ("ignored-qualifier"), of one rule of an instruction
 * ("tcgen05-mma-extra", see ptxc_isa_rule), or with all (NULL). Later settings win. Errors cannot
 * be ignored this way: the assembler will not ignore them either. A comment in the text, "//
 * ptxcheck: ignore[ptx-320]", silences both, where somebody knows better. */
typedef struct ptxc_warning {
    const char *name;
    ptxc_action action;
} ptxc_warning;

/* What the text is: a module of PTX, or C++ (CUDA) with PTX in asm statements. */
typedef enum ptxc_language { PTXC_LANGUAGE_PTX, PTXC_LANGUAGE_CXX } ptxc_language;

/* The zero value of each member but `size` is the default. `size` must be sizeof(ptxc_options) as
 * the program was compiled: a library that is older or newer then knows what the program can have
 * set. PTXC_BAD_ARGUMENT: it is 0, or a member is set that the library does not have. */
typedef struct ptxc_options {
    size_t size;
    ptxc_allocator allocator;     /* resize NULL: malloc and free */
    const char *arch;             /* "sm_100a" or "compute_100a" (no code is generated);
                                     NULL: judge by .target alone */
    const char *toolkit;          /* "13.5": decide as that release of ptxas; NULL: the newest */
    const ptxc_warning *warnings; /* borrowed during the call */
    size_t warning_count;
    uint32_t max_errors;    /* keep the first N errors; 0: all */
    bool syntax_only;       /* parse, judge nothing else */
    ptxc_language language; /* of C++ only the asm statements are read; it has no statements */
    bool ignore_unknown;    /* what no table knows, of a future PTX, is passed over */
} ptxc_options;

typedef struct ptxc_module ptxc_module;

/* The .versions from `from` to `to`, 86 for 8.6; both 0: none. */
typedef struct ptxc_version_range {
    uint16_t from, to;
} ptxc_version_range;

/* Parses and judges text[0..length). text[length] must be NUL (a sentinel, not counted).
 * options may be NULL. On PTXC_OK *module is set, whatever the text holds; else it is NULL. */
PTXC_API ptxc_status ptxc_module_open(const char *text, size_t length, const ptxc_options *options,
                                      ptxc_module **module);
/* Frees the module and all it returned. NULL is allowed. */
PTXC_API void ptxc_module_close(ptxc_module *module);

/* The text the module was opened from. */
PTXC_API const char *ptxc_module_source(const ptxc_module *module, size_t *length);

/* Line and column (both from 1) of a byte offset; offsets past the end count as the end. */
PTXC_API void ptxc_module_position(const ptxc_module *module, uint32_t offset, uint32_t *line,
                                   uint32_t *column);
/* The bytes of a line (from 1) without its end of line. */
PTXC_API ptxc_status ptxc_module_line_get(const ptxc_module *module, uint32_t line,
                                          ptxc_span *span);

/* Where the compiler says the text at `offset` comes from: the `.loc` in force there, as
 * "kernel.cu":12:7. `file` is the span of the name inside the quotes of its `.file`.
 * PTXC_NOT_FOUND: no `.loc` is in force. Manual: Debugging Directives: .loc */
typedef struct ptxc_loc {
    ptxc_span file;
    uint32_t line, column;
} ptxc_loc;
PTXC_API ptxc_status ptxc_module_loc_get(const ptxc_module *module, uint32_t offset, ptxc_loc *loc);

/* ---- inline PTX -------------------------------------------------------------------------------
 * The asm statements of a text of C++, in order. Those that hold PTX of the tables are judged;
 * spans of diagnostics lie in their literals. */
typedef enum ptxc_asm_state {
    PTXC_ASM_CHECKED,
    PTXC_ASM_OTHER,        /* no instruction of the tables in it: nothing to judge */
    PTXC_ASM_UNEXPANDED,   /* a macro or a constant is a part of its text */
    PTXC_ASM_PIECE,        /* its text goes on in another */
    PTXC_ASM_NOT_COMPILED, /* under an #if that is false */
    PTXC_ASM_GOTO          /* asm goto, which nvcc does not compile */
} ptxc_asm_state;

typedef struct ptxc_asm {
    ptxc_span span; /* from `asm` to `)`, or as far as it can be read */
    ptxc_asm_state state;
    const char *reason; /* why it is not judged, NULL if it is */
} ptxc_asm;
PTXC_API size_t ptxc_module_asm_count(const ptxc_module *module);
PTXC_API ptxc_status ptxc_module_asm_get(const ptxc_module *module, size_t index, ptxc_asm *out);

/* Expands each block of plain PTX, asm(R"ptx( ... )ptx"), to an asm statement with operands, and
 * sets *text to the whole C++ text and *length (may be NULL) to its length in bytes. `file` is the
 * name of the source file as `#line` is to show it. docs/pp.md says what a block is. The module
 * owns the text; a second call returns the same text. Returns PTXC_NOT_FOUND, and no text, if the
 * module is not C++ or has errors. Like each function that takes a module that is not const, it
 * must not run while another thread uses the module. */
PTXC_API ptxc_status ptxc_module_expand(ptxc_module *module, const char *file, const char **text,
                                        size_t *length);

/* ---- diagnostics ----------------------------------------------------------------------------- */

/* One diagnostic. `code` is stable for ever (printed as ptx-NNN); `name` is its name in words;
 * `rule` names the row of the tables that fired, or equals `name`. */
typedef struct ptxc_diag {
    ptxc_span span;
    ptxc_severity severity;
    uint32_t code;
    const char *name;
    const char *rule;
    uint32_t note_count;
    uint32_t fix_count;
    bool repeated; /* has its cause in the header, as one before it that says how to mend both */
} ptxc_diag;

/* An edit that mends the diagnostic: replace the bytes of `span` by `text`. All fixes of one
 * diagnostic are applied together. */
typedef struct ptxc_fix {
    ptxc_span span;
    const char *text;
} ptxc_fix;

/* How many diagnostics there are; they are sorted by position. */
PTXC_API size_t ptxc_module_diag_count(const ptxc_module *module);
/* How many errors were found, those beyond max_errors included. */
PTXC_API size_t ptxc_module_error_count(const ptxc_module *module);
/* How many diagnostics comments in the text have silenced ("// ptxcheck: ignore"). */
PTXC_API size_t ptxc_module_suppressed_count(const ptxc_module *module);
PTXC_API ptxc_status ptxc_module_diag_get(const ptxc_module *module, size_t index, ptxc_diag *diag);

/* Write the message (or the note's message) into buffer, cut to size and ended by NUL, as snprintf
 * does; return its full length without the NUL. 0: no such diagnostic or note. */
PTXC_API size_t ptxc_module_diag_text(const ptxc_module *module, size_t index, char *buffer,
                                      size_t size);
PTXC_API size_t ptxc_module_diag_note_text(const ptxc_module *module, size_t index, uint32_t note,
                                           ptxc_span *span, bool *has_span, char *buffer,
                                           size_t size);
PTXC_API ptxc_status ptxc_module_diag_fix_get(const ptxc_module *module, size_t index, uint32_t fix,
                                              ptxc_fix *out);

/* The catalogue of all diagnostics, index 0 .. count-1, in order of their codes. */
typedef struct ptxc_diag_info {
    uint32_t code;
    const char *name;
    ptxc_severity severity;
} ptxc_diag_info;
PTXC_API size_t ptxc_diag_info_count(void);
PTXC_API ptxc_status ptxc_diag_info_get(size_t index, ptxc_diag_info *info);

/* ---- who accepts what a module uses -----------------------------------------------------------
 * ptxc_module_find_usages judges each instruction for every target and release, which takes a
 * millisecond or less for each instruction that is different. The verdicts are those that
 * ptxc_module_open gives with the same .target and arch, .version and toolkit. Before that call
 * there are no usages, and no .version for anything. */

/* Finds out who accepts what the module uses. A second call does nothing. Returns PTXC_NOT_FOUND if
 * the module is C++ or was opened with syntax_only. The module must not be used by another thread
 * at the same time. */
PTXC_API ptxc_status ptxc_module_find_usages(ptxc_module *module);

typedef enum ptxc_usage_kind {
    PTXC_USAGE_INSTRUCTION, /* an instruction of the tables */
    PTXC_USAGE_UNKNOWN,     /* an instruction that is in no table: nobody is asked */
    PTXC_USAGE_WORD /* a directive, a word of a declaration, or a qualifier beside another in
                       its kernel, that not all accept */
} ptxc_usage_kind;

/* Instructions with the same opcode and qualifiers, accepted by the same targets and releases, or
 * words that are the same. */
typedef struct ptxc_usage {
    ptxc_usage_kind kind;
    ptxc_span span; /* the first: opcode with qualifiers, or word */
    uint32_t count;
} ptxc_usage;

/* In the order of the first of each. */
PTXC_API size_t ptxc_module_usage_count(const ptxc_module *module);
PTXC_API ptxc_status ptxc_module_usage_get(const ptxc_module *module, size_t index,
                                           ptxc_usage *usage);
/* The .versions in which a release accepts it for a target: of those that know both. */
PTXC_API ptxc_version_range ptxc_module_usage_versions(const ptxc_module *module, size_t index,
                                                       size_t target, size_t release);
/* The .versions in which a release accepts all usages of the module for a target. */
PTXC_API ptxc_version_range ptxc_module_versions(const ptxc_module *module, size_t target,
                                                 size_t release);

/* ---- CUDA C++ ---------------------------------------------------------------------------------
 * These functions write C++ when they are first called, and return the same text when they are
 * called again. The module owns the text, which ends in NUL. *length, if `length` is not NULL, is
 * set to its length in bytes. The module must not be used by another thread at the same time. */

/* Writes a header of C++ with a function for each different instruction of the module that the
 * tables know. docs/emit.md describes the functions. Returns PTXC_NOT_FOUND, and no text, if the
 * module is C++, has errors, or was opened with syntax_only. */
PTXC_API ptxc_status ptxc_module_emit(ptxc_module *module, const char **text, size_t *length);

/* Writes a .cu file with each .entry of the module as a __global__ function whose body is its PTX.
 * docs/emit-kernels.md describes the file. An .entry that cannot become C++ is an error, which is
 * added to the diagnostics of the module. Returns PTXC_NOT_FOUND, and no text, if there are such
 * errors, or if the module is C++, has errors, or was opened with syntax_only. */
PTXC_API ptxc_status ptxc_module_emit_kernels(ptxc_module *module, const char **text,
                                              size_t *length);

/* Opens a module that the library writes: each form of each instruction that the tables accept for
 * options.arch, with each choice of qualifiers; some lines have errors. ptxc_module_emit writes a
 * function for each that neither the assembler nor the manual minds; those that differ in one
 * qualifier alone may be one function template. */
PTXC_API ptxc_status ptxc_module_open_all(const ptxc_options *options, ptxc_module **module);

/* ---- descriptors -----------------------------------------------------------------------------
 * Instructions of the tensor cores take values that are made of fields: instruction descriptors,
 * descriptors of matrices in shared memory, masks. A layout says which bits mean what. Layouts and
 * fields are named by their index, 0 .. count-1. Nothing here allocates.
 *
 * `qualifiers` is what is known of the instruction: all of it,
 * "tcgen05.mma.ws.cta_group::1.kind::f16", or some of its qualifiers, ".kind::f16.cta_group::2";
 * NULL: nothing. What is not known is not judged. */

typedef struct ptxc_layout {
    const char *name;   /* "idesc"; layouts of one name differ in `qualifiers` */
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
    uint32_t low, high; /* its bits, both included */
    uint32_t factor;    /* the number it stands for is so many times its bits */
    bool reserved;      /* always holds what is in ptxc_layout_empty */
} ptxc_field;

typedef struct ptxc_field_value {
    const char *name; /* "BF16" */
    uint64_t number;
} ptxc_field_value;

PTXC_API size_t ptxc_layout_count(void);
PTXC_API ptxc_status ptxc_layout_get(size_t layout, ptxc_layout *out);
/* The layout of this name for such an instruction. PTXC_NOT_FOUND: there is none, or the
 * qualifiers do not decide which. */
PTXC_API ptxc_status ptxc_layout_find(const char *name, const char *qualifiers, size_t *layout);
/* The value in which every field is 0, but for reserved bits that are not. */
PTXC_API uint64_t ptxc_layout_empty(size_t layout);

PTXC_API ptxc_status ptxc_field_get(size_t layout, size_t field, ptxc_field *out);
/* The values with a name that the field can have in such an instruction, index 0 ...
 * PTXC_NOT_FOUND: there are no more. */
PTXC_API ptxc_status ptxc_field_value_get(size_t layout, size_t field, const char *qualifiers,
                                          size_t index, ptxc_field_value *out);
/* The number that a field of `descriptor` stands for: its bits times the factor. */
PTXC_API ptxc_status ptxc_field_decode(size_t layout, size_t field, uint64_t descriptor,
                                       uint64_t *number);
/* Puts the number into the field. PTXC_BAD_ARGUMENT: the field cannot hold it; nothing changes. */
PTXC_API ptxc_status ptxc_field_encode(size_t layout, size_t field, uint64_t number,
                                       uint64_t *descriptor);
/* What is wrong with a field of `descriptor` in such an instruction, on `arch` ("sm_100a"; NULL or
 * none that is known: any). Writes as snprintf does: cut to size, ended by NUL; returns the full
 * length without the NUL. 0: nothing is, as far as is known. */
PTXC_API size_t ptxc_field_problem_text(size_t layout, size_t field, uint64_t descriptor,
                                        const char *qualifiers, const char *arch, char *buffer,
                                        size_t size);

/* ---- formatting -------------------------------------------------------------------------------
 * The text of PTX laid out: blocks indented, operands in a column behind the opcode, comments
 * behind code in another. Lines stay lines; only blanks between words change, so that the text
 * means what it meant, broken or not, and formatting it again changes nothing. */

/* `size` is sizeof(ptxc_style); the zero value of each other member is the default. */
typedef struct ptxc_style {
    size_t size;
    uint32_t indent;   /* columns of each block (4) */
    bool tabs;         /* a tab for each block */
    uint32_t operands; /* column of the operands, from the start of the instruction (16) */
    uint32_t comments; /* column of comments behind code (40) */
} ptxc_style;

/* Writes the text, as snprintf does: cut to size, ended by NUL, the full length returned. style may
 * be NULL. Of C++ nothing is written, and nothing if style->size is not valid. */
PTXC_API size_t ptxc_module_format(const ptxc_module *module, const ptxc_style *style, char *buffer,
                                   size_t size);

/* ---- the tree --------------------------------------------------------------------------------
 * A module is a flat list of statements in the order of the text. `{` and `}` of functions and
 * blocks are statements of their own. */

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
    uint32_t operand_count; /* nodes of all its operands, see ptxc_module_operands */
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
    PTXC_OPERAND_DECLARATOR,  /* a name that is declared: SYMBOL, then RANGE or one ADDRESS for each
                                 dimension, then INITIALIZER */
    PTXC_OPERAND_RANGE,       /* the <N> of name<N>; value is N */
    PTXC_OPERAND_INITIALIZER, /* = ...; its children are the symbols it names */
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

PTXC_API size_t ptxc_module_stmt_count(const ptxc_module *module);
PTXC_API ptxc_status ptxc_module_stmt_get(const ptxc_module *module, size_t index, ptxc_stmt *stmt);
/* Writes up to `capacity` operand nodes of a statement, parents before their children, and returns
 * how many there are in all. */
PTXC_API size_t ptxc_module_operands(const ptxc_module *module, size_t stmt, ptxc_operand *out,
                                     size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
