/* SPDX-License-Identifier: Apache-2.0
 * The command line of `ptxcheck lsp`. */
#include "program/io/complain.h"
#include "program/options/help.h"
#include "program/io/out.h"
#include "program/text/suggest.h"
#include "lsp/lsp.h"
#include "lsp/loop.h"
#include "lsp/wire/need.h"
#include <stdlib.h>
#include <string.h>

/* Clients name the transport, of which there is only one, and their process, which is not needed
 * because standard input ends when they are gone. */
static bool is_known(const char *word) {
    static const char process[] = "--clientProcessId=";
    return !strcmp(word, "--stdio") || !strcmp(word, "--lit-test") ||
           !strncmp(word, process, sizeof process - 1);
}

static int unknown(const char *word) {
    static const char *const known[] = {"--lit-test", "--stdio", "--help"};
    struct suggestion near = suggest_for(word);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) suggest_offer(&near, known[i]);
    return suggest_option(&near, "lsp");
}

static int help(void) {
    struct out out;
    out_init(&out, 1);
    help_lsp(&out);
    return out_flush(&out) ? EXIT_TROUBLE : EXIT_CLEAN;
}

int lsp_main(int count, char **words) {
    bool lit = false;
    for (int i = 0; i < count; i++) {
        if (!strcmp(words[i], "--help") || !strcmp(words[i], "-h")) return help();
        if (!is_known(words[i])) return unknown(words[i]);
        lit = lit || !strcmp(words[i], "--lit-test");
    }
    struct server server;
    json_set_alloc_funcs(need_bytes, free);
    server_init(&server, 0, 1, lit);
    int status = server_run(&server);
    server_free(&server);
    return status;
}
