/* SPDX-License-Identifier: Apache-2.0
 * Writes PTX for benchmarks to standard output. The output is reproducible.
 *   generate kernels BYTES   valid code in the style of nvcc, at least BYTES of it
 *   generate KIND COUNT      COUNT repetitions of something unusual: see the table `kinds` below */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t written;

static void put(const char *s) {
    size_t n = strlen(s);
    fwrite(s, 1, n, stdout);
    written += n;
}

static void put_number(unsigned long n) {
    char digits[24];
    snprintf(digits, sizeof digits, "%lu", n);
    put(digits);
}

/* Writes the format with each '#' replaced by n. */
static void put_with(const char *format, unsigned long n) {
    for (const char *hash; (hash = strchr(format, '#')); format = hash + 1) {
        char part[256];
        snprintf(part, sizeof part, "%.*s", (int)(hash - format), format);
        put(part);
        put_number(n);
    }
    put(format);
}

static void repeat(const char *format, unsigned long count) {
    for (unsigned long i = 0; i < count; i++) put_with(format, i);
}

static const char header[] = ".version 9.0\n.target sm_100a\n.address_size 64\n\n";
static const char kernel[] = ".visible .entry kernel()\n{\n\t.reg .b32 %r<9>;\n";

/* ---- code as compilers write it ---- */

enum { REGISTERS = 400, LABEL_EVERY = 12, INSTRUCTIONS = 480 };

/* '#' stands for the number of some register. */
static const char *const instructions[] = {
    "\tmov.u32 \t%r#, %tid.x;\n",
    "\tmov.u32 \t%r#, %ctaid.x;\n",
    "\tmov.b32 \t%r#, 0f3F800000;\n",
    "\tmov.u64 \t%rd#, buffer;\n",
    "\tmad.lo.s32 \t%r#, %r#, %r#, %r#;\n",
    "\tmul.wide.s32 \t%rd#, %r#, 4;\n",
    "\tadd.s64 \t%rd#, %rd#, %rd#;\n",
    "\tadd.s32 \t%r#, %r#, 1;\n",
    "\tadd.s32 \t%r#, %r#, -16;\n",
    "\tand.b32  \t%r#, %r#, 31;\n",
    "\tshl.b32 \t%r#, %r#, 2;\n",
    "\tshr.u32 \t%r#, %r#, 5;\n",
    "\tshf.l.wrap.b32 \t%r#, %r#, %r#, 7;\n",
    "\txor.b32  \t%r#, %r#, %r#;\n",
    "\tcvta.to.global.u64 \t%rd#, %rd#;\n",
    "\tcvt.u32.u64 \t%r#, %rd#;\n",
    "\tcvt.rn.f16x2.f32 \t%r#, %f#, %f#;\n",
    "\tld.global.f32 \t%f#, [%rd#];\n",
    "\tld.global.nc.v4.f32 \t{%f#, %f#, %f#, %f#}, [%rd#+16];\n",
    "\tld.shared.u32 \t%r#, [%r#+4096];\n",
    "\tst.shared.v2.f32 \t[%r#+8], {%f#, %f#};\n",
    "\tst.global.f32 \t[%rd#+4], %f#;\n",
    "\tfma.rn.f32 \t%f#, %f#, %f#, %f#;\n",
    "\tmul.f32 \t%f#, %f#, 0f3FB8AA3B;\n",
    "\tmax.f32 \t%f#, %f#, %f#;\n",
    "\tex2.approx.ftz.f32 \t%f#, %f#;\n",
    "\tsetp.ge.s32 \t%p#, %r#, %r#;\n",
    "\tsetp.lt.and.f32 \t%p#, %f#, %f#, %p#;\n",
    "\tselp.b32 \t%r#, %r#, %r#, %p#;\n",
    "\tbar.sync \t0;\n",
    "\tshfl.sync.bfly.b32 \t%r#|%p#, %r#, 16, 31, -1;\n",
    "\t// begin inline asm\n\tldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r#, %r#, %r#, %r#}, [%r#];\n"
    "\n\t// end inline asm\n",
    "\t// begin inline asm\n\tmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
    "\t\t{%f#, %f#, %f#, %f#},\n\t\t{%r#, %r#, %r#, %r#},\n\t\t{%r#, %r#},\n"
    "\t\t{%f#, %f#, %f#, %f#};\n\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.cg.shared.global [%r#], [%rd#], 16;\n\n\t// end inline asm\n",
    "\t// begin inline asm\n\t{\n\t.reg .pred done;\n\tWAIT_LOOP:\n"
    "\tmbarrier.try_wait.parity.shared::cta.b64 done, [%r#], %r#;\n"
    "\t@done bra WAIT_DONE;\n\tbra WAIT_LOOP;\n\tWAIT_DONE:\n\t}\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.cp.cta_group::1.32x128b.warpx4 [%r#], %rd#;\n\n"
    "\t// end inline asm\n",
};

#define LOAD_TENSOR                                                                                \
    "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
#define EIGHT(a) "%r" a "0, %r" a "1, %r" a "2, %r" a "3, %r" a "4, %r" a "5, %r" a "6, %r" a "7"
#define THIRTY_TWO EIGHT("1") ", " EIGHT("2") ", " EIGHT("3") ", " EIGHT("4")

/* The loop that feeds a kernel: tensor copies and the mbarriers they complete. */
static const char *const tma[] = {
    "\t// begin inline asm\n\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%r#], %r#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\t{\n\t.reg .pred done;\n\tWAIT_LOOP:\n"
    "\tmbarrier.try_wait.parity.shared::cta.b64 done, [%r#], %r#, 10000000;\n"
    "\t@done bra WAIT_DONE;\n\tbra WAIT_LOOP;\n\tWAIT_DONE:\n\t}\n\t// end inline asm\n",
    "\t// begin inline asm\n\t" LOAD_TENSOR
    " [%r#], [%rd#, {%r#, %r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\t" LOAD_TENSOR ".multicast::cluster.L2::cache_hint"
    " [%r#], [%rd#, {%r#, %r#, 0}], [%r#], %h#, %rd#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
    " [%r#], [%rd#, {%r#, %r#, %r#, %r#}], [%r#], {%h#, %h#};\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    " [%rd#, {%r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    " [%rd#, {%r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    " [%r#], [%rd#], %r#, [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    " [%r#], [%rd#, {%r#, %r#, %r#, %r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes"
    " [%r#], [%rd#, {%r#, %r#, %r#, %r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd#, {%r#, %r#, %r#}];\n\t// end inline asm\n",
    "\t// begin inline asm\n\tcp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group"
    " [%rd#, {%r#, %r#, %r#, %r#}], [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd#], 1, %r#;\n\t// end inline asm\n",
    "\tcp.async.bulk.commit_group;\n",
    "\tcp.async.bulk.wait_group.read 1;\n",
    "\tfence.proxy.async.shared::cta;\n",
    "\tprefetch.tensormap [%rd#];\n",
};

/* The loop that multiplies, and the one that reads the product. */
static const char *const tcgen05[] = {
    "\tadd.s64 \t%rd#, %rd#, 2;\n",
    "\t// begin inline asm\n\ttcgen05.mma.cta_group::1.kind::f16 [%r#], %rd#, %rd#, %r#, %p#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.mma.cta_group::1.kind::f8f6f4 [%r#], [%r#], %rd#, %r#,"
    " {%r#, %r#, %r#, %r#}, %p#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X"
    " [%r#], %rd#, %rd#, %r#, [%r#], [%r#], %p#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.cp.cta_group::1.32x128b.warpx4 [%r#], %rd#;\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.ld.sync.aligned.32x32b.x32.b32 {" THIRTY_TWO
    "}, [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.ld.sync.aligned.16x256b.x1.b32 {%r1, %r2, %r3, %r4}, [%r#];\n\t// end inline asm\n",
    "\t// begin inline asm\n\ttcgen05.st.sync.aligned.32x32b.x8.b32 [%r#], {" EIGHT(
        "5") "};\n\t// end inline asm\n",
    "\ttcgen05.wait::ld.sync.aligned;\n",
    "\ttcgen05.fence::after_thread_sync;\n",
    "\t// begin inline asm\n\ttcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r#];\n\t// end inline asm\n",
};

struct mix {
    const char *const *instructions;
    uint32_t count;
};
#define MIX(list) ((struct mix){list, sizeof list / sizeof *list})

static uint32_t random_below(uint32_t n) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static void put_instruction(struct mix mix) {
    const char *s = mix.instructions[random_below(mix.count)];
    char line[1024];
    size_t n = 0;
    for (; *s; s++) {
        if (*s == '#')
            n += (size_t)snprintf(line + n, sizeof line - n, "%u", 1 + random_below(REGISTERS));
        else
            line[n++] = *s;
    }
    fwrite(line, 1, n, stdout);
    written += n;
}

static void put_function(unsigned long f, struct mix mix) {
    put_with("\t// .globl\tkernel_#\n.visible .entry kernel_#(\n\t.param .u64 kernel_#_param_0,\n"
             "\t.param .align 64 .b8 kernel_#_param_1[128]\n)\n.maxntid 128, 1, 1\n{\n",
             f);
    put("\t.reg .pred \t%p<401>;\n\t.reg .b32 \t%r<401>;\n\t.reg .f32 \t%f<401>;\n"
        "\t.reg .b64 \t%rd<401>;\n\t.reg .b16 \t%h<401>;\n\t// demoted variable\n\t.shared .align 16 .b8 tile[4096];\n\n");
    put_with("\tld.param.u64 \t%rd1, [kernel_#_param_0];\n", f);
    for (int i = 0; i < INSTRUCTIONS; i++) {
        if (i % LABEL_EVERY == LABEL_EVERY / 2) {
            put_with("\t@%p7 bra \t$L__BB#_", f);
            put_number((unsigned long)i / LABEL_EVERY + 1);
            put(";\n");
        }
        if (i % LABEL_EVERY == 0) {
            put_with("\n$L__BB#_", f);
            put_number((unsigned long)i / LABEL_EVERY);
            put(":\n");
        }
        put_instruction(mix);
    }
    put_with("\n$L__BB#_", f);
    put_number(INSTRUCTIONS / LABEL_EVERY);
    put(":\n\tret;\n\n}\n");
}

static void kernels_of(struct mix mix, unsigned long bytes) {
    put("//\n// Generated by bench/generate\n//\n\n");
    put(header);
    put(".extern .shared .align 16 .b8 buffer[];\n\n");
    for (unsigned long f = 0; written < bytes; f++) put_function(f, mix);
}

static void kernels(unsigned long bytes) { kernels_of(MIX(instructions), bytes); }
static void tma_kernels(unsigned long bytes) { kernels_of(MIX(tma), bytes); }
static void tcgen05_kernels(unsigned long bytes) { kernels_of(MIX(tcgen05), bytes); }

/* ---- code that nobody writes ---- */

static void open_comment(unsigned long n) {
    put(header);
    put("/* ");
    repeat("/* ** ", n);
}

static void open_comments(unsigned long n) {
    put(header);
    repeat("/*\n", n);
}

static void open_string(unsigned long n) {
    put(header);
    put(".pragma \"");
    repeat("\\\"", n);
}

static void open_strings(unsigned long n) {
    put(header);
    repeat(".pragma \"\n", n);
}

static void in_kernel(const char *format, unsigned long n) {
    put(header);
    put(kernel);
    repeat(format, n);
    put("\n\tret;\n}\n");
}

static void braces(unsigned long n) {
    put(header);
    put(kernel);
    repeat("{", n);
    repeat("}", n);
    put("}\n");
}

static void parentheses(unsigned long n) {
    put(header);
    put(".global .u32 x = ");
    repeat("(", n);
    put("1");
    repeat(")", n);
    put(";\n");
}

static void brackets(unsigned long n) {
    put(header);
    put(kernel);
    put("\tld.u32 %r1, ");
    repeat("[", n);
    put(";\n}\n");
}

static void signs(unsigned long n) {
    put(header);
    put(".global .u32 x = ");
    repeat("-", n);
    put("1;\n");
}

static void one_line(unsigned long n) { in_kernel("add.s32 %r1, %r2, %r3; ", n); }
static void one_word(unsigned long n) {
    put(header);
    repeat("abcdefgh", n);
}
static void one_chain(unsigned long n) {
    put(header);
    put(kernel);
    put("\tadd");
    repeat(".s#", n);
    put(" %r1;\n}\n");
}
static void one_vector(unsigned long n) {
    put(header);
    put(".global .u32 x[] = {0");
    repeat(", #", n);
    put("};\n");
}
static void operands(unsigned long n) {
    put(header);
    put(kernel);
    put("\tadd.s32 %r1");
    repeat(", %r2", n);
    put(";\n}\n");
}
static void errors(unsigned long n) { in_kernel("\tadd.s32 %r1 %r2;\n", n); }
static void no_semicolons(unsigned long n) { in_kernel("\tadd.s32 %r1, %r2, %r3\n", n); }
static void wrong_chains(unsigned long n) { in_kernel("\ttcgen05.cp.cta_group::1 [%r1], 7;\n", n); }
static void bad_bytes(unsigned long n) { in_kernel("\x01", n); }
static void closing(unsigned long n) {
    put(header);
    repeat("}", n);
}
static void declarations(unsigned long n) { in_kernel("\t.reg .b32 r#;\n", n); }
static void ranges(unsigned long n) { in_kernel("\t.reg .b32 %q#<10>;\n", n); }
static void labels(unsigned long n) {
    put(header);
    put(kernel);
    repeat("\tbra L#;\n", n);
    repeat("L#:\n", n);
    put("\tret;\n}\n");
}
static void undeclared(unsigned long n) { in_kernel("\tmov.u32 %r1, missing_#;\n", n); }
static void one_undeclared(unsigned long n) { in_kernel("\tmov.u32 %r1, missing;\n", n); }
static void redeclared(unsigned long n) { in_kernel("\t.reg .b32 x;\n", n); }
static void chains(unsigned long n) { in_kernel("\tadd.s# %r1, %r2, %r3;\n", n); }
static void seed_chains(unsigned long n) { in_kernel("\ttcgen05.cp.q# [%r1], 7;\n", n); }
static void empty_statements(unsigned long n) { in_kernel(";", n); }
static void functions(unsigned long n) {
    put(header);
    repeat(".func f#() { ret; }\n", n);
}
static void scopes(unsigned long n) { in_kernel("\t{ .reg .b32 x; mov.u32 x, 1; }\n", n); }
static void files(unsigned long n) {
    put(header);
    repeat(".file # \"a.cu\"\n", n);
}
static void locations(unsigned long n) {
    put(header);
    put(".file 1 \"a.cu\"\n");
    put(kernel);
    repeat("\t.loc 1 # 1\n\tadd.s32 %r1 %r2;\n", n);
    put("}\n");
}
static void suppressions(unsigned long n) {
    in_kernel("\tadd.s32 %r1 %r2; // ptxcheck: ignore\n", n);
}
static void targets(unsigned long n) { repeat(".target sm_100a\n", n); }

static const struct kind {
    const char *name;
    void (*write)(unsigned long count);
} kinds[] = {
    {"kernels", kernels},
    {"tma", tma_kernels},
    {"tcgen05", tcgen05_kernels},
    {"open-comment", open_comment},
    {"open-comments", open_comments},
    {"open-string", open_string},
    {"open-strings", open_strings},
    {"braces", braces},
    {"parentheses", parentheses},
    {"brackets", brackets},
    {"signs", signs},
    {"one-line", one_line},
    {"one-word", one_word},
    {"one-chain", one_chain},
    {"one-vector", one_vector},
    {"operands", operands},
    {"errors", errors},
    {"no-semicolons", no_semicolons},
    {"wrong-chains", wrong_chains},
    {"bad-bytes", bad_bytes},
    {"closing", closing},
    {"declarations", declarations},
    {"ranges", ranges},
    {"labels", labels},
    {"undeclared", undeclared},
    {"one-undeclared", one_undeclared},
    {"redeclared", redeclared},
    {"chains", chains},
    {"seed-chains", seed_chains},
    {"empty-statements", empty_statements},
    {"functions", functions},
    {"scopes", scopes},
    {"files", files},
    {"locations", locations},
    {"suppressions", suppressions},
    {"targets", targets},
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        for (int i = 0; i < KIND_COUNT; i++) puts(kinds[i].name);
        return 0;
    }
    for (int i = 0; argc == 3 && i < KIND_COUNT; i++) {
        if (strcmp(argv[1], kinds[i].name)) continue;
        kinds[i].write(strtoul(argv[2], NULL, 10));
        return fflush(stdout) || ferror(stdout) ? 2 : 0;
    }
    fprintf(stderr, "usage: generate KIND COUNT | generate --list\n");
    return 2;
}
