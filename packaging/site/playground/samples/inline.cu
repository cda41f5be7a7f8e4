// A function of a CUDA kernel with inline PTX. The second statement names an operand that does not exist.
#include <cstdint>

__device__ void arrive(uint32_t barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ uint32_t add(uint32_t a, uint32_t b)
{
    uint32_t sum;
    asm("add.u32 %0, %1, %3;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

__device__ bool test(uint32_t barrier, uint64_t state)
{
    uint32_t done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.shared::cta.b64 p, [%1];\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done) : "r"(barrier), "l"(state) : "memory");
    return done != 0;
}
