// SPDX-License-Identifier: Apache-2.0
// Local memory: indexed arrays, structures, run-time stack allocation, escaping addresses.
// corpus: min=75
__device__ __noinline__ void fill(int *p, int n, int v)
{
    for (int i = 0; i < n; ++i)
        p[i] = v + i;
}

__global__ void scratch(const int *index, int *out)
{
    int small[16];
    double rows[4][5] = {{1, 2}, {3}};
    struct {
        char name[7];
        short key;
        long long value;
    } records[3] = {{"abc", 1, 2}, {"defghi", 3, 4}};
    fill(small, 16, threadIdx.x);
    int i = index[threadIdx.x];
    rows[i & 3][i % 5] += small[i & 15];
    records[i % 3].value += records[(i + 1) % 3].name[i % 7];
    out[threadIdx.x] = (int)rows[(i + 1) & 3][i % 5] + (int)records[i % 3].value + small[i & 7];
}

__global__ void stackAlloc(int n, int *out)
{
    int *p = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
    fill(p, n, 3);
    out[threadIdx.x] = p[threadIdx.x % n];
}

__global__ void spaces(void *p, int *out)
{
    out[0] = __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
    size_t g = __cvta_generic_to_global(p);
    out[1] = *static_cast<int *>(__cvta_global_to_generic(g));
    volatile int keep[2] = {out[2], out[3]};
    out[4] = keep[out[5] & 1];
}
