/* SPDX-License-Identifier: Apache-2.0
 * Requirements of launches and kernels: see refuse.h. Manual: CUDA C++ Programming Guide,
 * Compute Capabilities; Cluster Dimension Directives. */
#include "rehearse/launch/refuse.h"
#include "base/distance.h"
#include "flow/bounds.h"

enum { MOST_LISTED = 16, LETTERS_OF_AN_EDIT = 3 };

/* For each dimension, in CUDA. */
static const uint32_t most_of_grid[3] = {INT32_MAX, UINT16_MAX, UINT16_MAX};
static const uint32_t most_of_block[3] = {1024, 1024, 64};

/* ---- names ---- */

struct near_name near_to(struct text typed) {
    return (struct near_name){.typed = typed, .edits = typed.length / LETTERS_OF_AN_EDIT + 1};
}

void near_offer(struct near_name *near, struct text name) {
    uint32_t edits = edit_distance(near->typed, name, near->edits);
    if (edits >= near->edits) return;
    near->edits = edits;
    near->best = name;
}

/* ---- sizes ---- */

static const char *size_above(struct arena *arena, struct text what, uint64_t value,
                              uint64_t most) {
    if (value <= most) return NULL;
    return phrase_size_above(arena, what, (int64_t)value, (int64_t)most).start;
}

/* Returns a name such as "block.y". */
static struct text name_dimension(struct arena *arena, enum phrase_id of, int i) {
    struct text_builder out = build_in_arena(arena);
    build_text(&out, phrase(of));
    build_char(&out, '.');
    build_char(&out, (char)('x' + i));
    return built_text(&out);
}

static const char *above_limits(struct arena *arena, const ptxc_launch *l) {
    uint64_t threads = 1, ctas = 1;
    for (int i = 0; i < 3; i++) {
        const char *why =
            size_above(arena, name_dimension(arena, P_the_block, i), l->block[i], most_of_block[i]);
        if (!why)
            why = size_above(arena, name_dimension(arena, P_the_grid, i), l->grid[i],
                             most_of_grid[i]);
        if (!why)
            why = size_above(arena, name_dimension(arena, P_the_cluster, i), l->cluster[i],
                             MOST_CTAS);
        if (why) return why;
        threads *= l->block[i];
        ctas *= l->cluster[i];
    }
    const char *why = size_above(arena, phrase(P_threads_of_block), threads, MOST_THREADS);
    return why ? why : size_above(arena, phrase(P_ctas_of_cluster), ctas, MOST_CTAS);
}

static const char *unlike_directive(struct arena *arena, enum phrase_id what, const uint32_t *given,
                                    const uint32_t *wanted) {
    if (!memcmp(given, wanted, 3 * sizeof *given)) return NULL;
    struct text is = phrase_three_sizes(arena, given[0], given[1], given[2]);
    return phrase_other_than_directive(arena, phrase_size_is(arena, phrase(what), is),
                                       phrase_three_sizes(arena, wanted[0], wanted[1], wanted[2]))
        .start;
}

static const char *beside_directives(const struct program *p, const ptxc_launch *l) {
    struct arena *arena = p->f->arena;
    struct flow_bounds b = flow_read_bounds(p->f);
    int64_t threads = (int64_t)l->block[0] * l->block[1] * l->block[2];
    const char *why = NULL;
    if (b.exact) why = unlike_directive(arena, P_the_block, l->block, b.block);
    if (!why && b.threads && threads > b.threads)
        why = phrase_above_directive(arena, threads, b.threads).start;
    if (!why && b.cluster[0]) why = unlike_directive(arena, P_the_cluster, l->cluster, b.cluster);
    return why;
}

const char *refuse_sizes(const struct program *p, const ptxc_launch *l) {
    struct arena *arena = p->f->arena;
    const char *why = above_limits(arena, l);
    if (!why) why = beside_directives(p, l);
    for (int i = 0; i < 3 && !why; i++)
        if (l->grid[i] % l->cluster[i])
            why = phrase_not_a_multiple(arena, name_dimension(arena, P_the_grid, i), l->grid[i],
                                        l->cluster[i])
                      .start;
    return why;
}

/* ---- the machine ---- */

const char *refuse_registers(const struct machine *m) {
    if ((uint64_t)m->warp_count * m->program->registers <= MOST_CELLS) return NULL;
    return phrase_too_many_registers(m->arena, m->warp_count, m->program->registers).start;
}

const char *refuse_memory(const struct machine *m) {
    uint64_t local = m->memory.local_size;
    if (m->memory.shared_size > SHARED_MOST)
        return phrase_too_much_shared(m->arena, (int64_t)m->memory.shared_size - SHARED_START,
                                      SHARED_MOST - SHARED_START)
            .start;
    if (local <= MOST_LOCAL) local *= (uint64_t)m->threads * m->cta_count;
    return local > MOST_LOCAL ? phrase_too_much_local(m->arena, (int64_t)local).start : NULL;
}

/* ---- kernels ---- */

struct kernels {
    struct text name[MOST_LISTED];
    uint32_t count, head;
};

static void add_kernel(struct kernels *k, struct text name, uint32_t head) {
    if (k->count < MOST_LISTED) k->name[k->count] = name;
    k->count++;
    k->head = head;
}

/* Returns 'a', 'b' and 'c'. */
static struct text list_kernels(struct arena *arena, const struct kernels *k) {
    struct text_builder out = build_in_arena(arena);
    for (uint32_t i = 0; i < k->count && i < MOST_LISTED; i++)
        PUT(&out, i ? ", '" : "'", arena_copy(arena, k->name[i].start, k->name[i].length), "'");
    if (k->count > MOST_LISTED) PUT(&out, ", ...");
    return built_text(&out);
}

static const char *no_such_kernel(struct arena *arena, const struct kernels *k, struct text name) {
    struct near_name near = near_to(name);
    for (uint32_t i = 0; i < k->count && i < MOST_LISTED; i++) near_offer(&near, k->name[i]);
    if (near.best.start) return phrase_near_kernel(arena, name, near.best).start;
    if (!k->count) return phrase_not_a_kernel(arena, name).start;
    return phrase_other_kernels(arena, name, list_kernels(arena, k)).start;
}

uint32_t find_kernel(const struct flow_input *in, const char *name, const char **refused) {
    struct kernels all = {.count = 0};
    for (uint32_t i = 0; i < in->ast->functions.count; i++) {
        uint32_t head = *(const uint32_t *)list_at(&in->ast->functions, i);
        struct flow_function f;
        if (!ast_stmt(in->ast, head)->body || !flow_open(in, head, &f) || !f.is_entry) continue;
        struct text its = text_at(in->text, f.name);
        if (name && text_is(its, name)) return head;
        add_kernel(&all, its, head);
    }
    if (!name && all.count == 1) return all.head;
    *refused = name        ? no_such_kernel(in->arena, &all, text_of(name))
               : all.count ? phrase_which_kernel(in->arena, list_kernels(in->arena, &all)).start
                           : phrase_string(P_no_kernel);
    return 0;
}
