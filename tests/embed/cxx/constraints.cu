// RUN: not %ptxcheck -w %s | FileCheck --strict-whitespace --implicit-check-not=error: %s
// What nvcc refuses of an asm before ptxas sees it.

__device__ void constraints(unsigned r, unsigned long long l, unsigned &out) {
    // CHECK: [[@LINE+1]]:55: error: "z": a constraint is one of b, h, r, l, q, f, d, n and C [ptx-509 asm-constraint]
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "z"(r) : "memory");
    // CHECK: [[@LINE+1]]:55: error: "": a constraint is one of
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: ""(r) : "memory");
    // CHECK: [[@LINE+1]]:55: error: "&u": a constraint is one of
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "&u"(r) : "memory");
    // CHECK: [[@LINE+1]]:54: error: the constraint of an output must contain '=' or '+' [ptx-530 asm-direction]
    asm volatile("mbarrier.inval.shared.b64 [%0];" : "r"(r) :: "memory");
    // CHECK: [[@LINE+2]]:55: error: the constraint of an input must not contain '=' or '+' [ptx-530 asm-direction]
    // CHECK: [[@LINE+2]]:55: error: the constraint of an input must not contain '=' or '+'
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "=r"(r) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "+r"(r) : "memory");
    // Of others' letters nothing is said, nor of what is no PTX.
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "m"(r), "i"(r), "g"(r), "rm"(r), "0"(r) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [%0];" : "=&r"(out), "+l"(l) : "0"(r) : "memory");
    asm volatile("mov %0, %1" : "a"(r) : "=z"(r));
}

__device__ void percents(unsigned r, unsigned s) {
    // CHECK:      [[@LINE+5]]:47: error: '%r1' is not a register here: its percent sign must be doubled [ptx-507 asm-operand-modifier]
    // CHECK-NEXT:    [[@LINE+4]] |{{.*}}
    // CHECK-NEXT: {{^      \|                                               \^~~}}
    // CHECK-NEXT: {{^      \|                                               %}}
    // CHECK: [[@LINE+1]]:83: error: '%r1' is not a register here
    asm volatile("{ .reg .b32 %%r<4>; mov.b32 %r1, %0; mbarrier.inval.shared.b64 [%r1]; }" :: "r"(r) : "memory");
    asm volatile("{ .reg .b32 %%r<4>; mov.b32 %%r1, %tid.x; mbarrier.inval.shared.b64 [%%r1]; mbarrier.inval.shared.b64 [%rd1]; }" :: "r"(r) : "memory");
    asm volatile("{ .reg .b32 %r<4>; mov.b32 %r1, %tid.x; mbarrier.inval.shared.b64 [%r1]; }" ::: "memory");
    // CHECK: [[@LINE+1]]:51: error: '%c0' is not a register here: its percent sign must be doubled [ptx-507 asm-operand-modifier]
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %c0;" :: "n"(232));
    // CHECK:      [[@LINE+4]]:45: error: an asm without operands keeps both percent signs: write one [ptx-508 asm-double-percent]
    // CHECK-NEXT:    [[@LINE+3]] |{{.*}}
    // CHECK-NEXT: {{^      \|                                             \^~}}
    // CHECK-NEXT: {{^      \|                                             -}}
    asm volatile("{ .reg .b32 a; mov.b32 a, %%tid.x; mbarrier.inval.shared.b64 [a]; }" ::: "memory");
    asm volatile("{ .reg .b32 a; mov.b32 a, %%tid.x; mbarrier.inval.shared.b64 [a]; }" :: "r"(r) : "memory");
}
