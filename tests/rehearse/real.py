#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""real.py PROGRAM FOLDER...: rehearses real kernels with the launches in real/*.json, and prints a table by
producer.
A launch names its `file`, which is in one of the folders (build/protocol/kernels: `make protocol-kernels`);
launches of missing files are counted as missing. Exit status 1 means that a kernel is flagged although all of these
kernels are correct."""

import collections
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def rehearse(program, path, launch):
    words = [program, "rehearse", path, f"--launch={launch}", "--infer", "--max-steps=2000000", "--format=json"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"outcome": "none", "diagnostics": []}


def main(program, *folders):
    table, flagged = collections.defaultdict(collections.Counter), 0
    for launch in sorted(glob.glob(f"{HERE}/real/*.json")):
        with open(launch, encoding="utf-8") as f:
            name = json.load(f)["file"]
        paths = [p for p in (os.path.join(folder, name) for folder in folders) if os.path.exists(p)]
        row = table[name.split(".")[0]]
        if not paths:
            row["missing"] += 1
            continue
        result = rehearse(program, paths[0], launch)
        row[result["outcome"]] += 1
        if result["outcome"] != "finished":
            first = next(iter(result["diagnostics"]), {"message": "", "line": 0})
            print(f"{os.path.basename(launch)}: {result['outcome']}: line {first['line']}: {first['message']}")
        flagged += result["outcome"] not in ("finished", "undecided", "limit")
    for producer, row in sorted(table.items()):
        print(producer, *(f"{outcome} {count}" for outcome, count in sorted(row.items())), sep="\t")
    return 1 if flagged else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
