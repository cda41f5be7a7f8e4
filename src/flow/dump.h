/* SPDX-License-Identifier: Apache-2.0
 * What the analysis knows of a function, as text for its tests (`--dump-flow`). */
#ifndef FLOW_DUMP_H
#define FLOW_DUMP_H

#include "flow/check.h"

void flow_dump(struct text_builder *out, const struct flow_facts *facts);

#endif
