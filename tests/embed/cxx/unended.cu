// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// A `;` is missing behind an instruction without operands.

__device__ void f(unsigned &x) {
    // CHECK: [[@LINE+1]]:48: error: missing ';' at the end of the instruction [ptx-203 missing-semicolon]{{$}}
    asm volatile("tcgen05.wait::ld.sync.aligned\n\tret;" ::: "memory");
    // CHECK: [[@LINE+1]]:48: error: missing ';' at the end of the instruction
    asm volatile("tcgen05.wait::ld.sync.aligned\n"
                 "trap;" ::: "memory");
    // CHECK: [[@LINE+1]]:48: error: missing ';' at the end of the instruction
    asm volatile("tcgen05.wait::ld.sync.aligned\n"
                 "mov.b32 %0, 0;" : "=r"(x) :: "memory");
    asm volatile("bar.sync\n0;" ::: "memory");
}

__global__ void words() {
    // CHECK: [[@LINE+1]]:13: error: missing ';' at the end of the instruction [ptx-203 missing-semicolon]{{$}}
    asm("ret");
    // CHECK: [[@LINE+1]]:10: error: 'tcgen05' is not an instruction;
    asm("tcgen05");
    // CHECK: [[@LINE-1]]:17: error: missing ';' at the end of the instruction
    register float v asm("v64");
}
