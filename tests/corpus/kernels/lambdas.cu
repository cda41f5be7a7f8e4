// SPDX-License-Identifier: Apache-2.0
// Device and host-device lambdas, captured by value, passed to kernel templates.
// corpus: min=75 flags=--extended-lambda
template <typename F, typename... Args>
__global__ void forEach(int n, F f, Args... args)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        f(i, args...);
}

template <typename... T>
__device__ auto sumAll(T... t)
{
    return (t + ... + 0);
}

struct Scale {
    double by;
    float offset[3];
};

void launch(float *data, int n)
{
    Scale s = {2.5, {1, 2, 3}};
    auto add = [=] __device__(int i) { data[i] = data[i] * s.by + s.offset[i % 3]; };
    forEach<<<4, 64>>>(n, add);
    forEach<<<4, 64>>>(n, [=] __host__ __device__(int i, int k, char c) { data[i] += k * c; }, 3,
                       'z');
    forEach<<<1, 32>>>(
        n,
        [] __device__(int i, float *p, long long q, unsigned char r) {
            auto inner = [&](auto x) { return sumAll(x, p[i], q, r); };
            p[i] = inner(i) + inner(2.5f);
        },
        data, 4ll, (unsigned char)5);
}
