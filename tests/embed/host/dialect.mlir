// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// llvm.inline_asm "ad.u32 $0, 1, 2;", "=r" : () -> i32
func.func @f(%a: i32) {
  %0 = llvm.inline_asm has_side_effects asm_dialect = att "mov.u32 $0, %tdi.x;", "=r" : () -> i32
  // CHECK: :[[@LINE-1]]:72: error: '%tdi' is not declared
  %1 = llvm.inline_asm "{\n\t.reg .pred p;\0A setp.ne.b32 p, $1, 0; selp.b32 $0, 1, 0, p; }", "=r,r" %a : (i32) -> i32
  %2 = llvm.inline_asm asm_dialect = intel "ad.u32 $0, 1", "=r" : () -> i32
}
