// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// asm statements are found wherever the compiler finds them, and nowhere else.

// asm("tcgen05.cp.nosuch [%0], %1;");
/* asm("tcgen05.cp.nosuch [%0], %1;"); */
const char *text = "asm(\"tcgen05.cp.nosuch;\")";
const char *raw = R"x( asm("tcgen05.cp.nosuch;") )" )x";
int masm(const char *), asmx(const char *), x = masm("fence.proxy.nosuch.async;");

__device__ void found() {
    int n = 1'000'000 + 0xA'B; char quote = '"', single = '\''; // a digit's separator
    // CHECK: [[@LINE+1]]:19: error: 'tcgen05.nosuch' is not an instruction
    asm volatile("tcgen05.nosuch.fence;" ::: "memory");
    // CHECK: [[@LINE+1]]:27: error: 'tcgen05.nosuch' is not an instruction
    __asm__ __volatile__("tcgen05.nosuch;" ::: "memory");
    // CHECK: [[@LINE+1]]:31: error: 'tcgen05.nosuch' is not an instruction
    __asm volatile /* ( */ ( "tcgen05.nosuch;" : : : "memory");
    asm \
        ("tcgen05.nosuch;" ::: "memory"
// CHECK: [[@LINE-1]]:11: error: 'tcgen05.nosuch' is not an instruction
        );
    // CHECK: [[@LINE+1]]:31: error: 'tcgen05.nosuch' is not an instruction
    auto f = [] { if (1) asm("tcgen05.nosuch;" ::: "memory"); };
}

// The body of a macro is code.
#define FENCE(x)             \
    asm volatile(            \
        "tcgen05.nosuch;"    \
        :: "r"(x) : "memory")
// CHECK: [[@LINE-2]]:10: error: 'tcgen05.nosuch' is not an instruction
// CHECK: [[@LINE-2]]:12: warning: the asm does not use operand 0

__device__ void misspelt() {
    // By itself a misspelt instruction is as wrong as beside a good one.
    // CHECK: [[@LINE+4]]:30: error: unknown qualifier '.asyncx'
    // CHECK: [[@LINE+4]]:24: error: unknown qualifier '.foo'
    // CHECK: [[@LINE+4]]:33: error: unknown qualifier '.waitt'
    // CHECK: [[@LINE+4]]:26: error: unknown qualifier '.sinc'
    asm volatile("fence.proxy.asyncx;" ::: "memory");
    asm volatile("fence.foo;" ::: "memory");
    asm volatile("griddepcontrol.waitt;" ::: "memory");
    asm volatile("{ elect.sinc _|p, -1; }" ::: "memory");
}
