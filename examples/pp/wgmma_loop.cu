// SPDX-License-Identifier: Apache-2.0
// A loop of wgmma (sm_90a) over blocks of K. ptxcheck knows that the accumulators are read and
// written. Expand the PTX blocks with: ptxcheck pp wgmma_loop.cu -o wgmma_loop.pp.cu
#include <cstdint>

__global__ void wgmma_loop(uint64_t a_desc, uint64_t b_desc, float *out, int k_blocks) {
    float d[4] = {0, 0, 0, 0};
    asm volatile(R"ptx(wgmma.fence.sync.aligned;)ptx");
    for (int k = 0; k < k_blocks; k++) {
        bool accumulate = k > 0;
        asm volatile(R"ptx(
            wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16
                {d[0], d[1], d[2], d[3]}, a_desc, b_desc, accumulate, 1, 1, 0, 0;
            wgmma.commit_group.sync.aligned;
        )ptx");
        a_desc += 2;
        b_desc += 2;
    }
    asm volatile(R"ptx(wgmma.wait_group.sync.aligned 0;)ptx");
    for (int i = 0; i < 4; i++) out[4 * threadIdx.x + i] = d[i];
}
