/* SPDX-License-Identifier: Apache-2.0
 * Which targets, versions and releases accept an instruction: see availability.h. */
#include "match/availability.h"

bool availability_has_target(int release, int target) {
    const struct isa_target *t = &isa_targets[target];
    return t->release <= release && release < t->arch_end;
}

static bool accepts(struct match_context *c, const struct avail_line *line,
                    struct match_basis *basis) {
    return match_accepts(c, line->chain, line->head, line->operands, line->count, basis);
}

/* Returns the oldest .version from which on, up to this one, a newer .version accepts everything
 * that an older one accepts. */
static int same_since(int version) {
    int since = 0;
    for (uint16_t i = 0; i < isa_break_count; i++)
        if (isa_breaks[i] <= version && isa_breaks[i] > since) since = isa_breaks[i];
    return since;
}

/* Returns the newest .version before this one, or 0. */
static int version_before(int version) {
    int before = 0;
    for (unsigned i = 0; i < isa_version_count && isa_versions[i] < version; i++)
        before = isa_versions[i];
    return before;
}

ptxc_version_range availability_versions(const struct match_context *c,
                                         const struct avail_line *line, int target, int release,
                                         bool *has_values) {
    struct match_context other = *c;
    ptxc_version_range range = {0, 0};
    if (!availability_has_target(release, target)) return range;
    other.target = target;
    other.release = release;
    for (int v = isa_version_newest(release), least; v >= isa_targets[target].version;
         v = version_before(least)) {
        struct match_basis basis;
        other.version = v;
        bool takes = accepts(&other, line, &basis);
        *has_values = *has_values || basis.has_values;
        least = same_since(v);
        if (least < isa_targets[target].version) least = isa_targets[target].version;
        if (!takes && range.to) break;
        if (!takes) continue;
        if (least < basis.version) least = basis.version;
        if (!range.to) range.to = (uint16_t)v;
        range.from = (uint16_t)least;
    }
    return range;
}

struct avail_releases availability_releases(const struct match_context *c,
                                            const struct avail_line *line) {
    struct match_context other = *c;
    struct match_basis basis;
    struct avail_releases found = {0, 0};
    for (unsigned r = 0; c->target >= 0 && r < isa_release_count; r++) {
        other.release = (int)r;
        if (!availability_has_target((int)r, c->target)) continue;
        if (c->version > isa_version_newest((int)r)) continue;
        *(accepts(&other, line, &basis) ? &found.accept : &found.refuse) |= UINT32_C(1) << r;
    }
    return found;
}
