// SYNTAX TEST "source.cuda-cpp" "PTX in the strings of asm, and nowhere else"
__device__ void f(int to, long from)
{
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %[from];\n\t"
//               ^ string.quoted.double.cuda-cpp - support.function.opcode.ptx
//                ^^^^^^^ support.function.opcode.ptx
//                       ^^^^^^^^^^^^^^^^^^^^^^^^^ storage.modifier.ptx
//                                                  ^^ variable.parameter.ptx
//                                                       ^^^^^^^ variable.parameter.ptx
//                                                               ^^^^ constant.character.escape.ptx
                 "mov.b32 %%r1, %%tid.x; // why\n"
//                ^^^ support.function.opcode.ptx
//                   ^^^^ storage.type.ptx
//                        ^^^^ variable.language.ptx
//                                       ^^^^^^ comment.line.double-slash.ptx
                 :: "r"(to), [from] "l"(from) : "memory");
//                   ^ - support.function.opcode.ptx
//                                               ^^^^^^ - support.function.opcode.ptx
    print("ret; add.s32 and %d");
//         ^^^ - support.function.opcode.ptx
//              ^^^ - support.function.opcode.ptx
}
