/* SPDX-License-Identifier: Apache-2.0
 * Addresses that no access may have: outside of shared memory, beyond the buffer that a parameter
 * points to, or not aligned. Only what the launch says counts, not what is assumed of it.
 * Manual: Addresses as Operands; Alignment; Asynchronous copy. */
#include "rehearse/running.h"

enum { MOST_FOUND = 16, ALIGN_BULK = 16, ALIGN_TENSOR = 128, ALIGN_MBARRIER = 8 };

enum address_kind {
    ADDRESS_OUTSIDE, /* of shared memory */
    ADDRESS_UNALIGNED,
    ADDRESS_UNALIGNED_BUFFER,
    ADDRESS_BEYOND /* a buffer */
};

/* Computed once for each op. */
struct bad_address {
    uint8_t kind; /* enum address_kind */
    uint32_t op, warp, lane, param;
    int64_t at; /* offset in shared memory or in the buffer */
    uint64_t needed;
};

struct addresses {
    struct bad_address found[MOST_FOUND];
    uint32_t count;
    uint64_t shared_end; /* the size that the kernel and the launch request */
    uint8_t *told;       /* of each op */
};

struct addresses *addresses_make(struct machine *m) {
    struct addresses *a = arena_zalloc(m->arena, sizeof *a);
    const struct flow_function *f = m->program->f;
    a->told = arena_zalloc(m->arena, m->program->count + 1);
    a->shared_end = m->memory.shared_size;
    bool extends = m->launch->dynamic_shared != 0;
    uint64_t end = SHARED_START;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        if (v->space != SPACE_SHARED) continue;
        extends |= m->memory.unsized[i];
        if (m->memory.address[i] + m->memory.size[i] > end)
            end = m->memory.address[i] + m->memory.size[i];
    }
    if (!extends) a->shared_end = end;
    return a;
}

/* What an access requires of its address. */
struct wanted {
    enum isa_event_argument what;
    uint64_t bytes, align;
};

static void add_found(const struct running *r, unsigned lane, struct bad_address found) {
    struct addresses *a = r->m->memory.addresses;
    if (a->told[r->pc] || a->count == MOST_FOUND) return;
    a->told[r->pc] = 1;
    found.op = r->pc;
    found.warp = (uint32_t)(r->w - r->m->warps);
    found.lane = lane;
    a->found[a->count++] = found;
}

static void check_shared_address(const struct running *r, unsigned lane, uint64_t address,
                                 const struct wanted *want) {
    uint64_t at = address - SHARED_WINDOW;
    uint64_t offset = at & ((UINT64_C(1) << RANK_SHIFT) - 1);
    bool inside = at >> RANK_SHIFT < r->m->cta_count && offset >= SHARED_START &&
                  offset + want->bytes <= r->m->memory.addresses->shared_end;
    if (!inside)
        add_found(r, lane, (struct bad_address){.kind = ADDRESS_OUTSIDE, .at = (int64_t)offset});
    else if (offset % want->align)
        add_found(r, lane,
                  (struct bad_address){
                      .kind = ADDRESS_UNALIGNED, .at = (int64_t)offset, .needed = want->align});
}

/* A negative offset lies at the end of the range of the buffer before. */
static void check_buffer_address(const struct running *r, unsigned lane, uint64_t address,
                                 const struct wanted *want) {
    uint64_t half = UINT64_C(1) << (BUFFER_SHIFT - 1);
    uint64_t param = (address - BUFFER_BASE + half) >> BUFFER_SHIFT;
    if (param >= r->m->launch->param_count) return;
    const ptxc_launch_param *p = &r->m->launch->params[param];
    /* The launch may give only the first words of a buffer. */
    if (p->kind != PTXC_PARAM_BUFFER && (p->kind != PTXC_PARAM_WORDS || p->words)) return;
    int64_t at = (int64_t)(address - BUFFER_BASE - (param << BUFFER_SHIFT));
    struct bad_address found = {.param = (uint32_t)param, .at = at, .needed = want->align};
    if (at < 0 || (uint64_t)at + want->bytes > p->value) {
        found.kind = ADDRESS_BEYOND;
        if (at >= 0 && (uint64_t)at < p->value) found.at = (int64_t)p->value;
    } else if ((uint64_t)at % want->align) {
        found.kind = ADDRESS_UNALIGNED_BUFFER;
    } else {
        return;
    }
    add_found(r, lane, found);
}

static void check_lanes(const struct running *r, const struct wanted *want) {
    const struct op *op = &r->m->program->ops[r->pc];
    const struct argument *a = given_argument(r, want->what);
    if (!a || !a->count) return;
    const struct place *p = program_place(r->m->program, a->first);
    bool copies = want->what == ARGUMENT_DST || want->what == ARGUMENT_SRC;
    uint8_t space = copies ? SPACE_NONE : op->space;
    if (p->kind == PLACE_VARIABLE) space = program_variable(r->m->program, p->id)->space;
    for (uint32_t left = r->lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t address;
        if (!place_read(r->m, r->w, lane, p, &address)) continue;
        /* The 32-bit address of a copy is the one in shared memory. */
        if (space == SPACE_SHARED || (copies && address <= UINT32_MAX))
            address = generic_address(SPACE_SHARED, address);
        if (address >= SHARED_WINDOW)
            check_shared_address(r, lane, address, want);
        else if (address >= BUFFER_BASE - (UINT64_C(1) << (BUFFER_SHIFT - 1)) &&
                 address < ROOM_BASE)
            check_buffer_address(r, lane, address, want);
    }
}

/* ---- what each event needs ---- */

static void check_plain(const struct running *r) {
    const struct op *op = &r->m->program->ops[r->pc];
    const struct argument *value = given_argument(r, ARGUMENT_VALUE);
    int64_t bytes = isa_types[op->type].width / 8 * (value && value->count ? value->count : 1u);
    const struct argument *given = given_argument(r, ARGUMENT_BYTES);
    if (given && given->known) bytes = given->number;
    if (bytes <= 0 || bytes & (bytes - 1)) return;
    struct wanted want = {ARGUMENT_ADDRESS, (uint64_t)bytes, (uint64_t)bytes};
    check_lanes(r, &want);
}

static void check_copy(const struct running *r, uint64_t align) {
    uint64_t bytes = (uint64_t)bytes_of_copy(r, (unsigned)__builtin_ctz(r->lanes));
    struct wanted to = {ARGUMENT_DST, bytes, align}, from = {ARGUMENT_SRC, bytes, align};
    check_lanes(r, &to);
    check_lanes(r, &from);
}

static void check_event(const struct running *r) {
    const struct op *op = &r->m->program->ops[r->pc];
    struct wanted barrier = {ARGUMENT_BARRIER, ALIGN_MBARRIER, ALIGN_MBARRIER};
    switch ((enum isa_event_kind)r->h->kind) {
    case EVENT_LOAD:
        if (op->does == DOES_LOAD) check_plain(r);
        break;
    case EVENT_STORE:
        if (op->does == DOES_STORE) check_plain(r);
        break;
    case EVENT_ATOMIC:
    case EVENT_STORE_ASYNC: check_plain(r); break;
    case EVENT_BULK_LOAD:
    case EVENT_BULK_STORE:
    case EVENT_BULK_COPY:
        check_copy(r, given_argument(r, ARGUMENT_MAP) ? ALIGN_TENSOR : ALIGN_BULK);
        break;
    case EVENT_MBARRIER_INIT: check_lanes(r, &barrier); break;
    default: break;
    }
}

void addresses_check(struct machine *m, struct warp *w, uint32_t pc, uint32_t lanes) {
    const struct op *op = &m->program->ops[pc];
    if (m->memory.addresses->told[pc] || m->memory.assumed.any || m->memory.global.assumed) return;
    for (uint32_t i = 0; i < op->happenings; i++) {
        struct running r = {m, w, pc, lanes, list_at(&m->program->happenings, op->happening + i)};
        check_event(&r);
    }
}

/* ---- what is said ---- */

/* "tile+4096": from the last variable that begins at or before the place. */
static struct text name_place(struct machine *m, int64_t at) {
    const struct flow_function *f = m->program->f;
    struct text_builder out = build_in_arena(m->arena);
    const struct flow_variable *best = NULL;
    int64_t from = 0;
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const struct flow_variable *v = list_at(&f->variables, i);
        int64_t begins = (int64_t)m->memory.address[i];
        if (v->space != SPACE_SHARED || begins > at || (best && begins < from)) continue;
        best = v;
        from = begins;
    }
    if (best) build_text(&out, text_at(f->in->text, best->name));
    if (best && at != from) build_char(&out, '+');
    if (!best || at != from) build_number(&out, at - from);
    return built_text(&out);
}

static struct text name_buffer(const struct machine *m, uint32_t param) {
    const struct program *p = m->program;
    return text_at(p->f->in->text, program_variable(p, m->memory.variable_of[param])->name);
}

/* "out+4096" */
static struct text name_in_buffer(struct machine *m, const struct bad_address *b) {
    struct text_builder out = build_in_arena(m->arena);
    build_text(&out, name_buffer(m, b->param));
    build_char(&out, '+');
    build_number(&out, b->at);
    return built_text(&out);
}

static struct diag *report_address(struct machine *m, const struct bad_address *b) {
    struct diags *diags = m->program->f->in->diags;
    ptxc_span at = head_of(m, b->op);
    struct text head = text_at(m->program->f->in->text, at);
    int64_t needed = (int64_t)b->needed;
    switch ((enum address_kind)b->kind) {
    case ADDRESS_OUTSIDE: return report_outside_shared(diags, at, head, name_place(m, b->at));
    case ADDRESS_UNALIGNED: return report_unaligned(diags, at, head, needed, name_place(m, b->at));
    case ADDRESS_UNALIGNED_BUFFER:
        return report_unaligned(diags, at, head, needed, name_in_buffer(m, b));
    default:
        return report_beyond_buffer(diags, at, head,
                                    phrase_byte_of(m->arena, b->at, name_buffer(m, b->param)),
                                    (int64_t)m->launch->params[b->param].value);
    }
}

/* Returns true if the check has already reported this, without a launch. */
static bool is_said(const struct machine *m, const struct bad_address *b) {
    const struct list *all = &m->program->f->in->diags->list;
    ptxc_span at = head_of(m, b->op);
    for (uint32_t i = 0; i < all->count && b->kind != ADDRESS_BEYOND; i++) {
        const struct diag *d = *(struct diag *const *)list_at(all, i);
        if (d->id == D_copy_align && d->span.start == at.start) return true;
    }
    return false;
}

uint32_t addresses_say(struct machine *m) {
    struct addresses *a = m->memory.addresses;
    if (!a || m->memory.assumed.any || m->memory.global.assumed || m->memory.assumed.guesses)
        return 0;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct bad_address *b = &a->found[i];
        if (is_said(m, b)) continue;
        struct text who = phrase_warp_and_lane(m->arena, b->warp % m->warps_per_cta, b->lane);
        if (m->cta_count > 1) who = phrase_in_cta(m->arena, who, b->warp / m->warps_per_cta);
        struct diag *d = report_address(m, b);
        note_accessed_by(m->program->f->in->diags, d, head_of(m, b->op), who);
    }
    return a->count;
}
