/* SPDX-License-Identifier: Apache-2.0
 * Sections and locations for debuggers: names, labels, and data. Nothing of them is stored; what
 * the assembler rejects is reported as they are read. Manual: Debugging Directives. */
#include "isa/tables.h"
#include "syntax/parse.h"
#include "ptx.tab.h"

/* Returns true if the assembler treats types such as .b8 and .u32 as words of their own here, not
 * as names. */
static bool is_type_word(const struct parser *p, span at) {
    return isa_type_find(p->text + at.start, at.end - at.start) >= 0;
}

/* Returns true for `_`, and for `._` in a section. */
static bool is_sink(const struct parser *p, span at) {
    if (p->text[at.start] == '.') at.start++;
    return at.end == at.start + 1 && p->text[at.start] == '_';
}

/* The words of instructions and directives are reserved, except those that their rows in the tables
 * release. */
static bool is_reserved(const struct parser *p, span at) {
    const char *text = p->text + at.start;
    uint16_t word = isa_word_find(text, at.end - at.start);
    if (word && isa_words[word].flags & WORD_NAME) return false;
    int directive = isa_directive_find(text, at.end - at.start);
    if (directive >= 0) return !(isa_directives[directive].flags & DIRECTIVE_SECTION_NAME);
    return word || is_type_word(p, at);
}

/* `at` covers the name and an offset after it. */
void section_name(struct parser *p, span at) {
    uint32_t end = at.start + 1;
    while (end < at.end && (is_name_byte(p->text[end]) || p->text[end] == ':')) end++;
    at.end = end;
    if (is_reserved(p, at) || is_sink(p, at)) report_bad_name(p->diags, at, text_at(p->text, at));
}

void section_has(struct parser *p, enum section_part part, span at) {
    ptxc_span *first = &p->ast->section[part];
    if (!first->end) *first = (ptxc_span){at.start, at.end};
}

/* All sections of a module share one namespace of labels, separate from all other names. */
void section_label(struct parser *p, span at) {
    struct atom *atom = atom_at(p->names, intern_atom(p->names, at.start, at.end));
    if (is_sink(p, at))
        report_bad_name(p->diags, at, text_at(p->text, at));
    else if (atom->labels_data)
        report_redeclared(p->diags, at, text_at(p->text, at));
    atom->labels_data = true;
    section_has(p, SECTION_LABEL, at);
}

/* Returns the width of data of this type, or 0 if there is no such data. */
static unsigned bits_of(const struct parser *p, span type) {
    const char *text = p->text + type.start;
    uint32_t length = type.end - type.start;
    if (text[1] != 'b') return 0;
    if (length == 3) return text[2] == '8' ? 8 : 0;
    if (length != 4) return 0;
    return !memcmp(text, ".b16", 4)   ? 16
           : !memcmp(text, ".b32", 4) ? 32
           : !memcmp(text, ".b64", 4) ? 64
                                      : 0;
}

void section_numbers(struct parser *p, span type) {
    if (!bits_of(p, type))
        report_data_type(p->diags, type, phrase(P_numbers), text_at(p->text, type));
}

void section_address(struct parser *p, span type, span at) {
    section_name(p, at);
    if (bits_of(p, type) < 32)
        report_data_type(p->diags, type, phrase(P_addresses), text_at(p->text, type));
}

/* For an unsigned number, the assembler checks only the low 32 bits, and only if the type has fewer
 * bits. */
void section_number(struct parser *p, const struct token *t, int64_t value) {
    unsigned bits = bits_of(p, p->stmt.data_type);
    if (!bits || p->stmt.recovering) return;
    bool minus = p->previous.kind == TOK_MINUS;
    int64_t most = bits < 32 ? (INT64_C(1) << bits) - 1 : UINT32_MAX;
    int64_t least = bits < 64 ? INT64_C(1) << (bits - 1) : INT64_MAX;
    if (minus ? value >= 0 && value <= least : (uint32_t)value <= most) return;
    span at = {minus ? p->previous.start : t->start, t->end};
    report_data_value(p->diags, at, text_at(p->text, at), text_at(p->text, p->stmt.data_type));
}
