// RUN: not %ptxcheck %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// Registers with a percent sign that are neither operands nor special registers, and that no asm declares.

__device__ void undeclared(unsigned r, unsigned long long l) {
    // CHECK:      [[@LINE+3]]:31: error: '%%lane_id' is not declared [ptx-320 undeclared]
    // CHECK:      note: did you mean '%laneid'?
    // CHECK-NOT:  note:
    asm volatile("mov.u32 %0, %%lane_id;" : "=r"(r));
    // CHECK: [[@LINE+1]]:31: error: '%foo' is not declared
    asm volatile("mov.u32 %0, %foo; add.u32 %0, %0, %foo;" : "=r"(r)); // once
    // CHECK: [[@LINE+1]]:52: error: '%%tidd' is not declared
    asm volatile("mov.u32 %0, %%tid.x; mov.u32 %0, %%tidd.x;" : "=r"(r));
    // CHECK: [[@LINE+1]]:34: error: '%%base' is not declared
    asm volatile("st.shared.u32 [%%base+4], %0;" :: "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:27: error: '%gone' is not declared
    asm volatile("mov.u32 %gone, 0;");
}

__device__ void borrowed(unsigned r, unsigned long long l) {
    // CHECK: [[@LINE+1]]:31: warning: the asm does not declare '%%r3': it is a register of the compiler [ptx-534 asm-undeclared-register]
    asm volatile("mov.u32 %0, %%r3;" : "=r"(r));
    // CHECK: [[@LINE+1]]:31: warning: the asm does not declare '%%rd12': it is a register of the compiler
    asm volatile("mov.u64 %0, %%rd12;" : "=l"(l));
}

#define FROM_ELSEWHERE(x) asm volatile("mov.u32 %0, %%elsewhere;" : "=r"(x))
#define FROM_ABOVE(x) asm volatile("mov.u32 %0, %%r1;" : "=r"(x))

__device__ void declared(unsigned r) {
    asm volatile("mov.u32 %0, %%kept; mov.u32 %0, %%many7; mov.u32 %0, %%rs2;" : "=r"(r));
    asm volatile(".reg .b32 %kept, %many<8>, %rs<4>;");
    asm volatile("{ .reg .b32 %%own; mov.u32 %%own, 1; mov.u32 %0, %%own; }" : "=r"(r));
    asm volatile("mov.u32 %0, variable;" : "=r"(r)); // it may be one of C++
    // CHECK: [[@LINE+1]]:19: error: PTX has no instruction 'ad'
    asm volatile("ad.u32 %0, %%missing;" : "=r"(r)); // one error is enough
}
