// RUN: %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: %ptxcheck -q -Wno-all -Wpedantic %s | grep -c "without .memory.: accesses may be moved across it .ptx-580 asm-memory-pedantic" | grep -x 15
// A fence or wait without "memory" that no access of C++ can get across nevertheless.

__device__ void closed(int c, unsigned r) {
    asm volatile("cp.async.bulk.wait_group.read 0;");
    asm volatile("bar.sync 1;" ::: "memory");
    c++;
    asm volatile("cp.async.bulk.commit_group;");
    if (c) {
        asm volatile("cp.async.bulk.wait_group 0;"); // and
        asm("add.u32 %0, %0, 1;" : "+r"(r));
    }
    __syncthreads();
    asm volatile("fence.proxy.async;");
    __syncwarp();
    c++;
    asm volatile("griddepcontrol.wait;" ); ; asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("fence.acq_rel.gpu;"); asm volatile("membar.gl;");
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("bar.sync 0; st.shared.b32 [%0], 1; bar.sync 0; ld.shared.b32 %0, [%0];" : "+r"(r));
    asm volatile("st.shared.b32 [%0], 1; bar.sync 0; ld.shared.b32 %0, [%0]; bar.sync 0;" : "+r"(r));
}

__device__ void open(int c, unsigned r) {
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group' without "memory"
    asm volatile("cp.async.bulk.wait_group 0;");
    c++;
    asm volatile("bar.sync 1;" ::: "memory");
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group' without "memory"
    asm volatile("cp.async.bulk.wait_group 0;");
    c++;
    // CHECK: [[@LINE+1]]:19: warning: 'fence.proxy.async' without "memory"
    asm volatile("fence.proxy.async;");
    __syncthreads();
    // CHECK: [[@LINE+1]]:19: warning: 'fence.proxy.async' without "memory"
    asm volatile("fence.proxy.async;");
    c++;
    // CHECK: [[@LINE+1]]:19: warning: 'bar.sync' without "memory"
    asm volatile("bar.sync 0; st.shared.b32 [%0], 1;" :: "r"(r));
    c++;
    // CHECK: [[@LINE+1]]:42: warning: 'bar.sync' without "memory"
    asm volatile("st.shared.b32 [%0], 1; bar.sync 0;" :: "r"(r));
}

// What generators write in kernels: the next statement is a call or a decision, or the kernel ends.
__global__ void kernel(int warp, int *p) {
    if (warp == 0) {
        asm volatile("cp.async.bulk.wait_group.read 0;");
        signal(p);
    }
    if (warp == 1) {
        asm volatile("cp.async.bulk.wait_group 0;");
    } else {
        asm volatile("cp.async.bulk.wait_group 1;");
        if (*p) return;
        asm volatile("cp.async.bulk.wait_group 2;");
        return;
    }
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group' without "memory"
    asm volatile("cp.async.bulk.wait_group 0;");
    p[1] = 0;
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group' without "memory"
    asm volatile("cp.async.bulk.wait_group 0;");
    for (int i = 0; i < warp; i++) p[i] = 0;
    // CHECK: [[@LINE+1]]:19: warning: 'griddepcontrol.wait' without "memory"
    asm volatile("griddepcontrol.wait;");
    signal(p);
    if (warp == 2) {
        asm volatile("cp.async.bulk.wait_group 0;");
#ifdef CLEAN
        asm volatile("barrier.cluster.arrive.relaxed;");
#endif
        asm volatile("cp.async.bulk.wait_group 0;");
    }
}

// What follows the call of a function is not known.
__device__ void wrapper() {
    // CHECK: [[@LINE+1]]:19: warning: 'cp.async.bulk.wait_group.read' without "memory"
    asm volatile("cp.async.bulk.wait_group.read 0;");
}
