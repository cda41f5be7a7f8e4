/* SPDX-License-Identifier: Apache-2.0
 * Queries at offsets: what is there, and what can be written there. */
#include "case.h"
#include "query_walk.h"
#include "texts.h"

static const char lines[] =
    HEAD ".global .b32 table[4];\n"
         ".func f(.param .b64 at);\n"
         ".visible .entry k(.param .u64 from)\n"
         "{\n"
         "    .reg .pred %p<2>;\n"
         "    .reg .b32 %r<4>;\n"
         "    .reg .b64 %rd<4>;\n"
         "    @%p1 bra done; // not here\n"
         "    tcgen05.cp.cta_group::1.32x128b /* ! */ .warpx4 [%r1], %rd2;\n"
         "    { .reg .b32 %r1; mov.u32 %r1, %tid.x; }\n"
         "    tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1], 13;\n"
         "    add.u32 %r1, %r1, 5;\n"
         "done:\n"
         "    tcgen05.\n"
         "    ret;\n"
         "}\n";

static ptxc_module *open_lines(void) {
    ptxc_module *m = NULL;
    CHECK(ptxc_module_open(lines, strlen(lines), NULL, &m) == PTXC_OK);
    return m;
}

/* Returns the offset after `before` in the text. */
static uint32_t behind(const char *text, const char *before) {
    const char *at = strstr(text, before);
    CHECK(at);
    return at ? (uint32_t)(at - text + (ptrdiff_t)strlen(before)) : 0;
}

static ptxc_query *open_at(const ptxc_module *m, const char *before) {
    ptxc_query *q = NULL;
    CHECK(ptxc_query_open(m, behind(ptxc_module_source(m, NULL), before), &q) == PTXC_OK);
    return q;
}

static bool span_is(const ptxc_module *m, ptxc_span span, const char *text) {
    const char *all = ptxc_module_source(m, NULL);
    size_t length = strlen(text);
    bool same = span.start != PTXC_NOWHERE && span.end - span.start == length &&
                !memcmp(all + span.start, text, length);
    if (!same) printf("'%s' is not at %u..%u\n", text, span.start, span.end);
    return same;
}

/* ---- tokens ---- */

static void test_tokens(void) {
    static const struct {
        const char *before;
        ptxc_token_kind kind;
        const char *text;
    } rows[] = {
        {"address_size 64\n.gl", PTXC_TOKEN_DIRECTIVE, ".global"},
        {".global .b3", PTXC_TOKEN_WORD, ".b32"},
        {".b32 ta", PTXC_TOKEN_NAME, "table"},
        {"table[", PTXC_TOKEN_NUMBER, "4"},
        {"@", PTXC_TOKEN_NAME, "%p1"},
        {"@%p1 b", PTXC_TOKEN_OPCODE, "bra"},
        {"@%p1 bra d", PTXC_TOKEN_NAME, "done"},
        {"@%p1 bra done", PTXC_TOKEN_NAME, "done"},
        {"// no", PTXC_TOKEN_COMMENT, "// not here"},
        {"    tcgen", PTXC_TOKEN_OPCODE, "tcgen05.cp"},
        {"cp.cta_group::", PTXC_TOKEN_QUALIFIER, ".cta_group::1"},
        {"/* ", PTXC_TOKEN_COMMENT, "/* ! */"},
        {".warp", PTXC_TOKEN_QUALIFIER, ".warpx4"},
        {".warpx4 ", PTXC_TOKEN_PUNCTUATION, "["},
        {".warpx4 [%r", PTXC_TOKEN_NAME, "%r1"},
        {"mov.u32 %r1, %ti", PTXC_TOKEN_NAME, "%tid"},
        {"%tid.", PTXC_TOKEN_COMPONENT, ".x"},
        {"[%rd1], 1", PTXC_TOKEN_NUMBER, "13"},
        {"\ndo", PTXC_TOKEN_LABEL, "done"},
        {"done:\n    tcgen05", PTXC_TOKEN_QUALIFIER, "."},
        {"tcgen05.\n    r", PTXC_TOKEN_OPCODE, "ret"},
    };
    ptxc_module *m = open_lines();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_query *q = open_at(m, rows[i].before);
        ptxc_token token;
        CHECK(ptxc_query_token_get(q, &token) == PTXC_OK);
        if (token.kind != rows[i].kind) printf("'%s': kind %d\n", rows[i].before, token.kind);
        CHECK(token.kind == rows[i].kind && span_is(m, token.span, rows[i].text));
        ptxc_query_close(q);
    }
    ptxc_module_close(m);
}

static void test_all_tokens(void) {
    ptxc_module *m = open_lines();
    ptxc_query *q = open_at(m, "");
    ptxc_token tokens[16];
    uint32_t start = behind(lines, "[%rd1], 13;\n");
    ptxc_span line = {start, start + 25};
    static const char *const texts[] = {"add", ".u32", "%r1", ",", "%r1", ",", "5", ";"};
    size_t count = ptxc_query_tokens(q, line, tokens, 16);
    CHECK(count == 8 && ptxc_query_tokens(q, line, NULL, 0) == 8);
    for (size_t i = 0; i < count && i < 8; i++) CHECK(span_is(m, tokens[i].span, texts[i]));
    CHECK(tokens[2].operand == 0 && tokens[4].operand == 1 && tokens[6].operand == 2);
    CHECK(tokens[0].operand == PTXC_NONE && tokens[1].qualifier == 0);
    ptxc_query_close(q);
    ptxc_module_close(m);
}

/* ---- the instruction ---- */

static void test_instruction(void) {
    ptxc_module *m = open_lines();
    ptxc_query *q = open_at(m, "cta_group::1.32x1");
    ptxc_instruction insn;
    ptxc_qualifier shape;
    ptxc_isa_insn about;
    ptxc_isa_slot slot;
    ptxc_stmt stmt;
    ptxc_environment where;
    ptxc_target target;
    size_t index = 0;
    CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_OK);
    CHECK(span_is(m, insn.opcode, "tcgen05.cp") && insn.complete);
    CHECK(span_is(m, insn.head, "tcgen05.cp.cta_group::1.32x128b /* ! */ .warpx4"));
    CHECK(insn.qualifier_count == 3 && insn.operand_count == 2);
    CHECK(ptxc_isa_insn_get(insn.insn, &about) == PTXC_OK && !strcmp(about.name, "tcgen05.cp"));
    CHECK(ptxc_query_qualifier_get(q, 1, &shape) == PTXC_OK && span_is(m, shape.span, ".32x128b"));
    CHECK(ptxc_isa_slot_get(insn.insn, insn.form, shape.slot, &slot) == PTXC_OK);
    CHECK(!strcmp(slot.name, ".shape"));
    CHECK(ptxc_query_stmt_get(q, &stmt, &index) == PTXC_OK && stmt.kind == PTXC_STMT_INSTRUCTION);
    CHECK(ptxc_query_environment_get(q, &where) == PTXC_OK && where.version == 90);
    CHECK(ptxc_target_get(where.target, &target) == PTXC_OK && !strcmp(target.name, "sm_100a"));
    ptxc_query_close(q);
    ptxc_module_close(m);
}

/* The values of registers: of a move, of two halves, after a label, of something else. */
static void test_constant(void) {
    static const char text[] = HEAD ".visible .entry k()\n{\n"
                                    "    .reg .b32 %r<4>;\n"
                                    "    .reg .b64 %rd<4>;\n"
                                    "    mov.b32 %r1, 0x5410;\n"
                                    "    prmt.b32 %r2, %r3, %r3, %r1;\n"
                                    "    mov.b64 %rd1, {%r2, %r1};\n"
                                    "    add.u64 %rd2, %rd1, 1;\n"
                                    "L:  add.s32 %r2, 5, %r1;\n"
                                    "}\n";
    static const struct {
        const char *before, *set;
        uint64_t value, known;
        ptxc_status status;
    } rows[] = {
        {"%r3, %r3, %", "mov.b32 %r1, 0x5410;", 0x5410, UINT64_MAX, PTXC_OK},
        {"add.u64 %rd2, %", "mov.b32 %r1, 0x5410;", UINT64_C(0x541000000000),
         (uint64_t)UINT32_MAX << 32, PTXC_OK},
        {"%r2, %r3, %", "", 0, 0, PTXC_NOT_FOUND},
        {"add.s32 %r2, 5, %", "", 0, 0, PTXC_NOT_FOUND},
        {"add.s32 %r2, ", "", 0, 0, PTXC_NOT_FOUND},
        {".reg .b32 %", "", 0, 0, PTXC_NOT_FOUND},
    };
    ptxc_module *m = NULL;
    ptxc_constant c;
    CHECK(ptxc_module_open(text, strlen(text), NULL, &m) == PTXC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_query *q = open_at(m, rows[i].before);
        CHECK(ptxc_query_constant_get(q, &c) == rows[i].status);
        if (rows[i].status == PTXC_OK)
            CHECK((c.value & c.known) == rows[i].value && c.known == rows[i].known &&
                  span_is(m, c.set, rows[i].set));
        CHECK(ptxc_query_constant_get(q, NULL) == PTXC_BAD_ARGUMENT);
        ptxc_query_close(q);
    }
    CHECK(ptxc_query_constant_get(NULL, &c) == PTXC_BAD_ARGUMENT);
    ptxc_module_close(m);
}

/* Every special register has a meaning; a word that is not there has none. */
static void test_meanings(void) {
    ptxc_isa_word word;
    size_t i = 0;
    for (; ptxc_isa_word_get(PTXC_WORD_SPECIAL, i, &word) == PTXC_OK; i++)
        CHECK(*ptxc_isa_word_meaning(PTXC_WORD_SPECIAL, i));
    CHECK(!*ptxc_isa_word_meaning(PTXC_WORD_SPECIAL, i));
    CHECK(!*ptxc_isa_word_meaning(PTXC_WORD_TYPE, 0));
}

static const char fences[] =
    HEAD ".visible .entry k()\n"
         "{\n"
         "    .reg .b32 %r<4>;\n"
         "    .reg .b64 %rd<4>;\n"
         "    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1+8], 4096;\n"
         "    cp.async.bulk.wait_group.read 1;\n"
         "    fence.mbarrier_init.release.cluster;\n"
         "    add.u32 %r1, %r2, %r3;\n"
         "}\n";

static void test_events(void) {
    static const struct {
        const char *before, *name, *arguments;
        size_t which, index;
    } rows[] = {
        {"    mbarrier.arr", "expect_tx", "barrier [%r1+8], bytes 4096, shared memory, in the CTA",
         0, 0},
        {"    mbarrier.arr", "mbarrier_arrive",
         "barrier [%r1+8], state _, shared memory, release, in the CTA", 1, 1},
        {"    cp.async.bu", "bulk_wait", "count 1, until the sources are read", 0, 0},
        {"    fence.mb", "fence_mbarrier_init", "", 0, 1},
        {"    mbarrier.arr", NULL, "", 2, 0},
        {"    ad", NULL, "", 0, 0},
    };
    ptxc_module *m = NULL;
    CHECK(ptxc_module_open(fences, strlen(fences), NULL, &m) == PTXC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_query *q = open_at(m, rows[i].before);
        ptxc_instruction insn;
        ptxc_isa_event event;
        size_t index = PTXC_NONE;
        char text[256] = "";
        CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_OK);
        CHECK((ptxc_query_event_get(q, rows[i].which, &index) == PTXC_OK) == !!rows[i].name);
        ptxc_query_event_text(q, rows[i].which, text, sizeof text);
        if (strcmp(text, rows[i].arguments)) printf("'%s'\n", text);
        CHECK(!strcmp(text, rows[i].arguments));
        if (rows[i].name)
            CHECK(index == rows[i].index &&
                  ptxc_isa_event_get(insn.insn, index, &event) == PTXC_OK &&
                  !strcmp(event.name, rows[i].name));
        CHECK(ptxc_query_event_get(q, 0, NULL) == PTXC_BAD_ARGUMENT);
        ptxc_query_close(q);
    }
    ptxc_module_close(m);
}

static void test_argument(void) {
    ptxc_module *m = open_lines();
    ptxc_query *q = open_at(m, "[%rd1], 1");
    ptxc_argument argument;
    ptxc_instruction insn;
    ptxc_isa_operand operand;
    ptxc_layout layout;
    CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_OK);
    CHECK(ptxc_query_argument_get(q, &argument) == PTXC_OK);
    CHECK(argument.is_number && argument.value == 13 && span_is(m, argument.span, "13"));
    CHECK(ptxc_isa_operand_get(insn.insn, insn.form, argument.operand, &operand) == PTXC_OK);
    CHECK(!strcmp(operand.name, "new_val"));
    CHECK(ptxc_layout_get(argument.layout, &layout) == PTXC_OK);
    CHECK(!strcmp(layout.name, "map-field") && !strcmp(layout.qualifiers, ".elemtype"));
    ptxc_query_close(q);
    q = open_at(m, "x4 [%");
    CHECK(ptxc_query_argument_get(q, &argument) == PTXC_OK && !argument.is_number);
    CHECK(argument.layout == PTXC_NONE && span_is(m, argument.span, "%r1"));
    ptxc_query_close(q);
    q = open_at(m, "tcgen05.\n    re");
    CHECK(ptxc_query_argument_get(q, &argument) == PTXC_NOT_FOUND);
    ptxc_query_close(q);
    ptxc_module_close(m);
}

/* ---- names ---- */

static void symbol_is(const ptxc_module *m, const char *before, ptxc_symbol_kind kind,
                      const char *name, const char *declaration, size_t uses) {
    ptxc_query *q = open_at(m, before);
    ptxc_symbol symbol;
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_OK);
    CHECK(symbol.kind == kind && span_is(m, symbol.name, name));
    CHECK(span_is(m, symbol.declaration, declaration));
    ptxc_use use[8];
    size_t count = ptxc_query_uses(q, use, 8);
    if (count != uses) printf("'%s': %zu uses\n", before, count);
    CHECK(count == uses && use[0].declaration == (use[0].span.start == symbol.name.start));
    ptxc_query_close(q);
}

static void test_symbols(void) {
    ptxc_module *m = open_lines();
    symbol_is(m, "@%p", PTXC_SYMBOL_REGISTER, "%p<2>", ".reg .pred %p<2>;", 2);
    symbol_is(m, "add.u32 %r", PTXC_SYMBOL_REGISTER, "%r<4>", ".reg .b32 %r<4>;", 4);
    symbol_is(m, ".reg .b32 %r", PTXC_SYMBOL_REGISTER, "%r<4>", ".reg .b32 %r<4>;", 4);
    symbol_is(m, "mov.u32 %r", PTXC_SYMBOL_REGISTER, "%r1", ".reg .b32 %r1;", 2);
    symbol_is(m, "bra d", PTXC_SYMBOL_LABEL, "done", "done:", 2);
    symbol_is(m, "\ndo", PTXC_SYMBOL_LABEL, "done", "done:", 2);
    symbol_is(m, "entry k(.param .u64 fr", PTXC_SYMBOL_PARAMETER, "from", ".param .u64 from", 1);
    symbol_is(m, ".entry ", PTXC_SYMBOL_KERNEL, "k", ".visible .entry k(.param .u64 from)", 1);
    ptxc_symbol symbol;
    ptxc_query *q = open_at(m, "mov.u32 %r1, %t");
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_OK && symbol.kind == PTXC_SYMBOL_SPECIAL);
    CHECK(symbol.declaration.start == PTXC_NOWHERE && !ptxc_query_uses(q, NULL, 0));
    ptxc_query_close(q);
    ptxc_module_close(m);
}

static void test_names(void) {
    ptxc_module *m = open_lines();
    ptxc_symbol names[16];
    ptxc_query *q = open_at(m, "{ .reg .b32 %r1; mov");
    size_t count = ptxc_query_names(q, names, 16);
    CHECK(count == 9 && span_is(m, names[0].name, "%r1"));
    ptxc_query_close(q);
    q = open_at(m, ".reg .pr");
    count = ptxc_query_names(q, names, 16);
    CHECK(count == 6); /* %p, done, from; k, f, table */
    ptxc_query_close(q);
    ptxc_module_close(m);
}

/* ---- what can be written there ---- */

static void test_expected(void) {
    static const struct {
        const char *before;
        ptxc_expected_kind kind;
        const char *word, *head;
        uint32_t operand;
        char bracket;
    } rows[] = {
        {"// not", PTXC_EXPECTED_NOTHING, NULL, "", 0, 0},
        {"    tcge", PTXC_EXPECTED_STATEMENT, "tcgen05.cp", "", 0, 0},
        {"done:\n    tcgen05.", PTXC_EXPECTED_QUALIFIER, ".", "tcgen05", 0, 0},
        {"cp.cta_group::1.32", PTXC_EXPECTED_QUALIFIER, ".32x128b", "tcgen05.cp.cta_group::1", 0,
         0},
        {"add.u32 ", PTXC_EXPECTED_OPERAND, "%r1", "add.u32", 0, 0},
        {"add.u32 %r1, %r", PTXC_EXPECTED_OPERAND, "%r1", "add.u32", 1, 0},
        {".warpx4 [", PTXC_EXPECTED_OPERAND, "%r1",
         "tcgen05.cp.cta_group::1.32x128b /* ! */ .warpx4", 0, '['},
        {"@%", PTXC_EXPECTED_OPERAND, "%p1", "", 0, 0},
        {".reg .pr", PTXC_EXPECTED_WORD, ".pred", "", 0, 0},
        {"%tid.x; }\n ", PTXC_EXPECTED_STATEMENT, "", "", 0, 0},
    };
    ptxc_module *m = open_lines();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptxc_query *q = open_at(m, rows[i].before);
        ptxc_expected e;
        CHECK(ptxc_query_expected_get(q, &e) == PTXC_OK);
        if (e.kind != rows[i].kind) printf("'%s': kind %d\n", rows[i].before, e.kind);
        CHECK(e.kind == rows[i].kind && e.operand == rows[i].operand);
        CHECK(e.bracket == rows[i].bracket && span_is(m, e.head, rows[i].head));
        if (rows[i].word) CHECK(span_is(m, e.word, rows[i].word));
        ptxc_query_close(q);
    }
    ptxc_module_close(m);
}

/* Checks the words that can follow a chain, as one text; `!` marks missing ones, `-` unavailable
 * ones. */
static bool choices_are(const char *chain, const ptxc_environment *where, const char *expected) {
    ptxc_next_word choices[256];
    char text[4096] = "";
    size_t used = 0, count = ptxc_isa_next_words(chain, strlen(chain), where, choices, 256);
    for (size_t i = 0; i < count && i < 256; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s%s", i ? " " : "",
                                 choices[i].word, choices[i].missing ? "!" : "",
                                 choices[i].available ? "" : "-");
    if (strcmp(text, expected)) printf("%s: %s\n", chain, text);
    return !strcmp(text, expected);
}

static bool is_offered(const char *chain, const char *word) {
    ptxc_next_word choices[256];
    size_t count = ptxc_isa_next_words(chain, strlen(chain), NULL, choices, 256);
    for (size_t i = 0; i < count && i < 256; i++)
        if (!strcmp(choices[i].word, word)) return true;
    return false;
}

static void test_choices(void) {
    ptxc_environment sm_100 = {90, 0, ptxc_release_count() - 1};
    ptxc_target target;
    while (ptxc_target_get(sm_100.target, &target) == PTXC_OK && strcmp(target.name, "sm_100"))
        sm_100.target++;
    CHECK(choices_are("tcgen05.wait", NULL, ""));
    CHECK(choices_are("tcgen05.fe", NULL, ""));
    CHECK(choices_are("nosuch", NULL, ""));
    CHECK(choices_are("tcgen05.shift", NULL, ".cta_group::1! .cta_group::2! .down!"));
    CHECK(choices_are("tcgen05.shift.down", NULL, ".cta_group::1! .cta_group::2!"));
    CHECK(choices_are("tcgen05.shift.cta_group::1.down", NULL, ""));
    CHECK(choices_are("tcgen05.shift.nosuch", NULL, ""));
    /* .64x128b leaves two of three .multicast, and rules out formats with neither; .b8x16 is the
     * first of its two. */
    CHECK(choices_are("tcgen05.cp.cta_group::1.64x128b", NULL,
                      ".warpx2::02_13 .warpx2::01_23 .b8x16"));
    CHECK(choices_are("tcgen05.cp.cta_group::1.4x256b", NULL, ".b8x16"));
    CHECK(choices_are("tcgen05.cp.cta_group::1.4x256b.b8x16", NULL, ".b6x16_p32! .b4x16_p64!"));
    CHECK(choices_are("mbarrier.pending", NULL, ""));
    CHECK(choices_are("tcgen05.wait::ld", &sm_100, ".sync!- .aligned!-"));
    CHECK(choices_are("tcgen05.wait::ld", NULL, ".sync! .aligned!"));
    /* `.and` requires `.popc`, which requires .b1, which forbids `.sp`: the search finds this
     * before it gives up. */
    CHECK(choices_are("wgmma.mma_async.and.sp", NULL, ""));
    CHECK(!is_offered("wgmma.mma_async.f32", ".and") && is_offered("wgmma.mma_async.f32", ".sp"));
    CHECK(!ptxc_isa_next_words(NULL, 1, NULL, NULL, 0) &&
          !ptxc_isa_next_words("x", 0, NULL, NULL, 0));
}

/* Each offered word leads to a chain that some of the words offered next complete correctly. */
static bool can_be_ended(char *chain, size_t length, size_t room, int depth) {
    ptxc_next_word choices[256];
    size_t count = ptxc_isa_next_words(chain, length, NULL, choices, 256);
    bool missing = false;
    for (size_t i = 0; i < count && i < 256; i++) missing = missing || choices[i].missing;
    if (!missing || depth > 12) return depth <= 12;
    for (size_t i = 0; i < count && i < 256; i++) {
        if (!choices[i].missing) continue;
        size_t n = strlen(choices[i].word);
        if (length + n >= room) return false;
        memcpy(chain + length, choices[i].word, n + 1);
        return can_be_ended(chain, length + n, room, depth + 1);
    }
    return false;
}

static void test_choices_end(void) {
    ptxc_isa_insn insn;
    for (size_t i = 0; ptxc_isa_insn_get(i, &insn) == PTXC_OK; i++) {
        char chain[512];
        snprintf(chain, sizeof chain, "%s", insn.name);
        bool good = can_be_ended(chain, strlen(chain), sizeof chain, 0);
        if (!good) printf("%s\n", chain);
        CHECK(good);
    }
}

/* ---- C++ ---- */

static const char cxx[] =
    "void f(int a, long b) {\n"
    "  asm volatile(\"tcgen05.cp.cta_group::1\"\n"
    "               \".128x256b [%0], %[b];\\n\\tmov.u32 x, 1;\" :: \"r\"(a), [b] \"l\"(b));\n"
    "  asm(\"{ .reg .b32 t; add.u32 t, t, %0; }\" :: \"r\"(a));\n"
    "}\n";

static void test_cxx(void) {
    const ptxc_options options = {.size = sizeof(ptxc_options), .language = PTXC_LANGUAGE_CXX};
    ptxc_module *m = NULL;
    ptxc_token token;
    ptxc_instruction insn;
    ptxc_symbol symbol;
    CHECK(ptxc_module_open(cxx, strlen(cxx), &options, &m) == PTXC_OK);
    ptxc_query *q = open_at(m, ".128x2");
    CHECK(ptxc_query_token_get(q, &token) == PTXC_OK && token.kind == PTXC_TOKEN_QUALIFIER);
    CHECK(span_is(m, token.span, ".128x256b"));
    CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_OK && insn.qualifier_count == 2);
    ptxc_query_close(q);
    q = open_at(m, "%[");
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_OK && symbol.kind == PTXC_SYMBOL_ASM_OPERAND);
    CHECK(span_is(m, symbol.name, "\"l\"") && !strcmp(symbol.type, ".b64"));
    ptxc_query_close(q);
    q = open_at(m, "add.u32 t, ");
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_OK && symbol.kind == PTXC_SYMBOL_REGISTER);
    CHECK(span_is(m, symbol.declaration, ".reg .b32 t;"));
    ptxc_use uses[4];
    CHECK(ptxc_query_uses(q, uses, 4) == 3 && uses[0].declaration && !uses[2].declaration);
    ptxc_query_close(q);
    q = open_at(m, "void ");
    CHECK(ptxc_query_token_get(q, &token) == PTXC_OK && token.kind == PTXC_TOKEN_NONE);
    CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_NOT_FOUND);
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_NOT_FOUND);
    ptxc_query_close(q);
    ptxc_module_close(m);
}

/* ---- any offset ---- */

static void walk_prefixes(const char *text, ptxc_language language, size_t step) {
    size_t length = strlen(text);
    for (size_t n = length % step; n <= length; n += step) {
        const ptxc_options options = {.size = sizeof(ptxc_options), .language = language};
        char *prefix = malloc(n + 1);
        ptxc_module *m;
        if (!prefix) return;
        memcpy(prefix, text, n);
        prefix[n] = '\0';
        CHECK(ptxc_module_open(prefix, n, &options, &m) == PTXC_OK);
        for (size_t i = 0; i <= n + 1; i++) CHECK(walk_place(m, (uint32_t)i));
        ptxc_module_close(m);
        free(prefix);
    }
}

static void test_everywhere(void) {
    walk_prefixes(lines, PTXC_LANGUAGE_PTX, 13);
    walk_prefixes(good_text, PTXC_LANGUAGE_PTX, 31);
    walk_prefixes(bad_text, PTXC_LANGUAGE_PTX, 31);
    walk_prefixes(descriptor_text, PTXC_LANGUAGE_PTX, 31);
    walk_prefixes(odd_text, PTXC_LANGUAGE_PTX, 1);
    walk_prefixes(cxx, PTXC_LANGUAGE_CXX, 3);
    walk_prefixes(cxx_text, PTXC_LANGUAGE_CXX, 7);
}

static void test_arguments(void) {
    ptxc_module *m = open_lines();
    ptxc_query *q = (ptxc_query *)&failures;
    CHECK(ptxc_query_open(NULL, 0, &q) == PTXC_BAD_ARGUMENT && !q);
    CHECK(ptxc_query_open(m, 0, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_query_open(m, UINT32_MAX, &q) == PTXC_OK);
    CHECK(ptxc_query_token_get(q, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_query_stmt_get(q, NULL, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(ptxc_query_expected_get(NULL, NULL) == PTXC_BAD_ARGUMENT);
    CHECK(!ptxc_query_names(NULL, NULL, 0) && !ptxc_query_uses(NULL, NULL, 0));
    CHECK(!ptxc_query_tokens(NULL, (ptxc_span){0, 1}, NULL, 0));
    ptxc_query_close(q);
    ptxc_query_close(NULL);
    ptxc_module_close(m);
}

/* ---- what can be written in an operand ---- */

static ptxc_symbol name_at(const ptxc_module *m, const char *before) {
    ptxc_query *q = open_at(m, before);
    ptxc_symbol symbol = {.type = "", .space = ""};
    CHECK(ptxc_query_symbol_get(q, &symbol) == PTXC_OK);
    ptxc_query_close(q);
    return symbol;
}

static void test_offers(void) {
    ptxc_module *m = open_lines();
    ptxc_query *q = open_at(m, "[%rd1], 1");
    ptxc_instruction insn;
    ptxc_isa_operand operand;
    ptxc_isa_avail avail;
    size_t candidate[8], layout;
    char chain[64];
    CHECK(ptxc_query_instruction_get(q, &insn) == PTXC_OK);
    CHECK(ptxc_query_chain_text(q, chain, sizeof chain) == 48 &&
          !strncmp(chain, "tensormap.re", 12));
    /* `ord` is not allowed with .elemtype. */
    CHECK(ptxc_query_candidates(q, 1, candidate, 8) == 1);
    CHECK(ptxc_isa_operand_get(insn.insn, insn.form, candidate[0], &operand) == PTXC_OK);
    CHECK(!strcmp(operand.name, "new_val"));
    CHECK(ptxc_query_layout_get(q, candidate[0], &layout) == PTXC_OK);
    CHECK(ptxc_isa_operand_number_get(insn.insn, insn.form, candidate[0], 12, &avail) == PTXC_OK);
    CHECK(!avail.version);
    CHECK(ptxc_isa_operand_number_get(insn.insn, insn.form, candidate[0], 13, &avail) == PTXC_OK);
    CHECK(avail.version == 87);
    CHECK(ptxc_isa_operand_number_get(insn.insn, insn.form, candidate[0], 16, &avail) != PTXC_OK);
    CHECK(ptxc_query_candidates(q, 0, candidate, 8) == 1);
    ptxc_symbol wide = name_at(m, "b1024.b32 [%rd"), flag = name_at(m, "@%p");
    CHECK(ptxc_query_operand_accepts(q, candidate[0], &wide));
    CHECK(!ptxc_query_operand_accepts(q, candidate[0], &flag));
    CHECK(wide.length == 3 && !memcmp(wide.text, "%rd", 3));
    ptxc_query_close(q);
    ptxc_module_close(m);
}

static void test_words(void) {
    ptxc_isa_word word;
    for (int kind = PTXC_WORD_TYPE; kind <= PTXC_WORD_DIRECTIVE; kind++) {
        size_t i = 0;
        while (ptxc_isa_word_get((ptxc_isa_word_kind)kind, i, &word) == PTXC_OK) {
            CHECK(*word.name && !ptxc_set_is_empty(&word.avail.targets));
            i++;
        }
        CHECK(i > 20);
    }
    CHECK(ptxc_isa_word_get(PTXC_WORD_TYPE, 0, NULL) == PTXC_BAD_ARGUMENT);
}

/* Fails every allocation of a query once. */
struct budget {
    size_t left, blocks;
};

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    struct budget *b = user;
    (void)old_size;
    if (!new_size) {
        b->blocks--;
        free(block);
        return NULL;
    }
    if (!b->left) return NULL;
    b->left--;
    b->blocks += !block;
    return realloc(block, new_size);
}

static void test_memory(void) {
    for (int language = 0; language < 2; language++) {
        struct budget budget = {SIZE_MAX, 0};
        const char *text = language ? cxx : lines;
        const ptxc_options options = {.size = sizeof(ptxc_options),
                                      .allocator = {resize, &budget},
                                      .language = (ptxc_language)language};
        ptxc_module *m;
        ptxc_query *q;
        CHECK(ptxc_module_open(text, strlen(text), &options, &m) == PTXC_OK);
        size_t blocks = budget.blocks, n = 0;
        for (ptxc_status status = PTXC_NO_MEMORY; status != PTXC_OK && n < 1000; n++) {
            budget.left = n;
            status = ptxc_query_open(m, behind(text, "cta_group::1"), &q);
            CHECK(status == PTXC_OK || (status == PTXC_NO_MEMORY && !q));
            if (q) budget.left = 0;
            if (q) CHECK(ptxc_query_move(q, behind(text, "tcgen05.cp")) == PTXC_NO_MEMORY);
            ptxc_query_close(q);
            CHECK(budget.blocks == blocks);
        }
        CHECK(n > 1 && n < 1000);
        ptxc_module_close(m);
    }
}

MAIN({"tokens", test_tokens}, {"all-tokens", test_all_tokens}, {"instruction", test_instruction},
     {"argument", test_argument}, {"events", test_events}, {"constant", test_constant},
     {"meanings", test_meanings}, {"symbols", test_symbols}, {"names", test_names},
     {"expected", test_expected}, {"choices", test_choices}, {"choices-end", test_choices_end},
     {"cxx", test_cxx}, {"everywhere", test_everywhere}, {"arguments", test_arguments},
     {"offers", test_offers}, {"words", test_words}, {"memory", test_memory})
