#include "ops.h"
__device__ void f(int &x) {
    asm(MOVE " %0, 1;" : "=r"(x));
    asm("mov.u32 %0, 1;" ADD(0, 0) : "=r"(x));
    asm(OP " %0, 1;" : "=r"(x));
    asm(FORCED(%0) : "=r"(x));
#if LEVEL >= 3
    asm("ad.u32 %0, 1, 2;" : "=r"(x));
#endif
}
