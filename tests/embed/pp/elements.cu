// `d[0..3]` in a block stands for four elements of an array.
// RUN: mkdir -p %t && sed '/CHECK/s/.*//; /#ifdef WRONG/,/#endif/s/.*//' %s > %t/elements.cu && %ptxcheck pp --arch=sm_90a %t/elements.cu -o %t.cu --report=%t.txt && test ! -s %t.txt
// RUN: FileCheck --strict-whitespace %s < %t.cu
// RUN: not %ptxcheck pp --arch=sm_90a %s -o - 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
struct tile { float sum[2][8]; };

__device__ void block(float (&d)[8], float *p, tile *t) {
    // CHECK: asm volatile("{ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n}" : "=f"(reinterpret_cast<float &>(d[0])), "=f"(reinterpret_cast<float &>(d[1])), "=f"(reinterpret_cast<float &>(d[2])), "=f"(reinterpret_cast<float &>(d[3])) : "l"(
    asm volatile(R"ptx(ld.global.v4.f32 {d[0..3]}, [p];)ptx");
    // An element is the same operand wherever it stands.
    // CHECK: "{ld.global.v2.f32 {%0, %1}, [%2]; add.f32 %0, %0, %1;\n}" : "=&f"(reinterpret_cast<float &>(d[6])), "=&f"(reinterpret_cast<float &>(d[7])) : "l"(
    asm volatile(R"ptx(ld.global.v2.f32 {d[6..7]}, [p]; add.f32 d[6], d[6], d[7];)ptx");
    // Beside others, and of any array.
    // CHECK: static_assert(sizeof(_ptx1) == 4, "'t->sum[1][2]' must have 32 bits");
    // CHECK-SAME: "{st.global.v4.f32 [%0], {%1, %2, %3, %4};\n}"
    asm volatile(R"ptx(st.global.v4.f32 [p], {t->sum[1][2..4], d[5..5]};)ptx");
#ifdef WRONG
    // WRONG: [[@LINE+1]]:40: error: '[3..2]' is empty: the first number must be the smaller one [ptx-519 block-elements]
    asm volatile(R"ptx(ld.global.f32 {d[3..2]}, [p];)ptx");
    // WRONG: [[@LINE+1]]:41: error: operand 'd' must be a vector of 4 elements, not of 3 [ptx-432 vector-length]
    asm volatile(R"ptx(ld.global.v4.f32 {d[0..2]}, [p];)ptx");
    // WRONG: [[@LINE+1]]:42: error: more than 1024 operands in one statement
    asm volatile(R"ptx(ld.global.v4.f32 {d[0..9999999]}, [p];)ptx");
#endif
}
