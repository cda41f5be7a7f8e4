/* SPDX-License-Identifier: Apache-2.0
 * What a kernel and everything that it calls must agree on: one `.cta_group` (rows `uniform` of
 * the tables). A function counts as called where its name appears, whether or not it is reached;
 * a function that no kernel calls does not count. Manual: TensorCore 5th Generation Family
 * Instructions (CTA pair). */
#include "check/check.h"
#include "match/observer.h"

/* A function, and where it, or a function that it calls, first uses each of two words. */
struct user {
    const struct symbol *symbol;
    bool is_kernel;
    ptxc_span at[2];
};

struct call {
    struct user *from, *to;
};

struct kernels {
    struct checker *c;
    struct list users, calls;
    uint32_t next_use; /* index into match.uniform.list */
    uint16_t uniform;  /* index into isa_uniforms */
    uint16_t word;     /* word of the first use; the others have the second word */
    bool refused;      /* whether the assembler rejects it */
};

static struct user *user_of(struct kernels *k, struct symbol *y) {
    if (y->range) return list_at(&k->users, y->range - 1);
    struct user *user = list_add(k->c->arena, &k->users);
    *user = (struct user){.symbol = y, .at = {NO_SPAN, NO_SPAN}};
    y->range = k->users.count;
    return user;
}

/* Returns the function that a node names, or NULL. All functions are closed by now, so that only
 * names of the module are found. */
static struct symbol *function_at(const struct kernels *k, uint32_t node) {
    const struct node *n = ast_node(k->c->ast, node);
    if (n->kind != PTXC_OPERAND_SYMBOL) return NULL;
    struct symbol *y = symbols_lookup(&k->c->symbols, n->name);
    return y && y->kind == SYMBOL_FUNCTION ? y : NULL;
}

static void add_calls(struct kernels *k, uint32_t i, struct user *from) {
    for (uint32_t n = ast_nodes_begin(k->c->ast, i); n < ast_stmt(k->c->ast, i)->nodes_end; n++) {
        struct symbol *y = function_at(k, n);
        if (!y) continue;
        struct call *call = list_add(k->c->arena, &k->calls);
        *call = (struct call){from, user_of(k, y)};
    }
}

static const struct uniform_use *uniform_use_at(const struct kernels *k, uint32_t i) {
    const struct list *uses = &k->c->match.uniform.list;
    return i < uses->count ? list_at(uses, i) : NULL;
}

/* Returns the use in a statement, or NULL. Statements must be looked up in order. */
static const struct uniform_use *use_in(struct kernels *k, const struct stmt *s) {
    const struct uniform_use *use = uniform_use_at(k, k->next_use);
    while (use && use->at.start < s->start) use = uniform_use_at(k, ++k->next_use);
    return use && use->at.start < s->end ? use : NULL;
}

static void add_kernel_use(struct kernels *k, const struct stmt *s, struct user *user) {
    const struct uniform_use *use = use_in(k, s);
    if (!use) return;
    ptxc_span *first = &user->at[use->word != k->word];
    if (span_is_none(*first)) *first = use->at;
}

static struct user *open_function(struct kernels *k, uint32_t i) {
    const struct stmt *s = ast_stmt(k->c->ast, i);
    for (uint32_t n = ast_nodes_begin(k->c->ast, i); s->body && n < s->nodes_end; n++) {
        struct symbol *y = function_at(k, n);
        if (!y) continue;
        struct user *user = user_of(k, y);
        user->is_kernel = y->flags & SYMBOL_ENTRY;
        return user;
    }
    return NULL;
}

static void gather_users(struct kernels *k) {
    struct user *user = NULL;
    for (uint32_t i = 0; i < k->c->ast->stmts.count; i++) {
        const struct stmt *s = ast_stmt(k->c->ast, i);
        if (s->kind == PTXC_STMT_FUNCTION) {
            user = open_function(k, i);
        } else if (s->kind == PTXC_STMT_INSTRUCTION && user) {
            add_kernel_use(k, s, user);
            add_calls(k, i, user);
        } else if (s->kind == PTXC_STMT_ALIAS) {
            struct symbol *alias = function_at(k, s->nodes_end - 2);
            if (alias) add_calls(k, i, user_of(k, alias));
        }
    }
}

/* Callees precede their callers in nearly all texts, so that one round is enough. The number of
 * rounds is limited because of hostile texts. */
static void spread(struct kernels *k) {
    bool more = true;
    for (int round = 0; more && round < 64; round++) {
        more = false;
        for (uint32_t i = 0; i < k->calls.count; i++) {
            const struct call *call = list_at(&k->calls, i);
            for (int w = 0; w < 2; w++) {
                if (!span_is_none(call->from->at[w]) || span_is_none(call->to->at[w])) continue;
                call->from->at[w] = call->to->at[w];
                more = true;
            }
        }
    }
}

static void say_kernel(const struct kernels *k, const struct user *user) {
    struct checker *c = k->c;
    int later = user->at[0].start < user->at[1].start;
    ptxc_span first = user->at[!later], second = user->at[later];
    struct text name = text_at(c->text, symbol_span(user->symbol));
    struct text a = text_at(c->text, first), b = text_at(c->text, second);
    struct diag *d = k->refused ? report_mixed_kernel(c->diags, second, name, a, b)
                                : report_mixed_unchecked(c->diags, second, name, a, b);
    note_used_here(c->diags, d, first, a);
    observe_word(&c->match,
                 &(struct needed_word){.span = second, .refused = isa_uniforms[k->uniform].since});
}

void check_kernels(struct checker *c) {
    const struct uniform_use *first = list_at(&c->match.uniform.list, 0);
    struct kernels k = {.c = c, .uniform = first->uniform, .word = first->word};
    k.refused = !c->asked.virtual_arch && c->match.release >= isa_uniforms[first->uniform].since;
    list_init(&k.users, sizeof(struct user));
    list_init(&k.calls, sizeof(struct call));
    gather_users(&k);
    spread(&k);
    for (uint32_t i = 0; i < k.users.count; i++) {
        const struct user *user = list_at(&k.users, i);
        if (user->is_kernel && !span_is_none(user->at[0]) && !span_is_none(user->at[1]))
            say_kernel(&k, user);
    }
}
