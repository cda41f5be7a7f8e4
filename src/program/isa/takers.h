/* SPDX-License-Identifier: Apache-2.0
 * Which targets and releases accept something, in few rows. A row has targets that accept it
 * from the same .version and release on, each within its own limits. */
#ifndef PROGRAM_ISA_TAKERS_H
#define PROGRAM_ISA_TAKERS_H

#include "ptxcheck.h"

enum { TAKERS_MOST = 64 };
#define TAKERS_OF_ALL SIZE_MAX /* all usages of the module */

struct taker {
    ptxc_set targets, releases;
    ptxc_set asked;    /* targets that one of the releases supports with this .version */
    uint32_t from, to; /* range of .versions; `to` is 0 for the newest */
};

/* Writes at most TAKERS_MOST rows, in the order of their first releases, and returns their
 * number. */
size_t takers_find(const ptxc_module *module, size_t usage, struct taker *rows);

/* Returns all targets that some release can assemble for. */
ptxc_set takers_targets(void);

/* Writes "8.6+" or "12.8, 13.1+" as snprintf does. `size` is at least TAKERS_TEXT. */
enum { TAKERS_TEXT = 256 };
void takers_versions_text(const struct taker *row, char *text);
void takers_releases_text(const struct taker *row, char *text);
/* Returns true if a release that supports the .version and one of the targets rejects it. */
bool takers_is_refused(const struct taker *row);
/* Writes 86 as "8.6". */
void takers_version_text(uint32_t version, char *text);

/* Finds the lowest target that accepts it, its lowest .version, and the first release that accepts
 * these. Returns false if none does. */
struct taker_least {
    size_t target, release;
    uint32_t version;
};
bool takers_least(const ptxc_module *module, size_t usage, struct taker_least *least);

#endif
