/* SPDX-License-Identifier: Apache-2.0
 * The bits of descriptors on the page of an instruction: see page.h. */
#include "cli/isa/page.h"
#include "program/isa/say.h"
#include "program/text/markdown.h"
#include <stdio.h>
#include <string.h>

/* ---- layouts ---- */

/* Writes "0 F16, 1 BF16", if the instruction has one of these qualifiers. */
static void say_values(struct phrase *p, size_t layout, size_t field, const char *qualifiers) {
    ptxc_field_value value;
    p->text[p->length = 0] = '\0';
    for (size_t k = 0; ptxc_field_value_get(layout, field, qualifiers, k, &value) == PTXC_OK; k++)
        phrase_add(p, "%s%u %s", k ? ", " : "", (unsigned)value.number, value.name);
}

static void write_values_of(struct out *out, size_t layout, size_t field, const char *qualifiers) {
    struct phrase text, before = {.length = 0};
    before.text[0] = '\0';
    say_values(&text, layout, field, "");
    if (text.length || !*qualifiers) {
        markdown_text(out, text.text);
        return;
    }
    for (const char *s = qualifiers; *s; s += *s == ' ') {
        char word[64];
        size_t n = strcspn(s, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, s);
        s += n;
        say_values(&text, layout, field, word);
        if (!text.length) continue;
        bool again = !strcmp(text.text, before.text);
        if (before.length) out_text(out, again ? ", " : "; ");
        before = text;
        markdown_code(out, word, n);
        if (strchr(s, ' ')) {
            struct phrase next;
            char other[64];
            snprintf(other, sizeof other, "%.*s", (int)strcspn(s + 1, " "), s + 1);
            say_values(&next, layout, field, other);
            if (!strcmp(next.text, text.text)) continue;
        }
        out_text(out, ": ");
        markdown_text(out, text.text);
    }
}

static void write_field(struct out *out, size_t layout, const ptxc_field *field, size_t f) {
    ptxc_layout x;
    (void)ptxc_layout_get(layout, &x);
    out_text(out, "| ");
    out_number(out, field->low);
    if (field->high > field->low) out_char(out, '-');
    if (field->high > field->low) out_number(out, field->high);
    out_text(out, " | ");
    if (*field->name) markdown_code(out, field->name, strlen(field->name));
    out_text(out, " | ");
    if (field->reserved) out_text(out, "reserved");
    markdown_text(out, field->doc);
    if (field->factor > 1) out_format(out, ", in units of %u", field->factor);
    out_text(out, " | ");
    write_values_of(out, layout, f, x.qualifiers);
    out_text(out, " |\n");
}

static void write_layout(struct out *out, size_t layout, const ptxc_layout *x,
                         const char *operand) {
    ptxc_field field;
    out_text(out, "\n## Bits of ");
    markdown_code(out, operand, strlen(operand));
    out_text(out, ": ");
    out_text(out, x->title);
    out_text(out, "\n\n");
    if (*x->qualifiers) out_text(out, "With ");
    markdown_text(out, x->qualifiers);
    out_text(out, *x->qualifiers ? ". `ptxcheck decode " : "`ptxcheck decode ");
    out_text(out, x->name);
    out_text(out, " VALUE` decodes a value.\n\n| bits | field | | values |\n|---|---|---|---|\n");
    for (size_t f = 0; ptxc_field_get(layout, f, &field) == PTXC_OK; f++)
        write_field(out, layout, &field, f);
}

static void write_layouts_named(struct out *out, const char *name, const char *operand) {
    ptxc_layout layout;
    for (size_t i = 0; ptxc_layout_get(i, &layout) == PTXC_OK; i++)
        if (!strcmp(layout.name, name)) write_layout(out, i, &layout, operand);
}

void isa_page_layouts(struct out *out, size_t insn) {
    ptxc_isa_operand o;
    const char *said[8] = {0};
    size_t count = 0;
    for (size_t f = 0, k; ptxc_isa_operand_get(insn, f, 0, &o) == PTXC_OK; f++)
        for (size_t i = 0; ptxc_isa_operand_get(insn, f, i, &o) == PTXC_OK; i++) {
            for (k = 0; k < count && strcmp(said[k], o.layout) != 0; k++) {}
            if (!*o.layout || k < count || count == 8) continue;
            said[count++] = o.layout;
            write_layouts_named(out, o.layout, o.name);
        }
}
