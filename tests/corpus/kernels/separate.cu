// SPDX-License-Identifier: Apache-2.0
// Separate compilation: external functions and variables, weak templates, C linkage.
// corpus: min=75 flags=-rdc=true
extern "C" __device__ int externalStep(int, const float *);
extern "C" __device__ void notify(void);
extern __device__ int externalCounter;
extern __constant__ float externalTable[];
extern "C" __device__ __noinline__ double visible(double a, char b) { return a * b; }

__device__ int published[4] = {1, 2, 3, 4};
static __device__ int hidden = 9;

template <typename T>
__device__ __noinline__ T weakly(T t)
{
    return t + T(hidden);
}

namespace inner {
__device__ __noinline__ unsigned short shorten(unsigned long long v) { return v >> 7; }
}

__device__ __attribute__((weak)) int overridable(int x) { return x - 1; }

extern "C" __global__ void entry(float *data, int n)
{
    int r = externalStep(n, data) + externalCounter + weakly(n) + inner::shorten(n);
    data[0] = visible(externalTable[n], 'a') + weakly(2.5f) + r + published[n & 3] + overridable(n);
    hidden = r;
    notify();
}
