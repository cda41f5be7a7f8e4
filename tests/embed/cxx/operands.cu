// RUN: not %ptxcheck %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// Operands have the types of their constraints.

__device__ void types(unsigned r, unsigned long long l, unsigned short h, float f, double d, bool b, __int128 q) {
    // CHECK: [[@LINE+1]]:58: error: operand 's_desc' must be a 64-bit register, not a .b32 register
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "r"(r), "r"(r) : "memory");
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "r"(r), "l"(l) : "memory");
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "f"(f), "d"(d) : "memory");
    // CHECK: [[@LINE+1]]:45: warning: operand 'addr' should be an address [], in a 32- or 64-bit register or of a .shared variable; ptxas also accepts a .b16 register
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "h"(h) : "memory");
    // CHECK: [[@LINE+1]]:93: error: operand 'response' must be a 128-bit register, not a .b64 register
    asm volatile("{.reg .pred p; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, %0;}" :: "l"(l));
    asm volatile("{.reg .pred p; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, %0;}" :: "q"(q));
    // CHECK: [[@LINE+1]]:20: error: guard '%1' is not a predicate
    asm volatile("@%1 mbarrier.inval.shared.b64 [%0];" :: "r"(r), "r"(r) : "memory");
    asm volatile("@%1 mbarrier.inval.shared.b64 [%0];" :: "r"(r), "b"(b) : "memory");
    asm volatile("@!%1 mbarrier.inval.shared.b64 [%0];" :: "r"(r), "b"(b) : "memory");
}

__device__ void floats(unsigned long long l, float f, unsigned r) {
    asm("createpolicy.fractional.L2::evict_last.b64 %0, %1;" : "=l"(l) : "f"(f));
    // CHECK: [[@LINE+1]]:57: warning: operand 'fraction' should be a .f32 register or a number in (0..1]; ptxas also accepts a .b32 register
    asm("createpolicy.fractional.L2::evict_last.b64 %0, %1;" : "=l"(l) : "r"(r));
}

template <int N> __device__ void immediates(unsigned r, unsigned x) {
    // CHECK: [[@LINE+1]]:58: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 300
    asm volatile("setmaxnreg.inc.sync.aligned.u32        %0;" :: "n"(300) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(232) : "memory");
    // However a number is written, it is that number.
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 0
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 3
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 0
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not -1
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 2000000
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 1048576
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 1048576
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 0
    // CHECK: [[@LINE+9]]:51: error: operand 'imm_reg_count' must be 24..256, a multiple of 8, not 15
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0x0) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0b11) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0u) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(-1) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(2'000'000) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(1048576L) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0x100000) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"((0)) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"( 017 ) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0xE8) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0b1110'1000) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"((232UL)) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0350) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0xffffffff) : "memory"); // the compiler's choice
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(1 + 2) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(3_regs) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(-1u) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(09) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(0x) : "memory");
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(N) : "memory"); // who knows
    // CHECK: [[@LINE+1]]:51: error: operand 'imm_reg_count' must be an integer in 24..256, multiple of 8, not a .b32 register
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" :: "r"(232) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [%0 + %1];" :: "r"(r), "n"(8 * N) : "memory");
    // CHECK: [[@LINE+1]]:63: warning: '%0' is written twice by one instruction
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x%2.b32 {%0, %0}, [%1];" : "=r"(x) : "r"(r), "n"(2));
    // CHECK: [[@LINE+1]]:49: error: unknown qualifier '.x3'
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x%2.b32 {%0, %0}, [%1];" : "=r"(x) : "r"(r), "n"(3));
    // What is computed, or pasted into a word, is not known.
    asm volatile("mbarrier.inval.shared.b64 [%0 + %1 * 8];" :: "r"(r), "n"(N) : "memory");
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x%2.b32 {%0}, [%1];" : "=r"(x) : "r"(r), "n"(N));
    asm volatile("mbarrier.inval%1.b64 [%0];" :: "r"(r), "C"(name) : "memory");
    // Of constraints that CUDA does not have nothing is known.
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "rm"(r) : "memory");
}

__device__ void names(unsigned r, unsigned long long l) {
    unsigned state;
    asm volatile("mbarrier.inval.shared.b64 [%[bar]];" :: [bar] "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:58: error: operand 's_desc' must be a 64-bit register, not a .b32 register
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%1], %[d];" :: [d] "r"(r), "r"(r) : "memory");
}
