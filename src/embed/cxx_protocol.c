/* SPDX-License-Identifier: Apache-2.0
 * The protocol of asynchronous instructions in asm statements. Most C++ functions wrap a single
 * instruction, and their callers complete the protocol. Therefore only runs of statements are
 * checked (cxx_run.h), and only for problems that other instructions of the run cause. */
#include "embed/cxx_check.h"
#include "embed/cxx_run.h"
#include "chain/chain.h"
#include "embed/pp.h"
#include "flow/flow.h"
#include "isa/event.h"
#include "syntax/ast.h"

enum { FIRST_CODE = 700, END_OF_CODES = 800 /* codes of the diagnostics of the analysis */ };

struct protocol {
    ptxc_module *m;
    const struct unit *unit;
    const struct list *judged;
    struct cxx_text text; /* a function for each run */
    struct diags unseen;
    uint32_t apart;       /* the last function with a note */
    bool *is_judged;      /* for each asm */
    uint32_t *async;      /* how many of its instructions are asynchronous */
    uint32_t *statements; /* how many statements it has */
};

/* Both the statements of the text and the asm statements are in order. */
static void count_statements(struct protocol *p, const struct cxx *cxx) {
    const struct ast *ast = p->unit->ast;
    uint32_t stmt = 0;
    p->async = arena_zalloc(cxx->arena, (cxx->asms.count + 1) * sizeof *p->async);
    p->statements = arena_zalloc(cxx->arena, (cxx->asms.count + 1) * sizeof *p->statements);
    p->is_judged = arena_zalloc(cxx->arena, cxx->asms.count + 1);
    for (uint32_t i = 0; i < p->judged->count; i++) {
        uint32_t number = *(const uint32_t *)list_at(p->judged, i);
        const struct cxx_asm *a = list_at(&cxx->asms, number);
        p->is_judged[number] = !cxx_is_partial(a);
        for (; stmt < ast->stmts.count && ast_stmt(ast, stmt)->start < a->end; stmt++) {
            const struct stmt *s = ast_stmt(ast, stmt);
            p->statements[number] += s->start >= a->start;
            if (s->start < a->start || s->kind != PTXC_STMT_INSTRUCTION) continue;
            const struct chain_info *info = chain_at(p->unit->names, s->head)->info;
            p->async[number] += info && isa_is_async(info->insn);
        }
    }
}

static void move_findings(const struct protocol *p, const struct cxx_text *t, uint32_t from) {
    struct diags *diags = &p->m->diags;
    for (uint32_t i = from; i < diags->list.count; i++) {
        struct diag *d = *(struct diag **)list_at(&diags->list, i);
        cxx_respell_diag(t, d);
        cxx_move_diag(t, d);
    }
}

struct flow_input cxx_flow_input(ptxc_module *m, struct diags *diags) {
    struct cxx_runs *runs = m->protocol.runs;
    return (struct flow_input){.arena = &m->arena,
                               .diags = diags,
                               .names = &runs->names,
                               .ast = &runs->ast,
                               .text = runs->text.ptx.start,
                               .symbols = &runs->symbols,
                               .version = runs->by.version,
                               .target = runs->by.target,
                               .release = runs->by.release,
                               .scratch = &m->scratch,
                               .is_fragment = true};
}

static void check_text(struct protocol *p) {
    ptxc_module *m = p->m;
    struct cxx_runs *runs = arena_zalloc(&m->arena, sizeof *runs);
    runs->text = p->text;
    const struct cxx_text *t = &runs->text;
    struct unit unit = {.arena = &m->arena,
                        .scratch = &m->scratch,
                        .diags = &p->unseen,
                        .names = &runs->names,
                        .ast = &runs->ast,
                        .text = t->ptx.start,
                        .is_fragment = true,
                        .symbols = &runs->symbols,
                        .target = p->unit->target};
    intern_init(&runs->names, &m->arena, t->ptx.start, cxx_text_length(t));
    unit_parse(&unit);
    runs->by = unit_check(&unit, &m->settings);
    if (p->unseen.error_count) return;
    m->protocol.runs = runs;
    struct flow_input in = cxx_flow_input(m, &m->diags);
    uint32_t from = m->diags.list.count;
    flow_check(&in);
    move_findings(p, t, from);
}

struct run {
    uint32_t first, end; /* range of asm statements */
    uint32_t async, statements;
};

/* Returns the run that starts with a checked statement. */
static struct run find_run(const struct protocol *p, uint32_t first) {
    const struct cxx *cxx = p->m->cxx;
    const struct cxx_asm *last = list_at(&cxx->asms, first);
    struct run run = {first, first + 1, p->async[first], p->statements[first]};
    for (uint32_t i = run.end; i < cxx->asms.count; i++) {
        const struct cxx_asm *a = list_at(&cxx->asms, i);
        if (!cxx_follows(cxx, last, a)) break;
        last = a;
        if (cxx_is_empty(cxx, a)) continue;
        if (a->has_error || !p->is_judged[i]) break;
        run.async += p->async[i];
        run.statements += p->statements[i];
        run.end = i + 1;
    }
    return run;
}

static void add_run(struct protocol *p, const struct run *run) {
    struct cxx_asm *a = list_at(&p->m->cxx->asms, run->first);
    if (a->block)
        pp_text_add(&p->text, a);
    else
        cxx_add_run(&p->text, run->first, run->end);
}

/* Notes, once per function, that its asynchronous statements are not adjacent. */
static void note_apart(struct protocol *p, const struct run *before, const struct run *run) {
    const struct cxx *cxx = p->m->cxx;
    const struct cxx_asm *a = list_at(&cxx->asms, before->first);
    const struct cxx_asm *b = list_at(&cxx->asms, run->first);
    if (!before->async || a->block || b->block) return;
    uint32_t function = cxx_function_of(cxx, b);
    if (function == UINT32_MAX || function == p->apart || function != cxx_function_of(cxx, a))
        return;
    p->apart = function;
    struct flow_gap_record *record = list_add(&p->m->arena, &p->m->protocol.gaps);
    *record = (struct flow_gap_record){b->keyword, FLOW_APART};
}

void cxx_check_protocol(ptxc_module *m, const struct list *judged, const struct unit *unit) {
    const struct cxx *cxx = m->cxx;
    struct protocol p = {.m = m, .unit = unit, .judged = judged};
    struct run run = {0}, before = {0};
    if (m->settings.syntax_only || !diags_want_some(&m->diags, FIRST_CODE, END_OF_CODES)) return;
    count_statements(&p, cxx);
    diags_init(&p.unseen, cxx->arena);
    cxx_text_init(&p.text, cxx, cxx->arena, &p.unseen);
    for (uint32_t i = 0; i < judged->count; i++) {
        uint32_t first = *(const uint32_t *)list_at(judged, i);
        const struct cxx_asm *a = list_at(&cxx->asms, first);
        if (first < run.end || a->has_error || !p.is_judged[first]) continue;
        run = find_run(&p, first);
        if (!run.async) continue;
        note_apart(&p, &before, &run);
        if (run.statements > 1) add_run(&p, &run);
        before = run;
    }
    if (p.text.count) check_text(&p);
}
