/* SPDX-License-Identifier: Apache-2.0
 * The walk over the statements of a module: see check.h. */
#include "check/check.h"
#include <string.h>

struct text name_text(const struct checker *c, const struct node *node) {
    return text_at(c->text, node_span(node));
}

static bool in_function(const struct checker *c) { return c->symbols.depth > 0; }

static uint8_t kind_at(const struct checker *c, uint32_t i) {
    return i < c->ast->stmts.count ? ast_stmt(c->ast, i)->kind : PTXC_STMT_ERROR;
}

static void enter_brace(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    uint8_t before = i ? kind_at(c, i - 1) : PTXC_STMT_OPEN;
    if (before == PTXC_STMT_FUNCTION && c->symbols.depth == 1 &&
        c->symbols.scopes[1].start == ast_stmt(c->ast, i - 1)->start)
        return; /* the scope was opened for the parameters */
    if (!in_function(c) && before != PTXC_STMT_ERROR && !c->body.outside_reported)
        report_brace_outside(c->diags, (ptxc_span){s->start, s->end});
    /* The declarations around a stray block are unknown. */
    if (!in_function(c) && before != PTXC_STMT_ERROR) c->naming.lost = true;
    symbols_open(&c->symbols, s->start);
}

static void close_brace(struct checker *c) {
    if (!in_function(c)) return;
    if (c->symbols.depth == 1) {
        check_end_of_function(c);
        c->naming.lost = c->asked.is_fragment;
    }
    symbols_close(&c->symbols);
}

static void outside(struct checker *c, const struct stmt *s) {
    if (c->body.outside_reported) return;
    c->body.outside_reported = true;
    report_outside_function(c->diags, (ptxc_span){s->start, s->end});
}

/* Returns how many braces the parser closed before the function, because functions cannot be
 * nested. */
static uint32_t closed_before(const struct checker *c, uint32_t i) {
    uint32_t count = 0;
    for (; i && kind_at(c, i - 1) == PTXC_STMT_CLOSE; i--, count++) {
        const struct stmt *s = ast_stmt(c->ast, i - 1);
        if (s->start != s->end) break;
    }
    return count;
}

static void function(struct checker *c, uint32_t i) {
    c->body.outside_reported = false;
    c->body.forgiven = closed_before(c, i);
    check_sequence_over(c);
    check_function(c, i, ast_stmt(c->ast, i)->body);
}

/* Checks .branchtargets and similar directives: a label must directly precede them, and they
 * declare it. */
static void labelled(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    if (!i || kind_at(c, i - 1) != PTXC_STMT_LABEL) report_missing_label(c->diags, head_of(s));
    if (s->kind == PTXC_STMT_TARGET_LIST)
        check_target_list(c, i);
    else
        check_prototype(c, i);
}

static void declare_label(struct checker *c, uint32_t i) {
    uint8_t next = kind_at(c, i + 1);
    bool branches =
        next == PTXC_STMT_TARGET_LIST && c->text[ast_stmt(c->ast, i + 1)->head_start + 1] == 'b';
    bool list = next == PTXC_STMT_TARGET_LIST || next == PTXC_STMT_PROTOTYPE;
    check_sequence_over(c);
    check_label(c, i, branches ? LIST_BRANCHES : list ? LIST_CALLEES : LIST_NONE);
}

/* Returns true if the kind of statement is allowed in this place. */
static bool in_place(struct checker *c, const struct stmt *s) {
    struct text word = text_at(c->text, head_of(s));
    switch (s->kind) {
    case PTXC_STMT_FILE:
    case PTXC_STMT_SECTION:
        if (in_function(c)) report_module_only(c->diags, head_of(s), word);
        return !in_function(c);
    case PTXC_STMT_LOC:
    case PTXC_STMT_TARGET_LIST:
    case PTXC_STMT_PROTOTYPE:
        if (!in_function(c) && !c->body.outside_reported)
            report_function_only(c->diags, head_of(s), word);
        return in_function(c);
    case PTXC_STMT_INSTRUCTION:
    case PTXC_STMT_LABEL:
        if (!in_function(c)) outside(c, s);
        return in_function(c);
    default: return true;
    }
}

void check_word_need(struct checker *c, uint32_t node) {
    const struct node *n = ast_node(c->ast, node);
    struct text t = name_text(c, n);
    if (n->kind == PTXC_OPERAND_WORD)
        match_need_word(&c->match, isa_directive_avail(t.start, t.length), node_span(n));
}

/* Checks that the version supports the parts of a .section. */
static void need_parts(struct checker *c, uint32_t i) {
    static const char *const names[] = {[SECTION_LABEL] = ".section::label",
                                        [SECTION_MINUS] = ".section::minus",
                                        [SECTION_DIFFERENCE] = ".section::difference"};
    const struct stmt *s = ast_stmt(c->ast, i);
    for (int k = 0; k < SECTION_PARTS; k++) {
        ptxc_span at = c->ast->section[k];
        if (at.end && at.start >= s->start && at.end <= s->end)
            match_need_word(&c->match, isa_directive_avail(names[k], (uint32_t)strlen(names[k])),
                            at);
    }
}

/* Checks versions and targets for directives that are statements of their own. */
static void need_directive(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    switch (s->kind) {
    case PTXC_STMT_ALIAS:
    case PTXC_STMT_PRAGMA:
    case PTXC_STMT_PROTOTYPE:
    case PTXC_STMT_SECTION:
    case PTXC_STMT_TARGET_LIST:
        match_need_word(&c->match, isa_directive_avail(c->text + s->head_start, s->head),
                        head_of(s));
        break;
    default: break;
    }
}

/* An extra `}` may have ended the function early, so what follows is not reported. */
static void extra_brace(struct checker *c, const struct stmt *s) {
    if (c->body.forgiven) {
        c->body.forgiven--;
        return;
    }
    if (!c->body.outside_reported) report_extra_brace(c->diags, (ptxc_span){s->start, s->end});
    c->body.outside_reported = true;
}

static bool is_extra_brace(const struct checker *c, const struct stmt *s) {
    return s->kind == PTXC_STMT_ERROR && c->text[s->start] == '}';
}

static void check_stmt(struct checker *c, uint32_t i) {
    const struct stmt *s = ast_stmt(c->ast, i);
    if (is_extra_brace(c, s)) extra_brace(c, s);
    if (s->kind == PTXC_STMT_INSTRUCTION && in_function(c)) {
        /* The common case: a function is open, so the header is complete. */
        check_instruction(c, i);
        return;
    }
    if (s->kind >= PTXC_STMT_VERSION && s->kind <= PTXC_STMT_ADDRESS_SIZE) {
        check_header_stmt(c, i);
        return;
    }
    c->head.is_all = false;
    if (c->head.state != HEADER_DONE) {
        if (s->kind == PTXC_STMT_ERROR) {
            /* This may have been the directive that is now missing. */
            c->head.broken = true;
            return;
        }
        check_header_over(c, s->start);
    }
    if (s->lost_names) c->naming.lost = true;
    if (!in_place(c, s)) return;
    need_directive(c, i);
    switch (s->kind) {
    case PTXC_STMT_INSTRUCTION: check_instruction(c, i); break;
    case PTXC_STMT_VARIABLE: check_variable(c, i); break;
    case PTXC_STMT_FUNCTION: function(c, i); break;
    case PTXC_STMT_ALIAS: check_alias(c, i); break;
    case PTXC_STMT_FILE: check_file(c, i); break;
    case PTXC_STMT_LOC: check_location(c, i); break;
    case PTXC_STMT_PRAGMA:
        check_pragma(c, ast_nodes_begin(c->ast, i), s->nodes_end, in_function(c));
        break;
    case PTXC_STMT_SECTION:
        c->debug.sections = true;
        need_parts(c, i);
        break;
    case PTXC_STMT_TARGET_LIST:
    case PTXC_STMT_PROTOTYPE: labelled(c, i); break;
    case PTXC_STMT_LABEL: declare_label(c, i); break;
    case PTXC_STMT_OPEN: enter_brace(c, i); break;
    case PTXC_STMT_CLOSE: close_brace(c); break;
    default: break;
    }
}

/* If braces do not match, labels end up in other blocks than intended. */
static void poison_labels(struct checker *c) {
    for (uint32_t i = 0; i < c->ast->stmts.count; i++) {
        const struct stmt *s = ast_stmt(c->ast, i);
        if (s->kind != PTXC_STMT_LABEL) continue;
        atom_at(c->names, ast_node(c->ast, s->nodes_end - 1)->name.atom)->poisoned = true;
    }
}

/* Returns false for prose, C++ or an object file: nothing looks like PTX, so other errors would be
 * noise. */
static bool is_ptx(const struct checker *c) {
    const struct list *stmts = &c->ast->stmts;
    if (!stmts->count || c->text[ast_stmt(c->ast, 0)->start] == '.') return true;
    for (uint32_t i = 0; i < stmts->count; i++)
        if (ast_stmt(c->ast, i)->kind == PTXC_STMT_VERSION) return true;
    return false;
}

static void not_ptx(struct checker *c) {
    uint32_t start = ast_stmt(c->ast, 0)->start, first = diags_clear(c->diags);
    if (first < start) start = first;
    report_missing_version(c->diags, (ptxc_span){start, start});
}

void check_braces(struct checker *c) {
    for (uint32_t i = 0; i < c->ast->stmts.count && c->ast->brace_errors; i++) {
        const struct stmt *s = ast_stmt(c->ast, i);
        if (s->kind == PTXC_STMT_FUNCTION) {
            c->body.outside_reported = false;
            c->body.forgiven = closed_before(c, i);
        }
        if (is_extra_brace(c, s)) extra_brace(c, s);
    }
}

void check_module(struct checker *c) {
    if (c->asked.is_fragment) {
        c->head.state = HEADER_DONE;
        c->naming.lost = true;
    } else if (!is_ptx(c)) {
        not_ptx(c);
        return;
    }
    symbols_init(&c->symbols, c->arena, c->names);
    c->head.is_all = true;
    if (c->ast->brace_errors) poison_labels(c);
    for (uint32_t i = 0; i < c->ast->stmts.count; i++) check_stmt(c, i);
    if (c->match.uniform.mixed) check_kernels(c);
    match_end(&c->match);
    if (!c->asked.is_fragment) check_header_end(c);
}
