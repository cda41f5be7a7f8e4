// RUN: not %ptxcheck -q -Wno-all %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// An opcode with a mistake is PTX by its words or its constraints, and in a function for the device whatever it is.

#define MY_DEVICE __device__ inline

void by_words(int x, unsigned long long l) {
    // CHECK: [[@LINE+1]]:10: error: PTX has no instruction 'ad' [ptx-400 no-instruction]
    asm("ad.u32 %0, %0, 1;" : "+r"(x));
    // CHECK: [[@LINE+1]]:10: error: 'ldmatirx' is not an instruction; expected 'ldmatrix' [ptx-401 unknown-instruction]
    asm("ldmatirx.sync.aligned.m8n8.x1.shared.b16 {%0}, [%0];" : "+r"(x));
    // CHECK: [[@LINE+1]]:10: error: 'barrier.cluster.sync' is not an instruction; expected 'barrier.cluster.arrive' [ptx-401 unknown-instruction]
    asm("barrier.cluster.sync;");
    // CHECK: [[@LINE+1]]:10: error: 'setctarank' is not an instruction; expected 'mapa'
    asm("setctarank.shared.u32 %0, %0, %0;" : "+r"(x));
    // CHECK: [[@LINE+1]]:10: error: 'dp2a' is not an instruction; expected 'dp2a.hi' or 'dp2a.lo'
    asm("dp2a.s32.s32 %0, %0, %0, %0;" : "+r"(x));
    // CHECK: [[@LINE+1]]:10: error: 'ldmatri' is not an instruction; expected 'ldmatrix'
    asm("ldmatri.sync.aligned.m8n16.x2.shared.b8x16.b6x16_p32 {%0, %0}, [%0];" : "+r"(x));
    // CHECK: [[@LINE+1]]:10: error: 'cvtaa' is not an instruction; expected 'cvta'
    asm("cvtaa.foo %0, %0;" : "+l"(l));
}

void divided(int x) {
    asm("xor .b32 %0, %0, %0;" : "+r"(x));
    // CHECK: [[@LINE+1]]:19: error: missing operand 'b'
    asm("xor .b32 %0, %0;" : "+r"(x));
    // CHECK: [[@LINE+1]]:15: error: unknown qualifier '.b3'
    asm("xor\t.b3 %0, %0, %0; add.u32 %0, %0, 1;" : "+r"(x));
}

struct S {
    __device__ static void by_place(int *x) {
        // CHECK: [[@LINE+1]]:23: error: 'traap' is not an instruction; expected 'trap'
        asm volatile("traap;");
        // CHECK: [[@LINE+1]]:52: error: 'brrkpt' is not an instruction; expected 'brkpt'
        if (*x) { [&]() { for (;;) { asm volatile("brrkpt;"); } }(); }
        asm volatile("" ::: "memory");
        asm volatile("// nothing" ::: "memory");
        asm volatile("s_nop 0" ::: "memory"); // of AMD
        asm volatile("mystery %0" : "=v"(*x));
        register float named asm("v64"); // names of variables and functions, in HIP
        (void)named;
    }
    __device__ float load(int offset) __asm("llvm.amdgcn.raw.buffer.load.f32");
    void host() { asm volatile("traap;"); }
    MY_DEVICE void macro() {
        // CHECK: [[@LINE+1]]:23: error: 'traap' is not an instruction
        asm volatile("traap;");
    }
    __host__ __device__ void both() { asm volatile("traap;"); }
};
__global__ void kernel() {
    // CHECK: [[@LINE+1]]:19: error: 'exxit' is not an instruction; expected 'exit'
    asm volatile("exxit;");
}
void after_a_kernel() { asm volatile("exxit; vmov.f32 q0, %q0;" :: "w"(1)); asm("vcvt.f32.s32 s0, s1"); }
