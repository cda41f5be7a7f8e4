/* SPDX-License-Identifier: Apache-2.0
 * Instructions without a C++ function, and the reasons. */
#include "emit/emit.h"
#include "emit/kind.h"
#include <string.h>

struct left {
    const struct isa_insn *insn;
    const char *why;
};

void emit_leave(struct emit *e, const struct isa_insn *insn, const char *why) {
    for (uint32_t i = 0; i < e->left.count; i++) {
        struct left *left = list_at(&e->left, i);
        if (left->insn == insn && !strcmp(left->why, why)) return;
    }
    struct left *left = list_add(e->arena, &e->left);
    *left = (struct left){insn, why};
}

const char *emit_why(struct arena *arena, const char *name, uint16_t kind) {
    struct text_builder t = build_in_arena(arena);
    PUT(&t, "operand '", name, "' is ", isa_str(isa_kinds[kind].phrase));
    return built_string(&t);
}

void emit_put_left(struct text_builder *t, const struct emit *e) {
    if (!e->left.count) return;
    PUT(t, "//\n// Without a function:\n");
    for (uint32_t i = 0; i < e->left.count; i++) {
        const struct left *left = list_at(&e->left, i);
        PUT(t, "//   ", isa_str(left->insn->name), ": ", left->why, "\n");
    }
    PUT(t, "//\n");
}

void emit_left_init(struct emit *e) { list_init(&e->left, sizeof(struct left)); }
