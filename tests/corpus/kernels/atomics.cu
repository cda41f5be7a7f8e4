// SPDX-License-Identifier: Apache-2.0
// Atomic operations: types, scopes, compare-and-swap loops, fences.
// corpus: min=75
#include <cuda_fp16.h>

__device__ unsigned ticket;
__device__ double total;

__device__ float atomicMaxFloat(float *address, float value)
{
    int *bits = reinterpret_cast<int *>(address);
    int old = *bits, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value)
            break;
        old = atomicCAS(bits, assumed, __float_as_int(value));
    } while (old != assumed);
    return __int_as_float(old);
}

__global__ void histogram(const unsigned char *in, int n, unsigned *bins)
{
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd_block(&local[in[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

__global__ void everyAtomic(int *i, unsigned *u, unsigned long long *ll, long long *sl, float *f,
                            double *d, __half2 *h2, __half *h, unsigned short *us)
{
    int t = threadIdx.x;
    i[0] = atomicAdd(i + 1, t);
    i[2] = atomicSub(i + 3, t);
    i[4] = atomicExch(i + 5, t);
    i[6] = atomicMin(i + 7, t);
    i[8] = atomicMax(i + 9, t);
    i[10] = atomicAnd(i + 11, t);
    i[12] = atomicOr(i + 13, t);
    i[14] = atomicXor(i + 15, t);
    u[0] = atomicInc(u + 1, 17u);
    u[2] = atomicDec(u + 3, 17u);
    u[4] = atomicMin_system(u + 5, 9u);
    ll[0] = atomicCAS(ll + 1, 5ull, 6ull);
    ll[2] = atomicMax_block(ll + 3, 7ull);
    sl[0] = atomicMin(sl + 1, -7ll);
    f[0] = atomicAdd(f + 1, 1.5f);
    d[0] = atomicAdd(d + 1, 2.5);
    atomicAdd_system(&total, d[2]);
    h2[0] = atomicAdd(h2 + 1, h2[2]);
    h[0] = atomicAdd(h + 1, h[2]);
    us[0] = atomicCAS(us + 1, (unsigned short)3, (unsigned short)4);
    f[2] = atomicMaxFloat(f + 3, f[4]);
}

__global__ void lastBlock(const int *in, int *out)
{
    __shared__ bool last;
    out[blockIdx.x] = in[blockIdx.x] * 2;
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(&ticket, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence_system();
        out[gridDim.x] = out[0];
        __threadfence_block();
    }
}
