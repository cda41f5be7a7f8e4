/* SPDX-License-Identifier: Apache-2.0
 * PTX for the tests: valid, invalid and unusual, so that every part of the library is used. */
#ifndef TEXTS_H
#define TEXTS_H

#define HEAD ".version 9.0\n.target sm_100a\n.address_size 64\n"

static const char good_text[] =
    HEAD ".file 1 \"kernel.cu\"\n"
         ".global .align 16 .b8 table[4] = {1, 2, 3, 4};\n"
         ".extern .func (.param .b32 result) helper(.param .b64 at);\n"
         ".visible .entry copy(.param .u64 from, .param .u64 to) .maxntid 128, 1, 1\n"
         "{\n"
         "    .reg .pred %p<2>;\n"
         "    .reg .b32 %r<4>;\n"
         "    .reg .b64 %rd<4>;\n"
         "    .reg .f32 %f<5>;\n"
         "    .loc 1 12 7\n"
         "    ld.param.u64 %rd1, [from];\n"
         "    @!%p1 bra done;\n"
         "    ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];\n"
         "    mov.f32 %f1, 0f3F800000;\n"
         "    tcgen05.cp.cta_group::1.32x128b.warpx4 [%r1], %rd2;\n"
         "    { .reg .b32 inner; mov.u32 inner, %tid.x; }\n"
         "done:\n"
         "    ret;\n"
         "}\n";

static const char bad_text[] =
    HEAD ".visible .entry bad(.param .u64 from)\n"
         "{\n"
         "    .reg .b32 %r<4>, a, a;\n"
         "    .reg .b64 %rd<4>;\n"
         "    mov.u32 %r9, %tid.x\n"
         "    add.s32 %r1, missing, %r2;\n"
         "    add.s32 %r1 %r2;\n"
         "    tcgen05.cp.cta_group::1.64x128b [%r1], %rd2;\n"
         "    tcgen05.cp.cta_group::1.63x128b [%r1], %rd2;\n"
         "    tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%rd1], 9;\n"
         "    tensormap.replace.tile.rnk.shared::cta.b1024.b32 [%rd1], 1;\n"
         "    tensormap.cp_fenceproxy.global.shared::cta [%rd1], [%rd2], 127;\n"
         "    bra nowhere;\n"
         "    @%r1 ret; // ptxcheck: ignore\n"
         "    mov.u32 %r1, 99999999999999999999;\n"
         "}}\n"
         ".global .pred p;\n"
         ".unknown 7;\n";

static const char descriptor_text[] =
    HEAD ".visible .entry descriptors()\n"
         "{\n"
         "    .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>;\n"
         "    mov.b32 %r2, 0x10110050;\n"
         "    mov.b64 %rd1, {%r1, %r2};\n"
         "    tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, -1, %r2, %p1;\n"
         "}\n";

static const char cut_text[] =
    HEAD ".visible .entry cut()\n{\n    .reg .b32 %r<4>;\n    mov.u32 {%r1, [";

static const char odd_text[] =
    "\xff\x01 /* \xc3\xa9 */ .pragma \"open\n@@DWARF .b8 1\n.target sm_1\n{{{";

static const char comment_text[] = HEAD "/* no end ";

/* C++ with an asm statement in each state, in their order. */
static const char cxx_text[] =
    "# 40 \"k.cu\"\n"
    "void f() { asm(\"tcgen05.cp.cta_group\" \"::1.128x256b [%0], %1;\" :: \"r\"(a), \"r\"(b));\n"
    "asm(\"mov %%eax, %0\" : \"=r\"(a));\n"
    "#if X(1)\n"
    "asm(\"tcgen05.cp\" TEXT : \"=r\"(a));\n"
    "asm(\"{ tcgen05.wait::ld.sync.aligned;\" ::: \"memory\");\n"
    "#endif\n"
    "#if __CUDA_ARCH__ < 900\n"
    "asm(\"{ tcgen05.wait::ld.sync.aligned; }\" ::: \"memory\");\n"
    "#endif\n";

static const char *const all_texts[] = {"",       good_text, bad_text,    descriptor_text,
                                        cut_text, odd_text,  comment_text};
enum { TEXT_COUNT = sizeof all_texts / sizeof *all_texts };

#endif
