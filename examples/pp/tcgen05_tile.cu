// SPDX-License-Identifier: Apache-2.0
// One tile on the tensor cores of sm_100a: allocate Tensor Memory, multiply, commit, wait,
// load, free. Expand the PTX blocks with: ptxcheck pp tcgen05_tile.cu -o tcgen05_tile.pp.cu
#include <cstdint>

__global__ void __launch_bounds__(128)
    tile(uint64_t a_desc, uint64_t b_desc, uint32_t idesc, float *out) {
    __shared__ uint32_t slot;
    __shared__ alignas(8) uint64_t bar;
    uint32_t warp = threadIdx.x / 32;
    uint32_t s_bar = static_cast<uint32_t>(__cvta_generic_to_shared(&bar));
    if (warp == 0)
        asm volatile(R"ptx(
            tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$shared(&slot)], 64;
            tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
        )ptx");
    if (threadIdx.x == 0) asm volatile(R"ptx(mbarrier.init.shared::cta.b64 [s_bar], 1;)ptx");
    asm volatile(R"ptx(tcgen05.fence::before_thread_sync;)ptx");
    __syncthreads();
    asm volatile(R"ptx(tcgen05.fence::after_thread_sync;)ptx");
    uint32_t tmem = slot;
    if (threadIdx.x == 0) {
        bool accumulate = false;
        asm volatile(R"ptx(
            tcgen05.mma.cta_group::1.kind::f16 [tmem], a_desc, b_desc, idesc, accumulate;
            tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [s_bar];
        )ptx");
    }
    asm volatile(R"ptx(
        .reg .pred %ready;
    wait:
        mbarrier.try_wait.parity.shared::cta.b64 %ready, [s_bar], 0;
        @!%ready bra wait;
        tcgen05.fence::after_thread_sync;
    )ptx");
    float r[8];
    uint32_t lane0 = tmem + (warp * 32 << 16);
    asm volatile(R"ptx(
        tcgen05.ld.sync.aligned.32x32b.x8.b32
            {r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]}, [lane0];
        tcgen05.wait::ld.sync.aligned;
    )ptx");
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = r[i];
    __syncthreads();
    if (warp == 0) asm volatile(R"ptx(tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;)ptx");
}
