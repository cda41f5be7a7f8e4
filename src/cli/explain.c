/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck explain: see explain.h. */
#include "explain.h"
#include "complain.h"
#include "help.h"
#include "pages.h"
#include "report.h"
#include "suggest.h"
#include "system.h"
#include <string.h>
#include <strings.h>

const struct page *page_find(uint32_t code) {
    for (size_t i = 0; i < page_count; i++)
        if (pages[i].code == code) return &pages[i];
    return NULL;
}

/* "ptx-203", "203" or "missing-semicolon", in any case. */
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
    if (near.best) return complain("no diagnostic '%s'; did you mean '%s'?", word, near.best);
    if (strchr(word, '-'))
        return complain("no diagnostic '%s'; for the rule of an instruction, explain its code",
                        word);
    return complain("no diagnostic '%s' ('ptxcheck explain --list' lists all)", word);
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
        if (!find(words[i], &info)) {
            status = unknown(words[i]);
            continue;
        }
        if (i) out_char(out, '\n');
        write_page(out, &info);
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
