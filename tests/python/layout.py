# SPDX-License-Identifier: Apache-2.0
"""The structs of the module have the layout that the C compiler gives to those of the headers.

layout.py CC INCLUDE DIRECTORY
"""
import ctypes
import os
import subprocess
import sys

from ptxcheck import _library


def expected():
    """Lines "struct size" and "struct.member offset size"."""
    for name, struct in sorted(_library.STRUCTS.items()):
        yield f"{name} {ctypes.sizeof(struct)}"
        for member, _ in struct._fields_:
            field = getattr(struct, member)
            yield f"{name}.{member.rstrip('_')} {field.offset} {field.size}"


def program(lines):
    yield '#include "ptxcheck.h"\n#include <stdio.h>\nint main(void) {\n'
    for line in lines:
        name = line.split()[0]
        struct, _, member = name.partition(".")
        if member:
            yield f'printf("{name} %zu %zu\\n", offsetof({struct}, {member}), sizeof(({struct} *)0)->{member});\n'
        else:
            yield f'printf("{name} %zu\\n", sizeof({struct}));\n'
    yield "}\n"


def main(cc, include, directory):
    lines = list(expected())
    source = os.path.join(directory, "layout.c")
    with open(source, "w", encoding="utf-8") as file:
        file.writelines(program(lines))
    subprocess.run([cc, "-I", include, "-o", source[:-2], source], check=True)
    found = subprocess.run([source[:-2]], capture_output=True, text=True, check=True).stdout.splitlines()
    for ours, theirs in zip(lines, found):
        if ours != theirs:
            print(f"module: {ours}; compiler: {theirs}")
    print(f"{len(found)} sizes and offsets")
    return lines != found


sys.exit(main(*sys.argv[1:]))
