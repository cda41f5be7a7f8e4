// RUN: not %ptxcheck -q -Wno-all %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// RUN: not %ptxcheck -q -Wno-all --verbose %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not="not checked" %s
// A constant in an opcode has any value that makes a word of the instruction: an error is one with all of them.

template <int N> __device__ void f(int x, unsigned long long l, float f) {
    asm volatile("tcgen05.alloc.cta_group::%2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(x), "r"(x), "n"(N));
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x%3.b32 {%0,%1}, [%2];" : "=r"(x), "=r"(x) : "r"(x), "n"(N));
    // CHECK: [[@LINE+1]]:58: error: operand 'r' must be a vector of
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x%3.b32 {%0,%1,%0}, [%2];" : "=r"(x), "=r"(x) : "r"(x), "n"(N));
    // CHECK: [[@LINE+1]]:32: error: unknown qualifier '.cta_groop::%2' [ptx-402 unknown-qualifier]
    asm volatile("tcgen05.alloc.cta_groop::%2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(x), "r"(x), "n"(N));
    asm volatile("mma.sync.aligned.m16n8k%4.row.col.f32.%5.%5.f32 {%0,%0,%0,%0}, {%1,%1,%1,%1}, {%2,%2}, {%3,%3,%3,%3};"
                 : "+f"(f) : "r"(x), "r"(x), "f"(f), "n"(K / 2), "C"(type));
    // CHECK: [[@LINE+1]]:97: error: operand 'b' must be a vector of
    asm volatile("mma.sync.aligned.m16n8k%4.row.col.f32.%5.%5.f32 {%0,%0,%0,%0}, {%1,%1,%1,%1}, {%2,%2,%2}, {%3,%3,%3,%3};"
                 : "+f"(f) : "r"(x), "r"(x), "f"(f), "n"(K / 2), "C"(type));
    asm volatile("ld.global.v%3.b32 {%0, %1}, [%2];" : "=r"(x), "=r"(x) : "l"(l), "n"(N));
    asm volatile("ld.global.%2 %0, [%1];" : "=r"(x) : "l"(l), "C"(type));
    asm volatile("{ .reg .b32 t%1; mov.b32 t%1, %0; mov.b32 %0, t%1; }" : "+r"(x) : "n"(N));
    // WHY: :[[@LINE+2]]:5: not checked in this asm: instructions whose text is unknown
    // CHECK: [[@LINE+1]]:31: error: the asm has no operand '%9' (number of operands: 2) [ptx-501 asm-operand-index]
    asm volatile("mov.b32 %0, %9; add.s32 %0, %0, %1*4;" : "+r"(x) : "n"(N));
    // WHY: :[[@LINE+1]]:5: asm not checked: an operand is part of a word
    asm volatile("mov.b32 %0, %1x;" : "=r"(x) : "r"(x));
}
#if 0
// WHY: :[[@LINE+1]]:12: asm not checked: '#if' excludes it
void g() { asm("exit;"); }
#endif
// WHY: :[[@LINE+1]]:12: asm not checked: no known instruction
void h() { asm("pause"); }
