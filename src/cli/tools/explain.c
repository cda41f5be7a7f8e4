/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain: see explain.h. */
#include "cli/tools/explain.h"
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/text/pages.h"
#include "cli/check/report.h"
#include "program/text/suggest.h"
#include "program/io/system.h"
#include <string.h>
#include <strings.h>

/* Recognizes "ptx-203", "203" or "missing-semicolon", regardless of case. */
static bool is_called(const ptxc_diag_info *info, const char *word) {
    struct code_text code = code_text(info->code);
    return !strcasecmp(word, code.text) || !strcmp(word, strchr(code.text, '-') + 1) ||
           !strcasecmp(word, info->name);
}

static bool find(const char *word, ptxc_diag_info *info) {
    size_t count = ptxc_diag_info_count();
    for (size_t i = 0; i < count; i++)
        if (ptxc_diag_info_get(i, info) == PTXC_OK && is_called(info, word)) return true;
    return false;
}

static int unknown(const char *word) {
    struct suggestion near = suggest_for(word);
    size_t count = ptxc_diag_info_count();
    ptxc_diag_info info;
    for (size_t i = 0; i < count; i++)
        if (ptxc_diag_info_get(i, &info) == PTXC_OK) suggest_offer(&near, info.name);
    ptxc_isa_rule rule;
    for (size_t n = 0; n < ptxc_isa_insn_count(); n++)
        for (size_t i = 0; ptxc_isa_rule_get(n, i, &rule) == PTXC_OK; i++)
            suggest_offer(&near, rule.name);
    if (near.best) return complain("no diagnostic '%s'; did you mean '%s'?", word, near.best);
    return complain("no diagnostic '%s' ('ptxcheck explain --list' lists all)", word);
}

/* ---- rules of instructions ---- */

static void write_rule_part(struct out *out, size_t insn, size_t i, const ptxc_isa_rule *rule) {
    char text[2000];
    size_t length = ptxc_isa_rule_text(insn, i, text, sizeof text);
    out_text(out, "**");
    out_text(out, severity_word(rule->severity));
    out_text(out, "**: ");
    if (*rule->message) {
        out_text(out, rule->message);
        out_text(out, "\n  ");
    }
    if (length >= sizeof text) length = sizeof text - 1;
    out_bytes(out, text, length);
    out_char(out, '\n');
}

/* Writes all parts of the rule with that name. Returns false if no instruction has it. */
static bool write_rule(struct out *out, const char *name) {
    bool found = false;
    for (size_t n = 0; n < ptxc_isa_insn_count(); n++) {
        ptxc_isa_insn insn;
        ptxc_isa_rule rule;
        if (ptxc_isa_insn_get(n, &insn) != PTXC_OK) continue;
        for (size_t i = 0; ptxc_isa_rule_get(n, i, &rule) == PTXC_OK; i++) {
            if (strcasecmp(rule.name, name)) continue;
            if (!found) {
                out_text(out, "# ");
                out_text(out, rule.name);
                out_text(out, "\n\nA rule of '");
                out_text(out, insn.name);
                out_text(out, "':\n\n");
            }
            found = true;
            write_rule_part(out, n, i, &rule);
        }
        if (!found) continue;
        out_text(out, "\n`ptxcheck isa show ");
        out_text(out, insn.name);
        out_text(out, "` has the rest of the instruction.\n");
        return true;
    }
    return false;
}

static void write_page(struct out *out, const ptxc_diag_info *info) {
    const struct page *page = page_find(info->code);
    if (page) {
        out_text(out, page->text);
        return;
    }
    out_text(out, "# ");
    out_code(out, info->code);
    out_char(out, ' ');
    out_text(out, info->name);
    out_text(out, "\n\nThere is no page for it yet.\n");
}

static void write_padded(struct out *out, const char *text, size_t width) {
    size_t length = strlen(text);
    out_text(out, text);
    out_repeat(out, ' ', length < width ? width - length : 1);
}

static void write_list(struct out *out) {
    size_t count = ptxc_diag_info_count(), width = 0;
    ptxc_diag_info info;
    for (size_t i = 0; i < count; i++)
        if (ptxc_diag_info_get(i, &info) == PTXC_OK && strlen(info.name) > width)
            width = strlen(info.name);
    for (size_t i = 0; i < count; i++) {
        if (ptxc_diag_info_get(i, &info) != PTXC_OK) continue;
        const struct page *page = page_find(info.code);
        out_code(out, info.code);
        out_text(out, "  ");
        write_padded(out, severity_word(info.severity), sizeof "warning" + 1);
        write_padded(out, info.name, page ? width + 2 : 0);
        if (page) out_text(out, page->summary);
        out_char(out, '\n');
    }
}

static int explain(struct out *out, int count, char **words) {
    int status = EXIT_CLEAN;
    for (int i = 0; i < count; i++) {
        ptxc_diag_info info;
        if (i) out_char(out, '\n');
        if (find(words[i], &info))
            write_page(out, &info);
        else if (!write_rule(out, words[i]))
            status = unknown(words[i]);
    }
    return status;
}

int explain_main(int count, char **words) {
    if (!count) return complain("explain what? (a code such as ptx-203, a name, or --list)");
    struct out out;
    int status = EXIT_CLEAN;
    out_init(&out, 1);
    if (!strcmp(words[0], "--list"))
        write_list(&out);
    else if (!strcmp(words[0], "--help") || !strcmp(words[0], "-h"))
        help_explain(&out);
    else if (words[0][0] == '-')
        status = complain("unknown option '%s' of explain; did you mean '--list'?", words[0]);
    else
        status = explain(&out, count, words);
    int error = out_flush(&out);
    if (error && !sys_is_closed_pipe(error))
        complain_file("cannot write", "standard output", error);
    return error ? EXIT_TROUBLE : status;
}
