/* SPDX-License-Identifier: Apache-2.0
 * Opens and closes modules by running the passes in order. */
#include "api/finish.h"
#include "check/module.h"
#include "base/sized.h"
#include "embed/cxx_check.h"
#include "emit/emit.h"
#include "isa/tables.h"
#include "diag/suppress.h"
#include "flow/flow.h"
#include <stdlib.h>
#include <string.h>

const char *ptxc_library_version(void) { return PTXC_VERSION; }

const char *ptxc_status_message(ptxc_status status) {
    switch (status) {
    case PTXC_OK: return "success";
    case PTXC_NO_MEMORY: return "out of memory";
    case PTXC_BAD_ARGUMENT: return "bad argument";
    case PTXC_TOO_LARGE: return "the text has 4 GiB or more";
    case PTXC_UNKNOWN_ARCH: return "unknown architecture";
    case PTXC_UNKNOWN_TOOLKIT: return "unknown toolkit";
    case PTXC_UNKNOWN_WARNING: return "unknown warning";
    case PTXC_NOT_FOUND: return "not found";
    case PTXC_UNMATCHED: return "no function matches";
    case PTXC_BAD_NAMESPACE: return "not a namespace";
    }
    return "unknown status";
}

/* The caller's string may no longer exist when the copy is used. */
static const char *kept_string(struct arena *arena, const char *s) {
    return s ? arena_copy(arena, s, strlen(s)) : NULL;
}

/* Splits a name such as "params+128". */
static struct flow_map keep_map(struct arena *arena, const ptxc_known_map *known) {
    enum { MOST_DIGITS = 9 };
    ptxc_tensormap *map = arena_alloc(arena, sizeof *map);
    const char *name = arena_copy(arena, known->name, strlen(known->name));
    const char *plus = strrchr(name, '+');
    struct flow_map kept = {text_of(name), 0, map};
    *map = *known->map;
    size_t digits = plus ? strspn(plus + 1, "0123456789") : 0;
    if (!digits || digits > MOST_DIGITS || plus[1 + digits]) return kept;
    kept.name.length = (uint32_t)(plus - name);
    for (const char *digit = plus + 1; *digit; digit++)
        kept.offset = 10 * kept.offset + (*digit - '0');
    return kept;
}

static void keep_maps(struct arena *arena, const ptxc_options *options, struct settings *settings) {
    struct flow_map *maps = arena_alloc(arena, (options->map_count + 1) * sizeof *maps);
    for (size_t i = 0; i < options->map_count; i++) maps[i] = keep_map(arena, &options->maps[i]);
    settings->maps = maps;
    settings->map_count = (uint32_t)options->map_count;
}

static void keep_defines(struct arena *arena, const ptxc_options *options,
                         struct settings *settings) {
    struct text *defines = arena_alloc(arena, (options->define_count + 1) * sizeof *defines);
    for (size_t i = 0; i < options->define_count; i++)
        defines[i] = text_of(arena_copy(arena, options->defines[i], strlen(options->defines[i])));
    settings->defines = defines;
    settings->define_count = (uint32_t)options->define_count;
}

static ptxc_status read_settings(struct arena *arena, const ptxc_options *options,
                                 struct settings *settings) {
    settings->release = isa_release_newest();
    settings->arch = -1;
    settings->virtual_arch = false;
    settings->any_toolkit = !options->toolkit;
    settings->syntax_only = options->syntax_only;
    settings->ignore_unknown = options->ignore_unknown;
    settings->rehearse = options->rehearse;
    settings->max_errors = options->max_errors;
    settings->emit_only = kept_string(arena, options->emit_only);
    settings->emit_namespace = kept_string(arena, options->emit_namespace);
    keep_maps(arena, options, settings);
    keep_defines(arena, options, settings);
    settings->prelude = text_of(options->prelude ? kept_string(arena, options->prelude) : "");
    if (options->toolkit) {
        settings->release = isa_release_find(options->toolkit, (uint32_t)strlen(options->toolkit));
        if (settings->release < 0) return PTXC_UNKNOWN_TOOLKIT;
    }
    if (options->arch) {
        settings->arch = isa_target_find(options->arch, (uint32_t)strlen(options->arch));
        if (settings->arch < 0 || isa_targets[settings->arch].release > settings->release ||
            isa_targets[settings->arch].arch_end <= settings->release)
            return PTXC_UNKNOWN_ARCH;
        settings->virtual_arch = !strncmp(options->arch, "compute_", 8);
    }
    if (options->emit_namespace && !emit_is_namespace(options->emit_namespace))
        return PTXC_BAD_NAMESPACE;
    return PTXC_OK;
}

/* Writes the text of the module: everything that a target supports. */
static void make_text(ptxc_module *m) {
    struct text_builder text = build_in_arena(&m->arena);
    emit_all_text(m->emit, &text, m->settings.arch, m->settings.release);
    m->text = text.start;
    m->length = (uint32_t)text.length;
}

static void check_ptx(ptxc_module *m) {
    struct unit unit = {.arena = &m->arena,
                        .scratch = &m->scratch,
                        .diags = &m->diags,
                        .names = &m->names,
                        .ast = &m->ast,
                        .text = m->text,
                        .symbols = &m->symbols,
                        .observer = m->emit ? &m->emit->observer : NULL};
    uint32_t most = m->settings.max_errors;
    /* Which errors come first is known at the end if comments silence some of them. */
    if (most && !suppress_is_used(m->text, m->length)) diags_keep_first(&m->diags, most);
    intern_init(&m->names, &m->arena, m->text, m->length);
    unit_parse(&unit);
    m->by = unit_check(&unit, &m->settings);
    module_check_flow(m);
}

void module_finish_diags(ptxc_module *m) {
    diags_finish(&m->diags);
    if (m->cxx) diags_drop_repeated(&m->diags); /* several asm statements may use one macro */
    suppress_by_comments(&m->diags, &m->ast.lines, m->text, m->length);
    diags_limit(&m->diags, m->settings.max_errors);
}

static ptxc_status run(ptxc_module *m, const ptxc_options *options, bool all) {
    ptxc_status status = read_settings(&m->arena, options, &m->settings);
    if (status != PTXC_OK) return status;
    if (all && (m->settings.arch < 0 || m->settings.virtual_arch)) return PTXC_UNKNOWN_ARCH;
    if (all) {
        m->emit = emit_new(&m->arena, all);
        emit_configure(m->emit, &m->settings);
        make_text(m);
        m->settings.any_toolkit = false;
    }
    diags_init(&m->diags, &m->arena);
    if (!diags_configure(&m->diags, options)) return PTXC_UNKNOWN_WARNING;
    cxx_find *find = host_of(options->language);
    if (find)
        cxx_check(m, find);
    else
        check_ptx(m);
    m->found_errors = m->diags.error_count;
    module_finish_diags(m);
    return PTXC_OK;
}

void module_catch(ptxc_module *m, jmp_buf *out_of_memory) {
    m->arena.out_of_memory = m->scratch.out_of_memory = out_of_memory;
    if (!out_of_memory) arena_free(&m->scratch);
}

/* A failed allocation anywhere below returns here. */
static ptxc_status run_guarded(ptxc_module *m, const ptxc_options *options, bool all) {
    jmp_buf out_of_memory;
    module_catch(m, &out_of_memory);
    ptxc_status status = setjmp(out_of_memory) ? PTXC_NO_MEMORY : run(m, options, all);
    module_catch(m, NULL); /* no allocations from here on */
    return status;
}

static bool maps_are_given(const ptxc_options *options) {
    if (options->map_count > UINT16_MAX || (options->map_count && !options->maps)) return false;
    for (size_t i = 0; i < options->map_count; i++)
        if (!options->maps[i].name || !options->maps[i].map) return false;
    return true;
}

static bool defines_are_given(const ptxc_options *options) {
    if (options->define_count > UINT16_MAX || (options->define_count && !options->defines))
        return false;
    for (size_t i = 0; i < options->define_count; i++)
        if (!options->defines[i]) return false;
    return true;
}

/* `all` means that the library writes the text. */
static ptxc_status open_module(const char *text, size_t length, const ptxc_options *options,
                               bool all, ptxc_module **module) {
    ptxc_options known = {0};
    if (!module) return PTXC_BAD_ARGUMENT;
    *module = NULL;
    if (!text) return PTXC_BAD_ARGUMENT;
    if (length >= UINT32_MAX) return PTXC_TOO_LARGE;
    if (text[length] || !sized_read(&known, sizeof known, options)) return PTXC_BAD_ARGUMENT;
    if (known.warning_count && !known.warnings) return PTXC_BAD_ARGUMENT;
    if (!maps_are_given(&known) || !defines_are_given(&known)) return PTXC_BAD_ARGUMENT;

    struct arena arena;
    /* PTX written by compilers needs 2 to 4 times its size. */
    size_t expected = known.language != PTXC_LANGUAGE_PTX ? length / 4 : 3 * length;
    arena_init(&arena, &known.allocator, expected);
    ptxc_module *m = arena.allocator.resize(arena.allocator.user, NULL, 0, sizeof *m);
    if (!m) return PTXC_NO_MEMORY;
    memset(m, 0, sizeof *m);
    m->arena = arena;
    arena_init(&m->scratch, &known.allocator, 0);
    m->text = text;
    m->length = (uint32_t)length;

    ptxc_status status = run_guarded(m, &known, all);
    if (status != PTXC_OK)
        ptxc_module_close(m);
    else
        *module = m;
    return status;
}

ptxc_status ptxc_module_open(const char *text, size_t length, const ptxc_options *options,
                             ptxc_module **module) {
    return open_module(text, length, options, false, module);
}

ptxc_status ptxc_module_open_all(const ptxc_options *options, ptxc_module **module) {
    return open_module("", 0, options, true, module);
}

void ptxc_module_close(ptxc_module *m) {
    if (!m) return;
    ptxc_allocator allocator = m->arena.allocator;
    arena_free(&m->scratch);
    arena_free(&m->arena);
    allocator.resize(allocator.user, m, sizeof *m, 0);
}

const char *ptxc_module_source(const ptxc_module *m, size_t *length) {
    if (length) *length = m ? m->length : 0;
    return m ? m->text : NULL;
}
