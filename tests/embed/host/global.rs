// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
core::arch::global_asm!(
    ".visible .func double(.param .b32 x)",
    "{{ .reg .b32 %r<2>;",
    "ld.param.b32 %r1, [x];",
    "ad.s32 %r1, %r1, %r1; }}",
    // CHECK: :[[@LINE-1]]:6: error: PTX has no instruction 'ad'
);
// Braces are plain with options(raw), and registers are those of the function.
global_asm!(".visible .func raw() { { .reg .b32 %r<2>; mov.b32 %r1, 0; mov.b32 %r7, %r1; } }", options(raw));
// CHECK: :[[@LINE-1]]:80: error: '%r7' is not declared
global_asm!(".visible .func one() {{ .reg .b32 %a0; mov.b32 %a0, %a1; }}",);
// CHECK: :[[@LINE-1]]:66: error: '%a1' is not declared
global_asm!(".visible .func end() {{ .reg .b32 %a0; .reg .b64 %a1; mov.b64 %a1, {{%a0, %a0}}\nret; }}");
// CHECK: :[[@LINE-1]]:93: error: missing ';'
global_asm!(".global _start", "_start: ad eax, 1", ".func f");
global_asm!(include_str!("start.S"));
static PTX: &str = r#"
.version 8.0
.target sm_80
.entry k() { bar.sinc 0; }
// CHECK: :[[@LINE-1]]:14: error: 'bar.sinc' is not an instruction
"#;
static TEMPLATE: &str = ".version 8.0\n.target {arch}\n.entry k() { }";
