/* SPDX-License-Identifier: Apache-2.0
 * A chain - an opcode with its qualifiers - split into words and laid against the forms of its
 * instruction. Done once for each distinct chain of a module. */
#ifndef CHAIN_CHAIN_H
#define CHAIN_CHAIN_H

#include "diag/diag.h"
#include "syntax/intern.h"
#include "isa/limits.h"
#include "isa/tables.h"

struct chain_word {
    uint32_t start; /* from the start of the chain */
    uint16_t length;
    uint16_t word; /* index into isa_words, 0: unknown */
};

enum chain_problem {
    CHAIN_FITS,
    CHAIN_SKIPPED,  /* the assembler ignores it here */
    CHAIN_FOREIGN,  /* the form has no place for it */
    CHAIN_TWICE,    /* the same word is there already */
    CHAIN_CONFLICT, /* another word of the slot is there already */
    CHAIN_ORDER     /* stands before one that it must follow */
};

enum { CHAIN_NO_SLOT = 255, CHAIN_MOST_WORDS = 128 };

struct chain_fit { /* of one qualifier in one form */
    uint8_t problem;
    uint8_t slot;   /* within the form; CHAIN_NO_SLOT */
    uint16_t other; /* TWICE, CONFLICT, ORDER: the qualifier it collides with */
};

struct chain_form {
    const struct isa_insn *insn;
    const struct isa_form *form;
    struct chain_fit *fits; /* one for each qualifier */
    uint16_t *member;       /* of each role: index into isa_members, ISA_NONE */
    uint16_t *absent;       /* of each role: what stands for it if it is not there */
    uint16_t *filled_by;    /* of each slot: index of the qualifier, ISA_NONE */
    uint16_t problem_count; /* missing words included */
    uint16_t fitting;
};

struct chain_info {
    uint16_t insn; /* ISA_NONE */
    int release;
    bool by_release;          /* another release may ignore other words */
    struct chain_info *other; /* the same for another release; NULL: none yet */
    bool crowded;             /* more than CHAIN_MOST_WORDS: not looked at */
    bool is_closed;        /* no instruction, but it begins like those of a family or like a slip */
    uint16_t meant;        /* no instruction, but a slip for this one; ISA_NONE */
    uint32_t meant_length; /* how many bytes stand for its name */
    uint16_t word_count;   /* qualifiers behind the opcode */
    uint16_t uniform;      /* index into isa_uniforms, ISA_NONE */
    uint16_t uniform_word; /* ... which word of the chain it speaks of */
    bool converged;        /* a word says that a whole warp executes it */
    bool divided;          /* blanks stand within its name */
    uint32_t opcode_length; /* bytes of the chain that are the opcode */
    struct chain_word *words;
    uint16_t form_count;
    struct chain_form *forms; /* those that all words fit, in their order; if none does, all */
};

/* `release`: index into isa_releases. */
const struct chain_info *chain_info(struct arena *arena, struct interner *names, uint32_t chain,
                                    int release);

/* The same of a chain that is not interned: s[0..n). `every`: with all forms of the instruction. */
struct chain_info *chain_read(struct arena *arena, const char *s, uint32_t n, int release,
                              bool every);

/* Is there a row for the chain, or should there be? `ignore_unknown`: nobody minds an opcode that
 * no table knows. */
static inline bool chain_is_judged(const struct chain_info *info, bool ignore_unknown) {
    return info->insn != ISA_NONE || info->is_closed || info->crowded || !ignore_unknown;
}

/* Is the slot mandatory, here where what it goes together with is there or not? */
bool chain_slot_missing(const struct chain_form *f, uint16_t slot);

static inline const struct isa_slot *chain_slot(const struct chain_form *f, uint16_t slot) {
    return &isa_slots[f->form->slots.first + slot];
}

#endif
