// RUN: not %ptxcheck pp -q --arch=sm_90a %s -o %t.cu --report=%t.txt; test ! -e %t.cu
// RUN: FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s < %t.txt
// RUN: not %ptxcheck --arch=sm_90a %s | FileCheck --check-prefix=NOTE --implicit-check-not='write an expression' %s
// Each mistake in a block, at its own column; the same without pp.
// RUN: not %ptxcheck -q --arch=sm_90a %s | cmp - %t.txt

// CHECK: [[@LINE+1]]:28: error: block of PTX in a macro: its lines cannot be located [ptx-512 block-in-macro]
#define BLOCK asm volatile(R"ptx(mov.u32 a, b;)ptx")

void blocks() {
    // CHECK: [[@LINE+1]]:18: error: a block of PTX is one literal and nothing else: asm(R"ptx( ... )ptx") [ptx-513 block-shape]
    asm volatile(R"ptx(mov.u32 a, b;)ptx" "x");
    // CHECK: [[@LINE+1]]:22: error: a block of PTX is one literal and nothing else: asm(R"ptx( ... )ptx") [ptx-513 block-shape]
    asm volatile("x" R"ptx(mov.u32 a, b;)ptx");
    // CHECK: [[@LINE+1]]:18: error: a block of PTX is one literal and nothing else: asm(R"ptx( ... )ptx") [ptx-513 block-shape]
    asm volatile(R"ptx(mov.u32 a, b;)ptx" MORE);
    // No blocks: another delimiter, operands, an #if that is false, a comment, a string.
    asm volatile(R"(movl a, $;)");
    asm volatile(R"ptx(mov.u32 %0, %1;)ptx" : "=r"(a) : "r"(b));
#if 0
    asm volatile(R"ptx(mov.u32 a, b c;)ptx");
#endif
    // asm volatile(R"ptx(mov.u32 a, b c;)ptx");
    const char *s = "asm volatile(R\"ptx(mov.u32 a, b c;)ptx\")";
}

void ends() {
    // CHECK: [[@LINE+1]]:40: error: missing ';' at the end of the instruction [ptx-203 missing-semicolon]
    asm volatile(R"ptx(mov.u32 apple, b)ptx");
    asm volatile(R"ptx(
        // CHECK: [[@LINE+1]]:24: error: missing ';' at the end of the instruction [ptx-203 missing-semicolon]
        add.u32 a, b, c
        mov.u32 d, e;
    )ptx");
    // CHECK: [[@LINE+1]]:39: error: missing '}' before the end of the block [ptx-204 missing-brace]
    asm volatile(R"ptx({ mov.u32 a, b;)ptx");
    // CHECK: [[@LINE+1]]:38: error: '}' without a matching '{' [ptx-205 extra-brace]
    asm volatile(R"ptx(mov.u32 a, b; })ptx");
    // CHECK: [[@LINE+1]]:38: error: comment has no closing '*/' [ptx-104 unterminated-comment]
    asm volatile(R"ptx(mov.u32 a, b; /* )ptx");
    // CHECK: [[@LINE+1]]:32: error: string has no closing '"' [ptx-105 unterminated-string]
    asm volatile(R"ptx(.pragma "nounroll;
    )ptx");
}

void expressions() {
    // CHECK: [[@LINE+1]]:35: error: '$(' has no closing ')' [ptx-514 block-expression]
    asm volatile(R"ptx(mov.u32 a, $(b + (c);)ptx");
    // CHECK: [[@LINE+1]]:42: error: '$shared(' has no closing ')' [ptx-514 block-expression]
    asm volatile(R"ptx(ld.shared.b32 a, [$shared(b];)ptx");
    // CHECK: [[@LINE+1]]:35: error: 'f' is a call: write '$(...)' around what C++ must evaluate [ptx-515 block-call]
    asm volatile(R"ptx(mov.u32 a, f(b);)ptx");
    // CHECK: [[@LINE+1]]:42: error: expected ',' or ';' before '.' [ptx-201 syntax]
    asm volatile(R"ptx(mov.u32 a, $(b(c)).d;)ptx");
    // CHECK: [[@LINE+1]]:34: error: expected ',' or ';' before 'acc' [ptx-201 syntax]
    asm volatile(R"ptx(mov.u32 a acc[0];)ptx");
    // CHECK: [[@LINE+2]]:36: error: expected ',' or ';' before '*' [ptx-201 syntax]
    // NOTE: note: write a C++ expression as '$(...)'
    asm volatile(R"ptx(mov.u32 a, b*4;)ptx");
    // CHECK: [[@LINE+2]]:46: error: expected an integer before 'n' [ptx-201 syntax]
    // NOTE: note: write a C++ expression as '$(...)'
    asm volatile(R"ptx(ld.global.b32 a, [p+4*n];)ptx");
}

void names() {
    // CHECK: [[@LINE+1]]:35: error: '%r1' is not declared [ptx-320 undeclared]
    asm volatile(R"ptx(mov.u32 a, %r1;)ptx");
    // CHECK: [[@LINE+1]]:32: error: '%0' is not declared [ptx-320 undeclared]
    asm volatile(R"ptx(add.u32 %0, a, 1;)ptx");
    // PTX has such names; and this is a remainder.
    asm volatile(R"ptx(.reg .b32 %0; mov.u32 %0, 7 % 4;)ptx");
    // CHECK: [[@LINE+1]]:54: error: '%r4' is not declared [ptx-320 undeclared]
    asm volatile(R"ptx(.reg .b32 %r<4>; mov.u32 %r3, %r4;)ptx");
    // CHECK: [[@LINE+1]]:71: error: '%inner' is not declared [ptx-320 undeclared]
    asm volatile(R"ptx({ .reg .b32 %inner; } mov.u32 a, b; mov.u32 a, %inner;)ptx");
    // CHECK: [[@LINE+1]]:28: error: 'nowhere' is not declared [ptx-320 undeclared]
    asm volatile(R"ptx(bra nowhere;)ptx");
}

void operands() {
    // CHECK: [[@LINE+1]]:38: error: PTX has no instruction 'frobnicate' [ptx-400 no-instruction]
    asm volatile(R"ptx(.reg .b32 %a; frobnicate.u32 %a, b;)ptx");
    // CHECK: [[@LINE+1]]:32: error: missing operand 'b': a 32-bit register or an integer [ptx-422 missing-operand]
    asm volatile(R"ptx(add.u32 a, b;)ptx");
    // CHECK: [[@LINE+1]]:52: error: 'b' must be 64 bits here, but 32 bits elsewhere [ptx-517 block-widths]
    asm volatile(R"ptx(add.u32 a, b, b; mov.u64 c, b;)ptx");
    // CHECK: [[@LINE+1]]:39: error: 'p' must be a predicate here, but 32 bits elsewhere [ptx-517 block-widths]
    asm volatile(R"ptx(mov.u32 p, 1; @p add.u32 a, b, c;)ptx");
    // CHECK: [[@LINE+1]]:91: error: 'report' must be an 8-bit register, which C++ lacks: declare one in the block [ptx-518 block-byte]
    asm volatile(R"ptx(mbarrier.try_wait.parity.phase_type::primary.shared::cta.b64 done, report, [bar], 0;)ptx");
    // CHECK: [[@LINE+1]]:50: error: operand 'addr' must be an address [], in a 32- or 64-bit register or of a .shared variable, not a C++ operand [ptx-430 operand-kind]
    asm volatile(R"ptx(mbarrier.inval.shared.b64 s.bar;)ptx");
}

void instructions() {
    // CHECK: [[@LINE+1]]:24: error: 'mbarrier.try_wat' is not an instruction; expected 'mbarrier.try_wait' [ptx-401 unknown-instruction]
    asm volatile(R"ptx(mbarrier.try_wat.parity.shared::cta.b64 done, [bar], phase;)ptx");
    asm volatile(R"ptx(
        // CHECK: [[@LINE+1]]:33: error: unknown qualifier '.share::cta' [ptx-402 unknown-qualifier]
        mbarrier.try_wait.parity.share::cta.b64 done, [bar], phase;
        // CHECK: [[@LINE+1]]:9: warning: 'tcgen05.alloc' needs target sm_100f or sm_110f; ptxas rejects it when compiled for sm_90a
        tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;
    )ptx");
}

void nested() {
    asm volatile(R"ptx(
        mov.u32 a, b;
    // CHECK: [[@LINE+1]]:18: error: block of PTX begins inside of another [ptx-511 block-nested]
    asm volatile(R"ptx(mov.u32 a, b;)ptx");
    // CHECK: [[@LINE+1]]:18: error: block of PTX has no closing ')ptx"' [ptx-510 block-unterminated]
    asm volatile(R"ptx(mov.u32 a, b;
}
