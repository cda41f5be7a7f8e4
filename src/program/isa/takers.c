/* SPDX-License-Identifier: Apache-2.0
 * Which targets and releases accept something: see takers.h. */
#include "program/isa/takers.h"
#include <stdio.h>
#include <string.h>

static ptxc_version_range ask(const ptxc_module *module, size_t usage, size_t target,
                              size_t release) {
    return usage == TAKERS_OF_ALL ? ptxc_module_versions(module, target, release)
                                  : ptxc_module_usage_versions(module, usage, target, release);
}

static ptxc_target target_at(size_t i) {
    ptxc_target target = {.name = ""};
    (void)ptxc_target_get(i, &target);
    return target;
}

static ptxc_release release_at(size_t i) {
    ptxc_release release = {.name = ""};
    (void)ptxc_release_get(i, &release);
    return release;
}

ptxc_set takers_targets(void) {
    ptxc_set all = {{0}};
    for (size_t t = 0; t < ptxc_target_count(); t++) {
        ptxc_target target = target_at(t);
        if (target.release < target.end) (void)ptxc_set_add(&all, t);
    }
    return all;
}

/* Returns true if the release supports the target and this .version. */
static bool knows(size_t release, const ptxc_target *target, uint32_t version) {
    if (version < target->version) version = target->version;
    return target->release <= release && release < target->end &&
           release_at(release).version >= version;
}

static ptxc_set targets_of(size_t release, uint32_t version) {
    ptxc_set targets = {{0}};
    for (size_t t = 0; t < ptxc_target_count(); t++) {
        ptxc_target target = target_at(t);
        if (knows(release, &target, version)) (void)ptxc_set_add(&targets, t);
    }
    return targets;
}

/* ---- rows ---- */

struct rows {
    struct taker row[TAKERS_MOST];
    size_t count;
};

/* Adds a target to the newest row that it fits. A target that is bounded only by its own first
 * .version fits any row that does not require a newer one. */
static void add_target(struct rows *rows, size_t t, size_t release, ptxc_version_range v) {
    ptxc_target target = target_at(t);
    struct taker *best = NULL, piece = {.from = 0};
    (void)ptxc_set_add(&piece.releases, release);
    if (v.from > target.version) piece.from = v.from;
    if (v.to < release_at(release).version) piece.to = v.to;
    for (size_t i = 0; i < rows->count; i++) {
        struct taker *row = &rows->row[i];
        bool fits = piece.from ? row->from == piece.from : row->from <= target.version;
        if (fits && row->to == piece.to && (!best || row->from > best->from)) best = row;
    }
    if (!best) {
        if (rows->count == TAKERS_MOST) return;
        best = &rows->row[rows->count++];
        *best = piece;
    }
    (void)ptxc_set_add(&best->targets, t);
}

/* Adds the rows of one release, starting with those that require more than their targets do. */
static void find_of_release(struct rows *rows, const ptxc_module *module, size_t usage, size_t r) {
    rows->count = 0;
    for (int bound = 1; bound >= 0; bound--)
        for (size_t t = 0; t < ptxc_target_count(); t++) {
            ptxc_version_range v = ask(module, usage, t, r);
            if (v.from && bound == (v.from > target_at(t).version)) add_target(rows, t, r, v);
        }
}

/* Returns true if both rows accept the same for the targets that both support. */
static bool agree(const struct taker *row, const struct taker *piece) {
    ptxc_set of_row = ptxc_set_intersect(&row->targets, &piece->asked);
    ptxc_set of_piece = ptxc_set_intersect(&piece->targets, &row->asked);
    return row->from == piece->from && row->to == piece->to && ptxc_set_equal(&of_row, &of_piece);
}

/* Merges a row into one that agrees with it. */
static void merge(struct rows *rows, const struct taker *piece) {
    for (size_t i = 0; i < rows->count; i++) {
        struct taker *row = &rows->row[i];
        if (!agree(row, piece)) continue;
        row->targets = ptxc_set_unite(&row->targets, &piece->targets);
        row->asked = ptxc_set_unite(&row->asked, &piece->asked);
        row->releases = ptxc_set_unite(&row->releases, &piece->releases);
        return;
    }
    if (rows->count < TAKERS_MOST) rows->row[rows->count++] = *piece;
}

/* Returns the oldest .version that one of the targets supports. */
static uint32_t first_version(const ptxc_set *targets) {
    uint32_t first = 0;
    for (size_t t = 0; t < ptxc_target_count(); t++)
        if (ptxc_set_has(targets, t) && (!first || target_at(t).version < first))
            first = target_at(t).version;
    return first;
}

size_t takers_find(const ptxc_module *module, size_t usage, struct taker *row) {
    struct rows all = {.count = 0}, some = {.count = 0};
    for (size_t r = 0; r < ptxc_release_count(); r++) {
        find_of_release(&some, module, usage, r);
        for (size_t i = 0; i < some.count; i++) {
            some.row[i].asked = targets_of(r, some.row[i].from);
            merge(&all, &some.row[i]);
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        row[i] = all.row[i];
        if (!row[i].from) row[i].from = first_version(&row[i].targets);
    }
    return all.count;
}

bool takers_least(const ptxc_module *module, size_t usage, struct taker_least *least) {
    for (size_t t = 0; t < ptxc_target_count(); t++) {
        least->version = 0;
        for (size_t r = 0; r < ptxc_release_count(); r++) {
            uint32_t from = ask(module, usage, t, r).from;
            if (!from || (least->version && from >= least->version)) continue;
            *least = (struct taker_least){t, r, from};
        }
        if (least->version) return true;
    }
    return false;
}

/* ---- in words ---- */

void takers_version_text(uint32_t version, char *text) {
    snprintf(text, TAKERS_TEXT, "%u.%u", version / 10, version % 10);
}

void takers_versions_text(const struct taker *row, char *text) {
    takers_version_text(row->from, text);
    size_t n = strlen(text);
    if (row->to)
        snprintf(text + n, TAKERS_TEXT - n, " to %u.%u", row->to / 10, row->to % 10);
    else
        snprintf(text + n, TAKERS_TEXT - n, "+");
}

/* Returns true if the release supports the .version and one of the targets of the row. */
static bool could(const struct taker *row, size_t release) {
    ptxc_set known = targets_of(release, row->from);
    known = ptxc_set_intersect(&known, &row->targets);
    return !ptxc_set_is_empty(&known);
}

void takers_releases_text(const struct taker *row, char *text) {
    size_t count = ptxc_release_count(), n = 0;
    *text = '\0';
    for (size_t r = 0; r < count && n < TAKERS_TEXT; r++) {
        if (!ptxc_set_has(&row->releases, r)) continue;
        size_t last = r;
        for (size_t next = r + 1; next < count; next++) {
            if (ptxc_set_has(&row->releases, next))
                last = next;
            else if (could(row, next))
                break;
        }
        n += (size_t)snprintf(text + n, TAKERS_TEXT - n, "%s%s", n ? ", " : "", release_at(r).name);
        if (last + 1 == count)
            n += (size_t)snprintf(text + n, TAKERS_TEXT - n, "+");
        else if (last > r)
            n += (size_t)snprintf(text + n, TAKERS_TEXT - n, " to %s", release_at(last).name);
        r = last;
    }
}

bool takers_is_refused(const struct taker *row) {
    for (size_t r = 0; r < ptxc_release_count(); r++)
        if (could(row, r) && !ptxc_set_has(&row->releases, r)) return true;
    return false;
}
