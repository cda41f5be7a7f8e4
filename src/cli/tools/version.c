/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck --version: see version.h. */
#include "cli/tools/version.h"
#include "program/io/system.h"
#include "ptxcheck.h"

void version_write(struct out *out) {
    out_text(out, "ptxcheck ");
    out_text(out, ptxc_library_version());
    out_char(out, '\n');
}

static void write_releases(struct out *out) {
    ptxc_release release;
    for (size_t i = 0; ptxc_release_get(i, &release) == PTXC_OK; i++) {
        out_char(out, ' ');
        out_text(out, release.name);
    }
}

static void write_targets(struct out *out) {
    ptxc_target target;
    for (size_t i = 0; ptxc_target_get(i, &target) == PTXC_OK; i++) {
        out_char(out, ' ');
        out_text(out, target.name);
    }
}

static void write_isa_version(struct out *out, size_t index) {
    uint32_t version = 0;
    (void)ptxc_isa_version_get(index, &version);
    out_number(out, version / 10);
    out_char(out, '.');
    out_number(out, version % 10);
}

void version_write_details(struct out *out) {
    version_write(out);
    out_text(out, "PTX ISA: ");
    write_isa_version(out, 0);
    out_text(out, " to ");
    write_isa_version(out, ptxc_isa_version_count() - 1);
    out_text(out, "\nptxas releases:");
    write_releases(out);
    out_text(out, "\ntargets:");
    write_targets(out);
    out_text(out, "\ninstructions: ");
    out_number(out, ptxc_isa_insn_count());
    out_text(out, "\nsystem: ");
    out_text(out, sys_name());
    out_text(out, ", ");
    out_number(out, 8 * sizeof(void *));
    out_text(out, " bits\ncompiler: " __VERSION__ "\n");
}
