/* SPDX-License-Identifier: Apache-2.0
 * Decides whether the text of an asm statement is PTX. Other assemblers have instructions with
 * the same names, and misspelled names are not in the tables. */
#include "base/dotted.h"
#include "embed/cxx.h"
#include "chain/chain.h"
#include "chain/misspelt.h"
#include "syntax/lexer.h"
#include <string.h>

/* Skips a comment at i, if there is one. Returns UINT32_MAX if it is unterminated. */
static uint32_t skip_comment(const struct cxx_text *t, uint32_t i) {
    const struct cxx_char *c = t->chars;
    if (c[i].c != '/') return i;
    if (c[i + 1].c == '/') {
        while (i < t->char_count && c[i].c != '\n') i++;
        return i;
    }
    if (c[i + 1].c != '*') return i;
    for (i += 2; i + 1 < t->char_count; i++)
        if (c[i].c == '*' && c[i + 1].c == '/') return i + 2;
    return UINT32_MAX;
}

/* A `{` within a statement begins a vector, which the text of no other asm closes. */
struct braces {
    uint32_t blocks, vectors; /* braces that are open */
    uint32_t stray;           /* a `}` within a statement and without a vector; UINT32_MAX: none */
    bool surplus;             /* a `}` that closes nothing */
    bool cut_vector; /* a statement ended inside a vector, so everything after it is unknown */
    bool unreadable; /* a comment without an end, or a string */
};

static void see_brace(struct braces *b, char c, uint32_t at, bool begins) {
    if (c == '{') {
        *(begins ? &b->blocks : &b->vectors) += 1;
    } else if (b->vectors) {
        b->vectors--;
    } else {
        if (!begins && b->stray == UINT32_MAX) b->stray = at;
        if (b->blocks)
            b->blocks--;
        else
            b->surplus = true;
    }
}

static struct braces read_braces(const struct cxx_text *t) {
    struct braces b = {.stray = UINT32_MAX};
    bool begins = true; /* a statement */
    for (uint32_t i = 0; i < t->char_count && !b.cut_vector && !b.unreadable;) {
        uint32_t after = skip_comment(t, i);
        b.unreadable = after == UINT32_MAX || t->chars[i].c == '"';
        if (after != i) {
            i = after;
            continue;
        }
        char c = t->chars[i].c;
        b.cut_vector = c == ';' && b.vectors;
        if (c == '{' || c == '}') see_brace(&b, c, i, begins);
        if (!strchr(" \t\r\n", c)) begins = !b.vectors && strchr(";:{}", c) != NULL;
        i++;
    }
    return b;
}

/* Returns true if all comments, blocks, vectors and strings are closed, or if a mistake in a vector
 * hides whether they are. */
bool cxx_is_whole(const struct cxx_text *t) {
    struct braces b = read_braces(t);
    return b.cut_vector || !(b.unreadable || b.surplus || b.blocks || b.vectors);
}

/* Returns true if the statement closes more braces than it opens, or may do so. */
static bool may_close(const struct cxx *cxx, const struct cxx_asm *a) {
    int64_t open = 0;
    for (uint32_t i = 0; i < a->literal_count; i++) {
        const struct cxx_literal *l = list_at(&cxx->literals, a->literal_first + i);
        if (l->form == CXX_HOLE) return true;
        for (uint32_t k = l->start; k < l->end; k++)
            open += (cxx->text[k] == '{') - (cxx->text[k] == '}');
    }
    return open < 0 || a->reason == CXX_MACRO || a->reason == CXX_CUT;
}

bool cxx_closes_braces(const struct cxx *cxx) {
    for (uint32_t i = 0; i < cxx->asms.count; i++)
        if (may_close(cxx, list_at(&cxx->asms, i))) return true;
    return false;
}

void cxx_check_braces(const struct cxx_text *t) {
    struct braces b = read_braces(t);
    if (b.unreadable) return;
    if (b.stray != UINT32_MAX) {
        const struct cxx_char *c = &t->chars[b.stray];
        report_extra_brace(t->diags, (ptxc_span){c->from, c->from + c->width});
    } else if (b.blocks && !b.surplus && !t->cxx->closes) {
        const struct cxx_char *last = &t->chars[t->char_count - 1];
        uint32_t end = last->from + last->width;
        report_missing_brace(t->diags, (ptxc_span){end, end}, phrase(P_end_of_asm));
    }
}

/* ---- opcodes ---- */

enum { LONGEST_OPCODE = 256 };

/* The word at the start of a statement, with what follows its dots. */
struct opcode {
    char chain[LONGEST_OPCODE + 1];
    uint32_t length, root; /* truncated to LONGEST_OPCODE; root: up to the first dot */
};

/* fence.i and fence.tso, ld.w, bra.s belong to other processors. */
static bool is_foreign(const char *word, uint32_t n) {
    return n <= 2 || (n == 4 && !memcmp(word, ".tso", 4));
}

/* `vadd.s32` is an ARM instruction; the one of PTX has three types. */
static bool is_of_arm(const struct opcode *o) {
    return *o->chain == 'v' && o->root < o->length &&
           !memchr(o->chain + o->root + 1, '.', o->length - o->root - 1);
}

static bool is_closed_root(const struct opcode *o) {
    for (uint16_t i = 0; i < isa_closed_count; i++) {
        const char *name = isa_str(isa_closed[i]);
        if (o->root < o->length && strlen(name) == o->root && !memcmp(name, o->chain, o->root))
            return true;
    }
    return false;
}

/* Returns true for an instruction of the tables, even a misspelled one. A single word such as fence
 * is not sufficient, because other assemblers also have it. */
static bool in_tables(const struct opcode *o) {
    uint32_t at, end;
    if (is_closed_root(o)) return true;
    if (is_of_arm(o)) return false;
    bool found = isa_insn_find(o->chain, o->root) != ISA_NONE, known = false;
    if (!found && misspelt_insn(o->chain, o->length, &at) != ISA_NONE) return true;
    for (at = o->root; (end = dotted_next(o->chain, o->length, &at)) < o->length;) {
        known |= !is_foreign(o->chain + end, at - end);
        found |= isa_insn_find(o->chain, at) != ISA_NONE;
    }
    return found && known;
}

/* Recognizes an opcode that is not in the tables by words of PTX: a type such as .u32, another
 * qualifier if some instruction has the root, or two others. Of other processors, only ARM has such
 * types, after a `v`. */
static bool has_words_of_ptx(const struct opcode *o) {
    enum { SHORTEST = 5 }; /* .sync; .ne and .eq are conditions on ARM */
    uint32_t at = o->root, start;
    int needed = misspelt_is_root((struct text){o->chain, o->root}) ? 1 : 2;
    if (*o->chain == 'v') return false;
    while ((start = dotted_next(o->chain, o->length, &at)) < o->length) {
        const char *word = o->chain + start;
        if (isa_type_find(word, at - start) >= 0) return true;
        if (at - start >= SHORTEST && isa_word_find(word, at - start) && !--needed) return true;
    }
    return false;
}

/* In a device function, everything is PTX, except code for AMD devices: s_nop, v_mov_b32. */
static bool may_be_ptx(const struct opcode *o) {
    bool letter = (*o->chain >= 'a' && *o->chain <= 'z') || (*o->chain >= 'A' && *o->chain <= 'Z');
    return letter && !memchr(o->chain, '_', o->root);
}

static uint32_t skip_text_blanks(const struct cxx_text *t, uint32_t i) {
    while (is_space_byte(t->chars[i].c)) i++;
    return i;
}

/* Returns true for the `%` of an operand that continues a word: .cta_group::%2. */
static bool is_operand_in_word(const struct cxx_text *t, uint32_t i) {
    const struct cxx_char *c = &t->chars[i];
    return c->c == '%' && (cxx_is_digit(c[1].c) || c[1].c == '[');
}

/* Copies the word at i, and returns its end. A dot after whitespace continues the word. */
static uint32_t take_opcode(const struct cxx_text *t, uint32_t i, struct opcode *o) {
    *o = (struct opcode){.root = LONGEST_OPCODE};
    while (i < t->char_count && (cxx_in_chain(t->chars[i].c) || is_operand_in_word(t, i))) {
        char c = t->chars[i++].c;
        if (c == '%') c = '0';
        if (c == '0' && t->chars[i].c == '[')
            while (i < t->char_count && t->chars[i - 1].c != ']') i++;
        if (o->length == LONGEST_OPCODE) continue;
        if (c == '.' && o->root == LONGEST_OPCODE) o->root = o->length;
        o->chain[o->length++] = c;
        uint32_t next = skip_text_blanks(t, i);
        if (next > i && c != ':' && t->chars[next].c == '.') i = next;
    }
    if (o->root > o->length) o->root = o->length;
    return i;
}

/* ---- the text ---- */

/* Other assemblers also have a `call`. In PTX, a list follows it at i, or `call f;` is the whole
 * text, for which the conclusion, that memory is read and written, is right in any case. */
static bool is_call(const struct cxx_text *t, uint32_t i, bool first) {
    i = skip_text_blanks(t, i);
    if (t->chars[i].c == '(') return true;
    uint32_t name = i;
    while (cxx_in_name(t->chars[i].c)) i++;
    uint32_t end = skip_text_blanks(t, i);
    if (i == name || cxx_is_digit(t->chars[name].c)) return false;
    if (t->chars[end].c == ',') return t->chars[skip_text_blanks(t, end + 1)].c == '(';
    if (t->chars[end++].c != ';') return false;
    while (end < t->char_count && (is_space_byte(t->chars[end].c) || t->chars[end].c == '}')) end++;
    return first && end >= t->char_count;
}

/* Finds out what the constraints show. -1: only other compilers support one of them; 1: hardly any
 * other compiler does. */
static int constraints_tell(const struct cxx_text *t, const struct cxx_asm *a) {
    int tell = 0;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        const struct cxx_operand *o = cxx_operand_at(t->cxx, a, i);
        if (!o->letter && !o->tied) return -1;
        if (o->letter && strchr("hlC", o->letter)) tell = 1;
    }
    return tell;
}

struct reading {
    const struct cxx_text *t;
    int constraints;
    bool device;        /* it is in a function for the device */
    bool hosted;        /* in another language than C++ */
    bool first;         /* no instruction has been read yet */
    bool lone;          /* the text is a single word without `;` */
    bool named;         /* the statement may be the name of a variable: `float x asm("v64");` */
    bool after_bracket; /* it may be the name of a function: `float f(int) asm("llvm.sin");` */
};

/* The name that C++ gives a variable or a function: `register float x asm("v64");`. */
static bool is_lone_word(const struct cxx_text *t) {
    uint32_t i = 0;
    while (i < t->char_count && cxx_in_chain(t->chars[i].c)) i++;
    return i == t->char_count;
}

/* Returns true if the opcode that ends at i, such as trap, is the whole text with its `;`. */
static bool is_whole_text(const struct cxx_text *t, uint32_t i) {
    i = skip_text_blanks(t, i);
    return t->chars[i].c == ';' && skip_text_blanks(t, i + 1) >= t->char_count;
}

static bool begins_ptx(const struct reading *r, const struct opcode *o, uint32_t end) {
    if (in_tables(o)) return true;
    if (r->hosted && r->first && isa_insn_find(o->chain, o->length) != ISA_NONE &&
        is_whole_text(r->t, end))
        return true;
    if (r->lone && (!r->device || r->named)) return false;
    if (r->lone && r->after_bracket && isa_insn_find(o->chain, o->length) == ISA_NONE) return false;
    if (isa_does(isa_insn_find(o->chain, o->length), DOES_CALL) && is_call(r->t, end, r->first))
        return true;
    if (r->constraints < 0) return false;
    if (r->device && may_be_ptx(o)) return true;
    return has_words_of_ptx(o) || (r->constraints > 0 && o->root < o->length && *o->chain != 'v');
}

/* Returns true at `.reg .b32`, which no other assembler has. */
static bool declares_ptx(const struct cxx_text *t, uint32_t i) {
    struct opcode o;
    (void)take_opcode(t, i, &o);
    return !strncmp(o.chain, ".reg.", 5) && isa_type_find(o.chain + 4, o.length - 4) >= 0;
}

/* Returns true if some statement starts with a PTX instruction. */
static bool has_ptx(struct reading *r) {
    const struct cxx_text *t = r->t;
    bool begins = true;
    for (uint32_t i = 0; i < t->char_count;) {
        uint32_t after = skip_comment(t, i);
        char c = t->chars[i].c;
        if (after > i) {
            i = after;
        } else if (begins && c == '@') {
            while (i < t->char_count && !is_space_byte(t->chars[i].c)) i++;
        } else if (begins && c == '.' && declares_ptx(t, i)) {
            return true;
        } else if (begins && c != '.' && cxx_in_chain(c)) {
            struct opcode o;
            i = take_opcode(t, i, &o);
            begins = t->chars[i - 1].c == ':'; /* a label */
            if (begins) continue;
            if (begins_ptx(r, &o, i)) return true;
            r->first = false;
        } else {
            begins = c == ';' || c == '{' || c == '}' || (begins && (is_space_byte(c) || c == ':'));
            i++;
        }
    }
    return false;
}

/* Returns true if the statement may belong to a declaration: `register float x asm("v64");`. */
static bool may_name_variable(const struct cxx *cxx, const struct cxx_asm *a) {
    uint32_t i = a->keyword.start;
    while (i && is_space_byte(cxx->text[i - 1])) i--;
    return i && !strchr(";{})", cxx->text[i - 1]);
}

/* Returns true after `)`, which ends a condition or the parameters of a function. */
static bool is_after_bracket(const struct cxx *cxx, const struct cxx_asm *a) {
    uint32_t i = a->keyword.start;
    while (i && is_space_byte(cxx->text[i - 1])) i--;
    return i && cxx->text[i - 1] == ')';
}

bool cxx_is_ptx(const struct cxx_text *t, const struct cxx_asm *a) {
    struct reading r = {
        .t = t, .constraints = constraints_tell(t, a), .first = true, .lone = is_lone_word(t)};
    r.hosted = cxx_is_hosted(a);
    if (cxx_is_hosted(a) && (r.constraints < 0 || !span_is_none(a->clobber))) return false;
    if (has_ptx(&r)) return true;
    /* The enclosing function is searched only if it decides. */
    if (r.constraints < 0 || !t->char_count || !cxx_in_device_code(t->cxx, a)) return false;
    r.device = r.first = true;
    r.named = may_name_variable(t->cxx, a);
    r.after_bracket = is_after_bracket(t->cxx, a);
    return has_ptx(&r);
}

/* ---- templates: text that the host completes later ---- */

/* Returns true for `%d` or `%s` of printf, or `%(name)s` of Python, at the `%` in `c`. */
static bool is_conversion(const struct cxx_char *c) {
    uint32_t i = 1;
    if (c[i].c == '(') return true;
    while (cxx_is_digit(c[i].c) || (c[i].c && strchr("-lz", c[i].c))) i++;
    return c[i].c && strchr("dsuxi", c[i].c) && !cxx_in_name(c[i + 1].c);
}

/* Returns true for `{name}`, `{{` or `sm_{}`, at the `{` in chars i. */
static bool is_field(const struct cxx_text *t, uint32_t i) {
    uint32_t end = i + 1;
    if (t->chars[end].c == '{') return true;
    while (cxx_in_name(t->chars[end].c)) end++;
    if (t->chars[end].c != '}') return false;
    return end > i + 1 ? !cxx_is_digit(t->chars[i + 1].c) || end > i + 2
                       : i && cxx_in_name(t->chars[i - 1].c);
}

bool cxx_is_template(const struct cxx_text *t) {
    for (uint32_t i = 0; i < t->char_count; i++) {
        const struct cxx_char *c = &t->chars[i];
        if (c->c == '%' && is_conversion(c)) return true;
        if (c->c == '{' && is_field(t, i)) return true;
        if (c->c == '.' && c[1].c == '.' && c[2].c == '.') return true;
        if (c->c == '$' && c[1].c == '{') return true;
    }
    return false;
}
