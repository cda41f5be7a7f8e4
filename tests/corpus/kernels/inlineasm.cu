// SPDX-License-Identifier: Apache-2.0
// Hand-written PTX: nested register scopes, labels, predicates, vectors, pragmas, tables.
// corpus: min=75
__device__ unsigned laneId()
{
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}

__global__ void scopes(int *out, float f, double d, long long l, short s)
{
    int r;
    asm volatile("{\n\t"
                 ".reg .b32 t<3>;\n\t"
                 ".reg .pred p, q;\n\t"
                 "mov.b32 t0, %1;\n\t"
                 "setp.lt.s32 p|q, t0, 10;\n\t"
                 "{\n\t\t.reg .b32 t0;\n\t\t.reg .b64 wide;\n\t\tmov.b32 t0, 7;\n\t\t"
                 "cvt.u64.u32 wide, t0;\n\t\tadd.s32 t1, t0, 1;\n\t}\n\t"
                 "@p bra DONE;\n\t"
                 "@!q add.s32 t1, t1, t0;\n\t"
                 "mad.lo.s32 t1, t0, t0, t1;\n"
                 "DONE:\n\t"
                 "mov.b32 %0, t1;\n\t"
                 "}" : "=r"(r) : "r"(out[0]));
    out[1] = r;
    unsigned lo, hi;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(l));
    asm("{ .reg .b16 h; mov.b32 {h, _}, %1; cvt.u32.u16 %0, h; }" : "=r"(out[2]) : "r"(lo));
    asm("fma.rn.ftz.f32 %0, %1, 0f3F800000, %1;" : "=f"(f) : "f"(f));
    asm("add.rn.f64 %0, %1, 0d3FF8000000000000;" : "=d"(d) : "d"(d));
    asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(out[3]) : "d"(d));
    asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(out[4]) : "r"(lo), "r"(hi));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(out[5]) : "r"(lo), "r"(hi), "r"(r));
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(out[6]) : "r"(lo));
    asm("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;" : "=r"(out[7]) : "r"(lo), "r"(hi));
    asm("mul.wide.s16 %0, %1, -3;" : "=r"(out[8]) : "h"(s));
    asm("slct.s32.f32 %0, %1, %2, %3;" : "=r"(out[9]) : "r"(lo), "r"(hi), "f"(f));
}

__global__ void memory(float *p, unsigned *u)
{
    float4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4+16];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    asm volatile("st.global.wt.v2.f32 [%0], {%1, %2};" ::"l"(p), "f"(v.x), "f"(v.w) : "memory");
    asm volatile("prefetch.global.L2 [%0];\n\tmembar.gl;" ::"l"(p));
    asm volatile("red.global.add.u32 [%0], 1; .pragma \"nounroll\";" ::"l"(u) : "memory");
    asm volatile("{ .reg .pred p, any;\n\tsetp.ne.u32 p, %0, 0;\n\t"
                 "vote.sync.any.pred any, p, 0xffffffff;\n\t@any trap; }" ::"r"(u[1]));
}

__global__ void machine(unsigned *out)
{
    asm volatile("{\n\t.reg .u32 i;\n\tmov.u32 i, %%ctaid.x;\n\trem.u32 i, i, 3;\n"
                 "ts: .branchtargets A, B, C;\n\tbrx.idx i, ts;\n"
                 "A:\n\tst.global.u32 [%0], 1;\n\tbra.uni E;\n"
                 "B:\n\tst.global.u32 [%0+4], 0x2U;\n\tbra.uni E;\n"
                 "C:\n\tst.global.u32 [%0+8], 03;\nE:\n\t}" ::"l"(out) : "memory");
    out[3] = laneId();
    asm volatile("mov.u32 %0, %%smid;" : "=r"(out[4]));
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(out[5]));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(*(unsigned long long *)(out + 6)));
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(out[8]));
    asm volatile("mov.u32 %0, %%envreg3;" : "=r"(out[9]));
    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(out[10]));
}
