/* SPDX-License-Identifier: Apache-2.0
 * What explain-log reports about one file, and where it finds the C++ that the PTX comes from. */
#ifndef CLI_LOG_STORY_H
#define CLI_LOG_STORY_H

#include "cli/log/log.h"
#include "cli/check/output.h"

/* Files that a log names are read only if they are regular and at most this large. */
enum { LOG_LARGEST_FILE = 1 << 28 };

/* ---- the C++ (source.c) ---- */

/* A file that a .file names, checked for one target; kept to the end of the report. */
struct log_source {
    struct log_source *next;
    char *name, *text;
    char target[32];
    ptxc_module *module; /* NULL if it cannot be read */
    struct input input;
    bool *told; /* for each diagnostic: it has been reported */
    bool any_told;
};

struct log_sources {
    struct log_source *first;
    const struct options *options;
    struct output *output;
};

/* If the asm statement that a diagnostic of PTX comes from has an error with the same code, reports
 * the errors of that statement that have not been reported yet, each with `remark`. Returns false
 * if it has none. */
bool log_source_tells(struct log_sources *sources, const struct finding *finding,
                      const char *target, const char *remark);
void log_sources_free(struct log_sources *sources);

/* A C++ file whose PTX is not available. */
struct log_cxx {
    const char *name;   /* NULL if unknown */
    const char *target; /* the target it was compiled for; "" if unknown */
};

struct log_story;
/* Reports the errors of the asm statements of a file, and marks the messages that they explain.
 * Returns false if the file has no error, or cannot be read. */
bool log_source_explains(struct log_sources *sources, const struct log_cxx *cxx,
                         const struct log_story *story, bool *explained);

/* ---- C++ files that a log names (named.c) ---- */

struct log_named_file {
    struct log_named_file *next;
    char *path;
    char target[32];
    size_t order; /* in the log */
};

struct log_named {
    struct log_named_file *first;
    struct log_named_file **sorted; /* by name, from the first log_named_find on */
    size_t count;                   /* of these */
};

/* Processes a line of another program. Returns false if memory runs out. */
bool log_named_take(struct log_named *all, const char *line, size_t length);
/* Returns the file that the PTX with this name was compiled from: one that a line names, or one in
 * the current folder. Returns NULL if it does not exist. */
const struct log_named_file *log_named_find(struct log_named *all, const char *ptx);
void log_named_free(struct log_named *all);

/* ---- one file (story.c) ---- */

/* The messages of ptxas about a file, in the order of its lines. */
struct log_story {
    const struct log_message *const *message;
    size_t count;
    struct input input; /* module is NULL if there is no PTX */
    struct log_cxx cxx; /* what the PTX was compiled from, if known */
    bool whole;         /* report all diagnostics of the PTX */
};

/* Returns false if memory runs out. */
bool log_story_tell(const struct log_story *story, struct log_sources *sources);

#endif
