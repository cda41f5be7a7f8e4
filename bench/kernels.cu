// SPDX-License-Identifier: Apache-2.0
// For `make bench`: about half a megabyte of PTX as nvcc writes it. Matrix products from tiles of
// several sizes, pipelined and unrolled, and row-wise softmax.
#include <cstdint>

__device__ uint32_t shared_address(const void *p)
{
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void copy16(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
}

__device__ void load_fragment(uint32_t (&r)[4], const void *from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(from)));
}

__device__ void multiply(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32\n\t"
                 "{%0, %1, %2, %3},\n\t{%4, %5, %6, %7},\n\t{%8, %9},\n\t{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

template <int Rows, int Columns, int Depth>
__global__ void product(const uint16_t *a, const uint16_t *b, float *c, int n, int k)
{
    __shared__ uint16_t tile_a[2][64 * Rows][Depth], tile_b[2][64 * Columns][Depth];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint16_t *from_a = a + blockIdx.y * 64 * Rows * k, *from_b = b + blockIdx.x * 64 * Columns * k;
    float sum[2 * Rows][4 * Columns][4] = {};

    for (int step = 0; step < k; step += Depth) {
        int half = step / Depth % 2;
#pragma unroll
        for (int i = 0; i < 64 * Rows * Depth / 8 / 128; i++) {
            int at = i * 128 + threadIdx.x, row = at / (Depth / 8), column = at % (Depth / 8) * 8;
            copy16(&tile_a[half][row][column ^ (row % 8 * 8) % Depth], from_a + row * k + step + column);
        }
#pragma unroll
        for (int i = 0; i < 64 * Columns * Depth / 8 / 128; i++) {
            int at = i * 128 + threadIdx.x, row = at / (Depth / 8), column = at % (Depth / 8) * 8;
            copy16(&tile_b[half][row][column ^ (row % 8 * 8) % Depth], from_b + row * k + step + column);
        }
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
#pragma unroll
        for (int inner = 0; inner < Depth; inner += 16) {
            uint32_t fragment_a[2 * Rows][4], fragment_b[2 * Columns][4];
#pragma unroll
            for (int i = 0; i < 2 * Rows; i++)
                load_fragment(fragment_a[i], &tile_a[half][(warp % 2) * 32 * Rows + i * 16 + lane % 16][inner]);
#pragma unroll
            for (int i = 0; i < 2 * Columns; i++)
                load_fragment(fragment_b[i], &tile_b[half][(warp / 2) * 32 * Columns + i * 16 + lane % 16][inner]);
#pragma unroll
            for (int i = 0; i < 2 * Rows; i++)
#pragma unroll
                for (int j = 0; j < 4 * Columns; j++)
                    multiply(sum[i][j], fragment_a[i], fragment_b[j / 2][j % 2], fragment_b[j / 2][j % 2 + 2]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2 * Rows; i++)
#pragma unroll
        for (int j = 0; j < 4 * Columns; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int row = blockIdx.y * 64 * Rows + (warp % 2) * 32 * Rows + i * 16 + lane / 4 + e / 2 * 8;
                int column = blockIdx.x * 64 * Columns + (warp / 2) * 32 * Columns + j * 8 + lane % 4 * 2 + e % 2;
                if (column < n) c[row * n + column] = sum[i][j][e] > 0 ? sum[i][j][e] : 0.01f * sum[i][j][e];
            }
}

template <typename T, int Each>
__global__ void softmax(const T *in, T *out, int width)
{
    __shared__ float parts[32];
    float value[Each], top = -INFINITY, total = 0;
#pragma unroll
    for (int i = 0; i < Each; i++) {
        int at = i * blockDim.x + threadIdx.x;
        value[i] = at < width ? static_cast<float>(in[blockIdx.x * width + at]) : -INFINITY;
        top = fmaxf(top, value[i]);
    }
#pragma unroll
    for (int step = 16; step; step /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, step));
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = top;
    __syncthreads();
    for (int i = 0; i < blockDim.x / 32; i++) top = fmaxf(top, parts[i]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Each; i++) total += value[i] = __expf(value[i] - top);
#pragma unroll
    for (int step = 16; step; step /= 2) total += __shfl_xor_sync(~0u, total, step);
    if (threadIdx.x % 32 == 0) atomicAdd(&parts[0], total);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Each; i++) {
        int at = i * blockDim.x + threadIdx.x;
        if (at < width) out[blockIdx.x * width + at] = static_cast<T>(value[i] / parts[0]);
    }
}

template __global__ void product<1, 1, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<1, 2, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<2, 1, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<2, 2, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<1, 1, 64>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<1, 3, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<3, 1, 32>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void product<2, 2, 16>(const uint16_t *, const uint16_t *, float *, int, int);
template __global__ void softmax<float, 4>(const float *, float *, int);
template __global__ void softmax<float, 16>(const float *, float *, int);
template __global__ void softmax<double, 8>(const double *, double *, int);
template __global__ void softmax<int, 32>(const int *, int *, int);
