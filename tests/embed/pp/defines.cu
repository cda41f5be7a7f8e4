// RUN: %ptxcheck pp -q -D USE_TMA -DSTAGES=4 -D UNKNOWN_VALUE=f %s -o - | FileCheck --check-prefixes=ALL,TMA %s
// RUN: %ptxcheck pp -q -D USE_TMA=0 -D STAGES=2 %s -o - | FileCheck --check-prefixes=ALL,PLAIN %s
// RUN: %ptxcheck pp -q -D USE_TMA -D USE_TMA=0 -D STAGES=2 %s -o - | FileCheck --check-prefixes=ALL,PLAIN %s
// RUN: %ptxcheck -q --arch=sm_90a -DSTAGES=4 %s | FileCheck --check-prefix=JUDGED %s
// RUN: %ptxcheck -q --arch=sm_90a %s | count 0
// RUN: not %ptxcheck -D 4X=1 %s 2>&1 | FileCheck --check-prefix=NAME %s
// RUN: not %ptxcheck -D =1 %s 2>&1 | FileCheck --check-prefix=EMPTY %s
// A macro of the command line decides an #if: what that leaves out stays as it is, and what it keeps is judged for the target.
// NAME: error: option '-D' requires NAME or NAME=VALUE, not '4X=1'
// EMPTY: error: option '-D' requires NAME or NAME=VALUE, not '=1'

__device__ void f(unsigned a) {
#if USE_TMA
    // TMA: asm("{{[{]}}add.u32
    // PLAIN: asm{{[(]}}R"ptx(add.u32 a, a, 1;)ptx");
    asm(R"ptx(add.u32 a, a, 1;)ptx");
#endif
#if STAGES > 2 && defined(STAGES)
    // TMA: asm("{{[{]}}sub.u32
    // PLAIN: asm{{[(]}}R"ptx(sub.u32 a, a, 2;)ptx");
    asm(R"ptx(sub.u32 a, a, 2;)ptx");
    // JUDGED: [[@LINE+1]]:19: warning: 'tcgen05.fence::before_thread_sync' needs target sm_100f {{.*}} [ptx-531 asm-target]
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
#else
    // TMA: asm{{[(]}}R"ptx(mul.lo.u32 a, a, 3;)ptx");
    // PLAIN: asm("{{[{]}}mul.lo.u32
    asm(R"ptx(mul.lo.u32 a, a, 3;)ptx");
#endif
#if UNKNOWN_VALUE > 1 || OTHER
    // ALL: asm("{{[{]}}xor.b32
    asm(R"ptx(xor.b32 a, a, 4;)ptx");
#endif
}
