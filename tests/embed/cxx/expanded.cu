// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %ptxcheck --list-skipped %s 2>&1 | grep 'checked' | FileCheck %s --check-prefix=SKIPPED --implicit-check-not="asm not checked"
// Macros in an asm: those of the file are expanded, others are unknown text.
#include "other.cuh"
#define OP "ad.u32"
// CHECK: :[[@LINE-1]]:13: error: PTX has no instruction 'ad'
#define NEXT(x) "add.u32 " x ", " x ", 1;" /* comment */ \
    "mov.u32 " x ", %%clokc;"
// CHECK: :[[@LINE-1]]:21: error: '%%clokc' is not declared
#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define WIDTH 32
#define TYPE u32
#define GROUPS (2)
#define LOOP LOOP ";"
#define REGISTER "=r"
#if defined(_WIN64)
#define POINTER "r"
#define MODE "up"
#else
#define POINTER "l"
#define MODE "down"
#endif
#define GONE "add"
#undef GONE

__device__ void f(unsigned x, unsigned *p) {
    asm volatile(OP " %0, %0, 1;" : "+r"(x)::"memory");
    asm volatile(OP " %0, %0, 1;" : "+r"(x)::"memory"); // the error is reported once
    asm volatile(NEXT("%0") : "+r"(x)::"memory");
    asm volatile("mov.b" STRING(WIDTH) " %0, " STRING(7) "; mov." STRING_(b32) " %0, " STRING(TYPE) ";" : "=r"(x)::"memory");
    asm volatile("mov.b" STRING(WIDTH) "4 %0, 1;" : "=r"(x)::"memory");
    // CHECK: :[[@LINE-1]]:22: error: unknown qualifier '.b324'
    asm volatile("cp.async.wait_group %0, 1;" : : "n"(GROUPS) : "memory");
    // CHECK: :[[@LINE-1]]:39: error: 'cp.async.wait_group' takes 1 operand
    asm volatile("ld.global.u32 %0, [%1]; ld.global.u64 %0, [%1];" : REGISTER(x) : POINTER(p) : "memory");
    // CHECK: :[[@LINE-1]]:57: error: operand 'd' must be
    asm volatile("mov.u32 %0, 1; ad.u32 %0, %1, 1;" : OUTPUTS(x), "l"(p) : "memory");
    // CHECK: :[[@LINE-1]]:34: error: PTX has no instruction 'ad'
    asm volatile("mov.u32 %0, %5; ad.u32 %0, 1, 1;" OPERANDS(x, (p)));
    // CHECK: :[[@LINE-1]]:35: error: PTX has no instruction 'ad'
    // SKIPPED: :[[@LINE-2]]:5: not checked in this asm: instructions whose text is unknown
    asm volatile("{ " PROLOGUE " mov.u32 %0, t; ad.u32 %0, 1, 1; " GONE " %0, %0; }" : "=r"(x)::"memory");
    // CHECK: :[[@LINE-1]]:49: error: PTX has no instruction 'ad'
    // SKIPPED: :[[@LINE-2]]:5: not checked in this asm: instructions whose text is unknown
    asm volatile("mov.u32 %0, 1; " LOOP "ad.u32 %0, 1, 1;" : "=r"(x)::"memory");
    // SKIPPED: :[[@LINE-1]]:5: not checked in this asm: instructions whose text is unknown
    asm volatile("shfl.sync." MODE ".b32 %0, %0, 1, 2, -1;" : "+r"(x)::"memory");
    asm volatile("movq " REX "%rax, %0" : "=r"(x));
    // SKIPPED: :[[@LINE-1]]:5: asm not checked: its text needs the preprocessor
}
#define LOAD(mode, T) \
    asm volatile("ld." #mode ".u32 %0, [%1]; ad.u32 %0, %0, " T ";" : "=r"(x) : "l"(p) : "memory")
// CHECK: :[[@LINE-1]]:46: error: PTX has no instruction 'ad'
