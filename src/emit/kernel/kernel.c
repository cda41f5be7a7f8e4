/* SPDX-License-Identifier: Apache-2.0
 * Converts the kernels of a module to CUDA C++, pass by pass: see kernel.h. */
#include "emit/kernel/kernel.h"

bool emit_kernel_is_entry(const struct unit *u, uint32_t stmt) {
    static const char word[] = ".entry";
    const struct stmt *s = ast_stmt(u->ast, stmt);
    if (s->kind != PTXC_STMT_FUNCTION || !s->body) return false;
    for (uint32_t i = ast_nodes_begin(u->ast, stmt); i < s->nodes_end; i++) {
        const struct node *n = ast_node(u->ast, i);
        if (n->kind == PTXC_OPERAND_WORD && n->length == sizeof word - 1 &&
            !memcmp(u->text + n->start, word, n->length))
            return true;
    }
    return false;
}

static uint32_t count_kernels(const struct unit *u) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < u->ast->functions.count; i++)
        count += emit_kernel_is_entry(u, *(uint32_t *)list_at(&u->ast->functions, i));
    return count;
}

static struct kernel **read_kernels(const struct unit *u, uint32_t count) {
    struct kernel **kernels = arena_alloc(u->arena, count * sizeof *kernels);
    for (uint32_t i = 0, k = 0; i < u->ast->functions.count; i++) {
        uint32_t stmt = *(uint32_t *)list_at(&u->ast->functions, i);
        if (!emit_kernel_is_entry(u, stmt)) continue;
        kernels[k] = arena_zalloc(u->arena, sizeof *kernels[k]);
        emit_kernel_read(u, stmt, kernels[k++]);
    }
    return kernels;
}

struct text emit_kernels(const struct unit *u) {
    uint32_t count = count_kernels(u);
    emit_kernel_check_module(u);
    if (!count) report_no_kernel(u->diags, (ptxc_span){u->names->length, u->names->length});
    struct kernel **kernels = read_kernels(u, count);
    for (uint32_t i = 0; i < count; i++) emit_kernel_check(u, kernels[i]);
    if (u->diags->error_count) return (struct text){NULL, 0};

    struct text_builder out = build_in_arena(u->arena);
    emit_kernel_write(u, kernels, count, &out);
    return built_text(&out);
}
