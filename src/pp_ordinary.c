/* SPDX-License-Identifier: Apache-2.0
 * What the operands of an instruction must be that is in no table: pp_ordinary.def. */
#include "effect.h"
#include "isa.h"
#include "pp.h"
#include <string.h>

static const struct ordinary {
    const char *name, *operands;
} ordinaries[] = {
#define ORDINARY(name, operands) {name, operands},
#include "pp_ordinary.def"
};

static const struct ordinary *find(struct text chain) {
    const struct ordinary *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof ordinaries / sizeof *ordinaries; i++) {
        size_t n = strlen(ordinaries[i].name);
        if (n <= longest || n > chain.length || memcmp(chain.start, ordinaries[i].name, n))
            continue;
        if (n < chain.length && chain.start[n] != '.' && chain.start[n] != ' ') continue;
        found = &ordinaries[i];
        longest = n;
    }
    return found;
}

/* ---- types ---- */

enum { MOST_TYPES = 8, MOST_SPACES = 4 };

struct qualifiers {
    struct isa_type type[MOST_TYPES];
    bool is_shared[MOST_SPACES];
    uint32_t type_count, space_count;
    bool wide, hint;
};

/* Types that no register has, and tables do not. */
static const struct isa_type others[] = {
    {".bf16x2", 32, TYPE_FLOAT, 0, 0, 0}, {".ue8m0x2", 16, TYPE_BITS, 0, 0, 0},
    {".e2m1x2", 8, TYPE_BITS, 0, 0, 0},   {".e2m3x2", 16, TYPE_BITS, 0, 0, 0},
    {".e3m2x2", 16, TYPE_BITS, 0, 0, 0},  {".s4", 4, TYPE_BITS, 0, 0, 0},
    {".u4", 4, TYPE_BITS, 0, 0, 0},       {".b1", 1, TYPE_BITS, 0, 0, 0},
    {".e2m1", 4, TYPE_BITS, 0, 0, 0},     {".e2m3", 6, TYPE_BITS, 0, 0, 0},
    {".e3m2", 6, TYPE_BITS, 0, 0, 0},     {".ue8m0", 8, TYPE_BITS, 0, 0, 0},
    {".ue4m3", 8, TYPE_BITS, 0, 0, 0},
};

static bool is_word(const char *s, uint32_t n, const char *word) {
    return strlen(word) == n && !memcmp(s, word, n);
}

static const struct isa_type *find_type(const char *s, uint32_t n) {
    int type = isa_type_find(s, n);
    if (type >= 0) return &isa_types[type];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_word(s, n, others[i].name)) return &others[i];
    return NULL;
}

static void read_word(struct qualifiers *q, const char *s, uint32_t n) {
    static const char *const global[] = {".global", ".const",        ".local",
                                         ".param",  ".param::entry", ".param::func"};
    const struct isa_type *type = find_type(s, n);
    bool shared = n >= 7 && !memcmp(s, ".shared", 7), space = shared;
    for (size_t i = 0; i < sizeof global / sizeof *global; i++) space |= is_word(s, n, global[i]);
    if (space && q->space_count < MOST_SPACES) q->is_shared[q->space_count++] = shared;
    if (type && q->type_count < MOST_TYPES) q->type[q->type_count++] = *type;
    q->wide |= is_word(s, n, ".wide");
    q->hint |= is_word(s, n, ".L2::cache_hint");
}

static struct qualifiers read_chain(struct text chain) {
    struct qualifiers q = {.type_count = 0};
    uint32_t at = 0;
    while (at < chain.length && chain.start[at] != '.') at++;
    for (uint32_t start; (start = chain_next_word(chain.start, chain.length, &at)) < chain.length;)
        read_word(&q, chain.start + start, at - start);
    return q;
}

/* ---- operands ---- */

struct walk {
    struct pp_instruction *to;
    const struct qualifiers *q;
    uint32_t addresses; /* so far */
};

/* false: there is no such type. */
static bool want_type(const struct isa_type *type, uint32_t width, struct pp_want *want) {
    bool is_float = type->kind == TYPE_FLOAT && type->width == width && type->reg;
    if (type->kind == TYPE_PRED) {
        want->classes = PP_PREDICATE;
        return true;
    }
    want->is_signed = type->kind == TYPE_SINT;
    switch (width) {
    case 8: want->classes = PP_BYTE | PP_16 | PP_32 | PP_64; return true;
    case 16: want->classes = PP_16; return true;
    case 32:
        want->classes = PP_32;
        want->is_float = is_float && strcmp(type->name, ".f16x2") != 0;
        return true;
    case 64:
        want->classes = PP_64;
        want->is_float = is_float;
        return true;
    case 128: want->classes = PP_128; return true;
    default: return false;
    }
}

/* What a letter of the pattern says of `o`. */
static bool want_of(const struct walk *w, char letter, const struct operand *o,
                    struct pp_want *want) {
    const struct qualifiers *q = w->q;
    if (strchr("uhlpn", letter)) {
        want->classes = letter == 'u'   ? PP_32
                        : letter == 'h' ? PP_16
                        : letter == 'l' ? PP_64
                        : letter == 'p' ? PP_PREDICATE
                                        : PP_NUMBER;
        return true;
    }
    if (letter == 'x' || !q->type_count) return false;
    uint32_t i = letter >= '1' && letter <= '4'   ? (uint32_t)(letter - '1')
                 : letter >= 'a' && letter <= 'd' ? (uint32_t)(letter - 'a')
                                                  : 0;
    if (i >= q->type_count) i = q->type_count - 1;
    const struct isa_type *type = &q->type[i];
    uint32_t width = type->width;
    if (letter >= 'a' && letter <= 'd' && width < 32) width = 32;
    if (letter == 'w' && q->wide) width *= 2;
    if (letter == '/' && o->shape == OP_VECTOR && o->count) width /= o->count;
    return want_type(type, width, want);
}

static void note_all(const struct walk *w, const struct operand *o, const struct pp_want *want) {
    if (o->shape == OP_UNKNOWN) {
        pp_note(w->to, o, want);
        return;
    }
    const struct operand *child = o + 1;
    for (uint32_t i = 0; i < o->count; i++, child = operand_next(child)) {
        struct pp_want of_child = *want;
        if (o->shape == OP_PAIR && i) of_child.classes = PP_PREDICATE;
        note_all(w, child, &of_child);
    }
}

/* Without a space an address is generic; of several spaces each is for one address. */
static void note_address(struct walk *w, const struct operand *o) {
    const struct qualifiers *q = w->q;
    uint32_t i = w->addresses++;
    if (i >= q->space_count && q->space_count) i = q->space_count - 1;
    bool shared = q->space_count && q->is_shared[i];
    struct pp_want want = {.classes = shared ? PP_32 : PP_64, .is_shared = shared, .read = true};
    note_all(w, o, &want);
}

static bool note_operand(struct walk *w, char letter, const struct operand *o, bool written) {
    struct pp_want want = {.read = !written, .written = written};
    if (letter == 'm') {
        if (o->shape == OP_ADDRESS) note_address(w, o);
        return o->shape == OP_ADDRESS;
    }
    if (o->shape == OP_ADDRESS || !want_of(w, letter, o, &want)) return false;
    if (!written && want.classes != PP_PREDICATE) want.classes |= PP_NUMBER;
    note_all(w, o, &want);
    return true;
}

bool pp_ordinary(struct pp_instruction *i, const struct effect *effect,
                 const struct operand *operands, uint32_t count) {
    const struct ordinary *ordinary = effect->is_known ? find(i->chain) : NULL;
    if (!ordinary) return false;
    struct qualifiers q = read_chain(i->chain);
    struct walk w = {i, &q, 0};
    const char *letter = ordinary->operands;
    bool optional = false;
    const struct operand *o = operands;
    for (uint32_t k = 0; k < count; k++, o = operand_next(o)) {
        if (*letter == '?') optional = true, letter++;
        bool is_hint = q.hint && k + 1 == count;
        if (!*letter && !is_hint) return false;
        if (!note_operand(&w, is_hint ? 'l' : *letter, o, effect_access(effect, k) != ACCESS_READ))
            return false;
        if (*letter) letter++;
    }
    return optional || !*letter || *letter == '?';
}
