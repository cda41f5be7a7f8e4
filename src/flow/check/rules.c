/* SPDX-License-Identifier: Apache-2.0
 * Which events start, commit and complete the operations that belong to groups: see groups.h. */
#include "flow/check/check.h"

/* Returns how many groups a wait leaves. */
static int64_t groups_left(const struct flow_events *events, uint32_t event) {
    struct event_value v = flow_argument(events, event, ARGUMENT_COUNT);
    return v.known && v.number >= 0 ? v.number : INT64_MAX;
}

static enum group_step wgmma_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_WGMMA: return GROUP_ISSUE;
    case EVENT_WGMMA_COMMIT: return GROUP_COMMIT;
    case EVENT_WGMMA_WAIT: *left = groups_left(events, event); return GROUP_WAIT;
    default: return GROUP_OTHER;
    }
}

static enum group_step copy_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_COPY: return GROUP_ISSUE;
    case EVENT_COPY_COMMIT: return GROUP_COMMIT;
    case EVENT_COPY_WAIT: *left = groups_left(events, event); return GROUP_WAIT;
    case EVENT_COPY_ARRIVE: *left = INT64_MAX; return GROUP_WAIT; /* an mbarrier waits for them */
    default: return GROUP_OTHER;
    }
}

/* Until the sources of the copies have been read: each wait is sufficient for that. */
static enum group_step bulk_read_step(const struct flow_events *events, uint32_t event,
                                      int64_t *left) {
    switch (events->at[event].kind) {
    case EVENT_BULK_STORE: return GROUP_ISSUE;
    case EVENT_BULK_COMMIT: return GROUP_COMMIT;
    case EVENT_BULK_WAIT: *left = groups_left(events, event); return GROUP_WAIT;
    default: return GROUP_OTHER;
    }
}

/* Writes to shared memory, until a proxy fence makes them visible to the async proxy. */
static enum group_step write_step(const struct flow_events *events, uint32_t event, int64_t *left) {
    *left = 0;
    switch (events->at[event].kind) {
    case EVENT_COPY: return GROUP_ISSUE;
    case EVENT_STORE:
        return flow_argument(events, event, ARGUMENT_SPACE).name == NAMED_SHARED ? GROUP_ISSUE
                                                                                 : GROUP_OTHER;
    case EVENT_PROXY_FENCE:
        return flow_argument(events, event, ARGUMENT_TO).name == NAMED_ASYNC ? GROUP_WAIT
                                                                             : GROUP_OTHER;
    default: return GROUP_OTHER;
    }
}

const struct group_rules flow_wgmma_rules = {.step = wgmma_step, .starts = EVENT_BIT(EVENT_WGMMA)},
                         flow_wgmma_register_rules = {.step = wgmma_step,
                                                      .starts = EVENT_BIT(EVENT_WGMMA),
                                                      .zero_is_all = true},
                         flow_copy_rules = {.step = copy_step, .starts = EVENT_BIT(EVENT_COPY)},
                         flow_bulk_read_rules = {.step = bulk_read_step,
                                                 .starts = EVENT_BIT(EVENT_BULK_STORE)},
                         flow_write_rules = {.step = write_step,
                                             .starts =
                                                 EVENT_BIT(EVENT_COPY) | EVENT_BIT(EVENT_STORE),
                                             .no_commit = true};
