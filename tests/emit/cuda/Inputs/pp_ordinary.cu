// SPDX-License-Identifier: Apache-2.0
// Ordinary instructions in blocks: what each operand must be follows from the tables.
#include <cstdint>
#include <cuda_fp16.h>
__global__ void f(float *p, uint32_t *q, double *d, unsigned char *b, unsigned long long tex) {
    float x, y, z, w; uint32_t u, v, k = 3; int s; uint16_t h; double e; bool pr; unsigned char c; uint64_t l; short t; unsigned __int128 big;
    asm volatile(R"ptx(ld.global.f32 x, [p];)ptx");
    asm volatile(R"ptx(ld.global.v4.f32 {x, y, z, w}, [p + 16];)ptx");
    asm volatile(R"ptx(st.global.u32 [q], u;)ptx");
    asm volatile(R"ptx(ld.global.u8 c, [b];)ptx");
    asm volatile(R"ptx(add.s32 s, s, 5;)ptx");
    asm volatile(R"ptx(fma.rn.f32 x, y, z, w;)ptx");
    asm volatile(R"ptx(cvt.rn.f16.f32 h, x;)ptx");
    asm volatile(R"ptx(cvt.rzi.s32.f64 s, e;)ptx");
    asm volatile(R"ptx(setp.lt.f32 pr, x, y;)ptx");
    asm volatile(R"ptx(selp.b32 u, v, k, pr;)ptx");
    asm volatile(R"ptx(atom.global.add.u32 u, [q], v;)ptx");
    asm volatile(R"ptx(red.global.add.f32 [p], x;)ptx");
    asm volatile(R"ptx(shfl.sync.down.b32 u|pr, v, 1, 31, 0xffffffff;)ptx");
    asm volatile(R"ptx(vote.sync.ballot.b32 u, pr, -1;)ptx");
    asm volatile(R"ptx(mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {x,y,z,w}, {u,v,u,v}, {u,k}, {x,y,z,w};)ptx");
    asm volatile(R"ptx(ldmatrix.sync.aligned.m8n8.x2.shared.b16 {u, v}, [$shared(p)];)ptx");
    asm volatile(R"ptx(mul.wide.u32 l, u, v;)ptx");
    asm volatile(R"ptx(mad.lo.s32 s, s, s, 1;)ptx");
    asm volatile(R"ptx(bfe.u32 u, v, 4, 8;)ptx");
    asm volatile(R"ptx(lop3.b32 u, v, k, u, 0x96;)ptx");
    asm volatile(R"ptx(prmt.b32 u, v, k, 0x5410;)ptx");
    asm volatile(R"ptx(bar.sync 0;)ptx");
    asm volatile(R"ptx(barrier.sync k, 64;)ptx");
    asm volatile(R"ptx(cp.async.ca.shared.global [$shared(q)], [p], 16, k;)ptx");
    asm volatile(R"ptx(tex.2d.v4.f32.f32 {x,y,z,w}, [tex, {x, y}];)ptx");
    asm volatile(R"ptx(tex.a2d.v4.f32.f32 {x,y,z,w}, [tex, {u, x, y, z}];)ptx");
    asm volatile(R"ptx(sust.b.2d.v2.b32.trap [tex, {u, v}], {u, k};)ptx");
    asm volatile(R"ptx(ld.global.b128 big, [p];)ptx");
    asm volatile(R"ptx(shl.b64 l, l, k;)ptx");
    asm volatile(R"ptx(mov.b64 {u, v}, l;)ptx");
    asm volatile(R"ptx(mov.u32 u, %laneid;)ptx");
    asm volatile(R"ptx(dp4a.s32.u32 s, u, v, s;)ptx");
    asm volatile(R"ptx(redux.sync.add.s32 s, s, -1;)ptx");
    asm volatile(R"ptx(match.all.sync.b32 u|pr, v, -1;)ptx");
    asm volatile(R"ptx(add.cc.u32 u, u, v; addc.u32 k, k, v;)ptx");
    asm volatile(R"ptx(set.eq.u32.f32 u, x, y;)ptx");
    asm volatile(R"ptx(isspacep.shared pr, p;)ptx");
    asm volatile(R"ptx(cvta.to.global.u64 l, p;)ptx");
    asm volatile(R"ptx(prefetch.global.L2 [p];)ptx");
    asm volatile(R"ptx(nanosleep.u32 k;)ptx");
    asm volatile(R"ptx(multimem.red.relaxed.sys.global.add.u32 [q], u;)ptx");
    asm volatile(R"ptx(div.rn.f64 e, e, e;)ptx");
    asm volatile(R"ptx(min.s16 t, t, t;)ptx");
    asm volatile(R"ptx(add.f16x2 u, v, k;)ptx");
    asm volatile(R"ptx(wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [p], {x,y,z,w,x,y,z,w}, k;)ptx");
    asm volatile(R"ptx(bar.red.popc.u32 u, 0, pr;)ptx");
    *q = u + v + k + s + h + pr + c + t + (uint32_t)l + (uint32_t)big + (uint32_t)e + (uint32_t)(x + y + z + w) + (d != nullptr);
}
