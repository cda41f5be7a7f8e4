/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck isa: see isa.h. */
#include "cli/isa/isa.h"
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/isa/example.h"
#include "cli/isa/page.h"
#include "program/text/suggest.h"
#include "program/text/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding instructions ---- */

/* Returns true if the word can follow the instruction's name. */
static bool has_word(size_t insn, const char *word, size_t length) {
    ptxc_isa_form form;
    ptxc_isa_slot slot;
    ptxc_isa_slot_value value;
    for (size_t f = 0; ptxc_isa_form_get(insn, f, &form) == PTXC_OK; f++)
        for (size_t s = 0; ptxc_isa_slot_get(insn, f, s, &slot) == PTXC_OK; s++)
            for (size_t v = 0; ptxc_isa_slot_value_get(insn, f, s, v, &value) == PTXC_OK; v++)
                if (!strncmp(value.word, word, length) && !value.word[length]) return true;
    return false;
}

static int unknown(const char *what, const char *word) {
    struct suggestion near = suggest_for(word);
    ptxc_isa_insn insn;
    size_t length = strlen(word), begin = 0;
    for (size_t i = 0; length && ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++)
        begin += !strncmp(insn.name, word, length);
    if (begin)
        return complain("%s '%s'; %zu begin so: 'ptxcheck isa list %s'", what, word, begin, word);
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) suggest_offer(&near, insn.name);
    if (near.best) return complain("%s '%s'; did you mean '%s'?", what, word, near.best);
    return complain("%s '%s' ('ptxcheck isa list' lists all)", what, word);
}

/* Finds an instruction by its name, or by the opcode of a line with its qualifiers. Returns false
 * after it has reported what is wrong. */
static bool find(const char *chain, size_t *insn) {
    ptxc_isa_insn x;
    if (ptxc_isa_insn_find(chain, strlen(chain), insn) != PTXC_OK) {
        unknown("no instruction", chain);
        return false;
    }
    (void)ptxc_isa_insn_get(*insn, &x);
    for (const char *word = chain + strlen(x.name); *word;) {
        size_t length = 1 + strcspn(word + 1, ".");
        if (!has_word(*insn, word, length)) {
            complain("'%s' has no qualifier '%.*s'", x.name, (int)length, word);
            return false;
        }
        word += length;
    }
    return true;
}

/* ---- list ---- */

static bool is_listed(const ptxc_isa_insn *insn, const char *prefix) {
    return !strncmp(insn->name, prefix, strlen(prefix));
}

static void list_text(struct out *out, const struct palette *palette, const char *prefix) {
    struct table t = {.count = 4, .head = palette->message, .reset = palette->reset};
    static const char *const head[] = {"instruction", ".version", "CUDA", "what it does"};
    ptxc_isa_insn insn;
    t.column[0] = (struct table_column){.most = 48};
    t.column[1] = (struct table_column){.most = 8};
    t.column[2] = (struct table_column){.most = 5};
    for (int k = 0; k < 4; k++) table_add(&t, head[k]);
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) {
        if (!is_listed(&insn, prefix)) continue;
        table_add(&t, insn.name);
        table_add(&t, isa_version_text(insn.avail.version).text);
        table_add(&t, isa_first_release(&insn.avail));
        table_add(&t, insn.summary);
    }
    table_write(&t, out);
    table_free(&t);
}

static void write_json(struct out *out, size_t insn, bool modules, bool *any) {
    out_text(out, *any ? ",\n" : "\n");
    *any = true;
    json_write(out, isa_json(insn, modules));
}

static void list_json(struct out *out, const char *prefix) {
    ptxc_isa_insn insn;
    bool any = false;
    out_text(out, "{\"version\": ");
    json_write(out, json_name(ptxc_library_version()));
    out_text(out, ", \"instructions\": [");
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++)
        if (is_listed(&insn, prefix)) write_json(out, i, false, &any);
    out_text(out, "\n]}\n");
}

static int list(struct out *out, const struct command *c) {
    const char *prefix = c->count > 1 ? c->word[1] : "";
    ptxc_isa_insn insn;
    bool any = false;
    if (c->count > 2) return complain("isa list takes one prefix, not '%s', too", c->word[2]);
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++)
        any = any || is_listed(&insn, prefix);
    if (!any) return unknown("no instruction begins with", prefix);
    if (c->format == FORMAT_JSON)
        list_json(out, prefix);
    else
        list_text(out, palette_for(c->color), prefix);
    return EXIT_CLEAN;
}

/* ---- show ---- */

static int show(struct out *out, const struct command *c) {
    int status = EXIT_CLEAN;
    bool any = false, json = c->format == FORMAT_JSON;
    if (c->count < 2) return complain("isa show what? (an instruction such as tcgen05.cp)");
    if (json) {
        out_text(out, "{\"version\": ");
        json_write(out, json_name(ptxc_library_version()));
        out_text(out, ", \"instructions\": [");
    }
    for (int i = 1; i < c->count; i++) {
        size_t insn;
        if (!find(c->word[i], &insn)) {
            status = EXIT_TROUBLE;
        } else if (json) {
            write_json(out, insn, true, &any);
        } else {
            if (any) out_char(out, '\n');
            any = true;
            isa_show_text(out, palette_for(c->color), insn);
        }
    }
    if (json) out_text(out, "\n]}\n");
    return status;
}

/* ---- example ---- */

static bool write_example(struct out *out, size_t insn, size_t i) {
    struct isa_example example;
    ptxc_isa_insn x;
    ptxc_isa_example e;
    (void)ptxc_isa_insn_get(insn, &x);
    (void)ptxc_isa_example_get(insn, i, &e);
    if (!isa_example_make(&example, insn, i)) return false;
    out_text(out, "// ");
    out_text(out, x.name);
    out_text(out, ": ");
    out_text(out, *e.summary ? e.summary : x.summary);
    out_char(out, '\n');
    out_text(out, example.text.text);
    return true;
}

static int example(struct out *out, const struct command *c) {
    ptxc_isa_insn x;
    size_t insn;
    if (c->count < 2) return complain("isa example of what? (an instruction such as tcgen05.cp)");
    if (!find(c->word[1], &insn)) return EXIT_TROUBLE;
    (void)ptxc_isa_insn_get(insn, &x);
    unsigned long number = c->count > 2 ? strtoul(c->word[2], NULL, 10) : 1;
    if (c->count > 3 || !number || number > x.example_count)
        return complain("'%s' has %zu example%s", x.name, x.example_count,
                        x.example_count == 1 ? "" : "s");
    return write_example(out, insn, number - 1) ? EXIT_CLEAN : complain("out of memory");
}

/* ---- pages ---- */

static int page(struct out *out, const struct command *c) {
    size_t insn;
    if (c->count != 2) return complain("isa page of what? (an instruction such as tcgen05.cp)");
    if (!find(c->word[1], &insn)) return EXIT_TROUBLE;
    isa_page(out, insn);
    return EXIT_CLEAN;
}

static int all_pages(const struct command *c) {
    if (c->count != 2) return complain("isa pages needs a directory");
    return isa_pages(c->word[1]);
}

/* ---- the command ---- */

static int run(struct out *out, const struct command *c) {
    if (!c->count) return complain("isa what? (list or show; try 'ptxcheck isa --help')");
    if (!strcmp(c->word[0], "list")) return list(out, c);
    if (!strcmp(c->word[0], "show")) return show(out, c);
    if (!strcmp(c->word[0], "example")) return example(out, c);
    if (!strcmp(c->word[0], "page")) return page(out, c);
    if (!strcmp(c->word[0], "pages")) return all_pages(c);
    struct suggestion near = suggest_for(c->word[0]);
    suggest_offer(&near, "list");
    suggest_offer(&near, "show");
    suggest_offer(&near, "example");
    suggest_offer(&near, "page");
    suggest_offer(&near, "pages");
    return complain("unknown command 'isa %s'; did you mean 'isa %s'?", c->word[0],
                    near.best ? near.best : "show");
}

int isa_main(int count, char **words) {
    struct command command;
    struct out out;
    if (!command_parse(&command, "isa", count, words)) return EXIT_TROUBLE;
    out_init(&out, 1);
    if (command.help) {
        help_isa(&out);
        return command_end(&out, EXIT_CLEAN);
    }
    return command_end(&out, run(&out, &command));
}
