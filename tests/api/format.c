/* SPDX-License-Identifier: Apache-2.0
 * Formatting: the layout, and that only whitespace changes, however broken the text is. */
#include "case.h"
#include "format_walk.h"
#include "texts.h"

/* ---- layout ---- */

static void lays_out(const ptxc_style *style, const char *text, const char *expected) {
    ptxc_module *m;
    char out[2048];
    CHECK(ptxc_module_open(text, strlen(text), NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_format(m, style, out, sizeof out) == strlen(expected));
    CHECK(!strcmp(out, expected));
    if (strcmp(out, expected)) printf("%s", out);
    ptxc_module_close(m);
}

static void test_layout(void) {
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", ""},
        {" \n\n", ""},
        {"\n\n  .version   9.0 \n\n\n\n.target sm_100a", ".version 9.0\n\n.target sm_100a\n"},
        {".entry k( .param .u64 a ,\n.param .u64 b\n)\n.maxntid 128 ,1\n{\nret ;\n}\n",
         ".entry k(.param .u64 a,\n    .param .u64 b\n)\n.maxntid 128, 1\n{\n    ret;\n}\n"},
        {"{\n{\nadd.s32 %a,%b ,1;\n}\n}\n",
         "{\n    {\n        add.s32         %a, %b, 1;\n    }\n}\n"},
        {"{\n@ ! %p bra  L;\nL :ret;\n}\n", "{\n    @!%p bra        L;\nL:  ret;\n}\n"},
        {"{\nld.shared.v2.b32 { %a,%b } , [ x+4 ];\n}\n",
         "{\n    ld.shared.v2.b32 {%a, %b}, [x+4];\n}\n"},
        {"{\nret;ret;\n}\n", "{\n    ret; ret;\n}\n"},
        {"{\ncall f,\n(\na\n)\n;\n}\n",
         "{\n    call            f,\n        (\n        a\n    )\n        ;\n}\n"},
        {"{\nret; // why  \n// next\n/* a\n b */\n}\n",
         "{\n    ret;                                // why\n    // next\n    /* a\n b */\n}\n"},
        {"{ // body\n/* a */ ret;\n}\n", "{ // body\n    /* a */ ret;\n}\n"},
        {".global .b8 a[2] = {\n1,\n2\n};\n", ".global .b8 a[2] = {\n    1,\n    2\n};\n"},
        {"{\r\nret;  \r\n\r\n\r\n}\r\n", "{\r\n    ret;\r\n\r\n}\r\n"},
        /* Text that the lexer skips keeps its whitespace. */
        {"{\n  #  1 \"a.cu\"\n  ret;\n}\n", "{\n  #  1 \"a.cu\"\n  ret;\n}\n"},
        {"{\nret; \x01 ret;\n}\n", "{\n    ret; \x01 ret;\n}\n"},
        {"{\nret;   /* open\n", "{\n    ret;   /* open\n"},
        /* Two words that the lexer reads as one. */
        {".target sm_90.address_size 6l.t k:\n{\n.loc 1 2 3ret;\n}\n",
         ".target sm_90 .address_size 6 l.t k:\n{\n    .loc 1 2 3 ret;\n}\n"},
        /* An incomplete guard, and two words that must not be joined. */
        {"{\n@ @dwarf;\n", "{\n    @ @dwarf;\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        lays_out(NULL, rows[i].text, rows[i].expected);
}

static void test_style(void) {
    const char *text = "{\n{\nmov.u32 %a,%b;// c\n}\n}\n";
    lays_out(&(ptxc_style){.size = sizeof(ptxc_style), .indent = 2, .operands = 9, .comments = 24},
             text, "{\n  {\n    mov.u32  %a, %b;    // c\n  }\n}\n");
    lays_out(&(ptxc_style){.size = sizeof(ptxc_style), .tabs = true}, text,
             "{\n\t{\n\t\tmov.u32         %a, %b;         // c\n\t}\n}\n");
    lays_out(&(ptxc_style){.size = sizeof(ptxc_style),
                           .indent = UINT32_MAX,
                           .operands = UINT32_MAX,
                           .comments = UINT32_MAX},
             "{\nret;\n}\n", "{\n    ret;\n}\n");
}

static void test_arguments(void) {
    static const ptxc_options cxx = {.size = sizeof(ptxc_options), .language = PTXC_LANGUAGE_CXX};
    char out[4] = "xyz";
    ptxc_module *m;
    CHECK(ptxc_module_format(NULL, NULL, NULL, 0) == 0);
    CHECK(ptxc_module_open("asm(\"ret;\");", 12, &cxx, &m) == PTXC_OK);
    CHECK(ptxc_module_format(m, NULL, NULL, 0) == 0);
    CHECK(ptxc_module_format(m, NULL, out, sizeof out) == 0 && !*out);
    ptxc_module_close(m);
    strcpy(out, "xyz");
    CHECK(ptxc_module_open("{\n}\n", 4, NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_format(m, NULL, out, 0) == 4 && !strcmp(out, "xyz"));
    CHECK(ptxc_module_format(m, NULL, out, 3) == 4 && !strcmp(out, "{\n"));
    ptxc_module_close(m);
}

/* ---- properties of any text ---- */

static void walk_text(const char *text, size_t length) {
    static const ptxc_style tabs = {
        .size = sizeof(ptxc_style), .indent = 8, .tabs = true, .operands = 1, .comments = 1};
    ptxc_module *m;
    CHECK(ptxc_module_open(text, length, NULL, &m) == PTXC_OK);
    walk_format(m, NULL, NULL);
    walk_format(m, NULL, &tabs);
    ptxc_module_close(m);
}

static const char *const texts[] = {good_text, bad_text, cut_text, descriptor_text};

static void test_prefixes(void) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t length = 0; length <= strlen(texts[i]); length++) {
            char *text = malloc(length + 1);
            if (!text) return;
            memcpy(text, texts[i], length);
            text[length] = '\0';
            walk_text(text, length);
            free(text);
        }
}

/* Replaces each byte, removes it, and inserts another one before it. */
static void test_mutants(void) {
    static const char odd[] = " \n\t\r;,{}()[]@!%:.\"/*#\\=<&x1\x01\x80";
    size_t length = strlen(good_text);
    char *text = malloc(length + 2);
    for (size_t at = 0; text && at < length; at++) {
        char c = odd[at % (sizeof odd - 1)], d = odd[at * 7 % (sizeof odd - 1)];
        memcpy(text, good_text, length + 1);
        text[at] = c;
        walk_text(text, length);
        memcpy(text + at, good_text + at + 1, length - at);
        walk_text(text, length - 1);
        text[at] = d;
        memcpy(text + at + 1, good_text + at, length - at + 1);
        walk_text(text, length + 1);
    }
    free(text);
}

MAIN({"layout", test_layout}, {"style", test_style}, {"arguments", test_arguments},
     {"prefixes", test_prefixes}, {"mutants", test_mutants})
