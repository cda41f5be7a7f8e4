// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// RUN: cp %s %t.cu && echo '__device__ void other() { asm("}"); }' >> %t.cu && %ptxcheck -q %t.cu | count 0
// RUN: cp %s %t2.cu && echo '__device__ void other() { asm(CLOSE); }' >> %t2.cu && %ptxcheck -q %t2.cu | count 0
// A block that is left open, where no other asm statement of the file may close it.

__global__ void k(int x) {
    // CHECK: [[@LINE+1]]:51: error: missing '}' before the end of the asm statement [ptx-204 missing-brace]{{$}}
    asm volatile("{ .reg .b32 t; add.s32 %0, %0, 1" : "+r"(x));
    // CHECK: [[@LINE+1]]:53: error: missing '}' before the end of the asm statement [ptx-204 missing-brace]{{$}}
    asm volatile("{ .reg .b32 t\n add.s32 %0, %0, 1;" : "+r"(x));
}

// Assembly of the host.
void host(int x) { asm volatile("{ .reg.x y" : "+r"(x)); }
