// SPDX-License-Identifier: Apache-2.0
// Kernels that run: every asynchronous pattern of Hopper, each with a result that hardware.py compares.
// Each takes (in, out, steps) first; tensor maps come last. See hardware.py for shapes.
// corpus: targets=90a flags=-lineinfo
#include "async.h"

// in: blocks x steps x 1024 floats; out: blocks x 1024 sums over the steps. One thread loads, all of them add.
extern "C" __global__ void __launch_bounds__(128) bulk_ring(const float *in, float *out, int steps)
{
    constexpr int STAGES = 4, N = 1024;
    __shared__ alignas(128) float ring[STAGES][N];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    in += (size_t)blockIdx.x * steps * N;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 128);
        }
        fence_barrier_init();
        fence_async();
    }
    __syncthreads();
    float sum[8] = {};
    for (int i = 0, loaded = 0; i < steps; i++) {
        if (threadIdx.x == 0)
            for (; loaded < steps && loaded < i + STAGES; loaded++) {
                int s = loaded % STAGES;
                if (loaded >= STAGES)
                    wait(shared_address(&empty[s]), (loaded / STAGES - 1) & 1);
                expect(shared_address(&full[s]), N * 4);
                bulk_load(shared_address(ring[s]), in + (size_t)loaded * N, N * 4, shared_address(&full[s]));
            }
        __syncwarp();
        wait(shared_address(&full[i % STAGES]), i / STAGES & 1);
        for (int k = 0; k < 8; k++)
            sum[k] += ring[i % STAGES][threadIdx.x + 128 * k];
        arrive(shared_address(&empty[i % STAGES]));
    }
    for (int k = 0; k < 8; k++)
        out[blockIdx.x * N + threadIdx.x + 128 * k] = sum[k];
}

// out: blocks x steps x 1024 floats = in * 2, through a ring of two buffers that bulk stores read.
extern "C" __global__ void __launch_bounds__(128) bulk_store_ring(const float *in, float *out, int steps)
{
    constexpr int N = 1024;
    __shared__ alignas(128) float buffer[2][N];
    in += (size_t)blockIdx.x * steps * N;
    out += (size_t)blockIdx.x * steps * N;
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0)
            bulk_wait_read<1>();
        __syncthreads();
        for (int k = threadIdx.x; k < N; k += 128)
            buffer[i % 2][k] = in[i * N + k] * 2;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + i * N, shared_address(buffer[i % 2]), N * 4);
            bulk_commit();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait<0>();
}

// out: 1024 sums over all blocks and steps.
extern "C" __global__ void __launch_bounds__(128) bulk_sum(const float *in, float *out, int steps)
{
    constexpr int N = 1024;
    __shared__ alignas(128) float buffer[N];
    in += (size_t)blockIdx.x * steps * N;
    for (int i = 0; i < steps; i++) {
        for (int k = threadIdx.x; k < N; k += 128)
            buffer[k] = in[i * N + k] + 1;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_add(out, shared_address(buffer), N * 4);
            bulk_commit();
            bulk_wait_read<0>();
        }
        __syncthreads();
    }
}

// in, out: matrices of blocks * steps * 32 rows of 32 floats: out = in * 2 + 1.
extern "C" __global__ void __launch_bounds__(128) tensor_tiles(const float *, float *, int steps,
                                                               const __grid_constant__ TensorMap from,
                                                               const __grid_constant__ TensorMap to)
{
    __shared__ alignas(128) float tile[2][32 * 32];
    __shared__ alignas(8) unsigned long long full[2];
    int row = blockIdx.x * steps * 32;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&full[0]), 1);
        barrier_init(shared_address(&full[1]), 1);
        fence_barrier_init();
        fence_async();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        expect(shared_address(&full[0]), 4096);
        tensor_load(shared_address(tile[0]), &from, 0, row, shared_address(&full[0]));
    }
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0 && i + 1 < steps) {
            bulk_wait_read<0>();
            expect(shared_address(&full[(i + 1) % 2]), 4096);
            tensor_load(shared_address(tile[(i + 1) % 2]), &from, 0, row + (i + 1) * 32, shared_address(&full[(i + 1) % 2]));
        }
        __syncwarp();
        wait(shared_address(&full[i % 2]), i / 2 & 1);
        for (int k = threadIdx.x; k < 1024; k += 128)
            tile[i % 2][k] = tile[i % 2][k] * 2 + 1;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            tensor_store(&to, 0, row + i * 32, shared_address(tile[i % 2]));
            bulk_commit();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait<0>();
}

// The same copy; each block makes its own tensor map for each step, in shared memory, from the one it was given.
extern "C" __global__ void __launch_bounds__(128) tensor_replaced(const float *in, float *out, int steps, TensorMap *scratch,
                                                                  const __grid_constant__ TensorMap from)
{
    __shared__ alignas(128) TensorMap map;
    __shared__ alignas(128) float tile[32 * 32];
    __shared__ alignas(8) unsigned long long full;
    TensorMap *mine = scratch + 2 * blockIdx.x;
    size_t base = (size_t)blockIdx.x * steps * 1024;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&full), 1);
        fence_barrier_init();
        fence_async();
    }
    if (threadIdx.x < 16)
        map.opaque[threadIdx.x] = from.opaque[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x < 32) {
            if (threadIdx.x == 0)
                asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::
                             "r"(shared_address(&map)), "l"(in + base + (size_t)i * 1024) : "memory");
            __syncwarp();
            asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
                         ::"l"(mine), "r"(shared_address(&map)) : "memory");
            if (threadIdx.x == 0) {
                asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(mine) : "memory");
                expect(shared_address(&full), 4096);
                tensor_load(shared_address(tile), mine, 0, 0, shared_address(&full));
            }
            __syncwarp();
        }
        wait(shared_address(&full), i & 1);
        for (int k = threadIdx.x; k < 1024; k += 128)
            out[base + (size_t)i * 1024 + k] = tile[k] + 1;
        fence_async();
        __syncthreads();
    }
}

// Blocks of a cluster of two exchange halves: block r loads half r of each tile for both. in: clusters x steps x 1024 floats,
// out: blocks x 1024 sums.
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(128) multicast(const float *in, float *out, int steps)
{
    constexpr int N = 1024;
    __shared__ alignas(128) float tile[N];
    __shared__ alignas(8) unsigned long long full;
    unsigned bar = shared_address(&full), rank = cluster_rank();
    in += (size_t)(blockIdx.x / 2) * steps * N;
    if (threadIdx.x == 0) {
        barrier_init(bar, 1);
        fence_barrier_init();
    }
    cluster_sync();
    float sum[8] = {};
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0) {
            expect(bar, N * 4);
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                         ::"r"(shared_address(tile + rank * N / 2)), "l"(in + (size_t)i * N + rank * N / 2), "r"(N * 2), "r"(bar),
                         "h"((short)3) : "memory");
        }
        __syncwarp();
        wait(bar, i & 1);
        for (int k = 0; k < 8; k++)
            sum[k] += tile[threadIdx.x + 128 * k];
        fence_async();
        cluster_sync();
    }
    for (int k = 0; k < 8; k++)
        out[blockIdx.x * N + threadIdx.x + 128 * k] = sum[k];
}

// Blocks of a cluster send each other their rows with st.async. in: blocks x steps x 128 floats, out: blocks x 128 sums of the other.
extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(128) remote_stores(const float *in, float *out, int steps)
{
    __shared__ alignas(128) float inbox[2][128];
    __shared__ alignas(8) unsigned long long full[2];
    unsigned other = cluster_rank() ^ 1;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&full[0]), 1);
        barrier_init(shared_address(&full[1]), 1);
        fence_barrier_init();
    }
    cluster_sync();
    float sum = 0;
    for (int i = 0; i < steps; i++) {
        unsigned bar = shared_address(&full[i % 2]);
        if (threadIdx.x == 0)
            expect(bar, 512);
        float value = in[((size_t)blockIdx.x * steps + i) * 128 + threadIdx.x];
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::
                     "r"(remote_address(shared_address(&inbox[i % 2][threadIdx.x]), other)), "f"(value),
                     "r"(remote_address(bar, other)) : "memory");
        wait(bar, i / 2 & 1);
        sum += inbox[i % 2][threadIdx.x];
        cluster_sync();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// Warps 0 to 3 make values, warps 4 to 7 add them; two buffers with named barriers. in: blocks x steps x 128 floats.
extern "C" __global__ void __launch_bounds__(256) named_barriers(const float *in, float *out, int steps)
{
    __shared__ float buffer[2][128];
    int lane = threadIdx.x % 128;
    in += (size_t)blockIdx.x * steps * 128;
    if (threadIdx.x < 128) {
        for (int i = 0; i < steps; i++) {
            asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 3) : "memory");
            buffer[i % 2][lane] = in[i * 128 + lane] * 3;
            asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 1) : "memory");
        }
    } else {
        float sum = 0;
        asm volatile("bar.arrive 3, 256;\n\tbar.arrive 4, 256;" ::: "memory");
        for (int i = 0; i < steps; i++) {
            asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 1) : "memory");
            sum += buffer[i % 2][lane ^ 1];
            if (i + 2 < steps)
                asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 3) : "memory");
        }
        out[blockIdx.x * 128 + lane] = sum;
    }
}

// in: blocks x steps x (64 + 32) x 64 halves: A and B of a 64 x 32 x 64 product; out: blocks x 64 x 32 sums. Threads write the
// operands themselves.
extern "C" __global__ void __launch_bounds__(128) wgmma_stored(const __half *in, float *out, int steps)
{
    __shared__ alignas(1024) unsigned char a[64 * 128], b[32 * 128];
    in += (size_t)blockIdx.x * steps * 96 * 64;
    float acc[16] = {};
    for (int i = 0; i < steps; i++, in += 96 * 64) {
        for (int k = threadIdx.x; k < 96 * 8; k += 128) {
            int row = k / 8, chunk = k % 8;
            uint4 value = reinterpret_cast<const uint4 *>(in)[k];
            unsigned char *to = row < 64 ? a + row * 128 : b + (row - 64) * 128;
            *reinterpret_cast<uint4 *>(to + (chunk ^ row % 8) * 16) = value;
        }
        fence_async();
        __syncthreads();
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n32k16(acc, descriptor(shared_address(a)) + 2 * k, descriptor(shared_address(b)) + 2 * k, i + k > 0);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads();
    }
    store_accumulator(out + (size_t)blockIdx.x * 64 * 32, 32, acc);
}

// The same product; A comes from registers, scaled, so that they are written between two products.
extern "C" __global__ void __launch_bounds__(128) wgmma_registers(const __half *in, float *out, int steps)
{
    __shared__ alignas(1024) unsigned char b[32 * 128];
    in += (size_t)blockIdx.x * steps * 96 * 64;
    float acc[16] = {};
    int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
    for (int i = 0; i < steps; i++, in += 96 * 64) {
        for (int k = threadIdx.x; k < 32 * 8; k += 128)
            *reinterpret_cast<uint4 *>(b + k / 8 * 128 + (k % 8 ^ k / 8 % 8) * 16) = reinterpret_cast<const uint4 *>(in + 64 * 64)[k];
        fence_async();
        __syncthreads();
        for (int k = 0; k < 4; k++) {
            unsigned a[4];
            for (int j = 0; j < 4; j++)
                a[j] = *reinterpret_cast<const unsigned *>(in + (row + j % 2 * 8) * 64 + k * 16 + column + j / 2 * 8);
            wgmma_fence();
            wgmma_m64n32k16_registers(acc, a, descriptor(shared_address(b)) + 2 * k);
            wgmma_commit();
            wgmma_wait<0>();
        }
        __syncthreads();
    }
    store_accumulator(out + (size_t)blockIdx.x * 64 * 32, 32, acc);
}

// Two products with one B through TMA: warpgroup 0 loads, 1 and 2 multiply, with one product in flight; the sums are halved every
// eighth step. `from` is the matrix of all rows of 64 halves; its box has 160 rows (128 of A, 32 of B), swizzled by 128 bytes.
extern "C" __global__ void __launch_bounds__(384, 1) wgmma_specialized(const __half *, float *out, int steps,
                                                                       const __grid_constant__ TensorMap from)
{
    constexpr int STAGES = 3, BYTES = 160 * 128;
    extern __shared__ __align__(1024) unsigned char ring[];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 256);
        }
        fence_barrier_init();
        fence_async();
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0)
            for (int i = 0; i < steps; i++) {
                int s = i % STAGES;
                wait(shared_address(&empty[s]), (i / STAGES & 1) ^ 1);
                expect(shared_address(&full[s]), BYTES);
                tensor_load(shared_address(ring) + s * BYTES, &from, 0, (blockIdx.x * steps + i) * 160, shared_address(&full[s]));
            }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        int half = threadIdx.x / 128 - 1;
        float acc[16] = {};
        for (int i = 0; i < steps; i++) {
            int s = i % STAGES;
            unsigned tile = shared_address(ring) + s * BYTES;
            unsigned long long a = descriptor(tile + half * 64 * 128), b = descriptor(tile + 128 * 128);
            wait(shared_address(&full[s]), i / STAGES & 1);
            if (i % 8 == 7) {
                wgmma_wait<0>();
                for (int k = 0; k < 16; k++)
                    acc[k] *= 0.5f;
            }
            wgmma_fence();
            for (int k = 0; k < 4; k++)
                wgmma_m64n32k16(acc, a + 2 * k, b + 2 * k, 1);
            wgmma_commit();
            wgmma_wait<1>();
            if (i > 0)
                arrive(shared_address(&empty[(i - 1) % STAGES]));
        }
        wgmma_wait<0>();
        store_accumulator(out + ((size_t)blockIdx.x * 2 + half) * 64 * 32, 32, acc);
    }
}

// Register counts that move between warpgroups more than once. in: blocks x steps x 256 floats; out: blocks x 256 sums.
extern "C" __global__ void __maxnreg__(128) registers_move(const float *in, float *out, int steps)
{
    __shared__ float turn[256];
    float sum = 0;
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x < 128)
            asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        else
            asm volatile("setmaxnreg.inc.sync.aligned.u32 216;");
        turn[threadIdx.x] = in[((size_t)blockIdx.x * steps + i) * 256 + threadIdx.x];
        __syncthreads();
        sum += turn[threadIdx.x ^ 128];
        if (threadIdx.x < 128)
            asm volatile("setmaxnreg.inc.sync.aligned.u32 128;");
        else
            asm volatile("setmaxnreg.dec.sync.aligned.u32 128;");
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
