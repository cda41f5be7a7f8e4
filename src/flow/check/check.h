/* SPDX-License-Identifier: Apache-2.0
 * The checks of one function. Each reports what holds on every path through its places and,
 * under `protocol-may`, what holds on some path. */
#ifndef FLOW_CHECK_H
#define FLOW_CHECK_H

#include "flow/value/address.h"
#include "flow/event.h"
#include "flow/groups.h"
#include "flow/paths.h"
#include "flow/threads/threads.h"

/* The input of all checks. */
struct flow_facts {
    struct flow_function *f;
    struct diags *diags;
    const struct flow_events *events;
    const struct predicates *predicates;
    const struct paths *paths;
    struct values *values;   /* a cache of computed values */
    struct threads *threads; /* the same for threads; NULL if single threads cannot be analyzed */
};

/* check_groups.c: bulk copies and cp.async that are never committed, or pending at the end. */
void flow_check_groups(const struct flow_facts *facts);
/* check_wgmma.c: registers of multiplications that are in flight. */
void flow_check_wgmma(const struct flow_facts *facts);
/* check_wgmma_fence.c: registers that multiplications use without a preceding fence. */
void flow_check_wgmma_fence(const struct flow_facts *facts);
/* check_tmem.c: allocations and deallocations of Tensor Memory in a kernel. */
void flow_check_tmem(const struct flow_facts *facts);
/* check_tcgen05.c: waits, commits and fences of operations on Tensor Memory. */
void flow_check_tcgen05(const struct flow_facts *facts);
/* check_tensormap.c: tensor maps that the kernel changes and uses. */
void flow_check_tensormap(const struct flow_facts *facts);
/* check_setmaxnreg.c: changes of the number of registers that the kernel does not permit. */
void flow_check_setmaxnreg(const struct flow_facts *facts);
/* check_pool.c: threads that request more registers than the CTA has. */
void flow_check_pool(const struct flow_facts *facts);

/* check_proxy.c: shared memory that is read through another proxy than it was written through. */
void flow_check_proxy(const struct flow_facts *facts);
/* check_reuse.c: shared memory that is written again while a bulk store reads it. */
void flow_check_reuse(const struct flow_facts *facts);
/* check_init.c: initializations of mbarriers that no fence makes visible to the async proxy. */
void flow_check_init(const struct flow_facts *facts);
/* check_data.c: reads of the data of a bulk load before any thread has waited for it. */
void flow_check_data(const struct flow_facts *facts);
/* check_balance.c: registers that threads release and no thread requests, and the reverse. */
void flow_check_balance(const struct flow_facts *facts);
/* check_mbarrier.c: mbarriers that are never initialized, and bytes that no mbarrier expects. */
void flow_check_mbarrier(const struct flow_facts *facts);
/* check_wait.c: tests of mbarriers whose result is never read. */
void flow_check_wait(const struct flow_facts *facts);
/* check_races.c: shared memory that several warps access without a barrier in between. */
void flow_check_races(const struct flow_facts *facts);
/* check_start.c: mbarriers that warps use before they synchronize with the warp that initializes
 * them. */
void flow_check_start(const struct flow_facts *facts);
/* check_ledger.c: missing steps in the life of an mbarrier. */
void flow_check_ledger(const struct flow_facts *facts);
/* check_barrier.c: barriers that wait for more threads than arrive. */
void flow_check_barrier(const struct flow_facts *facts);
/* check_bytes.c: an expect_tx whose copies deliver a different number of bytes. */
void flow_check_bytes(const struct flow_facts *facts);
/* check_cluster.c: arrivals and waits at the barrier of the cluster that do not alternate. */
void flow_check_cluster(const struct flow_facts *facts);

/* flow.c: runs the passes over the function that contains the statement, which is an instruction,
 * and calls `look` unless the function cannot be analyzed. The module must have no errors. */
void flow_look(const struct flow_input *in, uint32_t stmt,
               void (*look)(void *user, const struct flow_facts *facts, uint32_t insn), void *user);

/* check_maps.c: copies of tensors whose tensor maps are known. */
void flow_check_maps(const struct flow_facts *facts);
/* check_swizzle.c: multiplications that read a tile with a swizzle other than that of its tensor
 * map.
 */
void flow_check_swizzle(const struct flow_facts *facts);
/* check_align.c: bulk copies at addresses that cannot have the alignment that the copy requires. */
void flow_check_align(const struct flow_facts *facts);
/* Called after all functions: names of maps that no copy uses. */
void flow_check_map_names(const struct flow_input *in);

/* rules.c: the kinds of operations that belong to groups. */
extern const struct group_rules flow_wgmma_rules, flow_wgmma_register_rules, flow_bulk_read_rules,
    flow_copy_rules, flow_write_rules;

/* dump.c: writes what the analysis knows about a function, as text for tests (`--dump-flow`). */
void flow_dump(struct text_builder *out, const struct flow_facts *facts);

/* Adds the insertion of a line before an instruction to the fix. */
void flow_fix_before(const struct flow_facts *facts, struct diag *diag, uint32_t insn,
                     struct text line);
/* Returns `smem+8` or `%r5+8`: the mbarrier at an address with a known base and range. */
struct text flow_barrier_name(const struct flow_facts *facts, const struct flow_value *barrier);
/* Returns the name of an instruction that has an event of this kind. */
struct text flow_name_of(enum isa_event_kind kind);
/* Returns that instruction as a user would write it, without `;`: the first example of its row. */
struct text flow_line_of(enum isa_event_kind kind);
/* Returns the name of an instruction, without its qualifiers. */
struct text flow_opcode(const struct flow_function *f, uint32_t insn);

#endif
