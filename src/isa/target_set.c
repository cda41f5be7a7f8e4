/* SPDX-License-Identifier: Apache-2.0
 * Short names for sets of targets: see target_set.h. */
#include "isa/target_set.h"
#include "base/set.h"
#include "base/text_builder.h"

ptxc_isa_avail target_set_need(uint32_t version, isa_target_set targets) {
    return (ptxc_isa_avail){version, set_of_bits(targets & target_set_all())};
}

ptxc_isa_avail target_set_need_at(uint8_t avail) {
    if (!avail) return target_set_need(0, target_set_all());
    return target_set_need(isa_avails[avail].version, isa_sets[isa_avails[avail].set]);
}

static bool lacks(isa_target_set set, isa_target_set all, unsigned t) {
    return target_set_has(all, t) && !target_set_has(set, t);
}

unsigned target_set_from(isa_target_set set, isa_target_set all) {
    unsigned from = 0;
    for (unsigned t = 0; t < isa_target_count; t++)
        if (lacks(set, all, t) && isa_targets[t].number >= from) from = isa_targets[t].number + 1u;
    for (unsigned t = 0; t < isa_target_count; t++)
        if (target_set_has(set, t) && isa_targets[t].number >= from && !isa_targets[t].suffix)
            return isa_targets[t].number;
    return 0;
}

bool target_set_leads(isa_target_set set, isa_target_set all, unsigned target) {
    const struct isa_target *x = &isa_targets[target];
    if (x->suffix != 'f') return false;
    for (unsigned u = 0; u < isa_target_count; u++) {
        const struct isa_target *y = &isa_targets[u];
        if (y->family == x->family && y->suffix && y->number >= x->number && lacks(set, all, u))
            return false;
    }
    return true;
}

bool target_set_is_led(isa_target_set set, isa_target_set all, unsigned target) {
    const struct isa_target *x = &isa_targets[target];
    for (unsigned u = 0; u < isa_target_count; u++) {
        const struct isa_target *y = &isa_targets[u];
        if (u != target && target_set_has(set, u) && target_set_leads(set, all, u) && x->suffix &&
            y->family == x->family && y->number <= x->number &&
            (y->number < x->number || x->suffix == 'a'))
            return true;
    }
    return false;
}

static void build_target(struct text_builder *out, unsigned target, bool plus) {
    if (out->length) build_string(out, ", ");
    build_string(out, isa_targets[target].name);
    if (plus) build_string(out, "+");
}

size_t target_set_text(isa_target_set targets, isa_target_set among, char *buffer, size_t size) {
    struct text_builder out = build_in_buffer(buffer, size);
    isa_target_set set = targets & among;
    unsigned from = target_set_from(set, among);
    for (unsigned t = 0; t < isa_target_count; t++) {
        const struct isa_target *x = &isa_targets[t];
        bool first = from && x->number == from && !x->suffix;
        if (!target_set_has(set, t) || (from && x->number >= from && !first)) continue;
        if (!first && target_set_is_led(set, among, t)) continue;
        build_target(&out, t, first || target_set_leads(set, among, t));
    }
    return out.length;
}
