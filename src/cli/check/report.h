/* SPDX-License-Identifier: Apache-2.0
 * A report is made of findings, one at a time, by one of four renderers. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "program/io/out.h"
#include "program/text/code.h"
#include "ptxcheck.h"

struct input {
    const char *name;          /* as given; "<stdin>" for "-" */
    const ptxc_module *module; /* NULL: of a message about a file that is not there */
};

/* A span as people and tools count: from 1, columns in bytes, the end exclusive. */
struct place {
    uint32_t line, column, end_line, end_column;
};

/* A text that grows and is used again and again. */
struct buffer {
    char *data;
    size_t capacity;
};

/* A diagnostic with everything worked out that all renderers need; or what an assembler said and no
 * diagnostic of ours says, with code 0. */
struct finding {
    const struct input *input;
    size_t index;
    ptxc_diag diag;
    struct place place;
    const char *message;
    size_t message_length;
    bool has_source; /* a .loc says where it comes from */
    ptxc_loc source;
    const char *line;   /* code 0: the line of the log */
    const char *remark; /* NULL, or a last note: it counts in diag.note_count */
};

struct note {
    bool has_place;
    ptxc_span span;
    struct place place;
    const char *message;
    size_t message_length;
};

/* What a command says at the end of its report; `write` NULL: nothing. */
struct addition {
    void (*write)(struct out *out, const void *what, bool json);
    const void *what;
};

struct totals {
    size_t files, files_with_findings;
    size_t errors, warnings; /* errors: also those that --max-errors hides */
    size_t hidden_errors, suppressed;
    size_t repeated; /* of those shown: repeat the cause of another */
    bool trouble;    /* a file could not be checked */
    struct addition addition;
};

struct style {
    bool color;
    bool quiet;
};

/* open: NULL where there is no memory. Failures of writing stay in `out`. close frees the state;
 * totals are NULL when the report is given up. */
struct renderer {
    void *(*open)(struct out *out, struct style style);
    void (*finding)(void *state, const struct finding *finding);
    void (*close)(void *state, const struct totals *totals);
};

extern const struct renderer text_renderer, json_renderer, sarif_renderer, github_renderer;

/* Works out diagnostic number `index` of a module. false: no memory. */
bool finding_of(struct finding *finding, const struct input *input, size_t index,
                struct buffer *buffer);

/* Gives every diagnostic of a module to the renderer and adds up. */
void report_module(const struct renderer *renderer, void *state, const struct input *input,
                   struct out *out, struct totals *totals);

/* For renderers. Messages live in `buffer` until its next use. */
struct place place_of(const ptxc_module *module, ptxc_span span);
struct note note_of(const struct finding *finding, uint32_t index, struct buffer *buffer);
ptxc_fix fix_of(const struct finding *finding, uint32_t index);
const char *severity_word(ptxc_severity severity);
void out_code(struct out *out, uint32_t code);

#endif
