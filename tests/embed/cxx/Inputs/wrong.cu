__device__ void f(int r) { asm volatile("tcgen05.nosuch;" ::: "memory"); }
__device__ void g(int r) {
    asm volatile("mbarrier.inval.shraed.b64 [%0];" :: "r"(r) : "memory");
}
