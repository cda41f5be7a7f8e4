// SPDX-License-Identifier: Apache-2.0
// Clusters and tensor maps of Hopper that run, like hopper.cu. Warps are delayed here and there, so that a missing wait shows.
// Each takes (in, out, steps) first; tensor maps come last. See launches.py for shapes.
// corpus: targets=90a flags=-lineinfo
#include "async.h"

// Block r of a cluster loads half r of each tile for both blocks, three stages ahead; consumers free a stage in both blocks.
// in: clusters x steps x 1024 floats, out: blocks x 1024 sums.
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(160) multicast_ring(const float *in, float *out, int steps)
{
    constexpr int STAGES = 3, N = 1024;
    __shared__ alignas(128) float ring[STAGES][N];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    unsigned rank = cluster_rank();
    in += (size_t)(blockIdx.x / 2) * steps * N;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 8);
        }
        fence_barrier_init();
    }
    __syncwarp();
    cluster_sync();
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128)
            for (int i = 0; i < steps; i++) {
                int s = i % STAGES;
                unsigned bar = shared_address(&full[s]);
                wait_cluster(shared_address(&empty[s]), (i / STAGES & 1) ^ 1);
                delay(i);
                expect(bar, N * 4);
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                             ::"r"(shared_address(ring[s] + rank * N / 2)), "l"(in + (size_t)i * N + rank * N / 2), "r"(N * 2), "r"(bar),
                             "h"((short)3) : "memory");
            }
    } else {
        float sum[8] = {};
        for (int i = 0; i < steps; i++) {
            int s = i % STAGES;
            wait(shared_address(&full[s]), i / STAGES & 1);
            delay(i);
            for (int k = 0; k < 8; k++)
                sum[k] += ring[s][threadIdx.x + 128 * k];
            __syncwarp();
            if (threadIdx.x % 32 < 2)
                remote_arrive(remote_address(shared_address(&empty[s]), threadIdx.x % 32));
            __syncwarp();
        }
        for (int k = 0; k < 8; k++)
            out[blockIdx.x * N + threadIdx.x + 128 * k] = sum[k];
    }
    __syncwarp();
    cluster_sync();
}

// Blocks write into each other's shared memory and say so with remote arrivals. in: blocks x steps x 128 floats; out: blocks x 128
// sums of the other.
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(128) remote_ring(const float *in, float *out, int steps)
{
    __shared__ float inbox[2][128];
    __shared__ alignas(8) unsigned long long full[2], empty[2];
    unsigned other = cluster_rank() ^ 1;
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++) {
            barrier_init(shared_address(&full[s]), 128);
            barrier_init(shared_address(&empty[s]), 128);
        }
        fence_barrier_init();
    }
    __syncwarp();
    cluster_sync();
    float sum = 0;
    for (int i = 0; i < steps; i++) {
        int s = i % 2;
        wait_cluster(shared_address(&empty[s]), (i / 2 & 1) ^ 1);
        float value = in[((size_t)blockIdx.x * steps + i) * 128 + threadIdx.x];
        asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(remote_address(shared_address(&inbox[s][threadIdx.x ^ 32]), other)),
                     "f"(value) : "memory");
        remote_arrive(remote_address(shared_address(&full[s]), other));
        wait_cluster(shared_address(&full[s]), i / 2 & 1);
        delay(i);
        sum += inbox[s][threadIdx.x ^ 32];
        remote_arrive(remote_address(shared_address(&empty[s]), other));
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
    cluster_sync();
}

// Blocks read each other's shared memory between two cluster barriers whose halves are apart. in, out: as remote_ring.
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(128) remote_reads(const float *in, float *out, int steps)
{
    __shared__ float row[128];
    unsigned theirs = remote_address(shared_address(&row[threadIdx.x ^ 32]), cluster_rank() ^ 1);
    float sum = 0, next = in[(size_t)blockIdx.x * steps * 128 + threadIdx.x];
    for (int i = 0; i < steps; i++) {
        delay(i);
        row[threadIdx.x ^ 32] = next;
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        if (i + 1 < steps)
            next = in[((size_t)blockIdx.x * steps + i + 1) * 128 + threadIdx.x];
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
        float value;
        asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(theirs) : "memory");
        sum += value;
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// Each block changes its tensor map in global memory before each load. in, out: as tensor_replaced.
extern "C" __global__ void __launch_bounds__(128) tensor_in_global(const float *in, float *out, int steps, TensorMap *scratch,
                                                                   const __grid_constant__ TensorMap from)
{
    __shared__ alignas(128) float tile[32 * 32];
    __shared__ alignas(8) unsigned long long full;
    TensorMap *mine = scratch + 2 * blockIdx.x;
    size_t base = (size_t)blockIdx.x * steps * 1024;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&full), 1);
        fence_barrier_init();
        *mine = from;
    }
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0) {
            asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(mine), "l"(in + base + (size_t)i * 1024)
                         : "memory");
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
            asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(mine) : "memory");
            expect(shared_address(&full), 4096);
            tensor_load(shared_address(tile), mine, 0, 0, shared_address(&full));
        }
        __syncwarp();
        wait(shared_address(&full), i & 1);
        for (int k = threadIdx.x; k < 1024; k += 128)
            out[base + (size_t)i * 1024 + k] = tile[k] + 1;
        __syncthreads();
    }
}

// One warp makes the maps of the next step while the tile of this one is in flight: two maps, two tiles. in, out: as tensor_replaced.
extern "C" __global__ void __launch_bounds__(160) tensor_ring(const float *in, float *out, int steps, TensorMap *scratch,
                                                              const __grid_constant__ TensorMap from)
{
    __shared__ alignas(128) TensorMap map[2];
    __shared__ alignas(128) float tile[2][32 * 32];
    __shared__ alignas(8) unsigned long long full[2], empty[2];
    size_t base = (size_t)blockIdx.x * steps * 1024;
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 128);
        }
        fence_barrier_init();
    }
    if (threadIdx.x < 32)
        map[threadIdx.x / 16].opaque[threadIdx.x % 16] = from.opaque[threadIdx.x % 16];
    __syncthreads();
    if (threadIdx.x >= 128) {
        for (int i = 0; i < steps; i++) {
            int s = i % 2;
            TensorMap *mine = scratch + 2 * blockIdx.x + s;
            wait(shared_address(&empty[s]), (i / 2 & 1) ^ 1);
            if (threadIdx.x == 128)
                asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::
                             "r"(shared_address(&map[s])), "l"(in + base + (size_t)i * 1024) : "memory");
            __syncwarp();
            asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
                         ::"l"(mine), "r"(shared_address(&map[s])) : "memory");
            if (threadIdx.x == 128) {
                asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(mine) : "memory");
                expect(shared_address(&full[s]), 4096);
                tensor_load(shared_address(tile[s]), mine, 0, 0, shared_address(&full[s]));
            }
            __syncwarp();
        }
    } else {
        for (int i = 0; i < steps; i++) {
            int s = i % 2;
            wait(shared_address(&full[s]), i / 2 & 1);
            delay(i);
            for (int k = threadIdx.x; k < 1024; k += 128)
                out[base + (size_t)i * 1024 + k] = tile[s][k] + 1;
            arrive(shared_address(&empty[s]));
        }
    }
}
