/* SPDX-License-Identifier: Apache-2.0
 * Uses of names. Manual: Identifiers; Instruction Operands; Special Registers. */
#include "chain/chain.h"
#include "check/check.h"
#include "match/observer.h"
#include "base/distance.h"
#include "syntax/lexer.h"
#include <string.h>

enum { MAX_GUESSES = 200, MAX_SCANNED = 4000 };

/* ---- undeclared names ---- */

static struct text register_text(struct checker *c, struct text prefix, uint32_t number) {
    struct text_builder b = build_in_arena(c->arena);
    build_text(&b, prefix);
    build_number(&b, number);
    return built_text(&b);
}

#define NO_STMT UINT32_MAX

/* What to write instead of a name: another declared name, or one of a range. */
struct guess {
    struct symbol *symbol;
    uint32_t edits; /* one more than the largest distance that counts as similar */
    uint32_t number;
    bool tied; /* another one is equally near, so do not guess */
};

static void consider_symbol(struct checker *c, struct guess *g, struct symbol *y, struct text given,
                            struct name split) {
    uint32_t edits;
    if (y->kind == SYMBOL_LOST) return;
    if (y->is_range) {
        /* For %rr5 where `%r<10>` is declared, compare the text before the numbers. */
        const struct atom *a = atom_at(c->names, split.atom), *b = atom_at(c->names, y->name.atom);
        if (split.number >= y->range || a == b) return;
        edits = edit_distance((struct text){c->text + a->start, a->length},
                              (struct text){c->text + b->start, b->length}, g->edits);
    } else {
        edits = edit_distance(given, text_at(c->text, symbol_span(y)), g->edits);
    }
    if (edits < g->edits)
        *g = (struct guess){y, edits, split.number, false};
    else if (edits == g->edits && g->symbol)
        g->tied = true;
}

/* Returns the declared name nearest to `given` in the open scopes. */
static struct guess nearest(struct checker *c, struct text given, struct name split) {
    struct guess g = {.edits = given.length > 4 ? 3 : given.length > 2 ? 2 : 1};
    uint32_t scanned = 0;
    if (++c->naming.guesses > MAX_GUESSES) return g;
    for (uint32_t d = c->symbols.depth + 1; d-- > 0;)
        for (struct symbol *y = c->symbols.scopes[d].newest; y; y = y->older) {
            if (++scanned > MAX_SCANNED) return g;
            consider_symbol(c, &g, y, given, split);
        }
    return g;
}

/* Reports %r105 where `.reg .b32 %r<100>` is declared. */
static void outside_range(struct checker *c, struct symbol *range, ptxc_span at) {
    struct text declared = text_at(c->text, symbol_span(range));
    const struct atom *atom = atom_at(c->names, range->name.atom);
    struct text prefix = {c->text + atom->start, atom->length};
    struct diag *d = report_out_of_range(c->diags, at, text_at(c->text, at), declared);
    struct text names = phrase(P_no_name);
    if (range->range == 1) {
        names = register_text(c, prefix, 0);
    } else if (range->range) {
        names = phrase_up_to(c->arena, register_text(c, prefix, 0),
                             register_text(c, prefix, range->range - 1));
    }
    note_range_is(c->diags, d, symbol_span(range), declared, names);
}

/* Returns true if the byte before `at` can belong to an opcode that ends there. The `:` of a label
 * cannot. */
static bool in_opcode(const char *text, uint32_t at) {
    char ch = text[at - 1];
    return is_name_byte(ch) || ch == '.' ||
           (ch == ':' && (text[at] == ':' || (at > 1 && text[at - 2] == ':')));
}

/* Recognizes `membar.gl` followed by `ret;` on the next line: this is not an operand but the next
 * instruction, and a `;` is missing. */
static bool is_next_instruction(struct checker *c, ptxc_span at) {
    uint32_t end = at.start, start;
    bool line = false;
    if (isa_insn_find(c->text + at.start, at.end - at.start) == ISA_NONE) return false;
    for (; end && strchr(" \t\r\n", c->text[end - 1]); end--) line |= c->text[end - 1] == '\n';
    for (start = end; start && in_opcode(c->text, start); start--) {}
    if (!line || isa_insn_of_chain(c->text + start, end - start) == ISA_NONE) return false;
    ptxc_span missing = {end, end};
    struct diag *d = report_missing_semicolon(c->diags, missing, phrase(P_the_instruction));
    diag_fix(c->diags, d, missing, ";");
    return true;
}

/* ---- names that the module declares later ---- */

static void note_declaration(struct checker *c, uint32_t node) {
    struct atom *atom = atom_at(c->names, ast_node(c->ast, node)->name.atom);
    if (!atom->later) atom->later = node + 1;
}

/* Records for each name where the module declares it. */
static void find_declarations(struct checker *c) {
    uint32_t depth = 0;
    for (uint32_t i = 0; i < c->ast->stmts.count; i++) {
        const struct stmt *s = ast_stmt(c->ast, i);
        depth += s->kind == PTXC_STMT_OPEN;
        depth -= s->kind == PTXC_STMT_CLOSE && depth;
        bool function = s->kind == PTXC_STMT_FUNCTION;
        if (depth || (!function && s->kind != PTXC_STMT_VARIABLE)) continue;
        for (uint32_t n = s->nodes_end, k = s->roots; k--; n -= 1 + node_size(c->ast, n - 1)) {
            const struct node *root = ast_node(c->ast, n - 1);
            if (function && root->kind == PTXC_OPERAND_SYMBOL)
                note_declaration(c, n - 1);
            else if (!function && root->kind == PTXC_OPERAND_DECLARATOR)
                note_declaration(c, n - 1 - root->group.size);
        }
    }
}

/* Returns the node that declares the name later, or NULL. */
static const struct node *declared_later(struct checker *c, struct name name, ptxc_span at) {
    if (!c->naming.knows_later) find_declarations(c);
    c->naming.knows_later = true;
    uint32_t later = atom_at(c->names, name.atom)->later;
    const struct node *n = later ? ast_node(c->ast, later - 1) : NULL;
    return n && n->name.number == name.number && n->start > at.start ? n : NULL;
}

static void declared_too_late(struct checker *c, ptxc_span at, ptxc_span declared) {
    struct diag *d = report_declared_late(c->diags, at, text_at(c->text, at));
    note_declared_here(c->diags, d, declared, text_at(c->text, declared));
}

/* Registers %r1, %r2 ... without a declaration of %r<N> are one error. */
static bool is_family(const struct checker *c, struct name name) {
    const struct atom *a = atom_at(c->names, name.atom);
    return name.number != NO_NUMBER && c->text[a->start] == '%' && !a->range && !a->numbered;
}

/* Returns true if another register of the family is used soon after, which means that no similar
 * name was meant. */
static bool has_siblings(const struct checker *c, struct name name) {
    enum { NEARBY = 200 };
    uint32_t count = c->symbols.pending.count;
    for (uint32_t i = c->naming.pending_now + 1; i < count && i < c->naming.pending_now + NEARBY;
         i++) {
        const struct pending *p = list_at(&c->symbols.pending, i);
        if (p->name.atom == name.atom && p->name.number != name.number) return true;
    }
    return false;
}

/* `stmt` is the instruction that contains the name, or NO_STMT if it is not an operand. */
static void say_undeclared(struct checker *c, uint32_t stmt, struct name name, ptxc_span at) {
    if (atom_at(c->names, name.atom)->poisoned) return;
    struct name split = name;
    if (symbols_split(&c->symbols, &split) && atom_at(c->names, split.atom)->poisoned) return;
    struct symbol *range = split.number != NO_NUMBER ? symbols_range(&c->symbols, split) : NULL;
    if (range && split.number < range->range) {
        declared_too_late(c, at, symbol_span(range));
        return;
    }
    if (range) {
        outside_range(c, range, at);
        return;
    }
    const struct node *later = declared_later(c, name, at);
    if (later) {
        declared_too_late(c, at, node_span(later));
        return;
    }
    if (is_next_instruction(c, at)) return;
    struct text given = text_at(c->text, at);
    const struct atom *atom = atom_at(c->names, name.atom);
    if (name.number != NO_NUMBER && given.length == atom->length)
        given = register_text(c, given, name.number); /* one of `N<3>` */
    struct diag *d = report_undeclared(c->diags, at, given);
    if (is_family(c, name) && has_siblings(c, name)) {
        struct text prefix = {c->text + atom->start, atom->length};
        note_no_registers(c->diags, d, NO_SPAN, prefix);
        return;
    }
    struct guess g = nearest(c, given, split);
    if (!g.symbol || g.tied) return;
    if (stmt != NO_STMT && !check_accepts_name(c, stmt, at.start, g.symbol)) return;
    struct text better = text_at(c->text, symbol_span(g.symbol));
    if (g.symbol->is_range) {
        const struct atom *prefix = atom_at(c->names, g.symbol->name.atom);
        better = register_text(c, (struct text){c->text + prefix->start, prefix->length}, g.number);
    }
    note_did_you_mean(c->diags, d, symbol_span(g.symbol), better);
    diag_fix(c->diags, d, at, arena_copy(c->arena, better.start, better.length));
}

void check_undeclared(struct checker *c, struct name name, ptxc_span at) {
    say_undeclared(c, NO_STMT, name, at);
}

/* If registers have no declaration at all, only the first use is reported, because a single line is
 * missing. */
static void lose_family(struct checker *c, struct name name) {
    struct symbol y = {
        .name = {name.atom, NO_NUMBER}, .kind = SYMBOL_LOST, .is_range = true, .range = UINT32_MAX};
    if (is_family(c, name)) symbols_declare(&c->symbols, &y);
}

void check_end_of_function(struct checker *c) {
    const struct pending *last = NULL;
    for (uint32_t i = 0; i < c->symbols.pending.count; i++) {
        const struct pending *p = list_at(&c->symbols.pending, i);
        if (p->done) continue;
        if (c->naming.lost) {
            struct observer *o = c->asked.is_fragment ? c->match.observer : NULL;
            ptxc_span at = {p->start, p->end};
            if (!is_next_instruction(c, at) && o && o->unresolved) o->unresolved(o, at);
            continue;
        }
        bool again = last && last->stmt == p->stmt && last->name.atom == p->name.atom &&
                     last->name.number == p->name.number;
        last = p;
        if (again) continue;
        const struct symbol *y = symbols_lookup(&c->symbols, p->name);
        if (y && y->kind == SYMBOL_LOST) continue;
        c->naming.pending_now = i;
        say_undeclared(c, p->stmt, p->name, (ptxc_span){p->start, p->end});
        lose_family(c, p->name);
    }
    symbols_end_waiting(&c->symbols);
    c->naming.numbered_uses = 0;
}

/* ---- uses ---- */

struct text base_text(const struct checker *c, const struct node *n) {
    return operand_base(c->text, n);
}

int special_of(const struct checker *c, const struct node *n) {
    if (c->text[n->start] != '%') return -1;
    struct text t = base_text(c, n);
    return isa_special_find(t.start, t.length);
}

bool check_is_special(const struct checker *c, ptxc_span name) {
    struct text t = text_at(c->text, name);
    int special = *t.start == '%' ? isa_special_find(t.start, t.length) : -1;
    if (special < 0) return false;
    return isa_avails[isa_specials[special].avail].version <= isa_version_newest(c->match.release);
}

static bool is_branches(const struct checker *c, const struct stmt *s) {
    return s->kind == PTXC_STMT_TARGET_LIST && c->text[s->head_start + 1] == 'b';
}

bool check_does(const struct checker *c, uint32_t stmt, enum isa_does what) {
    const struct stmt *s = ast_stmt(c->ast, stmt);
    return s->kind == PTXC_STMT_INSTRUCTION &&
           isa_does(chain_info(c->arena, c->names, s->head, c->match.release)->insn, what);
}

/* Returns true for a branch or a .branchtargets. */
static bool is_jump(const struct checker *c, uint32_t stmt) {
    return check_does(c, stmt, DOES_BRANCH) || is_branches(c, ast_stmt(c->ast, stmt));
}

static void wait_for(struct checker *c, uint32_t stmt, const struct node *n) {
    struct text t = base_text(c, n);
    struct pending use = {.name = n->name, .start = n->start, .end = n->start + t.length};
    use.stmt = stmt;
    bool guard =
        ast_stmt(c->ast, stmt)->guarded && n == ast_node(c->ast, ast_nodes_begin(c->ast, stmt));
    use.jump = !guard && is_jump(c, stmt);
    symbols_wait(&c->symbols, &use);
}

/* In `%tid.texref`, the assembler reads the word as a component. */
static bool is_reference(struct text t) {
    static const char *const words[] = {".texref", ".samplerref", ".surfref"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (t.length > n && !memcmp(t.start + t.length - n, words[i], n)) return true;
    }
    return false;
}

/* A vector has the components .x .y .z .w or .r .g .b .a. Video instructions also take bytes and
 * halves of a scalar register (.b0, .b3210, .h10), which the matcher checks. */
static void component(struct checker *c, const struct node *n, bool vector, bool is_register) {
    struct text t = name_text(c, n);
    const char *end = t.start + t.length;
    bool letter = (end[-2] == '.' && strchr("xyzwrgba", end[-1])) || is_reference(t);
    if (vector ? letter : is_register && operand_part(c->text, n)) return;
    report_no_component(c->diags, node_span(n), t);
}

static void use_special(struct checker *c, const struct node *n, int special) {
    ptxc_span at = {n->start, n->start + base_text(c, n).length};
    match_need_word(&c->match, isa_specials[special].avail, at);
    bool known = c->match.version >= isa_avails[isa_specials[special].avail].version;
    if (known && isa_specials[special].holds == HOLDS_CTA_MEMORY) c->insn.of_memory = true;
}

static void use(struct checker *c, uint32_t stmt, const struct node *n) {
    struct symbol *y = symbols_lookup(&c->symbols, n->name);
    int special = -1;
    if (y && y->flags & SYMBOL_HIDES) check_hidden(c, stmt, y);
    if (!y && (special = special_of(c, n)) < 0) {
        wait_for(c, stmt, n);
        return;
    }
    if (!y) use_special(c, n, special);
    if (n->kind == PTXC_OPERAND_INDEX && y && !y->elements) {
        report_not_an_array(c->diags, node_span(n), base_text(c, n));
        c->insn.unjudged = true;
    }
    if (n->kind != PTXC_OPERAND_COMPONENT) return;
    component(c, n, y ? y->vector : isa_specials[special].components,
              y && y->kind == SYMBOL_REGISTER);
}

/* Only calls accept `(...)` as an operand. */
static void check_list(struct checker *c, uint32_t stmt, const struct node *n) {
    const struct stmt *s = ast_stmt(c->ast, stmt);
    if (s->kind != PTXC_STMT_INSTRUCTION || check_does(c, stmt, DOES_CALL)) return;
    ptxc_span at = {n->start, n->start + 1};
    report_syntax(c->diags, at, text_at(c->text, at), phrase(P_an_operand));
    c->insn.unjudged = true;
}

/* `%r1 [%rd1]`, `_ [%rd1]`: two operands, read as an element of an array. Returns true if it
 * reported that. */
static bool lacks_comma(struct checker *c, const struct node *n) {
    struct text base = base_text(c, n);
    uint32_t at = n->start + base.length;
    const struct symbol *y = symbols_lookup(&c->symbols, n->name);
    if (!strchr(" \t", c->text[at])) return false;
    if (!text_same(base, text_of("_")) && (!y || y->kind != SYMBOL_REGISTER)) return false;
    while (strchr(" \t", c->text[at])) at++;
    report_missing_comma(c->diags, (ptxc_span){at, at + 1});
    c->insn.unjudged = true;
    return true;
}

void check_name(struct checker *c, uint32_t stmt, const struct node *n) {
    switch (n->kind) {
    case PTXC_OPERAND_SYMBOL:
        if (!common_register(c, n)) use(c, stmt, n);
        break;
    case PTXC_OPERAND_COMPONENT: use(c, stmt, n); break;
    case PTXC_OPERAND_INDEX:
        if (!lacks_comma(c, n)) use(c, stmt, n);
        break;
    case PTXC_OPERAND_LIST: check_list(c, stmt, n); break;
    default: break;
    }
}

/* `N<3>` in a list of targets stands for N0, N1, N2. */
static void use_numbered(struct checker *c, uint32_t stmt, const struct node *n, int64_t count) {
    enum { MOST = 65536 }; /* per function: a short text must not need much memory */
    struct name name = {intern_atom(c->names, n->start, n->start + n->length), 0};
    for (; name.number < count && c->naming.numbered_uses < MOST;
         name.number++, c->naming.numbered_uses++) {
        struct pending use = {name, n->start, n->start + n->length, stmt, NULL, false, true};
        if (!symbols_lookup(&c->symbols, name)) symbols_wait(&c->symbols, &use);
    }
}

/* Checks one name of a list: a label, or a function. */
static void check_listed(struct checker *c, uint32_t stmt, const struct node *n) {
    bool label = is_branches(c, ast_stmt(c->ast, stmt));
    const struct symbol *y = symbols_lookup(&c->symbols, n->name);
    if (!y && special_of(c, n) < 0)
        check_name(c, stmt, n);
    else if (!y || (y->kind != (label ? SYMBOL_LABEL : SYMBOL_FUNCTION) && y->kind != SYMBOL_LOST))
        report_listed_name(c->diags, node_span(n), name_text(c, n),
                           phrase(label ? P_a_label : P_a_function));
}

void check_target_list(struct checker *c, uint32_t stmt) {
    uint32_t end = ast_stmt(c->ast, stmt)->nodes_end;
    for (uint32_t i = ast_nodes_begin(c->ast, stmt); i < end; i++) {
        const struct node *range = i + 1 < end ? ast_node(c->ast, i + 1) : NULL;
        if (range && range->kind == PTXC_OPERAND_RANGE)
            use_numbered(c, stmt, ast_node(c->ast, i), range->value);
        else
            check_listed(c, stmt, ast_node(c->ast, i));
    }
}
