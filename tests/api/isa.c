/* SPDX-License-Identifier: Apache-2.0
 * The instruction set in the public header, and which targets and releases accept what a module
 * uses. */
#include "case.h"
#include "walk.h"

static size_t target_of(const char *name) {
    ptxc_target target;
    for (size_t i = 0; ptxc_target_get(i, &target) == PTXC_OK; i++)
        if (!strcmp(target.name, name)) return i;
    CHECK(0 && "there is such a target");
    return 0;
}

static size_t release_of(const char *name) {
    ptxc_release release;
    for (size_t i = 0; ptxc_release_get(i, &release) == PTXC_OK; i++)
        if (!strcmp(release.name, name)) return i;
    CHECK(0 && "there is such a release");
    return 0;
}

static ptxc_set targets_of(const char *const *names) {
    ptxc_set targets = {{0}};
    for (; *names; names++) CHECK(ptxc_set_add(&targets, target_of(*names)) == PTXC_OK);
    return targets;
}

static size_t insn_of(const char *chain) {
    size_t insn = SIZE_MAX;
    CHECK(ptxc_isa_insn_find(chain, strlen(chain), &insn) == PTXC_OK);
    return insn;
}

/* ---- targets, releases, versions ---- */

static void test_targets(void) {
    ptxc_target target;
    ptxc_release release;
    CHECK(ptxc_target_get(target_of("sm_100f"), &target) == PTXC_OK);
    CHECK(target.number == 100 && target.suffix == 'f' && target.family && target.version == 88);
    CHECK(target.release == release_of("12.9") && target.end == ptxc_release_count());
    CHECK(ptxc_target_get(target_of("sm_70"), &target) == PTXC_OK);
    CHECK(!target.suffix && target.end == release_of("13.0"));
    CHECK(ptxc_target_get(ptxc_target_count(), &target) == PTXC_NOT_FOUND);
    CHECK(ptxc_target_get(0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_release_get(release_of("12.8"), &release) == PTXC_OK && release.version == 87);
    CHECK(ptxc_release_get(ptxc_release_count(), &release) == PTXC_NOT_FOUND);
    CHECK(ptxc_release_get(0, NULL) == PTXC_BAD_ARGUMENT);
    uint32_t version = 0, next;
    for (size_t i = 0; i < ptxc_isa_version_count(); i++, version = next)
        CHECK(ptxc_isa_version_get(i, &next) == PTXC_OK && version < next && (i || next == 10));
    CHECK(ptxc_isa_version_get(ptxc_isa_version_count(), &next) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_version_get(0, NULL) == PTXC_BAD_ARGUMENT);
}

static bool targets_read(const char *const *names, const ptxc_set *among, const char *expected) {
    ptxc_set targets = targets_of(names);
    char text[256];
    size_t n = ptxc_target_set_text(&targets, among, text, sizeof text);
    if (strcmp(text, expected)) printf("'%s'\n", text);
    return n == strlen(expected) && !strcmp(text, expected);
}

static void test_targets_text(void) {
    static const char *const one[] = {"sm_100a", NULL};
    static const char *const family[] = {"sm_100a", "sm_100f", "sm_103a", "sm_103f",
                                         "sm_107a", "sm_107f", NULL};
    static const char *const plain[] = {"sm_75", "sm_80", NULL};
    static const char *const some[] = {"sm_75", "sm_80", "sm_90", NULL};
    char text[8] = "";
    CHECK(targets_read(one, NULL, "sm_100a"));
    CHECK(targets_read(family, NULL, "sm_100f+"));
    CHECK(targets_read(family + 2, NULL, "sm_103f+"));
    CHECK(targets_read(plain, NULL, "sm_75, sm_80"));
    const ptxc_set two = targets_of(plain), three = targets_of(some), all = ptxc_target_set_all();
    CHECK(targets_read(plain, &two, "sm_75+"));
    CHECK(targets_read(plain + 1, &three, "sm_80"));
    CHECK(targets_read(some, &two, "sm_75+"));
    CHECK(targets_read(plain, &all, "sm_75, sm_80"));
    CHECK(ptxc_target_set_text(NULL, NULL, text, sizeof text) == 0 && !*text);
    CHECK(ptxc_target_set_text(&two, NULL, text, sizeof text) == 12);
    CHECK(!strcmp(text, "sm_75, "));
}

/* ---- instructions ---- */

static void test_find(void) {
    ptxc_isa_insn insn;
    size_t i;
    CHECK(ptxc_isa_insn_get(insn_of("tcgen05.cp.cta_group::1.32x128b"), &insn) == PTXC_OK);
    CHECK(!strcmp(insn.name, "tcgen05.cp") && insn.avail.version == 86 && insn.form_count == 1);
    CHECK(*insn.summary && *insn.manual && insn.rule_count == 3 &&
          ptxc_set_is_empty(&insn.releases));
    CHECK(!insn.distinct && ptxc_isa_insn_get(insn_of("tcgen05.ld"), &insn) == PTXC_OK);
    CHECK(insn.distinct == 1);
    CHECK(ptxc_isa_insn_get(insn_of("fence.proxy.async"), &insn) == PTXC_OK);
    CHECK(!strcmp(insn.name, "fence.proxy"));
    CHECK(ptxc_isa_insn_get(insn_of("fence.proxyx"), &insn) == PTXC_OK);
    CHECK(!strcmp(insn.name, "fence") && ptxc_set_has(&insn.releases, release_of("13.1")));
    CHECK(ptxc_isa_insn_find("tcgen05", 7, &i) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_insn_find("", 0, &i) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_insn_find(NULL, 0, &i) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_isa_insn_find("fence", 5, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_isa_insn_get(ptxc_isa_insn_count(), &insn) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_insn_get(0, NULL) == PTXC_BAD_ARGUMENT);
}

static void test_kernel_rule(void) {
    char text[128];
    CHECK(ptxc_isa_insn_kernel_rule_text(insn_of("tcgen05.mma"), text, sizeof text) ==
          strlen(text));
    CHECK(!strcmp(text,
                  "a kernel and what it calls have one of .cta_group::1, .cta_group::2; before "
                  "CUDA 13.0 a warning"));
    CHECK(!ptxc_isa_insn_kernel_rule_text(insn_of("tcgen05.ld"), text, sizeof text) && !*text);
    CHECK(!ptxc_isa_insn_kernel_rule_text(ptxc_isa_insn_count(), NULL, 0));
}

static void test_slots(void) {
    size_t insn = insn_of("tcgen05.mma"), slot = 0;
    ptxc_isa_form form;
    ptxc_isa_slot s;
    ptxc_isa_slot_value v;
    char text[32];
    CHECK(ptxc_isa_form_get(insn, 0, &form) == PTXC_OK && form.slot_count > 4);
    CHECK(!strncmp(form.syntax, "tcgen05.mma{.sp}.cta_group", 26));
    while (ptxc_isa_slot_get(insn, 0, slot, &s) == PTXC_OK && strcmp(s.name, ".kind")) slot++;
    CHECK(!s.optional && s.value_count > 5 && s.default_value == s.value_count);
    CHECK(ptxc_isa_slot_value_get(insn, 0, slot, 0, &v) == PTXC_OK && !v.avail.version);
    CHECK(!strcmp(v.word, ".kind::f16"));
    CHECK(ptxc_isa_slot_value_get(insn, 0, slot, 5, &v) == PTXC_OK && v.avail.version == 87);
    CHECK(ptxc_isa_slot_value_get(insn, 0, slot, s.value_count, &v) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_slot_value_numbers_text(insn, 0, slot, 0, text, sizeof text) == 0 && !*text);
    CHECK(ptxc_isa_slot_value_numbers_text(insn, 0, 1, 1, text, sizeof text) == 7);
    CHECK(!strcmp(text, "lanes=8"));
    insn = insn_of("cp.async.bulk.tensor");
    for (slot = 0; ptxc_isa_slot_get(insn, 0, slot, &s) == PTXC_OK && strcmp(s.name, ".mode");)
        slot++;
    CHECK(s.optional && !s.default_value);
    CHECK(ptxc_isa_slot_get(insn, 0, 1, &s) == PTXC_OK && s.order);
}

static bool writes(size_t (*write)(size_t, size_t, size_t, char *, size_t), size_t insn,
                   size_t operand, const char *expected) {
    char text[128] = "", cut[4];
    size_t n = write(insn, 0, operand, text, sizeof text);
    if (strcmp(text, expected)) printf("'%s'\n", text);
    CHECK(write(insn, 0, operand, NULL, 0) == n && write(insn, 0, operand, cut, sizeof cut) == n);
    CHECK(!strncmp(cut, expected, 3));
    return n == strlen(expected) && !strcmp(text, expected);
}

static void test_operands(void) {
    size_t insn = insn_of("tcgen05.ld");
    ptxc_isa_operand o;
    CHECK(ptxc_isa_operand_get(insn, 0, 0, &o) == PTXC_OK && !strcmp(o.name, "r"));
    CHECK(!strcmp(o.kind, "a vector {} of 32-bit registers") && !*o.also && !o.optional);
    CHECK(writes(ptxc_isa_operand_length_text, insn, 0, "n(.times) * per(.tshape)"));
    CHECK(writes(ptxc_isa_operand_condition_text, insn, 1, "since CUDA 13.4"));
    CHECK(writes(ptxc_isa_operand_condition_text, insn, 2, "before CUDA 13.4"));
    CHECK(writes(ptxc_isa_operand_condition_text, insn, 3, "with .16x32bx2"));
    CHECK(ptxc_isa_operand_get(insn, 0, 2, &o) == PTXC_OK && strstr(o.also, ".f16x2"));
    CHECK(ptxc_isa_operand_get(insn, 0, 4, &o) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_operand_condition_text(insn, 0, 4, NULL, 0) == 0);
    insn = insn_of("cp.async.bulk.tensor");
    CHECK(ptxc_isa_operand_get(insn, 0, 1, &o) == PTXC_OK && o.inside > 2);
    insn = insn_of("tensormap.replace");
    for (size_t i = 0; ptxc_isa_operand_get(insn, 0, i, &o) == PTXC_OK; i++)
        if (ptxc_isa_operand_needs_text(insn, 0, i, NULL, 0) && strstr(o.kind, "0..4"))
            CHECK(writes(ptxc_isa_operand_needs_text, insn, i,
                         "4 needs .version 8.8 and one of sm_103a, sm_107a"));
}

static bool has_rule(const char *name, ptxc_severity severity, const char *message,
                     const char *expected) {
    char text[512];
    ptxc_isa_rule rule;
    for (size_t i = 0; i < ptxc_isa_insn_count(); i++)
        for (size_t r = 0; ptxc_isa_rule_get(i, r, &rule) == PTXC_OK; r++) {
            if (strcmp(rule.name, name) || rule.severity != severity) continue;
            CHECK(ptxc_isa_rule_text(i, r, text, sizeof text) == strlen(text));
            if (!strcmp(text, expected) && !strcmp(rule.message, message)) return true;
            printf("%s: '%s', '%s'\n", name, rule.message, text);
        }
    return false;
}

static void test_rules(void) {
    CHECK(has_rule("tcgen05-cp-multicast", PTXC_ERROR, "",
                   "with .64x128b: requires .warpx2::02_13 or .warpx2::01_23"));
    CHECK(has_rule("tcgen05-cp-multicast", PTXC_ERROR, "",
                   "with .128x256b, .4x256b or .128x128b: does not allow .multicast"));
    CHECK(has_rule("tcgen05-ld-shape-num", PTXC_ERROR, "",
                   "requires n(.times) * per(.tshape) <= 128"));
    CHECK(has_rule("tcgen05-mma-scale-d", PTXC_ERROR, "",
                   "with operand 'scale_d': requires .version 8.6 and one of sm_100f+"));
    CHECK(has_rule("fence-acquire-release", PTXC_ERROR, "",
                   "with .acquire or .release and without .mbarrier_init and (since CUDA 13.1 "
                   "or before CUDA 12.8): requires .version 8.6 and one of sm_90+"));
    CHECK(has_rule(
        "tensormap-replace-type-order", PTXC_WARNING,
        "the manual has '.b1024' before the type of the new value; ptxas accepts any order",
        "should have .type not before .b1024"));
    CHECK(!has_rule("no-such-rule", PTXC_ERROR, "", ""));
}

static void test_events(void) {
    size_t insn = insn_of("mbarrier.arrive_drop");
    ptxc_isa_event event;
    ptxc_isa_event_argument argument;
    char text[256];
    CHECK(ptxc_isa_event_get(insn, 0, &event) == PTXC_OK);
    CHECK(!strcmp(event.name, "mbarrier_arrive") && event.argument_count == 9);
    CHECK(!strcmp(event.summary, "arrives at the mbarrier, after the thread's earlier accesses"));
    CHECK(ptxc_isa_event_condition_text(insn, 0, text, sizeof text));
    CHECK(!strcmp(text, "without .noComplete"));
    static const char *const arguments[][2] = {{"barrier", "addr"},
                                               {"count", "count"},
                                               {"state", "state"},
                                               {"drop", "1"},
                                               {"space", ".space | generic"},
                                               {"sem", ".sem | release"},
                                               {"scope", ".scope | cta"},
                                               {"multicast", "with .multicast::cluster::32b"}};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        CHECK(ptxc_isa_event_argument_get(insn, 0, i, &argument) == PTXC_OK);
        CHECK(!strcmp(argument.name, arguments[i][0]) && *argument.summary);
        CHECK(ptxc_isa_event_argument_text(insn, 0, i, text, sizeof text));
        CHECK(!strcmp(text, arguments[i][1]));
    }
    CHECK(ptxc_isa_event_argument_get(insn, 0, 9, &argument) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_event_argument_text(insn, 0, 9, text, sizeof text) == 0);
    CHECK(ptxc_isa_event_get(insn, 2, &event) == PTXC_NOT_FOUND);
    CHECK(ptxc_isa_event_condition_text(insn, 2, text, sizeof text) == 0);
    CHECK(ptxc_isa_event_get(insn, 0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_isa_event_argument_get(insn, 0, 0, NULL) == PTXC_BAD_ARGUMENT);
    insn = insn_of("ld");
    CHECK(ptxc_isa_event_argument_text(insn, 1, 2, text, sizeof text));
    CHECK(!strcmp(text, "n(.vec) * w(.type) / 8"));
    CHECK(ptxc_isa_event_get(insn_of("add"), 0, &event) == PTXC_NOT_FOUND);
}

/* Every record has its texts, and the number of records is what its count says. */
static void test_all(void) {
    ptxc_isa_insn insn;
    ptxc_isa_form form;
    ptxc_isa_slot slot;
    ptxc_isa_slot_value value;
    ptxc_isa_operand operand;
    ptxc_isa_rule rule;
    char text[2048];
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) {
        CHECK(insn_of(insn.name) == i && insn.form_count &&
              !ptxc_set_is_empty(&insn.avail.targets));
        CHECK(ptxc_isa_form_get(i, insn.form_count, &form) == PTXC_NOT_FOUND);
        CHECK(ptxc_isa_rule_get(i, insn.rule_count, &rule) == PTXC_NOT_FOUND);
        ptxc_isa_example example;
        CHECK(insn.example_count && ptxc_isa_insn_effect_text(i, text, sizeof text));
        for (size_t e = 0; e < insn.example_count; e++)
            CHECK(ptxc_isa_example_get(i, e, &example) == PTXC_OK && *example.text);
        CHECK(ptxc_isa_example_get(i, insn.example_count, &example) == PTXC_NOT_FOUND);
        ptxc_isa_purpose purpose;
        CHECK(ptxc_isa_purpose_get(i, &purpose) == PTXC_OK && *purpose.text);
        for (size_t r = 0; r < insn.rule_count; r++)
            CHECK(ptxc_isa_rule_text(i, r, text, sizeof text) <
                  sizeof text); /* 0 if it applies only to other instructions that share it */
        for (size_t f = 0; f < insn.form_count; f++) {
            CHECK(ptxc_isa_form_get(i, f, &form) == PTXC_OK);
            CHECK(!strncmp(form.syntax, insn.name, strlen(insn.name)));
            for (size_t s = 0; s < form.slot_count; s++) {
                CHECK(ptxc_isa_slot_get(i, f, s, &slot) == PTXC_OK && slot.name[0] == '.');
                for (size_t v = 0; v < slot.value_count; v++)
                    CHECK(ptxc_isa_slot_value_get(i, f, s, v, &value) == PTXC_OK &&
                          value.word[0] == '.');
            }
            for (size_t o = 0; o < form.operand_count; o++) {
                CHECK(ptxc_isa_operand_get(i, f, o, &operand) == PTXC_OK && *operand.kind);
                CHECK(ptxc_isa_operand_condition_text(i, f, o, text, sizeof text) < sizeof text);
            }
        }
    }
}

/* ---- usage ---- */

#define BODY                                                                                       \
    ".version 9.0\n.target sm_100a\n.address_size 64\n"                                            \
    ".visible .entry k() .blocksareclusters .reqntid 32\n{\n"                                      \
    ".reg .b32 r<9>; .reg .b64 rd<9>; .reg .pred p;\n"                                             \
    "tcgen05.cp.cta_group::1.32x128b.warpx4 [r1], rd1;\n"                                          \
    "tcgen05.cp.cta_group::1.32x128b.warpx4 [r2], rd2;\n"                                          \
    "tcgen05.mma.cta_group::1.kind::f16 [r1], rd1, rd2, r3, p;\n"                                  \
    "tcgen05.mma.cta_group::1.kind::f16 [r1], rd1, rd2, r3, p, 1;\n"                               \
    "tcgen05.mma.cta_group::1.kind::f16 [r1], rd1, rd2, r3, p, 99;\n"                              \
    "fence.acquire.cluster;\n"                                                                     \
    "prefetch.global.L1.b8x16 [rd1];\n"                                                            \
    "nosuch.u32 r1, 5; nosuch.u32 r2, 7;\n}\n"

static bool accepts(const ptxc_module *m, size_t usage, const char *target, const char *release,
                    uint32_t from, uint32_t to) {
    ptxc_version_range v =
        ptxc_module_usage_versions(m, usage, target_of(target), release_of(release));
    if (v.from != from || v.to != to) printf("%s %s: %d to %d\n", target, release, v.from, v.to);
    return v.from == from && v.to == to;
}

/* Returns the index of the n-th usage that starts with the text. */
static size_t usage_of(const ptxc_module *m, const char *text, size_t n, ptxc_usage *usage) {
    for (size_t i = 0; ptxc_module_usage_get(m, i, usage) == PTXC_OK; i++)
        if (!strncmp(&BODY[usage->span.start], text, strlen(text)) && !n--) return i;
    CHECK(0 && "there is such a usage");
    return SIZE_MAX;
}

static void test_usage(void) {
    ptxc_options options = {.size = sizeof(ptxc_options), .ignore_unknown = true};
    ptxc_module *m;
    ptxc_usage u;
    CHECK(ptxc_module_open(BODY, strlen(BODY), &options, &m) == PTXC_OK);
    CHECK(ptxc_module_find_usages(m) == PTXC_OK && ptxc_module_find_usages(m) == PTXC_OK);
    walk_module(m);
    size_t i = usage_of(m, "tcgen05.cp", 0, &u);
    CHECK(u.kind == PTXC_USAGE_INSTRUCTION && u.count == 2);
    CHECK(accepts(m, i, "sm_100a", "12.8", 86, 87) && accepts(m, i, "sm_100a", "13.5", 86, 95));
    CHECK(accepts(m, i, "sm_103f", "13.0", 88, 90) && accepts(m, i, "sm_100", "13.5", 0, 0));
    CHECK(accepts(m, i, "sm_101a", "12.9", 86, 88) && accepts(m, i, "sm_101a", "13.0", 0, 0));
    /* Operands and their values matter: f16 with scale_d is not supported on sm_110, and 99 is
     * never valid. */
    i = usage_of(m, "tcgen05.mma", 0, &u);
    CHECK(u.count == 1 && accepts(m, i, "sm_110a", "13.5", 90, 95));
    i = usage_of(m, "tcgen05.mma", 1, &u);
    CHECK(u.count == 1 && accepts(m, i, "sm_110a", "13.5", 0, 0));
    CHECK(accepts(m, i, "sm_100a", "13.5", 86, 95));
    i = usage_of(m, "tcgen05.mma", 2, &u);
    CHECK(u.count == 1 && accepts(m, i, "sm_100a", "13.5", 0, 0));
    /* It requires more from CUDA 13.1 on. */
    i = usage_of(m, "fence", 0, &u);
    CHECK(accepts(m, i, "sm_90", "13.0", 78, 90) && accepts(m, i, "sm_90", "13.1", 86, 91));
    /* From 12.8 on, a word is skipped that was an error before. */
    i = usage_of(m, "prefetch", 0, &u);
    CHECK(accepts(m, i, "sm_90", "12.6", 0, 0) && accepts(m, i, "sm_90", "12.8", 78, 87));
    i = usage_of(m, "nosuch", 0, &u);
    CHECK(u.kind == PTXC_USAGE_UNKNOWN && u.count == 2 && accepts(m, i, "sm_90", "13.1", 0, 0));
    i = usage_of(m, ".blocks", 0, &u);
    CHECK(u.kind == PTXC_USAGE_WORD && accepts(m, i, "sm_90", "13.1", 90, 91));
    CHECK(ptxc_module_usage_get(m, ptxc_module_usage_count(m), &u) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_usage_get(m, 0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(!ptxc_module_usage_versions(m, 0, ptxc_target_count(), 0).from);
    CHECK(!ptxc_module_usage_versions(m, 0, 0, ptxc_release_count()).from);
    ptxc_module_close(m);
}

static void test_whole(void) {
    static const char text[] = ".version 8.6\n.target sm_100a\n.address_size 64\n"
                               ".alias a, b;\n.func k() {\n.reg .b32 r; .reg .b64 rd;\n"
                               "tcgen05.cp.cta_group::1.32x128b.warpx4 [r], rd;\n"
                               "fence.acquire.cluster;\nret; }\n";
    ptxc_options syntax = {.size = sizeof(ptxc_options), .syntax_only = true};
    ptxc_module *m;
    CHECK(ptxc_module_open(text, strlen(text), NULL, &m) == PTXC_OK);
    CHECK(ptxc_module_find_usages(m) == PTXC_OK);
    size_t sm_100a = target_of("sm_100a"), newest = release_of("13.5");
    ptxc_version_range v = ptxc_module_versions(m, sm_100a, newest);
    CHECK(v.from == 86 && v.to == 95);
    CHECK(!ptxc_module_versions(m, target_of("sm_90"), newest).from);
    ptxc_module_close(m);
    CHECK(ptxc_module_open(text, strlen(text), NULL, &m) == PTXC_OK);
    CHECK(!ptxc_module_usage_count(m) && !ptxc_module_versions(m, sm_100a, newest).from);
    ptxc_module_close(m);
    CHECK(ptxc_module_open(text, strlen(text), &syntax, &m) == PTXC_OK);
    CHECK(ptxc_module_find_usages(m) == PTXC_NOT_FOUND);
    CHECK(ptxc_module_find_usages(NULL) == PTXC_BAD_ARGUMENT);
    CHECK(!ptxc_module_usage_count(m) && !ptxc_module_versions(m, sm_100a, newest).from);
    ptxc_module_close(m);
    CHECK(!ptxc_module_usage_count(NULL));
}

MAIN({"targets", test_targets}, {"targets-text", test_targets_text}, {"find", test_find},
     {"kernel-rule", test_kernel_rule}, {"slots", test_slots}, {"operands", test_operands},
     {"rules", test_rules}, {"events", test_events}, {"all", test_all}, {"usage", test_usage},
     {"whole", test_whole})
