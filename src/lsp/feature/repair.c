/* SPDX-License-Identifier: Apache-2.0
 * Wider ranges of registers, declarations of registers, and newer targets: see repair.h. */
#include "lsp/feature/repair.h"
#include "lsp/feature/outline.h"
#include "ptxcheck_query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 128, MOST_CANDIDATES = 64 };

static bool copy_span(const ptxc_module *m, ptxc_span span, char *out, size_t size) {
    size_t length;
    const char *text = ptxc_module_source(m, &length);
    if (span.end > length || span.end - span.start >= size) return false;
    memcpy(out, text + span.start, span.end - span.start);
    out[span.end - span.start] = '\0';
    return true;
}

/* ---- a register outside of its range ---- */

/* For `%r7`, makes `%r<4>`, to which the first note refers, `%r<8>`. */
static bool widen(const ptxc_module *m, size_t i, const ptxc_diag *d, struct repair *r) {
    char name[MOST_NAME], range[MOST_NAME];
    ptxc_span declared;
    bool has_span = false;
    ptxc_module_diag_note_text(m, i, 0, &declared, &has_span, NULL, 0);
    if (!has_span || !copy_span(m, d->span, name, sizeof name) ||
        !copy_span(m, declared, range, sizeof range))
        return false;
    char *bound = strchr(range, '<');
    size_t digits = strlen(name);
    while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    unsigned long long number = strtoull(name + digits, NULL, 10);
    if (!bound || !name[digits] || number >= INT32_MAX) return false;
    *bound = '\0';
    r->span = declared;
    snprintf(r->text, sizeof r->text, "%s<%llu>", range, number + 1);
    snprintf(r->title, sizeof r->title, "declare '%s'", r->text);
    return true;
}

/* ---- a register that is not declared ---- */

static bool is_accepted_type(const ptxc_query *q, const char *type) {
    size_t candidate[MOST_CANDIDATES];
    ptxc_expected expected;
    ptxc_symbol s = {.kind = PTXC_SYMBOL_REGISTER, .type = type, .space = ""};
    if (ptxc_query_expected_get(q, &expected) != PTXC_OK || expected.kind != PTXC_EXPECTED_OPERAND)
        return false;
    size_t count = ptxc_query_candidates(q, expected.operand, candidate, MOST_CANDIDATES);
    for (size_t i = 0; i < count && i < MOST_CANDIDATES; i++)
        if (ptxc_query_operand_accepts(q, candidate[i], &s)) return true;
    return false;
}

/* Returns the type of the instruction if a register of it fits, or else the first type that fits;
 * or NULL. */
static const char *type_needed(const ptxc_query *q) {
    char chain[256];
    ptxc_isa_word type;
    const char *first = NULL;
    size_t length = ptxc_query_chain_text(q, chain, sizeof chain);
    const char *last = length && length < sizeof chain ? strrchr(chain, '.') : NULL;
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_TYPE, i, &type) == PTXC_OK; i++) {
        if (!type.reg || !is_accepted_type(q, type.name)) continue;
        if (!first) first = type.name;
        if (last && !strcmp(last, type.name)) return type.name;
    }
    return first;
}

/* Returns the place after the `{` of the function around an offset, or PTXC_NOWHERE. */
static uint32_t body_of(const ptxc_module *m, uint32_t offset) {
    struct outline o = outline_of(m);
    uint32_t at = PTXC_NOWHERE;
    ptxc_stmt open;
    for (size_t i = 0; i < o.count; i++)
        if (o.block[i].head != o.block[i].open && o.block[i].span.start <= offset &&
            offset < o.block[i].span.end &&
            ptxc_module_stmt_get(m, o.block[i].open, &open) == PTXC_OK)
            at = open.span.end;
    free(o.block);
    return at;
}

/* Only names that are written as registers are. */
static bool declare(const ptxc_module *m, const ptxc_diag *d, struct repair *r) {
    char name[MOST_NAME];
    ptxc_asm a;
    ptxc_query *q;
    uint32_t at = body_of(m, d->span.start);
    if (at == PTXC_NOWHERE || ptxc_module_asm_get(m, 0, &a) == PTXC_OK ||
        !copy_span(m, d->span, name, sizeof name) || *name != '%' ||
        ptxc_query_open(m, d->span.start + 1, &q) != PTXC_OK)
        return false;
    const char *type = type_needed(q);
    if (type) {
        r->span = (ptxc_span){at, at};
        snprintf(r->text, sizeof r->text, "\n    .reg %s %s;", type, name);
        snprintf(r->title, sizeof r->title, "declare '.reg %s %s'", type, name);
    }
    ptxc_query_close(q);
    return type != NULL;
}

/* ---- a target that is too old ---- */

/* Makes `.target sm_80`, to which the first note refers, the first target that the message names:
 * all those that follow have at least the same instructions, or are for other devices. */
static bool raise_target(const ptxc_module *m, size_t i, struct repair *r) {
    char message[1024];
    bool has_span = false;
    ptxc_module_diag_note_text(m, i, 0, &r->span, &has_span, NULL, 0);
    ptxc_module_diag_text(m, i, message, sizeof message);
    const char *needed = strstr(message, " needs target "),
               *name = needed ? strstr(needed, "sm_") : NULL;
    if (!has_span || !name) return false;
    int length = (int)strcspn(name, " ,");
    snprintf(r->text, sizeof r->text, "%.*s", length, name);
    snprintf(r->title, sizeof r->title, "raise the target to '%.*s'", length, name);
    return true;
}

bool repair_of(const ptxc_module *m, size_t index, const ptxc_diag *d, struct repair *r) {
    if (!strcmp(d->name, "needs-target")) return !d->fix_count && raise_target(m, index, r);
    if (!strcmp(d->name, "register-range")) return widen(m, index, d, r);
    return !strcmp(d->name, "undeclared") && declare(m, d, r);
}
