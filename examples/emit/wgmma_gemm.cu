// SPDX-License-Identifier: Apache-2.0
// C = A * B^T for sm_90a, in half with float accumulators: one warp loads tiles with TMA, four
// others multiply them with wgmma. All PTX comes from a header that ptxcheck writes:
//
//   ptxcheck emit --all --arch=sm_90a -o ptx.cuh --only=\
//       mbarrier.init,mbarrier.arrive,mbarrier.try_wait,\
//       cp.async.bulk.tensor.2d,fence.mbarrier_init,elect,\
//       wgmma.fence,wgmma.commit_group,wgmma.wait_group,\
//       wgmma.mma_async.m64n128k16.f32.f16.f16
//   nvcc -gencode arch=compute_90a,code=sm_90a wgmma_gemm.cu
#include "ptx.cuh"
#include <cuda.h>
#include <cuda_fp16.h>

constexpr int M = 64, N = 128, K = 64, STAGES = 4; // the tile of a CTA, and the stages in flight

struct alignas(1024) Shared {
    __half a[STAGES][M * K], b[STAGES][N * K];
    uint64_t full[STAGES], empty[STAGES];
};

// The tile has swizzled rows of 128 bytes in groups of 8.
__device__ uint64_t descriptor(const void *p) {
    uint64_t address = __cvta_generic_to_shared(p);
    return (address & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

__device__ void load(Shared &s, const CUtensorMap &a, const CUtensorMap &b, int k) {
    for (int i = 0; i < k / K; i++) {
        int stage = i % STAGES;
        while (!ptx::mbarrier_try_wait_parity(&s.empty[stage], i / STAGES & 1 ^ 1)) {}
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                       &s.full[stage], sizeof s.a[0] + sizeof s.b[0]);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s.a[stage], &a,
                                  {i * K, int(blockIdx.x) * M}, &s.full[stage]);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s.b[stage], &b,
                                  {i * K, int(blockIdx.y) * N}, &s.full[stage]);
    }
}

__device__ void multiply(Shared &s, float (&d)[N / 2], int k) {
    for (int i = 0; i < k / K; i++) {
        int stage = i % STAGES;
        while (!ptx::mbarrier_try_wait_parity(&s.full[stage], i / STAGES & 1)) {}
        ptx::wgmma_fence();
        for (int j = 0; j < K; j += 16) // the length of `d` selects m64n128k16
            ptx::wgmma_mma_async<1, 1, 0, 0>(ptx::type_f32, ptx::type_f16, ptx::type_f16, d,
                                             descriptor(s.a[stage] + j), descriptor(s.b[stage] + j),
                                             true);
        ptx::wgmma_commit_group();
        ptx::wgmma_wait_group<0>();
        ptx::mbarrier_arrive(&s.empty[stage]);
    }
}

extern "C" __global__ void __launch_bounds__(160)
    gemm(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *c,
         int k, int columns) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Shared &s = *reinterpret_cast<Shared *>(memory);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            ptx::mbarrier_init(&s.full[i], 1);
            ptx::mbarrier_init(&s.empty[i], 128);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (warp == 4) {
        if (ptx::elect_sync(~0u)) load(s, a, b, k);
        return;
    }
    float d[N / 2] = {};
    multiply(s, d, k);
    for (int i = 0; i < N / 2; i++) {
        int row = blockIdx.x * M + 16 * warp + lane / 4 + 8 * (i / 2 % 2);
        int column = blockIdx.y * N + 8 * (i / 4) + 2 * (lane % 4) + i % 2;
        c[row * columns + column] = d[i];
    }
}
