#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every .target with every -arch (arch.tsv), and its first .version (target-versions.tsv), according to ptxas 13.5.
targets.py PTXCHECK prints the counts and exits with 1 on a difference."""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = ([f"{a}.{b}" for a, n in ((1, 6), (2, 4), (3, 3), (4, 4), (5, 2), (6, 6), (7, 9), (8, 9),
                                     (9, 6)) for b in range(n)])
KERNEL = ".entry k { exit; }\n"


def read(name):
    with open(os.path.join(HERE, name), encoding="ascii") as f:
        return [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]


def rejected(ptxcheck, files, *options):
    run = subprocess.run([ptxcheck, "--format=json", *options, *files], capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"targets.py: error: {run.stderr.decode()}")
    return {d["file"] for d in json.loads(run.stdout)["diagnostics"]}


def write(folder, name, version, target):
    path = os.path.join(folder, name + ".ptx")
    with open(path, "w", encoding="ascii") as f:
        f.write(f".version {version}\n.target {target}\n{KERNEL}")
    return path


def check_archs(ptxcheck, folder):
    rows = read("arch.tsv")
    archs, rows = rows[0][1].split(), rows[1:]
    files = {t: write(folder, t, "9.5", t) for t, _ in rows}
    differ = []
    for arch in archs:
        bad = rejected(ptxcheck, files.values(), "--arch=" + arch)
        differ += [(t, arch) for t, good in rows if (files[t] in bad) == (arch in good.split())]
    return len(archs) * len(rows), differ


def check_versions(ptxcheck, folder):
    rows = read("target-versions.tsv")
    files, want = [], {}
    for target, first in rows:
        for v in VERSIONS:
            path = write(folder, f"{target}-{v}", v, target)
            files.append(path)
            want[path] = first != "-" and tuple(map(int, v.split("."))) >= tuple(map(int, first.split(".")))
    bad = rejected(ptxcheck, files)
    return len(files), [os.path.basename(f) for f in files if (f in bad) == want[f]]


def main(ptxcheck):
    with tempfile.TemporaryDirectory() as folder:
        for what, (count, differ) in (("target and -arch", check_archs(ptxcheck, folder)),
                                      ("target and .version", check_versions(ptxcheck, folder))):
            print(f"{what}: {count} verdicts, {len(differ)} differ {differ[:10] if differ else ''}")
            if differ:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
