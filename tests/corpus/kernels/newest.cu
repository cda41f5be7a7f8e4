// SPDX-License-Identifier: Apache-2.0
// sm_100 and later: packed float pairs, 256-bit accesses, quad precision, three-input min.
// corpus: min=100
__global__ void pairs(const unsigned long long *a, unsigned long long *r, float *f)
{
    unsigned long long s;
    asm("fma.rn.f32x2 %0, %1, %2, %1;" : "=l"(s) : "l"(a[0]), "l"(a[1]));
    asm("add.rz.ftz.f32x2 %0, %1, %2;" : "=l"(r[0]) : "l"(s), "l"(a[2]));
    asm("mul.f32x2 %0, %1, %2;" : "=l"(r[1]) : "l"(s), "l"(a[3]));
    asm("min.NaN.f32 %0, %1, %2, %3;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2]), "f"(f[3]));
    float4 p, q;
    asm volatile("ld.global.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=f"(p.x), "=f"(p.y), "=f"(p.z), "=f"(p.w), "=f"(q.x), "=f"(q.y), "=f"(q.z),
                   "=f"(q.w) : "l"(f));
    asm volatile("st.global.v8.f32 [%0], {%1, %2, %3, %4, %4, %3, %2, %1};" ::"l"(f), "f"(p.x),
                 "f"(p.y), "f"(q.z), "f"(q.w) : "memory");
}

__global__ void quads(const __float128 *a, __float128 *r)
{
    r[0] = a[0] * a[1] + a[2] / a[3];
    r[1] = a[0] < a[1] ? (__float128)1.5 : -a[2];
}

__global__ void wideVectors(const double4_32a *a, double4_32a *r) { r[threadIdx.x] = a[threadIdx.x]; }
