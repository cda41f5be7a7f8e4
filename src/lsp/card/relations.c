/* SPDX-License-Identifier: Apache-2.0
 * Describes how an instruction relates to others: see relations.h. */
#include "lsp/card/relations.h"
#include <inttypes.h>
#include <string.h>

enum { MOST_LINES = 8 };

static const char *const titles[] = {
    [PTXC_RELATION_COMPLETES] = "Here it waits for",
    [PTXC_RELATION_COMPLETES_GROUP] = "Here it waits for the groups committed by",
    [PTXC_RELATION_LEAVES] = "Here it may leave pending",
    [PTXC_RELATION_COMMITS] = "Here it commits",
    [PTXC_RELATION_ORDERS] = "Here it orders",
    [PTXC_RELATION_PRECEDES] = "Here it comes before",
    [PTXC_RELATION_COMPLETED_BY] = "Here it is complete after",
    [PTXC_RELATION_COMMITTED_BY] = "Here it is committed by",
    [PTXC_RELATION_ORDERED_BY] = "Here it is ordered by",
    [PTXC_RELATION_BARRIER] = "The same barrier is used by",
};
enum { KIND_COUNT = sizeof titles / sizeof *titles };

/* Relations of one kind with one instruction: "`wgmma.mma_async` on lines 10, 12". */
struct item {
    const ptxc_module *module;
    ptxc_relation first;
    uint32_t lines[MOST_LINES];
    size_t count; /* number of different lines */
    uint32_t last;
};

static void add_line(struct item *item, ptxc_span span) {
    uint32_t line;
    ptxc_module_position(item->module, span.start, &line, NULL);
    if (line == item->last) return;
    item->last = line;
    if (item->count < MOST_LINES) item->lines[item->count] = line;
    item->count++;
}

static void add_item(struct card *card, const struct item *item) {
    ptxc_isa_insn insn;
    if (ptxc_isa_insn_get(item->first.insn, &insn) != PTXC_OK) return;
    card_item(card);
    card_word(card, insn.name, strlen(insn.name));
    card_add(card, item->count == 1 ? " on line " : " on lines ");
    for (size_t i = 0; i < item->count && i < MOST_LINES; i++) {
        const char *between = !i ? "" : i + 1 == item->count ? " and " : ", ";
        card_add(card, "%s%" PRIu32, between, item->lines[i]);
    }
    if (item->count > MOST_LINES) card_add(card, " and %zu more", item->count - MOST_LINES);
}

static bool is_same(const ptxc_relation *a, const ptxc_relation *b) {
    return a->kind == b->kind && a->insn == b->insn;
}

/* Collects the relations similar to the one with this index, unless an earlier one is similar to
 * it. */
static bool collect(struct item *item, size_t index) {
    ptxc_relation r;
    for (size_t i = 0; ptxc_module_relation_get(item->module, i, &r) == PTXC_OK; i++) {
        if (!is_same(&r, &item->first)) continue;
        if (i < index) return false;
        add_line(item, r.span);
    }
    return true;
}

static void add_kind(struct card *card, const ptxc_module *m, ptxc_relation_kind kind) {
    ptxc_relation r;
    bool any = false;
    for (size_t i = 0; ptxc_module_relation_get(m, i, &r) == PTXC_OK; i++) {
        struct item item = {.module = m, .first = r};
        if (r.kind != kind || !collect(&item, i)) continue;
        if (!any) {
            card_paragraph(card);
            card_add(card, "%s:\n", titles[kind]);
        }
        any = true;
        add_item(card, &item);
    }
}

void relations_add(struct card *card, struct document *document, uint32_t offset) {
    ptxc_module *m = document->module;
    if (ptxc_module_find_relations(m, offset) != PTXC_OK) return;
    for (int kind = 0; kind < KIND_COUNT; kind++) add_kind(card, m, (ptxc_relation_kind)kind);
}
