// SPDX-License-Identifier: Apache-2.0
// Instructions and directives that compilers seldom emit by themselves.
// corpus: min=80
__device__ __noinline__ __attribute__((noreturn)) void giveUp(int *p)
{
    *p = -1;
    asm volatile("exit;");
    __builtin_unreachable();
}

__global__ void scalar(unsigned *u, float *f, unsigned long long *l)
{
    unsigned a = u[0], b = u[1], c = u[2];
    asm("cnot.b32 %0, %1;" : "=r"(u[3]) : "r"(a));
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(u[4]) : "r"(a), "r"(b));
    asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(u[5]) : "r"(a), "r"(b), "r"(c));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(u[6]) : "r"(a), "r"(b));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(u[7]) : "r"(a), "r"(b));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(u[8]) : "r"(a), "r"(b), "r"(c));
    asm("vsub.u32.u32.u32.max %0, %1.h0, %2.b3, %3;" : "=r"(u[9]) : "r"(a), "r"(b), "r"(c));
    asm("vmad.u32.u32.u32.shr7 %0, %1.b0, %2.b1, %3;" : "=r"(u[10]) : "r"(a), "r"(b), "r"(c));
    asm("vset.s32.u32.lt %0, %1.b2, %2.h1;" : "=r"(u[11]) : "r"(a), "r"(b));
    asm("vadd2.u32.s32.u32.add %0.h10, %1.h10, %2.h32, %3;" : "=r"(u[12]) : "r"(a), "r"(b), "r"(c));
    asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u[13]) : "f"(f[0]));
    asm("{ .reg .pred p, q, r; setp.eq.u32 r, %1, 3; setp.gt.and.u32 p|q, %1, %2, !r;\n\t"
        "selp.u32 %0, 1, 0, q; }" : "=r"(u[14]) : "r"(a), "r"(b));
    asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(u[15]) : "f"(f[0]), "f"(f[1]));
    asm("tanh.approx.f32 %0, %1;" : "=f"(f[2]) : "f"(f[0]));
    asm("add.cc.u32 %0, %2, %3;\n\taddc.cc.u32 %1, %2, 0;\n\tsubc.u32 %0, %0, %1;"
        : "+r"(u[16]), "=r"(u[17]) : "r"(a), "r"(b));
    asm("mad.hi.cc.u32 %0, %1, %2, %3;\n\tmadc.lo.u32 %0, %1, %2, %0;"
        : "=r"(u[18]) : "r"(a), "r"(b), "r"(c));
    asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(u[19]) : "r"(a), "r"(b), "r"(c));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u[20]) : "f"(f[0]));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(u[21]) : "r"(a), "r"(b), "r"(c));
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(u[22]) : "r"(a), "r"(b), "r"(c));
    if (a == 77)
        giveUp(reinterpret_cast<int *>(l));
}

__global__ void memory(float *p, unsigned *u, unsigned long long *l)
{
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.L2::128B.f32 %0, [%1+-8], %2;" : "=f"(p[1]) : "l"(p), "l"(policy));
    asm volatile("createpolicy.range.global.L2::evict_first.b64 %0, [%1], 4096, %2;"
                 : "=l"(policy) : "l"(p), "r"(8192));
    asm volatile("ldu.global.v2.u32 {%0, %1}, [%2];" : "=r"(u[1]), "=r"(u[2]) : "l"(u));
    asm volatile("discard.global.L2 [%0], 128;\n\tapplypriority.global.L2::evict_normal [%0], 128;" ::"l"(p));
    asm volatile("prefetchu.L1 [%0];\n\tprefetch.global.L2::evict_last [%0];" ::"l"(p));
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];\n\tst.release.gpu.u32 [%1], %0;" : "=r"(u[3]) : "l"(u));
    asm volatile("ld.mmio.relaxed.sys.global.u32 %0, [%1];" : "=r"(u[4]) : "l"(u));
    asm volatile("atom.acq_rel.gpu.global.exch.b64 %0, [%1], 5;" : "=l"(l[1]) : "l"(l));
    asm volatile("fence.acq_rel.gpu;\n\tfence.sc.sys;\n\tfence.proxy.alias;" ::: "memory");
}

__global__ void control(unsigned *u)
{
    __shared__ unsigned long long barrier;
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
    asm volatile("mbarrier.init.shared.b64 [%0], 32;\n\tcp.async.mbarrier.arrive.noinc.shared.b64 [%0];\n\t"
                 "cp.async.wait_all;" ::"r"(at) : "memory");
    asm volatile("pmevent 3;\n\tpmevent.mask 0x5;");
    asm volatile("{ .reg .pred p, r;\n\tsetp.ne.u32 p, %1, 0;\n\tbarrier.cta.red.popc.aligned.u32 %0, 2, 64, !p;\n\t"
                 "barrier.cta.red.and.pred r, 3, p;\n\t@r bra.uni SKIP;\n\tnanosleep.u32 20;\nSKIP:\n\t}"
                 : "=r"(u[1]) : "r"(u[0]));
    asm volatile("{ .reg .u64 s, n;\n\tmov.u64 n, 64;\n\t.reg .b64 old;\n\tstacksave.u64 old;\n\talloca.u64 s, n, 16;\n\t"
                 "st.local.u32 [s], 7;\n\tld.local.u32 %0, [s];\n\tstackrestore.u64 old;\n\t}" : "=r"(u[2]));
    asm volatile("{ .reg .b64 t;\n\t.local .align 8 .b8 box[16];\n\tmov.b64 t, box;\n\tcvta.local.u64 t, t;\n\t"
                 "st.u32 [t+4], 9;\n\tld.local.u32 %0, [box+4];\n\t}" : "=r"(u[3]));
    asm volatile("{ .reg .pred p;\n\tactivemask.b32 %0;\n\tvote.sync.uni.pred p, 1, -1;\n\t@p brkpt;\n\t}" : "=r"(u[4]));
    asm volatile("mov.u32 %0, %%nsmid;\n\tmov.u32 %1, %%clock_hi;" : "=r"(u[5]), "=r"(u[6]));
    asm volatile("mov.v4.u32 {%0, _, _, %1}, %%ntid;" : "=r"(u[7]), "=r"(u[8]));
}

__global__ void images(unsigned long long t, unsigned long long s, unsigned *u)
{
    asm volatile("txq.width.b32 %0, [%1];" : "=r"(u[0]) : "l"(t));
    asm volatile("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(u[1]) : "l"(t));
    asm volatile("suq.channel_order.b32 %0, [%1];" : "=r"(u[2]) : "l"(s));
    asm volatile("sured.b.2d.add.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(u[3]), "r"(u[4]), "r"(1));
    asm volatile("sust.p.2d.v4.b32.zero [%0, {%1, %2}], {%1, %2, %1, %2};" ::"l"(s), "r"(u[3]), "r"(u[4]));
    unsigned a, b, c, d;
    asm volatile("tex.2dms.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %5, %6}];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(t), "r"(u[3]), "r"(u[4]));
    u[5] = a + b + c + d;
}

#if __CUDA_ARCH__ >= 900
__global__ void __block_size__((128, 1, 1), (2, 1, 1)) blockClusters(int *p) { p[blockIdx.x] = 6; }
#endif
