/* SPDX-License-Identifier: Apache-2.0
 * The shim's messages: see cli/check/report.h. */
#include "shim/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ptxc_tm_options options(void) {
    const char *profile = getenv("PTXCHECK_TENSORMAP_PROFILE");
    ptxc_tm_options options = {.size = sizeof(ptxc_tm_options), .profile = PTXC_TM_BOTH};
    if (profile && !strcmp(profile, "cc90")) options.profile = PTXC_TM_CC90;
    if (profile && !strcmp(profile, "document")) options.profile = PTXC_TM_DOCUMENT;
    return options;
}

void shim_report(const ptxc_tensormap *map) {
    ptxc_tm_options how = options();
    ptxc_tm_violation list[PTXC_TM_MAX_VIOLATIONS];
    size_t count = ptxc_tensormap_check(map, &how, list, PTXC_TM_MAX_VIOLATIONS);
    fprintf(stderr, "ptxcheck: %s: CUDA_ERROR_INVALID_VALUE%s\n",
            ptxc_tm_function_name(map->function), count ? "" : ", but no rule known is violated");
    for (size_t i = 0; i < count; i++) {
        char text[400];
        ptxc_tm_rule rule = {"", PTXC_TM_FROM_DOCUMENT, "", ""};
        ptxc_tm_violation_text(&list[i], text, sizeof text);
        ptxc_tm_rule_get(list[i].rule, &rule);
        fprintf(stderr, "ptxcheck:   %s: %s [%s, %s]\n",
                list[i].severity == PTXC_ERROR ? "error" : "warning", text, rule.name,
                ptxc_tm_origin_name(list[i].origin));
    }
}
