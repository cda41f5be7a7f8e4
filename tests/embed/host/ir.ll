; RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s > %t.ll && %ptxcheck -q %t.ll | count 0
; RUN: not %ptxcheck -q --language=llvm - < %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
; asm "ad.s32 $0, 1, 2;", "=r"
@asm = global [2 x i8] c"ad"

define i32 @f(i32 %asm, i64 %p) {
  %1 = call i32 asm "mov.u32 $0, %tid.x;", "=r"()
  %2 = tail call i32 asm sideeffect "{\0A\09ad.s32 \09$0, $1, $2;\0A\09}", "=r,r,r,~{memory}"(i32 %1, i32 %asm)
  ; CHECK: :[[@LINE-1]]:45: error: PTX has no instruction 'ad'
  %3 = call { i32, i32 } asm "ld.shared.v2.b32 {$0, $1}, [${2:p}]; mov.b32 $7, 1;", "=r,=r,l"(i64 %p)
  ; CHECK: :[[@LINE-1]]:76: error: the asm has no operand '$7' (number of operands: 3)
  %4 = call i64 asm "add.u64 $0, $1, $2;", "=l,l,r"(i64 %p, i32 %1)
  ; CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: operand 'b' must be a 64-bit
  call void asm sideeffect inteldialect "mov.u32 $0", "r"(i32 %1)
  ret i32 %2
}
