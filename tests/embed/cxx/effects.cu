// RUN: %ptxcheck -q -Wno-asm-no-memory %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: %ptxcheck -q -Wno-all -Wpedantic %s | FileCheck --strict-whitespace --check-prefix=PEDANTIC --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: not %ptxcheck -q -Wno-all -Werror=asm-volatile-pedantic %s | FileCheck --check-prefix=ERROR %s
// ERROR: error: asm without 'volatile'
// What an asm without `volatile` reads or does.

__device__ void clocks(unsigned x, unsigned long long t) {
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%clock' may become one [ptx-505 asm-not-volatile]
    asm("mov.u32 %0, %%clock;" : "=r"(x));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%clock_hi' may become one
    asm("mov.u32 %0, %clock_hi;" : "=r"(x));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%clock64' may become one
    asm("mov.u64 %0, %%clock64;" : "=l"(t));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%globaltimer' may become one
    asm("mov.u64 %0, %%globaltimer;" : "=l"(t));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%globaltimer_lo' may become one
    asm("{ mov.u32 %0, %%globaltimer_lo; }" : "=r"(x));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': two reads of '%pm3' may become one
    asm("mov.u32 %0, %%pm3;" : "=r"(x));
    asm volatile("mov.u32 %0, %%clock;" : "=r"(x));
    asm("mov.u32 %0, %%clock;" : "=r"(x) :: "memory");
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
}

__device__ void carries(unsigned a, unsigned b, unsigned c) {
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the carry flag that 'add.cc.u32' writes may be lost [ptx-505 asm-not-volatile]
    asm("add.cc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the carry flag that 'addc.u32' reads may be another one [ptx-505 asm-not-volatile]
    asm("addc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the carry flag that 'madc.hi.cc.u32' writes may be lost
    asm("mad.lo.cc.u32 %0, %1, %2, %2; madc.hi.cc.u32 %0, %1, %2, %2;" : "=&r"(a) : "r"(b), "r"(c));
    asm("add.cc.u32 %0, %1, %2; addc.cc.u32 %0, %1, %2; addc.u32 %0, %1, %2;" : "=&r"(a) : "r"(b), "r"(c));
    asm("sub.cc.u32 %0, %1, %2; subc.u32 %0, %1, %2;" : "=&r"(a) : "r"(b), "r"(c));
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));
}

__device__ void steady(unsigned r, float f, float *p) {
    // PEDANTIC: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32' [ptx-581 asm-volatile-pedantic]
    asm("{ .reg .b32 e; mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, e}, {%1}, {%1}, {%1, %1}; }" : "=r"(r) : "r"(r));
    // PEDANTIC: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'ld.global.nc.f32'
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(f) : "l"(p));
    // PEDANTIC: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'ld.const.f32'
    asm("ld.const.f32 %0, [%1];" : "=f"(f) : "l"(p));
    // PEDANTIC: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'tex.1d.v4.f32.s32'
    asm("{ .reg .f32 a, b, c; tex.1d.v4.f32.s32 {%0, a, b, c}, [%1, {%2}]; }" : "=f"(f) : "l"(p), "r"(r));
    // PEDANTIC: [[@LINE+2]]:5: warning: asm without 'volatile': the compiler may drop or move 'ld.global.f32'
    // PEDANTIC: [[@LINE+1]]:10: warning: 'ld.global.f32' without "memory": accesses may be moved across it [ptx-580 asm-memory-pedantic]
    asm("ld.global.f32 %0, [%1];" : "=f"(f) : "l"(p));
    // CHECK: [[@LINE+2]]:5: warning: asm without 'volatile': the compiler may drop or move 'ld.shared.f32'
    // PEDANTIC: [[@LINE+1]]:10: warning: 'ld.shared.f32' without "memory"
    asm("ld.shared.f32 %0, [%1];" : "=f"(f) : "r"(1));
    // CHECK: [[@LINE+2]]:5: warning: asm without 'volatile': the compiler may drop or move 'ld.relaxed.gpu.global.f32'
    // PEDANTIC: [[@LINE+1]]:10: warning: 'ld.relaxed.gpu.global.f32' without "memory"
    asm("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(f) : "l"(p));
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'shfl.sync.bfly.b32'
    asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(r) : "r"(r));
}

__device__ void once(unsigned r) {
    // PEDANTIC: [[@LINE+1]]:19: warning: 'st.shared.u32' without "memory": accesses may be moved across it
    asm volatile("st.shared.u32 [%0], 1; st.shared.u32 [%0], 2;" :: "r"(r));
    asm volatile("st.shared.u32 [%0], 1;" :: "r"(r) : "memory");
}

__device__ void twice(unsigned r, unsigned a) {
    // PEDANTIC: [[@LINE+1]]:50: warning: the asm does not use operand 2, whose value another operand also has [ptx-582 asm-unused-pedantic]
    asm("add.u32 %0, %1, 1;" : "=r"(r) : "r"(a), "r"(a));
    // CHECK: [[@LINE+1]]:50: warning: the asm does not use operand 2 [ptx-503 asm-unused-operand]
    asm("add.u32 %0, %1, 1;" : "=r"(r) : "r"(a), "r"(a + 1));
}
