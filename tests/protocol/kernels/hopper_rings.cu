// SPDX-License-Identifier: Apache-2.0
// Rings and pipelines of Hopper that run, like hopper.cu. Warps are delayed here and there, so that a missing wait shows.
// Each takes (in, out, steps) first; tensor maps come last. See launches.py for shapes.
// corpus: targets=90a flags=-lineinfo
#include "async.h"

// in: blocks x steps x 1024 floats; out: blocks x 1024 sums. A warpgroup of few registers loads for another one.
extern "C" __global__ void __launch_bounds__(256, 2) ring_specialized(const float *in, float *out, int steps)
{
    constexpr int STAGES = 4, N = 1024;
    __shared__ alignas(128) float ring[STAGES][N];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    in += (size_t)blockIdx.x * steps * N;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 4);
        }
        fence_barrier_init();
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0)
            for (int i = 0; i < steps; i++) {
                int s = i % STAGES;
                unsigned bar = shared_address(&full[s]);
                wait(shared_address(&empty[s]), (i / STAGES & 1) ^ 1);
                expect(bar, N * 4);
                bulk_load(shared_address(ring[s]), in + (size_t)i * N, N * 2, bar);
                bulk_load(shared_address(ring[s] + N / 2), in + (size_t)i * N + N / 2, N * 2, bar);
            }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 208;");
        int lane = threadIdx.x % 128;
        float sum[8] = {};
        for (int i = 0; i < steps; i++) {
            int s = i % STAGES;
            wait(shared_address(&full[s]), i / STAGES & 1);
            delay(i);
            for (int k = 0; k < 8; k++)
                sum[k] += ring[s][lane + 128 * k];
            __syncwarp();
            if (lane % 32 == 0)
                arrive(shared_address(&empty[s]));
        }
        for (int k = 0; k < 8; k++)
            out[blockIdx.x * N + lane + 128 * k] = sum[k];
    }
}

// The same sums, with four warps that copy 16 bytes a thread; an mbarrier counts the copies.
extern "C" __global__ void __launch_bounds__(256) ring_copies(const float *in, float *out, int steps)
{
    constexpr int STAGES = 3, N = 1024;
    __shared__ alignas(128) float ring[STAGES][N];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    int lane = threadIdx.x % 128;
    in += (size_t)blockIdx.x * steps * N;
    if (threadIdx.x == 0)
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 128);
            barrier_init(shared_address(&empty[s]), 128);
        }
    __syncthreads();
    if (threadIdx.x < 128) {
        for (int i = 0; i < steps; i++) {
            int s = i % STAGES;
            wait(shared_address(&empty[s]), (i / STAGES & 1) ^ 1);
            for (int k = 0; k < 2; k++)
                copy16(shared_address(&ring[s][4 * lane + 512 * k]), in + (size_t)i * N + 4 * lane + 512 * k);
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&full[s])) : "memory");
        }
    } else {
        float sum[8] = {};
        for (int i = 0; i < steps; i++) {
            int s = i % STAGES;
            wait(shared_address(&full[s]), i / STAGES & 1);
            delay(i);
            for (int k = 0; k < 8; k++)
                sum[k] += ring[s][lane + 128 * k];
            arrive(shared_address(&empty[s]));
        }
        for (int k = 0; k < 8; k++)
            out[blockIdx.x * N + lane + 128 * k] = sum[k];
    }
}

// The same sums; all threads arrive, and each waits for the phase that its own arrival named.
extern "C" __global__ void __launch_bounds__(128) phase_tokens(const float *in, float *out, int steps)
{
    constexpr int N = 1024;
    __shared__ alignas(128) float tile[N];
    __shared__ alignas(8) unsigned long long full;
    unsigned bar = shared_address(&full);
    in += (size_t)blockIdx.x * steps * N;
    if (threadIdx.x == 0) {
        barrier_init(bar, 128);
        fence_barrier_init();
    }
    __syncthreads();
    float sum[8] = {};
    for (int i = 0; i < steps; i++) {
        unsigned long long phase;
        unsigned done = 0;
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(N * 4) : "memory");
            bulk_load(shared_address(tile), in + (size_t)i * N, N * 4, bar);
        }
        asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(phase) : "r"(bar) : "memory");
        for (long long start = clock64(); !done;) {
            asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.shared::cta.b64 p, [%1], %2;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                         : "=r"(done) : "r"(bar), "l"(phase) : "memory");
            if (!done && clock64() - start > TOO_LONG)
                __trap();
        }
        delay(i);
        for (int k = 0; k < 8; k++)
            sum[k] += tile[threadIdx.x + 128 * k];
        __syncthreads();
    }
    for (int k = 0; k < 8; k++)
        out[blockIdx.x * N + threadIdx.x + 128 * k] = sum[k];
}

// out: blocks x steps x 4096 floats: the first tile of the block plus the step, through a ring of two buffers.
extern "C" __global__ void __launch_bounds__(128) store_ring(const float *in, float *out, int steps)
{
    constexpr int N = 4096;
    __shared__ alignas(128) float buffer[2][N];
    float value[N / 128];
    in += (size_t)blockIdx.x * steps * N;
    out += (size_t)blockIdx.x * steps * N;
    for (int k = 0; k < N / 128; k++)
        value[k] = in[threadIdx.x + 128 * k];
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0)
            bulk_wait_read<1>();
        __syncthreads();
        for (int k = 0; k < N / 128; k++)
            buffer[i % 2][threadIdx.x + 128 * k] = value[k] + i;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + (size_t)i * N, shared_address(buffer[i % 2]), N * 4);
            bulk_commit();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait<0>();
}

// out: one tile of 32 x 32 floats, to which each block adds its tiles; three buffers, two additions in flight.
extern "C" __global__ void __launch_bounds__(128) tensor_sums(const float *in, float *, int steps, const __grid_constant__ TensorMap to)
{
    __shared__ alignas(128) float buffer[3][1024];
    in += (size_t)blockIdx.x * steps * 1024;
    for (int i = 0; i < steps; i++) {
        if (threadIdx.x == 0)
            bulk_wait_read<2>();
        __syncthreads();
        for (int k = threadIdx.x; k < 1024; k += 128)
            buffer[i % 3][k] = in[i * 1024 + k] + 1;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];"
                         ::"l"(&to), "r"(0), "r"(0), "r"(shared_address(buffer[i % 3])) : "memory");
            bulk_commit();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait<0>();
}

// in, out: matrices of blocks * steps * 64 rows of 16 halves: out = in * 2. stmatrix writes the tiles that a tensor copy stores.
extern "C" __global__ void __launch_bounds__(128) matrix_stored(const __half *in, __half *, int steps,
                                                                const __grid_constant__ TensorMap to)
{
    __shared__ alignas(128) __half tile[2][64 * 16];
    int lane = threadIdx.x % 32, top = threadIdx.x / 32 * 16;
    for (int i = 0; i < steps; i++) {
        int row = (blockIdx.x * steps + i) * 64;
        __half2 value[4];
        for (int j = 0; j < 4; j++)
            value[j] = __hadd2(*reinterpret_cast<const __half2 *>(in + (row + top + lane / 4 + j % 2 * 8) * 16 + lane % 4 * 2 + j / 2 * 8),
                               *reinterpret_cast<const __half2 *>(in + (row + top + lane / 4 + j % 2 * 8) * 16 + lane % 4 * 2 + j / 2 * 8));
        if (threadIdx.x == 0)
            bulk_wait_read<1>();
        __syncthreads();
        const unsigned *raw = reinterpret_cast<const unsigned *>(value);
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                     ::"r"(shared_address(tile[i % 2] + (top + lane % 8 + lane / 8 % 2 * 8) * 16 + lane / 16 * 8)),
                     "r"(raw[0]), "r"(raw[1]), "r"(raw[2]), "r"(raw[3]) : "memory");
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            tensor_store(&to, 0, row, shared_address(tile[i % 2]));
            bulk_commit();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait<0>();
}

// The products of wgmma_stored; cp.async brings the operands, one step ahead.
extern "C" __global__ void __launch_bounds__(128) wgmma_copied(const __half *in, float *out, int steps)
{
    __shared__ alignas(1024) unsigned char ring[2][96 * 128];
    in += (size_t)blockIdx.x * steps * 96 * 64;
    auto load = [&](int i) {
        for (int k = threadIdx.x; i < steps && k < 96 * 8; k += 128)
            copy16(shared_address(ring[i % 2] + k / 8 * 128 + (k % 8 ^ k / 8 % 8) * 16), in + (size_t)i * 96 * 64 + k * 8);
        copy_commit();
    };
    float acc[16] = {};
    load(0);
    for (int i = 0; i < steps; i++) {
        load(i + 1);
        copy_wait<1>();
        fence_async();
        __syncthreads();
        unsigned tile = shared_address(ring[i % 2]);
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n32k16(acc, descriptor(tile) + 2 * k, descriptor(tile + 64 * 128) + 2 * k, i + k > 0);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads();
    }
    store_accumulator(out + (size_t)blockIdx.x * 64 * 32, 32, acc);
}

// Three roles hand tiles on with named barriers: load, scale, add. in: blocks x steps x 128 floats; out: blocks x 128 sums.
extern "C" __global__ void __launch_bounds__(384) named_ring(const float *in, float *out, int steps)
{
    __shared__ float first[2][128], second[2][128];
    int lane = threadIdx.x % 128, role = threadIdx.x / 128;
    in += (size_t)blockIdx.x * steps * 128;
    if (role == 0) {
        for (int i = 0; i < steps; i++) {
            if (i >= 2)
                asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 3) : "memory");
            first[i % 2][lane] = in[i * 128 + lane];
            asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 1) : "memory");
        }
    } else if (role == 1) {
        for (int i = 0; i < steps; i++) {
            asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 1) : "memory");
            float value = first[i % 2][lane ^ 64] * 2 + 1;
            if (i + 2 < steps)
                asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 3) : "memory");
            if (i >= 2)
                asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 7) : "memory");
            delay(i);
            second[i % 2][lane] = value;
            asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 5) : "memory");
        }
    } else {
        float sum = 0;
        for (int i = 0; i < steps; i++) {
            asm volatile("bar.sync %0, 256;" ::"r"(i % 2 + 5) : "memory");
            delay(i + 1);
            sum += second[i % 2][lane ^ 64];
            if (i + 2 < steps)
                asm volatile("bar.arrive %0, 256;" ::"r"(i % 2 + 7) : "memory");
        }
        out[blockIdx.x * 128 + lane] = sum;
    }
}
