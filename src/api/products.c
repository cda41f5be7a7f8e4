/* SPDX-License-Identifier: Apache-2.0
 * Products of an open module that are made on request: CUDA C++, and the list of what the module
 * uses. The checker reports its verdicts to an observer while it runs, so functions and usages
 * take another pass over the text, with an observer and with diagnostics that are discarded. */
#include "api/finish.h"
#include "api/usage.h"
#include "embed/pp.h"
#include "emit/emit.h"
#include "emit/kernel/kernel.h"
#include "isa/tables.h"
#include <string.h>

/* ---- memory ---- */

typedef void maker(ptxc_module *m, const char *argument);

/* Runs a maker. If memory runs out, the module stays unchanged. */
static ptxc_status run_maker(ptxc_module *m, maker *run, const char *argument) {
    jmp_buf out_of_memory;
    uint32_t diags = m->diags.list.count, errors = m->diags.error_count;
    module_catch(m, &out_of_memory);
    if (setjmp(out_of_memory)) {
        m->diags.list.count = diags;
        m->diags.error_count = errors;
        module_catch(m, NULL);
        return PTXC_NO_MEMORY;
    }
    run(m, argument);
    module_catch(m, NULL);
    return PTXC_OK;
}

/* Returns the status of the requested text, and the text. */
static ptxc_status give(ptxc_status status, struct text made, const char **text, size_t *length) {
    if (status == PTXC_OK && !made.start) status = PTXC_NOT_FOUND;
    *text = status == PTXC_OK ? made.start : NULL;
    if (length) *length = status == PTXC_OK ? made.length : 0;
    return status;
}

/* Returns true for PTX that has been fully checked. */
static bool is_judged_ptx(const ptxc_module *m) { return !m->cxx && !m->settings.syntax_only; }

/* ---- second pass ---- */

/* The state of a second pass over a text. */
struct again {
    struct diags diags;
    struct interner names;
    struct ast ast;
    struct unit unit;
};

static struct again *parse_again(ptxc_module *m) {
    struct again *a = arena_zalloc(&m->arena, sizeof *a);
    diags_init(&a->diags, &m->arena);
    intern_init(&a->names, &m->arena, m->text, m->length);
    a->unit = (struct unit){.arena = &m->arena,
                            .scratch = &m->scratch,
                            .diags = &a->diags,
                            .names = &a->names,
                            .ast = &a->ast,
                            .text = m->text};
    unit_parse(&a->unit);
    return a;
}

/* ---- functions of CUDA C++ ---- */

static void finish_functions(ptxc_module *m, struct emit *emit, const char *title) {
    m->unmatched = emit_unmatched(emit);
    if (m->unmatched) return;
    emit_finish(emit, title);
    m->functions = (struct text){emit->text, (uint32_t)emit->length};
}

static void make_functions(ptxc_module *m, const char *argument) {
    (void)argument;
    if (m->emit) { /* it observed everything when the module was opened */
        struct text_builder title = build_in_arena(&m->arena);
        PUT(&title, "All instructions that ptxcheck knows, for ",
            isa_targets[m->settings.arch].name);
        finish_functions(m, m->emit, built_string(&title));
        return;
    }
    struct emit *emit = emit_new(&m->arena, false);
    emit_configure(emit, &m->settings);
    struct again *again = parse_again(m);
    again->unit.observer = &emit->observer;
    (void)unit_check(&again->unit, &m->settings);
    finish_functions(m, emit, "The instructions of a module");
}

ptxc_status ptxc_module_emit(ptxc_module *m, const char **text, size_t *length) {
    ptxc_status status = PTXC_OK;
    if (!m || !text) return PTXC_BAD_ARGUMENT;
    bool can = m->emit || (is_judged_ptx(m) && !m->found_errors);
    if (can && !m->functions.start) status = run_maker(m, make_functions, NULL);
    if (m->unmatched) {
        *text = m->unmatched;
        if (length) *length = strlen(m->unmatched);
        return PTXC_UNMATCHED;
    }
    return give(status, m->functions, text, length);
}

/* ---- kernels as CUDA C++ ---- */

static void make_kernels(ptxc_module *m, const char *argument) {
    const struct unit unit = {.arena = &m->arena,
                              .diags = &m->diags,
                              .names = &m->names,
                              .ast = &m->ast,
                              .text = m->text};
    (void)argument;
    struct text kernels = emit_kernels(&unit);
    m->found_errors = m->diags.error_count;
    module_finish_diags(m);
    m->kernels = kernels; /* set last, so that a call after a failed allocation starts over */
}

ptxc_status ptxc_module_emit_kernels(ptxc_module *m, const char **text, size_t *length) {
    ptxc_status status = PTXC_OK;
    if (!m || !text) return PTXC_BAD_ARGUMENT;
    bool can = is_judged_ptx(m) && !m->found_errors;
    if (can && !m->kernels.start) status = run_maker(m, make_kernels, NULL);
    return give(status, m->kernels, text, length);
}

/* ---- C++ with its blocks of PTX expanded ---- */

static void make_expansion(ptxc_module *m, const char *file) {
    m->expansion.start = pp_expand(m, &m->arena, file, &m->expansion.length);
}

ptxc_status ptxc_module_expand(ptxc_module *m, const char *file, const char **text,
                               size_t *length) {
    ptxc_status status = PTXC_OK;
    if (!m || !file || !text) return PTXC_BAD_ARGUMENT;
    if (m->cxx && !m->found_errors && !m->expansion.start)
        status = run_maker(m, make_expansion, file);
    return give(status, m->expansion, text, length);
}

/* ---- asynchronous functions ---- */

static void make_flow(ptxc_module *m, const char *argument) {
    (void)argument;
    module_dump_flow(m);
}

ptxc_status ptxc_module_flow(ptxc_module *m, const char **text, size_t *length) {
    ptxc_status status = PTXC_OK;
    if (!m || !text) return PTXC_BAD_ARGUMENT;
    bool can = is_judged_ptx(m) && !m->found_errors && !m->emit;
    if (can && !m->flow.start) status = run_maker(m, make_flow, NULL);
    if (!m->flow.length) m->flow.start = NULL;
    return give(status, m->flow, text, length);
}

/* ---- usages ---- */

static void make_usages(ptxc_module *m, const char *argument) {
    struct usages *usages = arena_zalloc(&m->arena, sizeof *usages);
    struct again *again = parse_again(m);
    (void)argument;
    usages_init(usages, &m->arena, again->names.chains.count);
    again->unit.observer = &usages->observer;
    (void)unit_check(&again->unit, &m->settings);
    m->usages = usages;
}

ptxc_status ptxc_module_find_usages(ptxc_module *m) {
    if (!m) return PTXC_BAD_ARGUMENT;
    if (!is_judged_ptx(m)) return PTXC_NOT_FOUND;
    return m->usages ? PTXC_OK : run_maker(m, make_usages, NULL);
}
