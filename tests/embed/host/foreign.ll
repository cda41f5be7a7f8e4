; RUN: %ptxcheck -q %s | count 0
; Without a triple, the text and its constraints decide.
define i32 @f(i32 %x) {
  %1 = call i32 asm "bsrl $1, $0", "=r,r,~{dirflag},~{fpsr},~{flags}"(i32 %x)
  %2 = call i32 asm "mov $1, $0", "=r,r"(i32 %x)
  %3 = call <2 x i64> asm "fmla.2d $0, $1, $2", "=w,w,w"(i32 %x)
  %4 = call i32 asm "add.w $0, $1, $2", "=r,r,r"(i32 %x)
  %5 = call i32 asm "v_mov_b32 $0, $1", "=v,v"(i32 %x)
  call void asm sideeffect "add.s32 $0, $1", "=r,r,~{cc}"(i32 %x)
  call void asm sideeffect "fence.i", "~{memory}"()
  call void asm sideeffect "isb", "~{memory}"()
  ret i32 %1
}
