/* SPDX-License-Identifier: Apache-2.0
 * The events of a function, in order: see event.h. The matcher determines the role of each
 * operand of an asynchronous line; it reads only one of several similar lines. Loads and stores
 * are numerous and have few distinct chains, whose words alone determine what they do. */
#include "flow/event.h"
#include "match/parts.h"

enum {
    MOST_SHARED = 4096,  /* readings that functions share */
    MOST_COMPARED = 4096 /* events that are compared in pairs */
};

struct finder {
    struct flow_events *events;
    struct flow_lines *lines;
    struct line_table *alike; /* where lines of this function are looked up */
    struct arena *arena;      /* arena for additions to it */
    struct list list;         /* struct flow_event */
    uint32_t *words, room;    /* for the key of a line */
};

static void add_events(struct finder *x, uint32_t insn, const struct flow_reading *reading) {
    for (uint32_t i = 0; i < reading->row_count; i++) {
        const struct isa_event *row = reading->rows[i];
        struct flow_event *e = list_add(x->events->f->arena, &x->list);
        *e = (struct flow_event){insn, row->kind, row, reading};
        x->events->kinds |= EVENT_BIT(row->kind);
    }
}

static struct flow_reading *make_reading(struct arena *arena, uint16_t insn) {
    struct flow_reading *reading = arena_zalloc(arena, sizeof *reading);
    reading->rows = arena_alloc(arena, isa_insns[insn].events.count * sizeof *reading->rows);
    return reading;
}

/* Reads a line by its words, using the form that all of them fit. */
static struct flow_reading *read_by_words(struct finder *x, const struct chain_info *info) {
    struct flow_reading *reading = make_reading(x->lines->context.arena, info->insn);
    struct isa_span rows = isa_insns[info->insn].events;
    uint16_t fits = 0;
    while (fits < info->form_count && info->forms[fits].problem_count) fits++;
    if (fits == info->form_count) return reading;
    reading->form = &info->forms[fits];
    for (uint16_t k = 0; k < rows.count; k++) {
        const struct isa_event *row = &isa_events[rows.first + k];
        if (match_holds(&x->lines->context, reading->form, NULL, row->when))
            reading->rows[reading->row_count++] = row;
    }
    return reading;
}

static void add_by_words(struct finder *x, uint32_t insn) {
    uint32_t chain = ast_stmt(x->events->f->in->ast, x->events->f->insns[insn].stmt)->head;
    struct flow_reading **known = &x->lines->of_chain[chain];
    if (!*known) *known = read_by_words(x, flow_chain(x->events->f, insn));
    add_events(x, insn, *known);
}

/* Returns what the matcher tests about a node, except its descendants. */
static uint32_t signature_of(const struct finder *x, const struct node *n,
                             const struct flow_ref *ref) {
    struct operand o = {.shape = operand_shape(n->kind), .count = node_child_count(n)};
    if (n->kind == PTXC_OPERAND_FLOAT) o.number = n->number;
    if (flow_is_name(n)) flow_fill_operand(x->events->f, n, ref, &o);
    return match_signature(&x->lines->context, &o);
}

/* Returns everything that the matcher tests about a line, including numbers, because conditions may
 * compare them. */
static struct line_key key_of_line(struct finder *x, uint32_t insn) {
    const struct flow_function *f = x->events->f;
    const struct ast *ast = f->in->ast;
    const struct flow_insn *at = &f->insns[insn];
    const struct stmt *s = ast_stmt(ast, at->stmt);
    uint32_t first = flow_first_node(f, insn), count = s->nodes_end - first, ref = at->refs;
    if (3 * count > x->room) {
        x->room = 6 * count;
        x->words = arena_alloc(f->arena, x->room * sizeof *x->words);
    }
    struct line_key key = line_begin(s->head, count, x->words);
    for (uint32_t i = 0; i < count; i++) {
        const struct node *n = ast_node(ast, first + i);
        bool known = ref < at[1].refs && f->refs[ref].node == first + i;
        line_add(&key, i, signature_of(x, n, known ? &f->refs[ref++] : NULL));
        if (n->kind == PTXC_OPERAND_INTEGER || n->kind == PTXC_OPERAND_FLOAT)
            line_add_number(&key, n->value);
    }
    return key;
}

static const struct flow_reading *read_by_matcher(struct finder *x, uint32_t insn) {
    const struct flow_function *f = x->events->f;
    struct match_context *context = &x->lines->context;
    const struct stmt *s = ast_stmt(f->in->ast, f->insns[insn].stmt);
    struct line_key key = key_of_line(x, insn);
    const struct line_entry *known = line_find(x->alike, &key, true);
    if (known) return known->value;
    struct flow_reading *reading = make_reading(x->arena, f->insns[insn].insn);
    struct fit *fit = arena_alloc(x->arena, sizeof *fit);
    const struct isa_event *row;
    uint16_t at = 0;
    reading->fit = fit;
    reading->first = flow_operands(f, insn, x->arena);
    reading->nodes = flow_operand_nodes(f, insn, x->arena);
    reading->form = match_read(context, s->head, flow_head(f, insn), reading->first,
                               s->roots - s->guarded, fit);
    while (reading->form && (row = match_next_event(context, reading->form, fit, &at)))
        reading->rows[reading->row_count++] = row;
    line_keep(x->alike, x->arena, &key, true, reading);
    return reading;
}

static bool is_read_by_matcher(const struct flow_function *f, uint16_t insn) {
    return isa_is_async(insn) || (f->in->every_operand && isa_has_events(insn));
}

struct flow_events flow_find_events(struct flow_function *f, struct flow_lines *lines) {
    struct flow_events events = {.f = f, .context = &lines->context};
    struct finder x = {
        .events = &events, .lines = lines, .alike = &lines->alike, .arena = f->in->arena};
    struct line_table own = {0};
    if (lines->alike.used >= MOST_SHARED) {
        x.alike = &own;
        x.arena = f->arena;
    }
    list_init(&x.list, sizeof(struct flow_event));
    events.first = arena_alloc(f->arena, (f->insn_count + 1) * sizeof *events.first);
    for (uint32_t i = 0; i < f->insn_count; i++) {
        events.first[i] = x.list.count;
        if (is_read_by_matcher(f, f->insns[i].insn))
            add_events(&x, i, read_by_matcher(&x, i));
        else if (isa_has_events(f->insns[i].insn))
            add_by_words(&x, i);
    }
    events.count = events.first[f->insn_count] = x.list.count;
    events.at = arena_alloc(f->arena, (x.list.count + 1) * sizeof *events.at);
    for (uint32_t i = 0; i < x.list.count; i++)
        events.at[i] = *(const struct flow_event *)list_at(&x.list, i);
    return events;
}

bool flow_are_few(const struct flow_events *events, uint64_t kinds) {
    uint32_t count = 0;
    for (uint32_t e = 0; e < events->count && count <= MOST_COMPARED; e++)
        count += (kinds & EVENT_BIT(events->at[e].kind)) != 0;
    return count <= MOST_COMPARED;
}

/* ---- modes of tensor copies ---- */

ptxc_tm_use flow_named_use(enum isa_event_name mode) {
    switch (mode) {
    case NAMED_TILE: return PTXC_TM_USE_TILE;
    case NAMED_GATHER4: return PTXC_TM_USE_GATHER4;
    case NAMED_SCATTER4: return PTXC_TM_USE_SCATTER4;
    case NAMED_IM2COL: return PTXC_TM_USE_IM2COL;
    case NAMED_IM2COL_W: return PTXC_TM_USE_IM2COL_W;
    case NAMED_IM2COL_W_128: return PTXC_TM_USE_IM2COL_W128;
    default: return PTXC_TM_USE_ANY;
    }
}
