/* SPDX-License-Identifier: Apache-2.0
 * The page of an instruction: see page.h. Its tables are in page_tables.c, page_needs.c
 * and page_layouts.c. */
#include "cli/isa/page.h"
#include "program/io/complain.h"
#include "cli/isa/isa.h"
#include "program/isa/example.h"
#include "program/isa/say.h"
#include "program/text/markdown.h"
#include "program/text/pages.h"
#include "program/io/system.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANUAL "https://docs.nvidia.com/cuda/parallel-thread-execution/#"

/* ---- names ---- */

struct isa_file isa_page_file(const char *insn) {
    struct isa_file file;
    size_t n = 0;
    for (const char *s = insn; *s && n + 4 < sizeof file.name; s++) {
        bool pair = s[0] == ':' && s[1] == ':'; /* some systems do not allow it in file names */
        file.name[n++] = pair ? '-' : *s;
        s += pair;
    }
    memcpy(file.name + n, ".md", 4);
    return file;
}

/* Derived from the anchor "simd-video-instructions-vadd2-vsub2"; the groups of tcgen05 are
 * nested. */
struct isa_group isa_page_group(const ptxc_isa_insn *insn) {
    static const struct {
        const char *anchor, *name;
    } special[] = {{"tcgen", "Tensor Memory and fifth generation Tensor Cores (tcgen05)"},
                   {"simd-video", "SIMD video"}};
    struct isa_group group;
    size_t n = (size_t)(strstr(insn->manual, "-instructions") - insn->manual);
    if (!strstr(insn->manual, "-instructions")) n = strlen(insn->manual);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (!strncmp(insn->manual, special[i].anchor, strlen(special[i].anchor))) {
            snprintf(group.name, sizeof group.name, "%s", special[i].name);
            return group;
        }
    snprintf(group.name, sizeof group.name, "%.*s", (int)n, insn->manual);
    for (char *s = group.name; *s; s++)
        if (*s == '-') *s = ' ';
    group.name[0] = (char)toupper((unsigned char)group.name[0]);
    return group;
}

static void link_to(struct out *out, const char *insn) {
    out_text(out, "[`");
    out_text(out, insn);
    out_text(out, "`](");
    out_text(out, isa_page_file(insn).name);
    out_char(out, ')');
}

/* ---- head ---- */

/* The first known release may not be the first that had it. */
const char *isa_page_first(const ptxc_isa_avail *avail) {
    ptxc_release oldest = {.name = ""};
    const char *first = isa_first_release(avail);
    (void)ptxc_release_get(0, &oldest);
    return strcmp(first, oldest.name) != 0 ? first : "";
}

void isa_page_since(struct out *out, size_t insn, const ptxc_isa_avail *avail) {
    struct phrase need = {.length = 0};
    ptxc_isa_insn x;
    (void)ptxc_isa_insn_get(insn, &x);
    ptxc_isa_avail all = isa_both(avail, &x.avail), more = *avail;
    if (more.version <= x.avail.version) more.version = 0;
    if (ptxc_set_equal(&all.targets, &x.avail.targets)) more.targets = ptxc_target_set_all();
    isa_say_avail(&need, &more);
    if (need.length) markdown_text(out, need.text);
    const char *release = isa_page_first(&all);
    if (!*release || !strcmp(release, isa_page_first(&x.avail))) return;
    out_text(out, need.length ? ", CUDA " : "CUDA ");
    out_text(out, release);
}

static void write_facts(struct out *out, const ptxc_isa_insn *insn) {
    const char *release = isa_page_first(&insn->avail);
    char targets[256];
    if (isa_on_all_targets(&insn->avail))
        snprintf(targets, sizeof targets, "all targets");
    else
        ptxc_target_set_text(&insn->avail.targets, NULL, targets, sizeof targets);
    out_text(out, "Requires `.version ");
    out_text(out, isa_version_text(insn->avail.version).text);
    out_text(out, "` or newer, ");
    out_text(out, targets);
    if (*release) out_text(out, ", CUDA ");
    out_text(out, release);
    out_text(out, *release ? " or newer" : "");
    out_text(out, ". [PTX ISA manual](" MANUAL);
    out_text(out, insn->manual);
    out_text(out, ")\n");
}

/* ---- purpose ---- */

static bool is_instruction(const char *name) {
    ptxc_isa_insn x;
    for (size_t i = 0; ptxc_isa_insn_get(i, &x) == PTXC_OK; i++)
        if (!strcmp(x.name, name)) return true;
    return false;
}

/* Writes a link for the quoted name of another instruction, or code for another quoted text. */
static void write_quoted(struct out *out, const char *quoted, size_t length, const char *self) {
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)length, quoted);
    if (strcmp(name, self) != 0 && is_instruction(name))
        link_to(out, name);
    else
        markdown_code(out, quoted, length);
}

/* "Load a tile with TMA" is the heading of the anchor "load-a-tile-with-tma". */
static void write_anchor(struct out *out, const char *heading) {
    for (const char *s = heading; *s; s++)
        if (*s == ' ' || *s == '-')
            out_char(out, '-');
        else if (isalnum((unsigned char)*s) || *s == '_')
            out_char(out, (char)tolower((unsigned char)*s));
}

static void write_purpose(struct out *out, size_t insn, const char *self) {
    ptxc_isa_purpose purpose;
    if (ptxc_isa_purpose_get(insn, &purpose) != PTXC_OK) return;
    for (const char *s = purpose.text; *s;) {
        size_t plain = strcspn(s, "'"), quoted = s[plain] ? strcspn(s + plain + 1, "'") : 0;
        char text[1024];
        snprintf(text, sizeof text, "%.*s", (int)plain, s);
        markdown_text(out, text);
        if (quoted) write_quoted(out, s + plain + 1, quoted, self);
        s += plain + (s[plain] ? quoted + 2 : 0);
    }
    out_text(out, "\n\n");
    if (!*purpose.kernel) return;
    out_text(out, "Complete kernel: [");
    out_text(out, purpose.kernel);
    out_text(out, "](../kernels.md#");
    write_anchor(out, purpose.kernel);
    out_text(out, ").\n\n");
}

/* ---- syntax ---- */

/* Returns the forms with this syntax; nothing if an earlier form has it. */
static uint64_t forms_like(size_t insn, size_t f) {
    ptxc_isa_form form, other;
    uint64_t forms = 0;
    (void)ptxc_isa_form_get(insn, f, &form);
    for (size_t k = 0; k < 64 && ptxc_isa_form_get(insn, k, &other) == PTXC_OK; k++) {
        if (strcmp(form.syntax, other.syntax) != 0 || strcmp(form.name, other.name) != 0) continue;
        if (k < f) return 0;
        forms |= UINT64_C(1) << k;
    }
    return forms;
}

void isa_page_numbers(struct out *out, uint64_t forms, size_t count) {
    bool any = false;
    if (forms == UINT64_MAX >> (64 - count)) return;
    for (size_t f = 0; f < count; f++) {
        size_t last = f;
        if (!(forms >> f & 1)) continue;
        while (last + 1 < count && forms >> (last + 1) & 1) last++;
        if (any) out_text(out, ", ");
        out_number(out, f + 1);
        if (last > f) out_text(out, last > f + 1 ? "-" : ", ");
        if (last > f) out_number(out, last + 1);
        any = true;
        f = last;
    }
}

/* Long lines are broken before a qualifier or an operand. */
static void write_syntax(struct out *out, const char *syntax) {
    size_t column = 0;
    enum { WIDTH = 96 };
    for (const char *s = syntax; *s;) {
        bool opened = s > syntax && s[-1] == '{';
        size_t n = 1 + strcspn(s + 1, *s == '{' ? "}" : "{ .,");
        if (*s == '{' && s[n]) n++;
        if (column && column + n > WIDTH && !opened) {
            out_text(out, "\n    ");
            column = 4;
            if (*s == ' ') s++, n--;
        }
        out_bytes(out, s, n);
        column += n;
        s += n;
    }
    out_char(out, ';');
}

static void write_forms(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    ptxc_isa_form form;
    out_text(out, "\n## Syntax\n\n```ptx\n");
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++) {
        uint64_t forms = forms_like(insn, f);
        if (!forms) continue;
        if (x->form_count > 1) {
            out_text(out, f ? "\n// " : "// ");
            if (forms == UINT64_MAX >> (64 - x->form_count)) out_text(out, "all forms");
            isa_page_numbers(out, forms, x->form_count);
            if (*form.name) out_text(out, ": ");
            out_text(out, form.name);
            out_char(out, '\n');
        }
        write_syntax(out, form.syntax);
        out_char(out, '\n');
    }
    out_text(out, "```\n");
}

/* ---- examples ---- */

static void write_takers(struct out *out, const struct isa_example *e) {
    for (size_t i = 0; i < e->rows; i++) {
        char text[TAKERS_TEXT];
        out_text(out, i ? "; `.version` " : "`.version` ");
        takers_versions_text(&e->row[i], text);
        out_text(out, text);
        out_text(out, ", ");
        ptxc_target_set_text(&e->row[i].targets, &e->row[i].asked, text, sizeof text);
        out_text(out, text);
        out_text(out, ", CUDA ");
        takers_releases_text(&e->row[i], text);
        out_text(out, text);
    }
}

static void write_examples(struct out *out, size_t insn) {
    struct isa_example *example = malloc(sizeof *example);
    ptxc_isa_example e;
    out_text(out, "\n## Examples\n");
    for (size_t i = 0; ptxc_isa_example_get(insn, i, &e) == PTXC_OK; i++) {
        struct phrase lines = {.length = 0};
        if (!example || !isa_example_make(example, insn, i)) {
            out_fail(out, ENOMEM);
            break;
        }
        isa_example_lines(&lines, e.text, 0);
        out_text(out, "\n```ptx\n");
        if (*e.summary) {
            out_text(out, "// ");
            out_text(out, e.summary);
            out_char(out, '\n');
        }
        out_text(out, lines.text);
        out_text(out, "```\n\nAccepted: ");
        write_takers(out, example);
        out_text(out, ".\n");
    }
    free(example);
}

/* ---- notes ---- */

static void note(struct out *out, const char *before, const char *text, const char *after) {
    out_text(out, "- ");
    out_text(out, before);
    markdown_text(out, text);
    out_text(out, after);
    out_char(out, '\n');
}

/* Writes `.sat` `.ftz` for ".sat .ftz". */
static void note_ignored(struct out *out, const char *words) {
    out_text(out, "- ptxas ignores these qualifiers, which have no meaning here:");
    for (const char *s = words; *s; s += s[0] == ' ') {
        size_t n = strcspn(s, " ");
        out_char(out, ' ');
        markdown_code(out, s, n);
        s += n;
    }
    out_text(out, ".\n");
}

static void write_notes(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    char text[1024];
    out_text(out, "\n## Notes\n\n");
    ptxc_isa_insn_effect_text(insn, text, sizeof text);
    note(out, "Effects: it ", text, ".");
    if (ptxc_isa_insn_kernel_rule_text(insn, text, sizeof text))
        note(out, "In a kernel: ", text, ".");
    if (x->distinct) {
        snprintf(text, sizeof text, x->distinct == 1 ? "operand" : "%zu operands", x->distinct);
        note(out, "The first ", text, " should not name a register twice.");
    }
    if (*x->never_after) {
        out_text(out, "- It must not run after ");
        link_to(out, x->never_after);
        out_text(out, ".\n");
    }
    if (ptxc_isa_insn_ignored_text(insn, text, sizeof text)) note_ignored(out, text);
}

/* ---- diagnostics ---- */

static bool rules_concern(size_t insn, uint32_t code) {
    ptxc_isa_rule rule;
    for (size_t r = 0; ptxc_isa_rule_get(insn, r, &rule) == PTXC_OK; r++) {
        bool warns = rule.severity == PTXC_WARNING, says = *rule.message;
        if (code == 453 && warns) return true;
        if (code == 415 && !warns && says) return true;
        if (code == 411 && !warns && !says && rule.kind == PTXC_RULE_REQUIRES) return true;
        if (code == 413 && !warns && !says && rule.kind == PTXC_RULE_FORBIDS) return true;
    }
    return false;
}

static bool forms_concern(size_t insn, const ptxc_isa_insn *x, uint32_t code) {
    ptxc_isa_operand operand;
    ptxc_isa_slot slot;
    for (size_t f = 0; f < x->form_count; f++) {
        for (size_t o = 0; ptxc_isa_operand_get(insn, f, o, &operand) == PTXC_OK; o++) {
            if (code == 451 && *operand.also) return true;
            if ((code == 460 || code == 461) && *operand.layout) return true;
        }
        for (size_t s = 0; ptxc_isa_slot_get(insn, f, s, &slot) == PTXC_OK; s++)
            if (code == 452 && slot.wanted) return true;
    }
    return false;
}

/* Returns true for diagnostics that are specific to this instruction, other than those that all
 * instructions share. */
static bool concerns(size_t insn, const ptxc_isa_insn *x, uint32_t code) {
    char text[1024];
    switch (code) {
    case 416: return ptxc_isa_insn_kernel_rule_text(insn, text, sizeof text) != 0;
    case 450: return ptxc_isa_insn_ignored_text(insn, text, sizeof text) != 0;
    case 456: return x->distinct != 0;
    case 457: return !ptxc_set_is_empty(&x->releases);
    case 459: return *x->never_after != 0;
    default: return rules_concern(insn, code) || forms_concern(insn, x, code);
    }
}

static void write_diagnostics(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    bool any = false;
    for (size_t i = 0; i < page_count; i++) {
        const struct page *page = &pages[i];
        if (!concerns(insn, x, page->code)) continue;
        if (!any) out_text(out, "\n## Diagnostics\n\n");
        any = true;
        out_format(out, "- [ptx-%u %s](../diagnostics/ptx-%u.md): ", page->code, page->name,
                   page->code);
        markdown_text(out, page->summary);
        out_char(out, '\n');
    }
}

/* ---- related instructions ---- */

static size_t root_length(const char *name) { return strcspn(name, "."); }

static void write_neighbours(struct out *out, size_t insn, const ptxc_isa_insn *x) {
    ptxc_isa_insn other;
    bool any = false;
    size_t root = root_length(x->name);
    for (size_t i = 0; ptxc_isa_insn_get(i, &other) == PTXC_OK; i++) {
        bool near = root_length(other.name) == root && !strncmp(other.name, x->name, root);
        if (i == insn || (!near && strcmp(other.manual, x->manual) != 0)) continue;
        out_text(out, any ? ", " : "\n## See also\n\n");
        link_to(out, other.name);
        any = true;
    }
    if (any) out_char(out, '\n');
}

/* ---- pages ---- */

void isa_page(struct out *out, size_t insn) {
    ptxc_isa_insn x;
    (void)ptxc_isa_insn_get(insn, &x);
    out_text(out, "<!-- Generated by 'make isa-pages' from grammar/isa: do not edit. -->\n# ");
    out_text(out, x.name);
    out_text(out, "\n\n");
    markdown_text(out, x.summary);
    out_text(out, "\n\n");
    write_purpose(out, insn, x.name);
    write_facts(out, &x);
    write_forms(out, insn, &x);
    isa_page_forms(out, insn);
    write_examples(out, insn);
    isa_page_qualifiers(out, insn);
    isa_page_operands(out, insn);
    isa_page_fits(out, insn);
    isa_page_rules(out, insn);
    isa_page_availability(out, insn);
    isa_page_events(out, insn);
    isa_page_layouts(out, insn);
    write_notes(out, insn, &x);
    write_diagnostics(out, insn, &x);
    write_neighbours(out, insn, &x);
    out_text(out, "\n[All instructions](README.md)\n");
}

static bool write_file(struct out *out, const char *directory, const char *name, size_t insn) {
    struct sys_target target;
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    int error = path ? 0 : ENOMEM;
    if (path) snprintf(path, size, "%s/%s", directory, name);
    if (!error) error = sys_create(&target, path);
    if (!error) {
        out_init(out, target.file);
        if (insn == ptxc_isa_insn_count())
            isa_page_index(out);
        else
            isa_page(out, insn);
        error = out_flush(out);
        if (error)
            sys_discard(&target);
        else
            error = sys_commit(&target);
    }
    if (error) complain_file("cannot write", path ? path : name, error);
    free(path);
    return !error;
}

int isa_pages(const char *directory) {
    ptxc_isa_insn x;
    struct out *out = malloc(sizeof *out);
    bool fine = out && write_file(out, directory, "README.md", ptxc_isa_insn_count());
    for (size_t i = 0; fine && ptxc_isa_insn_get(i, &x) == PTXC_OK; i++)
        fine = write_file(out, directory, isa_page_file(x.name).name, i);
    free(out);
    return fine ? EXIT_CLEAN : EXIT_TROUBLE;
}
