// SPDX-License-Identifier: Apache-2.0
// Asynchronous global-to-shared copies, double buffered (cp.async).
// corpus: min=80
#include <cuda_pipeline.h>

template <int Stages, int Threads>
__global__ void stencil(const float4 *in, float4 *out, int tilesPerBlock)
{
    __shared__ float4 buffer[Stages][Threads];
    const float4 *source = in + blockIdx.x * tilesPerBlock * Threads + threadIdx.x;
    for (int s = 0; s < Stages - 1; ++s) {
        __pipeline_memcpy_async(&buffer[s][threadIdx.x], source + s * Threads, sizeof(float4));
        __pipeline_commit();
    }
    for (int t = 0; t < tilesPerBlock; ++t) {
        int next = t + Stages - 1;
        if (next < tilesPerBlock)
            __pipeline_memcpy_async(&buffer[next % Stages][threadIdx.x], source + next * Threads,
                                    sizeof(float4), next == 3 ? 4 : 0);
        __pipeline_commit();
        __pipeline_wait_prior(Stages - 1);
        __syncthreads();
        float4 v = buffer[t % Stages][(threadIdx.x + 1) % Threads];
        out[t * Threads + threadIdx.x] = make_float4(v.y, v.z, v.w, v.x);
        __syncthreads();
    }
}

template __global__ void stencil<2, 64>(const float4 *, float4 *, int);
template __global__ void stencil<4, 128>(const float4 *, float4 *, int);

__global__ void narrow(const int *in, const double *din, int *out)
{
    __shared__ int a[32];
    __shared__ double b[32];
    __pipeline_memcpy_async(a + threadIdx.x, in + threadIdx.x, 4);
    __pipeline_memcpy_async(b + threadIdx.x, din + threadIdx.x, 8);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = a[31 - threadIdx.x] + (int)b[31 - threadIdx.x];
}
