/* SPDX-License-Identifier: Apache-2.0
 * Text that grows, in an arena. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"

struct emit_text {
    struct arena *arena;
    char *s; /* always ended by NUL, once something was put */
    size_t length, room;
};

void emit_bytes(struct emit_text *t, const char *s, size_t length);
/* All strings up to NULL. */
void emit_strings(struct emit_text *t, const char *first, ...);
#define PUT(t, ...) emit_strings(t, __VA_ARGS__, (const char *)NULL)
void emit_number(struct emit_text *t, int64_t number);
/* What was put; never NULL. */
static inline const char *emit_string(const struct emit_text *t) { return t->s ? t->s : ""; }

#endif
