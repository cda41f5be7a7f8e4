# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
# RUN: not %ptxcheck --verbose %s 2>&1 | FileCheck %s --check-prefix=SKIPPED
import triton.language as tl


# A comment is not a call: tl.inline_asm_elementwise("ad.u32 $0, $1;", "=r,r", [x])
def inline_asm_elementwise(asm: str, constraints: str):
    """tl.inline_asm_elementwise("ad.u32 $0, $1;", "=r,r", [x])"""


def valid(x, n, body):
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r,r", [x, x], dtype=tl.int32, is_pure=True, pack=1)
    tl.inline_asm_elementwise("mov.u64 $0, %globaltimer;", "=l", [], dtype=tl.int64, is_pure=False, pack=1)
    tl.inline_asm_elementwise(asm="@$2 bra L$$1; mov.b32 $0, $1; L$$1: bar.sync 0;", constraints="=r,r,b", args=[x])
    tl.inline_asm_elementwise("cvt.rn.f16x2.f32 $0, $2, $1; mov.b32 $3, 1;", "=r" + ",r" * 3, [x])
    tl.inline_asm_elementwise(f"{{ ld.shared.u32 $0, [$1+{n}]; st.shared.u32 [{body}], $0; }}", "=r,r", [x])
    tl.inline_asm_elementwise("v_add_u32 $0, $1, $2", "=v,v,v", [x, x])
    tl.inline_asm_elementwise("s_waitcnt vmcnt(0)\n\ts_barrier", "", [])
    tl.inline_asm_elementwise("mov.b32 ${0}, ${1:x}; // ${:uid}", "=&r,0", [x])


def wrong(x, unknown):
    tl.inline_asm_elementwise("ad.u32 $0, $1, $2;", "=r,r,r", [x, x])
    # CHECK: :[[@LINE-1]]:32: error: PTX has no instruction 'ad'
    tl.inline_asm_elementwise(
        asm="""
        {
            .reg .b32 t;
            mov.u32 t, %laneid;
            shl.b32 $0, $1, t;\tadd.u64 $0, t, t;
        }""",
        # CHECK: :[[@LINE-2]]:41: error: operand 'd' must be a 64-bit register, not a .b32 register
        constraints="=r,r",
        args=[x])
    tl.inline_asm_elementwise("mov.u32 $0, %landid;", "=r", [])
    # CHECK: :[[@LINE-1]]:44: error: '%landid' is not declared
    tl.inline_asm_elementwise("mov.u32 $0, 1;" 'mov.u32 $1, $2;', "=r,=r", [])
    # CHECK: :[[@LINE-1]]:61: error: the asm has no operand '$2' (number of operands: 2)
    tl.inline_asm_elementwise(("mov.u32 $0, 1;\n" + r"mov.b8 $0, 1;"), constraints="=r")
    # CHECK: :[[@LINE-1]]:58: error: '.b8' is not allowed here


def skipped(x, text, n):
    tl.inline_asm_elementwise(text, "=r", [x])
    # SKIPPED: :[[@LINE-1]]:8: asm not checked: a part of its text is not a literal
    tl.inline_asm_elementwise(f"mov{n} $0, 1;", "=r", [x])
    # SKIPPED: :[[@LINE-1]]:8: asm not checked: a part of its text is not a literal
    tl.inline_asm_elementwise("mov.u32 $0, {};".format(n), "=r", [x])
    tl.inline_asm_elementwise("mov.u32 $0, 1;" * n, "=r", [x])
    # SKIPPED: :[[@LINE-1]]:8: asm not checked: a part of its text is not a literal
    tl.inline_asm_elementwise("mov.u32 $0, %s;" % n, "=r", [x])
