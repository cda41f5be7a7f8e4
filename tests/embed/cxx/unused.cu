// RUN: %ptxcheck -q --arch=sm_100a --toolkit=12.8 %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: not %ptxcheck -q --arch=sm_100a --toolkit=12.8 -Werror=asm-target %s | FileCheck --check-prefix=ERROR %s
// RUN: %ptxcheck -q --arch=sm_100a --toolkit=12.8 -Wno-asm-target %s | count 0
// What only the target lacks is no error: nvcc does not compile a template or function that nobody uses.
// ERROR: error: 'wgmma.fence' needs target sm_90a; ptxas rejects it when compiled for sm_100a [ptx-531 asm-target]

template <int N> __device__ void never() {
    // CHECK: [[@LINE+1]]:19: warning: 'wgmma.fence' needs target sm_90a; ptxas rejects it when compiled for sm_100a [ptx-531 asm-target]
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

template <int Arch> __device__ void chosen(unsigned r, unsigned long long l) {
    if constexpr (Arch >= 1030) {
        // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: 'tcgen05.ld.red' needs target sm_103f or sm_110f and '.version 8.8' or later; ptxas rejects it when compiled for sm_100a
        asm volatile("tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%0, %1}, %2, [%3];"
                     : "=r"(r), "=r"(r), "=r"(r) : "r"(r) : "memory");
    }
}
