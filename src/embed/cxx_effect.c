/* SPDX-License-Identifier: Apache-2.0
 * Effects of an asm statement that the compiler is not told about: memory accesses without
 * "memory", and effects or changing values without `volatile`. These compile, so they are
 * warnings; those that few authors would fix are off by default. */
#include "embed/cxx.h"
#include "isa/event.h"
#include "match/effect.h"
#include "syntax/ast.h"
#include "syntax/intern.h"
#include "syntax/lexer.h"
#include <string.h>

/* One instruction of the asm. */
struct line {
    const struct stmt *stmt;
    struct text chain;
    struct effect effect;
};

/* Returns false if the statement is not an instruction of the tables. */
static bool read_line_at(const struct cxx_stmts *stmts, uint32_t i, struct line *out) {
    const struct stmt *s = ast_stmt(stmts->ast, i);
    if (s->kind != PTXC_STMT_INSTRUCTION) return false;
    const struct chain *c = chain_at(stmts->names, s->head);
    *out = (struct line){s, cxx_chain(stmts->t, s->head_start, c->length), effect_of(c->info)};
    return out->effect.insn != ISA_NONE;
}

static ptxc_span span_of_line(const struct cxx_stmts *stmts, const struct line *l) {
    ptxc_span at = {l->stmt->head_start, l->stmt->head_start + l->chain.length};
    return cxx_text_map(stmts->t, at);
}

/* ---- "memory" ---- */

static bool waits_for(const struct effect *e, enum isa_event_kind kind) {
    struct isa_span events = isa_insns[e->insn].events;
    for (uint16_t i = 0; i < events.count; i++)
        if (isa_events[events.first + i].kind == kind) return true;
    return false;
}

/* Returns true if it waits for earlier operations, so that only accesses after it could be
 * wrong. */
static bool only_waits(const struct effect *e) {
    return waits_for(e, EVENT_COPY_WAIT) || waits_for(e, EVENT_BULK_WAIT) ||
           waits_for(e, EVENT_GRID_WAIT) || waits_for(e, EVENT_WGMMA_WAIT);
}

/* Skips whitespace, comments and the ends of statements and blocks. */
static uint32_t skip_ends(const struct cxx *cxx, uint32_t at) {
    for (;;) {
        at = cxx_skip_blank(cxx->text, at, cxx->length);
        if (at >= cxx->length || !memchr(";}", cxx->text[at], 2)) return at;
        at++;
    }
}

/* Recognizes __syncthreads and __syncwarp. */
static bool is_sync(const struct cxx *cxx, uint32_t at) {
    static const char sync[] = "__sync";
    return cxx->length - at >= sizeof sync && !memcmp(cxx->text + at, sync, sizeof sync - 1);
}

static const struct cxx_asm *asm_number(const struct cxx *cxx, uint32_t i) {
    return list_at(&cxx->asms, i);
}

/* Limits how many adjacent statements are examined, because each could examine all others. */
enum { LONGEST_ROW = 64 };

/* Returns true if no C++ access can move across the next statement, or across one in a row of asm
 * statements. */
static bool is_closed_behind(const struct cxx *cxx, uint32_t i) {
    uint32_t at = skip_ends(cxx, asm_number(cxx, i)->span.end);
    uint32_t last = i + LONGEST_ROW;
    while (++i < cxx->asms.count && i < last && asm_number(cxx, i)->span.start == at) {
        const struct cxx_asm *a = asm_number(cxx, i);
        if (a->memory) return true;
        at = skip_ends(cxx, a->span.end);
    }
    return at < cxx->length && is_sync(cxx, at);
}

/* Skips whitespace, comments, preprocessor lines and the ends of statements and blocks. `ends` is
 * set at a `}` at the start of a line, which ends a function. */
static uint32_t next_statement(const struct cxx *cxx, uint32_t at, bool *ends) {
    for (;;) {
        at = cxx_skip_blank(cxx->text, at, cxx->length);
        if (at >= cxx->length || !memchr(";}#", cxx->text[at], 3)) return at;
        *ends |= cxx->text[at] == '}' && cxx->text[at - 1] == '\n';
        at = cxx->text[at] == '#' ? cxx_line_end(cxx->text, at, cxx->length) : at + 1;
    }
}

/* Kernel generators write a wait without "memory" before the barrier that signals it, or at the end
 * of the work of a warp: before a call or a branch, or at the end of the kernel. */
static bool is_quiet_after(const struct cxx *cxx, uint32_t i) {
    static const char *const decisions[] = {"else", "return", "break", "continue"};
    bool ends = false;
    uint32_t last = i + LONGEST_ROW < cxx->asms.count ? i + LONGEST_ROW : cxx->asms.count;
    uint32_t at = next_statement(cxx, asm_number(cxx, i)->span.end, &ends);
    while (!ends && i + 1 < last && asm_number(cxx, i + 1)->span.start == at)
        at = next_statement(cxx, asm_number(cxx, ++i)->span.end, &ends);
    if (ends) return asm_number(cxx, i)->place & CXX_IN_KERNEL;
    uint32_t start = at;
    while (at < cxx->length && cxx_in_name(cxx->text[at])) at++;
    struct text word = {cxx->text + start, at - start};
    for (size_t d = 0; d < sizeof decisions / sizeof *decisions; d++)
        if (text_is(word, decisions[d])) return true;
    bool loops = text_is(word, "for") || text_is(word, "while");
    at = cxx_skip_blank(cxx->text, at, cxx->length);
    return word.length && !loops && at < cxx->length && cxx->text[at] == '(';
}

/* Does the same for the previous statement. */
static bool is_closed_before(const struct cxx *cxx, uint32_t i) {
    uint32_t at = asm_number(cxx, i)->span.start;
    uint32_t first = i > LONGEST_ROW ? i - LONGEST_ROW : 0;
    while (i > first && skip_ends(cxx, asm_number(cxx, i - 1)->span.end) == at) {
        const struct cxx_asm *a = asm_number(cxx, --i);
        if (a->memory) return true;
        at = a->span.start;
    }
    while (at && (is_space_byte(cxx->text[at - 1]) || memchr(";()", cxx->text[at - 1], 3))) at--;
    while (at && cxx_in_name(cxx->text[at - 1])) at--;
    return is_sync(cxx, at);
}

/* Returns true if the asm itself accesses memory on both sides of an ordering instruction, which
 * means that its order is internal. */
static bool orders_its_own(const struct cxx_stmts *stmts) {
    bool accessed = false, ordered = false;
    struct line l;
    for (uint32_t i = stmts->first; i < stmts->end; i++) {
        if (!read_line_at(stmts, i, &l)) continue;
        if (l.effect.level == EFFECT_MEMORY && ordered) return true;
        accessed |= l.effect.level == EFFECT_MEMORY;
        ordered |= l.effect.level == EFFECT_ORDER && accessed;
    }
    return false;
}

static bool is_enclosed(const struct cxx_stmts *stmts, const struct effect *effect) {
    const struct cxx *cxx = stmts->t->cxx;
    if (waits_for(effect, EVENT_BULK_WAIT) && is_quiet_after(cxx, stmts->number)) return true;
    return is_closed_behind(cxx, stmts->number) &&
           (only_waits(effect) || is_closed_before(cxx, stmts->number));
}

/* Reports the first instruction that orders accesses, or else the first that makes one. */
static void check_memory(const struct cxx_stmts *stmts) {
    struct line l, pedantic = {0};
    bool own = orders_its_own(stmts);
    for (uint32_t i = stmts->first; i < stmts->end; i++) {
        if (!read_line_at(stmts, i, &l) || !effect_needs_memory(&l.effect)) continue;
        if (l.effect.level == EFFECT_ORDER && !own && !is_enclosed(stmts, &l.effect)) {
            report_asm_memory(stmts->t->diags, span_of_line(stmts, &l), l.chain);
            return;
        }
        if (!pedantic.stmt || pedantic.effect.level < l.effect.level) pedantic = l;
    }
    if (pedantic.stmt)
        report_asm_memory_pedantic(stmts->t->diags, span_of_line(stmts, &pedantic), pedantic.chain);
}

/* ---- volatile ---- */

/* Returns a special register among the operands whose value changes, or NULL. */
static const struct node *changing(const struct cxx_stmts *stmts, uint32_t stmt) {
    uint32_t from = stmt ? ast_stmt(stmts->ast, stmt - 1)->nodes_end : 0;
    for (uint32_t n = from; n < ast_stmt(stmts->ast, stmt)->nodes_end; n++) {
        const struct node *node = ast_node(stmts->ast, n);
        if (node->kind != PTXC_OPERAND_SYMBOL || stmts->t->ptx.start[node->start] != '%') continue;
        int special = isa_special_find(stmts->t->ptx.start + node->start, node->length);
        uint8_t holds = special < 0 ? 0 : isa_specials[special].holds;
        if (holds == HOLDS_TIME || holds == HOLDS_TIME_HIGH || holds == HOLDS_COUNTER) return node;
    }
    return NULL;
}

/* How the asm uses the carry flag, up to some line. */
struct carry {
    struct line last; /* the last instruction that wrote it, if it has not been read since */
    bool written;
};

/* Returns false if the flag comes from elsewhere. */
static bool follow_carry(struct carry *c, const struct line *l) {
    bool reads = isa_insns[l->effect.insn].effect == EFFECT_CARRY_IN;
    bool writes = l->effect.level == EFFECT_CARRY;
    if (reads && !c->written) return false;
    if (reads) c->last.stmt = NULL;
    if (writes) c->last = *l;
    c->written |= writes;
    return true;
}

static bool chain_names(struct text chain, const char *word) {
    size_t n = strlen(word);
    for (uint32_t i = 0; i + n <= chain.length; i++)
        if (!memcmp(chain.start + i, word, n)) return true;
    return false;
}

/* Returns true for a weak load that does not name shared memory. Libraries omit `volatile` if the
 * memory is never written, so that the compiler may move the load. */
static bool is_plain_load(const struct line *l) {
    static const char *const not_plain[] = {".volatile", ".relaxed", ".acquire", ".mmio",
                                            ".shared"};
    if (!isa_does(l->effect.insn, DOES_LOAD)) return false;
    for (size_t i = 0; i < sizeof not_plain / sizeof *not_plain; i++)
        if (chain_names(l->chain, not_plain[i])) return false;
    return true;
}

/* Reports at most one problem. */
static void check_volatile(const struct cxx_stmts *stmts, const struct cxx_asm *a) {
    struct diags *diags = stmts->t->diags;
    struct carry carry = {0};
    struct line l, steady = {0};
    for (uint32_t i = stmts->first; i < stmts->end; i++) {
        if (!read_line_at(stmts, i, &l)) continue;
        const struct node *special = changing(stmts, i);
        if (special) {
            report_asm_changing(diags, a->keyword,
                                text_at(stmts->t->ptx.start, node_span(special)));
            return;
        }
        bool plain = is_plain_load(&l);
        if (l.effect.level >= EFFECT_VOLATILE && !plain) {
            report_asm_volatile(diags, a->keyword, l.chain);
            return;
        }
        if (!follow_carry(&carry, &l)) {
            report_asm_carry_in(diags, a->keyword, l.chain);
            return;
        }
        if ((plain || l.effect.level == EFFECT_STEADY) && !steady.stmt) steady = l;
    }
    if (carry.last.stmt)
        report_asm_carry_out(diags, a->keyword, carry.last.chain);
    else if (steady.stmt)
        report_asm_volatile_pedantic(diags, a->keyword, steady.chain);
}

/* Without outputs, an asm is implicitly volatile. Outputs come first. */
static bool keeps_place(const struct cxx *cxx, const struct cxx_asm *a) {
    return a->is_volatile || !a->operand_count || !cxx_operand_at(cxx, a, 0)->output;
}

void cxx_advise_effects(const struct cxx_stmts *stmts, const struct cxx_asm *a) {
    if (a->memory) return;
    check_memory(stmts);
    if (!keeps_place(stmts->t->cxx, a)) check_volatile(stmts, a);
}
