// RUN: %ptxcheck -q --arch=sm_90a %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// RUN: not %ptxcheck -q --arch=sm_90a -Werror=asm-target %s | FileCheck --check-prefix=ERROR %s
// RUN: %ptxcheck pp -q --arch=sm_90a %s | FileCheck --check-prefix=EXPANDED %s
// A template that is never made for this target may hold what the target lacks: a warning, and the block is expanded.

template <bool Blackwell> __device__ void f(unsigned d, unsigned a) {
    if constexpr (Blackwell) {
        asm(R"ptx(
            // CHECK: :[[@LINE+2]]:13: warning: 'tcgen05.ld' needs target sm_100f or sm_110f; ptxas rejects it when compiled for sm_90a [ptx-531 asm-target]{{$}}
            // ERROR: :[[@LINE+1]]:13: error: 'tcgen05.ld' needs target
            tcgen05.ld.sync.aligned.32x32b.x1.b32 {d}, [a];
        )ptx");
    }
}
// EXPANDED: tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];
// EXPANDED: : "=r"(reinterpret_cast<unsigned &>(d)) : "r"(
