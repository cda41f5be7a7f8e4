/* SPDX-License-Identifier: Apache-2.0
 * What explain-log tells of one file, and where it finds the C++ that the PTX comes from. */
#ifndef CLI_LOG_STORY_H
#define CLI_LOG_STORY_H

#include "cli/log/log.h"
#include "cli/check/output.h"

/* ---- the C++ (source.c) ---- */

/* A file that a .file names, judged for one target; kept to the end of the report. */
struct log_source {
    struct log_source *next;
    char *name, *text;
    char target[32];
    ptxc_module *module; /* NULL: it cannot be read */
    struct input input;
    bool *told; /* of each diagnostic: it is reported */
    bool any_told;
};

struct log_sources {
    struct log_source *first;
    const struct options *options;
    struct output *output;
};

/* Reports the errors of the asm statement that a diagnostic of PTX comes from, if that has an error
 * of the same code; not those that were reported before. `remark` goes with each. false: it has
 * none. */
bool log_source_tells(struct log_sources *sources, const struct finding *finding,
                      const char *target, const char *remark);
void log_sources_free(struct log_sources *sources);

/* A file of C++ whose PTX is not there. */
struct log_cxx {
    const char *name;   /* NULL: none is known */
    const char *target; /* that it was compiled for; "": nobody knows */
};

struct log_story;
/* Reports the errors of the asm statements of a file, and marks the messages that they explain.
 * false: the file has no error, or cannot be read. */
bool log_source_explains(struct log_sources *sources, const struct log_cxx *cxx,
                         const struct log_story *story, bool *explained);

/* ---- files of C++ that a log names (named.c) ---- */

struct log_named_file {
    struct log_named_file *next;
    char *path;
    char target[32];
};

struct log_named {
    struct log_named_file *first;
};

/* Takes a line of another program. false: no memory. */
bool log_named_take(struct log_named *all, const char *line, size_t length);
/* The file that the PTX of this name was made of: one that a line names, or one in this folder.
 * NULL: it is not there. */
const struct log_named_file *log_named_find(struct log_named *all, const char *ptx);
void log_named_free(struct log_named *all);

/* ---- one file (story.c) ---- */

/* What ptxas said of a file, in the order of its lines. */
struct log_story {
    const struct log_message *const *message;
    size_t count;
    struct input input; /* module NULL: there is no PTX */
    struct log_cxx cxx; /* ... but maybe what it was made of */
    bool whole;         /* tell all diagnostics of the PTX */
};

/* false: no memory. */
bool log_story_tell(const struct log_story *story, struct log_sources *sources);

#endif
