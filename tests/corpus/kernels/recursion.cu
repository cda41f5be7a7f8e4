// SPDX-License-Identifier: Apache-2.0
// Recursive and mutually recursive functions, calls with many and large arguments.
// corpus: min=75
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__device__ bool isOdd(int n);
__device__ __noinline__ bool isEven(int n) { return n == 0 || isOdd(n - 1); }
__device__ __noinline__ bool isOdd(int n) { return n != 0 && isEven(n - 1); }

struct Range {
    int *first, *last;
};

__device__ void sortRange(Range r)
{
    if (r.last - r.first < 2)
        return;
    int pivot = *r.first, *i = r.first, *j = r.last - 1;
    while (i <= j) {
        while (*i < pivot)
            ++i;
        while (*j > pivot)
            --j;
        if (i <= j) {
            int t = *i;
            *i++ = *j;
            *j-- = t;
        }
    }
    sortRange({r.first, j + 1});
    sortRange({i, r.last});
}

struct Mixed {
    char c;
    double d;
    float f[3];
    short s;
};

__device__ __noinline__ Mixed combine(char a, short b, int c, long long d, float e, double f,
                                      float4 g, Mixed m, bool h, const Mixed &r)
{
    m.c += a + h;
    m.d += d + f + r.d;
    m.f[1] = e + g.w;
    m.s = b + c;
    return m;
}

__global__ void run(unsigned *u, int *v, int n, Mixed *m)
{
    u[threadIdx.x] = ackermann(2, threadIdx.x) + isEven(n);
    sortRange({v, v + n});
    m[0] = combine('a', 1, 2, 3, 4, 5, make_float4(1, 2, 3, 4), m[1], n > 3, m[2]);
}
