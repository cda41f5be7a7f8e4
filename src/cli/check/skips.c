/* SPDX-License-Identifier: Apache-2.0
 * Counts asm statements that are not checked: see skips.h. */
#include "cli/check/skips.h"
#include "program/io/complain.h"
#include <stdbool.h>
#include <string.h>

static void count_reason(struct skips *skips, const char *text) {
    for (size_t i = 0; i < MOST_SKIP_REASONS; i++) {
        if (skips->reason[i].text && strcmp(skips->reason[i].text, text)) continue;
        skips->reason[i].text = text;
        skips->reason[i].count++;
        return;
    }
}

void skips_list(struct skips *skips, const char *path, const ptxc_module *module) {
    ptxc_asm a;
    for (size_t i = 0; ptxc_module_asm_get(module, i, &a) == PTXC_OK; i++) {
        uint32_t row, column;
        skips->statements++;
        bool checked = a.state == PTXC_ASM_CHECKED;
        if (!a.reason) continue;
        skips->skipped += !checked;
        skips->partly += checked;
        if (!checked) count_reason(skips, a.reason);
        ptxc_module_position(module, a.span.start, &row, &column);
        remark("%.300s:%u:%u: %s%s", path, (unsigned)row, (unsigned)column,
               checked ? "not checked in this asm: " : "asm not checked: ", a.reason);
    }
}

void skips_sum(const struct skips *skips) {
    remark("%zu of %zu asm statements are not checked%s", skips->skipped, skips->statements,
           skips->skipped ? ":" : "");
    for (size_t i = 0; i < MOST_SKIP_REASONS && skips->reason[i].text; i++)
        remark("%6zu  %s", skips->reason[i].count, skips->reason[i].text);
    if (skips->partly)
        remark("in %zu of the others, instructions whose text is unknown are not checked",
               skips->partly);
}
