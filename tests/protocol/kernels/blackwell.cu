// SPDX-License-Identifier: Apache-2.0
// Tensor Memory and tcgen05, as inline PTX.
// corpus: targets=100a,103a
#include "async.h"

__device__ __forceinline__ unsigned elected()
{
    unsigned leader;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(leader));
    return leader;
}

template <int COLUMNS> __device__ __forceinline__ unsigned allocate(unsigned *slot)
{
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address(slot)), "n"(COLUMNS) : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
    }
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    return *slot;
}

template <int COLUMNS> __device__ __forceinline__ void release(unsigned address)
{
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address), "n"(COLUMNS) : "memory");
    }
}

__device__ __forceinline__ void load8(unsigned (&v)[8], unsigned address)
{
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];" : "=r"(v[0]), "=r"(v[1]),
                 "=r"(v[2]), "=r"(v[3]), "=r"(v[4]), "=r"(v[5]), "=r"(v[6]), "=r"(v[7]) : "r"(address) : "memory");
}

__device__ __forceinline__ void store8(const unsigned (&v)[8], unsigned address)
{
    asm volatile("tcgen05.st.sync.aligned.32x32b.x8.b32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]),
                 "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]), "r"(v[7]), "r"(address) : "memory");
}

__device__ __forceinline__ void wait_load()
{
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

__device__ __forceinline__ void wait_store()
{
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}

__device__ __forceinline__ void multiply(unsigned d, unsigned long long a, unsigned long long b, unsigned shape, unsigned add)
{
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\ttcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n\t}" ::
                 "r"(d), "l"(a), "l"(b), "r"(shape), "r"(add) : "memory");
}

__device__ __forceinline__ void commit(unsigned bar)
{
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(bar) : "memory");
}

// Every warp writes its lanes of Tensor Memory and reads them again.
extern "C" __global__ void __launch_bounds__(128) round_trip(const unsigned *in, unsigned *out)
{
    __shared__ unsigned slot;
    unsigned tmem = allocate<32>(&slot), mine = tmem + (threadIdx.x / 32 * 32 << 16);
    unsigned v[8];
    for (int k = 0; k < 8; k++)
        v[k] = in[threadIdx.x * 8 + k];
    store8(v, mine);
    wait_store();
    load8(v, mine);
    wait_load();
    for (int k = 0; k < 8; k++)
        out[threadIdx.x * 8 + k] = v[k] + 1;
    release<32>(tmem);
}

// Threads fill the operands, one multiplies, all read.
extern "C" __global__ void __launch_bounds__(128) umma_stored(const uint4 *in, unsigned *out, int steps)
{
    __shared__ alignas(1024) unsigned char a[128 * 128], b[32 * 128];
    __shared__ alignas(8) unsigned long long done;
    __shared__ unsigned slot;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&done), 1);
        fence_barrier_init();
    }
    unsigned tmem = allocate<32>(&slot);
    for (int i = 0; i < steps; i++) {
        for (int k = threadIdx.x; k < 160 * 8; k += 128) {
            unsigned char *to = k < 1024 ? a + k / 8 * 128 : b + (k / 8 - 128) * 128;
            *reinterpret_cast<uint4 *>(to + (k % 8 ^ k / 8 % 8) * 16) = in[i * 1280 + k];
        }
        fence_async();
        asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
        __syncthreads();
        if (threadIdx.x < 32 && elected()) {
            asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
            for (int k = 0; k < 4; k++)
                multiply(tmem, descriptor(shared_address(a)) + 2 * k, descriptor(shared_address(b)) + 2 * k, 0x8080010, i + k > 0);
            commit(shared_address(&done));
        }
        __syncwarp();
        wait(shared_address(&done), i & 1);
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    }
    unsigned v[8];
    for (int j = 0; j < 4; j++) {
        load8(v, tmem + (threadIdx.x / 32 * 32 << 16) + 8 * j);
        wait_load();
        for (int k = 0; k < 8; k++)
            out[threadIdx.x * 32 + 8 * j + k] = v[k];
    }
    release<32>(tmem);
}

// Warp 4 loads, warp 5 multiplies into two accumulators in turn, warps 0 to 3 read the one that is finished.
extern "C" __global__ void __launch_bounds__(192) umma_roles(float *out, int tiles, int steps, const __grid_constant__ TensorMap from)
{
    constexpr int STAGES = 3, BYTES = 160 * 128;
    extern __shared__ __align__(1024) unsigned char ring[];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES], ready[2], drained[2];
    __shared__ unsigned slot;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared_address(&full[s]), 1);
            barrier_init(shared_address(&empty[s]), 1);
        }
        for (int s = 0; s < 2; s++) {
            barrier_init(shared_address(&ready[s]), 1);
            barrier_init(shared_address(&drained[s]), 128);
        }
        fence_barrier_init();
        fence_async();
    }
    unsigned tmem = allocate<64>(&slot);
    if (threadIdx.x / 32 == 4) {
        if (elected())
            for (int i = 0; i < tiles * steps; i++) {
                int s = i % STAGES;
                wait(shared_address(&empty[s]), (i / STAGES & 1) ^ 1);
                expect(shared_address(&full[s]), BYTES);
                tensor_load(shared_address(ring) + s * BYTES, &from, i * 64, blockIdx.x * 160, shared_address(&full[s]));
            }
    } else if (threadIdx.x / 32 == 5) {
        if (elected())
            for (int t = 0, i = 0; t < tiles; t++) {
                wait(shared_address(&drained[t % 2]), (t / 2 & 1) ^ 1);
                asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
                for (int n = 0; n < steps; n++, i++) {
                    unsigned tile = shared_address(ring) + i % STAGES * BYTES;
                    wait(shared_address(&full[i % STAGES]), i / STAGES & 1);
                    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
                    for (int k = 0; k < 4; k++)
                        multiply(tmem + t % 2 * 32, descriptor(tile) + 2 * k, descriptor(tile + 128 * 128) + 2 * k, 0x8080010, n + k > 0);
                    commit(shared_address(&empty[i % STAGES]));
                }
                commit(shared_address(&ready[t % 2]));
            }
    } else {
        for (int t = 0; t < tiles; t++) {
            wait(shared_address(&ready[t % 2]), t / 2 & 1);
            asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
            unsigned v[4][8];
            for (int j = 0; j < 4; j++)
                load8(v[j], tmem + (threadIdx.x / 32 * 32 << 16) + t % 2 * 32 + 8 * j);
            wait_load();
            asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
            arrive(shared_address(&drained[t % 2]));
            for (int j = 0; j < 4; j++)
                for (int k = 0; k < 8; k++)
                    out[((size_t)t * 128 + threadIdx.x) * 32 + 8 * j + k] = __uint_as_float(v[j][k]);
        }
    }
    release<64>(tmem);
}

// Scale factors go from shared memory to Tensor Memory.
extern "C" __global__ void __launch_bounds__(128) copied_scales(const uint4 *in, unsigned *out)
{
    __shared__ alignas(1024) uint4 scales[128];
    __shared__ alignas(8) unsigned long long done;
    __shared__ unsigned slot;
    if (threadIdx.x == 0) {
        barrier_init(shared_address(&done), 1);
        fence_barrier_init();
    }
    scales[threadIdx.x] = in[threadIdx.x];
    fence_async();
    unsigned tmem = allocate<32>(&slot);
    if (threadIdx.x < 32 && elected()) {
        unsigned long long d = (unsigned long long)(shared_address(scales) >> 4 & 0x3fff) | 8ull << 32 | 1ull << 46;
        asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(tmem), "l"(d) : "memory");
        commit(shared_address(&done));
    }
    __syncwarp();
    wait(shared_address(&done), 0);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    unsigned v[8];
    load8(v, tmem + (threadIdx.x / 32 * 32 << 16));
    wait_load();
    for (int k = 0; k < 4; k++)
        out[threadIdx.x * 4 + k] = v[k];
    release<32>(tmem);
}
