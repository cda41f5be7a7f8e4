// Mistakes that ptxas finds in what nvcc makes of this.
__device__ __forceinline__ void copy(unsigned t, unsigned long long d) {
    asm volatile("{\n\t"
                 "tcgen05.cp.cta_group::1.32x128b [%0], %1;\n\t"
                 "}" :: "r"(t), "l"(d) : "memory");
}

__global__ void one(unsigned t, unsigned long long d) { copy(t, d); }
__global__ void two(unsigned t, unsigned long long d) { copy(t + 1, d); }

__global__ void other(unsigned *p) {
    unsigned r;
    asm("add.u32 %0, %1;" : "=r"(r) : "r"(p[1]));
    asm("mov.u32 %0, nosuch;" : "=r"(p[2]) :);
    p[0] = r;
}

__global__ void last(unsigned long long *p) {
    asm volatile("{ .reg .b64 a;\n\tmov.b64 a, %0;\n\t\n\ttensormap.replace.tile.rnak.global.b1024.b32 [a], 2; }" ::"l"(p));
    asm volatile("tensormap.replace.tile.rank.global.b1024.b32 [%0], 2;" ::"l"(p));
    asm volatile("tensormap.replace.tile.rnak.global.b1024.b32 [%0], 3;" ::"l"(p));
}
