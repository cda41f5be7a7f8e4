// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// asm!("ad.u32 {}, 1, 2;", out(reg32) x);
/* asm!("ad.u32 {}, 1, 2;", out(reg32) x); /* nested */ asm!("ad.u32 {}, 1;", out(reg32) x); */
use core::arch::asm;

unsafe fn valid<'a>(value: u32, pointer: *const u64, text: &'a str) -> u32 {
    let (c, r): (char, u32) = ('"', 0);
    asm!("mov.u32 {}, %tid.x;", out(reg32) r, options(pure, nomem, nostack));
    core::arch::asm!("atom.global.add.u32 {out}, [{pointer}], {value};",
        out = out(reg32) r, pointer = in(reg64) pointer, value = in(reg32) f(value, ")"),);
    asm!(
        "{{",
        ".reg .pred p; // a comment ends with its string",
        "setp.ne.u32 p, {0}, {2};",
        "@p mov.b32 {1}, {3:x};",
        "mov.b16 {4}, 1; }}",
        in(reg32) value, inout(reg32) r => _, const 4, in(reg32) r, out(reg16) _,
    );
    asm!(r#"bar.sync "#, r"0;");
    asm!("call _optix_set_payload, ({}, {});", in(reg32) r, in(reg32) value);
    r
}

unsafe fn foreign(x: u64) {
    asm!("mov {0}, {1}", "add {0}, 5", out(reg) x, in(reg) x);
    asm!("add.s32 {0}, 5", inout(reg) x);
    asm!("mtcr $biv, {0}", in(reg32) x);
    asm!("cli", "hlt", options(nomem));
    asm!("fence.i");
    asm!("ldr {0:w}, [{1}]", out(vreg) x, in("x0") x);
}

unsafe fn wrong(x: u64) {
    asm!("ad.u32 {}, {}, 1;", out(reg32) r, in(reg32) x);
    // CHECK: :[[@LINE-1]]:11: error: PTX has no instruction 'ad'
    asm!("add.u64 {d}, {a}, 1;", d = out(reg32) r, a = in(reg64) x);
    // CHECK: :[[@LINE-1]]:19: error: operand 'd' must be a 64-bit
    asm!("mov.b64 {d}, {a};\tmov.b64 {b}, 1;", d = out(reg64) r, a = in(reg64) x);
    // CHECK: :[[@LINE-1]]:38: error: no operand of the asm is called '{b}'
    asm!(
        "mov.b64 {0}, {1};", r"mov.b64 {0}, {2};",
        // CHECK: :[[@LINE-1]]:45: error: the asm has no operand '{2}' (number of operands: 2)
        out(reg64) r, in(reg64) x);
    asm!("{ .reg .b32 %r; mov.b32 %r, 1; ad.u32 %r, %r, 1; }", options(nostack, raw));
    // CHECK: :[[@LINE-1]]:42: error: PTX has no instruction 'ad'
    asm!("add.u32 {0}, {1};", inout(reg32) r, const 3);
    // CHECK: :[[@LINE-1]]:19: error: missing operand 'b'
    asm!("setmaxnreg.inc.sync.aligned.u32 {};", const 500);
    // CHECK: :[[@LINE-1]]:43: error: operand 'imm_reg_count' must be 24..256
    asm!("setmaxnreg.inc.sync.aligned.u32 {};", const 500 + N);
}
