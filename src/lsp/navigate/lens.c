/* SPDX-License-Identifier: Apache-2.0
 * A line above each kernel: the registers that it declares, its static shared memory, its barriers,
 * its bounds and the target. */
#include "lsp/card/card.h"
#include "lsp/feature/outline.h"
#include "lsp/navigate/navigate.h"
#include "program/text/jsontext.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The events of the tables that use a barrier of the CTA, or that make an mbarrier. */
#define BARRIER "barrier_"
#define MBARRIER "mbarrier_init"

enum { MOST_NODES = 256, MOST_HEAD = 200 };

struct kernel {
    uint64_t registers, shared; /* numbers of registers and of bytes */
    size_t barriers, mbarriers; /* instructions that use a barrier, or make an mbarrier */
    bool open_ended;            /* it declares shared memory without a size */
};

/* ---- declarations ---- */

static bool is_word(const struct document *d, ptxc_span span, const char *word) {
    size_t length = strlen(word);
    return span.end - span.start == length && !memcmp(d->text + span.start, word, length);
}

/* Returns the bytes of a word that is a type or the length of a vector, or 0. */
static uint64_t size_of(const struct document *d, ptxc_span span) {
    const char *word = d->text + span.start;
    size_t length = span.end - span.start;
    if (length < 3 || !strchr("busf", word[1]) || word[2] < '0' || word[2] > '9') return 0;
    return strtoull(word + 2, NULL, 10) / 8;
}

/* Returns the number of elements of a declarator, whose node comes first, or 0 if it is unknown. */
static uint64_t elements_of(const ptxc_operand *node, size_t count) {
    uint64_t all = 1;
    uint32_t depth = node->depth;
    for (size_t i = 1; i < count && node[i].depth > depth; i++) {
        if (node[i].depth != depth + 1) continue;
        if (node[i].kind == PTXC_OPERAND_RANGE)
            all = node[i].value > 0 ? (uint64_t)node[i].value : 0;
        else if (node[i].kind == PTXC_OPERAND_ADDRESS) {
            bool known = node[i].child_count == 1 && i + 1 < count &&
                         node[i + 1].kind == PTXC_OPERAND_INTEGER && node[i + 1].value > 0 &&
                         node[i + 1].value < INT32_MAX;
            all = known && all < INT32_MAX ? all * (uint64_t)node[i + 1].value : 0;
        }
    }
    return all;
}

static void add_variable(struct kernel *k, const struct document *d, size_t stmt) {
    ptxc_operand node[MOST_NODES];
    size_t count = ptxc_module_operands(d->module, stmt, node, MOST_NODES);
    uint64_t size = 0, vector = 1;
    bool registers = false, shared = false;
    if (count > MOST_NODES) count = MOST_NODES;
    for (size_t i = 0; i < count; i++) {
        const ptxc_operand *o = &node[i];
        if (o->kind == PTXC_OPERAND_WORD) {
            registers = registers || is_word(d, o->span, ".reg");
            shared =
                shared || is_word(d, o->span, ".shared") || is_word(d, o->span, ".shared::cta");
            if (is_word(d, o->span, ".v2")) vector = 2;
            if (is_word(d, o->span, ".v4")) vector = 4;
            if (size_of(d, o->span)) size = size_of(d, o->span);
        } else if (o->kind == PTXC_OPERAND_DECLARATOR) {
            uint64_t elements = elements_of(o, count - i);
            if (registers) k->registers += elements;
            if (shared) k->shared += elements * size * vector;
            if (shared && !elements) k->open_ended = true;
        }
    }
}

/* ---- instructions ---- */

static void add_instruction(struct kernel *k, const struct document *d, const ptxc_stmt *stmt) {
    size_t insn;
    ptxc_isa_event event;
    bool barrier = false, mbarrier = false;
    if (ptxc_isa_insn_find(d->text + stmt->head.start, stmt->head.end - stmt->head.start, &insn) !=
        PTXC_OK)
        return;
    for (size_t i = 0; ptxc_isa_event_get(insn, i, &event) == PTXC_OK; i++) {
        barrier = barrier || !strncmp(event.name, BARRIER, strlen(BARRIER));
        mbarrier = mbarrier || !strcmp(event.name, MBARRIER);
    }
    k->barriers += barrier;
    k->mbarriers += mbarrier;
}

/* ---- the line ---- */

static void add_count(struct card *line, uint64_t count, const char *one, const char *many) {
    if (!count) return;
    card_add(line, "%s%" PRIu64 " %s", line->length ? ", " : "", count, count == 1 ? one : many);
}

/* Adds the words between the parameters of a kernel and its body: ".maxntid 128". */
static void add_bounds(struct card *line, const struct document *d, ptxc_span head) {
    uint32_t at = head.end;
    while (at > head.start && d->text[at - 1] != ')') at--;
    if (at == head.start || head.end - at > MOST_HEAD) return;
    bool first = true, blank = true;
    for (; at < head.end; at++) {
        char c = d->text[at];
        bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!space) {
            if (first)
                card_add(line, "%s", line->length ? ", " : "");
            else if (blank)
                card_add(line, " ");
            card_add(line, "%c", c);
            first = false;
        }
        blank = space;
    }
}

static void add_target(struct card *line, const struct document *d, ptxc_span target) {
    uint32_t start = target.start, end = target.end;
    while (start < end && d->text[start] != ' ' && d->text[start] != '\t') start++;
    while (start < end && (d->text[start] == ' ' || d->text[start] == '\t')) start++;
    if (start < end && end - start < MOST_HEAD && !memchr(d->text + start, '\n', end - start))
        card_add(line, ", %.*s", (int)(end - start), d->text + start);
}

static json_t *lens_of(const struct server *s, struct document *d, const struct kernel *k,
                       ptxc_span head, ptxc_span target) {
    struct card line = {.markdown = false};
    card_add(&line, "%" PRIu64 " register%s", k->registers, k->registers == 1 ? "" : "s");
    add_count(&line, k->shared, "byte of shared memory", "bytes of shared memory");
    if (k->open_ended) card_add(&line, ", dynamic shared memory");
    add_count(&line, k->barriers, "barrier instruction", "barrier instructions");
    add_count(&line, k->mbarriers, "initialization of an mbarrier", "initializations of mbarriers");
    add_bounds(&line, d, head);
    add_target(&line, d, target);
    json_t *lens =
        json_pack("{s:o, s:{s:o, s:s}}", "range", subject_range_json(s, d, head), "command",
                  "title", json_text(line.text ? line.text : "", line.length), "command", "");
    free(line.text);
    return lens;
}

/* ---- the request ---- */

static bool is_kernel(const struct document *d, const ptxc_stmt *stmt) {
    const char *text = d->text + stmt->span.start;
    size_t length = stmt->span.end - stmt->span.start;
    static const char entry[] = ".entry";
    for (size_t i = 0; i + sizeof entry <= length && text[i] != '('; i++)
        if (!memcmp(text + i, entry, sizeof entry - 1)) return true;
    return false;
}

static void add_stmt(struct kernel *k, const struct document *d, size_t i, const ptxc_stmt *stmt) {
    if (stmt->kind == PTXC_STMT_VARIABLE) add_variable(k, d, i);
    if (stmt->kind == PTXC_STMT_INSTRUCTION) add_instruction(k, d, stmt);
}

json_t *lens_code_lens(struct call *call) {
    struct document *d = subject_document(call);
    ptxc_stmt stmt;
    ptxc_span target = {0, 0};
    if (!d) return NULL;
    json_t *all = json_array();
    struct outline o = outline_of(d->module);
    for (size_t i = 0; ptxc_module_stmt_get(d->module, i, &stmt) == PTXC_OK; i++)
        if (stmt.kind == PTXC_STMT_TARGET) target = stmt.span;
    for (size_t b = 0; b < o.count; b++) {
        ptxc_stmt head;
        struct kernel k = {0};
        if (o.block[b].head == o.block[b].open ||
            ptxc_module_stmt_get(d->module, o.block[b].head, &head) != PTXC_OK ||
            !is_kernel(d, &head))
            continue;
        for (size_t i = o.block[b].open; i < o.block[b].close; i++)
            if (ptxc_module_stmt_get(d->module, i, &stmt) == PTXC_OK) add_stmt(&k, d, i, &stmt);
        json_array_append_new(all, lens_of(call->server, d, &k, head.span, target));
    }
    free(o.block);
    return all;
}
