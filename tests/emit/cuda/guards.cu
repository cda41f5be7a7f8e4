// REQUIRES: nvcc, check-cuda
// Wrong targets and numbers: a sentence where a function is used, and nothing where it is not.
// RUN: mkdir -p %t && %ptxcheck emit %root/tests/emit/forms.ptx -o %t/forms.cuh && %ptxcheck emit --all --arch=sm_100a -o %t/all.cuh
// RUN: %nvcc -I%t -cubin -arch=sm_100a -DUSE -o %t/a.cubin %s
// Of a host program, for several targets at once.
// RUN: %nvcc -I%t -c -gencode arch=compute_100a,code=sm_100a -gencode arch=compute_80,code=sm_80 -DGUARDED -o %t/a.o %s
// RUN: %nvcc -I%t -ptx -arch=sm_80 -o %t/a.ptx %s
// RUN: not %nvcc -I%t -ptx -arch=sm_90a -DUSE -o %t/b.ptx %s 2>&1 | FileCheck %s
// CHECK: error: static assertion failed with "ptx::tcgen05_ld_16x32bx2 needs sm_100a, sm_100f, {{.*}}: -gencode arch=compute_100a,code=sm_100a"
// CHECK-NOT: ptx::elect_sync
// CHECK: error: static assertion failed with "ptx::tcgen05_shift_down needs sm_100a, sm_103a, sm_107a, sm_110a: -gencode arch=compute_100a,code=sm_100a"
// RUN: not %nvcc -I%t -ptx -arch=sm_100f -DUSE -o %t/b.ptx %s 2>&1 | FileCheck --check-prefix=FAMILY %s
// FAMILY-NOT: tcgen05_ld
// FAMILY: ptx::tcgen05_shift_down needs sm_100a
// RUN: not %nvcc -I%t -ptx -arch=sm_80 -DUSE -o %t/b.ptx %s 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: "ptx::elect_sync needs -arch=sm_90 or higher"
// RUN: not %nvcc -I%t -ptx -arch=sm_100a -DRANGE -o %t/b.ptx %s 2>&1 | FileCheck --check-prefix=RANGE %s
// RANGE: "ptx::tensormap_replace_elemtype: 'new_val' must be an integer in 0..15"
// Three headers, one of them with templates for what the others have.
#include "forms.cuh"
#include "all.cuh"
#include "forms.cuh"

__global__ void k(uint32_t *p, void *map) {
#if defined(USE) || (defined(GUARDED) && defined(__CUDA_ARCH_FEAT_SM100_ALL))
    uint32_t r[2];
    p[2] = ptx::elect_sync(p[0]);
    ptx::tcgen05_ld_16x32bx2<-16>(r, p[0]);
    ptx::tcgen05_shift_down(ptx::cta_group_1, r[0]);
    ptx::tensormap_replace_elemtype<13>(ptx::space_global, map);
    ptx::mbarrier_init(ptx::space_shared, reinterpret_cast<uint64_t *>(p), 1);
    ptx::b128 response{};
    p[3] = static_cast<uint32_t>(response.low);
#endif
#ifdef RANGE
    ptx::tensormap_replace_elemtype<16>(ptx::space_global, map);
#endif
}
