// SPDX-License-Identifier: Apache-2.0
// Block reductions: templates, static shared memory, warp shuffles.
// corpus: min=75
template <typename T>
struct Sum {
    static __device__ T identity() { return T(0); }
    __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct Max {
    static __device__ T identity() { return T(-1); }
    __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <int Width, typename T, typename Op>
__device__ T warpReduce(T value, Op op)
{
#pragma unroll
    for (int step = Width / 2; step > 0; step /= 2)
        value = op(value, __shfl_xor_sync(0xffffffffu, value, step, Width));
    return value;
}

template <int Threads, typename T, typename Op>
__global__ void reduce(const T *__restrict__ in, T *out, long long n)
{
    __shared__ T partial[Threads / 32];
    Op op;
    T acc = Op::identity();
    for (long long i = blockIdx.x * (long long)Threads + threadIdx.x; i < n;
         i += (long long)gridDim.x * Threads)
        acc = op(acc, in[i]);
    acc = warpReduce<32>(acc, op);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = acc;
    __syncthreads();
    if (threadIdx.x < 32) {
        acc = threadIdx.x < Threads / 32 ? partial[threadIdx.x] : Op::identity();
        acc = warpReduce<Threads / 32>(acc, op);
        if (threadIdx.x == 0)
            out[blockIdx.x] = acc;
    }
}

template __global__ void reduce<128, int, Sum<int>>(const int *, int *, long long);
template __global__ void reduce<256, float, Max<float>>(const float *, float *, long long);
template __global__ void reduce<512, double, Sum<double>>(const double *, double *, long long);
template __global__ void reduce<64, unsigned long long, Max<unsigned long long>>(
    const unsigned long long *, unsigned long long *, long long);

__global__ void scan(unsigned *data)
{
    unsigned lane = threadIdx.x % 32, v = data[threadIdx.x];
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += other;
    }
    data[threadIdx.x] = v + __shfl_down_sync(0xffffffffu, v, 3, 8) +
                        __shfl_sync(0xffffffffu, v, 31);
}
