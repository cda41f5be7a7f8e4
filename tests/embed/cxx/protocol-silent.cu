// Functions of asm statements that are correct, or of which who calls them decides: nothing is reported.
// RUN: %ptxcheck -q -Wprotocol-pedantic %s | count 0
// RUN: %ptxcheck -q --verbose %s 2>&1 | FileCheck --implicit-check-not='not checked' %s
#include <cstdint>

#define FENCE fence()
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void store(uint32_t s, uint64_t g) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
}
template <int N> __device__ void wait() {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

// Only opens, or only closes.
__device__ void opens(float (&d)[4], uint64_t a, uint64_t b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
__device__ void closes() {
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

// A call, a branch, a label or a macro may do what is missing.
__device__ void with_code_between(uint32_t s, uint64_t g, int v, bool last) {
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(s), "r"(v) : "memory");
    fence();
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    commit();
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(s), "r"(v) : "memory");
    FENCE;
    // CHECK: {{silent.cu}}:[[@LINE+1]]: asynchronous operations are not checked: there is C++ code between its asm statements (use --ptx)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    if (last) return;
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// The result of a test is an output, or decides about a branch.
__device__ int tests(uint32_t bar) {
    int done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.b32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar) : "memory");
    asm volatile("{ .reg .pred p;\n AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n @!p bra AGAIN; }" ::"r"(bar) : "memory");
    return done;
}

// A register that one statement declares and another one reads.
__device__ void declares(uint32_t bar) {
    asm volatile(".reg .pred p_of_all; mbarrier.test_wait.parity.shared::cta.b64 p_of_all, [%0], 0;" ::"r"(bar));
    asm volatile("@p_of_all st.shared.b32 [%0], 1;" ::"r"(bar) : "memory");
}

// How many groups are left, the template says.
template <int N> __device__ void group(uint32_t s, uint64_t g) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

// Another address each time, as far as can be seen.
__device__ void other_address(uint32_t s, uint64_t g, int v) {
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(s + 4), "r"(v) : "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// The statements are alternatives.
__device__ void alternatives(uint32_t s, uint64_t g, bool bulk) {
    if (bulk)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(g), "r"(s) : "memory");
    else
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    // CHECK: {{silent.cu}}:[[@LINE-1]]: asynchronous operations are not checked
}

// The compiler may move the second statement behind the third.
__device__ void moved(float (&d)[4], uint64_t a, uint64_t b, float &x) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
    asm("mov.f32 %0, %1;" : "=f"(x) : "f"(d[1]));
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    // CHECK: {{silent.cu}}:[[@LINE-1]]: asynchronous operations are not checked
}

// The loads are complete: their results are read, or waited for.
__device__ int loads(uint32_t t, uint32_t bar) {
    int v;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(v) : "r"(t));
    asm volatile("tcgen05.wait::ld.sync.aligned;\n tcgen05.fence::before_thread_sync;" ::: "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
    return v;
}
