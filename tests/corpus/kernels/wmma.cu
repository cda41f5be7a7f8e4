// SPDX-License-Identifier: Apache-2.0
// Warp matrix multiply through the C++ API.
// corpus: min=75
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;

template <int M, int N, int K, typename A, typename C, typename LayoutA, typename LayoutB>
__device__ void tile(const A *a, const A *b, C *c, int ld)
{
    wmma::fragment<wmma::matrix_a, M, N, K, A, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, A, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fill_fragment(fc, C(0));
    for (int k = 0; k < 4; ++k) {
        wmma::load_matrix_sync(fa, a + k * K, ld);
        wmma::load_matrix_sync(fb, b + k * K * ld, ld);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    for (int i = 0; i < fc.num_elements; ++i)
        fc.x[i] = fc.x[i] + C(1);
    wmma::store_matrix_sync(c, fc, ld, wmma::mem_row_major);
}

__global__ void products(const half *h, const signed char *s8, const unsigned char *u8, float *f,
                         half *hc, int *ic, int ld)
{
    tile<16, 16, 16, half, float, wmma::row_major, wmma::col_major>(h, h + 256, f, ld);
    tile<32, 8, 16, half, half, wmma::col_major, wmma::row_major>(h, h + 512, hc, ld);
    tile<8, 32, 16, signed char, int, wmma::row_major, wmma::row_major>(s8, s8 + 64, ic, ld);
    tile<16, 16, 16, unsigned char, int, wmma::col_major, wmma::col_major>(u8, u8 + 64, ic, ld);
}

#if __CUDA_ARCH__ >= 800
__global__ void products80(const __nv_bfloat16 *b, const double *d, float *f, double *dc, int ld)
{
    tile<16, 16, 16, __nv_bfloat16, float, wmma::row_major, wmma::col_major>(b, b + 256, f, ld);
    tile<8, 8, 4, double, double, wmma::row_major, wmma::col_major>(d, d + 64, dc, ld);
}
#endif
