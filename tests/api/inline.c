/* SPDX-License-Identifier: Apache-2.0
 * Inline PTX through the public header. */
#include "case.h"
#include "texts.h"
#include "walk.h"

static ptxc_module *open_cxx(const char *text, const char *arch) {
    ptxc_options options = {
        .size = sizeof(ptxc_options), .arch = arch, .language = PTXC_LANGUAGE_CXX};
    ptxc_module *m;
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    return m;
}

static void test_states(void) {
    static const ptxc_asm_state states[] = {PTXC_ASM_CHECKED, PTXC_ASM_OTHER, PTXC_ASM_UNEXPANDED,
                                            PTXC_ASM_PIECE, PTXC_ASM_NOT_COMPILED};
    ptxc_module *m = open_cxx(cxx_text, "sm_100a");
    ptxc_asm a = {0};
    CHECK(ptxc_module_asm_count(m) == sizeof states / sizeof *states);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        CHECK(ptxc_module_asm_get(m, i, &a) == PTXC_OK && a.state == states[i]);
        CHECK(!strncmp(cxx_text + a.span.start, "asm", 3));
        CHECK(i == 2 || cxx_text[a.span.end - 1] == ')');
    }
    CHECK(ptxc_module_asm_get(m, 5, &a) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_asm_get(m, 0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_asm_get(NULL, 0, &a) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_stmt_count(m) == 0 && ptxc_module_usage_count(m) == 0);
    walk_module(m);
    ptxc_module_close(m);
}

static void test_diag(void) {
    ptxc_module *m = open_cxx(cxx_text, NULL);
    ptxc_diag d = {0};
    ptxc_loc loc = {0};
    CHECK(ptxc_module_diag_count(m) == 1 && ptxc_module_diag_get(m, 0, &d) == PTXC_OK);
    CHECK(d.code == 430 && !strncmp(cxx_text + d.span.start, "%1", 2));
    CHECK(d.span.end == d.span.start + 2);
    CHECK(ptxc_module_loc_get(m, d.span.start, &loc) == PTXC_OK && loc.line == 40 && !loc.column);
    CHECK(!strncmp(cxx_text + loc.file.start, "k.cu\"", 5));
    ptxc_module_close(m);
}

static void test_ptx_has_none(void) {
    ptxc_module *m;
    CHECK(ptxc_module_open(good_text, strlen(good_text), NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_asm_count(m) == 0);
    ptxc_module_close(m);
}

MAIN({"states", test_states}, {"diag", test_diag}, {"ptx-has-none", test_ptx_has_none})
