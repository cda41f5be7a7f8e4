; SYNTAX TEST "source.llvm" "PTX in asm, and nowhere else"
  %r = call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"()
;                              ^ meta.inline-asm.ptx
;                               ^^^ support.function.opcode.ptx
;                                  ^^^^ storage.modifier.ptx
;                                       ^^ variable.parameter.ptx
;                                           ^^^^ variable.language.ptx
;                                                      ^^^^ - support.function.opcode.ptx
@text = constant [4 x i8] c"add.u32"
;                           ^^^ - support.function.opcode.ptx
