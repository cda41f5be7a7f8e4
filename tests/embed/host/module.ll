; RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
target triple = "nvptx64-nvidia-cuda"

module asm ".visible .func (.param .b32 r) twice(.param .b32 x)"
module asm "{\09.reg .b32 %r<2>;"
module asm "  ld.param.b32 %r1, [x];"
module asm "  ad.s32 %r1, %r1, %r1;"
; CHECK: :[[@LINE-1]]:15: error: PTX has no instruction 'ad'
module asm "  st.param.b32 [r], %r1; ret; }"

define void @f() {
  call void asm sideeffect "bar.sinc 0;", ""()
  ; CHECK: :[[@LINE-1]]:29: error: 'bar.sinc' is not an instruction
  ret void
}
