/* SPDX-License-Identifier: Apache-2.0
 * Every function of the public header, with valid and invalid arguments. */
#include "case.h"
#include "texts.h"
#include "walk.h"

static ptxc_module *open_with(const char *text, const ptxc_options *options) {
    ptxc_module *module = NULL;
    CHECK(ptxc_module_open(text, strlen(text), options, &module) == PTXC_OK);
    CHECK(module);
    return module;
}

static ptxc_module *open_text(const char *text) { return open_with(text, NULL); }

/* Returns the index of the first diagnostic with this name; fails if there is none. */
static size_t find_diag(const ptxc_module *m, const char *name, ptxc_diag *diag) {
    for (size_t i = 0; ptxc_module_diag_get(m, i, diag) == PTXC_OK; i++)
        if (!strcmp(diag->name, name)) return i;
    printf("no diagnostic '%s'\n", name);
    failures++;
    memset(diag, 0, sizeof *diag);
    return 0;
}

static void test_version(void) {
    char numbers[32];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", PTXC_VERSION_MAJOR, PTXC_VERSION_MINOR,
             PTXC_VERSION_PATCH);
    CHECK(!strcmp(ptxc_library_version(), PTXC_VERSION) && !strcmp(numbers, PTXC_VERSION));
}

static void test_status_text(void) {
    for (int i = PTXC_OK; i <= PTXC_NOT_FOUND; i++) {
        const char *text = ptxc_status_message((ptxc_status)i);
        CHECK(text && *text);
        if (!text) continue;
        for (int k = PTXC_OK; k < i; k++) CHECK(strcmp(text, ptxc_status_message((ptxc_status)k)));
    }
    CHECK(ptxc_status_message((ptxc_status)99) != NULL);
}

static void test_open_arguments(void) {
    ptxc_module *m = (ptxc_module *)&failures;
    CHECK(ptxc_module_open("", 0, NULL, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_open(NULL, 0, NULL, &m) == PTXC_BAD_ARGUMENT && !m);
    CHECK(ptxc_module_open("ab", 1, NULL, &m) == PTXC_BAD_ARGUMENT && !m);
    CHECK(ptxc_module_open("", UINT32_MAX, NULL, &m) == PTXC_TOO_LARGE && !m);
    ptxc_options options = {.size = sizeof(ptxc_options), .warning_count = 1};
    CHECK(ptxc_module_open("", 0, &options, &m) == PTXC_BAD_ARGUMENT && !m);
    ptxc_module_close(NULL);
}

static ptxc_status open_sized(const void *options) {
    ptxc_module *m;
    ptxc_status status = ptxc_module_open("", 0, options, &m);
    ptxc_module_close(m);
    return status;
}

/* Simulates programs that were compiled with a different header. */
static void test_sizes(void) {
    struct newer {
        ptxc_options known;
        size_t unknown;
    } newer = {.known = {.size = sizeof newer, .arch = "sm_90"}};
    ptxc_options options = {.arch = "sm_90"};
    CHECK(open_sized(&options) == PTXC_BAD_ARGUMENT); /* a program that did not set the size */
    options.size = sizeof options.size;
    CHECK(open_sized(&options) == PTXC_BAD_ARGUMENT);
    options = (ptxc_options){.size = offsetof(ptxc_options, toolkit), .toolkit = "none"};
    CHECK(open_sized(&options) == PTXC_OK); /* an older header without `toolkit` */
    options.size = sizeof options;
    CHECK(open_sized(&options) == PTXC_UNKNOWN_TOOLKIT);
    CHECK(open_sized(&newer) == PTXC_OK);
    newer.known.arch = "none";
    CHECK(open_sized(&newer) == PTXC_UNKNOWN_ARCH);
    newer.unknown = 1;
    CHECK(open_sized(&newer) == PTXC_BAD_ARGUMENT);

    ptxc_module *m;
    ptxc_style style = {.indent = 2};
    char text[16] = "x";
    CHECK(ptxc_module_open("{ }", 3, NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_format(m, &style, text, sizeof text) == 0 && !*text);
    style.size = sizeof style;
    CHECK(ptxc_module_format(m, &style, text, sizeof text) > 0);
    ptxc_module_close(m);
}

static void test_arch(void) {
    static const struct {
        const char *arch, *toolkit;
        ptxc_status status;
    } rows[] = {
        {"sm_100a", NULL, PTXC_OK},
        {"compute_100a", NULL, PTXC_OK},
        {"sm_100a", "13.5", PTXC_OK},
        {NULL, "12.8", PTXC_OK},
        {"sm_99", NULL, PTXC_UNKNOWN_ARCH},
        {"", NULL, PTXC_UNKNOWN_ARCH},
        {"sm_100A", NULL, PTXC_UNKNOWN_ARCH},
        {"sm_121a", "12.8", PTXC_UNKNOWN_ARCH},
        {NULL, "1.2", PTXC_UNKNOWN_TOOLKIT},
        {NULL, "", PTXC_UNKNOWN_TOOLKIT},
        {"sm_99", "99.9", PTXC_UNKNOWN_TOOLKIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_options options = {
            .size = sizeof(ptxc_options), .arch = rows[i].arch, .toolkit = rows[i].toolkit};
        ptxc_module *m;
        ptxc_status status = ptxc_module_open("", 0, &options, &m);
        if (status != rows[i].status) printf("row %zu: %s\n", i, ptxc_status_message(status));
        CHECK(status == rows[i].status && !m == (status != PTXC_OK));
        ptxc_module_close(m);
    }
}

static void test_good(void) {
    ptxc_module *m = open_text(good_text);
    CHECK(ptxc_module_diag_count(m) == 0 && ptxc_module_error_count(m) == 0);
    size_t length;
    CHECK(ptxc_module_source(m, &length) == good_text && length == strlen(good_text));
    CHECK(ptxc_module_source(m, NULL) == good_text);
    walk_module(m);
    ptxc_module_close(m);
}

static void test_empty(void) {
    ptxc_module *m = open_text("");
    uint32_t line, column;
    ptxc_span span;
    ptxc_module_position(m, 7, &line, &column);
    CHECK(line == 1 && column == 1);
    CHECK(ptxc_module_line_get(m, 1, &span) == PTXC_OK && span.start == 0 && span.end == 0);
    CHECK(ptxc_module_line_get(m, 0, &span) != PTXC_OK &&
          ptxc_module_line_get(m, 2, &span) != PTXC_OK);
    CHECK(ptxc_module_stmt_count(m) == 0);
    walk_module(m);
    ptxc_module_close(m);
}

static void test_nul_bytes(void) {
    static const char text[] = HEAD "\0\0.global .u32 x;\0";
    ptxc_module *m;
    CHECK(ptxc_module_open(text, sizeof text - 1, NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_error_count(m) > 0);
    walk_module(m);
    ptxc_module_close(m);
}

static void test_walk_all(void) {
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        ptxc_module *m = open_text(all_texts[i]);
        walk_module(m);
        ptxc_module_close(m);
    }
}

static void test_position(void) {
    ptxc_module *m = open_text("// one\r\n\n// three\n// four");
    static const struct {
        uint32_t offset, line, column;
    } rows[] = {{0, 1, 1},  {5, 1, 6},  {8, 2, 1},  {9, 3, 1},
                {17, 3, 9}, {18, 4, 1}, {25, 4, 8}, {4000000000u, 4, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t line, column;
        ptxc_module_position(m, rows[i].offset, &line, &column);
        CHECK(line == rows[i].line && column == rows[i].column);
    }
    ptxc_span span;
    CHECK(ptxc_module_line_get(m, 1, &span) == PTXC_OK && span.start == 0 && span.end == 6);
    CHECK(ptxc_module_line_get(m, 2, &span) == PTXC_OK && span.start == 8 && span.end == 8);
    CHECK(ptxc_module_line_get(m, 4, &span) == PTXC_OK && span.start == 18 && span.end == 25);
    CHECK(ptxc_module_line_get(m, 5, &span) != PTXC_OK);
    ptxc_module_close(m);
}

static void test_source_loc(void) {
    ptxc_module *m = open_text(good_text);
    ptxc_loc loc;
    uint32_t before = (uint32_t)(strstr(good_text, ".reg") - good_text);
    uint32_t after = (uint32_t)(strstr(good_text, "ld.param") - good_text);
    CHECK(ptxc_module_loc_get(m, before, &loc) != PTXC_OK);
    CHECK(ptxc_module_loc_get(m, after, &loc) == PTXC_OK);
    CHECK(loc.line == 12 && loc.column == 7);
    CHECK(loc.file.end - loc.file.start == strlen("kernel.cu") &&
          !memcmp(good_text + loc.file.start, "kernel.cu", strlen("kernel.cu")));
    ptxc_module_close(m);
}

static void test_diag(void) {
    ptxc_module *m = open_text(bad_text);
    size_t count = ptxc_module_diag_count(m);
    ptxc_diag d;
    CHECK(count >= 10 && ptxc_module_error_count(m) == count);
    CHECK(ptxc_module_diag_get(m, count, &d) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_diag_get(m, 0, NULL) == PTXC_BAD_ARGUMENT);
    size_t i = find_diag(m, "undeclared", &d);
    char message[64];
    ptxc_module_diag_text(m, i, message, sizeof message);
    CHECK(!strcmp(message, "'missing' is not declared"));
    CHECK(d.severity == PTXC_ERROR && d.code == 320 && !strcmp(d.rule, d.name));
    CHECK(!memcmp(bad_text + d.span.start, "missing", 7) && d.span.end - d.span.start == 7);
    ptxc_module_close(m);
}

static void test_message_buffer(void) {
    ptxc_module *m = open_text(bad_text);
    ptxc_diag d;
    size_t i = find_diag(m, "undeclared", &d);
    size_t n = strlen("'missing' is not declared");
    char buffer[64] = "unchanged";
    CHECK(ptxc_module_diag_text(m, i, NULL, 0) == n);
    CHECK(ptxc_module_diag_text(m, i, buffer, 0) == n && !strcmp(buffer, "unchanged"));
    CHECK(ptxc_module_diag_text(m, i, buffer, 1) == n && !*buffer);
    CHECK(ptxc_module_diag_text(m, i, buffer, 9) == n && !strcmp(buffer, "'missing"));
    CHECK(ptxc_module_diag_text(m, i, buffer, n + 1) == n && strlen(buffer) == n);
    CHECK(ptxc_module_diag_text(m, 1000, buffer, sizeof buffer) == 0);
    ptxc_module_close(m);
}

static void test_note(void) {
    ptxc_module *m = open_text(bad_text);
    ptxc_diag d;
    ptxc_span span;
    bool has_span;
    char buffer[80];
    size_t i = find_diag(m, "register-range", &d);
    CHECK(d.note_count == 1);
    CHECK(ptxc_module_diag_note_text(m, i, 0, &span, &has_span, buffer, sizeof buffer) > 0 &&
          has_span);
    CHECK(!strcmp(buffer, "'%r<4>' declares %r0 to %r3"));
    CHECK(!memcmp(bad_text + span.start, "%r<4>", 5));
    CHECK(ptxc_module_diag_note_text(m, i, 1, &span, &has_span, buffer, sizeof buffer) == 0);
    CHECK(ptxc_module_diag_note_text(m, 1000, 0, &span, &has_span, buffer, sizeof buffer) == 0);
    ptxc_module_close(m);
}

/* Applies the fixes of the only diagnostic of `text` and checks that no diagnostic is left. */
static void mends(const char *text, const char *name) {
    ptxc_module *m = open_text(text);
    ptxc_diag d;
    ptxc_fix fix;
    size_t i = find_diag(m, name, &d);
    char mended[1024];
    size_t n = 0, at = 0;
    CHECK(ptxc_module_diag_count(m) == 1 && d.fix_count > 0);
    CHECK(ptxc_module_diag_fix_get(m, i, d.fix_count, &fix) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_diag_fix_get(m, i, 0, NULL) == PTXC_BAD_ARGUMENT);
    for (uint32_t k = 0; k < d.fix_count; k++) {
        CHECK(ptxc_module_diag_fix_get(m, i, k, &fix) == PTXC_OK);
        n += (size_t)sprintf(mended + n, "%.*s%s", (int)(fix.span.start - at), text + at, fix.text);
        at = fix.span.end;
    }
    sprintf(mended + n, "%s", text + at);
    ptxc_module_close(m);
    m = open_text(mended);
    if (ptxc_module_diag_count(m)) printf("not mended:\n%s\n", mended);
    CHECK(ptxc_module_diag_count(m) == 0);
    ptxc_module_close(m);
}

static void test_fix(void) {
    mends(HEAD ".visible .entry k() { ret }\n", "missing-semicolon");
    mends(
        ".version 9.0\n.target sm_100\n.visible .entry k(.param .b64 d) {\n.reg .b32 r; .reg .b64 d2;\n"
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [r], d2;\nret; }\n",
        "needs-target");
}

static void test_max_errors(void) {
    ptxc_options all = {.size = sizeof(ptxc_options)},
                 two = {.size = sizeof(ptxc_options), .max_errors = 2};
    ptxc_module *m = open_with(bad_text, &all), *n = open_with(bad_text, &two);
    CHECK(ptxc_module_diag_count(m) > 2);
    CHECK(ptxc_module_diag_count(n) == 2);
    CHECK(ptxc_module_error_count(n) == ptxc_module_error_count(m));
    walk_module(n);
    ptxc_module_close(m);
    ptxc_module_close(n);
}

static void test_syntax_only(void) {
    ptxc_options options = {.size = sizeof(ptxc_options), .syntax_only = true};
    ptxc_module *m = open_with(".global .u32 x = 1;\n", &options);
    CHECK(ptxc_module_diag_count(m) == 0 && ptxc_module_stmt_count(m) == 1);
    ptxc_module_close(m);
    m = open_with(".global .u32 x = ;\n", &options);
    CHECK(ptxc_module_diag_count(m) == 1);
    ptxc_module_close(m);
}

static void test_suppression(void) {
    static const char text[] = HEAD ".global .u32 x; .global .u32 x; // ptxcheck: ignore\n"
                                    "// ptxcheck: ignore[redeclared]\n"
                                    ".global .u32 x;\n"
                                    ".global .u32 x; // ptxcheck: ignore[ptx-321]\n"
                                    ".global .u32 x; // ptxcheck: ignore[undeclared]\n";
    ptxc_module *m = open_text(text);
    CHECK(ptxc_module_suppressed_count(m) == 3);
    CHECK(ptxc_module_diag_count(m) == 1 && ptxc_module_error_count(m) == 1);
    ptxc_module_close(m);
}

static void test_catalogue(void) {
    size_t count = ptxc_diag_info_count();
    ptxc_diag_info info, before = {0};
    CHECK(count > 50);
    for (size_t i = 0; i < count; i++) {
        CHECK(ptxc_diag_info_get(i, &info) == PTXC_OK);
        CHECK(info.code > before.code && info.code < 1000 && info.name && *info.name);
        before = info;
    }
    CHECK(ptxc_diag_info_get(count, &info) == PTXC_NOT_FOUND);
    CHECK(ptxc_diag_info_get(0, NULL) == PTXC_BAD_ARGUMENT);
}

/* Returns a warning of the catalogue, or NULL. */
static const char *some_warning(void) {
    ptxc_diag_info info;
    for (size_t i = 0; ptxc_diag_info_get(i, &info) == PTXC_OK; i++)
        if (info.severity == PTXC_WARNING) return info.name;
    return NULL;
}

static void test_warning_names(void) {
    ptxc_module *m;
    ptxc_warning settings[] = {{NULL, PTXC_AS_ERROR}, {"no-such-warning", PTXC_IGNORE}};
    ptxc_options options = {.size = sizeof(ptxc_options), .warnings = settings, .warning_count = 2};
    CHECK(ptxc_module_open("", 0, &options, &m) == PTXC_UNKNOWN_WARNING && !m);
    settings[1].name = some_warning();
    CHECK(ptxc_module_open("", 0, &options, &m) == PTXC_OK);
    ptxc_module_close(m);
}

static void test_errors_stay(void) {
    ptxc_warning nothing = {NULL, PTXC_IGNORE};
    ptxc_options options = {.size = sizeof(ptxc_options), .warnings = &nothing, .warning_count = 1};
    ptxc_module *all = open_text(bad_text), *m = open_with(bad_text, &options);
    CHECK(ptxc_module_error_count(m) == ptxc_module_error_count(all));
    ptxc_module_close(m);
    ptxc_module_close(all);
}

static void test_tree(void) {
    ptxc_module *m = open_text(HEAD ".visible .entry k() {\n.reg .pred p; .reg .b32 r;\n"
                                    "@!p add.s32 r, r, -7;\n}\n");
    static const ptxc_stmt_kind kinds[] = {
        PTXC_STMT_VERSION,  PTXC_STMT_TARGET,      PTXC_STMT_ADDRESS_SIZE,
        PTXC_STMT_FUNCTION, PTXC_STMT_OPEN,        PTXC_STMT_VARIABLE,
        PTXC_STMT_VARIABLE, PTXC_STMT_INSTRUCTION, PTXC_STMT_CLOSE};
    ptxc_stmt s;
    size_t count = ptxc_module_stmt_count(m);
    CHECK(count == sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < count; i++)
        CHECK(ptxc_module_stmt_get(m, i, &s) == PTXC_OK && s.kind == kinds[i]);
    CHECK(ptxc_module_stmt_get(m, count, &s) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_stmt_get(m, 0, NULL) == PTXC_BAD_ARGUMENT);

    ptxc_operand o[8];
    static const ptxc_operand_kind shape[] = {PTXC_OPERAND_GUARD,  PTXC_OPERAND_NOT,
                                              PTXC_OPERAND_SYMBOL, PTXC_OPERAND_SYMBOL,
                                              PTXC_OPERAND_SYMBOL, PTXC_OPERAND_INTEGER};
    size_t n = ptxc_module_operands(m, 7, o, 8);
    CHECK(n == sizeof shape / sizeof *shape);
    for (size_t i = 0; i < n; i++) CHECK(o[i].kind == shape[i]);
    CHECK(o[1].depth == 1 && o[2].depth == 2 && o[3].depth == 0 && o[5].value == -7);
    o[1].kind = PTXC_OPERAND_STRING;
    CHECK(ptxc_module_operands(m, 7, o, 1) == n && o[1].kind == PTXC_OPERAND_STRING);
    CHECK(ptxc_module_operands(m, 7, NULL, 0) == n);
    CHECK(ptxc_module_operands(m, count, o, 8) == 0);
    ptxc_module_close(m);
}

static void test_operand_count(void) {
    ptxc_module *m = open_text(HEAD ".visible .entry k() {\n.reg .b32 r; .shared .b32 a[4];\n"
                                    "ld.shared.b32 r, a[2];\nld.shared.b32 r, [a+4];\n}\n");
    ptxc_stmt s;
    for (size_t i = 0; ptxc_module_stmt_get(m, i, &s) == PTXC_OK; i++)
        CHECK(ptxc_module_operands(m, i, NULL, 0) == s.operand_count);
    ptxc_module_close(m);
}

/* The same text gives the same results, whatever was opened in between. */
static void test_deterministic(void) {
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        ptxc_module *a = open_text(all_texts[i]);
        ptxc_module *other = open_text(bad_text);
        ptxc_module *b = open_text(all_texts[i]);
        CHECK(walk_module(a) == walk_module(b));
        ptxc_module_close(a);
        ptxc_module_close(other);
        ptxc_module_close(b);
    }
}

MAIN({"version", test_version}, {"status-text", test_status_text},
     {"open-arguments", test_open_arguments}, {"sizes", test_sizes}, {"arch", test_arch},
     {"good", test_good}, {"empty", test_empty}, {"nul-bytes", test_nul_bytes},
     {"walk-all", test_walk_all}, {"position", test_position}, {"source-loc", test_source_loc},
     {"diag", test_diag}, {"message-buffer", test_message_buffer}, {"note", test_note},
     {"fix", test_fix}, {"max-errors", test_max_errors}, {"syntax-only", test_syntax_only},
     {"suppression", test_suppression}, {"catalogue", test_catalogue},
     {"warning-names", test_warning_names}, {"errors-stay", test_errors_stay}, {"tree", test_tree},
     {"operand-count", test_operand_count}, {"deterministic", test_deterministic})
