// RUN: %ptxcheck -q -Werror %s | count 0
// Other assemblers: nothing is said.

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
    asm volatile("vadd.s32 q0, q1, q2"); asm("vmax.f32 q0, q0, q1"); asm("vmov.f32 q0, %q0" :: "w"(x)); asm("vshl.u32 q0, q0, q1");
    asm volatile("ld.w $a0, %0, 8" :: "r"(p)); asm("st.d $a0, $a1, 0"); asm("add.d %0, %0, %0" : "+r"(x)); asm("and.w r0, r1, r2");
    asm("fadd.s f0, f1, f2; fcvt.s.w f0, %0" :: "r"(x)); asm("amoadd.w.aq a0, a1, (a2)"); asm("mov.s $f0, $f2; cvt.s.d $f2, $f4; abs.s $f0, $f1");
    asm("mov %eax, %ebx"); asm("add $1, %0" : "+r"(x)); asm("not %0; neg %0; and %1, %0" : "+r"(x)); asm("ret"); asm("call foo"); asm("mul x0, x1, x2; bar");
    asm("and. %0, %0, %0; or. 3,3,3; add. 1,1,1; sub.f r0,r1,r2; mov.b #4, r5; mov.w r1, r2; cmp.b r0; bar.s 1f" : "+r"(x));
    asm volatile("call f"); asm volatile("push %rax; call f; pop %rax"); asm volatile("call *%0; nop;" :: "r"(p)); asm("cli; call f;");
    asm("lr.w.aqrl %0, (%1)" : "=r"(x) : "r"(p)); asm("foo.sync x; i32.atomic.load x; vst1.aligned.sync x;");
    asm goto("jmp %l0" :::: out);
    register int y asm("r1"); extern int z asm("tcgen05_name");
    __asm mov eax, 1
    __asm { mov eax, ebx }
out:;
}

// The name of a function, which HIP gives to intrinsics of LLVM.
__device__ void device(void *p) {
    __device__ extern bool is_shared(void *) asm("llvm.amdgcn.is.shared");
    extern __device__ float add(float, float) __asm__("llvm.fadd.v2f16");
}
