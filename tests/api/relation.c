/* SPDX-License-Identifier: Apache-2.0
 * Relations between an asynchronous instruction and the others of its function. */
#include "case.h"

static const char text[] = ".version 8.6\n"
                           ".target sm_90a\n"
                           ".address_size 64\n"
                           ".entry k()\n"
                           "{\n"
                           "    .reg .b64 %rd<2>;\n"
                           "    .shared .align 16 .b8 buf[64];\n"
                           "    cp.async.ca.shared.global [buf], [%rd1], 16;\n"
                           "    cp.async.commit_group;\n"
                           "    cp.async.wait_group 0;\n"
                           "    ret;\n"
                           "}\n";

static ptxc_module *open_text(const char *source, const ptxc_options *options) {
    ptxc_module *m = NULL;
    CHECK(ptxc_module_open(source, strlen(source), options, &m) == PTXC_OK);
    return m;
}

static uint32_t offset_of(const char *what) { return (uint32_t)(strstr(text, what) - text); }

static void check_relation(const ptxc_module *m, size_t index, ptxc_relation_kind kind,
                           const char *chain) {
    ptxc_relation r;
    ptxc_isa_insn insn;
    CHECK(ptxc_module_relation_get(m, index, &r) == PTXC_OK);
    CHECK(r.kind == kind);
    CHECK(r.span.start == offset_of(chain) && r.span.end == r.span.start + strlen(chain));
    CHECK(ptxc_isa_insn_get(r.insn, &insn) == PTXC_OK);
    CHECK(!strncmp(insn.name, chain, strlen(insn.name)));
}

static void test_found(void) {
    ptxc_module *m = open_text(text, NULL);
    CHECK(ptxc_module_relation_count(m) == 0);
    CHECK(ptxc_module_find_relations(m, offset_of("wait_group")) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 2);
    check_relation(m, 0, PTXC_RELATION_COMPLETES, "cp.async.ca.shared.global");
    check_relation(m, 1, PTXC_RELATION_COMPLETES_GROUP, "cp.async.commit_group");
    CHECK(ptxc_module_find_relations(m, offset_of("cp.async.ca")) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 2);
    check_relation(m, 0, PTXC_RELATION_COMMITTED_BY, "cp.async.commit_group");
    check_relation(m, 1, PTXC_RELATION_COMPLETED_BY, "cp.async.wait_group");
    CHECK(ptxc_module_find_relations(m, offset_of("commit_group")) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 1);
    check_relation(m, 0, PTXC_RELATION_COMMITS, "cp.async.ca.shared.global");
    ptxc_module_close(m);
}

static void test_nothing_there(void) {
    static const char *const places[] = {".version", ".reg", "ret", "}"};
    ptxc_module *m = open_text(text, NULL);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        CHECK(ptxc_module_find_relations(m, offset_of("wait_group")) == PTXC_OK);
        CHECK(ptxc_module_find_relations(m, offset_of(places[i])) == PTXC_OK);
        CHECK(ptxc_module_relation_count(m) == 0);
    }
    CHECK(ptxc_module_find_relations(m, UINT32_MAX) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 0);
    ptxc_module_close(m);
}

static void test_not_analyzed(void) {
    static const ptxc_options cxx = {.size = sizeof(ptxc_options), .language = PTXC_LANGUAGE_CXX};
    static const char broken[] = ".version 8.6\n.target sm_90a\n.entry k()\n{\n"
                                 "    cp.async.wait_group;\n}\n";
    ptxc_module *m = open_text(broken, NULL);
    CHECK(ptxc_module_find_relations(m, (uint32_t)(strstr(broken, "cp.") - broken)) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 0);
    ptxc_module_close(m);
    m = open_text("void f() { asm(\"cp.async.wait_all;\"); }", &cxx);
    CHECK(ptxc_module_find_relations(m, 18) == PTXC_OK);
    CHECK(ptxc_module_relation_count(m) == 0);
    ptxc_module_close(m);
}

static void test_bad_arguments(void) {
    ptxc_relation r;
    ptxc_module *m = open_text(text, NULL);
    CHECK(ptxc_module_find_relations(NULL, 0) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_relation_count(NULL) == 0);
    CHECK(ptxc_module_relation_get(NULL, 0, &r) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_relation_get(m, 0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_module_relation_get(m, 0, &r) == PTXC_NOT_FOUND);
    ptxc_module_close(m);
}

MAIN({"found", test_found}, {"nothing-there", test_nothing_there},
     {"not-analyzed", test_not_analyzed}, {"bad-arguments", test_bad_arguments})
