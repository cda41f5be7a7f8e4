/* SPDX-License-Identifier: Apache-2.0
 * Registers that an asm uses without declaring them: `%%foo` is neither an operand nor a special
 * register. Another asm of the file may declare it; otherwise it is an error, or a register that
 * the compiler happens to have. */
#include "base/distance.h"
#include "embed/cxx.h"
#include "isa/tables.h"
#include <string.h>

enum { MOST_DECLARED = 256, LONGEST_DECLARATION = 4096 };

/* The `%` registers that the asm statements of the file declare anywhere. */
struct declared {
    struct text name[MOST_DECLARED]; /* without the `%` */
    bool is_range[MOST_DECLARED];    /* name<N> */
    uint32_t count;
    bool too_many;
};

static void add_declared(struct declared *d, struct text name, bool is_range) {
    d->too_many |= d->count == MOST_DECLARED;
    if (d->too_many) return;
    d->is_range[d->count] = is_range;
    d->name[d->count++] = name;
}

/* Reads what follows `.reg`, up to its `;`. */
static void read_declaration(struct declared *d, const char *text, uint32_t at, uint32_t end) {
    while (at < end && text[at] != ';') {
        if (text[at++] != '%') continue;
        uint32_t start = at;
        while (at < end && cxx_in_name(text[at])) at++;
        if (at > start)
            add_declared(d, (struct text){text + start, at - start}, at < end && text[at] == '<');
    }
}

static void find_declared(const struct cxx *cxx, struct declared *d) {
    static const char reg[] = ".reg";
    const uint32_t n = sizeof reg - 1;
    for (uint32_t at = 0; at + n < cxx->length; at += n) {
        const char *dot = memchr(cxx->text + at, '.', cxx->length - n - at);
        if (!dot) return;
        at = (uint32_t)(dot - cxx->text);
        if (memcmp(dot, reg, n)) continue;
        uint32_t most = at + LONGEST_DECLARATION;
        read_declaration(d, cxx->text, at + n, most < cxx->length ? most : cxx->length);
    }
}

static bool is_declared(const struct declared *d, struct text name) {
    for (uint32_t i = 0; i < d->count; i++) {
        struct text known = d->name[i];
        uint32_t n = name.length;
        while (d->is_range[i] && n > known.length && cxx_is_digit(name.start[n - 1])) n--;
        if (text_same((struct text){name.start, n}, known)) return true;
    }
    return d->too_many;
}

/* nvcc numbers its registers by class: %r12, %rd3, %p1. */
static bool is_of_compiler(struct text name) {
    static const char *const classes[] = {"p", "r", "rs", "rd", "rq", "f", "fd", "h", "hh", "b"};
    uint32_t n = name.length;
    while (n && cxx_is_digit(name.start[n - 1])) n--;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (n < name.length && text_is((struct text){name.start, n}, classes[i])) return true;
    return false;
}

/* Returns the special register with the most similar name, or "". */
static struct text nearest_special(struct text name) {
    uint32_t best = name.length > 4 ? 3 : 2; /* edits; only fewer than this count */
    struct text found = text_of("");
    for (unsigned i = 0; i < isa_special_count; i++) {
        struct text special = text_of(isa_specials[i].name);
        uint32_t edits = edit_distance(name, special, best);
        if (edits >= best) continue;
        best = edits;
        found = special;
    }
    return found;
}

/* The compiler adds no registers to a function that is a `whole` text. */
static void say_unresolved(const struct cxx_text *t, ptxc_span name, bool whole) {
    struct text found = text_at(t->ptx.start, name);
    ptxc_span at = cxx_text_map(t, name);
    struct text bare = {found.start + 1, found.length - 1};
    if (!whole && is_of_compiler(bare)) {
        report_asm_borrowed(t->diags, at, text_at(t->cxx->text, at));
        return;
    }
    struct diag *d = report_undeclared(t->diags, at, text_at(t->cxx->text, at));
    struct text special = nearest_special(found);
    if (special.length) note_did_you_mean(t->diags, d, NO_SPAN, special);
}

/* Returns true if it has just been reported for the same asm. */
static bool is_told(const struct cxx_text *t, const struct list *names, uint32_t i) {
    enum { NEARBY = 32 };
    const struct cxx_unresolved *u = list_at(names, i);
    for (uint32_t n = 0; n < NEARBY && i--; n++) {
        const struct cxx_unresolved *other = list_at(names, i);
        if (other->of != u->of) return false;
        if (text_same(text_at(t->ptx.start, other->name), text_at(t->ptx.start, u->name)))
            return true;
    }
    return false;
}

void cxx_check_names(const struct cxx_text *t, const struct list *names) {
    struct declared *declared = NULL;
    for (uint32_t i = 0; i < names->count; i++) {
        const struct cxx_unresolved *u = list_at(names, i);
        struct text found = text_at(t->ptx.start, u->name);
        if (found.length < 2 || *found.start != '%' || cxx_is_digit(found.start[1])) continue;
        if (!u->of || u->of->has_error || u->of->place & CXX_IN_MACRO) continue;
        if (u->of->traits & (CXX_MISNAMED | CXX_NAMES_OPEN)) continue;
        if (is_told(t, names, i)) continue;
        if (u->of->place & CXX_WHOLE) { /* no other text declares its registers */
            say_unresolved(t, u->name, true);
            continue;
        }
        if (!declared) {
            declared = arena_zalloc(t->arena, sizeof *declared);
            find_declared(t->cxx, declared);
        }
        struct text bare = {found.start + 1, found.length - 1};
        if (!is_declared(declared, bare)) say_unresolved(t, u->name, false);
    }
}
