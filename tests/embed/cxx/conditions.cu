// RUN: not %ptxcheck -q --arch=sm_90a %s | FileCheck --strict-whitespace --implicit-check-not=error: --check-prefixes=CHECK,SM90 %s
// RUN: not %ptxcheck -q --arch=sm_100a %s | FileCheck --strict-whitespace --implicit-check-not=error: --check-prefixes=CHECK,SM100 %s
// What #if leaves out is not judged; where nobody knows, the target of the instruction is not.
#ifndef CONDITIONS_CU
#define CONDITIONS_CU

__device__ void always() {
    // SM90: [[@LINE+1]]:19: warning: 'tcgen05.wait::ld' needs target
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    // SM100: [[@LINE+1]]:19: warning: 'wgmma.fence' needs target
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

__device__ void sometimes() {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 1000) || 0
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); // SM100 only
#elif __CUDA_ARCH__ >= 1'000'0L
    asm volatile("tcgen05.nosuch;" ::: "memory"); // never
#else
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); // SM90 only
#endif
#ifdef __CUDA_ARCH__ /* the device is meant */
    // SM90: [[@LINE+1]]:19: warning: 'tcgen05.wait::ld' needs target
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#else
    asm volatile("tcgen05.nosuch;");
#endif
#if 0
    asm volatile("tcgen05.nosuch;"); don't "stop here
#  if 1
    asm volatile("tcgen05.nosuch;");
#  endif
#elif !defined __CUDACC__
    asm volatile("tcgen05.nosuch;");
#endif
#if HAS_IT(__CUDA_ARCH__, (1)) && !defined(NO_IT) \
    || __CUDA_ARCH__ + 1 > 2
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); // perhaps
    // CHECK: [[@LINE+1]]:19: error: missing '.aligned'
    asm volatile("tcgen05.wait::ld.sync;" ::: "memory");
#else
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); // perhaps
#if __CUDA_ARCH__ < 100
    asm volatile("tcgen05.nosuch;");
#endif
#endif
}
#endif
#endif
#else
#elif (((
#if (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
