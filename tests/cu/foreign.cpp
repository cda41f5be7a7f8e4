// RUN: %ptxcheck -q -Werror %s | count 0
// Other assemblers, and PTX that is in no table: nothing is said.

void host(unsigned *p, int x) {
    asm volatile("pause" ::: "memory");
    asm volatile("lock; cmpxchgl %2, %1" : "=a"(x), "+m"(*p) : "r"(1), "0"(x) : "memory", "cc");
    asm("1: nop\n\t.pushsection .text.x\n jmp 1b");
    asm volatile("mfence"); asm volatile("fence"); asm volatile("fence.i"); asm volatile("fence rw,rw");
    asm volatile("fence.i;"); asm volatile("fence.tso;" ::: "memory"); asm("prefetch.w 0(%0); bra.s 1f;" :: "r"(p));
    asm volatile("fence.tso" ::: "memory"); asm volatile("dmb ish"); asm volatile("isb");
    asm volatile("mrs %0, cntvct_el0" : "=r"(x));
    asm volatile("prefetcht0 %0" :: "m"(*p)); asm volatile("prefetch 0(%0)" :: "r"(p));
    asm volatile("vadd.f32 q0, q1, %q2" :: "w"(x));
    asm goto("jmp %l0" :::: out);
    register int y asm("r1"); extern int z asm("tcgen05_name");
    __asm mov eax, 1
    __asm { mov eax, ebx }
out:;
}

__device__ void device(unsigned r) {
    asm("mov.u32 %0, %1, %7 whatever" : "=r"(r));
    asm("ld.global.nonsense %0, [%1];" : "=r"(r) : "l"(p), "l"(q));
    asm volatile("bar.sync 0");
    asm volatile("barrier.sync 0;" :: "r"(r));
}
