// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %ptxcheck -q --arch=sm_90 %s | FileCheck %s --check-prefix=HOPPER --implicit-check-not=error:
// RUN: not %ptxcheck --list-skipped %s 2>&1 | grep 'checked:' | FileCheck %s --check-prefix=SKIPPED --implicit-check-not="asm not checked"
// Each branch of #if inside an asm is checked, unless it contains another #if.
#ifdef ENABLED
__device__ void f(unsigned x, unsigned y) {
    asm volatile("mov.u32 %0, 1;\n"
#if __CUDA_ARCH__ >= 900
                 "ad.u32 %0, %0, 1;"
                 // CHECK: :[[@LINE-1]]:19: error: PTX has no instruction 'ad'
                 // HOPPER: :[[@LINE-2]]:19: error: PTX has no instruction 'ad'
#elif __CUDA_ARCH__ >= 800
                 "sbu.u32 %0, %0, 1;"
                 // CHECK: :[[@LINE-1]]:19: error: 'sbu' is not an instruction
#endif
                 : "+r"(x)::"memory");
    // The operands belong to the same branch.
    asm volatile("mov.u32 %0, 1;\n"
#ifdef PAIR
                 "mov.u32 %1, %2;"
#endif
                 : "=r"(x)
#ifdef PAIR
                   , "=r"(y)
#endif
                 :
#ifdef PAIR
                 "r"(x)
#endif
                 : "memory");
    asm volatile("mov.u32 %1, 1;\n"
                 // CHECK: :[[@LINE-1]]:27: error: the asm has no operand '%1'
                 // HOPPER: :[[@LINE-2]]:27: error: the asm has no operand '%1'
                 : "=r"(x)
#ifdef PAIR
                   , "=r"(y)
#endif
                 :: "memory");
    asm volatile("mov.u32 %0, 1;\n"
                 // SKIPPED: :[[@LINE-1]]:5: asm not checked: its text needs the preprocessor
#ifndef ONE
                 "mov.u32 %0, 2;"
#else
#ifdef TWO
                 "ad.u32 %0, %0, 1;"
#endif
#endif
                 : "=r"(x));
    // Two conditions may exclude each other.
    asm volatile(
        // SKIPPED: :[[@LINE-1]]:5: asm not checked: its text needs the preprocessor
#ifdef ONE
        "mov.u32 %0, 1;"
#endif
#ifdef TWO
        "mov.u32 %0, %1;"
#endif
        : "=r"(x)
#ifdef TWO
        : "r"(y)
#endif
    );
    asm volatile("mov.u32 %0, 1;"
                 // SKIPPED: :[[@LINE-1]]:5: asm not checked: its text needs the preprocessor
#ifdef ONE
                 : "=r"(x));
#else
                 : "=r"(y));
#endif
    asm volatile("ad.u32 %0, 1;" : "=r"(x)::"memory");
    // CHECK: :[[@LINE-1]]:19: error: PTX has no instruction 'ad'
    // HOPPER: :[[@LINE-2]]:19: error: PTX has no instruction 'ad'
}
#endif
