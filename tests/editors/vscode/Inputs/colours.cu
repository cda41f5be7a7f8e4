// SYNTAX TEST "source.cuda-cpp" "PTX in the strings of asm, and nowhere else"
__device__ void f(int to, long from)
{
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %[from];\n\t"
//               ^ string.quoted.double.cuda-cpp - support.function.opcode.ptx
//                ^^^^^^^ support.function.opcode.ptx
//                ^^^^^^^^^^ support.function.opcode.ptx
//                          ^^^^^^^^^^^^^^^^^^^^^^ storage.modifier.ptx
//                                                  ^^ variable.parameter.ptx
//                                                       ^^^^^^^ variable.parameter.ptx
//                                                               ^^^^ constant.character.escape.ptx
                 "mov.b32 %%r1, %%tid.x; // why\n"
//                ^^^ support.function.opcode.ptx
//                   ^^^^ storage.modifier.ptx
//                        ^^^^ variable.other.ptx
//                              ^^^^^ variable.language.ptx
//                                   ^^ variable.other.property.ptx
//                                       ^^^^^^ comment.line.double-slash.ptx
                 :: "r"(to), [from] "l"(from) : "memory");
//                   ^ - support.function.opcode.ptx
//                                               ^^^^^^ - support.function.opcode.ptx
    asm volatile("{ .reg .pred p, %%q;\n"
//                  ^^^^ keyword.control.directive.ptx
//                       ^^^^^ storage.type.ptx
//                             ^ variable.other.ptx
//                                ^^^ variable.other.ptx
                 "again: setp.ne.b32 p, %0, 0xffU;\n"
//                ^^^^^ entity.name.label.ptx
//                       ^^^^ support.function.opcode.ptx
//                                   ^ variable.other.ptx
//                                      ^^ variable.parameter.ptx
//                                          ^^^^^ constant.numeric.ptx
                 "@!p bra again; @%%q bra.uni done%=;\n\tdone%=: }" :: "r"(to));
//                ^^ keyword.control.guard.ptx
//                  ^ variable.other.ptx
//                    ^^^ support.function.opcode.ptx
//                        ^^^^^ entity.name.label.ptx
//                                ^^^ variable.other.ptx
//                                       ^^^^ storage.modifier.ptx
//                                            ^^^^^^ entity.name.label.ptx
//                                                       ^^^^^^ entity.name.label.ptx
    asm(R"(
        ld.shared::cta.v2.b32 {%0, low}, [tile + 16]; // two
//      ^^ support.function.opcode.ptx
//                                 ^^^ variable.other.ptx
//                                        ^^^^ variable.other.ptx
//                                               ^^ constant.numeric.ptx
//                                                    ^^^^^^ comment.line.double-slash.ptx
    )" : "=r"(to));
    asm("cpuid; movl %0, %%eax; rep");
//       ^^^^^ - support.function.opcode.ptx
//              ^^^^ - support.function.opcode.ptx
    print("ret; add.s32 and %d");
//         ^^^ - support.function.opcode.ptx
//              ^^^ - support.function.opcode.ptx
}
