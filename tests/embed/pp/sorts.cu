// What an instruction computes with is a number of its sort in C++: each use is checked where types are known.
// RUN: mkdir -p %t && sed '/CHECK/s/.*//' %s > %t/sorts.cu && %ptxcheck pp --arch=sm_90a %t/sorts.cu -o %t.cu --report=%t.txt && test ! -s %t.txt
// RUN: FileCheck --strict-whitespace %s < %t.cu
// CHECK: {{^}}#ifndef PTXCHECK_SORT{{$}}
// CHECK-NEXT: {{^}}#define PTXCHECK_SORT{{$}}
// CHECK: {{^}}template <> struct _ptx_sort<float> { enum { is_float = 1, is_integer = 0 }; };{{$}}
// CHECK: {{^}}template <> struct _ptx_sort<unsigned> { enum { is_float = 0, is_integer = 1 }; };{{$}}
// CHECK: {{^}}#endif{{$}}
// CHECK-NEXT: {{^}}#line 1 "{{.*}}sorts.cu"{{$}}
__device__ void f(float x, float y, int n, double d, float *p, float (&v)[2]) {
    // CHECK: do { static_assert({{[^;]*}}; static_assert(::_ptx_sort<decltype((x))>::is_float, "'x' must have a floating-point type"); auto _ptx1 = (y); static_assert({{[^;]*}}; static_assert(::_ptx_sort<decltype(_ptx1)>::is_float, "'y' must have a floating-point type"); asm(
    asm(R"ptx(add.f32 x, y, y;)ptx");
    // CHECK: ::is_integer, "'n' must have an integer type"); asm(
    asm(R"ptx(add.s32 n, n, n;)ptx");
    // CHECK: "'d' must have a floating-point type"); auto _ptx1 = (n); static_assert({{[^;]*}}; static_assert(::_ptx_sort<decltype(_ptx1)>::is_integer, "'n' must
    asm(R"ptx(cvt.rn.f64.s32 d, n;)ptx");
    // An atomic addition computes, too.
    // CHECK: "'x' must have a floating-point type"
    asm volatile(R"ptx(red.global.add.f32 [p], x;)ptx");
    // Bits, moves, loads, stores and elements of vectors: whatever has the size.
    // CHECK-NOT: _ptx_sort
    asm(R"ptx(and.b32 x, n, 0x7fffffff; mov.f32 y, n;)ptx");
    asm volatile(R"ptx(ld.global.f32 n, [p]; st.global.s32 [p], y; st.global.v2.f32 [p], {n, v[0]};)ptx");
    // One that is both is of no sort.
    asm(R"ptx(add.f32 x, x, x; add.s32 x, x, x;)ptx");
}
