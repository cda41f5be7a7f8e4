/* SPDX-License-Identifier: Apache-2.0
 * A chain (an opcode with its qualifiers) split into words and matched against the forms of its
 * instruction. This is done once for each distinct chain of a module. */
#ifndef CHAIN_CHAIN_H
#define CHAIN_CHAIN_H

#include "diag/diag.h"
#include "syntax/intern.h"
#include "isa/limits.h"
#include "isa/tables.h"

struct chain_word {
    uint32_t start; /* offset from the start of the chain */
    uint16_t length;
    uint16_t word; /* index into isa_words, 0 if unknown */
};

enum chain_problem {
    CHAIN_FITS,
    CHAIN_SKIPPED,  /* the assembler ignores it here */
    CHAIN_FOREIGN,  /* the form has no slot for it */
    CHAIN_TWICE,    /* the same word is already there */
    CHAIN_CONFLICT, /* another word of the slot is already there */
    CHAIN_ORDER     /* precedes a word that it must follow */
};

enum { CHAIN_NO_SLOT = 255, CHAIN_MOST_WORDS = 128 };

struct chain_fit { /* How one qualifier fits one form. */
    uint8_t problem;
    uint8_t slot;   /* slot of the form, or CHAIN_NO_SLOT */
    uint16_t other; /* TWICE, CONFLICT, ORDER: the qualifier it conflicts with */
};

struct chain_form {
    const struct isa_insn *insn;
    const struct isa_form *form;
    struct chain_fit *fits; /* one for each qualifier */
    uint16_t *member;       /* for each role, an index into isa_members, or ISA_NONE */
    uint16_t *absent;       /* for each role, the member that applies if it is absent */
    uint16_t *filled_by;    /* for each slot, the index of the qualifier, or ISA_NONE */
    uint16_t problem_count; /* includes missing words */
    uint16_t fitting;
};

struct chain_info {
    uint16_t insn; /* or ISA_NONE */
    int release;
    bool by_release;          /* another release may ignore other words */
    struct chain_info *other; /* the same chain for another release, or NULL */
    bool crowded;             /* has more than CHAIN_MOST_WORDS and is not checked */
    bool is_closed;           /* not an instruction, but it starts like a known family or like a
                                 misspelled name */
    uint16_t meant;           /* not an instruction, but a misspelling of this one; or ISA_NONE */
    uint32_t meant_length;    /* length of the text that stands for its name, in bytes */
    uint16_t word_count;      /* qualifiers after the opcode */
    uint16_t uniform;         /* index into isa_uniforms, or ISA_NONE */
    uint16_t uniform_word;    /* the word of the chain that it refers to */
    bool converged;           /* a word says that a whole warp executes it */
    bool divided;             /* its name contains whitespace */
    uint32_t opcode_length;   /* bytes of the chain that are the opcode */
    struct chain_word *words;
    uint16_t form_count;
    struct chain_form *forms; /* in order, the forms that all words fit; all forms if none does */
};

/* `release` is an index into isa_releases. */
const struct chain_info *chain_info(struct arena *arena, struct interner *names, uint32_t chain,
                                    int release);

/* Does the same for a chain that is not interned, s[0..n). With `every`, keeps all forms of the
 * instruction. */
struct chain_info *chain_read(struct arena *arena, const char *s, uint32_t n, int release,
                              bool every);

/* Returns true if the tables have a row for the chain, or should have one. With `ignore_unknown`,
 * opcodes that the tables do not contain are not checked. */
static inline bool chain_is_judged(const struct chain_info *info, bool ignore_unknown) {
    return info->insn != ISA_NONE || info->is_closed || info->crowded || !ignore_unknown;
}

/* Returns true if the slot is empty but mandatory, given which of its related slots are filled. */
bool chain_slot_missing(const struct chain_form *f, uint16_t slot);

static inline const struct isa_slot *chain_slot(const struct chain_form *f, uint16_t slot) {
    return &isa_slots[f->form->slots.first + slot];
}

#endif
