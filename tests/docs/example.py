# SPDX-License-Identifier: Apache-2.0
"""example.py DOCUMENT ROOT: does the example of CONTRIBUTING.md: in a copy of the tree, the lines of its diff
are exchanged, its test is written down, and its commands must print what it shows."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

LEFT_OUT = {".git", "shared", "cuda", "fuzz", "asan", "debug", "cov"}


def block(text, language):
    found = re.search(rf"^```{language}\n(.*?)^```", text, re.S | re.M)
    return found.group(1) if found else sys.exit(f"no block of {language}")


def exchange(folder, diff):
    """Lines with '-' stand together in the file that '+++' names; those with '+' take their place."""
    name = re.search(r"^\+\+\+ b/(.*)$", diff, re.M).group(1)
    old, new = ("".join(line[1:] + "\n" for line in re.findall(rf"^[{sign}](?![-+]{{2}} ).*$", diff, re.M))
                for sign in "-+")
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        text = f.read()
    if text.count(old) != 1:
        sys.exit(f"{name} does not have once:\n{old}")
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text.replace(old, new))


def run(folder, command):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for name in ("MODE", "PTXAS", "TESTS"):
        env.pop(name, None)
    return subprocess.run(command, shell=True, cwd=folder, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


def main(document, root):
    with open(document, encoding="utf-8") as f:
        text = f.read().split("### For example\n")[1].split("\n## ")[0]
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        shutil.copytree(root, tree, symlinks=True, ignore=lambda path, names: {
            name for name in names if name in LEFT_OUT or path.endswith("build/release") and name == "tests"})
        exchange(tree, block(text, "diff"))
        test = re.search(r"`(tests/\S+\.ptx)`", text).group(1)
        with open(os.path.join(tree, test), "w", encoding="utf-8") as f:
            f.write(block(text, "ptx"))
        for command, shown in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n)*)", block(text, "console"), re.M):
            printed = run(tree, command)
            if printed != shown:
                sys.exit(f"$ {command}\nprints\n{printed}not\n{shown}")
    print("done as shown")


main(*sys.argv[1:])
