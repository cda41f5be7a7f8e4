/* SPDX-License-Identifier: Apache-2.0
 * Warnings of PTX that move to the C++ it was compiled from. */
#include "case.h"

static const char cxx_text[] = "__global__ void k(float *p)\n"
                               "{\n"
                               "    copy(p);\n"
                               "    wait();\n"
                               "}\n";

static const char ptx_text[] = ".version 8.6\n"
                               ".target sm_90a\n"
                               ".address_size 64\n"
                               ".entry k()\n"
                               "{\n"
                               "    .reg .b64 %rd<2>;\n"
                               "    .shared .align 16 .b8 buf[64];\n"
                               "    .loc 1 3 5\n"
                               "    .loc 2 9 1, function_name $L, inlined_at 1 3 5\n"
                               "    cp.async.ca.shared.global [buf], [%rd1], 16;\n"
                               "    .loc 1 4 5\n"
                               "    cp.async.wait_group 0;\n"
                               "    ret;\n"
                               "}\n"
                               ".file 1 \"/home/u/k.cu\"\n"
                               ".file 2 \"copy.cuh\"\n"
                               ".section .debug_str { $L: .b8 0 }\n";

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

static ptxc_module *open_text(const char *text, ptxc_language language, struct counter *counter) {
    ptxc_options options = {.size = sizeof options, .language = language};
    ptxc_module *m = NULL;
    if (counter) options.allocator = (ptxc_allocator){resize, counter};
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    return m;
}

static void test_moved(void) {
    ptxc_module *cxx = open_text(cxx_text, PTXC_LANGUAGE_CXX, NULL);
    ptxc_module *ptx = open_text(ptx_text, PTXC_LANGUAGE_PTX, NULL);
    ptxc_diag d;
    char text[200];
    ptxc_span span;
    bool has_span;
    CHECK(ptxc_module_diag_count(ptx) == 1);
    CHECK(ptxc_module_take_compiled(cxx, "k.cu", ptx, "k.ptx") == PTXC_OK);
    CHECK(ptxc_module_diag_count(ptx) == 0 && ptxc_module_diag_count(cxx) == 1);
    ptxc_module_close(ptx);
    CHECK(ptxc_module_diag_get(cxx, 0, &d) == PTXC_OK);
    CHECK(d.code == 702 && d.fix_count == 0 && d.note_count == 4);
    CHECK(!strncmp(cxx_text + d.span.start, "copy(", 5) && d.span.end == d.span.start + 4);
    ptxc_module_diag_text(cxx, 0, text, sizeof text);
    CHECK(!strcmp(text, "'cp.async' is never committed: no 'cp.async.commit_group' follows"));
    static const char *const notes[] = {
        "the instruction comes from copy.cuh:9:1", "'cp.async.wait_group' does not wait for it",
        "insert 'cp.async.commit_group;' before this", "in the compiled PTX: k.ptx:10:5"};
    for (uint32_t i = 0; i < d.note_count; i++) {
        ptxc_module_diag_note_text(cxx, 0, i, &span, &has_span, text, sizeof text);
        CHECK(!strcmp(text, notes[i]));
        CHECK(has_span == (i == 1 || i == 2));
        CHECK(!has_span || !strncmp(cxx_text + span.start, "wait(", 5));
    }
    ptxc_module_close(cxx);
}

static void test_no_memory(void) {
    struct counter c = {0};
    ptxc_module *cxx = open_text(cxx_text, PTXC_LANGUAGE_CXX, &c);
    size_t opened = c.calls, refused = 0;
    ptxc_module_close(cxx);
    for (size_t n = 1; n < 100; n++) {
        ptxc_module *ptx = open_text(ptx_text, PTXC_LANGUAGE_PTX, NULL);
        c = (struct counter){.fail_at = opened + n};
        cxx = open_text(cxx_text, PTXC_LANGUAGE_CXX, &c);
        ptxc_status status = ptxc_module_take_compiled(cxx, "k.cu", ptx, "k.ptx");
        CHECK(status == (c.calls >= c.fail_at ? PTXC_NO_MEMORY : PTXC_OK));
        refused += status == PTXC_NO_MEMORY;
        ptxc_module_close(ptx);
        ptxc_module_close(cxx);
    }
    CHECK(refused < 99);
}

static void test_bad_arguments(void) {
    ptxc_module *cxx = open_text(cxx_text, PTXC_LANGUAGE_CXX, NULL);
    ptxc_module *ptx = open_text(ptx_text, PTXC_LANGUAGE_PTX, NULL);
    CHECK(ptxc_module_take_compiled(NULL, "k.cu", ptx, "k.ptx") == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_take_compiled(cxx, NULL, ptx, "k.ptx") == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_take_compiled(cxx, "k.cu", NULL, "k.ptx") == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_take_compiled(cxx, "k.cu", ptx, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_take_compiled(ptx, "k.cu", ptx, "k.ptx") == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_take_compiled(cxx, "k.cu", cxx, "k.ptx") == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_diag_count(ptx) == 1 && ptxc_module_diag_count(cxx) == 0);
    CHECK(ptxc_module_take_compiled(cxx, "", ptx, "k.ptx") == PTXC_OK);
    CHECK(ptxc_module_diag_count(ptx) == 1);
    ptxc_module_close(ptx);
    ptxc_module_close(cxx);
}

MAIN({"moved", test_moved}, {"no-memory", test_no_memory}, {"bad-arguments", test_bad_arguments})
