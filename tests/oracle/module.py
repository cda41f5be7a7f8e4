#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small modules with the verdict of ptxas 13.5, one question each (module.cases), checked by ptxcheck.
module.py PTXCHECK            compare; print the counts; exit 1 on an unexplained difference
module.py PTXCHECK --ptxas P  also check that the recorded verdicts still hold for this ptxas
A case starts with `==== NAME ARCH VERDICT LINES`: VERDICT is accept, reject, or later: ptxas rejects it for a
reason that ptxcheck does not check yet (operands of most instructions, values of initializers, arguments of calls).
LINES are those of ptxas's errors; `*` if it names none or stops at a token.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
Case = collections.namedtuple("Case", "name arch verdict lines text")


def read_cases(path):
    cases = []
    for block in open(path, encoding="utf-8", newline="").read().split("==== ")[1:]:
        head, text = block.split("\n", 1)
        name, arch, verdict, lines = head.split()
        cases.append(Case(name, arch, verdict, lines, text))
    return cases


def judge(ptxcheck, cases, folder):
    """Returns name -> set of lines with errors."""
    errors = {}
    for arch in sorted({c.arch for c in cases}):
        files = [os.path.join(folder, c.name + ".ptx") for c in cases if c.arch == arch]
        run = subprocess.run([ptxcheck, "--format=json", "--arch=" + arch, *files],
                             capture_output=True, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f"module.py: error: exit {run.returncode}: {run.stderr.decode()}")
        for name in files:
            errors[os.path.basename(name)[:-4]] = set()
        for d in json.loads(run.stdout)["diagnostics"]:
            if d["severity"] == "error":
                errors[os.path.basename(d["file"])[:-4]].add(d["line"])
    return errors


def ask_ptxas(ptxas, cases, folder):
    wrong = []
    for c in cases:
        run = subprocess.run([ptxas, "-arch=" + c.arch, os.path.join(folder, c.name + ".ptx"),
                              "-o", os.devnull], capture_output=True, check=False)
        if (run.returncode == 0) != (c.verdict == "accept"):
            wrong.append(c.name)
    return wrong


def main(ptxcheck, *options):
    cases = read_cases(os.path.join(HERE, "module.cases"))
    counts = collections.Counter()
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for c in cases:
            with open(os.path.join(folder, c.name + ".ptx"), "w", encoding="utf-8", newline="") as f:
                f.write(c.text)
        errors = judge(ptxcheck, cases, folder)
        for c in cases:
            got = "reject" if errors[c.name] else "accept"
            counts[c.verdict, got] += 1
            if got != c.verdict and c.verdict != "later":
                failures.append(f"{c.name}: ptxas says {c.verdict}, ptxcheck {got}")
            if c.verdict == "reject" and c.lines != "*" and got == "reject":
                if errors[c.name] != set(map(int, c.lines.split(","))):
                    failures.append(f"{c.name}: ptxas on lines {c.lines}, ptxcheck {errors[c.name]}")
        if options[:1] == ("--ptxas",):
            failures += [f"{n}: the record is not what ptxas says" for n in
                         ask_ptxas(options[1], cases, folder)]
    for (verdict, got), n in sorted(counts.items()):
        print(f"ptxas {verdict:6} ptxcheck {got:6} {n:5}")
    for f in failures:
        print("module.py: error:", f)
    print(len(failures), "unexplained differences")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
