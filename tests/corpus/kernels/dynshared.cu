// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory, alignment, tiled transpose, volatile shared, named barriers.
// corpus: min=75
extern __shared__ __align__(128) unsigned char pool[];

template <typename T, int Tile>
__global__ void transpose(const T *in, T *out, int width, int height)
{
    T(*tile)[Tile + 1] = reinterpret_cast<T(*)[Tile + 1]>(pool);
    int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * Tile + threadIdx.x;
    y = blockIdx.x * Tile + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

template __global__ void transpose<float, 32>(const float *, float *, int, int);
template __global__ void transpose<double2, 16>(const double2 *, double2 *, int, int);
template __global__ void transpose<char, 8>(const char *, char *, int, int);

__global__ void producerConsumer(int *out)
{
    volatile int *queue = reinterpret_cast<volatile int *>(pool + 256);
    __shared__ union {
        int i[64];
        double d[32];
        struct {
            char c[3];
            short s;
        } small;
    } mixed;
    if (threadIdx.x < 32) {
        queue[threadIdx.x] = threadIdx.x * 3;
        mixed.small.c[1] = 'q';
        mixed.small.s = 7;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = queue[threadIdx.x - 32] + mixed.i[0];
    }
    out[64] = __syncthreads_count(out[0] > 5);
    out[65] = __syncthreads_and(out[1]);
    out[66] = __syncthreads_or(out[2]);
    __syncwarp(0x0000ffff);
}
