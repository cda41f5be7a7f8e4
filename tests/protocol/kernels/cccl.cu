// SPDX-License-Identifier: Apache-2.0
// What users of libcu++ write: barriers, pipelines, bulk copies and cuda::ptx.
// corpus: targets=80,90a,100a,120a
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

extern "C" __global__ void copies_with_barrier(const float *in, float *out, int steps)
{
    __shared__ alignas(16) float tile[2][256];
    __shared__ barrier bar[2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        for (auto &b : bar)
            init(&b, block.size());
    block.sync();
    cuda::memcpy_async(block, tile[0], in, cuda::aligned_size_t<16>(sizeof(tile[0])), bar[0]);
    float sum = 0;
    for (int i = 0; i < steps; i++) {
        if (i + 1 < steps)
            cuda::memcpy_async(block, tile[(i + 1) % 2], in + (i + 1) * 256, cuda::aligned_size_t<16>(sizeof(tile[0])), bar[(i + 1) % 2]);
        bar[i % 2].arrive_and_wait();
        sum += tile[i % 2][threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void copies_with_pipeline(const float *in, float *out, int steps)
{
    constexpr int STAGES = 3;
    __shared__ alignas(16) float tile[STAGES][256];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    float sum = 0;
    for (int i = 0, ahead = 0; i < steps; i++) {
        for (; ahead < steps && ahead < i + STAGES; ahead++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[ahead % STAGES], in + ahead * 256, cuda::aligned_size_t<16>(sizeof(tile[0])), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[i % STAGES][threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void two_roles(const float *in, float *out, int steps)
{
    __shared__ float tile[2][128];
    __shared__ barrier ready[2], filled[2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        for (int i = 0; i < 2; i++) {
            init(&ready[i], 256);
            init(&filled[i], 256);
        }
    block.sync();
    if (threadIdx.x < 128) {
        for (int i = 0; i < steps; i++) {
            ready[i % 2].arrive_and_wait();
            tile[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
            (void)filled[i % 2].arrive();
        }
    } else {
        float sum = 0;
        (void)ready[0].arrive();
        (void)ready[1].arrive();
        for (int i = 0; i < steps; i++) {
            filled[i % 2].arrive_and_wait();
            sum += tile[i % 2][(threadIdx.x + 1) % 128];
            (void)ready[i % 2].arrive();
        }
        out[threadIdx.x - 128] = sum;
    }
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void bulk_with_ptx(const float *in, float *out)
{
    __shared__ alignas(128) float tile[1024];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    uint64_t token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + blockIdx.x * 1024, sizeof(tile), &bar);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
    } else {
        token = ptx::mbarrier_arrive(&bar);
    }
    while (!ptx::mbarrier_try_wait(&bar, token)) {
    }
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        tile[i] = tile[i] * 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * 1024, tile, sizeof(tile));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

extern "C" __global__ void bulk_with_transactions(const float *in, float *out)
{
    __shared__ alignas(128) float tile[1024];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in + blockIdx.x * 1024, cuda::aligned_size_t<16>(sizeof(tile)), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(cuda::std::move(token));
    float sum = tile[threadIdx.x] + tile[threadIdx.x + 512];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void __cluster_dims__(4) cluster_reduction(const float *in, float *out)
{
    __shared__ float part[256];
    auto cluster = cg::this_cluster();
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    cluster.sync();
    if (cluster.block_rank() == 0) {
        float sum = 0;
        for (unsigned r = 0; r < cluster.num_blocks(); r++)
            sum += cluster.map_shared_rank(part, r)[threadIdx.x];
        out[blockIdx.x / 4 * 256 + threadIdx.x] = sum;
    }
    cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2) remote_messages(int *out)
{
    __shared__ uint64_t bar;
    __shared__ alignas(16) int inbox[4];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        unsigned other = cluster.block_rank() ^ 1;
        int value[4] = {1, 2, 3, (int)other};
        uint64_t *remote = cluster.map_shared_rank(&bar, other);
        (void)ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, sizeof(inbox));
        ptx::st_async(cluster.map_shared_rank(inbox, other), value, remote);
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {
        }
        for (int i = 0; i < 4; i++)
            out[blockIdx.x * 4 + i] = inbox[i];
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}
#endif
