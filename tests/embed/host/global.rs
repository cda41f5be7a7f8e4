// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
core::arch::global_asm!(
    ".visible .func double(.param .b32 x)",
    "{{ .reg .b32 %r<2>;",
    "ld.param.b32 %r1, [x];",
    "ad.s32 %r1, %r1, %r1; }}",
    // CHECK: :[[@LINE-1]]:6: error: PTX has no instruction 'ad'
);
global_asm!(".global _start", "_start: ad eax, 1", ".func f");
global_asm!(include_str!("start.S"));
static PTX: &str = r#"
.version 8.0
.target sm_80
.entry k() { bar.sinc 0; }
// CHECK: :[[@LINE-1]]:14: error: 'bar.sinc' is not an instruction
"#;
static TEMPLATE: &str = ".version 8.0\n.target {arch}\n.entry k() { }";
