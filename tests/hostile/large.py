# SPDX-License-Identifier: Apache-2.0
"""large.py FOLDER: writes large and deeply nested files there."""
import sys

HEAD = ".version 9.0\n.target sm_100a\n.address_size 64\n"
N = 100000


def write(name, text):
    with open(f"{sys.argv[1]}/{name}.ptx", "w") as f:
        f.write(HEAD + text)


def kernel(body):
    return ".visible .entry k()\n{\n.reg .b32 r;\n" + body + "\nret;\n}\n"


write("brackets", kernel("ld.u32 r, " + "[" * N + ";"))
write("parentheses", ".global .u32 x = " + "(" * N + "1" + ")" * N + ";\n")
write("signs", ".global .u32 x = " + "- " * N + "1;\n")
write("conditions", ".global .u32 x = " + "1 ? 2 : " * N + "1;\n")
write("word", ".global .u32 " + "x" * (1 << 21) + ";\n")
write("braces", kernel("{" * N + "}" * N))
write("line", kernel("add.s32 r, r, 1; " * N))
write("comment", "/* " * N)
write("open", kernel("") + "{" * N)
write("errors", kernel("add.s32 r r;\n" * N))
