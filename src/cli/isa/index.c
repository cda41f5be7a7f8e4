/* SPDX-License-Identifier: Apache-2.0
 * The index of the pages: instructions in the groups of the manual. */
#include "cli/isa/isa.h"
#include "cli/isa/page.h"
#include "program/text/markdown.h"
#include <string.h>

static bool same_group(const ptxc_isa_insn *a, const ptxc_isa_insn *b) {
    return !strcmp(isa_page_group(a).name, isa_page_group(b).name);
}

/* Returns true if it is the first of its group. */
static bool begins_group(size_t insn, const ptxc_isa_insn *x) {
    ptxc_isa_insn other;
    for (size_t i = 0; i < insn && ptxc_isa_insn_get(i, &other) == PTXC_OK; i++)
        if (same_group(&other, x)) return false;
    return true;
}

static void write_row(struct out *out, const ptxc_isa_insn *x) {
    char targets[256];
    ptxc_target_set_text(&x->avail.targets, NULL, targets, sizeof targets);
    out_text(out, "| [`");
    out_text(out, x->name);
    out_text(out, "`](");
    out_text(out, isa_page_file(x->name).name);
    out_text(out, ") | ");
    markdown_text(out, x->summary);
    out_text(out, " | ");
    out_text(out, isa_version_text(x->avail.version).text);
    out_text(out, " | ");
    out_text(out, targets);
    out_text(out, " |\n");
}

static void write_group(struct out *out, const ptxc_isa_insn *first) {
    ptxc_isa_insn x;
    out_text(out, "\n## ");
    out_text(out, isa_page_group(first).name);
    out_text(out, "\n\n| instruction | what it does | `.version` | targets |\n|---|---|---|---|\n");
    for (size_t i = 0; ptxc_isa_insn_get(i, &x) == PTXC_OK; i++)
        if (same_group(first, &x)) write_row(out, &x);
}

void isa_page_index(struct out *out) {
    ptxc_isa_insn x;
    out_text(out, "<!-- Made by 'make isa-pages' of grammar/isa: do not edit. -->\n"
                  "# PTX instructions\n\n");
    out_number(out, ptxc_isa_insn_count());
    out_text(
        out,
        " instructions: what each accepts, on which targets, in which `.version`, and from\n"
        "which release of CUDA on. All of it is what ptxas does, asked line by line; where the\n"
        "manual asks for more, that is a warning. Every example is assembled by a test.\n\n"
        "How pages are to be read: `{.a}` may be left out; the other qualifiers must be there.\n"
        "Their order is free but where a rule says otherwise. `sm_90+` is every target from\n"
        "sm_90 on, `sm_100f+` the `a` and `f` targets of its family from there on. A release of\n"
        "CUDA is named if it is newer than 12.3, the oldest that has been asked.\n");
    for (size_t i = 0; ptxc_isa_insn_get(i, &x) == PTXC_OK; i++)
        if (begins_group(i, &x)) write_group(out, &x);
}
