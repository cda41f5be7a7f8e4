// SPDX-License-Identifier: Apache-2.0
// Sorts of numbers: each WRONG is one static_assert of the expanded file.
template <typename T> __device__ void f(int n, unsigned u, float x, double y, float2 p, const float &cr, T t, int *q) {
    float r;
    asm(R"ptx(add.f32 r, x, cr;)ptx");
    asm(R"ptx(add.f32 r, x, t;)ptx");
    asm(R"ptx(and.b32 r, x, 0x7fffffff;)ptx");
    asm(R"ptx(shl.b32 r, x, 1;)ptx");
    asm(R"ptx(mov.b32 r, n;)ptx");
    asm(R"ptx(xor.b32 r, u, x;)ptx");
    asm(R"ptx(prmt.b32 r, u, x, 0x5410;)ptx");
    asm(R"ptx(fma.rn.f32x2 p, p, p, p;)ptx");
    asm volatile(R"ptx(st.b32 [q], x; red.global.add.f32 [q], x; st.v2.f32 [q], {n, u};)ptx");
    asm volatile(R"ptx(st.s32 [q], x; st.f32 [q], u; ld.u32 r, [q];)ptx");
    asm volatile(R"ptx(cvt.rn.f32.s32 r, n; shfl.sync.idx.b32 r, x, 0, 31, -1;)ptx");
#ifdef W1
    asm(R"ptx(add.f32 r, n, x;)ptx");
#endif
#ifdef W2
    asm(R"ptx(add.f32 r, u, x;)ptx");
#endif
#ifdef W3
    asm(R"ptx(add.s32 n, n, x;)ptx");
#endif
#ifdef W4
    asm(R"ptx(add.f32 n, x, x;)ptx");
#endif
#ifdef W5
    long long l; asm(R"ptx(add.f64 l, y, y;)ptx");
#endif
}
__global__ void k() { f<float>(1, 2, 3, 4, {}, 5, 6, 0); }
#ifdef W6
__global__ void k2() { f<int>(1, 2, 3, 4, {}, 5, 6, 0); }
#endif
