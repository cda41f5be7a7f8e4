// SPDX-License-Identifier: Apache-2.0
// C = A * B^T for sm_100a, in half with float accumulators: one warp loads tiles with TMA, one
// multiplies them with tcgen05.mma, and all four store the result from Tensor Memory. All PTX comes
// from a header that ptxcheck writes:
//
//   ptxcheck emit --all --arch=sm_100a -o ptx.cuh --only=\
//       mbarrier.init,mbarrier.arrive,mbarrier.try_wait,\
//       cp.async.bulk.tensor.2d,fence.mbarrier_init,elect,\
//       tcgen05.alloc,tcgen05.dealloc,\
//       tcgen05.relinquish_alloc_permit,tcgen05.mma.kind::f16,\
//       tcgen05.commit,tcgen05.ld.32x32b.x32,tcgen05.wait,\
//       tcgen05.fence
//   nvcc -gencode arch=compute_100a,code=sm_100a tcgen05_gemm.cu
#include "ptx.cuh"
#include <cuda.h>
#include <cuda_fp16.h>

constexpr int M = 128, N = 128, K = 64,
              STAGES = 4; // the tile of a CTA, and the stages in flight
constexpr uint32_t KIND = 1u << 4 | N / 8 << 17 | M / 16 << 24; // half, float accumulators, M and N

struct alignas(1024) Shared {
    __half a[STAGES][M * K], b[STAGES][N * K];
    uint64_t full[STAGES], empty[STAGES], done;
    uint32_t columns;
};

// The tile has swizzled rows of 128 bytes in groups of 8.
__device__ uint64_t descriptor(const void *p) {
    uint64_t address = __cvta_generic_to_shared(p);
    return (address & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 46 | 2ull << 61;
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

__device__ void multiply(Shared &s, uint32_t sums, int k) {
    for (int i = 0; i < k / K; i++) {
        int stage = i % STAGES;
        while (!ptx::mbarrier_try_wait_parity(&s.full[stage], i / STAGES & 1)) {}
        ptx::tcgen05_fence_after_thread_sync();
        for (int j = 0; j < K; j += 16)
            ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, sums, descriptor(s.a[stage] + j),
                             descriptor(s.b[stage] + j), KIND, i || j);
        ptx::tcgen05_commit(ptx::cta_group_1, &s.empty[stage]);
    }
    ptx::tcgen05_commit(ptx::cta_group_1, &s.done);
}

extern "C" __global__ void __launch_bounds__(128)
    gemm(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *c,
         int k, int columns) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Shared &s = *reinterpret_cast<Shared *>(memory);
    int warp = threadIdx.x / 32;
    if (warp == 0) ptx::tcgen05_alloc(ptx::cta_group_1, &s.columns, N);
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            ptx::mbarrier_init(&s.full[i], 1);
            ptx::mbarrier_init(&s.empty[i], 1);
        }
        ptx::mbarrier_init(&s.done, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::tcgen05_fence_before_thread_sync();
    __syncthreads();
    ptx::tcgen05_fence_after_thread_sync();
    if (warp == 0 && ptx::elect_sync(~0u)) load(s, a, b, k);
    if (warp == 1 && ptx::elect_sync(~0u)) multiply(s, s.columns, k);
    __syncwarp();
    while (!ptx::mbarrier_try_wait_parity(&s.done, 0)) {}
    ptx::tcgen05_fence_after_thread_sync();
    float *row = c + (blockIdx.x * M + threadIdx.x) * columns + blockIdx.y * N;
    for (int n = 0; n < N; n += 32) {
        float d[32];
        ptx::tcgen05_ld_32x32b(d, s.columns + (warp << 21) + n);
        ptx::tcgen05_wait_ld();
        for (int i = 0; i < 32; i++) row[n + i] = d[i];
    }
    ptx::tcgen05_fence_before_thread_sync();
    __syncthreads();
    if (warp == 0) {
        ptx::tcgen05_fence_after_thread_sync();
        ptx::tcgen05_dealloc(ptx::cta_group_1, s.columns, N);
        ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
    }
}
