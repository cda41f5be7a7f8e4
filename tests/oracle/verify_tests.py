#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the tests themselves: runs ptxas on every test that states what ptxas does:
// PTXAS: accept [OPTION]...   accepts the whole file
// PTXAS: reject [OPTION]...   rejects it
// PTXAS: each [OPTION]...     accepts the file without the lines that a CHECK calls errors, and
                               rejects it with any one of them
An OPTION is one of ptxas; -arch=compute_100a is used unless another is given.
verify_tests.py [PTXAS [FOLDER]...]
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARK = re.compile(r"^// PTXAS: (accept|reject|each)((?: -\S+)*)$", re.M)
MANY = 20  # lines of instructions, which do not affect the verdict on others
CHECK = re.compile(r"^//\s*[A-Z-]*CHECK[A-Z-]*: :\[\[@LINE([+-]\d+)?\]\]:\d+: error:")


def find_ptxas():
    built = sorted(glob.glob(os.path.join(os.path.dirname(TESTS), "build/cuda/[0-9]*/ptxas")),
                   key=lambda path: [int(n) for n in path.split("/")[-2].split(".")])
    return os.environ.get("PTXAS") or (built[-1] if built else shutil.which("ptxas"))


class Ptxas:
    def __init__(self, program, folder):
        self.program, self.input = program, os.path.join(folder, "test.ptx")

    def accepts(self, text, options):
        """Returns whether ptxas accepts it, and its messages."""
        with open(self.input, "wb") as f:
            f.write(text)
        if not any(option.startswith("-arch=") for option in options):
            options = options + ["-arch=compute_100a"]
        done = subprocess.run([self.program, *options, self.input, "-o", os.devnull],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        return done.returncode == 0, done.stdout.decode("utf-8", "replace").strip()


def wrong_lines(lines):
    """Returns the lines (from 0) that a CHECK says have an error."""
    wrong = set()
    for i, line in enumerate(lines):
        found = CHECK.match(line.decode("utf-8", "replace"))
        if found:
            wrong.add(i + int(found.group(1) or 0))
    return sorted(wrong)


def left_over(ptxas, text, wrong, options):
    """Returns, of many lines, those to test one by one: ptxas names most errors in one run."""
    if len(wrong) < MANY:
        return wrong
    _, said = ptxas.accepts(text, options)
    named = {int(line) - 1 for line in re.findall(r"line (\d+); error", said)}
    return [i for i in wrong if i not in named]


def judge(ptxas, text, mode, options):
    """Yields (the difference or None) for each question of a test."""
    if mode != "each":
        accepted, said = ptxas.accepts(text, options)
        yield None if accepted == (mode == "accept") else f"ptxas does not {mode} it: {said[:300]}"
        return
    lines = text.split(b"\n")
    wrong = wrong_lines(lines)
    if not wrong:
        yield "no CHECK of an error"
    right = [b"" if i in wrong else line for i, line in enumerate(lines)]
    accepted, said = ptxas.accepts(b"\n".join(right), options)
    yield None if accepted else f"ptxas rejects it without the errors: {said[:300]}"
    for i in left_over(ptxas, text, wrong, options):
        one = right[:i] + [lines[i]] + right[i + 1:]
        accepted, _ = ptxas.accepts(b"\n".join(one), options)
        yield f"ptxas accepts line {i + 1}" if accepted else None


def main(arguments):
    program = arguments[0] if arguments else find_ptxas()
    if not program:
        print("skipped: no ptxas: ./bootstrap --cuda fetches it, PTXAS=... names another")
        return 0
    files = asked = differ = 0
    with tempfile.TemporaryDirectory() as folder:
        ptxas = Ptxas(program, folder)
        for root in arguments[1:] or [TESTS]:
            for path in sorted(glob.glob(os.path.join(root, "**", "*.ptx"), recursive=True)):
                with open(path, "rb") as f:
                    text = f.read()
                mark = MARK.search(text.decode("utf-8", "replace"))
                if not mark:
                    continue
                files += 1
                for problem in judge(ptxas, text, mark.group(1), mark.group(2).split()):
                    asked += 1
                    if problem:
                        differ += 1
                        print(f"{os.path.relpath(path)}: {problem}")
    print(f"{files} tests, {asked} questions, {differ} answers of ptxas differ")
    return 1 if differ or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
