// SPDX-License-Identifier: Apache-2.0
// A pipeline of TMA loads (sm_90a): thread 0 starts the load of a tile, and all threads wait at its
// mbarrier. Expand the PTX blocks with: ptxcheck pp tma_pipeline.cu -o tma_pipeline.pp.cu
#include <cstdint>
#include <cuda.h>

constexpr int kStages = 4, kBytes = 64 * 64 * 2;

__global__ void load_tiles(const __grid_constant__ CUtensorMap map, float *out, int tiles) {
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ alignas(8) uint64_t full[kStages];
    float sum = 0;
    if (threadIdx.x == 0) {
        for (int s = 0; s < kStages; s++)
            asm volatile(R"ptx(mbarrier.init.shared::cta.b64 [$shared(&full[s])], 1;)ptx");
        asm volatile(R"ptx(fence.mbarrier_init.release.cluster;)ptx");
    }
    __syncthreads();
    for (int t = 0; t < tiles; t++) {
        int stage = t % kStages, x = 0, y = 64 * t;
        uint32_t bar = static_cast<uint32_t>(__cvta_generic_to_shared(&full[stage]));
        if (threadIdx.x == 0)
            asm volatile(R"ptx(
                mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], $(kBytes);
                cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
                    [$shared(tile + stage * kBytes)], [$(&map), {x, y}], [bar];
            )ptx");
        uint32_t parity = (t / kStages) & 1;
        bool done = false;
        while (!done)
            asm volatile(R"ptx(
                mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [bar], parity, 10000000;
            )ptx");
        uint32_t bits;
        asm volatile(R"ptx(
            ld.shared.b32 bits, [$shared(tile + stage * kBytes + 4 * threadIdx.x)];
        )ptx");
        sum += __uint_as_float(bits);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
