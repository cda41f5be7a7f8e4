/* SPDX-License-Identifier: Apache-2.0
 * Lookup in the tables of tables.h. */
#include "isa/tables.h"
#include "ptxcheck.h"
#include <string.h>

static bool same(const char *name, const char *s, uint32_t n) {
    return !strncmp(name, s, n) && !name[n];
}

/* ---- versions, releases, targets ---- */

int isa_version_find(int major, int minor) {
    for (unsigned i = 0; i < isa_version_count; i++)
        if (isa_versions[i] / 10 == major && isa_versions[i] % 10 == minor) return isa_versions[i];
    return -1;
}

int isa_version_newest(int release) { return isa_releases[release].version; }

int isa_release_find(const char *s, uint32_t n) {
    for (unsigned i = 0; i < isa_release_count; i++)
        if (same(isa_releases[i].name, s, n)) return (int)i;
    return -1;
}

int isa_release_newest(void) { return (int)isa_release_count - 1; }

const char *isa_release_name(int release) { return isa_releases[release].name; }

int isa_target_find(const char *s, uint32_t n) {
    static const char compute[] = "compute_";
    const uint32_t prefix = sizeof compute - 1;
    bool is_compute = n > prefix && !memcmp(s, compute, prefix);
    for (unsigned i = 0; i < isa_target_count; i++) {
        const char *name = isa_targets[i].name;
        if (is_compute ? same(name + 3, s + prefix, n - prefix) : same(name, s, n)) return (int)i;
    }
    return -1;
}

/* ---- spaces, types, special registers ---- */

static const char *const space_names[SPACE_COUNT] = {"",        ".reg",   ".sreg",  ".const",
                                                     ".global", ".local", ".param", ".shared",
                                                     ".tex",    ".param", ".param", ".param"};

enum isa_space isa_space_find(const char *s, uint32_t n) {
    for (int i = 1; i < SPACE_COUNT; i++)
        if (same(space_names[i], s, n)) return (enum isa_space)i;
    return SPACE_NONE;
}

const char *isa_space_name(enum isa_space space) { return space_names[space]; }

int isa_type_find(const char *s, uint32_t n) {
    for (unsigned i = 0; i < isa_type_count && n > 1; i++)
        if (isa_types[i].name[1] == s[1] && same(isa_types[i].name, s, n)) return (int)i;
    return -1;
}

/* Compares s[0..n) with a NUL-terminated name. */
static int compare_name(const char *s, uint32_t n, const char *name) {
    int order = strncmp(s, name, n);
    return order ? order : name[n] ? -1 : 0;
}

/* Returns the record with this name among [low, high), which are sorted by name, or -1. */
static int search(const char *s, uint32_t n, unsigned low, unsigned high,
                  const char *(*name_of)(unsigned)) {
    while (low < high) {
        unsigned mid = (low + high) / 2;
        int order = compare_name(s, n, name_of(mid));
        if (!order) return (int)mid;
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return -1;
}

static const char *special_name(unsigned i) { return isa_specials[i].name; }
static const char *word_name(unsigned i) { return isa_str(isa_words[i].text); }
static const char *name_of_insn(unsigned i) { return isa_str(isa_insns[i].name); }

int isa_special_find(const char *s, uint32_t n) {
    return search(s, n, 0, isa_special_count, special_name);
}

static const char *directive_name(unsigned i) { return isa_directives[i].name; }

int isa_directive_find(const char *s, uint32_t n) {
    return search(s, n, 0, isa_directive_count, directive_name);
}

uint8_t isa_directive_avail(const char *s, uint32_t n) {
    int found = isa_directive_find(s, n);
    return found < 0 ? 0 : isa_directives[found].avail;
}

/* ---- words and instructions ---- */

uint16_t isa_word_find(const char *s, uint32_t n) {
    int found = search(s, n, 1, isa_word_count, word_name);
    return found < 0 ? 0 : (uint16_t)found;
}

uint16_t isa_insn_find(const char *s, uint32_t n) {
    int found = search(s, n, 0, isa_insn_count, name_of_insn);
    return found < 0 ? ISA_NONE : (uint16_t)found;
}

uint16_t isa_insn_of_chain(const char *chain, uint32_t n) {
    uint16_t found = ISA_NONE;
    for (uint32_t end = 1; end <= n; end++) {
        if (end < n && chain[end] != '.') continue;
        uint16_t insn = isa_insn_find(chain, end);
        if (insn != ISA_NONE) found = insn;
    }
    return found;
}
