// SPDX-License-Identifier: Apache-2.0
// Vector loads and stores, cache hints, read-only and volatile accesses, narrow types.
// corpus: min=75
template <typename T>
__global__ void copy(const T *__restrict__ in, T *__restrict__ out, const T *c, T *d)
{
    int i = threadIdx.x;
    out[i] = in[i];
    out[i + 32] = __ldg(in + i + 32);
    __stcs(d + i, __ldcs(c + i));
    __stcg(d + i + 32, __ldcg(c + i + 32));
    __stwt(d + i + 64, __ldcv(c + i + 64));
    __stwb(d + i + 96, __ldca(c + i + 96));
    d[i + 128] = __ldlu(c + i + 128);
}

#define COPY(T) template __global__ void copy<T>(const T *, T *, const T *, T *);
COPY(char) COPY(unsigned char) COPY(short) COPY(int) COPY(long long) COPY(float) COPY(double)
COPY(char2) COPY(uchar4) COPY(short4) COPY(ushort2) COPY(int2) COPY(int4) COPY(float4)
COPY(double2) COPY(longlong2) COPY(ulonglong2)

__global__ void odd(volatile short *s, volatile double *d, const bool *b, const char3 *c3,
                    const float3 *f3, unsigned char *o)
{
    s[0] = s[1] + (short)d[0];
    d[1] = s[2];
    o[0] = b[0] && !b[1];
    o[1] = c3[3].z + (unsigned char)f3[2].y;
}
