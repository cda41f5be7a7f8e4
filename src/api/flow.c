/* SPDX-License-Identifier: Apache-2.0
 * The check of asynchronous functions. It runs after that of the module, and again for
 * `--dump-flow`. */
#include "api/finish.h"
#include "check/module.h"
#include "embed/cxx_check.h"
#include "flow/relate/relate.h"
#include "rehearse/launch/rehearse.h"

enum { FIRST_CODE = 700, END_OF_CODES = 800 /* codes of the diagnostics of the analysis */ };

struct flow_input module_flow_input(ptxc_module *m, struct diags *diags) {
    return (struct flow_input){.arena = &m->arena,
                               .diags = diags,
                               .names = &m->names,
                               .ast = &m->ast,
                               .text = m->text,
                               .symbols = &m->symbols,
                               .version = m->by.version,
                               .target = m->by.target,
                               .release = m->by.release,
                               .maps = m->settings.maps,
                               .map_count = m->settings.map_count};
}

void module_check_flow(ptxc_module *m) {
    struct flow_input in = module_flow_input(m, &m->diags);
    in.scratch = &m->scratch;
    in.gaps = &m->protocol.gaps;
    list_init(&m->protocol.gaps, sizeof(struct flow_gap_record));
    list_init(&m->protocol.relations, sizeof(ptxc_relation));
    if (diags_have_error(&m->diags) || m->settings.syntax_only || m->emit) return;
    if (diags_want_some(&m->diags, FIRST_CODE, END_OF_CODES)) flow_check(&in);
    if (!m->settings.rehearse || m->cxx) return;
    struct flow_input every = module_flow_input(m, &m->diags);
    every.every_operand = true;
    rehearse_check(&every);
}

void module_dump_flow(ptxc_module *m) {
    struct text_builder out = build_in_arena(&m->arena);
    struct diags unseen;
    diags_init(&unseen, &m->arena);
    struct flow_input in = module_flow_input(m, &unseen);
    in.scratch = &m->scratch;
    in.dump = &out;
    flow_check(&in);
    m->flow = built_text(&out);
}

static const char *reason(uint8_t gap) {
    switch ((enum flow_gap)gap) {
    case FLOW_BROKEN: return phrase_string(P_gap_broken);
    case FLOW_NESTED: return phrase_string(P_gap_nested);
    case FLOW_INDIRECT: return phrase_string(P_gap_indirect);
    case FLOW_LARGE: return phrase_string(P_gap_large);
    case FLOW_MANY: return phrase_string(P_gap_many);
    case FLOW_APART: return phrase_string(P_gap_apart);
    case FLOW_COMPLETE: break;
    }
    return "";
}

ptxc_status ptxc_module_flow_gap_get(const ptxc_module *m, size_t index, ptxc_flow_gap *gap) {
    if (!m || !gap) return PTXC_BAD_ARGUMENT;
    if (index >= m->protocol.gaps.count) return PTXC_NOT_FOUND;
    const struct flow_gap_record *record = list_at(&m->protocol.gaps, (uint32_t)index);
    *gap = (ptxc_flow_gap){record->at, reason(record->gap)};
    return PTXC_OK;
}

/* ---- relations ---- */

/* Returns the statement that contains the offset, or UINT32_MAX. */
static uint32_t stmt_at(const struct ast *ast, uint32_t offset) {
    uint32_t low = 0, high = ast->stmts.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ast_stmt(ast, middle)->start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low && offset < ast_stmt(ast, low - 1)->end ? low - 1 : UINT32_MAX;
}

static void keep_relations(void *module, const struct flow_facts *facts, uint32_t insn) {
    ptxc_module *m = module;
    struct list found;
    list_init(&found, sizeof(struct flow_relation));
    flow_relate(facts, insn, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const struct flow_relation *r = list_at(&found, i);
        ptxc_span at = flow_head(facts->f, r->insn);
        if (m->cxx) at = cxx_text_map(&m->protocol.runs->text, at);
        *(ptxc_relation *)list_add(&m->arena, &m->protocol.relations) =
            (ptxc_relation){(ptxc_relation_kind)r->kind, at, facts->f->insns[r->insn].insn};
    }
}

static void find_relations(ptxc_module *m, uint32_t offset) {
    struct diags unseen;
    diags_init(&unseen, &m->scratch);
    if (m->cxx && !m->protocol.runs) return;
    struct flow_input in = m->cxx ? cxx_flow_input(m, &unseen) : module_flow_input(m, &unseen);
    if (m->cxx) offset = cxx_text_find(&m->protocol.runs->text, offset);
    uint32_t stmt = offset == UINT32_MAX ? offset : stmt_at(in.ast, offset);
    if (stmt == UINT32_MAX || ast_stmt(in.ast, stmt)->kind != PTXC_STMT_INSTRUCTION) return;
    const struct chain_info *info = chain_at(in.names, ast_stmt(in.ast, stmt)->head)->info;
    if (!info || !isa_has_events(info->insn)) return;
    in.arena = &m->scratch; /* finding them takes more memory than storing them */
    in.scratch = NULL;
    in.every_operand = true;
    flow_look(&in, stmt, keep_relations, m);
}

ptxc_status ptxc_module_find_relations(ptxc_module *m, uint32_t offset) {
    if (!m) return PTXC_BAD_ARGUMENT;
    jmp_buf out_of_memory;
    volatile ptxc_status status = PTXC_OK;
    m->protocol.relations.count = 0;
    if (m->settings.syntax_only || m->found_errors || m->emit) return PTXC_OK;
    module_catch(m, &out_of_memory);
    if (!setjmp(out_of_memory)) {
        find_relations(m, offset);
    } else {
        struct symbols *symbols = m->cxx ? &m->protocol.runs->symbols : &m->symbols;
        while (symbols->depth) symbols_close(symbols);
        status = PTXC_NO_MEMORY;
    }
    module_catch(m, NULL);
    return status;
}

size_t ptxc_module_relation_count(const ptxc_module *m) {
    return m ? m->protocol.relations.count : 0;
}

ptxc_status ptxc_module_relation_get(const ptxc_module *m, size_t index, ptxc_relation *relation) {
    if (!m || !relation) return PTXC_BAD_ARGUMENT;
    if (index >= m->protocol.relations.count) return PTXC_NOT_FOUND;
    *relation = *(const ptxc_relation *)list_at(&m->protocol.relations, (uint32_t)index);
    return PTXC_OK;
}
