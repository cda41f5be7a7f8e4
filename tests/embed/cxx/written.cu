// RUN: %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// Each of these writes its first operand.

__device__ void written(unsigned r, float x, unsigned long long p) {
    // CHECK: [[@LINE+1]]:26: warning: '%0' is an input of the asm, and 'ld.b32' writes it [ptx-504 asm-input-written]
    asm volatile("ld.b32 %0, [%1];" :: "r"(r), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:34: warning: '%0' is an input of the asm, and 'ldu.global.b32' writes it [ptx-504 asm-input-written]
    asm volatile("ldu.global.b32 %0, [%1];" :: "r"(r), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:31: warning: '%0' is an input of the asm, and 'atom.or.b32' writes it [ptx-504 asm-input-written]
    asm volatile("atom.or.b32 %0, [%1], 1;" :: "r"(r), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:38: warning: '%0' is an input of the asm, and 'suld.b.1d.b32.trap' writes it [ptx-504 asm-input-written]
    asm volatile("suld.b.1d.b32.trap %0, [%1, {0}];" :: "r"(r), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:59: warning: '%0' is an input of the asm, and 'tex.1d.v4.f32.s32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .f32 a, b, c; tex.1d.v4.f32.s32 {%0, a, b, c}, [%1, {0}]; }" :: "f"(x), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:64: warning: '%0' is an input of the asm, and 'tex.base.1d.v4.f32.s32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .f32 a, b, c; tex.base.1d.v4.f32.s32 {%0, a, b, c}, [%1, {0}], 0; }" :: "f"(x), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:65: warning: '%0' is an input of the asm, and 'tex.level.1d.v4.f32.s32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .f32 a, b, c; tex.level.1d.v4.f32.s32 {%0, a, b, c}, [%1, {0}], 0; }" :: "f"(x), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:64: warning: '%0' is an input of the asm, and 'tex.grad.1d.v4.f32.f32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .f32 a, b, c; tex.grad.1d.v4.f32.f32 {%0, a, b, c}, [%1, {a}], {a}, {a}; }" :: "f"(x), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:62: warning: '%0' is an input of the asm, and 'tld4.r.2d.v4.f32.f32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .f32 a, b, c; tld4.r.2d.v4.f32.f32 {%0, a, b, c}, [%1, {a, a}]; }" :: "f"(x), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:45: warning: '%0' is an input of the asm, and 'multimem.ld_reduce.or.b32' writes it [ptx-504 asm-input-written]
    asm volatile("multimem.ld_reduce.or.b32 %0, [%1];" :: "r"(r), "l"(p) : "memory");
    // CHECK: [[@LINE+1]]:82: warning: '%0' is an input of the asm, and 'mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .b32 e; mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, e}, {e}, {e}, {e, e}; }" :: "r"(r) : "memory");
    // CHECK: [[@LINE+1]]:87: warning: '%0' is an input of the asm, and 'wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32' writes it [ptx-504 asm-input-written]
    asm volatile("{ .reg .b32 e; wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%0, e}, {e}, {e}, {e, e}; }" :: "r"(r) : "memory");
}
