// RUN: %ptxcheck %s -q
// RUN: %ptxcheck pp -q %s | cmp - %s
// R"..." whose delimiter is too long, or ends nowhere, is no literal. What stands in it is nobody's text.
__device__ void too_long(int r) {
    asm volatile(R"much_too_long_a_delimiter(nonsense)much_too_long_a_delimiter" : "=r"(r) :: "memory");
}
__device__ void second(unsigned r) {
    asm volatile("mbarrier.inval.shared.b64 " R"much_too_long_a_delimiter(nonsense)" :: "r"(r) : "memory");
}
__device__ void constraint(unsigned r) {
    asm volatile("nonsense %0;" :: R"much_too_long_a_delimiter(r)"(r) : "memory");
}
