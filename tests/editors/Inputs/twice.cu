
__device__ int twice(int x)
{
    asm("{ .reg .b32 %%half;\n\t"
        "  mov.b32 %%half, %0;\n\t"
        "  add.s32 %0, %%half, %%half; }" : "+r"(x));
    return x;
}
