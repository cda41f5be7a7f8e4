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

/* ---- one file (story.c) ---- */

/* What ptxas said of a file, in the order of its lines. */
struct log_story {
    const struct log_message *const *message;
    size_t count;
    struct input input; /* module NULL: there is no PTX */
};

/* false: no memory. */
bool log_story_tell(const struct log_story *story, struct log_sources *sources);

#endif
