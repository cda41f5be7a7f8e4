/* SPDX-License-Identifier: Apache-2.0
 * Rules for make: see depend.h. */
#include "program/options/depend.h"
#include "program/io/complain.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>

bool depend_is_wrong(const struct depend *d, const char *output) {
    if (!d->wanted && (d->file || d->target)) return complain("'-MF' and '-MT' go with '-MD'");
    if (!d->wanted) return false;
    if (!output) return complain("'-MD' goes with '-o'");
    const char *suffix = strrchr(output, '.');
    if (!d->file && suffix && !strcmp(suffix, ".d"))
        return complain("'%s' is where '-MD' writes, without '-MF'", output);
    bool is_stdout = !strcmp(output, "-");
    if (is_stdout && !d->target) return complain("'-MD' with '-o -' requires the target: '-MT'");
    if (is_stdout && !d->file) return complain("'-MD' with '-o -' requires a file: '-MF'");
    if (is_stdout && !strcmp(d->file, "-"))
        return complain("'-o' and '-MF' cannot both be standard output");
    return false;
}

char *depend_path(const struct depend *d, const char *output) {
    static const char suffix[] = ".d";
    const char *name = d->file ? d->file : output;
    const char *base = sys_base_name(name);
    const char *dot = d->file ? NULL : strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - name) : strlen(name);
    char *path = malloc(length + sizeof suffix);
    if (!path) return NULL;
    memcpy(path, name, length);
    memcpy(path + length, d->file ? "" : suffix, d->file ? 1 : sizeof suffix);
    return path;
}

/* Quotes as gcc does: backslashes before a space are doubled, because make halves them there. */
static void write_name(struct out *out, const char *name) {
    for (const char *c = name; *c; c++) {
        if (*c == ' ' || *c == '\t') {
            for (const char *b = c; b > name && b[-1] == '\\'; b--) out_char(out, '\\');
            out_char(out, '\\');
        } else if (*c == '#') {
            out_char(out, '\\');
        } else if (*c == '$') {
            out_char(out, '$');
        }
        out_char(out, *c);
    }
}

void depend_write(const struct depend *d, const char *output, const char *input, struct out *out) {
    if (d->target)
        out_text(out, d->target);
    else
        write_name(out, output);
    out_char(out, ':');
    if (input) out_char(out, ' ');
    if (input) write_name(out, input);
    out_char(out, '\n');
}
