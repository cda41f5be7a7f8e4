; RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
; Nothing else declares the registers of a function in `module asm`.
target triple = "nvptx64-nvidia-cuda"

module asm ".visible .func k() { .reg .b32 %a0; st.global.b32 [table], %a0; mov.b32 %a0, %r1; ret; }"
; CHECK: :[[@LINE-1]]:90: error: '%r1' is not declared
module asm ".visible .func f() { .reg .b32 %r1; mov.b32 %r1, %clokc; }"
; CHECK: :[[@LINE-1]]:62: error: '%clokc' is not declared
