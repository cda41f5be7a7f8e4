#define __device__ __attribute__((device))

__device__ unsigned twice(unsigned x)
{
    unsigned y;
    asm volatile("{ .reg .pred p;\n\t"
                 "setp.ne.b32 p, %1, 0;\n\t"
                 "@p add.u23 %0, %1, %1; }"
                 : "=r"(y) : "r"(x));
    return z;
}
