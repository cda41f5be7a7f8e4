// RUN: not %ptxcheck -q --arch=sm_90a %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// RUN: not %ptxcheck -q --verbose --arch=sm_90a %s 2>&1 | grep -o "[0-9]*:[0-9]*: asm not checked: .*" | FileCheck --check-prefix=WHY %s
// Statements that do not end: an error where it is compiled, and a true reason for all.
// WHY: 18:{{.*}}a literal or a bracket is not closed
// WHY-NEXT: 20:{{.*}}a literal or a bracket is not closed
// WHY-NEXT: 23:{{.*}}a literal or a bracket is not closed
// WHY-NEXT: 25:{{.*}}a literal or a bracket is not closed
// WHY-NEXT: 27:{{.*}}a literal or a bracket is not closed
// WHY-NEXT: 29:{{.*}}'#if' excludes it
// WHY-NEXT: 32:{{.*}}a literal or a bracket is not closed
// Line 34 is checked, except for its operands.
// WHY-NEXT: 35:{{.*}}its text needs the preprocessor
// WHY-NEXT: 37:{{.*}}no known instruction
// WHY-NEXT: 40:{{.*}}its text needs the preprocessor
// WHY-NEXT: 42:{{.*}}a literal or a bracket is not closed
__device__ void f(int x) {
    // CHECK: [[@LINE+1]]:32: error: unexpected '+' in the asm statement: a '"' or ')' is missing [ptx-535 asm-unterminated]
    asm("add.s32 %0, %0, 1; : "+r"(x));
    // CHECK: [[@LINE+1]]:9: error: the asm statement has no closing '"' [ptx-535 asm-unterminated]
    asm("add.s32 %0, %0, 1;
        : "+r"(x));
    // CHECK: [[@LINE+1]]:39: error: unexpected ';' in the asm statement: a '"' or ')' is missing
    asm("add.s32 %0, %0, 1;" : "+r"(x);
    // CHECK: [[@LINE+1]]:47: error: unexpected ';' in the asm statement
    asm("add.s32 %0, %0, 1;" : "+r"(x) : "n"(1;
    // CHECK: [[@LINE+1]]:17: error: unexpected '}' in the asm statement
    asm("trap;" }
#if __CUDA_ARCH__ < 700
    asm("add.s32 %0, %0, 1; : "+r"(x));
#endif
#ifdef UNKNOWN
    asm("add.s32 %0, %0, 1; : "+r"(x));
#endif
    asm("add.s32 %0, %0, 1;" : OPERANDS(x));
    asm("add.s32 %0, %0, 1;" : "+r"(x) :: "memory" MORE
    );
    asm();
    asm("mov.b32 %0, %1;" : "=r"(x) : "r"([&] { int y = x; return y; }()));
}
#define HALF(x) asm("trap;" x
// CHECK: [[@LINE+1]]:16: error: the asm statement has no closing '"'
void g() { asm("add.s3
