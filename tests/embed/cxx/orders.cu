// RUN: %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// Without "memory" the compiler may move accesses across these.

__device__ void orders() {
    // CHECK: [[@LINE+1]]:19: warning: 'membar.gl' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("membar.gl;");
    // CHECK: [[@LINE+1]]:19: warning: 'membar.proxy.alias' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("membar.proxy.alias;");
    // CHECK: [[@LINE+1]]:19: warning: 'fence.acq_rel.gpu' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("fence.acq_rel.gpu;");
    // CHECK: [[@LINE+1]]:19: warning: 'bar.sync' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("bar.sync 0;");
    // CHECK: [[@LINE+1]]:19: warning: 'bar.cta.sync' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("bar.cta.sync 0;");
    // CHECK: [[@LINE+1]]:19: warning: 'barrier.sync' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("barrier.sync 0;");
    // CHECK: [[@LINE+1]]:19: warning: 'barrier.cta.sync' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("barrier.cta.sync 0;");
    // CHECK: [[@LINE+1]]:19: warning: 'bar.arrive' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("bar.arrive 0, 64;");
    // CHECK: [[@LINE+1]]:19: warning: 'bar.cta.arrive' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("bar.cta.arrive 0, 64;");
    // CHECK: [[@LINE+1]]:19: warning: 'barrier.arrive' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("barrier.arrive 0, 64;");
    // CHECK: [[@LINE+1]]:19: warning: 'barrier.cta.arrive' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("barrier.cta.arrive 0, 64;");
    // CHECK: [[@LINE+1]]:48: warning: 'bar.red.popc.u32' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 d; .reg .pred p; bar.red.popc.u32 d, 0, p; }");
    // CHECK: [[@LINE+1]]:48: warning: 'bar.cta.red.popc.u32' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 d; .reg .pred p; bar.cta.red.popc.u32 d, 0, p; }");
    // CHECK: [[@LINE+1]]:48: warning: 'barrier.red.popc.u32' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 d; .reg .pred p; barrier.red.popc.u32 d, 0, p; }");
    // CHECK: [[@LINE+1]]:48: warning: 'barrier.cta.red.popc.u32' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 d; .reg .pred p; barrier.cta.red.popc.u32 d, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'bar.red.and.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; bar.red.and.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'bar.cta.red.and.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; bar.cta.red.and.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'barrier.red.and.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; barrier.red.and.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'barrier.cta.red.and.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; barrier.cta.red.and.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'bar.red.or.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; bar.red.or.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'bar.cta.red.or.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; bar.cta.red.or.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'barrier.red.or.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; barrier.red.or.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:35: warning: 'barrier.cta.red.or.pred' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .pred p; barrier.cta.red.or.pred p, 0, p; }");
    // CHECK: [[@LINE+1]]:19: warning: 'bar.warp.sync' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("bar.warp.sync -1;");
    // CHECK: [[@LINE+1]]:19: warning: 'call.uni' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("call.uni f;");
    // CHECK: [[@LINE+1]]:19: warning: 'call' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("call f;");
    // CHECK: [[@LINE+1]]:21: warning: 'call' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ call f; }");
    // CHECK: [[@LINE+1]]:37: warning: 'call' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 a, b; call (a), f, (b); }");
    // CHECK: [[@LINE+1]]:34: warning: 'call' without "memory": accesses may be moved across it [ptx-506 asm-no-memory]
    asm volatile("{ .reg .b32 b; call f, (b); }");
    asm volatile("call f;" ::: "memory");
}

__device__ void only_computes(int i, int r) {
    asm("bra L; L: mov.b32 %0, 1;" : "=r"(r));
    asm("{ L: mov.b32 %0, 1; list: .branchtargets L; brx.idx %1, list; }" : "=r"(r) : "r"(i));
}
