/* SPDX-License-Identifier: Apache-2.0
 * Diagnostics as data: each is one row of catalogue.def with typed arguments. Its text is generated
 * on demand.
 *
 * For a row DIAG2(…, missing_x, …, text, a, words, b), catalogue.def declares
 *   struct diag *report_missing_x(struct diags *, ptxc_span, struct text a, struct words b);
 * and for NOTE rows the same as note_…(struct diags *, struct diag *, ptxc_span, …). */
#ifndef DIAG_DIAG_H
#define DIAG_DIAG_H

#include "base/text_builder.h"
#include "base/text_set.h"

/* found: the bytes of a word of the text, printed 'so'; if start is NULL, the end of the file. */
enum diag_arg_kind { ARG_TEXT, ARG_FOUND, ARG_WORDS, ARG_NUMBER };

struct diag_arg {
    uint32_t length; /* length of a text, or number of words */
    uint8_t kind;
    union {
        const char *text;
        const struct text *words;
        int64_t number;
    };
};

enum { DIAG_MAX_ARGS = 4 };

enum diag_id {
#define DIAG(code, id, name, severity, format, ...) D_##id,
#define NOTE(id, format, ...) D_##id,
#include "diag/catalogue.def"
    DIAG_ID_COUNT
};

enum phrase_id {
#define PHRASE(id, ...) P_##id,
#include "diag/catalogue.def"
    PHRASE_COUNT
};

/* A note, or an edit of a fix (which has a text). */
struct diag_part {
    struct diag_part *next;
    ptxc_span span;
    uint16_t id;
    uint8_t arg_count;
    bool is_fix;
    const char *text;
    struct diag_arg args[];
};

struct diag {
    ptxc_span span;
    uint16_t id;
    uint8_t severity;
    uint8_t arg_count : 7;
    bool repeated : 1; /* an earlier diagnostic has the same cause */
    uint16_t note_count, fix_count;
    const char *rule;
    struct diag_part *parts; /* notes and fixes */
    struct diag_arg args[];
};

struct diags {
    struct arena *arena;
    struct list list; /* of struct diag * */
    uint32_t error_count, suppressed_count;
    uint32_t said_count; /* reports, whether or not they are kept */
    struct {
        uint32_t most;              /* errors to keep: those that come first; 0: all */
        uint32_t kept, last;        /* the number of errors, and the position of the last one */
        uint32_t end;               /* no error is kept from here on; UINT32_MAX: all are */
        bool passed[DIAG_ID_COUNT]; /* errors that were not kept */
    } limit;
    struct diag *last;             /* the latest report; `dropped` if it is not kept */
    uint8_t action[DIAG_ID_COUNT]; /* ptxc_action of each warning */
    const ptxc_warning *settings;
    size_t setting_count;
    struct diag
        *dropped;       /* receives the notes of what is not kept, such as warnings that are off */
    struct text source; /* words that are part of it are referenced, all others are copied */
    struct text_set words;
};

void diags_init(struct diags *diags, struct arena *arena);
/* Copies the options. Returns false if options->warnings names something that is not in
 * catalogue.def. Settings of errors have no effect. */
bool diags_configure(struct diags *diags, const ptxc_options *options);
/* Returns what to do with the warnings of a rule of an instruction: the setting of its own name, or
 * that of `id`. */
ptxc_action diags_rule_action(const struct diags *diags, enum diag_id id, const char *rule);
/* Returns true if there is an error that is one regardless of the options. -Werror turns warnings
 * into other errors. */
bool diags_have_error(const struct diags *diags);
/* Sorts the diagnostics by position. */
void diags_finish(struct diags *diags);
/* Keeps one of several diagnostics that say the same of the same place. They must be sorted. */
void diags_drop_repeated(struct diags *diags);
/* Drops all diagnostics. Returns the position of the first one, or UINT32_MAX. */
uint32_t diags_clear(struct diags *diags);
/* Drops all errors after the first `max_errors` (0: none); error_count stays. */
void diags_limit(struct diags *diags, uint32_t max_errors);
/* From now on, counts errors without keeping them if so many precede them in the text (0: none). */
void diags_keep_first(struct diags *diags, uint32_t most);
/* Returns true if an error at this position would not be kept, so that its text is not needed. */
static inline bool diags_are_full(const struct diags *diags, uint32_t position) {
    return position >= diags->limit.end;
}
/* Counts an error that is not kept. */
void diags_pass(struct diags *diags, enum diag_id id);
/* Returns true if this has been reported. */
bool diags_have(const struct diags *diags, enum diag_id id);

/* Adds an edit to the diagnostic's fix. */
void diag_fix(struct diags *diags, struct diag *diag, ptxc_span span, const char *text);
/* Removes the fix of the diagnostic. */
void diag_drop_fix(struct diag *diag);
void diag_rule(struct diag *diag, const char *rule);
/* Returns true if diagnostics with this code are off by default. */
static inline bool diag_is_off(uint32_t code) { return code >= 400 && code % 100 >= 80; }
/* Returns true for findings of rehearsals. */
static inline bool diag_is_rehearsed(uint32_t code) { return code >= 750 && code < 770; }
static inline bool diags_wants(const struct diags *diags, enum diag_id id) {
    return diags->action[id] != PTXC_IGNORE;
}
/* Returns true if any diagnostic of a check with a code in [first, end) is enabled. */
bool diags_want_some(const struct diags *diags, uint32_t first, uint32_t end);

size_t diag_format(uint16_t id, const struct diag_arg *args, char *buffer, size_t size);
/* Returns the number of diagnostics with codes, which are sorted by code. */
uint32_t diag_catalogue_count(void);
bool diag_catalogue_at(size_t index, ptxc_diag_info *info);
const char *diag_name(uint16_t id);
uint32_t diag_code(uint16_t id);

/* Arguments and the texts of fixes are copied, so the caller may reuse their memory. Thousands of
 * similar errors share one copy. */
struct diag *diag_report(struct diags *diags, enum diag_id id, ptxc_span span,
                         const struct diag_arg *args, int arg_count);
void diag_add_note(struct diags *diags, struct diag *diag, enum diag_id id, ptxc_span span,
                   const struct diag_arg *args, int arg_count);

/* PHRASE0(x, ...) is used as phrase(P_x), PHRASE1(x, ..., number, n) as phrase_x(arena, n). */
const char *phrase_string(enum phrase_id id);
static inline struct text phrase(enum phrase_id id) { return text_of(phrase_string(id)); }
struct text phrase_format(struct arena *arena, enum phrase_id id, const struct diag_arg *args);

/* Typed reporters. */
#define ARG_OF_text(x)                                                                             \
    { .length = (x).length, .kind = ARG_TEXT, .text = (x).start }
#define ARG_OF_found(x)                                                                            \
    { .length = (x).length, .kind = ARG_FOUND, .text = (x).start }
#define ARG_OF_words(x)                                                                            \
    { .length = (x).count, .kind = ARG_WORDS, .words = (x).word }
#define ARG_OF_number(x)                                                                           \
    { .kind = ARG_NUMBER, .number = (x) }
#define TYPE_OF_text struct text
#define TYPE_OF_found struct text
#define TYPE_OF_words struct words
#define TYPE_OF_number int64_t

#define DIAG0(code, id, name, severity, format)                                                    \
    static inline struct diag *report_##id(struct diags *d, ptxc_span s) {                         \
        return diag_report(d, D_##id, s, NULL, 0);                                                 \
    }
#define DIAG1(code, id, name, severity, format, T, a)                                              \
    static inline struct diag *report_##id(struct diags *d, ptxc_span s, TYPE_OF_##T a) {          \
        const struct diag_arg args[] = {ARG_OF_##T(a)};                                            \
        return diag_report(d, D_##id, s, args, 1);                                                 \
    }
#define DIAG2(code, id, name, severity, format, T, a, U, b)                                        \
    static inline struct diag *report_##id(struct diags *d, ptxc_span s, TYPE_OF_##T a,            \
                                           TYPE_OF_##U b) {                                        \
        const struct diag_arg args[] = {ARG_OF_##T(a), ARG_OF_##U(b)};                             \
        return diag_report(d, D_##id, s, args, 2);                                                 \
    }
#define DIAG3(code, id, name, severity, format, T, a, U, b, V, c)                                  \
    static inline struct diag *report_##id(struct diags *d, ptxc_span s, TYPE_OF_##T a,            \
                                           TYPE_OF_##U b, TYPE_OF_##V c) {                         \
        const struct diag_arg args[] = {ARG_OF_##T(a), ARG_OF_##U(b), ARG_OF_##V(c)};              \
        return diag_report(d, D_##id, s, args, 3);                                                 \
    }
#define NOTE0(id, format)                                                                          \
    static inline void note_##id(struct diags *d, struct diag *diag, ptxc_span s) {                \
        diag_add_note(d, diag, D_##id, s, NULL, 0);                                                \
    }
#define NOTE1(id, format, T, a)                                                                    \
    static inline void note_##id(struct diags *d, struct diag *diag, ptxc_span s, TYPE_OF_##T a) { \
        const struct diag_arg args[] = {ARG_OF_##T(a)};                                            \
        diag_add_note(d, diag, D_##id, s, args, 1);                                                \
    }
#define NOTE2(id, format, T, a, U, b)                                                              \
    static inline void note_##id(struct diags *d, struct diag *diag, ptxc_span s, TYPE_OF_##T a,   \
                                 TYPE_OF_##U b) {                                                  \
        const struct diag_arg args[] = {ARG_OF_##T(a), ARG_OF_##U(b)};                             \
        diag_add_note(d, diag, D_##id, s, args, 2);                                                \
    }
#define PHRASE0(...)
#define PHRASE1(id, format, T, a)                                                                  \
    static inline struct text phrase_##id(struct arena *arena, TYPE_OF_##T a) {                    \
        const struct diag_arg args[] = {ARG_OF_##T(a)};                                            \
        return phrase_format(arena, P_##id, args);                                                 \
    }
#define PHRASE2(id, format, T, a, U, b)                                                            \
    static inline struct text phrase_##id(struct arena *arena, TYPE_OF_##T a, TYPE_OF_##U b) {     \
        const struct diag_arg args[] = {ARG_OF_##T(a), ARG_OF_##U(b)};                             \
        return phrase_format(arena, P_##id, args);                                                 \
    }
#define PHRASE3(id, format, T, a, U, b, V, c)                                                      \
    static inline struct text phrase_##id(struct arena *arena, TYPE_OF_##T a, TYPE_OF_##U b,       \
                                          TYPE_OF_##V c) {                                         \
        const struct diag_arg args[] = {ARG_OF_##T(a), ARG_OF_##U(b), ARG_OF_##V(c)};              \
        return phrase_format(arena, P_##id, args);                                                 \
    }
#include "diag/catalogue.def"

#endif
