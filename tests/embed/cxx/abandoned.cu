// RUN: env MALLOC_PERTURB_=85 %ptxcheck -q -Werror %s | count 0
// RUN: env MALLOC_PERTURB_=85 %ptxcheck -q --verbose %s 2>&1 | FileCheck %s
// A statement whose text cannot be made leaves nothing behind: no word of it is read as the end of the one before.

__device__ void computed(int x, int n) {
    asm("add.s32 %0, %0, 1;" : "+r"(x));
    // CHECK: :[[@LINE+1]]:5: asm not checked
    asm("add.s32 %0, %0, %1*4;" : "+r"(x) : "n"(N));
}

__device__ void last_word(int x, int y) {
    asm("mov.b32 %0, %1;" : "=r"(x) : "r"(y));
    // CHECK: :[[@LINE+1]]:5: not checked in this asm
    asm("{ .reg .b32 t; add.s32 t, %0, 1; mul.lo.s32 t, t, (%1-1)*2; mov.b32 %0, t; }" : "+r"(x) : "n"(N));
    asm("mov.b32 %0, %1;" : "=r"(x) : "r"(y));
}
