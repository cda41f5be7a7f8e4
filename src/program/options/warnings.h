/* SPDX-License-Identifier: Apache-2.0
 * -W options: -Wno-NAME, -WNAME, -Werror, -Werror=NAME, -Wno-error=NAME, -w, as compilers have
 * them: the last word about a warning counts, and -Werror does not bring back what is off. */
#ifndef PROGRAM_OPTIONS_WARNINGS_H
#define PROGRAM_OPTIONS_WARNINGS_H

#include "ptxcheck.h"

struct warning_level;

struct warnings {
    struct warning_level *level; /* one for each row of the catalogue; NULL: no option yet */
    size_t count;
    bool all_off;
    bool all_errors;
    ptxc_warning *setting; /* what the library is told */
    size_t setting_count;
};

/* `option` is what follows -W. false: what is wrong has been said. */
bool warnings_option(struct warnings *warnings, const char *option);
/* Fills in setting and setting_count. */
bool warnings_settle(struct warnings *warnings);
void warnings_free(struct warnings *warnings);

#endif
