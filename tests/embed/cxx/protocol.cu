// The protocol of asm statements that follow each other: what is wrong whoever calls the function.
// RUN: %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: %ptxcheck %s | FileCheck --check-prefix=NOTE %s
// RUN: %ptxcheck -q -Wno-protocol %s | count 0
// RUN: not %ptxcheck -q -Werror=protocol %s | FileCheck --check-prefix=ERROR %s
// ERROR: error: 'cp.async.bulk' is never committed
#include <cstdint>

// One statement that holds a whole protocol.
__device__ void in_no_group(uint32_t s, uint64_t g) {
    asm volatile(
        // CHECK: [[@LINE+1]]:10: warning: 'cp.async.bulk' is never committed: no 'cp.async.bulk.commit_group' follows [ptx-702 uncommitted-group]
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\n"
        // NOTE: [[@LINE+1]]:10: note: 'cp.async.bulk.wait_group' does not wait for it
        "cp.async.bulk.wait_group.read 0;\n" ::"l"(g), "r"(s) : "memory");
}

// One that does not read what its test of an mbarrier says.
__device__ void does_not_wait(uint32_t bar) {
    // CHECK: [[@LINE+1]]:35: warning: 'mbarrier.try_wait.parity' does not wait: nothing reads its result [ptx-713 wait-result-unused]
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; }" ::"r"(bar) : "memory");
}

// An accumulator that another statement reads too early. Empty asm statements and declarations stand between.
__device__ void too_early(float (&d)[4], uint64_t a, uint64_t b) {
    float x, y = 0;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    // NOTE: [[@LINE+1]]:19: note: 'wgmma.mma_async' starts it here
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
    asm volatile("" : "+f"(d[0])::"memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    uint32_t unused[2], other = 4;
    // CHECK: [[@LINE+1]]:31: warning: '%1' is read while a multiplication may still use it [ptx-701 wgmma-in-flight]
    asm volatile("add.f32 %0, %1, 1.0;" : "=f"(x) : "f"(d[1]));
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    asm volatile("add.f32 %0, %1, 1.0;" : "=f"(y) : "f"(d[1]));
}

// Registers that a statement sets, and no fence after it.
__device__ void no_fence(float &d0, float &d1, float &d2, float &d3, uint64_t a, uint64_t b) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("mov.f32 %0, 0f00000000;" : "=f"(d0));
    // CHECK: [[@LINE+1]]:19: warning: no 'wgmma.fence' before 'wgmma.mma_async' uses '%0' [ptx-706 wgmma-missing-fence]
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "l"(a), "l"(b));
}

// Shared memory at the same address.
__device__ void no_proxy_fence(uint32_t s, uint64_t g, int v) {
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(s), "r"(v) : "memory");
    // CHECK: [[@LINE+1]]:19: warning: no 'fence.proxy.async' before 'cp.async.bulk' reads what the kernel wrote [ptx-710 missing-proxy-fence]
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// The slot is given back while the load may run.
__device__ int no_wait(uint32_t t, uint32_t bar) {
    int v;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(v) : "r"(t));
    // CHECK: [[@LINE+1]]:19: warning: 'tcgen05.ld' may not be complete at 'mbarrier.arrive': no 'tcgen05.wait::ld' in between [ptx-705 tmem-not-awaited]
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
    return v;
}

// A map that was written is used without the fence of its proxy.
__device__ void no_acquire(uint64_t map, uint32_t from, uint32_t s, uint32_t bar) {
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(map), "r"(from) : "memory");
    // CHECK: [[@LINE+1]]:19: warning: no 'fence.proxy.tensormap' before 'cp.async.bulk.tensor' uses a map that the kernel wrote [ptx-731 tensormap-not-acquired]
    asm volatile("cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1, {0}], [%2];" ::"r"(s), "l"(map), "r"(bar) : "memory");
}

// A block of plain PTX is a statement as well.
__device__ void block(uint32_t s, uint64_t g) {
    asm(R"ptx(
        // CHECK: [[@LINE+1]]:9: warning: 'cp.async.bulk' is never committed: no 'cp.async.bulk.commit_group' follows [ptx-702 uncommitted-group]
        cp.async.bulk.global.shared::cta.bulk_group [g], [s], 256;
        cp.async.bulk.wait_group 0;
    )ptx");
}

#define STORE_AND_WAIT(g, s)                                                                       \
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s)); \
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory")
// CHECK: [[@LINE-2]]:19: warning: 'cp.async.bulk' is never committed
