// RUN: %ptxcheck -q --arch=sm_90a %s | count 0
// Macros of the CUDA libraries choose code by its target: nobody knows for which an asm is compiled.
__device__ void f() {
    NV_IF_ELSE_TARGET(NV_PROVIDES_SM_100,
                      (asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");),
                      (asm volatile("wgmma.fence.sync.aligned;" ::: "memory");))
}
