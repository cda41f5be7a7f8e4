/* SPDX-License-Identifier: Apache-2.0
 * Completions of operands: names in scope, special registers, named numbers. Those that the
 * instruction accepts come first. */
#include "lsp/feature/offer.h"
#include "lsp/wire/need.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 4096, MOST_OF_RANGE = 16, MOST_CANDIDATES = 64, MOST_NAME = 256 };

/* CompletionItemKind */
enum {
    KIND_FUNCTION = 3,
    KIND_VARIABLE = 6,
    KIND_VALUE = 12,
    KIND_REFERENCE = 18,
    KIND_MEMBER = 20,
    KIND_CONSTANT = 21
};

enum { RANK_RIGHT, RANK_SELDOM, RANK_NUMBER, RANK_OTHER, RANK_SPECIAL };

struct wanted {
    bool guard;
    ptxc_instruction insn;
    size_t candidate[MOST_CANDIDATES], count;
    char chain[256]; /* also of an unknown instruction */
};

/* ---- filters ---- */

static bool is_guard(const struct offer *o) {
    const char *text = o->document->text;
    uint32_t at = o->expected.word.start;
    while (at && strchr(" \t!", text[at - 1])) at--;
    return at && text[at - 1] == '@';
}

static void find_wanted(const struct offer *o, struct wanted *w) {
    *w = (struct wanted){.guard = is_guard(o)};
    w->insn.insn = PTXC_NONE;
    if (w->guard || ptxc_query_instruction_get(o->query, &w->insn) != PTXC_OK) return;
    w->count = ptxc_query_candidates(o->query, o->expected.operand, w->candidate, MOST_CANDIDATES);
    if (w->count > MOST_CANDIDATES) w->count = MOST_CANDIDATES;
    ptxc_query_chain_text(o->query, w->chain, sizeof w->chain);
}

/* Returns the bits of the last type in a chain, 32 for "ld.global.v2.u32", or 0 if it has none; 1
 * for `.pred`. */
static unsigned width_of(const char *chain) {
    const char *dot = strrchr(chain, '.');
    if (!dot || !dot[1]) return 0;
    return !strcmp(dot, ".pred") ? 1 : (unsigned)strtoul(dot + 2, NULL, 10);
}

/* For unknown instructions, assumes that registers have the type in the chain, and that brackets
 * contain addresses. */
static bool looks_right(const struct offer *o, const struct wanted *w, const ptxc_symbol *s) {
    switch (s->kind) {
    case PTXC_SYMBOL_VARIABLE:
    case PTXC_SYMBOL_PARAMETER:
        return o->expected.bracket == '[' && (!*s->space || strstr(w->chain, s->space));
    case PTXC_SYMBOL_REGISTER:
    case PTXC_SYMBOL_ASM_OPERAND:
        if (o->expected.bracket == '[') return width_of(s->type) == 64;
        return width_of(s->type) == width_of(w->chain);
    default: return false;
    }
}

static bool is_taken(const struct offer *o, const struct wanted *w, const ptxc_symbol *s) {
    for (size_t i = 0; i < w->count; i++)
        if (ptxc_query_operand_accepts(o->query, w->candidate[i], s)) return true;
    return false;
}

static bool is_right(const struct offer *o, const struct wanted *w, const ptxc_symbol *s) {
    if (w->guard) return s->kind == PTXC_SYMBOL_REGISTER && !strcmp(s->type, ".pred");
    return w->insn.insn == PTXC_NONE ? looks_right(o, w, s) : is_taken(o, w, s);
}

/* Returns true for valid but unlikely operands: a register wider than what is loaded or stored, or
 * one that holds the address of a parameter or of a function to call. */
static bool is_seldom(const struct offer *o, const struct wanted *w, const ptxc_symbol *s) {
    static const ptxc_symbol function = {.kind = PTXC_SYMBOL_FUNCTION, .type = "", .space = ""};
    unsigned width = width_of(w->chain);
    if (s->kind != PTXC_SYMBOL_REGISTER) return false;
    if (o->expected.bracket == '[') return strstr(w->chain, ".param") != NULL;
    return width ? width_of(s->type) > width : is_taken(o, w, &function);
}

/* ---- names ---- */

static int kind_of(const ptxc_symbol *s) {
    switch (s->kind) {
    case PTXC_SYMBOL_FUNCTION:
    case PTXC_SYMBOL_KERNEL: return KIND_FUNCTION;
    case PTXC_SYMBOL_LABEL: return KIND_REFERENCE;
    case PTXC_SYMBOL_SPECIAL: return KIND_CONSTANT;
    default: return KIND_VARIABLE;
    }
}

static void add_name(struct offer *o, const ptxc_symbol *s, const char *name, int rank) {
    char text[MOST_NAME + 2], detail[64];
    bool twice = o->escapes && *name == '%' && s->kind != PTXC_SYMBOL_ASM_OPERAND;
    bool space = s->kind == PTXC_SYMBOL_VARIABLE || s->kind == PTXC_SYMBOL_PARAMETER;
    snprintf(text, sizeof text, "%s%s", twice ? "%" : "", name);
    snprintf(detail, sizeof detail, "%s%s%s", space ? s->space : "",
             space && *s->type && *s->space ? " " : "", s->type);
    if (s->kind == PTXC_SYMBOL_LABEL) strcpy(detail, "label");
    offer_item(o, name, text, kind_of(s), rank, detail);
}

/* Names in scope, the nearest first, without those that another name hides. */
struct names {
    ptxc_symbol *symbol;
    size_t count;
    uint16_t *seen; /* at each hash, the number of the name, from 1 */
};

enum { SEEN = 2 * MOST_NAMES };

/* Returns where a name is in `seen`, or would be. */
static uint16_t *seen_at(const struct names *n, const char *text, size_t length, bool range) {
    uint32_t hash = 2166136261u ^ range;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    for (uint32_t at = hash % SEEN;; at = (at + 1) % SEEN) {
        const ptxc_symbol *s = &n->symbol[n->seen[at] ? n->seen[at] - 1 : 0];
        bool same =
            s->length == length && (s->range != 0) == range && !memcmp(s->text, text, length);
        if (!n->seen[at] || same) return &n->seen[at];
    }
}

/* Hidden names come after the name that hides them, and a function may be declared more than
 * once. */
static void drop_hidden(struct names *n) {
    size_t count = n->count;
    n->count = 0;
    for (size_t i = 0; i < count; i++) {
        ptxc_symbol s = n->symbol[i];
        uint16_t *seen = seen_at(n, s.text, s.length, s.range);
        if (*seen) continue;
        n->symbol[n->count++] = s;
        *seen = (uint16_t)n->count;
    }
}

static bool add_numbered(struct offer *o, const struct names *n, const ptxc_symbol *s,
                         const char *base, uint64_t number, int rank) {
    char name[MOST_NAME + 24];
    int length = snprintf(name, sizeof name, "%s%" PRIu64, base, number);
    if (length <= 0 || length > MOST_NAME) return false;
    uint16_t other = *seen_at(n, name, (size_t)length, false);
    if (other && &n->symbol[other - 1] < s) return false; /* it is hidden */
    add_name(o, s, name, rank);
    return true;
}

/* Reads the start of the number of a register in a range. Returns false if the text does not match
 * the range. Sets *any if there are no digits yet, so that every register matches. */
static bool typed_number(const struct offer *o, const char *base, uint64_t *number, bool *any) {
    ptxc_span word = o->expected.word;
    const char *typed = o->document->text + word.start;
    size_t length = o->offset > word.start ? o->offset - word.start : 0, from = strlen(base);
    if (o->escapes && length > 1 && typed[1] == '%') typed++, length--;
    *number = 0;
    *any = length <= from;
    if (*any) return true;
    if (memcmp(typed, base, from) || length > from + 10 ||
        (typed[from] == '0' && length > from + 1))
        return false;
    for (; from < length; from++) {
        if (typed[from] < '0' || typed[from] > '9') return false;
        *number = *number * 10 + (uint64_t)(typed[from] - '0');
    }
    return true;
}

/* Adds the registers of a range that the typed text can become: for 3, also 30 to 39, 300 ... */
static void add_range(struct offer *o, const struct names *n, const ptxc_symbol *s,
                      const char *base, int rank) {
    uint64_t first, count = 1;
    bool any;
    if (!typed_number(o, base, &first, &any)) return;
    if (any) count = s->range;
    for (uint32_t shown = 0; first < s->range; first *= 10, count *= 10) {
        for (uint64_t i = first; i < first + count && i < s->range; i++) {
            if (shown == MOST_OF_RANGE) {
                o->cut = true;
                return;
            }
            shown += add_numbered(o, n, s, base, i, rank);
        }
        if (!first) return;
    }
}

static void add_symbol(struct offer *o, const struct wanted *w, const struct names *n,
                       const ptxc_symbol *s, bool right) {
    char name[MOST_NAME];
    /* A name without a place in the text is declared only for the checker. */
    if (s->kind != PTXC_SYMBOL_ASM_OPERAND && s->name.start == PTXC_NOWHERE) return;
    if (!s->length || s->length >= sizeof name - 16) return;
    memcpy(name, s->text, s->length);
    name[s->length] = '\0';
    if (w->guard && !right) return;
    int rank = !right ? RANK_OTHER : is_seldom(o, w, s) ? RANK_SELDOM : RANK_RIGHT;
    if (s->range)
        add_range(o, n, s, name, rank);
    else
        add_name(o, s, name, rank);
}

/* Suitable names come first, so that they are not lost if the list is truncated. */
static void add_names(struct offer *o, const struct wanted *w) {
    size_t count = ptxc_query_names(o->query, NULL, 0);
    if (count > MOST_NAMES) o->cut = true, count = MOST_NAMES;
    struct names n = {need(calloc(count + 1, sizeof *n.symbol)), count,
                      need(calloc(SEEN, sizeof *n.seen))};
    (void)ptxc_query_names(o->query, n.symbol, count);
    drop_hidden(&n);
    for (int right = 1; right >= 0; right--)
        for (size_t i = 0; i < n.count; i++)
            if (is_right(o, w, &n.symbol[i]) == right) add_symbol(o, w, &n, &n.symbol[i], right);
    free(n.symbol);
    free(n.seen);
}

static void add_specials(struct offer *o, const struct wanted *w) {
    static const char *const components[] = {"", ".x", ".y", ".z"};
    /* Where a branch or a call goes to is never in one of them. */
    static const ptxc_symbol label = {.kind = PTXC_SYMBOL_LABEL, .type = "", .space = ""},
                             function = {.kind = PTXC_SYMBOL_FUNCTION, .type = "", .space = ""};
    ptxc_isa_word word;
    if (w->guard || is_taken(o, w, &label) || is_taken(o, w, &function)) return;
    for (size_t i = 0; ptxc_isa_word_get(PTXC_WORD_SPECIAL, i, &word) == PTXC_OK; i++) {
        ptxc_symbol s = {.kind = PTXC_SYMBOL_SPECIAL, .type = word.type, .space = ".sreg"};
        if (!offer_has(o, &word.avail)) continue;
        int rank = is_right(o, w, &s) ? RANK_RIGHT : RANK_SPECIAL;
        for (size_t k = word.vector ? 1 : 0; k < (word.vector ? 4u : 1u); k++) {
            char name[64];
            snprintf(name, sizeof name, "%s%s", word.name, components[k]);
            add_name(o, &s, name, rank);
        }
    }
}

/* ---- numbers ---- */

static bool is_whole_value(size_t layout, ptxc_field *field) {
    return ptxc_field_get(layout, 0, field) == PTXC_OK && *field->name && !field->low &&
           field->factor == 1;
}

static bool is_accepted(const struct offer *o, const struct wanted *w, size_t operand,
                        uint64_t number) {
    ptxc_isa_avail avail;
    return ptxc_isa_operand_number_get(w->insn.insn, w->insn.form, operand, (int64_t)number,
                                       &avail) == PTXC_OK &&
           offer_has(o, &avail);
}

/* Adds the named values of a number that is a single field. */
static void add_numbers(struct offer *o, const struct wanted *w) {
    ptxc_field field;
    ptxc_field_value value;
    size_t layout;
    for (size_t i = 0; i < w->count; i++) {
        if (ptxc_query_layout_get(o->query, w->candidate[i], &layout) != PTXC_OK ||
            !is_whole_value(layout, &field))
            continue;
        for (size_t k = 0; ptxc_field_value_get(layout, 0, w->chain, k, &value) == PTXC_OK; k++) {
            char label[128], text[32];
            if (!is_accepted(o, w, w->candidate[i], value.number)) continue;
            snprintf(text, sizeof text, "%" PRIu64, value.number);
            snprintf(label, sizeof label, "%s %s", text, value.name);
            json_t *item = offer_item(o, label, text, KIND_VALUE, RANK_NUMBER, field.doc);
            if (item) json_object_set_new(item, "filterText", json_string(label));
        }
        return;
    }
}

void operands_offer(struct offer *o) {
    struct wanted w;
    find_wanted(o, &w);
    add_numbers(o, &w);
    add_names(o, &w);
    add_specials(o, &w);
}

/* Adds the components of the vector before the dot. The fourth one of a special register is always
 * 0. */
void operands_offer_components(struct offer *o) {
    static const char *const components[] = {".x", ".y", ".z", ".w"};
    ptxc_span before = {o->expected.word.start - 1, o->expected.word.start};
    ptxc_token name;
    ptxc_symbol s;
    if (!before.end || !ptxc_query_tokens(o->query, before, &name, 1) ||
        ptxc_query_token_symbol_get(o->query, &name, &s) != PTXC_OK)
        return;
    size_t count = s.kind == PTXC_SYMBOL_SPECIAL && s.vector ? 3 : s.vector;
    for (size_t i = 0; i < count && i < 4; i++)
        offer_item(o, components[i], components[i], KIND_MEMBER, 0, s.type);
}
