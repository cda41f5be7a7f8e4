# SYNTAX TEST "source.python" "PTX in the strings of calls that take it, and nowhere else"
y = tl.inline_asm_elementwise("add.u32 $0, $1, 1; // one\n", constraints="=r,r", args=[f(x)], dtype=tl.int32)
#                             ^ string.quoted.single.python - support.function.opcode.ptx
#                              ^^^ support.function.opcode.ptx
#                                 ^^^^ storage.modifier.ptx
#                                      ^^ variable.parameter.ptx
#                                                 ^^^^^^ comment.line.double-slash.ptx
#                                                                                    ^ - string
#                                                                                             ^^^^^ - support.function.opcode.ptx
z = llvm.inline_asm(None, [x], """
    tcgen05.cp.cta_group::1.128x256b [$0], ${1}; mov.u32 $0, %tid.x;
#   ^^^^^^^ support.function.opcode.ptx
#                                          ^^^^ variable.parameter.ptx
#                                                ^^^ support.function.opcode.ptx
#                                                            ^^^^ variable.language.ptx
""", "r,l")
print("ret; add.s32")
#      ^^^ - support.function.opcode.ptx
#           ^^^ - support.function.opcode.ptx
