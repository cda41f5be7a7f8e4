# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
# Functions of the file that pass a text on, and texts that `%` and .format() complete.
from functools import partial


def _asm(result, text, constraints, operands, *, loc=None):
    return llvm.inline_asm(result, operands, text, constraints, loc=loc)


def unary(asm: str, x):
    return llvm.inline_asm(T.f32(), [x], asm, "=f,f")


def outer(x, text="nop"):
    return unary(text, x)


def by_name(x, *words, text):
    return llvm.inline_asm(None, words, text, "r")


def changed(text, x):
    text = text.replace("OP", "add")
    return llvm.inline_asm(T.i32(), [x], text, "=r,r")


class Twice:
    def method(self, text):
        return llvm.inline_asm(None, [], text, "=r,r")


def twice(text):
    llvm.inline_asm(None, [], text, "=r,r")


def twice(other, text):
    llvm.inline_asm(None, [], text, "=r,r")


def calls(x, n):
    _asm(T.i32(), "add.u32 $0, $1, $1;", "=r,r", [x])
    _asm(T.i32(), "ad.u32 $0, $1, $1;", "=r,r", [x])
    # CHECK: :[[@LINE-1]]:20: error: PTX has no instruction 'ad'
    _asm(T.i32(), constraints="=l,r", operands=[x], text="add.u32 $0, $1, $1;")
    # CHECK: :[[@LINE-1]]:67: error: operand 'd' must be a 32-bit register
    _asm(*x, "OP", "ad.u32 $0, $1;", 1)
    unary("ex2.approx.f32 $0, $1;", x)
    unary("ex2.aprox.f32 $0, $1;", x)
    # CHECK: :[[@LINE-1]]:15: error: unknown qualifier '.aprox'
    outer(x, "ex2.approx.f32 $0, $7;")
    # CHECK: :[[@LINE-1]]:34: error: the asm has no operand '$7'
    by_name(x, "one", "two", "ad.u32 $0;", text="bar.sinc 0;")
    # CHECK: :[[@LINE-1]]:50: error: 'bar.sinc' is not an instruction
    changed("OP.u32 $0, $1;", x)
    x.twice("ad.u32 $0;")
    twice("ad.u32 $0;", "sub.f128 $0;")
    x.unary("ad.u32 $0;")
    partial(unary, asm="rcp.aprox.f32 $0, $1;")
    # CHECK: :[[@LINE-1]]:28: error: unknown qualifier '.aprox'
    partial(x, unary("ex2.aprox.f32 $0, $1;", x))
    # CHECK: :[[@LINE-1]]:26: error: unknown qualifier '.aprox'


def templates(x, off, op):
    unary("ld.global.nc.f32 $0, [$1+%d];" % off, x)
    unary("ld.global.nc.f99 $0, [$1+%d];" % off, x)
    # CHECK: :[[@LINE-1]]:24: error: unknown qualifier '.f99'
    inline_asm(None, [x], "{ .reg .b32 %%t; mov.b32 %%t, %-4d; ad.b32 $0, %%t; }" % (off,), "=r")
    # CHECK: :[[@LINE-1]]:64: error: PTX has no instruction 'ad'
    inline_asm(None, [x], "{{ .reg .b32 t; mov.b32 t, {0}; ad.b32 $0, t; }}".format(off), "=r")
    # CHECK: :[[@LINE-1]]:60: error: PTX has no instruction 'ad'
    inline_asm(None, [x], "%s.u32 $0, %d;" % (op, off), "=r")
    inline_asm(None, [x], "%(op)s.u32 $0, 1; mov.b32 $0, %%laneid;" % x, "=r")
    inline_asm(None, [x], "mov.b32 $0, {" ".format(", "=r")
