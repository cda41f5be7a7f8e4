/* SPDX-License-Identifier: Apache-2.0
 * The timeline of a rehearsal as a picture. */
#ifndef CLI_REHEARSE_SVG_H
#define CLI_REHEARSE_SVG_H

#include "cli/rehearse/chart.h"
#include "program/io/out.h"

struct svg_subject {
    const ptxc_module *module;
    const struct story *story;
    const char *title; /* "ring: deadlock after 128 steps" */
    bool hangs;        /* what waits at the end waits forever */
};

/* Returns false if memory runs out. */
bool svg_write(struct out *out, const struct svg_subject *subject);

#endif
