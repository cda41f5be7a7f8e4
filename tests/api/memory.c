/* SPDX-License-Identifier: Apache-2.0
 * The caller's allocator: all memory is freed, and every failed allocation is handled. */
#include "case.h"
#include "texts.h"
#include "walk.h"

struct counter {
    size_t blocks, bytes, calls;
    size_t fail_at; /* the call that returns NULL, counted from 1; with `dead`, all later calls also
                       do */
    bool dead;
};

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct counter *c = user;
    CHECK(!block == !old_size);
    if (!new_size) {
        CHECK(c->blocks > 0 && c->bytes >= old_size);
        c->blocks--;
        c->bytes -= old_size;
        free(block);
        return NULL;
    }
    c->calls++;
    if (c->calls == c->fail_at || (c->dead && c->fail_at && c->calls > c->fail_at)) return NULL;
    /* Always moves the block, so that a stale pointer is detected. */
    void *fresh = malloc(new_size);
    if (block) {
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
        free(block);
    }
    c->blocks += !block;
    c->bytes += new_size - old_size;
    return fresh;
}

/* Makes every product of an open module. If memory runs out, the module must stay unchanged. */
static ptxc_status make_all(ptxc_module *m) {
    const char *text;
    size_t diags = ptxc_module_diag_count(m);
    ptxc_status status = ptxc_module_find_usages(m);
    if (status != PTXC_NO_MEMORY) status = ptxc_module_emit(m, &text, NULL);
    if (status != PTXC_NO_MEMORY) status = ptxc_module_expand(m, "k.cu", &text, NULL);
    if (status != PTXC_NO_MEMORY) status = ptxc_module_emit_kernels(m, &text, NULL);
    const char *source = ptxc_module_source(m, NULL), *cp = strstr(source, "tcgen05.cp");
    if (status != PTXC_NO_MEMORY && cp)
        status = ptxc_module_find_relations(m, (uint32_t)(cp - source));
    if (status == PTXC_NO_MEMORY) CHECK(ptxc_module_diag_count(m) == diags);
    return status == PTXC_NOT_FOUND ? PTXC_OK : status;
}

static ptxc_status open_counted(const char *text, struct counter *c, const ptxc_options *options) {
    ptxc_options with = *options;
    with.allocator = (ptxc_allocator){resize, c};
    ptxc_module *m;
    ptxc_status status = ptxc_module_open(text, strlen(text), &with, &m);
    CHECK(!m == (status != PTXC_OK));
    if (m) status = make_all(m);
    if (m) walk_module(m);
    ptxc_module_close(m);
    CHECK(c->blocks == 0 && c->bytes == 0);
    return status;
}

static void fail_everywhere(const char *text, ptxc_language language, bool dead) {
    const ptxc_options options = {
        .size = sizeof(ptxc_options), .arch = "sm_100a", .language = language};
    struct counter c = {0};
    CHECK(open_counted(text, &c, &options) == PTXC_OK);
    size_t calls = c.calls;
    for (size_t n = 1; n <= calls; n++) {
        c = (struct counter){.fail_at = n, .dead = dead};
        CHECK(open_counted(text, &c, &options) == PTXC_NO_MEMORY);
    }
    c = (struct counter){.fail_at = calls + 1, .dead = dead};
    CHECK(open_counted(text, &c, &options) == PTXC_OK);
}

static void test_given_back(void) {
    static const ptxc_options plain = {.size = sizeof(ptxc_options)};
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        struct counter c = {0};
        CHECK(open_counted(all_texts[i], &c, &plain) == PTXC_OK);
        CHECK(c.calls > 0);
    }
}

static void test_given_back_after_refusal(void) {
    static const ptxc_warning unknown = {"no-such-warning", PTXC_SHOW};
    static const ptxc_options rows[] = {
        {.size = sizeof(ptxc_options), .arch = "sm_99"},
        {.size = sizeof(ptxc_options), .toolkit = "0.0"},
        {.size = sizeof(ptxc_options), .warnings = &unknown, .warning_count = 1}};
    static const ptxc_status status[] = {PTXC_UNKNOWN_ARCH, PTXC_UNKNOWN_TOOLKIT,
                                         PTXC_UNKNOWN_WARNING};
    for (size_t i = 0; i < 3; i++) {
        struct counter c = {0};
        CHECK(open_counted(good_text, &c, &rows[i]) == status[i]);
    }
}

/* Reading from an open module allocates nothing. */
static void test_walk_allocates_nothing(void) {
    struct counter c = {0};
    ptxc_options options = {.size = sizeof(ptxc_options), .allocator = {resize, &c}};
    ptxc_module *m;
    CHECK(ptxc_module_open(bad_text, strlen(bad_text), &options, &m) == PTXC_OK);
    size_t calls = c.calls;
    walk_module(m);
    CHECK(c.calls == calls);
    ptxc_module_close(m);
}

/* Returns the bytes that a module with this many errors of one kind takes. */
static size_t bytes_of_errors(size_t count) {
    static const char line[] = "cvt %r1, %r2;\n";
    struct counter c = {0};
    const ptxc_options options = {.size = sizeof(ptxc_options), .allocator = {resize, &c}};
    char *text = malloc(sizeof HEAD + 64 + count * sizeof line), *end = text;
    end += sprintf(end, "%s.entry k() {\n.reg .b32 %%r<4>;\n", HEAD);
    for (size_t i = 0; i < count; i++) end += sprintf(end, "%s", line);
    strcpy(end, "}\n");
    ptxc_module *m;
    CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
    CHECK(ptxc_module_diag_count(m) == count);
    size_t bytes = c.bytes;
    ptxc_module_close(m);
    free(text);
    return bytes;
}

/* Similar errors share their text; otherwise, each would take kilobytes. Part of the 300 bytes is
 * for the line itself. */
static void test_errors_are_small(void) {
    enum { FEW = 2000, MANY = 20000 };
    CHECK(bytes_of_errors(MANY) - bytes_of_errors(FEW) < (size_t)300 * (MANY - FEW));
}

static void test_fail_once(void) {
    for (size_t i = 0; i < TEXT_COUNT; i++) fail_everywhere(all_texts[i], PTXC_LANGUAGE_PTX, false);
}

static void test_fail_on(void) {
    for (size_t i = 0; i < TEXT_COUNT; i++) fail_everywhere(all_texts[i], PTXC_LANGUAGE_PTX, true);
}

/* The text is so long that every list of the library grows several times. */
static void test_fail_cxx(void) {
    fail_everywhere(cxx_text, PTXC_LANGUAGE_CXX, false);
    fail_everywhere(cxx_text, PTXC_LANGUAGE_CXX, true);
}

static ptxc_status open_all_counted(struct counter *c) {
    ptxc_options options = {
        .size = sizeof(ptxc_options), .arch = "sm_80", .allocator = {resize, c}};
    ptxc_module *m;
    size_t length = 0;
    const char *text = "";
    ptxc_status status = ptxc_module_open_all(&options, &m);
    CHECK(!m == (status != PTXC_OK));
    if (m) status = ptxc_module_emit(m, &text, &length);
    if (status == PTXC_OK) CHECK(strlen(text) == length);
    ptxc_module_close(m);
    CHECK(c->blocks == 0 && c->bytes == 0);
    return status;
}

static void test_fail_all(void) {
    struct counter c = {0};
    CHECK(open_all_counted(&c) == PTXC_OK);
    size_t calls = c.calls, step = 1 + calls / 20; /* each one takes a tenth of a second */
    for (size_t n = 1; n <= calls; n += n < 10 ? 1 : step) {
        c = (struct counter){.fail_at = n};
        CHECK(open_all_counted(&c) == PTXC_NO_MEMORY);
    }
}

static void test_fail_long(void) {
    enum { TIMES = 600 };
    static const char line[] = "{ .reg .b32 a#; x#: add.s32 a#, y#, 1 @@ }\n";
    size_t room = sizeof HEAD + 64 + TIMES * (sizeof line + 32), n = 0;
    char *text = malloc(room);
    n += (size_t)snprintf(text, room, "%s.entry k() {\n", HEAD);
    for (int i = 0; i < TIMES; i++) {
        for (const char *s = line; *s; s++) {
            if (*s == '#')
                n += (size_t)snprintf(text + n, room - n, "%d", i);
            else
                text[n++] = *s;
        }
    }
    text[n] = '\0';
    fail_everywhere(text, PTXC_LANGUAGE_PTX, false);
    free(text);
}

MAIN({"given-back", test_given_back}, {"given-back-after-refusal", test_given_back_after_refusal},
     {"walk-allocates-nothing", test_walk_allocates_nothing},
     {"errors-are-small", test_errors_are_small}, {"fail-once", test_fail_once},
     {"fail-on", test_fail_on}, {"fail-long", test_fail_long}, {"fail-cxx", test_fail_cxx},
     {"fail-all", test_fail_all})
