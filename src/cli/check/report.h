/* SPDX-License-Identifier: Apache-2.0
 * A report consists of findings, which one of four renderers writes one at a time. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "program/io/out.h"
#include "program/text/code.h"
#include "ptxcheck.h"

struct input {
    const char *name;          /* as given; "<stdin>" for "-" */
    const ptxc_module *module; /* NULL for a message about a file that does not exist */
};

/* A span in lines and columns as users and tools count them: from 1, columns in bytes, the end
 * exclusive. */
struct place {
    uint32_t line, column, end_line, end_column;
};

/* A text buffer that grows and is reused. */
struct buffer {
    char *data;
    size_t capacity;
};

/* A diagnostic with everything that all renderers need, computed once; or, with code 0, a message
 * of an assembler for which there is no diagnostic. */
struct finding {
    const struct input *input;
    size_t index;
    ptxc_diag diag;
    struct place place;
    const char *message;
    size_t message_length;
    bool has_source; /* a .loc says where it comes from */
    ptxc_loc source;
    const char *line;   /* for code 0: the line of the log */
    const char *remark; /* NULL, or a last note, which is counted in diag.note_count */
};

struct note {
    bool has_place;
    ptxc_span span;
    struct place place;
    const char *message;
    size_t message_length;
};

/* What a command adds at the end of its report. If `write` is NULL, it adds nothing. */
struct addition {
    void (*write)(struct out *out, const void *what, bool json);
    const void *what;
};

struct totals {
    size_t files, files_with_findings;
    size_t errors, warnings; /* errors include those that --max-errors hides */
    size_t hidden_errors, suppressed;
    size_t repeated; /* among those shown: they repeat the cause of another */
    bool trouble;    /* a file could not be checked */
    struct addition addition;
};

struct style {
    bool color;
    bool quiet;
};

/* `open` returns NULL if memory runs out. Write errors are kept in `out`. `close` frees the state;
 * its totals are NULL if the report is given up. */
struct renderer {
    void *(*open)(struct out *out, struct style style);
    void (*finding)(void *state, const struct finding *finding);
    void (*close)(void *state, const struct totals *totals);
};

extern const struct renderer text_renderer, json_renderer, sarif_renderer, github_renderer;

/* Computes the finding for diagnostic number `index` of a module. Returns false if memory runs
 * out. */
bool finding_of(struct finding *finding, const struct input *input, size_t index,
                struct buffer *buffer);

/* Passes every diagnostic of a module to the renderer and updates the totals. */
void report_module(const struct renderer *renderer, void *state, const struct input *input,
                   struct out *out, struct totals *totals);

/* For renderers. Messages are valid in `buffer` until it is used again. If memory runs out, `out`
 * fails. */
struct place place_of(const ptxc_module *module, ptxc_span span);
struct note note_of(const struct finding *finding, uint32_t index, struct buffer *buffer,
                    struct out *out);
ptxc_fix fix_of(const struct finding *finding, uint32_t index);
const char *severity_word(ptxc_severity severity);
void out_code(struct out *out, uint32_t code);

#endif
