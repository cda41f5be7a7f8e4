// SPDX-License-Identifier: Apache-2.0
// Performance directives and grid constants (.maxntid, .minnctapersm, .maxnreg, large params).
// corpus: min=75
struct Plan {
    float coefficients[64];
    int count;
    const float *input;
};

__global__ void __launch_bounds__(256) one(int *p) { p[threadIdx.x] = 1; }
__global__ void __launch_bounds__(128, 4) two(int *p) { p[threadIdx.x] = 2; }
__global__ void __maxnreg__(48) three(int *p) { p[threadIdx.x] = 3; }

__device__ __noinline__ float evaluate(const Plan *plan, float x)
{
    float r = 0;
    for (int i = plan->count; i-- > 0;)
        r = r * x + plan->coefficients[i];
    return r;
}

__global__ void polynomial(const __grid_constant__ Plan plan, float *out)
{
    out[threadIdx.x] = evaluate(&plan, plan.input[threadIdx.x]);
}

struct alignas(128) Opaque {
    unsigned long long words[16];
};

__global__ void descriptor(const __grid_constant__ Opaque o, Plan p, char c, short3 s3, float2 f2,
                           bool b, unsigned long long *out)
{
    out[0] = reinterpret_cast<unsigned long long>(&o) + o.words[3];
    out[1] = (unsigned long long)(p.coefficients[c & 63] + s3.z + f2.y + b);
}

#if __CUDA_ARCH__ >= 900
__global__ void __launch_bounds__(128, 2, 8) __cluster_dims__(4, 1, 1) clustered(int *p)
{
    p[blockIdx.x] = 4;
}
__global__ void __launch_bounds__(64, 1, 16) maxClustered(int *p) { p[blockIdx.x] = 5; }
#endif
