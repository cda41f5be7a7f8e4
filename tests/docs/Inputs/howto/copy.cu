// For docs/howto/inline-asm.md: an instruction that lacks a qualifier, and an operand that does not exist.
#include <cstdint>

__device__ void copy_scales(uint32_t column, uint64_t scales) {
    asm volatile("tcgen05.cp.cta_group::1.32x128b [%0], %1;" ::"r"(column), "l"(scales) : "memory");
}

__device__ unsigned scale(unsigned x) {
    unsigned y;
    asm("mul.lo.u32 %0, %1, %2;" : "=r"(y) : "r"(x));
    return y;
}
