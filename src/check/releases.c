/* SPDX-License-Identifier: Apache-2.0
 * Instructions on which releases of ptxas differ for the same `.version` and target. If no
 * release was selected, the newest decides, and a note names the others. */
#include "check/check.h"

static bool has_release(uint32_t releases, unsigned r) { return releases >> r & 1; }

/* Writes "12.8 to 13.0" for the run that starts at r. Returns its last release. */
static unsigned write_run(struct text_builder *out, uint32_t releases, unsigned r) {
    unsigned last = r;
    while (last + 1 < isa_release_count && has_release(releases, last + 1)) last++;
    struct text first = text_of(isa_release_name((int)r));
    build_text(out, last == r
                        ? first
                        : phrase_up_to(out->arena, first, text_of(isa_release_name((int)last))));
    return last;
}

/* Returns "ptxas 12.8 to 13.0, 13.2". */
static struct text releases_text(struct checker *c, uint32_t releases) {
    struct text_builder out = build_in_arena(c->arena);
    const char *before = "ptxas ";
    for (unsigned r = 0; r < isa_release_count; r++) {
        if (!has_release(releases, r)) continue;
        build_string(&out, before);
        r = write_run(&out, releases, r);
        before = ", ";
    }
    return built_text(&out);
}

void check_releases(struct checker *c, const struct avail_line *line, uint32_t errors) {
    struct chain *chain = chain_at(c->names, line->chain);
    if (chain->releases_told) return;
    chain->releases_told = true;
    struct avail_releases v = availability_releases(&c->match, line);
    bool refused = c->diags->error_count > errors;
    if (v.refuse && has_release(v.accept, (unsigned)c->match.release)) {
        report_release_refuses(c->diags, line->head, releases_text(c, v.refuse));
    } else if (refused && v.accept && !has_release(v.accept, (unsigned)c->match.release)) {
        note_release_accepts(c->diags, c->diags->last, NO_SPAN, releases_text(c, v.accept));
    }
}
