# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
# Templates that are completed later, and Python in strings of Python.
PAIR = ("{ .reg .b32 h;\n"
        "mov.b32 h, $%d;\n"
        "mulx.rn.f16x2 $0, h, $1; }\n")
# CHECK: :[[@LINE-1]]:10: error: 'mulx' is not an instruction
EACH = "mov.b32 $0, {0}; ad.b32 $0, $0, 1;"
# CHECK: :[[@LINE-1]]:26: error: PTX has no instruction 'ad'
WIDTH = 4


def kernels(x, n):
    inline_asm(None, [x], PAIR % (1,), "=r,r")
    inline_asm(None, [x], EACH.format("a%d" % 3), "=r,r")
    inline_asm(None, [x], ("mov.b32 $0, %d;"
                           "ad.u32 $0, $0, 1;") % n, "=r,r")
    # CHECK: :[[@LINE-1]]:29: error: PTX has no instruction 'ad'
    inline_asm(None, [x], ("mov.b32 $0, %%laneid; mov.b32 $0, %s, 1;") % (n,), "=r")
    inline_asm(None, [x], "add.u32 $0, $1, " + (WIDTH % n) + ";", "=r,r")


WRITTEN = """
@dsl_user_op
def inner(address, transpose):
    text = "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {$0}, [$1];" if transpose else "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, $1;"
    # CHECK: :[[@LINE-1]]:139: error: operand 'p' must be an address
    result = llvm.inline_asm(i32, [address], text, "=r,r")
    llvm.inline_asm(i32, [address], "mov.u32 $0, %clokc;\\n", "=r")
    # CHECK: :[[@LINE-1]]:50: error: '%clokc' is not declared
"""
GENERATED = f"""
    llvm.inline_asm(i32, [address], "{{ mov.u32 $0, {value}; ad.u32 {name}, 1; }}", "=r")
    # CHECK: :[[@LINE-1]]:62: error: PTX has no instruction 'ad'
"""
PASSED = hl.inline_triton("""
    tl.inline_asm_elementwise('''
        {{ .reg .b16 h<4>;
        ld.global.v2.b16 {{h0, h1}}, [$1 + {offset}];
        mov.b32 $0, {{h0, h1}};
        ad.b32 $0, $0, {value};
        // CHECK: :[[@LINE-1]]:9: error: PTX has no instruction 'ad'
        }}''', "=r,l", [{x}])
""", args)
REPLACED = """
    llvm.inline_asm(i32, [address], "ad.NAME 1;", "=r")
""".replace("ad.NAME", "bar.sync")


def described():
    """Example::

        llvm.inline_asm(i32, [x], "ad.u32 $0, $0, 1;", "=r,r")
    """
