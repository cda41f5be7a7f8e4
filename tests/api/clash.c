/* SPDX-License-Identifier: Apache-2.0
 * A program may use names of functions inside the library, because the archive hides them. */
#include "case.h"

/* The library has functions with each of these names. */
int unary(int x);
int binary(int x);
int cast(int x);
int choose(int x);
int keep(int x);
int add_node(int x);
int add_word(int x);
int say_rule(int x);
int text_of(int x);
int arena_alloc(int x);
int check_module(int x);
int match_read(int x);
int ptx_lex(int x);
int ptx_parse(int x);
int isa_insns(int x);

static int calls;

int unary(int x) { return calls++, x; }
int binary(int x) { return calls++, x; }
int cast(int x) { return calls++, x; }
int choose(int x) { return calls++, x; }
int keep(int x) { return calls++, x; }
int add_node(int x) { return calls++, x; }
int add_word(int x) { return calls++, x; }
int say_rule(int x) { return calls++, x; }
int text_of(int x) { return calls++, x; }
int arena_alloc(int x) { return calls++, x; }
int check_module(int x) { return calls++, x; }
int match_read(int x) { return calls++, x; }
int ptx_lex(int x) { return calls++, x; }
int ptx_parse(int x) { return calls++, x; }
int isa_insns(int x) { return calls++, x; }

static void own_names(void) {
    const char *text = ".version 8.6\n.target sm_100a\n.address_size 64\n"
                       ".entry k() { .reg .b32 %r<2>; mov.b32 %r1, -(1 + 2); ret }\n";
    ptxc_module *m;
    CHECK(ptxc_module_open(text, strlen(text), NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_error_count(m) == 1); /* a missing semicolon */
    ptxc_module_close(m);
    CHECK(!calls);
    CHECK(unary(1) && binary(1) && cast(1) && choose(1) && keep(1) && add_node(1) && add_word(1));
    CHECK(say_rule(1) && text_of(1) && arena_alloc(1) && check_module(1) && match_read(1));
    CHECK(ptx_lex(1) && ptx_parse(1) && isa_insns(1));
}

MAIN({"own-names", own_names})
