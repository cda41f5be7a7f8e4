/* SPDX-License-Identifier: Apache-2.0
 * When C++ functions are generated, and for which instructions. */
#include "case.h"
#include "texts.h"

static ptxc_module *open_text(const char *text, ptxc_options options) {
    ptxc_module *m = NULL;
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    return m;
}

static bool emits(const char *text, ptxc_options options) {
    size_t length = 1;
    const char *header, *again;
    ptxc_module *m = open_text(text, options);
    ptxc_status status = ptxc_module_emit(m, &header, &length);
    CHECK(header ? strlen(header) == length : !length);
    CHECK(status == (header ? PTXC_OK : PTXC_NOT_FOUND));
    CHECK(ptxc_module_emit(m, &again, NULL) == status && again == header);
    ptxc_module_close(m);
    return header != NULL;
}

static void test_when(void) {
    const char *text;
    CHECK(emits(good_text, (ptxc_options){.size = sizeof(ptxc_options)}));
    CHECK(!emits(good_text, (ptxc_options){.size = sizeof(ptxc_options), .syntax_only = true}));
    CHECK(!emits(bad_text, (ptxc_options){.size = sizeof(ptxc_options)}));
    CHECK(!emits("", (ptxc_options){.size = sizeof(ptxc_options), .language = PTXC_LANGUAGE_CXX}));
    CHECK(ptxc_module_emit(NULL, &text, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_emit_kernels(NULL, &text, NULL) == PTXC_BAD_ARGUMENT);
}

/* What cannot be expressed in C++ is an error of the module, and is reported once. */
static void test_kernels(void) {
    static const char kernel[] = ".version 8.6\n.target sm_100a\n.address_size 64\n"
                                 ".visible .entry k() { ret; }\n",
                      none[] = ".version 8.6\n.target sm_100a\n.func f() { ret; }\n",
                      silenced[] = "// ptxcheck: ignore\n.version 8.6\n.target sm_100a\n"
                                   ".entry k() { mov.u32 r, 0; // ptxcheck: ignore\n}\n";
    ptxc_options options = {.size = sizeof(ptxc_options)};
    const char *text;
    size_t length = 1;
    ptxc_module *m = open_text(kernel, options);
    CHECK(ptxc_module_emit_kernels(m, &text, &length) == PTXC_OK && strlen(text) == length);
    CHECK(strstr(text, "__global__") && !ptxc_module_error_count(m));
    ptxc_module_close(m);
    m = open_text(none, options);
    CHECK(!ptxc_module_error_count(m));
    for (int i = 0; i < 2; i++) {
        CHECK(ptxc_module_emit_kernels(m, &text, &length) == PTXC_NOT_FOUND && !text && !length);
        CHECK(ptxc_module_error_count(m) == 1 && ptxc_module_diag_count(m) == 1);
    }
    ptxc_module_close(m);
    /* A suppressed error still counts as an error. */
    m = open_text(silenced, options);
    CHECK(!ptxc_module_error_count(m) && ptxc_module_suppressed_count(m) == 1);
    CHECK(ptxc_module_emit(m, &text, NULL) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_emit_kernels(m, &text, NULL) == PTXC_NOT_FOUND);
    ptxc_module_close(m);
}

static const char *emitted(ptxc_module *m) {
    const char *text;
    CHECK(ptxc_module_emit(m, &text, NULL) == PTXC_OK);
    return text;
}

static void test_all(void) {
    static const struct {
        ptxc_options options;
        ptxc_status status;
    } rows[] = {
        {{.size = sizeof(ptxc_options), .arch = "sm_90a"}, PTXC_OK},
        {{.size = sizeof(ptxc_options), .arch = "sm_90a", .toolkit = "12.8"}, PTXC_OK},
        {{.size = sizeof(ptxc_options), .arch = "compute_90a"}, PTXC_UNKNOWN_ARCH},
        {{.size = sizeof(ptxc_options), .arch = "sm_107a", .toolkit = "12.8"}, PTXC_UNKNOWN_ARCH},
        {{.size = sizeof(ptxc_options), .arch = NULL}, PTXC_UNKNOWN_ARCH}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_module *m;
        CHECK(ptxc_module_open_all(&rows[i].options, &m) == rows[i].status);
        CHECK(!m == (rows[i].status != PTXC_OK));
        if (m) CHECK(strstr(emitted(m), "wgmma_fence"));
        ptxc_module_close(m);
    }
    CHECK(ptxc_module_open_all(NULL, NULL) == PTXC_BAD_ARGUMENT);
}

/* The same text gives the same header, byte by byte, even with different allocations. */
static void test_deterministic(void) {
    ptxc_options options = {.size = sizeof(ptxc_options), .arch = "sm_100f"};
    ptxc_module *a, *b;
    CHECK(ptxc_module_open_all(&options, &a) == PTXC_OK);
    CHECK(ptxc_module_open_all(&options, &b) == PTXC_OK);
    CHECK(!strcmp(emitted(a), emitted(b)));
    ptxc_module_close(a);
    ptxc_module_close(b);
}

MAIN({"when", test_when}, {"kernels", test_kernels}, {"all", test_all},
     {"deterministic", test_deterministic})
