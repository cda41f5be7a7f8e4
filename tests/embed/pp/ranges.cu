// Constants are in the range that the instruction takes: where C++ knows them, it checks that.
// RUN: mkdir -p %t && sed '/CHECK/s/.*//' %s > %t/ranges.cu && %ptxcheck pp -q %t/ranges.cu -o %t.cu
// RUN: FileCheck --strict-whitespace %s < %t.cu
template <int N, unsigned U> __device__ void f(unsigned long long map, unsigned v, void *p) {
    // CHECK: must have 64 bits"); static_assert((static_cast<long long>(N) >= 0 && static_cast<long long>(N) <= 12) || (static_cast<long long>(N) >= 13 && static_cast<long long>(N) <= 15), "'N' must be an integer in 0..15"); asm
    asm volatile(R"ptx(tensormap.replace.tile.elemtype.global.b1024.b32 [map], N;)ptx");
    // CHECK: do { static_assert((static_cast<long long>(U) >= 24 && static_cast<long long>(U) <= 256 && static_cast<long long>(U) % 8 == 0), "'U' must be an integer in 24..256, multiple of 8"); asm
    asm volatile(R"ptx(setmaxnreg.inc.sync.aligned.u32 U;)ptx");
    // CHECK: static_assert((static_cast<long long>(N + 1) >= 0), "'N + 1' must be an integer not below 0");
    asm volatile(R"ptx(wgmma.wait_group.sync.aligned $(N + 1);)ptx");
    // An offset and a register have none; an expression over lines is left to ptxas.
    // CHECK-NOT: static_cast
    asm volatile(R"ptx(prefetch.global.L2 [p + N];
        bar.sync v;
        setmaxnreg.dec.sync.aligned.u32 $(U +
            8);)ptx");
}
