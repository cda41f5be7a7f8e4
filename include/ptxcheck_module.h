/* SPDX-License-Identifier: Apache-2.0
 *
 * A module: PTX, or C++ with PTX in asm statements, that is parsed and checked, and everything you
 * can ask of it: diagnostics, fixes, the targets and releases that accept it, formatted text, the
 * tree.
 */
#ifndef PTXCHECK_MODULE_H
#define PTXCHECK_MODULE_H

#include "ptxcheck_base.h"
#include "ptxcheck_tensormap.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * earlier ones. Errors cannot be ignored in this way, because the assembler does not ignore them. A
 * comment in the text, "// ptxcheck: ignore[ptx-320]", silences both warnings and errors. */
typedef struct ptxc_warning {
    const char *name;
    ptxc_action action;
} ptxc_warning;

/* What the text is: a module of PTX, or a host language that contains PTX. */
typedef enum ptxc_language {
    PTXC_LANGUAGE_PTX,
    PTXC_LANGUAGE_CXX,     /* C++, CUDA: asm statements */
    PTXC_LANGUAGE_PYTHON,  /* inline_asm_elementwise, llvm.inline_asm, CUDA in strings */
    PTXC_LANGUAGE_LLVM,    /* LLVM IR and MLIR: inline asm */
    PTXC_LANGUAGE_RUST,    /* asm! with register classes of nvptx */
    PTXC_LANGUAGE_MARKDOWN /* fenced blocks of C++, Python and PTX */
} ptxc_language;

/* What a tensor map holds: the arguments of the call that created it. The name is that of the
 * kernel parameter or the variable that contains the map, or "name+128" if the map does not start
 * at its beginning. */
typedef struct ptxc_known_map {
    const char *name;
    const ptxc_tensormap *map;
} ptxc_known_map;

/* The zero value of each member except `size` is the default. `size` must be sizeof(ptxc_options)
 * as the program was compiled, so that an older or newer library knows which members the program
 * can set. If `size` is 0, or a member is set that the library does not have, functions return
 * PTXC_BAD_ARGUMENT. Strings and arrays are borrowed during the call. */
typedef struct ptxc_options {
    size_t size;
    ptxc_allocator allocator; /* if resize is NULL: malloc and free */
    const char *arch; /* "sm_100a", or "compute_100a" if no code is generated; NULL: check against
                         .target alone */
    const char *toolkit;          /* "13.5": check as that release of ptxas; NULL: the newest */
    const ptxc_warning *warnings; /* warning_count settings */
    size_t warning_count;
    uint32_t max_errors;    /* keep the first N errors; 0: all */
    bool syntax_only;       /* parse the text, but check nothing else */
    ptxc_language language; /* in a host language, only its PTX is read; no ptxc_stmt */
    bool ignore_unknown;    /* ignore words of a future PTX version, which are not in the tables */
    const char *emit_only;  /* ptxc_module_emit writes the functions of these opcodes, or with these
                               names: "tcgen05,mbarrier.*,ld_nc"; `*` and `?` match as in a shell.
                               NULL: all */
    const char *emit_namespace; /* the namespace of these functions: "mine::ptx"; NULL: "ptx" */
    bool rehearse; /* rehearse each kernel with an assumed launch; reports ptx-750 and up */
    const ptxc_known_map *maps; /* map_count tensor maps, which copies are checked against */
    size_t map_count;
    const char *const *defines; /* define_count macros of C++, "NAME" (which is 1) or "NAME=VALUE";
                                   each `#if` that they decide is evaluated */
    size_t define_count;
    const char *prelude; /* C++ that comes before the text, such as its headers, or NULL: its macros
                            may be used in asm statements, and nothing else of it is read */
} ptxc_options;

typedef struct ptxc_module ptxc_module;

/* The .versions from `from` to `to`, inclusive. The range is empty if both are 0. */
typedef struct ptxc_version_range {
    uint16_t from, to;
} ptxc_version_range;

/* Parses and checks `length` bytes of text. text[length] must be NUL, which is not counted.
 * `options` may be NULL for the defaults. On PTXC_OK, *module is the new module, whatever is wrong
 * with the text, and the caller closes it; otherwise *module is NULL. Returns PTXC_BAD_ARGUMENT if
 * text[length] is not NUL or options->size is not valid; PTXC_TOO_LARGE, PTXC_UNKNOWN_ARCH,
 * PTXC_UNKNOWN_TOOLKIT, PTXC_UNKNOWN_WARNING, PTXC_BAD_NAMESPACE and PTXC_NO_MEMORY as described
 * for each status. */
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
    PTXC_ASM_OTHER,        /* it contains no instruction that is in the tables */
    PTXC_ASM_UNEXPANDED,   /* a part of its text is a macro or a constant */
    PTXC_ASM_PIECE,        /* its text continues in another asm statement */
    PTXC_ASM_NOT_COMPILED, /* it is in an #if whose condition is false */
    PTXC_ASM_GOTO,         /* asm goto, which nvcc does not compile */
    PTXC_ASM_UNTERMINATED  /* it has an unclosed quote or bracket */
} ptxc_asm_state;

typedef struct ptxc_asm {
    ptxc_span span; /* from `asm` to `)`, or as much of it as can be read */
    ptxc_asm_state state;
    const char *reason; /* why it is not checked; if it is checked, what of it is not, or NULL */
} ptxc_asm;
/* Returns the number of asm statements, which is 0 for PTX. */
PTXC_API size_t ptxc_module_asm_count(const ptxc_module *module);
/* Fills *out with the asm statement of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_asm_get(const ptxc_module *module, size_t index, ptxc_asm *out);

/* Moves the warnings of a PTX module about asynchronous instructions (codes 700 to 799) to the C++
 * module that it was compiled from with -lineinfo or -G. Each warning moves to the C++ line that
 * its `.loc` names, or to the line that the surrounding code was inlined into. A warning that the
 * C++ module already has is dropped; a warning whose line is in another file stays. Notes say where
 * the instruction is in the PTX. The `_path` arguments are the paths of the two texts. Comments in
 * the C++ silence the moved warnings. Returns PTXC_BAD_ARGUMENT if `cxx` is not C++ or `ptx` is,
 * and PTXC_NO_MEMORY. No other thread may use the modules during the call. */
PTXC_API ptxc_status ptxc_module_take_compiled(ptxc_module *cxx, const char *cxx_path,
                                               ptxc_module *ptx, const char *ptx_path);

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
    bool repeated; /* the fix of an earlier diagnostic, in the header, also fixes this one; or an
                      earlier diagnostic of the same function says the same and counts the
                      repetitions in a note */
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

/* All of that in one call, for bindings to other languages: a row for each diagnostic, followed by
 * the rows of its notes and fixes. */
typedef enum ptxc_row_kind { PTXC_ROW_DIAG, PTXC_ROW_NOTE, PTXC_ROW_FIX } ptxc_row_kind;
typedef struct ptxc_diag_row {
    ptxc_row_kind kind;
    ptxc_severity severity; /* this and the code are those of the diagnostic */
    uint32_t code;
    ptxc_span span;                /* of a note without a location: empty, and its line is 0 */
    uint32_t line, column;         /* of the first byte */
    uint32_t end_line, end_column; /* past the last byte */
    ptxc_span text;                /* the message, or the text of a fix, in the buffer */
    ptxc_loc loc; /* ptxc_module_loc_get of a diagnostic; its line is 0 if there is none */
    const char *name, *rule; /* of the diagnostic */
} ptxc_diag_row;
/* Returns the number of rows of a module, and writes up to `count` of them. The buffer receives
 * their texts, each ended by NUL. *length is set to the bytes that all texts need. If that is more
 * than `size`, or there are more rows than `count`, call again with more room. `rows` and `buffer`
 * may be NULL if their sizes are 0. */
PTXC_API size_t ptxc_module_diag_rows(const ptxc_module *module, ptxc_diag_row *rows, size_t count,
                                      char *buffer, size_t size, size_t *length);

/* An entry of the catalogue of all diagnostics. */
typedef struct ptxc_diag_info {
    uint32_t code;
    const char *name;
    ptxc_severity severity;
    bool off; /* a warning that is not reported unless options.warnings names it */
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
    PTXC_USAGE_INSTRUCTION, /* an instruction that is in the tables */
    PTXC_USAGE_UNKNOWN,     /* an unknown instruction, which is not checked */
    PTXC_USAGE_WORD /* a directive, a word of a declaration, or a qualifier that must agree with
                       others in its kernel, if not all targets and releases accept it */
} ptxc_usage_kind;

/* Instructions with the same opcode and qualifiers that the same targets and releases accept, or
 * equal words. */
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

/* ---- formatting -------------------------------------------------------------------------------
 * Formatting indents blocks, aligns operands in a column after the opcode, and aligns comments
 * after code in another column. It never splits or joins lines and changes only the whitespace
 * between words. The text therefore keeps its meaning, even if it has errors, and formatting it
 * again changes nothing. */

/* `size` is sizeof(ptxc_style); the zero value of each other member is the default. */
typedef struct ptxc_style {
    size_t size;
    uint32_t indent;   /* columns for each block; the default is 4 */
    bool tabs;         /* indent each block by a tab */
    uint32_t operands; /* column of operands from the instruction; the default is 16 */
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
    uint32_t operand_count; /* the number of nodes that ptxc_module_operands returns */
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
    PTXC_OPERAND_ADDRESS,     /* [...]: its parts; for [...].unified, also the word */
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

/* ---- asynchronous functions --------------------------------------------------------------------
 * The check of how a whole function uses wgmma, TMA, mbarriers and Tensor Memory. It runs only if
 * the module has no errors. */

/* A function whose asynchronous operations are not, or not all, checked. */
typedef struct ptxc_flow_gap {
    ptxc_span span;     /* its name */
    const char *reason; /* a static string, for example "not checked: too large" */
} ptxc_flow_gap;

/* Fills *gap with the function of this index among them. Returns PTXC_NOT_FOUND past the
 * last one. */
PTXC_API ptxc_status ptxc_module_flow_gap_get(const ptxc_module *module, size_t index,
                                              ptxc_flow_gap *gap);
/* Writes what the check knows about each function: blocks, events, values. The text is meant for
 * tests, and its form may change. It lives as long as the module. Returns PTXC_NOT_FOUND if nothing
 * is asynchronous, and PTXC_NO_MEMORY. */
PTXC_API ptxc_status ptxc_module_flow(ptxc_module *module, const char **text, size_t *length);

/* How another instruction of the same function relates to the instruction at the offset. Each
 * comment names the kind of the instruction at the offset, then what the other instruction is. */
typedef enum ptxc_relation_kind {
    PTXC_RELATION_COMPLETES,       /* wait: an operation that it waits for */
    PTXC_RELATION_COMPLETES_GROUP, /* wait: the commit of a group that it waits for */
    PTXC_RELATION_LEAVES,          /* wait: an operation that may still be pending after it */
    PTXC_RELATION_COMMITS,         /* commit: an operation that it commits */
    PTXC_RELATION_ORDERS,          /* fence: an earlier access or operation that it orders */
    PTXC_RELATION_PRECEDES,        /* fence: a later operation that it orders */
    PTXC_RELATION_COMPLETED_BY,    /* operation: a wait that completes it */
    PTXC_RELATION_COMMITTED_BY,    /* operation: what commits it */
    PTXC_RELATION_ORDERED_BY,      /* operation: a fence that orders it */
    PTXC_RELATION_BARRIER /* any: it uses the same mbarrier, or the same barrier of the CTA */
} ptxc_relation_kind;

typedef struct ptxc_relation {
    ptxc_relation_kind kind;
    ptxc_span span; /* the opcode with its qualifiers */
    size_t insn;    /* index of ptxc_isa_insn_get */
} ptxc_relation;

/* Finds the other instructions that the asynchronous instruction at the offset relates to. A
 * relation that holds on at least one path counts. The relations of the previous call are dropped.
 * There are none if the offset is not in such an instruction, the module has errors, or the
 * function is not analyzed. In C++, only asm statements that follow each other are related. Returns
 * PTXC_NO_MEMORY. No other thread may use the module during the
 * call. */
PTXC_API ptxc_status ptxc_module_find_relations(ptxc_module *module, uint32_t offset);
/* Returns the number of relations that ptxc_module_find_relations found. They are in the order of
 * the text. */
PTXC_API size_t ptxc_module_relation_count(const ptxc_module *module);
/* Fills *relation with the relation of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_module_relation_get(const ptxc_module *module, size_t index,
                                              ptxc_relation *relation);

#ifdef __cplusplus
}
#endif
#endif
