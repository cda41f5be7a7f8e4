/* SPDX-License-Identifier: Apache-2.0
 * The public functions for targets, releases and versions. */
#include "base/set.h"
#include "isa/tables.h"
#include "isa/target_set.h"
#include "ptxcheck.h"

size_t ptxc_target_count(void) { return isa_target_count; }

ptxc_status ptxc_target_get(size_t index, ptxc_target *out) {
    if (!out) return PTXC_BAD_ARGUMENT;
    if (index >= isa_target_count) return PTXC_NOT_FOUND;
    const struct isa_target *t = &isa_targets[index];
    *out = (ptxc_target){t->name,    t->number,  t->suffix,  t->family,
                         t->version, t->release, t->arch_end};
    return PTXC_OK;
}

size_t ptxc_release_count(void) { return isa_release_count; }

ptxc_status ptxc_release_get(size_t index, ptxc_release *out) {
    if (!out) return PTXC_BAD_ARGUMENT;
    if (index >= isa_release_count) return PTXC_NOT_FOUND;
    *out = (ptxc_release){isa_releases[index].name, isa_releases[index].version};
    return PTXC_OK;
}

size_t ptxc_isa_version_count(void) { return isa_version_count; }

ptxc_status ptxc_isa_version_get(size_t index, uint32_t *version) {
    if (!version) return PTXC_BAD_ARGUMENT;
    if (index >= isa_version_count) return PTXC_NOT_FOUND;
    *version = isa_versions[index];
    return PTXC_OK;
}

ptxc_set ptxc_target_set_all(void) { return set_of_bits(target_set_all()); }

size_t ptxc_target_set_text(const ptxc_set *targets, const ptxc_set *among, char *buffer,
                            size_t size) {
    isa_target_set some = among ? set_bits(among) : target_set_all();
    return target_set_text(set_bits(targets), some, buffer, size);
}
