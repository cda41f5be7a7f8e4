/* SPDX-License-Identifier: Apache-2.0
 * Descriptions of words: see words.h. */
#include "lsp/card/words.h"
#include "ptxcheck_query.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_same(const char *name, const char *word, size_t length) {
    return strlen(name) == length && !memcmp(name, word, length);
}

/* ---- directives and types ---- */

struct meaning {
    const char *word, *text;
};

static const struct meaning meanings[] = {
    {".version", "the version of the PTX language"},
    {".target", "the architecture that the module is compiled for"},
    {".address_size", "the size of addresses, in bits"},
    {".entry", "a kernel"},
    {".func", "a function"},
    {".visible", "visible to other modules"},
    {".extern", "defined in another module"},
    {".weak", "visible to other modules, which may define it again"},
    {".common", "visible to other modules, which may define the same variable"},
    {".reg", "registers, one per thread"},
    {".sreg", "special registers, which the hardware sets"},
    {".const", "constant memory, which kernels only read"},
    {".global", "global memory, which all threads share"},
    {".local", "local memory, one per thread"},
    {".param", "parameters of a kernel or a function"},
    {".shared", "shared memory, one per CTA"},
    {".align", "the alignment of a variable or a parameter, in bytes"},
    {".ptr", "the parameter is a pointer, with the space and the alignment that follow"},
    {".file", "a number for a source file, which '.loc' refers to"},
    {".loc", "the source line of the instructions that follow"},
    {".section", "data for the debugger"},
    {".branchtargets", "the labels that an indirect branch may reach"},
    {".calltargets", "the functions that an indirect call may reach"},
    {".callprototype", "the parameters of the functions that an indirect call may reach"},
    {".alias", "another name for a function"},
    {".pragma", "a hint to the compiler"},
    {".maxnreg", "the largest number of registers per thread"},
    {".maxntid", "the largest number of threads per CTA"},
    {".reqntid", "the number of threads per CTA, which each launch must have"},
    {".minnctapersm", "the number of CTAs that at least fit on one SM"},
    {".reqnctapercluster", "the number of CTAs per cluster, which each launch must have"},
    {".maxclusterrank", "the largest number of CTAs per cluster"},
    {".noreturn", "the function does not return to its caller"},
    {".pred", "type of predicates, true or false"},
};

static const char *meaning_of_word(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (is_same(meanings[i].word, word, length)) return meanings[i].text;
    return NULL;
}

/* Returns what the letter of a type such as `.u32` stands for, if a number of bits follows. */
static const char *letter_meaning(const char *type) {
    char *end;
    (void)strtoul(type + 2, &end, 10);
    if (end == type + 2 || *end) return NULL;
    switch (type[1]) {
    case 'b': return "bits without an interpretation";
    case 'u': return "unsigned integers";
    case 's': return "signed integers";
    case 'f': return "floating-point numbers";
    default: return NULL;
    }
}

static bool find_kind(ptxc_isa_word_kind kind, const char *word, size_t length,
                      ptxc_isa_word *out) {
    for (size_t i = 0; ptxc_isa_word_get(kind, i, out) == PTXC_OK; i++)
        if (is_same(out->name, word, length)) return true;
    return false;
}

bool words_add_dotted(struct card *card, const char *word, size_t length) {
    ptxc_isa_word found = {.name = ""};
    const char *meaning = meaning_of_word(word, length);
    bool type = find_kind(PTXC_WORD_TYPE, word, length, &found);
    if (!type && !find_kind(PTXC_WORD_DIRECTIVE, word, length, &found) && !meaning) return false;
    card_word(card, word, length);
    const char *letter = type ? letter_meaning(found.name) : NULL;
    if (letter)
        card_add(card, ": type of %s, %s bits", letter, found.name + 2);
    else
        card_add(card, ": %s", meaning ? meaning : type ? "type" : "directive");
    struct card since = {.markdown = card->markdown};
    if (*found.name) card_avail(&since, &found.avail);
    if (since.length) card_add(card, "\n\n%s", since.text);
    free(since.text);
    return true;
}

/* ---- constants ---- */

bool words_add_float(struct card *card, const char *word, size_t length) {
    char text[32], *end;
    bool is_double = length == 18 && (word[1] == 'd' || word[1] == 'D');
    bool is_float = length == 10 && (word[1] == 'f' || word[1] == 'F');
    if ((!is_double && !is_float) || *word != '0') return false;
    memcpy(text, word, length);
    text[length] = '\0';
    uint64_t bits = strtoull(text + 2, &end, 16);
    uint32_t low = (uint32_t)bits;
    float single;
    double value;
    if (*end) return false;
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &bits, sizeof value);
    card_word(card, word, length);
    if (is_double)
        card_add(card, " = %.17g: constant of type .f64", value);
    else
        card_add(card, " = %.9g: constant of type .f32", (double)single);
    return true;
}

bool words_add_constant(struct card *card, const char *word, size_t length) {
    if (!is_same("WARP_SZ", word, length)) return false;
    card_word(card, word, length);
    card_add(card, " = 32: the number of threads in a warp");
    return true;
}
