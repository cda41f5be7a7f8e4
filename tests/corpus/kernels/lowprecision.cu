// SPDX-License-Identifier: Apache-2.0
// half, bfloat16 and fp8: packed arithmetic, conversions, comparisons.
// corpus: min=75
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void halves(const __half2 *a, __half2 *r, __half s)
{
    __half2 x = a[0], y = a[1];
    r[0] = __hadd2(x, y);
    r[1] = __hfma2(x, y, r[0]);
    r[2] = __hmul2_sat(x, y);
    r[3] = __hmax2(__habs2(x), __hneg2(y));
    r[4] = h2exp2(x);
    r[5] = h2sqrt(y);
    r[6] = __halves2half2(hsin(s), hlog2(s));
    r[7] = __hge2(x, y);
    r[8] = __float22half2_rn(make_float2(1.5f, __half2float(s)));
    r[9] = __lowhigh2highlow(x);
    r[10].x = __hlt(s, x.x) ? __int2half_rd(7) : __double2half(0.3);
    r[10].y = __ushort_as_half(0x3c00);
#if __CUDA_ARCH__ >= 800
    r[11] = __hfma2_relu(x, y, r[1]);
#endif
    r[12] = __shfl_xor_sync(0xffffffffu, x, 1);
}

#if __CUDA_ARCH__ >= 800
__global__ void bfloats(const __nv_bfloat162 *a, __nv_bfloat162 *r, __nv_bfloat16 s)
{
    __nv_bfloat162 x = a[0], y = a[1];
    r[0] = __hadd2(x, y);
    r[1] = __hfma2(x, y, r[0]);
    r[2] = __hmin2(x, __habs2(y));
    r[3] = h2exp2(x);
    r[4] = __floats2bfloat162_rn(__bfloat162float(s), 0.1f);
    r[5].x = __float2bfloat16_rz(0.7f);
    r[5].y = __hgt(s, x.x) ? s : __int2bfloat16_rn(-3);
    r[6] = __hfma2_relu(x, y, r[1]);
}
#endif

__global__ void eights(const __nv_fp8x4_e4m3 *a, const __nv_fp8x2_e5m2 *b, float4 *r,
                       __nv_fp8x2_storage_t *s)
{
    r[0] = static_cast<float4>(a[0]);
    float2 f = static_cast<float2>(b[0]);
    r[1] = make_float4(f.x, f.y, 0, 0);
    s[0] = __nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, __NV_E4M3);
    s[1] = __nv_cvt_halfraw2_to_fp8x2(__half2(1, 2), __NV_SATFINITE, __NV_E5M2);
}
