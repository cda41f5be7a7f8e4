/* SPDX-License-Identifier: Apache-2.0
 * Advisories of ptxas on wgmma and setmaxnreg, which it prints as information although they
 * affect performance: what they mean, and what to change. Observed with ptxas 13.5; other
 * releases may assign the codes differently, so the text is matched. Also its messages about its
 * command line. */
#include "cli/log/log.h"
#include <string.h>

static const struct {
    const char *words, *advice;
} known[] = {
    {"wgmma.wait_group is injected",
     "a register of a pending wgmma.mma_async is used, so ptxas inserts the wait: write "
     "wgmma.wait_group before the first use"},
    {"non wgmma instructions reading accumulator",
     "an accumulator is read while its wgmma.mma_async may still run: wait with a smaller N in "
     "wgmma.wait_group before the read"},
    {"non wgmma instructions defining accumulator",
     "an accumulator is written while its wgmma.mma_async may still run: move the write after "
     "wgmma.wait_group, or before wgmma.fence"},
    {"non wgmma instructions defining input",
     "a register that holds A is written while wgmma.mma_async may still read it: move the write "
     "after wgmma.wait_group, or use other registers"},
    {"compiler-inserted WG.DP in divergent path",
     "not all threads of the warpgroup are known to reach wgmma.wait_group: make its condition "
     "uniform, or wait before the branch"},
    {"compiler-inserted WG.AR in divergent path",
     "not all threads of the warpgroup are known to reach wgmma.fence, wgmma.mma_async and "
     "wgmma.commit_group together: move the whole sequence into the branch, or out of it"},
    {"presence of Extern calls",
     "a function that is not in this file, or a recursive one, is called in a kernel with wgmma: "
     "inline it, or call it from another kernel"},
    {"wgmma pipeline crossing function boundary",
     "a builtin such as vprintf, or an indirect call, is in a kernel with wgmma: remove the call"},
    {"insufficient register resources",
     "the accumulators do not fit: compile with optimization, raise .maxnreg, or use a smaller "
     "tile"},
    {"ill formed pipeline stage",
     "wgmma.fence, wgmma.mma_async, wgmma.commit_group and wgmma.wait_group must follow each other "
     "on every path"},
    {"unable to determine register count at entry",
     "setmaxnreg has no effect without a bound on registers: add .minnctapersm to .maxntid or "
     ".reqntid (__launch_bounds__ with two arguments), or .maxnreg"},
    {"to maintain compatibility across compilation units",
     "setmaxnreg has no effect in code for separate compilation: compile without -c or -rdc"},
    {"to maintain compatibility into 'extern' call",
     "setmaxnreg has no effect where the stack is not known, for example with recursion"},
    {"to allow debugging", "setmaxnreg has no effect with -g"},
    {"to maintain minimum register requirements",
     "setmaxnreg has no effect because the code needs more registers than it leaves"},
    {"higher than default SM version",
     "without '-arch', ptxas compiles for its oldest target: pass '-arch' with the target of the "
     "file"},
    {"not defined for option 'gpu-name'",
     "it is about the option '--gpu-name' of ptxas, also written '-arch': 'ptxas --list-arch' "
     "lists the values"},
};

/* Words of messages that name no file because they are about the command line. */
static const char *const about_command_line[] = {
    "Unknown option '",     " for option '",  "redefinition for option '",
    "ommand line option '", "options file '", "expected a number",
    "Input file '",         "maxrregcount",   "cache modifier on",
    "Optimized debugging",
};

bool log_is_about_command_line(const struct log_message *m) {
    if (m->file || m->line) return false;
    for (size_t i = 0; i < sizeof about_command_line / sizeof *about_command_line; i++)
        if (strstr(m->text, about_command_line[i])) return true;
    return false;
}

bool log_is_command_line(const char *file) { return file && !strcmp(file, LOG_COMMAND_LINE); }

const char *log_advice(const struct log_message *message) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(message->text, known[i].words)) return known[i].advice;
    return NULL;
}

bool log_is_advisory(const char *text) {
    return strstr(text, "Potential Performance Loss") ||
           strstr(text, "wgmma.wait_group is injected");
}
