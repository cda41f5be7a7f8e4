void f(unsigned r) {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 40;");
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(r) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
}
