/* SPDX-License-Identifier: Apache-2.0
 * Functions of C++: when there are some, and of what. */
#include "case.h"
#include "texts.h"

static ptxc_module *open_text(const char *text, ptxc_options options) {
    ptxc_module *m = NULL;
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    return m;
}

static bool emits(const char *text, ptxc_options options) {
    size_t length = 1;
    ptxc_module *m = open_text(text, options);
    const char *header = ptxc_module_emitted(m, &length);
    CHECK(header ? strlen(header) == length : !length);
    ptxc_module_close(m);
    return header != NULL;
}

static void test_when(void) {
    CHECK(emits(good_text, (ptxc_options){.size = sizeof(ptxc_options), .emit = true}));
    CHECK(!emits(good_text, (ptxc_options){.size = sizeof(ptxc_options)}));
    CHECK(!emits(good_text,
                 (ptxc_options){.size = sizeof(ptxc_options), .emit = true, .syntax_only = true}));
    CHECK(!emits(bad_text, (ptxc_options){.size = sizeof(ptxc_options), .emit = true}));
    CHECK(!emits(
        "",
        (ptxc_options){.size = sizeof(ptxc_options), .emit = true, .language = PTXC_LANGUAGE_CXX}));
    CHECK(!ptxc_module_emitted(NULL, NULL));
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
        if (m) CHECK(strstr(ptxc_module_emitted(m, NULL), "wgmma_fence"));
        ptxc_module_close(m);
    }
    CHECK(ptxc_module_open_all(NULL, NULL) == PTXC_BAD_ARGUMENT);
}

/* The same text gives the same header, byte by byte, also for another allocation of everything. */
static void test_deterministic(void) {
    ptxc_options options = {.size = sizeof(ptxc_options), .arch = "sm_100f"};
    ptxc_module *a, *b;
    CHECK(ptxc_module_open_all(&options, &a) == PTXC_OK);
    CHECK(ptxc_module_open_all(&options, &b) == PTXC_OK);
    CHECK(!strcmp(ptxc_module_emitted(a, NULL), ptxc_module_emitted(b, NULL)));
    ptxc_module_close(a);
    ptxc_module_close(b);
}

MAIN({"when", test_when}, {"all", test_all}, {"deterministic", test_deterministic})
