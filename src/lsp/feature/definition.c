/* SPDX-License-Identifier: Apache-2.0
 * Finds where a name is declared or defined and, for the file number of a .loc, its .file. */
#include "lsp/feature/feature.h"
#include "lsp/feature/uses.h"
#include <stdlib.h>

static bool found(ptxc_span span) { return span.start != PTXC_NOWHERE; }

/* Returns the first operand of a statement if it is a number. */
static bool first_number(const ptxc_module *module, size_t stmt, ptxc_operand *number) {
    return ptxc_module_operands(module, stmt, number, 1) && number->kind == PTXC_OPERAND_INTEGER;
}

/* Finds the .file of the .loc at the offset, if its word or its first number is selected. */
static bool find_file(const ptxc_module *module, const ptxc_query *query, uint32_t offset,
                      ptxc_span *span) {
    ptxc_operand wanted, number;
    ptxc_stmt stmt;
    size_t index;
    if (ptxc_query_stmt_get(query, &stmt, &index) != PTXC_OK || stmt.kind != PTXC_STMT_LOC ||
        !first_number(module, index, &wanted) || offset > wanted.span.end)
        return false;
    for (size_t i = 0; ptxc_module_stmt_get(module, i, &stmt) == PTXC_OK; i++) {
        if (stmt.kind != PTXC_STMT_FILE || !first_number(module, i, &number) ||
            number.value != wanted.value)
            continue;
        *span = stmt.span;
        return true;
    }
    return false;
}

static bool find_definition(const ptxc_query *query, ptxc_span *span) {
    ptxc_symbol symbol;
    if (ptxc_query_symbol_get(query, &symbol) != PTXC_OK) return false;
    *span = symbol.name;
    return found(*span);
}

/* A function may be declared before it is defined. */
static bool find_declaration(const ptxc_query *query, ptxc_span *span) {
    struct uses u = uses_of(query);
    size_t i = 0;
    while (i < u.count && !u.use[i].declaration) i++;
    bool any = i < u.count;
    if (any) *span = u.use[i].span;
    free(u.use);
    return any || find_definition(query, span);
}

static json_t *answer(struct call *call, bool (*find)(const ptxc_query *query, ptxc_span *span)) {
    struct subject subject;
    ptxc_query *query;
    ptxc_span span;
    if (!subject_of(call, &subject)) return NULL;
    if (ptxc_query_open(subject.module, subject.offset, &query) != PTXC_OK) return NULL;
    bool any = find(query, &span) || find_file(subject.module, query, subject.offset, &span);
    ptxc_query_close(query);
    return any ? subject_location(call->server, subject.document, span) : json_null();
}

json_t *definition_definition(struct call *call) { return answer(call, find_definition); }

json_t *definition_declaration(struct call *call) { return answer(call, find_declaration); }
