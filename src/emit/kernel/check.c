/* SPDX-License-Identifier: Apache-2.0
 * Reports what cannot be expressed in CUDA C++: see kernel.h. */
#include "check/declaration.h"
#include "emit/emit.h"
#include "emit/kernel/kernel.h"

static void refuse_kernel(const struct unit *u, ptxc_span at, enum phrase_id reason) {
    report_not_in_cxx(u->diags, at, text_at(u->text, at), phrase(reason));
}

static ptxc_span head_span(const struct stmt *s) {
    return (ptxc_span){s->head_start, s->head_start + s->head};
}

/* ---- the module header ---- */

int emit_kernel_target(const struct unit *u) {
    for (uint32_t i = 0; i < u->ast->stmts.count; i++) {
        if (ast_stmt(u->ast, i)->kind != PTXC_STMT_TARGET) continue;
        const struct node *n = ast_node(u->ast, ast_nodes_begin(u->ast, i));
        return isa_target_find(u->text + n->start, n->length);
    }
    return -1;
}

static void check_kernel_target(const struct unit *u, uint32_t stmt) {
    uint32_t first = ast_nodes_begin(u->ast, stmt);
    for (uint32_t i = first; i < ast_stmt(u->ast, stmt)->nodes_end; i++) {
        ptxc_span at = node_span(ast_node(u->ast, i));
        struct text t = text_at(u->text, at);
        if (i == first && isa_target_find(t.start, t.length) < 0)
            refuse_kernel(u, at, P_not_a_target);
        else if (i > first && !text_is(t, "debug"))
            refuse_kernel(u, at, P_no_mode);
    }
}

static void check_address_size(const struct unit *u, uint32_t stmt) {
    const struct node *n = ast_node(u->ast, ast_nodes_begin(u->ast, stmt));
    if (n->value != 64) refuse_kernel(u, node_span(n), P_wide_addresses);
}

void emit_kernel_check_module(const struct unit *u) {
    for (uint32_t i = 0; i < u->ast->stmts.count; i++) {
        const struct stmt *s = ast_stmt(u->ast, i);
        if (s->kind == PTXC_STMT_TARGET) check_kernel_target(u, i);
        if (s->kind == PTXC_STMT_ADDRESS_SIZE) check_address_size(u, i);
        if (s->kind == PTXC_STMT_FUNCTION || s->kind == PTXC_STMT_VARIABLE) return;
    }
}

/* ---- kernels ---- */

bool emit_kernel_is_name(struct text t) {
    for (uint32_t i = 0; i < t.length; i++) {
        char c = t.start[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
        if (!letter && !(i && c >= '0' && c <= '9')) return false;
    }
    return !emit_is_cxx_keyword(t);
}

static void check_parameters(const struct unit *u, const struct kernel *k) {
    for (uint32_t i = 0; i < k->parameter_count; i++)
        if (isa_types[k->parameter[i].type].kind == TYPE_OPAQUE)
            refuse_kernel(u, k->parameter[i].at, P_no_parameter);
}

static void check_tunings(const struct unit *u, const struct kernel *k) {
    const struct kernel_tuning_value *t = k->tuning;
    static const int bounds[] = {KERNEL_MAXNTID, KERNEL_REQNTID, KERNEL_MINNCTAPERSM, KERNEL_RANK};
    bool by_blocks = t[KERNEL_BLOCKS].given;
    for (size_t i = 0; t[KERNEL_MAXNREG].given && i < sizeof bounds / sizeof *bounds; i++) {
        if (!t[bounds[i]].given || (by_blocks && bounds[i] == KERNEL_REQNTID)) continue;
        refuse_kernel(u, t[KERNEL_MAXNREG].at, P_beside_bounds);
        break;
    }
    if (t[KERNEL_MEMORY].given) refuse_kernel(u, t[KERNEL_MEMORY].at, P_no_word);
    const int64_t *cluster = t[KERNEL_CLUSTER].value;
    if (t[KERNEL_CLUSTER].given && !(cluster[0] && cluster[1] && cluster[2]))
        refuse_kernel(u, t[KERNEL_CLUSTER].at, P_empty_cluster);
}

/* NAME_param_0, NAME_param_1, ... are nvcc's names of the parameters. */
static bool is_parameter_name(const struct unit *u, const struct kernel *k, struct text t,
                              bool is_range) {
    static const char middle[] = "_param_";
    struct text name = text_at(u->text, k->name);
    uint32_t at = name.length + sizeof middle - 1;
    uint64_t number = 0;
    if (t.length < at || memcmp(t.start, name.start, name.length) ||
        memcmp(t.start + name.length, middle, sizeof middle - 1))
        return false;
    if (is_range) return true;
    if (t.length == at || (t.start[at] == '0' && t.length > at + 1)) return false;
    for (uint32_t i = at; i < t.length; i++) {
        if (t.start[i] < '0' || t.start[i] > '9' || number >= k->parameter_count) return false;
        number = 10 * number + (uint64_t)(t.start[i] - '0');
    }
    if (number >= k->parameter_count) return false;
    /* If the parameter also has that name in PTX, it is hidden there as well. */
    struct text own = text_at(u->text, k->parameter[number].at);
    return own.length != t.length || memcmp(own.start, t.start, t.length);
}

static void refuse_parameter_name(const struct unit *u, const struct kernel *k, ptxc_span at,
                                  bool is_range) {
    if (is_parameter_name(u, k, text_at(u->text, at), is_range)) refuse_kernel(u, at, P_taken_name);
}

/* Checks what a statement of the body declares. */
static void check_names(const struct unit *u, const struct kernel *k, uint32_t stmt) {
    const struct stmt *s = ast_stmt(u->ast, stmt);
    uint32_t begin = ast_nodes_begin(u->ast, stmt);
    if (s->kind == PTXC_STMT_LABEL)
        refuse_parameter_name(u, k, node_span(ast_node(u->ast, begin)), false);
    if (s->kind != PTXC_STMT_VARIABLE) return;
    for (uint32_t i = begin; i < s->nodes_end; i++) {
        if (ast_node(u->ast, i)->kind != PTXC_OPERAND_DECLARATOR) continue;
        uint32_t first = i - node_size(u->ast, i);
        bool is_range = ast_node(u->ast, first + 1)->kind == PTXC_OPERAND_RANGE;
        refuse_parameter_name(u, k, node_span(ast_node(u->ast, first)), is_range);
    }
}

/* Reports elements of arrays that are accessed by number, because all arrays become bytes in
 * C++. */
static void check_body(const struct unit *u, const struct kernel *k) {
    uint32_t end = ast_body_end(u->ast, k->stmt);
    uint32_t last = ast_stmt(u->ast, end - 1)->nodes_end;
    for (uint32_t i = ast_stmt(u->ast, k->stmt)->nodes_end; i < last; i++) {
        const struct node *n = ast_node(u->ast, i);
        for (uint32_t p = 0; n->kind == PTXC_OPERAND_INDEX && p < k->parameter_count; p++)
            if (n->name.atom == k->parameter[p].name.atom &&
                n->name.number == k->parameter[p].name.number)
                refuse_kernel(u, node_span(n), P_offset_in_bytes);
    }
    for (uint32_t i = k->stmt + 1; i < end; i++) {
        const struct stmt *s = ast_stmt(u->ast, i);
        if (s->kind == PTXC_STMT_TARGET || s->kind == PTXC_STMT_VERSION)
            refuse_kernel(u, head_span(s), P_in_a_body);
        check_names(u, k, i);
    }
}

void emit_kernel_check(const struct unit *u, const struct kernel *k) {
    if (!emit_kernel_is_name(text_at(u->text, k->name)))
        refuse_kernel(u, k->name, P_not_a_function_name);
    check_parameters(u, k);
    check_tunings(u, k);
    check_body(u, k);
}
