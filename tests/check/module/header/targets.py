#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks ptxcheck about each cell of the tables in targets.test: targets.py PTXCHECK TABLES"""

import json
import re
import subprocess
import sys

VERSIONS = [f"{major}.{minor}" for major, last in
            ((1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8), (9, 5))
            for minor in range(last + 1)]


def codes(ptxcheck, version, target, arch=None):
    options = ["--arch=" + arch] if arch else []
    run = subprocess.run([ptxcheck, "--format=json", *options, "-"],
                         input=f".version {version}\n.target {target}\n.global .u32 g;\n".encode(),
                         stdout=subprocess.PIPE, check=False)
    return [d["code"] for d in json.loads(run.stdout)["diagnostics"]]


def main(ptxcheck, tables):
    asked = wrong = 0

    def ask(question, found, wanted):
        nonlocal asked, wrong
        asked += 1
        if found != wanted:
            wrong += 1
            print(f"{question}: {found}, not {wanted}")

    with open(tables, encoding="utf-8") as f:
        lines = f.read().split("\n")
    for line in lines:
        kind, *words = re.split(r" +", line)
        if kind == "VERSION":
            first = VERSIONS.index(words[0])
            for target in words[1:]:
                ask(f"sm_{target} at {words[0]}", codes(ptxcheck, words[0], "sm_" + target), [])
                if first:
                    before = VERSIONS[first - 1]
                    ask(f"sm_{target} at {before}", codes(ptxcheck, before, "sm_" + target),
                        ["ptx-306"])
        elif kind == "ARCH":
            for arch in words[2:]:
                for name in ("sm_" + arch, "compute_" + arch):
                    ask(f"{words[0]} for {name}", codes(ptxcheck, "9.5", words[0], name),
                        [] if words[1] == "ok" else ["ptx-" + words[1]])
    print(f"{asked} asked, {wrong} wrong")
    return 0 if asked and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
