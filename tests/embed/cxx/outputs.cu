// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=warning: --implicit-check-not=error: %s
// Outputs that are read before they are written, and clobbers that nvcc does not accept.

__device__ void f(unsigned &x, unsigned y, unsigned long long l, float &f) {
    // CHECK: [[@LINE+1]]:22: warning: '%0' is an output of the asm, and 'add.u32' reads it before it is written [ptx-532 asm-output-read]{{$}}
    asm("add.u32 %0, %0, 1;" : "=r"(x));
    // CHECK: [[@LINE+1]]:38: warning: '%0' is an output of the asm, and 'ld.global.b32' reads it
    asm volatile("ld.global.b32 %1, [%0];" : "=l"(l), "=r"(x) :: "memory");
    // CHECK: [[@LINE+1]]:28: warning: '%0' is an output of the asm, and 'mov.b32' reads it
    asm("mov.b32 {%1, %2}, %0;" : "=r"(x), "=h"(y), "=h"(y));
    asm("add.u32 %0, %0, 1;" : "+r"(x));
    asm("add.u32 %0, %0, 1;" : "=r"(x) : "0"(y));
    asm("{ mov.b32 %0, %1; add.u32 %0, %0, 1; }" : "=r"(x) : "r"(y));
    asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p mov.b32 %0, 1; @!p mov.b32 %0, 2; }" : "=r"(x) : "r"(y));
    asm("{ bra B; A: add.u32 %0, %0, 1; bra C; B: mov.b32 %0, %1; bra A; C: }" : "=r"(x) : "r"(y));
    asm volatile("ld.global.v2.b32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(l) : "memory");
    // CHECK: [[@LINE+1]]:63: error: clobber "memroy" is not supported: nvcc accepts only "memory" [ptx-533 asm-clobber]{{$}}
    asm volatile("st.global.b32 [%0], %1;" ::"l"(l), "r"(y) : "memroy");
    // CHECK: [[@LINE+1]]:73: error: clobber "cc" is not supported
    asm volatile("st.global.b32 [%0], %1;" ::"l"(l), "r"(y) : "memory", "cc");
}

// Accumulators are read, too, unless the scale is 0. Of those that one instruction reads, the first is reported.
__device__ void accumulate(float &a, float &b, float &c, float &d, unsigned long long l, int scale) {
    // CHECK: [[@LINE+1]]:108: warning: '%0' is an output of the asm, and 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' reads it
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(l), "l"(l), "r"(scale) : "memory");
    // CHECK: [[@LINE+1]]:74: warning: '%1' is an output of the asm, and 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' reads it
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(l), "l"(l) : "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 0, 1, 1, 0, 0;"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(l), "l"(l) : "memory");
}
void host(int x) { asm volatile("lock; cmpxchgl %2, %1" : "+m"(x) : "r"(1) : "memory", "cc"); }
