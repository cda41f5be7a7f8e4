# SPDX-License-Identifier: Apache-2.0
"""A statement that is not checked must have no effect on others.
abandoned.py PROGRAM FOLDER...: for each C++ file in the folders
- removes the statements that are not checked, one keyword each: all other diagnostics stay the same;
- inserts statements that cannot be checked before the others and at the end: diagnostics only move.
Warnings of the protocol are off, because they depend on what is between two statements.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

KINDS = {".cu", ".cuh", ".hpp", ".cpp"}
ASM = re.compile(rb"(?<=[;{}\n])[ \t]*\b(?=(?:asm|__asm__)\b[^;{}\"]*\(\s*\")")
# What may be reported about a statement that is not checked.
OF_THEM = re.compile("asm-operand-(index|name|modifier)|asm-double-percent|asm-unterminated|extra-brace")
UNJUDGED = [
    b'asm("add.s32 %0, %0, %1*4;" : "+r"(x_) : "n"(N_));',
    b'asm volatile("{ .reg .b32 t_; mov.b32 t_, 0;" ::: "memory");',
    b'asm volatile("mov.b32 %0, " VALUE_ ";" : "=r"(x_));',
    b'asm goto("bra.uni %l0;" :::: out_);',
]


def judge(program, text):
    """Returns the diagnostics, and the positions of statements that are not checked."""
    environment = {**os.environ, "MALLOC_PERTURB_": "85"}
    ran = subprocess.run([program, "--language=c++", "--verbose", "--format=json", "--arch=sm_90a", "-Wasm-memory-pedantic", "-Wno-protocol", "-"], input=text, capture_output=True,
                         env=environment, check=False)
    places = [(int(line), int(column)) for line, column in re.findall(rb":(\d+):(\d+): asm not checked", ran.stderr)]
    lines = text.split(b"\n")
    # A module in a string is no statement.
    places = [(line, column) for line, column in places if b"asm" in lines[line - 1][column - 1 : column + 6]]
    # An open block is an error of its own, unless another statement may close it.
    diagnostics = [d for d in json.loads(ran.stdout)["diagnostics"] if not d["message"].endswith("the end of the asm statement")]
    for d in diagnostics:
        # Which of the two is reported depends on the neighboring statements.
        d["rule"] = d["rule"].replace("asm-memory-pedantic", "asm-no-memory")
    # A broken block of PTX has an error of its own.
    return diagnostics, [p for p in places if b'R"ptx(' not in lines[p[0] - 1]]


def without(text, places):
    lines = text.split(b"\n")
    for line, column in places:
        # The keyword is replaced by a name of the same length.
        end = lines[line - 1]
        lines[line - 1] = end[: column - 1] + re.sub(rb"asm", b"xyz", end[column - 1:], count=1)
    return b"\n".join(lines)


def said(diagnostics, places):
    names = ("rule", "message", "line", "column") if places else ("rule", "message")
    return sorted(tuple(d[n] for n in names) for d in diagnostics)


def check(program, path):
    text = path.read_bytes()
    before, places = judge(program, text)
    problems = []
    if places:
        others, left = judge(program, without(text, places))
        gone = [d for d in said(before, True) if d not in said(others, True) and not OF_THEM.match(d[0])]
        new = [d for d in said(others, True) if d not in said(before, True)]
        problems += [f"{path}: without those not judged: gone {gone}, new {new}, left {left}"] if gone or new or left else []
    for other in UNJUDGED:
        more, seen = judge(program, ASM.sub(lambda m: m[0] + other + b" ", text) + b"\n" + other + b"\n")
        if said(more, False) != said(before, False):
            gone = [d for d in said(before, False) if d not in said(more, False)]
            new = [d for d in said(more, False) if d not in said(before, False)]
            problems.append(f"{path}: with {other.decode()}: gone {gone}, new {new}")
    return problems, len(places), len(seen) - len(places)


def main(program, *folders):
    paths = sorted(p for folder in folders for p in pathlib.Path(folder).rglob("*") if p.suffix in KINDS and p.is_file())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda p: check(program, p), paths))
    problems = [p for found, _, _ in results for p in found]
    print("\n".join(problems))
    taken, put = sum(r[1] for r in results), sum(r[2] for r in results)
    print(f"{len(paths)} files, {taken} statements taken away, {put} put before others, {len(problems)} problems")
    return bool(problems) or not taken or not put


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
