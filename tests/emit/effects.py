#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""effects.py PTXCHECK TARGET|FILE...: for each instruction for which `emit --all` or `emit FILE` has functions:
their effects (volatile, "memory"), what they return, operands that are written (=, or + if also read), pointers
to what is written (*), pointers that are passed as they are (generic), signed numbers; then the names of the
functions."""

import collections
import re
import subprocess
import sys

FUNCTION = re.compile(r"^// (\S+?);?(?: [^\n]*)?\n(?://[^\n]*\n)+#[^\n]*\n#[^\n]*\ntemplate[^\n]*\n"
                      r"(?:PTXCHECK_NODISCARD\n)?__device__ __forceinline__ (\S+) (\w+)\((.*?)\)\n\{\n(.*?)^\}", re.M | re.S)


def facts(result, parameters, body):
    yield "volatile" if "asm volatile" in body else "pure"
    if '"memory"' in body:
        yield "memory"
    if result != "void":
        yield f"returns {result}"
    body = re.sub(r"reinterpret_cast<\w+&>\((\w+\[\d+\])\)", r"\1", body)
    for access, name in re.findall(r'"([=+])\w"\((\w+?)_?(?:\[\d+\])?\)', body):
        yield access + name
    for name in re.findall(r"(?<!const )(?:void|uint64_t)\* (\w+)", parameters):
        yield "*" + name
    for name in re.findall(r"\bint\d+_t (?:\(&)?(\w+)", parameters):
        yield "signed " + name
    for name in re.findall(r'"l"\((\w+)\)', body):
        if re.search(rf"(?:void|uint64_t)\* {name}\b", parameters):
            yield "generic " + name


def main(ptxcheck, *targets):
    def run(*words):
        return subprocess.run([ptxcheck, *words], check=True, stdout=subprocess.PIPE, text=True).stdout
    opcodes = {line.split()[0] for line in run("isa", "list").splitlines() if line[0] != " "}
    does, names = collections.defaultdict(set), collections.defaultdict(set)
    for target in targets:
        source = [target] if target.endswith(".ptx") else ["--all", "--arch=" + target]
        text = run("emit", *source)
        for chain, result, name, parameters, body in (m for part in text.split("\n#endif\n")
                                                      for m in FUNCTION.findall(part[part.rfind("\n\n") + 1:])):
            parts = chain.split(".")
            opcode = next(o for o in (".".join(parts[:n]) for n in range(len(parts), 0, -1)) if o in opcodes)
            does[opcode].update(facts(result, parameters, body))
            names[opcode].add(name)
    for opcode in sorted(does):
        print(f"{opcode}: {', '.join(sorted(does[opcode]))}")
        for name in sorted(names[opcode]):
            print("   ", name)


main(*sys.argv[1:])
