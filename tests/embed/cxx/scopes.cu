// RUN: %ptxcheck -q %s | count 0
// Names and blocks of one asm statement may be meant for another, and C++ has names of its own.

__shared__ unsigned long long bar;
__device__ void scopes(unsigned r, unsigned parity) {
    asm volatile(".reg .pred done;");
    asm volatile("mbarrier.try_wait.parity.shared.b64 done, [%0], %1;" :: "r"(r), "r"(parity) : "memory");
    asm volatile("@!done bra LAB_WAIT;\n");
    asm volatile("LAB_WAIT: mbarrier.inval.shared.b64 [bar];\n" ::: "memory");
    asm volatile("LAB_WAIT: mbarrier.inval.shared.b64 [bar];\n" ::: "memory"); // another function
    asm volatile("{ .reg .b64 bar;");
    asm volatile("mbarrier.inval.shared.b64 [bar]; }" ::: "memory");
    asm volatile("}");
    asm volatile("mbarrier.inval.shared.b64 [bar]; /* " ::: "memory");
    asm volatile("{\n"
                 ".reg .pred P1;\n"
                 "LAB_WAIT:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
                 "@P1 bra DONE;\n"
                 "bra LAB_WAIT;\n"
                 "DONE:\n"
                 "}" :: "r"(r), "r"(parity) : "memory");
    asm volatile("{ { .reg .b32 x<4>; mov.b32 x0, %%laneid; } mbarrier.inval.shared.b64 [%0]; }" :: "r"(r) : "memory");
    asm volatile("");
    asm volatile(";");
}
