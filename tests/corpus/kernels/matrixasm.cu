// SPDX-License-Identifier: Apache-2.0
// mma.sync, ldmatrix and stmatrix written as inline PTX.
// corpus: min=80
#include <cuda_fp16.h>

__device__ unsigned sharedAddress(const void *p)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void mmaTile(const half *a, float *out)
{
    __shared__ alignas(16) half tile[16 * 64];
    unsigned ra[4], rb[2];
    float c[4] = {0, 0, 0, 0};
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    unsigned at = sharedAddress(tile) + threadIdx.x % 16 * 32;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2+64];"
                 : "=r"(rb[0]), "=r"(rb[1]) : "r"(at));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    int d[4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "r"(0));
    asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                 "{%0, %1}, {%2, %3}, {%4, %5}, {%0, %1}, %6, 0x1;"
                 : "+r"(ra[0]), "+r"(ra[1])
                 : "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "r"(d[0]));
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(rb[0]) : "r"(ra[1]));
#if __CUDA_ARCH__ >= 900
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(ra[0]),
                 "r"(rb[0]) : "memory");
#endif
    for (int i = 0; i < 4; ++i)
        out[threadIdx.x * 4 + i] = c[i] + d[i] + __uint_as_float(ra[i]) + rb[0];
}
