#include "cp.h"
#define COPY "tcgen05.cp.cta_group::1" SHAPE
#define STRING(x) asm("tcgen05." #x ";")

// 7 needs the preprocessor, 8 and 9 do not, 10 is a piece, 11 is whole, too
__device__ void f(unsigned r, unsigned long long l) {
    asm volatile(COPY " [%0], %1;" :: "r"(r), "l"(l));
    asm volatile("tcgen05.cp.cta_group::" NUMBER ".128x256b [%0], %1;" :: "r"(r), "l"(l) : "memory");
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "r"(r), "l"(ARGUMENT(l, ",)")) : "memory");
    asm volatile("{ tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "r"(r), "l"(l) : "memory");
    asm volatile("add.u32 %0, %0, 1;" : "+r"(r));
}
