// SPDX-License-Identifier: Apache-2.0
// Scalar arithmetic in float and double: library functions, rounding, approximations.
// corpus: min=75
__global__ void floats(const float *a, float *r, float b)
{
    float x = a[threadIdx.x];
    int k = 0;
    r[k++] = sinf(x) + cosf(b);
    r[k++] = __sinf(x) * __cosf(b) + __expf(x) - __logf(b) + __powf(x, b);
    r[k++] = sqrtf(x) + rsqrtf(b) + cbrtf(x);
    r[k++] = x / b + __fdividef(x, b) + __frcp_rn(x) + __fsqrt_rz(b);
    r[k++] = __fadd_rd(x, b) + __fmul_ru(x, b) + __fmaf_rz(x, b, 1.5f) + __fdiv_rn(x, b);
    r[k++] = fminf(x, b) + fmaxf(x, 2.0f) + fabsf(b) + copysignf(x, b);
    r[k++] = floorf(x) + ceilf(b) + truncf(x) + rintf(b) + roundf(x);
    r[k++] = tanhf(x) + erff(b) + expf(x) + log2f(b) + exp2f(x) + fmodf(x, b);
    r[k++] = isnan(x) ? 0.0f : isinf(b) ? 1.0f : __saturatef(x);
    r[k++] = __int2float_rd((int)x) + __uint2float_ru((unsigned)b) + __float2int_rn(x);
    r[k++] = __ll2float_rz(__float2ll_ru(x)) + ldexpf(x, 3) + frexpf(b, reinterpret_cast<int *>(r));
}

__global__ void doubles(const double *a, double *r, double b)
{
    double x = a[threadIdx.x];
    int k = 0;
    r[k++] = sin(x) + exp(b) + log(x) + pow(x, b);
    r[k++] = sqrt(x) + rsqrt(b) + x / b + fma(x, b, 0.125);
    r[k++] = __dadd_ru(x, b) + __dmul_rd(x, b) + __drcp_rn(x) + __ddiv_rz(x, b) + __dsqrt_rn(b);
    r[k++] = fmin(x, b) + fmax(x, b) + fabs(x) + trunc(b) + nearbyint(x);
    r[k++] = __double2float_rn(x) + __double2int_rz(b) + __double2ull_rd(x) + __hiloint2double(1, 2);
    r[k++] = __double2hiint(x) + __longlong_as_double(__double_as_longlong(b) ^ 1);
    r[k++] = x > b ? x : (x == b ? 1.0 : x != b + 1 ? 2.0 : 1e-310);
}

__global__ void compares(const float *a, const double *d, int *r)
{
    float x = a[0], y = a[1];
    double u = d[0], v = d[1];
    r[0] = (x < y) + (x <= y) * 2 + (x > y) * 4 + (x >= y) * 8 + (x == y) * 16 + (x != y) * 32;
    r[1] = !(x < y) + !(x >= y) * 2 + (x != x || y != y) * 4 + !(u <= v) * 8 + (u != v) * 16;
    r[2] = (signbit(x) ? 1 : 0) + (isfinite(u) ? 2 : 0);
}
