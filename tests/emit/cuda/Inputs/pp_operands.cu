// Operands of each type, for tests/emit/cuda/pp.py: what the compiler makes of them is what the blocks say.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr unsigned kMask = 0xff, kOffset = 16;
enum class mode : uint32_t { off, on };
struct point { float x, y; };

template <int N> __device__ __forceinline__ unsigned scaled(unsigned x) {
    unsigned y;
    asm(R"ptx(mad.lo.u32 y, x, N, $(N + 1);)ptx");
    return y;
}

extern "C" __global__ void types(float *f, double *d, uint64_t *l, __half *h, unsigned char *c, mode m) {
    float a = f[0], b;
    double e = d[0];
    __half h0 = h[0], h1 = h[1];
    __half2 hh;
    __nv_bfloat162 bb = __float2bfloat162_rn(a);
    unsigned bits, mask = kMask;
    int k = -1;
    bool big, odd = threadIdx.x & 1;
    short s = 3;
    unsigned char byte;
    signed char sbyte = -5;
    point p{1, 2}, *q = &p;
    asm(R"ptx(
        .reg .b64 %wide; // not the compiler's
        .reg .pred %r1;
        add.f32 b, a, q->y;
        mov.b32 bits, a;
        and.b32 bits, bits, kMask;
        add.f64 e, e, $(double(a) * 2);
        mov.b32 hh, {h0, h1};
        cvt.u64.u32 %wide, mask;
        setp.gt.f32 big|%r1, a, 0f3F800000;
        @%r1 mov.b32 k, m;
        @!odd add.s16 s, s, s;
        xor.b32 bb, bb, 0x80008000;
    )ptx");
    asm volatile(R"ptx(
        ld.global.u8 byte, [c];
        st.global.s8 [c + kOffset], sbyte;
        st.global.u64 [l], $(reinterpret_cast<uint64_t>(f));
        st.global.v2.f32 [$(f + 2)], {p.x, p.y};
    )ptx");
    if (big)
        asm volatile(R"ptx(st.global.f32 [f], b;)ptx");
    else
        asm volatile(R"ptx(st.global.u32 [f], bits;)ptx");
    d[0] = e;
    h[0] = __low2half(hh);
    l[1] = k + s + byte + scaled<5>(bits);
    f[1] = __low2float(bb);
}

// Results go where they were meant before the block, which changes their index.
extern "C" __global__ void places(bool *flags, unsigned char *c, const uint8_t *from, unsigned i, unsigned b) {
    asm volatile(R"ptx(setp.eq.u32 flags[i], i, b; add.u32 i, i, 1;)ptx");
    asm volatile(R"ptx(ld.global.u8 c[i], [from]; add.u32 i, i, 1;)ptx");
    asm volatile(R"ptx(elect.sync i|flags[i], -1;)ptx");
    asm volatile(R"ptx(@$(flags[i++]) not.pred $(flags[i++]), $(flags[i++]);)ptx");
    c[0] = i;
}
