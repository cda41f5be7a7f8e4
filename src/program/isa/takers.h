/* SPDX-License-Identifier: Apache-2.0
 * Who takes something, in few rows: targets that take it from the same .version and release on,
 * each as far as it goes itself. */
#ifndef PROGRAM_ISA_TAKERS_H
#define PROGRAM_ISA_TAKERS_H

#include "ptxcheck.h"

enum { TAKERS_MOST = 64 };
#define TAKERS_OF_ALL SIZE_MAX /* all usages of the module */

struct taker {
    ptxc_set targets, releases;
    ptxc_set asked;    /* targets that one of the releases knows with this .version */
    uint32_t from, to; /* .versions; to 0: the newest */
};

/* Writes at most TAKERS_MOST rows, in the order of their first releases; returns how many. */
size_t takers_find(const ptxc_module *module, size_t usage, struct taker *rows);

/* All targets that some release assembles for. */
ptxc_set takers_targets(void);

/* "8.6+", "12.8, 13.1+": as snprintf. `size` is at least TAKERS_TEXT. */
enum { TAKERS_TEXT = 256 };
void takers_versions_text(const struct taker *row, char *text);
void takers_releases_text(const struct taker *row, char *text);
/* Does a release refuse it that knows one of the targets, and the .version? */
bool takers_is_refused(const struct taker *row);
/* "8.6" of 86 */
void takers_version_text(uint32_t version, char *text);

/* The lowest target that takes it, its lowest .version, and the first release of that; false: none
 * does. */
struct taker_least {
    size_t target, release;
    uint32_t version;
};
bool takers_least(const ptxc_module *module, size_t usage, struct taker_least *least);

#endif
