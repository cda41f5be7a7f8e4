/* SPDX-License-Identifier: Apache-2.0
 * The checks of one function. Each reports what holds on every way through its places, and under
 * `protocol-may` what holds on some way. */
#ifndef FLOW_CHECK_H
#define FLOW_CHECK_H

#include "flow/value/address.h"
#include "flow/event.h"
#include "flow/groups.h"
#include "flow/paths.h"
#include "flow/threads/threads.h"

/* What all checks are given. */
struct flow_facts {
    struct flow_function *f;
    struct diags *diags;
    const struct flow_events *events;
    const struct predicates *predicates;
    const struct paths *paths;
    struct values *values;   /* what is asked for is remembered */
    struct threads *threads; /* the same; NULL: nothing can be said of single threads */
};

/* check_groups.c: bulk copies, cp.async: what is never committed, or pending at the end. */
void flow_check_groups(const struct flow_facts *facts);
/* check_wgmma.c: registers of multiplications that are in flight. */
void flow_check_wgmma(const struct flow_facts *facts);
/* check_wgmma_fence.c: registers that multiplications use without a fence before. */
void flow_check_wgmma_fence(const struct flow_facts *facts);
/* check_tmem.c: what a kernel allocates in Tensor Memory, and what it frees. */
void flow_check_tmem(const struct flow_facts *facts);
/* check_tcgen05.c: waits, commits and fences of operations on Tensor Memory. */
void flow_check_tcgen05(const struct flow_facts *facts);
/* check_tensormap.c: tensor maps that the kernel changes and uses. */
void flow_check_tensormap(const struct flow_facts *facts);
/* check_setmaxnreg.c: changes of the number of registers that the kernel does not allow. */
void flow_check_setmaxnreg(const struct flow_facts *facts);
/* check_pool.c: threads that ask for more registers than the CTA has. */
void flow_check_pool(const struct flow_facts *facts);

/* check_proxy.c: shared memory that is read through another proxy than it was written through. */
void flow_check_proxy(const struct flow_facts *facts);
/* check_reuse.c: shared memory that is written again while a bulk store reads it. */
void flow_check_reuse(const struct flow_facts *facts);
/* check_init.c: initializations of mbarriers that no fence shows to the async proxy. */
void flow_check_init(const struct flow_facts *facts);
/* check_data.c: reads of what a bulk load brings before anyone has waited for it. */
void flow_check_data(const struct flow_facts *facts);
/* check_balance.c: registers that threads give back and nothing takes, and the reverse. */
void flow_check_balance(const struct flow_facts *facts);
/* check_mbarrier.c: barriers that are never initialized, bytes that none expects. */
void flow_check_mbarrier(const struct flow_facts *facts);
/* check_wait.c: tests of mbarriers whose result nothing reads. */
void flow_check_wait(const struct flow_facts *facts);
/* check_races.c: shared memory that several warps access without a barrier between. */
void flow_check_races(const struct flow_facts *facts);
/* check_ledger.c: what is missing in the life of an mbarrier. */
void flow_check_ledger(const struct flow_facts *facts);
/* check_barrier.c: barriers that wait for more threads than come to them. */
void flow_check_barrier(const struct flow_facts *facts);
/* check_bytes.c: an expect_tx whose copies bring another number of bytes. */
void flow_check_bytes(const struct flow_facts *facts);
/* check_cluster.c: arrivals and waits at the barrier of the cluster that do not take turns. */
void flow_check_cluster(const struct flow_facts *facts);

/* flow.c: runs the passes over the function of a statement, which is an instruction, and calls
 * `look`; not if the function is given up. The module has no error. */
void flow_look(const struct flow_input *in, uint32_t stmt,
               void (*look)(void *user, const struct flow_facts *facts, uint32_t insn), void *user);

/* check_maps.c: copies of tensors, and what is known of their tensor maps. */
void flow_check_maps(const struct flow_facts *facts);
/* check_align.c: bulk copies at addresses that cannot be aligned as the copy needs it. */
void flow_check_align(const struct flow_facts *facts);
/* ... after all functions: names of maps that none uses. */
void flow_check_map_names(const struct flow_input *in);

/* rules.c: the kinds of operations that belong to groups. */
extern const struct group_rules flow_wgmma_rules, flow_wgmma_register_rules, flow_bulk_read_rules,
    flow_copy_rules, flow_write_rules;

/* dump.c: what the analysis knows of a function, as text for its tests (`--dump-flow`). */
void flow_dump(struct text_builder *out, const struct flow_facts *facts);

/* Makes the insertion of a line before an instruction a part of the fix. */
void flow_fix_before(const struct flow_facts *facts, struct diag *diag, uint32_t insn,
                     struct text line);
/* The name of an instruction that has an event of this kind. */
struct text flow_name_of(enum isa_event_kind kind);
/* The same as one would write it, without its `;`: the first example of its row. */
struct text flow_line_of(enum isa_event_kind kind);
/* The name of an instruction, without its qualifiers. */
struct text flow_opcode(const struct flow_function *f, uint32_t insn);

#endif
