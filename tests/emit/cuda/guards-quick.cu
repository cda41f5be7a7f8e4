// REQUIRES: nvcc
// Wrong targets, in a small header: guards.cu asks more, of headers with all functions, in `make check-cuda`.
// RUN: mkdir -p %t && %ptxcheck emit %S/Inputs/guards.ptx -o %t/small.cuh
// RUN: %nvcc -I%t -ptx -arch=sm_80 -o %t/a.ptx %s
// RUN: %nvcc -I%t -ptx -arch=sm_100a -DUSE -o %t/a.ptx %s
// RUN: not %nvcc -I%t -ptx -arch=sm_100f -DUSE -o %t/b.ptx %s 2>&1 | FileCheck --check-prefix=FAMILY %s
// FAMILY-NOT: tcgen05_ld
// FAMILY: ptx::tcgen05_shift_down needs sm_100a
// RUN: not %nvcc -I%t -ptx -arch=sm_80 -DUSE -o %t/b.ptx %s 2>&1 | FileCheck %s
// CHECK: "ptx::elect_sync needs -arch=sm_90 or higher"
// CHECK: error: static assertion failed with "ptx::tcgen05_ld_16x32bx2 needs sm_100a, sm_100f, {{.*}}: -gencode arch=compute_100a,code=sm_100a"
// CHECK: error: static assertion failed with "ptx::tcgen05_shift_down needs sm_100a, sm_103a, sm_107a, sm_110a: -gencode arch=compute_100a,code=sm_100a"
// RUN: not %nvcc -I%t -ptx -arch=sm_100a -DRANGE -o %t/b.ptx %s 2>&1 | FileCheck --check-prefix=RANGE %s
// RANGE: "ptx::tensormap_replace_elemtype: 'new_val' must be an integer in 0..15"
#include "small.cuh"
#include "small.cuh"

__global__ void k(uint32_t *p, void *map) {
#ifdef USE
    uint32_t r[2];
    p[2] = ptx::elect_sync(p[3], p[0]);
    ptx::tcgen05_ld_16x32bx2<8>(r, p[0]);
    ptx::tcgen05_shift_down(ptx::cta_group_1, r[0]);
    ptx::tensormap_replace_elemtype<13>(ptx::space_global, map);
#endif
#ifdef RANGE
    ptx::tensormap_replace_elemtype<16>(ptx::space_global, map);
#endif
}
