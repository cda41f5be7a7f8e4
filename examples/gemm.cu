// SPDX-License-Identifier: Apache-2.0
// D = A * B for many pairs of MXFP8 matrices (FP8 with block scales) on Blackwell (sm_100a), with
// TMA loads, a pipeline of mbarriers, tcgen05 instructions, and tensor maps modified on the device.
// It shows what hand-written PTX looks like. gemm.ptx is what
//   nvcc -ptx -arch=sm_100a -lineinfo gemm.cu, and the folders in its .file lines cut
#include <cstdint>

constexpr int TILE_M = 128, TILE_N = 128, TILE_K = 128, STAGES = 4;
constexpr uint32_t A_BYTES = TILE_M * TILE_K, B_BYTES = TILE_N * TILE_K, SCALE_BYTES = 512;
constexpr uint32_t STAGE_BYTES = A_BYTES + B_BYTES + 2 * SCALE_BYTES;
constexpr uint32_t COLUMNS = 256; // of Tensor Memory: 128 for the result, then the scales

struct alignas(64) TensorMap {
    uint64_t opaque[16];
};

struct alignas(1024) Stage {
    uint8_t a[A_BYTES], b[B_BYTES], scale_a[SCALE_BYTES], scale_b[SCALE_BYTES];
};

struct Shared {
    Stage stage[STAGES];
    uint64_t full[STAGES], empty[STAGES], done;
    uint32_t columns;
};

__device__ uint32_t shared_address(const void *p)
{
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

// ---- barriers ----

__device__ void barrier_init(uint64_t &barrier, uint32_t count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(count));
}

__device__ void barrier_expect(uint64_t &barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 ::"r"(shared_address(&barrier)), "r"(bytes) : "memory");
}

__device__ void barrier_wait(uint64_t &barrier, uint32_t parity)
{
    asm volatile("{\n\t"
                 ".reg .pred done;\n"
                 "again:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
                 "@!done bra again;\n\t"
                 "}" ::"r"(shared_address(&barrier)), "r"(parity) : "memory");
}

__device__ bool elect_one()
{
    uint32_t elected;
    asm volatile("{\n\t.reg .pred one;\n\telect.sync _|one, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, one;\n\t}" : "=r"(elected));
    return elected;
}

// ---- tensor maps ----

// Points a copy of a tensor map in shared memory to `matrix`, and publishes it to the TMA unit.
__global__ void retarget(TensorMap *map, const TensorMap *model, const void *matrix, uint32_t rows)
{
    __shared__ alignas(128) TensorMap copy;
    if (threadIdx.x < 16) copy.opaque[threadIdx.x] = model->opaque[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0) {
        asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;"
                     ::"r"(shared_address(&copy)), "l"(matrix) : "memory");
        asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;"
                     ::"r"(shared_address(&copy)), "r"(rows) : "memory");
        asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;"
                     ::"r"(shared_address(&copy)) : "memory");
    }
    __syncwarp();
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic"
                 ".release.gpu.sync.aligned [%0], [%1], 128;"
                 ::"l"(map), "r"(shared_address(&copy)) : "memory");
}

__device__ void acquire(const TensorMap *map)
{
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

__device__ void load_tile(void *to, const TensorMap *map, int x, int y, uint64_t &barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)), "l"(map), "r"(x), "r"(y),
                 "r"(shared_address(&barrier)) : "memory");
}

__device__ void load_bytes(void *to, const void *from, uint32_t size, uint64_t &barrier)
{
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(shared_address(to)), "l"(from), "r"(size), "r"(shared_address(&barrier))
                 : "memory");
}

// ---- matrices ----

// Returns the descriptor of a tile in shared memory: 16-byte units, 128-byte swizzle.
__device__ uint64_t descriptor(const void *tile, uint32_t leading, uint32_t stride, uint64_t swizzle)
{
    return (shared_address(tile) & 0x3ffff) >> 4 | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | 1ull << 46 | swizzle << 61;
}

__device__ void copy_scales(uint32_t column, const uint8_t *scales)
{
    asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;"
                 ::"r"(column), "l"(descriptor(scales, 128, 128, 0)) : "memory");
}

__device__ void multiply(uint32_t result, uint64_t a, uint64_t b, uint32_t instruction,
                         uint32_t scale_a, uint32_t scale_b, bool accumulate)
{
    asm volatile("{\n\t"
                 ".reg .pred accumulate;\n\t"
                 "setp.ne.b32 accumulate, %6, 0;\n\t"
                 "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X\n\t"
                 "    [%0], %1, %2, %3, [%4], [%5], accumulate;\n\t"
                 "}" ::"r"(result), "l"(a), "l"(b), "r"(instruction), "r"(scale_a), "r"(scale_b),
                 "r"((uint32_t)accumulate) : "memory");
}

__device__ void signal_when_multiplied(uint64_t &barrier)
{
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                 ::"r"(shared_address(&barrier)) : "memory");
}

__device__ void load_result(float (&value)[16], uint32_t column)
{
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x16.b32 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, [%16];"
                 : "=f"(value[0]), "=f"(value[1]), "=f"(value[2]), "=f"(value[3]), "=f"(value[4]),
                   "=f"(value[5]), "=f"(value[6]), "=f"(value[7]), "=f"(value[8]), "=f"(value[9]),
                   "=f"(value[10]), "=f"(value[11]), "=f"(value[12]), "=f"(value[13]),
                   "=f"(value[14]), "=f"(value[15])
                 : "r"(column));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

// ---- the kernel ----

__device__ void produce(Shared &shared, const TensorMap *map_a, const TensorMap *map_b,
                        const uint8_t *scales, int tiles)
{
    for (int k = 0; k < tiles; k++) {
        int s = k % STAGES;
        Stage &stage = shared.stage[s];
        barrier_wait(shared.empty[s], (k / STAGES + 1) & 1);
        barrier_expect(shared.full[s], STAGE_BYTES);
        load_tile(stage.a, map_a, k * TILE_K, blockIdx.x * TILE_M, shared.full[s]);
        load_tile(stage.b, map_b, k * TILE_K, blockIdx.y * TILE_N, shared.full[s]);
        load_bytes(stage.scale_a, scales + (size_t)k * 2 * SCALE_BYTES, 2 * SCALE_BYTES,
                   shared.full[s]);
    }
}

__device__ void consume(Shared &shared, uint32_t columns, int tiles)
{
    constexpr uint32_t instruction = 1u << 23 | (TILE_N / 8) << 17 | (TILE_M / 128) << 27;
    uint32_t scale_a = columns + TILE_N, scale_b = scale_a + 4;
    for (int k = 0; k < tiles; k++) {
        int s = k % STAGES;
        Stage &stage = shared.stage[s];
        barrier_wait(shared.full[s], (k / STAGES) & 1);
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
        copy_scales(scale_a, stage.scale_a);
        copy_scales(scale_b, stage.scale_b);
#pragma unroll
        for (int i = 0; i < TILE_K / 32; i++) {
            uint64_t a = descriptor(stage.a + 32 * i, 16, 1024, 2);
            uint64_t b = descriptor(stage.b + 32 * i, 16, 1024, 2);
            uint32_t id = (uint32_t)i << 29 | (uint32_t)i << 4;
            multiply(columns, a, b, instruction | id, scale_a, scale_b, k || i);
        }
        signal_when_multiplied(shared.empty[s]);
    }
    signal_when_multiplied(shared.done);
}

__device__ void store(float *d, size_t pitch, uint32_t columns)
{
    int row = blockIdx.x * TILE_M + threadIdx.x;
    float *to = d + row * pitch + blockIdx.y * TILE_N;
    uint32_t lane = (threadIdx.x / 32 % 4) << 21;
#pragma unroll
    for (int column = 0; column < TILE_N; column += 16) {
        float value[16];
        load_result(value, columns + lane + column);
#pragma unroll
        for (int i = 0; i < 16; i += 4)
            *reinterpret_cast<float4 *>(to + column + i) =
                make_float4(value[i], value[i + 1], value[i + 2], value[i + 3]);
    }
}

extern "C" __global__ void __launch_bounds__(128)
gemm(const TensorMap *map_a, const TensorMap *map_b, const uint8_t *scales, float *d, size_t pitch,
     int tiles)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    Shared &shared = *reinterpret_cast<Shared *>(memory);
    int warp = threadIdx.x / 32;

    if (warp == 0) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;"
                     ::"r"(shared_address(&shared.columns)), "r"(COLUMNS) : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    } else if (warp == 1 && elect_one()) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(shared.full[s], 1);
            barrier_init(shared.empty[s], 1);
        }
        barrier_init(shared.done, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    uint32_t columns = shared.columns;

    if (warp == 0 && elect_one()) {
        acquire(map_a);
        acquire(map_b);
        produce(shared, map_a, map_b, scales, tiles);
    } else if (warp == 1 && elect_one()) {
        consume(shared, columns, tiles);
    }
    __syncthreads();
    barrier_wait(shared.done, 0);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    store(d, pitch, columns);
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    if (warp == 0)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(columns),
                     "r"(COLUMNS));
}
