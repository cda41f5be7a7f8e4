/* SPDX-License-Identifier: Apache-2.0
 * Reports races as diagnostics: both places, the threads involved, and what would order them. */
#include "rehearse/race.h"

enum { WORD = 4 };

static struct text who_is(struct machine *m, uint32_t warp, uint32_t lane) {
    struct text who = phrase_warp_and_lane(m->arena, warp % m->warps_per_cta, lane);
    return m->cta_count > 1 ? phrase_in_cta(m->arena, who, warp / m->warps_per_cta) : who;
}

static struct text words_of(const struct machine *m, uint32_t op) {
    return text_at(m->program->f->in->text, head_of(m, op));
}

static struct text place_of_cell(struct machine *m, const struct race_found *f) {
    uint32_t byte = f->later.as.parts & f->earlier.parts;
    struct mbarrier there = {.offset = f->cell * WORD + (byte ? (uint32_t)__builtin_ctz(byte) : 0)};
    return name_mbarrier(m, &there);
}

/* Returns what completes an operation. */
static enum phrase_id completion_of(const struct machine *m, const struct shadow_record *r) {
    uint32_t first = m->warp_count * LANES;
    if (r->is & ACCESS_OPERATION) return P_wait_for_mbarrier;
    if (r->lanes) return P_wait_for_threads;
    switch ((enum order_channel)((r->who - first) % CHANNELS)) {
    case CHANNEL_COPY: return P_wait_for_copies;
    case CHANNEL_BULK: return P_wait_for_bulk;
    case CHANNEL_WGMMA: return P_wait_for_wgmma;
    case CHANNEL_MMA: return P_wait_for_commit;
    case CHANNEL_TMEM_LOAD: return P_wait_for_tmem_load;
    default: return P_wait_for_tmem_store;
    }
}

static struct diag *report_found(struct machine *m, const struct race_found *f) {
    struct diags *diags = m->program->f->in->diags;
    ptxc_span at = head_of(m, f->later.as.op);
    struct text later = words_of(m, f->later.as.op), earlier = words_of(m, f->earlier.op);
    struct text place = place_of_cell(m, f);
    bool over_thread = f->kind == RACE_OVERWRITTEN && f->earlier.lanes;
    switch ((enum race_kind)f->kind) {
    case RACE_THREADS: return report_shared_race(diags, at, later, earlier, place);
    case RACE_PROXY:
        return f->later.as.is & ACCESS_WRITES
                   ? report_overwrites_unfenced(diags, at, later, place, earlier)
                   : report_no_proxy_fence(diags, at, later, place, earlier);
    case RACE_READ_EARLY: return report_read_early(diags, at, later, place, earlier);
    case RACE_OVERWRITTEN:
        return over_thread ? report_overwrites_read(diags, at, later, place, earlier)
                           : report_overwrites(diags, at, later, place, earlier);
    case RACE_TMEM: return report_tmem_race(diags, at, later, f->cell % TMEM_COLUMNS, earlier);
    default: return report_init_not_visible(diags, at, later, place);
    }
}

static enum phrase_id remedy_of(const struct machine *m, const struct race_found *f) {
    if (f->kind == RACE_PROXY) return P_wait_for_proxy_fence;
    return f->kind == RACE_BARRIER ? P_wait_for_init : completion_of(m, &f->earlier);
}

uint32_t race_say(struct machine *m) {
    struct race *race = m->race;
    if (!race) return 0;
    for (uint32_t i = 0; i < race->shadow.found_count; i++) {
        const struct race_found *f = &race->shadow.found[i];
        struct diags *diags = m->program->f->in->diags;
        struct diag *d = report_found(m, f);
        note_earlier_by(diags, d, head_of(m, f->earlier.op),
                        who_is(m, f->earlier_warp, f->earlier_lane));
        note_later_by(diags, d, head_of(m, f->later.as.op), who_is(m, f->later.warp, f->later.lane),
                      phrase(remedy_of(m, f)));
    }
    return race->shadow.found_count;
}
