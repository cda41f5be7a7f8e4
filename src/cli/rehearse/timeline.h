/* SPDX-License-Identifier: Apache-2.0
 * The timeline of a rehearsal as text. */
#ifndef CLI_REHEARSE_TIMELINE_H
#define CLI_REHEARSE_TIMELINE_H

#include "cli/rehearse/chart.h"
#include "program/io/out.h"

/* Returns false if memory runs out. */
bool timeline_write(struct out *out, const struct story *story, bool hangs);

#endif
