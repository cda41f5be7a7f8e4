# SPDX-License-Identifier: Apache-2.0
"""readme.py PROGRAM FILE...: the documents show what the program prints.
In a ```console block, each line `$ ptxcheck ...` is run in the top folder; the lines up to the next `$` must be its
output. A line of dots stands for any lines.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def matches(shown, printed):
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    return re.fullmatch(r"(?:.*\n)*".join(parts), printed)


def main(program, *documents):
    runs = 0
    for document in documents:
        with open(document) as f:
            blocks = re.findall(r"^```console\n(.*?)^```", f.read(), re.S | re.M)
        for command, shown in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n|\n)*)", "".join(blocks), re.M):
            if not re.search(r"\bptxcheck ", command) or re.match(r"nvcc|make|\./", command):
                continue
            where = {**os.environ, "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}"}
            printed = subprocess.run(command, shell=True, cwd=ROOT, env=where, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
            runs += 1
            if not matches(shown, printed):
                sys.exit(f"{document}: $ {command}\nprints\n{printed}not\n{shown}")
    if not runs:
        sys.exit("no command found")


main(*sys.argv[1:])
