// SYNTAX TEST "source.rust" "PTX in the strings of asm!, and nowhere else"
unsafe fn f(x: u32) -> u32 {
    asm!("add.u32 {0}, {1}, 1;", out(reg32) r, in(reg32) g(x));
//       ^ string.quoted.double.rust
//        ^^^ support.function.opcode.ptx
//           ^^^^ storage.modifier.ptx
//                ^^^ variable.parameter.ptx
//                               ^^^ - string
    println!("ret; add.s32");
//            ^^^ - support.function.opcode.ptx
//                 ^^^ - support.function.opcode.ptx
}
