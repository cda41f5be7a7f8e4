// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// What the asm itself says wrongly of its text.

__device__ void indexes(unsigned r) {
    // CHECK: [[@LINE+1]]:46: error: the asm has no operand '%1' (number of operands: 1) [ptx-501 asm-operand-index]
    asm volatile("mbarrier.inval.shared.b64 [%1];" :: "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:46: error: the asm has no operand '%0' (number of operands: 0)
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::: "memory");
    // CHECK: [[@LINE+1]]:46: error: the asm has no operand '%0' (number of operands: 0)
    asm volatile("mbarrier.inval.shared.b64 [%0];");
    // CHECK: [[@LINE+1]]:46: error: no operand of the asm is called '%[bar]' [ptx-502 asm-operand-name]
    asm volatile("mbarrier.inval.shared.b64 [%[bar]];" :: [bat] "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:46: error: the asm has no operand '%12' (number of operands: 2)
    asm volatile("mbarrier.inval.shared.b64 [%12];" :: "r"(r), "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:46: warning: the asm does not declare '%r0': it is a register of the compiler [ptx-534 asm-undeclared-register]
    asm volatile("mbarrier.inval.shared.b64 [%r0];" :: : "memory");
}

__device__ void unused(unsigned r) {
    // CHECK: [[@LINE+1]]:63: warning: the asm does not use operand 1 [ptx-503 asm-unused-operand]
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(r), "r"(r + 1) : "memory");
    // CHECK: [[@LINE+1]]:54: warning: the asm does not use operand 0
    asm volatile("mbarrier.inval.shared.b64 [%1];" : "=r"(r) : "r"(r) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [%0];" : "+r"(r), "+f"(f) :: "memory"); // tied to the asm
    // CHECK: [[@LINE+1]]:51: warning: the asm does not use operand 1
    asm volatile("add.f32 %0, %0, %0;" : "+f"(f), "+f"(g)); // another is named
    asm volatile("mbarrier.inval.shared.b64 [%0];" : "=r"(r) : "0"(r) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [foo]; // not %0" :: "r"(r) : "memory");
}

__device__ void written(unsigned r, unsigned long long l, float f) {
    // CHECK: [[@LINE+1]]:63: warning: '%0' is an input of the asm, and 'createpolicy.fractional.L2::evict_first.b64' writes it [ptx-504 asm-input-written]
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" :: "l"(l));
    // CHECK: [[@LINE+1]]:62: warning: '%1' is an input of the asm, and 'tcgen05.ld.sync.aligned.32x32b.x2.b32' writes it
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];" : "=r"(r) : "r"(r), "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:65: warning: '%1' is an input of the asm, and 'add.u32' writes it
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %1, 0; add.u32 %1, %1, 1;"
                 "  @p mbarrier.inval.shared.b64 [%0]; }" :: "r"(r), "r"(r) : "memory");
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(l));
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "+l"(l));
    asm volatile("tcgen05.st.sync.aligned.32x32b.x2.b32 [%2], {%0, %1};" :: "r"(r), "r"(r), "r"(r) : "memory");
}

__device__ void second(unsigned r, unsigned long long l, bool b) {
    // CHECK: [[@LINE+1]]:70: warning: '%2' is an input of the asm, and 'tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32' writes it
    asm volatile("tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%0, %2}, %1, [%3];"
                 : "=r"(r), "+r"(r) : "r"(r), "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:32: warning: '%1' is an input of the asm, and 'elect.sync' writes it
    asm volatile("{ elect.sync %1|p, %0; }" : "+r"(r) : "r"(r));
}

__device__ void effects(unsigned r, unsigned long long l) {
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'tcgen05.ld.sync.aligned.32x32b.x1.b32' [ptx-505 asm-not-volatile]
    asm("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r) : "r"(r));
    asm("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r) : "r"(r) : "memory");
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r) : "r"(r));
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(l)); // it only computes
    // CHECK: [[@LINE+1]]:5: warning: asm without 'volatile': the compiler may drop or move 'elect.sync'
    asm("{ .reg .pred p; elect.sync %0|p, -1; }" : "=r"(r)); // all threads of the warp do it together
    asm("mbarrier.inval.shared.b64 [%0];" :: "r"(r)); // without outputs, asm is volatile
    // CHECK: [[@LINE+1]]:19: warning: 'fence.proxy.async' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("fence.proxy.async;");
    r++;
    asm volatile("fence.proxy.async;" ::: "memory");
    r++;
    asm volatile("fence.mbarrier_init.release.cluster;");
    r++;
    // CHECK: [[@LINE+1]]:21: warning: 'wgmma.fence.sync.aligned' without "memory": accesses may be moved across it
    asm volatile("{ wgmma.fence.sync.aligned; }" ::);
    r++;
    // CHECK: [[@LINE+1]]:19: warning: 'wgmma.wait_group.sync.aligned' without "memory"
    asm volatile("wgmma.wait_group.sync.aligned 0;");
    r++;
    // These order nothing but other tcgen05 instructions, which are asm volatile, too.
    asm volatile("tcgen05.fence::before_thread_sync;");
    asm volatile("tcgen05.fence::after_thread_sync;");
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group.read' without "memory"
    asm volatile("cp.async.bulk.wait_group.read 0;");
    r++;
    // CHECK: [[@LINE+1]]:19: warning: 'griddepcontrol.wait' without "memory"
    asm volatile("griddepcontrol.wait;");
    r++;
    asm volatile("griddepcontrol.launch_dependents;");
    r++;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    r++;
    // CHECK: [[@LINE+1]]:19: error: 'barrier.cluster.sync' is not an instruction; expected 'barrier.cluster.arrive'
    asm volatile("barrier.cluster.sync;"); // one mistake: nothing is said of "memory"
    r++;
}

// Deprecated since PTX ISA 9.5: `#if` may choose this line for an older one.
__device__ void older() { asm volatile("fabric.wait.sync_restrict::reads;" ::: "memory"); }
