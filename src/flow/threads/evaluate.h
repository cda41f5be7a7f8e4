/* SPDX-License-Identifier: Apache-2.0
 * What the files of this folder share. */
#ifndef FLOW_THREADS_EVALUATE_H
#define FLOW_THREADS_EVALUATE_H

#include "flow/threads/threads.h"

/* threads.c: computes what a definition holds. */
void thread_find(struct threads *t, uint32_t definition);
/* Returns what a definition holds, after it has been computed. */
struct lanes thread_lanes(struct threads *t, uint32_t definition);
/* Returns the key of something that is the same in all threads. */
uint64_t thread_key(uint64_t kind, uint64_t id);

/* evaluate.c: returns what an instruction writes, given what its operands hold. */
struct lanes thread_written(struct threads *t, const struct flow_writer *w, uint64_t self);

#endif
