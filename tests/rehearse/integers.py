#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions on integers, f32 and f64 of the rehearsal, compared with ptxas and a GPU.
integers.py cases              prints one case per line: an instruction, its sources and, if recorded, its result
integers.py store FILE         writes PTX that stores the result of each case
integers.py record FOLDER      on the machine with the GPU: runs FOLDER/integers.cubin, and prints the cases with their results
integers.py check CASES        prints PTX that traps if a result differs from the recorded one
"""

import ctypes
import os
import random
import struct
import sys

HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n\n"
REGISTERS = """    .reg .pred %p<2>;
    .reg .b16 %h<5>;
    .reg .b32 %r<5>;
    .reg .b64 %l<5>;
"""
CASES = 8
EDGES = (0, 1, 2, 7, 31, 32, 33, 63, 64, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
         0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x123456789ABCDEF0)


def is_within(t, d):
    """Returns whether each value of one type is a value of the other."""
    def span(x):
        n = int(x[1:])
        return (0, 2**n - 1) if x[0] == "u" else (-2**(n - 1), 2**(n - 1) - 1)
    return span(d)[0] <= span(t)[0] and span(t)[1] <= span(d)[1]


def variants():
    """Yields (opcode, width of the result, widths of the sources)."""
    sizes = ("16", "32", "64")
    for t in (s + n for n in sizes for s in "us"):
        n = int(t[1:])
        for op in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            yield f"{op}.{t}", n, (n, n)
        for op in ("mad.lo", "mad.hi", "sad"):
            yield f"{op}.{t}", n, (n, n, n)
        if n < 64:
            yield f"mul.wide.{t}", 2 * n, (n, n)
            yield f"mad.wide.{t}", 2 * n, (n, n, 2 * n)
        if n > 16:
            yield f"bfind.{t}", 32, (n,)
            yield f"bfind.shiftamt.{t}", 32, (n,)
            yield f"bfe.{t}", n, (n, 32, 32)
        if t[0] == "s":
            yield f"abs.{t}", n, (n,)
            yield f"neg.{t}", n, (n,)
        yield f"shr.{t}", n, (n, 32)
        for c in ("eq", "ne", "lt", "le", "gt", "ge") + (("lo", "ls", "hi", "hs") if t[0] == "u" else ()):
            yield f"set.{c}.u32.{t}", 32, (n, n)
        for d in (s + m for m in ("8",) + sizes for s in "us"):
            width = max(16, int(d[1:]))
            yield f"cvt.{d}.{t}", width, (n,)
            if not is_within(t, d):
                yield f"cvt.sat.{d}.{t}", width, (n,)
    for n in (16, 32, 64):
        for op in ("and", "or", "xor"):
            yield f"{op}.b{n}", n, (n, n)
        yield f"not.b{n}", n, (n,)
        yield f"cnot.b{n}", n, (n,)
        yield f"shl.b{n}", n, (n, 32)
        if n > 16:
            yield f"popc.b{n}", 32, (n,)
            yield f"clz.b{n}", 32, (n,)
            yield f"brev.b{n}", n, (n,)
            yield f"bfi.b{n}", n, (n, n, 32, 32)
    for t in ("u32", "s32"):
        for op in ("mul24.lo", "mul24.hi"):
            yield f"{op}.{t}", 32, (32, 32)
        for op in ("mad24.lo", "mad24.hi"):
            yield f"{op}.{t}", 32, (32, 32, 32)
        for mode in ("clamp", "wrap"):
            yield f"szext.{mode}.{t}", 32, (32, 32)
        for u in ("u32", "s32"):
            yield f"dp4a.{t}.{u}", 32, (32, 32, 32)
            yield f"dp2a.lo.{t}.{u}", 32, (32, 32, 32)
            yield f"dp2a.hi.{t}.{u}", 32, (32, 32, 32)
    for mode in ("clamp", "wrap"):
        yield f"bmsk.{mode}.b32", 32, (32, 32)
        yield f"shf.l.{mode}.b32", 32, (32, 32, 32)
        yield f"shf.r.{mode}.b32", 32, (32, 32, 32)
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield f"prmt.b32{mode}", 32, (32, 32, 32)
    for op in ("add.sat.s32", "sub.sat.s32"):
        yield op, 32, (32, 32)
    yield "fns.b32", 32, (32, 32, 32)
    yield "slct.b32.s32", 32, (32, 32, 32)
    for n in (32, 64):
        yield f"add.cc.u{n}; addc.u{n}", n, (n, n)
        yield f"sub.cc.u{n}; subc.u{n}", n, (n, n)
        yield f"mad.lo.cc.u{n}; madc.hi.u{n}", n, (n, n, n)
    for table in (0x00, 0x1E, 0x80, 0x96, 0xCA, 0xE8, 0xFE):
        yield f"lop3.b32 {table}", 32, (32, 32, 32)
    for t in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            yield f"{op}.{t}", 32, (32, 32)
    for op in ("min.relu", "max.relu"):
        yield f"{op}.s32", 32, (32, 32)
        yield f"{op}.s16x2", 32, (32, 32)
    for t in ("u16", "s16"):
        yield f"cvt.pack.sat.{t}.s32", 32, (32, 32)
    for t in ("u8", "s8"):
        yield f"cvt.pack.sat.{t}.s32.b32", 32, (32, 32, 32)
    for t in ("u4", "s4", "u2", "s2"):
        yield f"cvt.pack.sat.{t}.s32.b32", 32, (32, 32, 32)


VIDEO_TYPES = ("s32", "u32")


def video_variants():
    """Yields (text with places for operands, width of the result, widths of the sources). The sources of each are others."""
    dice = random.Random(3)
    one = ("", "", ".b0", ".b2", ".h0", ".h1")
    for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for d in VIDEO_TYPES:
            for a in VIDEO_TYPES:
                for b in VIDEO_TYPES:
                    for sat in ("", ".sat"):
                        to = dice.choice(("", ".b1", ".b3", ".h0", ".h1"))
                        text = f"{op}.{d}.{a}.{b}{sat}"
                        yield f"{text} {{0}}, {{1}}{dice.choice(one)}, {{2}}{dice.choice(one)}", 32, (32, 32)
                        yield f"{text} {{0}}{to}, {{1}}{dice.choice(one)}, {{2}}{dice.choice(one)}, {{3}}", 32, (32, 32, 32)
                        yield f"{text}.{dice.choice(('add', 'min', 'max'))} {{0}}, {{1}}{dice.choice(one)}, {{2}}, {{3}}", 32, (32, 32, 32)
    for op in ("vshl", "vshr"):
        for d in VIDEO_TYPES:
            for a in VIDEO_TYPES:
                for mode in (".clamp", ".wrap"):
                    sat = dice.choice(("", ".sat"))
                    yield f"{op}.{d}.{a}.u32{sat}{mode} {{0}}, {{1}}{dice.choice(one)}, {{2}}", 32, (32, 32)
                    yield f"{op}.{d}.{a}.u32{sat}{mode}.add {{0}}, {{1}}, {{2}}.b0, {{3}}", 32, (32, 32, 32)
    for a in VIDEO_TYPES:
        for b in VIDEO_TYPES:
            for cmp in ("eq", "ne", "lt", "le", "gt", "ge"):
                yield f"vset.{a}.{b}.{cmp} {{0}}, {{1}}{dice.choice(one)}, {{2}}{dice.choice(one)}", 32, (32, 32)
            yield f"vset.{a}.{b}.lt.add {{0}}, {{1}}, {{2}}, {{3}}", 32, (32, 32, 32)
            yield f"vset.{a}.{b}.ge.max {{0}}, {{1}}, {{2}}.b1, {{3}}", 32, (32, 32, 32)
            for sat in ("", ".sat"):
                for shift in ("", ".shr7", ".shr15"):
                    d = "s32" if "s32" in (a, b) else "u32"
                    yield f"vmad.{d}.{a}.{b}{sat}{shift} {{0}}, {{1}}{dice.choice(one)}, {{2}}{dice.choice(one)}, {{3}}", 32, (32, 32, 32)
                    yield f"vmad.{d}.{a}.{b}.po{sat}{shift} {{0}}, {{1}}.h0, {{2}}.b3, {{3}}", 32, (32, 32, 32)
                    yield f"vmad.s32.{a}.{b}{sat}{shift} {{0}}, {{1}}.h1, -{{2}}.h0, {{3}}", 32, (32, 32, 32)
                    yield f"vmad.s32.{a}.{b}{sat}{shift} {{0}}, {{1}}.h1, {{2}}.b0, -{{3}}", 32, (32, 32, 32)
    for n, masks, picks in ((2, (".h0", ".h1", ".h10"), (".h32", ".h01", ".h31")),
                            (4, (".b0", ".b21", ".b3210"), (".b7654", ".b0123", ".b7070"))):
        for op in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            for d, a, b in ((d, a, b) for d in VIDEO_TYPES for a in VIDEO_TYPES for b in VIDEO_TYPES):
                text = f"{op}{n}.{d}.{a}.{b}"
                yield f"{text} {{0}}, {{1}}, {{2}}, {{3}}", 32, (32, 32, 32)
                yield f"{text}.sat {{0}}{dice.choice(masks)}, {{1}}{dice.choice(picks)}, {{2}}, {{3}}", 32, (32, 32, 32)
                yield f"{text}.add {{0}}{dice.choice(masks)}, {{1}}, {{2}}{dice.choice(picks)}, {{3}}", 32, (32, 32, 32)
        for a, b in ((a, b) for a in VIDEO_TYPES for b in VIDEO_TYPES):
            for cmp in ("eq", "ne", "lt", "le", "gt", "ge"):
                yield f"vset{n}.{a}.{b}.{cmp} {{0}}, {{1}}, {{2}}, {{3}}", 32, (32, 32, 32)
            yield f"vset{n}.{a}.{b}.gt.add {{0}}{masks[0]}, {{1}}, {{2}}{picks[1]}, {{3}}", 32, (32, 32, 32)


NUMBERS = (0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.0, 0.1, -0.7, 1e-3, 123456.789, 1e10, -3e9, 16777217.0, 9.3e18, 1.9e19)
EXACT = (0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.0, 64.0, -0.375)
SPECIAL = (float("inf"), float("-inf"), float("nan"))


def float_variants():
    """Yields (opcode, width of the result, for each source the values to choose from or its width)."""
    for t in ("f32", "f64"):
        n = int(t[1:])
        for op in ("add", "sub", "mul.rn"):
            yield f"{op}.{t}", n, ((n, NUMBERS), (n, NUMBERS))
        yield f"mul.{t}", n, ((n, EXACT), (n, EXACT))
        yield f"fma.rn.{t}", n, ((n, EXACT), (n, EXACT), (n, EXACT))
        for op in ("min", "max"):
            yield f"{op}.{t}", n, ((n, NUMBERS[:9]), (n, NUMBERS[9:]))
        for op in ("neg", "abs"):
            yield f"{op}.{t}", n, ((n, NUMBERS),)
        for c in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
            yield f"set.{c}.u32.{t}", 32, ((n, NUMBERS + SPECIAL), (n, EXACT + SPECIAL))
        for i in (s + m for m in ("8", "16", "32", "64") for s in "us"):
            width = max(16, int(i[1:]))
            for way in ("rni", "rzi", "rmi", "rpi"):
                yield f"cvt.{way}.{i}.{t}", width, ((n, NUMBERS),)
            if i[1:] != "8":
                yield f"cvt.rn.{t}.{i}", n, ((width, EDGES),)
    yield "cvt.f64.f32", 64, ((32, NUMBERS),)
    yield "cvt.rn.f32.f64", 32, ((64, NUMBERS),)
    yield "add.ftz.f32", 32, ((32, NUMBERS), (32, NUMBERS))
    for t in ("f32", "f64"):
        n = int(t[1:])
        yield f"copysign.{t}", n, ((n, NUMBERS + SPECIAL), (n, NUMBERS + SPECIAL))
        for kind in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            yield f"testp.{kind}.{t}", 32, ((n, NUMBERS[:3] + SPECIAL + (1, 1 << n - 1, (1 << n - 1) + 5)),)


def bits_of(width, value):
    if isinstance(value, int):
        return value & (1 << width) - 1
    packed = struct.pack("<f" if width == 32 else "<d", value)
    return int.from_bytes(packed, "little")


def float_cases():
    dice = random.Random(2)
    for op, width, sources in float_variants():
        for _ in range(CASES):
            yield op, width, [(w, bits_of(w, dice.choice(values))) for w, values in sources]


def cases():
    dice = random.Random(1)
    for op, width, sources in variants():
        for _ in range(CASES):
            yield op, width, [(w, dice.choice((dice.choice(EDGES), dice.getrandbits(w), dice.getrandbits(6))) & (1 << w) - 1)
                              for w in sources]


def video_cases():
    dice = random.Random(4)
    for op, width, sources in video_variants():
        for _ in range(3):
            yield op, width, [(w, dice.choice((dice.choice(EDGES), dice.getrandbits(w), dice.getrandbits(w), dice.getrandbits(6))) & (1 << w) - 1)
                              for w in sources]


def is_defined(op, values):
    """The manual or the assembler leaves the result undefined."""
    name = op.split(".")[0]
    if name in ("div", "rem"):
        return values[1] != 0
    if name == "fns":
        return values[1] < 32
    # What an H200 does is not what the manual says.
    if name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        return "{0}." not in op and not op.split()[0].endswith((".min", ".max"))
    if name == "vshl":
        return ".sat" not in op
    if name == "vmad":
        return not (".sat" in op or ".shr" in op) or all(v < 1 << 31 for v in values)
    return True


def register(width, i):
    return {16: "%h", 32: "%r", 64: "%l"}[width] + str(i)


def text_of(op, width, values):
    """Sets register 0 of the width."""
    lines = [f"mov.b{w} {register(w, i + 1)}, {v};" for i, (w, v) in enumerate(values)]
    names = [register(w, i + 1) for i, (w, _) in enumerate(values)]
    result = register(width, 0)
    opcode, _, table = op.partition(" ")
    if "{" in op:
        lines.append(op.format(result, *names) + ";")
    elif opcode.startswith("testp"):
        lines.append(f"{opcode} %p1, {names[0]}; selp.b32 {result}, 1, 0, %p1;")
    elif opcode.endswith(";"):
        second = table
        lines.append(f"{opcode[:-1]} {result}, {', '.join(names)};")
        lines.append(f"{second} {result}, {', '.join(names)};")
    else:
        lines.append(f"{opcode} {result}, {', '.join(names + ([table] if table else []))};")
    return "    " + " ".join(lines) + "\n"


def all_cases():
    return [c for c in cases() if is_defined(c[0], [v for _, v in c[2]])] + list(float_cases()) + [c for c in video_cases() if is_defined(c[0], [v for _, v in c[2]])]


def store():
    body = "".join(text_of(*c) + (f"    cvt.u64.u{c[1]} %l0, {register(c[1], 0)};\n" if c[1] < 64 else "") +
                   f"    st.global.b64 [%out+{8 * i}], %l0;\n" for i, c in enumerate(all_cases()))
    return (HEAD + ".visible .entry k(.param .b64 to)\n{\n    .reg .b64 %out;\n" + REGISTERS +
            "    ld.param.b64 %out, [to];\n" + body + "    ret;\n}\n")


def line_of(case, result=None):
    op, width, values = case
    row = [op, str(width), " ".join(f"{w}:{v:#x}" for w, v in values)]
    return "\t".join(row + ([f"{result:#x}"] if result is not None else []))


def record(folder):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol"))
    import hardware
    driver = hardware.Driver()
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    every = all_cases()
    out = driver.buffer(8 * len(every))
    driver.call("cuModuleLoad", ctypes.byref(module), f"{folder}/integers.cubin".encode())
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
    driver.call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, (ctypes.c_void_p * 1)(ctypes.addressof(out)), None)
    driver.call("cuCtxSynchronize")
    got = (ctypes.c_uint64 * len(every))()
    driver.call("cuMemcpyDtoH_v2", ctypes.byref(got), out, ctypes.c_size_t(8 * len(every)))
    return "\n".join(line_of(c, r & (1 << c[1]) - 1) for c, r in zip(every, got))


def check(path):
    """A comment `// CASE` above each trap identifies the case. The rehearsal stops at the barrier if the result is unknown."""
    body = []
    with open(path, encoding="ascii") as f:
        for line in f:
            op, width, sources, result = line.rstrip("\n").split("\t")
            values = [(int(w), int(v, 16)) for w, v in (s.split(":") for s in sources.split())]
            body.append(text_of(op, int(width), values))
            body.append(f"    setp.ne.b{width} %p1, {register(int(width), 0)}, {result};\n    @%p1 bar.sync 0;\n    @%p1 trap; // {op}: {sources} -> {result}\n")
    return HEAD + ".visible .entry k()\n{\n" + REGISTERS + "".join(body) + "    ret;\n}\n"


def main(verb, *rest):
    if verb == "cases":
        print("\n".join(map(line_of, all_cases())))
    elif verb == "store":
        with open(rest[0], "w", encoding="ascii") as f:
            f.write(store())
    elif verb == "record":
        print(record(rest[0]))
    elif verb == "check":
        sys.stdout.write(check(rest[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
