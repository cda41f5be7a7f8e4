# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
# RUN: not %ptxcheck --list-skipped %s 2>&1 | FileCheck %s --check-prefix=SKIPPED --implicit-check-not="asm not checked" --implicit-check-not="not checked in"
# Text that only Python knows. What is checked is wrong whatever stands there.
import textwrap

WAIT = 100
KIND = "bf16"
LINE = f"cvt.rn.{KIND}.f32 $0, $1; ad.u32 $0, $1;"
# CHECK: :[[@LINE-1]]:36: error: PTX has no instruction 'ad'
TWICE = "f16"
TWICE = "f32"


def operands(x, n, outs, kind, text):
    inline_asm(None, [], f"cp.async.bulk.wait_group.read {n};", "")
    inline_asm(None, [], f"cp.async.bulk.wait_grup.read {n};", "")
    # CHECK: :[[@LINE-1]]:28: error: 'cp.async.bulk.wait_grup' is not an instruction
    inline_asm(None, [x], f"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{outs}}}, [${n}];", "=r,=r,=r,=r,r")
    inline_asm(None, [x], f"add.u32 $0, {x}; add.u64 $0, $0, $0;", "=r")
    # CHECK: :[[@LINE-1]]:54: error: operand 'd' must be a 64-bit register
    inline_asm(None, [x], f"cvt.rn.{kind}x2.f32 $0, $2, $1; ad.u32 $0;", "=r,f,f")
    # CHECK: :[[@LINE-1]]:61: error: PTX has no instruction 'ad'
    inline_asm(None, [x], "ld.param." + kind + " $0, [$1];", "=l,l")
    inline_asm(None, [x], f"mma.sync.aligned.m16n8k16.row.col.f32.{kind}.{kind}.f32 {{$0,$1,$2,$3}}, {{$4,$5,$6,$7}}, {{$8,$9}}, {{$0,$1,$2,$3}};",
               "=f,=f,=f,=f,r,r,r,r,r,r")


def names(x, n, more):
    asm = "mov.b32 $0, 1;" * n
    inline_asm(None, [x], asm, "=r")
    # SKIPPED: :[[@LINE-1]]:5: asm not checked: a part of its text is not a literal
    local = textwrap.dedent("""
        mov.b32 $0, 1;
        mov.b8 $0, 1;
        """).strip()
    # CHECK: :[[@LINE-2]]:12: error: '.b8' is not allowed here
    inline_asm(None, [x], local, "=r")
    inline_asm(None, [x], LINE, "=h,f")
    inline_asm(None, [x], f"mov.b32 $0, {WAIT}; cvt.rn.{KIND}.f32 $0, $1;", "=r,f")
    # CHECK: :[[@LINE-1]]:67: error: operand 'd' must be a .b16 register
    inline_asm(None, [x], "{\n" + more + "add.u32 $0, %name, $0; }", "=r")
    # SKIPPED: :[[@LINE-1]]:5: asm not checked: a part of its text is not a literal
    inline_asm(None, [x], "{\n" + more + "add.u32 $0, %name, $0;\nmov.b32 $0, %other; bar.sinc 0; }", "=r")
    # SKIPPED: :[[@LINE-1]]:5: not checked in this asm: instructions whose text is unknown
    # CHECK: :[[@LINE-2]]:87: error: 'bar.sinc' is not an instruction
    inline_asm(None, [x], f".reg .b32 {n}_lo; mov.b32 %lo, $0; mov.b32 $0, {n}_lo;", "=r")
    # SKIPPED: :[[@LINE-1]]:5: not checked in this asm: instructions whose text is unknown
    inline_asm(None, [x], f"add.{TWICE} $0, $0, $0; mov.b32 $0, 1;", "=r")
    for WAIT in range(3):
        pass


def choices(x, fast, volatile):
    inline_asm(None, [x], "ex2.approx.f32 $0, $1;" if fast else "ex2.aprox.f32 $0, $1;", "=f,f")
    # CHECK: :[[@LINE-1]]:69: error: unknown qualifier '.aprox'
    op = "ld.volatile.global.u32" if volatile else "ld.global.u32"
    inline_asm(None, [x], f"{op} $0, [$1]; bar.sync 0;", "=r,l")
    # SKIPPED: :[[@LINE-1]]:5: not checked in this asm: instructions whose text is unknown
    whole = "ex2.approx.f32 $0, $1;" if fast else "ex2.aprox.ftz.f32 $0, $1;"
    # CHECK: :[[@LINE-1]]:55: error: unknown qualifier '.aprox'
    inline_asm(None, [x], whole, "=f,f")
    inline_asm(None, [], "trap;", "~{memory}")


def shadowed(x, KIND):
    nvvm.inline_ptx(read_only_args=[x], ptx_code="{ .reg .pred p; setp.ne.s32 p, {$r0}, 0; @p mov.b32 {$w0}, 1; }")
    nvvm.inline_ptx(read_only_args=[x], ptx_code="setp.nee.s32 p, {$r0}, 0;")
    # CHECK: :[[@LINE-1]]:55: error: unknown qualifier '.nee'
    inline_asm(None, [x], f"mov.b32 $0, 1; cvt.rn.{KIND}.f32 $0, $1;", "=h,f")
    # CHECK: :[[@LINE-1]]:37: error: operand 'd' must be a 32-bit


def generated(dt, operands, n):
    # What is inserted into the source may contain the operands.
    return f"""__device__ void mma() {{
  asm("mma.sync.aligned.m16n8k16.row.col.{dt}.{dt}.{dt}.{dt} {{{", ".join(operands)}}};"
    : {", ".join([f'"+r"(c[{i}])' for i in range(n)])}
    : {", ".join([f'"r"(a[{i}])' for i in range(n)])});
}}"""
    # SKIPPED: :[[@LINE-4]]:3: asm not checked: its text needs the preprocessor
