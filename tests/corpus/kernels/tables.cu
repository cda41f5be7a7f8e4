// SPDX-License-Identifier: Apache-2.0
// Initialised data: constant tables, strings, pointers between variables, nested structures.
// corpus: min=75
struct Entry {
    const char *name;
    int weight;
    const float *samples;
    short flags[3];
};

__device__ float low[4] = {0.0f, 0.5f, 1.0f, -1.5f};
__device__ float high[] = {1e30f, 3.25f};
__device__ int counter = 7;
__device__ int *counterPointer = &counter;
__device__ float *middle = low + 2;
__device__ const char motto[] = "tab\t quote\" back\\ end";
__device__ unsigned char bytes[11] = {0, 1, 2, 0xff, 0x80};
__device__ long long wide[2] = {-1, 0x0123456789abcdefLL};
__device__ double doubles[] = {0.1, -0.0, 1.0 / 0.0};
__device__ Entry entries[] = {
    {"first", 1, low, {1, 2, 3}},
    {"second", -2, high + 1, {4, 5}},
    {motto, 3, nullptr, {}},
};
__device__ Entry *best = &entries[1];
__device__ int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
static __device__ __align__(64) int aligned[16];
__constant__ int primes[] = {2, 3, 5, 7, 11, 13};
__constant__ float3 axis = {1.0f, 0.0f, 0.0f};
__constant__ const int *primePointer = primes + 3;
__constant__ char bulk[4096];

namespace settings {
__device__ volatile bool enabled = true;
__constant__ struct {
    unsigned bits : 5;
    unsigned rest : 27;
    double ratio;
} packed = {3, 9, 0.25};
}

__global__ void lookup(float *out, int i)
{
    static __device__ int calls = 3;
    atomicAdd(&calls, 1);
    out[0] = low[i] + high[i & 1] + *counterPointer + *middle;
    out[1] = entries[i].name[i] + entries[i].samples[0] + entries[i].flags[2] + best->weight;
    out[2] = primes[i] + axis.x + *primePointer + bulk[i] + bytes[i];
    out[3] = settings::enabled ? settings::packed.ratio : settings::packed.bits;
    out[4] = matrix[i][i + 1] + aligned[i] + (float)wide[i] + (float)doubles[i] + motto[i];
    *counterPointer = i;
    aligned[i] = i;
}
