// REQUIRES: nvcc
// A wrong call costs one error of a few lines, though `ld` has more than a thousand overloads.
// RUN: mkdir -p %t && %ptxcheck emit --all --arch=sm_100a --only=ld,cp.async.bulk.tensor,tcgen05.ld.16x32bx2 -o %t/some.cuh
// RUN: %nvcc -I%t -c -arch=sm_100a -o %t/a.o %s
// RUN: not %nvcc -I%t -ptx -arch=sm_100a -DWRONG -o %t/b.ptx %s > %t/log 2>&1
// RUN: FileCheck %s < %t/log
// RUN: sed -n 45p %t/log | not grep .
#include "some.cuh"

__global__ void k(float *p, void *smem, const void *map, uint64_t *bar, int x) {
    p[0] = ptx::ld(ptx::space_global, ptx::type_f32, p);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, smem, map, {x, 8}, bar);
    float d[4];
    ptx::ld(ptx::space_global, ptx::type_b32, d, p + 4); // arrays of any type of 4 bytes
    p[1] = d[0];
#ifdef WRONG
// CHECK: mismatch.cu([[@LINE+1]]): error: function "ptx::ld<Given...>(...) {{.*}}" was declared unavailable ("no overload of ptx::ld takes these arguments. Parameters ([] if some overloads lack them): [sem_*], [scope_*], [space_*], {{.*}}[type_*], [d[]], a")
    p[0] = ptx::ld(ptx::space_global, ptx::type_f32, *p);
// CHECK: mismatch.cu([[@LINE+1]]): error: {{.*}}"no overload of ptx::ld takes
    p[0] = ptx::ld(ptx::sem_release, ptx::space_global, ptx::type_f32, p);
// CHECK: mismatch.cu([[@LINE+1]]): error: {{.*}}"no overload of ptx::cp_async_bulk_tensor takes
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, smem, map, p, bar);
// CHECK: mismatch.cu([[@LINE+1]]): error: a brace-enclosed list cannot be passed for an ellipsis parameter
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, bar, map, {x, 8}, smem);
// CHECK: mismatch.cu([[@LINE+1]]): error: {{.*}}"no overload of ptx::tcgen05_ld_16x32bx2 takes
    ptx::tcgen05_ld_16x32bx2<16>(p, x);
// CHECK: 6 errors detected
#endif
}
