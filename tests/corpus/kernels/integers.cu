// SPDX-License-Identifier: Apache-2.0
// Integer operations: wide products, bit fields, SIMD in a word, 128 bits, divisions.
// corpus: min=75
__global__ void words(const unsigned *a, unsigned *r)
{
    unsigned x = a[0], y = a[1], z = a[2];
    int k = 0;
    r[k++] = __popc(x) + __clz(y) + __ffs(z) + __brev(x);
    r[k++] = __byte_perm(x, y, 0x5410) + __funnelshift_l(x, y, z) + __funnelshift_rc(x, y, 9);
    r[k++] = __umulhi(x, y) + __mulhi((int)x, (int)z) + __mul24((int)x, (int)y) + __sad(3, 4, z);
    r[k++] = __dp4a(x, y, z) + __dp2a_lo(x, y, z) + __dp2a_hi((int)x, (int)y, (int)z);
    r[k++] = __vadd4(x, y) + __vabsdiffu2(x, y) + __vmaxs4(x, z) + __vcmpgtu2(y, z);
    r[k++] = x / 7 + y % 10 + (int)z / -3 + x / y + (int)y % (int)z;
    r[k++] = (x << (y & 31)) | (x >> 5) | (unsigned)((int)z >> 3);
    r[k++] = min(x, y) + max((int)y, (int)z) + abs((int)x) + __uhadd(x, y) + __rhadd(3, (int)z);
    r[k++] = (x & y) ^ (~z | 0xff00ff00u);
    r[k++] = (unsigned char)x + (short)y + (signed char)z;
    r[k++] = __match_any_sync(0xffffffffu, x) + __ballot_sync(0xffffffffu, x > y) + __activemask();
    int all;
    r[k++] = __match_all_sync(0xffffffffu, y, &all) + all + __any_sync(~0u, z) + __all_sync(~0u, x);
#if __CUDA_ARCH__ >= 800
    r[k++] = __reduce_add_sync(~0u, x) + __reduce_xor_sync(~0u, y) + __reduce_min_sync(~0u, (int)z);
#endif
}

__global__ void longs(const unsigned long long *a, unsigned long long *r)
{
    unsigned long long x = a[0], y = a[1];
    unsigned __int128 p = (unsigned __int128)x * y;
    r[0] = (unsigned long long)(p >> 64) + __umul64hi(x, y) + __mul64hi(x, y);
    r[1] = x / y + (long long)x % 1000 + __popcll(x) + __clzll(y) + __brevll(x) + __ffsll(y);
    p = p * 3 + ((__int128)x << 20) - y;
    r[2] = (unsigned long long)(p / 10) + (p > (unsigned __int128)y);
    r[3] = (x << (y & 63)) ^ ((long long)x >> 7) ^ (x >> 40);
    r[4] = llabs((long long)x) + min(x, y);
}
