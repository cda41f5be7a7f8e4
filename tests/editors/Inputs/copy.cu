#include <cstdint>

__device__ void copy(uint32_t to, uint64_t from)
{
    asm volatile("tcgen05.cp.cta_group::1.128x25b [%0], %1;"
                 :: "r"(to), "l"(from) : "memory");
}
