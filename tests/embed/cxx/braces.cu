// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// A vector that lacks a brace is an error. A block may be closed by another asm.
__device__ void f(unsigned &x, unsigned &y, unsigned a) {
    // CHECK: [[@LINE+1]]:69: error: expected a number or a name before '[' [ptx-201 syntax]{{$}}
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1, [%2];" : "=r"(x), "=r"(y) : "r"(a) : "memory");
    // CHECK: [[@LINE+1]]:66: error: '}' without a matching '{' [ptx-205 extra-brace]{{$}}
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 %0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(a) : "memory");
    // CHECK: [[@LINE+1]]:69: error: '}' without a matching '{' [ptx-205 extra-brace]{{$}}
    asm volatile("{\nldmatrix.sync.aligned.m8n8.x2.shared.b16 %0, %1}, [%2];\n}" : "=r"(x), "=r"(y) : "r"(a) : "memory");
    // CHECK: [[@LINE+1]]:94: error: expected a number or a name before '[' [ptx-201 syntax]{{$}}
    asm volatile("{\n.reg .pred p; /* { */ ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1, [%2];\n}" : "=r"(x), "=r"(y) : "r"(a) : "memory");
    // CHECK: [[@LINE+1]]:38: error: missing ';' at the end of the instruction [ptx-203 missing-semicolon]{{$}}
    asm volatile("{ add.u32 %0, %0, 1 }" : "+r"(x));
    asm volatile("{ .reg .b32 t; mov.b32 t, %0;" :: "r"(a));
    asm volatile("mov.b32 %0, t; }" : "=r"(x));
    asm volatile("L: { add.u32 %0, %0, 1; }" : "+r"(x));
}
