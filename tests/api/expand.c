/* SPDX-License-Identifier: Apache-2.0
 * Blocks of plain PTX through the public header. */
#include "case.h"
#include "texts.h"
#include "walk.h"

static const char block_text[] =
    "void f() {\n"
    "    asm(R\"ptx(\n"
    "        .reg .pred %p; .reg .b32 %r<2>;\n"
    "    L:  mbarrier.try_wait.parity.shared::cta.b64 done, [$shared(&b)], s.phase;\n"
    "        @!done bra L;\n"
    "        add.u32 n, n, $(k + 1);\n"
    "    )ptx\");\n"
    "}\n";

/* Blocks with all kinds of errors. */
static const char wrong_text[] = "void f() {\n"
                                 "asm(R\"ptx(mov.b32 a, b; mov.b64 a, c;)ptx\");\n"
                                 "asm(R\"ptx(nosuch.b32 a;)ptx\");\n"
                                 "asm(R\"ptx(mov.b32 a, $(b;)ptx\");\n"
                                 "asm(R\"ptx(mov.b32 a.b c;)ptx\");\n"
                                 "asm(R\"ptx(";

struct counter {
    size_t calls, fail_at;
};

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct counter *c = user;
    (void)old_size;
    if (!new_size) {
        free(block);
        return NULL;
    }
    return ++c->calls == c->fail_at ? NULL : realloc(block, new_size);
}

static ptxc_status open_block(const char *text, struct counter *c, ptxc_module **m) {
    ptxc_options options = {
        .size = sizeof(ptxc_options), .arch = "sm_90a", .language = PTXC_LANGUAGE_CXX};
    if (c) options.allocator = (ptxc_allocator){resize, c};
    return ptxc_module_open(text, strlen(text), &options, m);
}

static void test_expands(void) {
    ptxc_module *m;
    size_t length = 0;
    CHECK(open_block(block_text, NULL, &m) == PTXC_OK);
    const char *text = NULL, *again;
    CHECK(ptxc_module_expand(m, "k.cu", &text, &length) == PTXC_OK);
    CHECK(text && strlen(text) == length && strstr(text, "#line 1 \"k.cu\"\nvoid f() {\n"));
    CHECK(text && strstr(text, "__cvta_generic_to_shared((&b))") && strstr(text, "\"+&r\""));
    CHECK(ptxc_module_asm_count(m) == 1 && ptxc_module_error_count(m) == 0);
    CHECK(ptxc_module_expand(m, "k.cu", &again, NULL) == PTXC_OK && again == text);
    walk_module(m);
    ptxc_module_close(m);
}

static void test_bad_arguments(void) {
    ptxc_module *m;
    const char *text;
    CHECK(open_block(block_text, NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_expand(m, NULL, &text, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_expand(m, "k.cu", NULL, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_expand(NULL, "k.cu", &text, NULL) == PTXC_BAD_ARGUMENT);
    ptxc_module_close(m);
}

static bool has_no_expansion(ptxc_module *m) {
    const char *text = "";
    size_t length = 1;
    return ptxc_module_expand(m, "k.cu", &text, &length) == PTXC_NOT_FOUND && !text && !length;
}

static void test_errors(void) {
    ptxc_module *m;
    CHECK(open_block(wrong_text, NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_error_count(m) == 5);
    CHECK(has_no_expansion(m));
    walk_module(m);
    ptxc_module_close(m);
}

static void test_without_blocks(void) {
    ptxc_module *m;
    const char *text;
    size_t length;
    CHECK(open_block(cxx_text, NULL, &m) == PTXC_OK);
    CHECK(has_no_expansion(m)); /* its asm has an error */
    ptxc_module_close(m);
    CHECK(open_block("int a;", NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_expand(m, "k.cu", &text, &length) == PTXC_OK);
    CHECK(!strcmp(text, "int a;") && length == 6);
    ptxc_module_close(m);
}

/* Opens and expands a text with this allocator. */
static ptxc_status try_all(const char *text, struct counter *c) {
    ptxc_module *m;
    const char *out;
    ptxc_status status = open_block(text, c, &m);
    CHECK(!m == (status != PTXC_OK));
    if (m) status = ptxc_module_expand(m, "k.cu", &out, NULL);
    ptxc_module_close(m);
    return status;
}

static void fail_everywhere(const char *text) {
    struct counter c = {0};
    CHECK(try_all(text, &c) != PTXC_NO_MEMORY);
    for (size_t n = 1, calls = c.calls; n <= calls; n++) {
        c = (struct counter){.fail_at = n};
        CHECK(try_all(text, &c) == PTXC_NO_MEMORY);
    }
}

static void test_fail(void) {
    fail_everywhere(block_text);
    fail_everywhere(wrong_text);
}

MAIN({"expands", test_expands}, {"bad-arguments", test_bad_arguments}, {"errors", test_errors},
     {"without-blocks", test_without_blocks}, {"fail", test_fail})
