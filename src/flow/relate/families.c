/* SPDX-License-Identifier: Apache-2.0
 * The families of asynchronous operations: see relate.h. */
#include "flow/relate/relate.h"

static enum group_step waits_for_all(int64_t *left) {
    *left = 0;
    return GROUP_WAIT;
}

/* Only waits without `.read` imply that the destination has been written. */
static enum group_step bulk_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    enum group_step step = flow_bulk_read_rules.step(events, event, left);
    bool reads = flow_argument(events, event, ARGUMENT_READ).number;
    return step == GROUP_WAIT && reads ? GROUP_OTHER : step;
}

static enum group_step load_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_TMEM_LOAD: return GROUP_ISSUE;
    case EVENT_TMEM_WAIT_LOAD: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

static enum group_step store_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_TMEM_STORE: return GROUP_ISSUE;
    case EVENT_TMEM_WAIT_STORE: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

static enum group_step tmem_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_TMEM_MMA:
    case EVENT_TMEM_COPY:
    case EVENT_TMEM_SHIFT: return GROUP_ISSUE;
    case EVENT_TMEM_COMMIT: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

static enum group_step cluster_step(const struct flow_events *events, uint32_t event,
                                    int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_CLUSTER_ARRIVE: return GROUP_ISSUE;
    case EVENT_CLUSTER_WAIT: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

static enum group_step init_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_MBARRIER_INIT: return GROUP_ISSUE;
    case EVENT_FENCE_MBARRIER_INIT: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

static bool is_shared_write(const struct flow_events *events, uint32_t event) {
    uint8_t kind = events->at[event].kind;
    return kind == EVENT_COPY ||
           ((kind == EVENT_STORE || kind == EVENT_ATOMIC) &&
            flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED);
}

static bool is_async_fence(const struct flow_events *events, uint32_t event) {
    return events->at[event].kind == EVENT_PROXY_FENCE &&
           flow_argument(events, event, ARGUMENT_TO).name == NAMED_ASYNC;
}

static enum group_step proxy_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    if (is_shared_write(events, event)) return GROUP_ISSUE;
    return is_async_fence(events, event) ? waits_for_all(left) : GROUP_OTHER;
}

static enum group_step map_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_MAP_REPLACE: return GROUP_ISSUE;
    case EVENT_MAP_PUBLISH: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

/* An mbarrier also waits for copies that are in no group. */
static enum group_step arrive_step(const struct flow_events *events, uint32_t event,
                                   int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_COPY: return GROUP_ISSUE;
    case EVENT_COPY_ARRIVE: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

/* Multiplications that follow a fence, up to their commit. */
static enum group_step fence_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_WGMMA_FENCE: return GROUP_ISSUE;
    case EVENT_WGMMA_COMMIT: return waits_for_all(left);
    default: return GROUP_OTHER;
    }
}

/* Reads through the async proxy, up to the next write. */
static enum group_step read_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    if (is_async_fence(events, event)) return GROUP_ISSUE;
    return is_shared_write(events, event) ? waits_for_all(left) : GROUP_OTHER;
}

static struct relate_family grouped(group_step_of *step) {
    return (struct relate_family){step, true, PTXC_RELATION_COMPLETES, PTXC_RELATION_COMPLETED_BY};
}
static struct relate_family plain(group_step_of *step) {
    return (struct relate_family){step, false, PTXC_RELATION_COMPLETES, PTXC_RELATION_COMPLETED_BY};
}
static struct relate_family order(group_step_of *step) {
    return (struct relate_family){step, false, PTXC_RELATION_ORDERS, PTXC_RELATION_ORDERED_BY};
}

static struct relate_family tmem_family_of(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_TMEM_LOAD:
    case EVENT_TMEM_WAIT_LOAD: return plain(load_step);
    case EVENT_TMEM_STORE:
    case EVENT_TMEM_WAIT_STORE: return plain(store_step);
    case EVENT_TMEM_MMA:
    case EVENT_TMEM_COPY:
    case EVENT_TMEM_SHIFT:
    case EVENT_TMEM_COMMIT:
        return (struct relate_family){tmem_step, false, PTXC_RELATION_COMMITS,
                                      PTXC_RELATION_COMMITTED_BY};
    default: return (struct relate_family){0};
    }
}

struct relate_family relate_family_of(const struct flow_events *events, uint32_t event) {
    switch (events->at[event].kind) {
    case EVENT_COPY:
    case EVENT_COPY_COMMIT:
    case EVENT_COPY_WAIT: return grouped(flow_copy_rules.step);
    case EVENT_COPY_ARRIVE: return plain(arrive_step);
    case EVENT_BULK_WAIT:
        if (!flow_argument(events, event, ARGUMENT_READ).number) return grouped(bulk_step);
        /* fallthrough */
    case EVENT_BULK_STORE:
    case EVENT_BULK_COMMIT: return grouped(flow_bulk_read_rules.step);
    case EVENT_WGMMA:
    case EVENT_WGMMA_COMMIT:
    case EVENT_WGMMA_WAIT: return grouped(flow_wgmma_rules.step);
    case EVENT_CLUSTER_ARRIVE:
    case EVENT_CLUSTER_WAIT: return plain(cluster_step);
    case EVENT_MBARRIER_INIT:
    case EVENT_FENCE_MBARRIER_INIT: return order(init_step);
    case EVENT_PROXY_FENCE: return order(proxy_step);
    case EVENT_MAP_REPLACE:
    case EVENT_MAP_PUBLISH: return order(map_step);
    default: return tmem_family_of(events->at[event].kind);
    }
}

group_step_of *relate_reach_of(uint8_t kind) {
    switch ((enum isa_event_kind)kind) {
    case EVENT_WGMMA_FENCE: return fence_step;
    case EVENT_PROXY_FENCE: return read_step;
    default: return NULL;
    }
}

bool relate_follows(uint8_t kind, uint8_t fence) {
    if (kind == EVENT_WGMMA) return true;
    return fence == EVENT_PROXY_FENCE && flow_reads_async(kind);
}
