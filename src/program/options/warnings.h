/* SPDX-License-Identifier: Apache-2.0
 * -W options as in compilers: -Wno-NAME, -WNAME, -Werror, -Werror=NAME, -Wno-error=NAME, -w. The
 * last option about a warning wins, and -Werror does not enable warnings that are off. */
#ifndef PROGRAM_OPTIONS_WARNINGS_H
#define PROGRAM_OPTIONS_WARNINGS_H

#include "ptxcheck.h"

struct warning_level;

struct warnings {
    struct warning_level *level; /* one for each row of the catalogue; NULL if no option has been
                                    given */
    size_t count;
    bool all_off;
    bool all_errors;
    ptxc_warning *setting; /* what is passed to the library */
    size_t setting_count;
};

/* Applies an option; `option` is what follows -W. Returns false after it has reported what is
 * wrong. */
bool warnings_option(struct warnings *warnings, const char *option);
/* Computes `setting` and setting_count. */
bool warnings_settle(struct warnings *warnings);
void warnings_free(struct warnings *warnings);

#endif
