/* SPDX-License-Identifier: Apache-2.0
 * Checks the asm statements of C++: finds them, converts them to PTX, runs the checker, and
 * moves the diagnostics back. Statements with an unknown target form a separate text. */
#include "embed/cxx_check.h"
#include "syntax/ast.h"
#include "embed/cxx.h"
#include "flow/flow.h"
#include "embed/pp.h"
#include <string.h>

/* ---- moving diagnostics back ---- */

static struct diag *nth_diag(const struct diags *diags, uint32_t i) {
    return *(struct diag **)list_at(&diags->list, i);
}

/* Inserted text must have the same meaning inside quotes. */
static bool fits_literal(const char *text) { return !strpbrk(text, "%\"\\\n"); }

static bool is_fixable(const struct cxx_text *t, const struct diag *d) {
    for (const struct diag_part *p = d->parts; p; p = p->next)
        if (p->is_fix && (!cxx_text_is_plain(t, p->span) || !fits_literal(p->text))) return false;
    return true;
}

static void drop_fixes(struct diag *d) {
    struct diag_part **at = &d->parts;
    while (*at)
        if ((*at)->is_fix)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    d->fix_count = 0;
}

/* Returns true for a syntax error at an operator, which may be that of an expression of C++. */
static bool is_at_operator(const struct cxx_text *t, const struct diag *d) {
    const char *at = t->cxx->text + d->span.start;
    while (at > t->cxx->text && at[-1] == ' ') at--;
    bool here = strchr("*/-<>&|^?", t->cxx->text[d->span.start]);
    return d->id == D_syntax && (here || (at > t->cxx->text && strchr("*/-<>&|^?", at[-1])));
}

static bool is_of_kind(const struct diag *d) {
    return d->id == D_operand_kind || d->id == D_element_kind || d->id == D_vector_length;
}

/* Returns the asm operand that a diagnostic refers to, or NULL. */
static const struct cxx_operand *operand_of_diag(const struct cxx_text *t, const struct diag *d,
                                                 const struct cxx_asm *a) {
    struct text name = text_at(t->ptx.start, d->span);
    uint32_t n = 0;
    if (!a || name.length < 2 || *name.start != '%') return NULL;
    for (uint32_t i = 1; i < name.length; i++) {
        if (!cxx_is_digit(name.start[i]) || i > 6) return NULL;
        n = 10 * n + (uint32_t)(name.start[i] - '0');
    }
    return n < a->operand_count ? cxx_operand_at(t->cxx, a, n) : NULL;
}

/* Returns true if a C++ float is in the register that the manual requires. Its type is not declared
 * that way, because nvcc keeps floats in .b32, which also fits other operands. */
static bool is_float_as_wanted(const struct diag *d, const struct cxx_operand *o) {
    enum { WANTED = 1 };
    if (d->id != D_lenient_operand || !o || o->letter != 'f') return false;
    return strstr(d->args[WANTED].text, ".f32") != NULL;
}

/* Replaces words that stand for C++ expressions by those expressions. */
static void respell(const struct cxx_text *t, struct diag_arg *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct diag_arg *arg = &args[i];
        if (arg->kind != ARG_TEXT && arg->kind != ARG_FOUND) continue;
        if (!arg->text || arg->text < t->ptx.start ||
            arg->text >= t->ptx.start + cxx_text_length(t))
            continue;
        uint32_t start = (uint32_t)(arg->text - t->ptx.start);
        ptxc_span from = cxx_text_map(t, (ptxc_span){start, start + arg->length});
        arg->text = t->cxx->text + from.start;
        arg->length = from.end - from.start;
    }
}

void cxx_respell_diag(const struct cxx_text *t, struct diag *d) {
    respell(t, d->args, d->arg_count);
    for (struct diag_part *p = d->parts; p; p = p->next) respell(t, p->args, p->arg_count);
}

void cxx_move_diag(const struct cxx_text *t, struct diag *d) {
    if (!is_fixable(t, d)) drop_fixes(d);
    for (struct diag_part *p = d->parts; p; p = p->next) p->span = cxx_text_map(t, p->span);
    d->span = cxx_text_map(t, d->span);
}

/* Returns the statement that contains a byte of the PTX text, or NULL. */
static struct cxx_asm *asm_at(const struct cxx *cxx, const struct list *judged, uint32_t at) {
    uint32_t low = 0, high = judged->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct cxx_asm *a = list_at(&cxx->asms, *(uint32_t *)list_at(judged, middle));
        if (a->end < at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == judged->count) return NULL;
    struct cxx_asm *a = list_at(&cxx->asms, *(uint32_t *)list_at(judged, low));
    return a->start <= at ? a : NULL;
}

static void move_all(const struct cxx *cxx, const struct cxx_text *t, const struct list *judged,
                     struct diags *diags, uint32_t from) {
    uint32_t kept = from;
    for (uint32_t i = from; i < diags->list.count; i++) {
        struct diag *d = nth_diag(diags, i);
        struct cxx_asm *a = asm_at(cxx, judged, d->span.start);
        const struct cxx_operand *o = operand_of_diag(t, d, a);
        if (is_float_as_wanted(d, o) || (a && cxx_is_doubtful(t, a, d))) {
            diags->error_count -= d->severity == PTXC_ERROR;
            continue;
        }
        if (a && (a->block || a->traits & CXX_GUESSED)) cxx_respell_diag(t, d);
        if (a) a->has_error |= d->severity == PTXC_ERROR;
        cxx_move_diag(t, d);
        if (a && a->block && is_at_operator(t, d)) note_cxx_expression(diags, d, NO_SPAN);
        if (o && is_of_kind(d))
            note_operand_is(diags, d, o->constraint, text_at(t->cxx->text, d->span),
                            text_at(t->cxx->text, o->constraint));
        *(struct diag **)list_at(&diags->list, kept++) = d;
    }
    diags->list.count = kept;
}

/* ---- names ---- */

struct name_observer {
    struct observer observer;
    struct arena *arena;
    struct list names; /* struct cxx_unresolved */
};

static void note_unresolved(struct observer *o, ptxc_span name) {
    struct name_observer *n = (struct name_observer *)o;
    *(struct cxx_unresolved *)list_add(n->arena, &n->names) = (struct cxx_unresolved){.name = name};
}

static void check_registers_named(const struct cxx *cxx, const struct cxx_text *t,
                                  const struct list *judged, const struct name_observer *n) {
    for (uint32_t i = 0; i < n->names.count; i++) {
        struct cxx_unresolved *u = list_at(&n->names, i);
        u->of = asm_at(cxx, judged, u->name.start);
    }
    cxx_check_names(t, &n->names);
}

/* ---- checking ---- */

/* Adds warnings about each checked statement; both lists are in the order of the text. */
static void advise(struct cxx *cxx, const struct cxx_text *t, const struct list *judged,
                   const struct unit *unit) {
    uint32_t stmt = 0, end = unit->ast->stmts.count;
    for (uint32_t i = 0; i < judged->count; i++) {
        struct cxx_asm *a = list_at(&cxx->asms, *(uint32_t *)list_at(judged, i));
        while (stmt < end && ast_stmt(unit->ast, stmt)->start < a->start) stmt++;
        uint32_t first = stmt;
        while (stmt < end && ast_stmt(unit->ast, stmt)->start < a->end) stmt++;
        if (a->block || cxx_is_partial(a) || cxx_is_hosted(a)) continue;
        const struct cxx_stmts stmts = {t,     unit->ast, unit->names,
                                        first, stmt,      *(uint32_t *)list_at(judged, i)};
        cxx_advise(&stmts, a);
        if (!a->has_error) cxx_advise_effects(&stmts, a);
    }
}

/* Returns true if its text may contain a constant with an unknown value. */
static bool has_constants(const struct cxx *cxx, const struct cxx_asm *a) {
    for (uint32_t i = 0; i < a->operand_count + a->hole_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(cxx, a, i);
        if (o->letter == 'C' || (o->letter == 'n' && !o->has_value)) return true;
    }
    return false;
}

/* Checks either the asm statements or the blocks of plain PTX: those whose target is known, or all
 * others. */
static void judge_some(struct cxx *cxx, ptxc_module *m, const struct settings *settings,
                       bool blocks_only, bool any_target) {
    struct cxx_text text;
    struct list judged;
    cxx_text_init(&text, cxx, &m->arena, &m->diags);
    list_init(&judged, sizeof(uint32_t));
    for (uint32_t i = 0; i < cxx->asms.count; i++) {
        struct cxx_asm *a = list_at(&cxx->asms, i);
        if (a->reason != CXX_CHECKED || a->any_target != any_target) continue;
        if (a->place & CXX_WHOLE) continue;
        if (blocks_only != (a->block != 0)) continue;
        if (!a->block && has_constants(cxx, a)) cxx_guess(cxx, settings, i);
        cxx_text_add(&text, a);
        if (a->reason == CXX_CHECKED) *(uint32_t *)list_add(&m->arena, &judged) = i;
    }
    if (!judged.count) return;
    struct interner *names = arena_alloc(&m->arena, sizeof *names);
    struct ast *ast = arena_zalloc(&m->arena, sizeof *ast);
    struct name_observer names_seen = {.observer = {.unresolved = note_unresolved},
                                       .arena = &m->arena};
    list_init(&names_seen.names, sizeof(struct cxx_unresolved));
    struct pp_judge blocks = {.observer = {.accepted = pp_see}, .cxx = cxx, .judged = &judged};
    struct unit unit = {.arena = &m->arena,
                        .scratch = &m->scratch,
                        .diags = &m->diags,
                        .names = names,
                        .ast = ast,
                        .text = text.ptx.start,
                        .observer = blocks_only ? &blocks.observer : &names_seen.observer,
                        .is_fragment = true,
                        .target = any_target ? -1 : settings->arch};
    uint32_t from = m->diags.list.count;
    intern_init(names, &m->arena, text.ptx.start, cxx_text_length(&text));
    unit_parse(&unit);
    (void)unit_check(&unit, settings);
    move_all(cxx, &text, &judged, &m->diags, from);
    check_registers_named(cxx, &text, &judged, &names_seen);
    advise(cxx, &text, &judged, &unit);
    cxx_check_protocol(m, &judged, &unit);
}

/* Checks a module of PTX in a string, whose `.target` says what it is compiled for, or a part of
 * one. */
static void judge_whole(struct cxx *cxx, ptxc_module *m, uint32_t number) {
    struct cxx_text text;
    struct list judged;
    struct cxx_asm *a = list_at(&cxx->asms, number);
    cxx_text_init(&text, cxx, &m->arena, &m->diags);
    list_init(&judged, sizeof(uint32_t));
    *(uint32_t *)list_add(&m->arena, &judged) = number;
    if (!cxx_text_add_whole(&text, a)) return;
    struct interner *names = arena_alloc(&m->arena, sizeof *names);
    struct name_observer names_seen = {.observer = {.unresolved = note_unresolved},
                                       .arena = &m->arena};
    list_init(&names_seen.names, sizeof(struct cxx_unresolved));
    struct unit unit = {.arena = &m->arena,
                        .scratch = &m->scratch,
                        .diags = &m->diags,
                        .names = names,
                        .ast = arena_zalloc(&m->arena, sizeof *unit.ast),
                        .text = text.ptx.start,
                        .observer = &names_seen.observer,
                        .is_fragment = !cxx_starts_module(built_text(&text.ptx)),
                        .target = -1};
    uint32_t from = m->diags.list.count;
    intern_init(names, &m->arena, text.ptx.start, cxx_text_length(&text));
    unit_parse(&unit);
    (void)unit_check(&unit, &m->settings);
    move_all(cxx, &text, &judged, &m->diags, from);
    if (unit.is_fragment) check_registers_named(cxx, &text, &judged, &names_seen);
}

static void say_cut(struct cxx *cxx, struct diags *diags) {
    for (uint32_t i = 0; i < cxx->asms.count; i++) {
        const struct cxx_asm *a = list_at(&cxx->asms, i);
        if (a->reason != CXX_CUT || span_is_none(a->cut)) continue;
        if (cxx->text[a->cut.start] == '"')
            report_asm_cut(diags, a->cut, phrase(P_closing_quote));
        else if (a->cut.start == a->keyword.start)
            report_asm_cut(diags, a->cut, phrase(P_closing_parenthesis));
        else
            report_asm_unexpected(diags, a->cut, text_at(cxx->text, a->cut));
    }
}

static void judge_module(struct cxx *cxx, ptxc_module *m, const struct settings *settings) {
    for (int any_target = 0; any_target < 2; any_target++) {
        judge_some(cxx, m, settings, false, any_target);
        if (cxx->pp) judge_some(cxx, m, settings, true, any_target);
    }
    for (uint32_t i = 0; i < cxx->asms.count; i++) {
        const struct cxx_asm *a = list_at(&cxx->asms, i);
        if (a->place & CXX_WHOLE && a->reason == CXX_CHECKED) judge_whole(cxx, m, i);
    }
}

static void index_lines(ptxc_module *m) {
    struct line_index *lines = &m->ast.lines;
    *lines = (struct line_index){.text = m->text};
    list_init(&lines->marks, sizeof(struct line_mark));
    const char *at = m->text, *end = at + m->length;
    while ((at = memchr(at, '\n', (size_t)(end - at))))
        line_index_add(&m->arena, lines, (uint32_t)(++at - m->text));
}

void cxx_check(ptxc_module *m, cxx_find *find) {
    const struct settings *settings = &m->settings;
    struct cxx *cxx = arena_zalloc(&m->arena, sizeof *cxx);
    *cxx = (struct cxx){.arena = &m->arena,
                        .scratch = &m->scratch,
                        .text = m->text,
                        .length = m->length,
                        .whole_length = m->length,
                        .arch = settings->arch,
                        .defines = settings->defines,
                        .define_count = settings->define_count,
                        .prelude = settings->prelude};
    list_init(&cxx->asms, sizeof(struct cxx_asm));
    list_init(&cxx->literals, sizeof(struct cxx_literal));
    list_init(&cxx->operands, sizeof(struct cxx_operand));
    list_init(&cxx->markers, sizeof(struct cxx_marker));
    list_init(&cxx->macros, sizeof(struct cxx_macro));
    list_init(&m->protocol.gaps, sizeof(struct flow_gap_record));
    list_init(&m->protocol.relations, sizeof(ptxc_relation));
    m->cxx = cxx;
    m->by = (struct judged_by){isa_version_newest(settings->release), settings->arch,
                               settings->release};
    index_lines(m);
    find(cxx, &m->diags);
    cxx->closes = cxx_closes_braces(cxx);
    say_cut(cxx, &m->diags);
    judge_module(cxx, m, settings);
    pp_settle(cxx, &m->diags);
}

bool cxx_loc(const ptxc_module *m, uint32_t offset, ptxc_loc *loc) {
    const struct list *markers = &m->cxx->markers;
    uint32_t low = 0, high = markers->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (((struct cxx_marker *)list_at(markers, middle))->next_line <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return false;
    const struct cxx_marker *marker = list_at(markers, low - 1);
    uint32_t lines = line_index_at(&m->ast.lines, offset).line -
                     line_index_at(&m->ast.lines, marker->next_line).line;
    *loc = (ptxc_loc){marker->file, marker->line + lines, 0};
    return true;
}
