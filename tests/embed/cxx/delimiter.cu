// RUN: not %ptxcheck %s -q | FileCheck --strict-whitespace --implicit-check-not=error: %s
// RUN: not %ptxcheck pp -q %s 2>&1 | FileCheck --strict-whitespace --implicit-check-not=error: %s
// R"..." whose delimiter is too long, or ends nowhere, is no literal. What stands in it is nobody's text.
__device__ void too_long(int r) {
    // CHECK: [[@LINE+1]]:19: error: the asm statement has no closing '"' [ptx-535 asm-unterminated]
    asm volatile(R"much_too_long_a_delimiter(nonsense)much_too_long_a_delimiter" : "=r"(r) :: "memory");
}
__device__ void second(unsigned r) {
    // CHECK: [[@LINE+1]]:48: error: the asm statement has no closing '"' [ptx-535 asm-unterminated]
    asm volatile("mbarrier.inval.shared.b64 " R"much_too_long_a_delimiter(nonsense)" :: "r"(r) : "memory");
}
__device__ void constraint(unsigned r) {
    // CHECK: [[@LINE+1]]:37: error: the asm statement has no closing '"' [ptx-535 asm-unterminated]
    asm volatile("nonsense %0;" :: R"much_too_long_a_delimiter(r)"(r) : "memory");
}
