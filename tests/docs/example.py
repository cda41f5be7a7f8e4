# SPDX-License-Identifier: Apache-2.0
"""example.py DOCUMENT HEADING ROOT: executes what a section of a document shows, in a copy of the tree. Its blocks
are processed in order: a block whose first line names a file (```ptx k.ptx) is written to that file, a diff is
applied, and the commands of a console must print what the block shows."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

LEFT_OUT = {".git", "shared", "cuda", "fuzz", "asan", "msan", "debug", "cov"}


def exchange(folder, diff):
    """Applies a diff: in the file that '+++' names, the adjacent lines with '-' or ' ' are replaced by those with
    '+' or ' '."""
    name = re.search(r"^\+\+\+ b/(.*)$", diff, re.M).group(1)
    lines = [line for line in diff.splitlines() if not line.startswith(("--- ", "+++ "))]
    old, new = ("".join(line[1:] + "\n" for line in lines if line[0] in signs) for signs in ("- ", "+ "))
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        text = f.read()
    if text.count(old) != 1:
        sys.exit(f"{name} does not have once:\n{old}")
    write(folder, name, text.replace(old, new))


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)


def run(folder, command):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for name in ("MODE", "PTXAS", "TESTS"):
        env.pop(name, None)
    return subprocess.run(command, shell=True, cwd=folder, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


def check(folder, console):
    for command, shown in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n)*)", console, re.M):
        printed = run(folder, command)
        if printed != shown:
            sys.exit(f"$ {command}\nprints\n{printed}not\n{shown}")


def main(document, heading, root):
    with open(document, encoding="utf-8") as f:
        section = f.read().split(f"{heading}\n")[1].split("\n## ")[0]
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        shutil.copytree(root, tree, symlinks=True, ignore=lambda path, names: {
            name for name in names if name in LEFT_OUT or path.endswith("build/release") and name == "tests"})
        for language, name, text in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```", section, re.S | re.M):
            if name:
                write(tree, name, text)
            elif language == "diff":
                exchange(tree, text)
            elif language == "console":
                check(tree, text)
    print("done as shown")


main(*sys.argv[1:])
