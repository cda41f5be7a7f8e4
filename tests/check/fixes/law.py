#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the law of fixes: the line of a diagnostic has no error after its fix is applied.
law.py PTXCHECK [--every N] [--list]: applies each fix that the tests of the repository produce, one at a time, and
each fix that the recorded verdicts of ptxas produce (every N-th line of them) all at once, because those lines do
not depend on each other. Another diagnostic of the same line with a different cause may remain, and so may a
missing suffix of the target, which a fix of the header adds.
"""

import argparse
import collections
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests", "oracle"))
import record  # noqa: E402
import scene  # noqa: E402

CXX = (".cu", ".cuh", ".cpp", ".h")
LINES_PER_MODULE = 4000
OF_KERNELS = "mixed-kernel"  # caused by another line of the kernel


def check(program, names, folder):
    """Returns the diagnostics by name."""
    found = collections.defaultdict(list)
    for options, some in (("--language=ptx", [x for x in names if not x.endswith(CXX)]),
                          ("--arch=sm_100a", [x for x in names if x.endswith(CXX)])):
        if not some:
            continue
        listing = os.path.join(folder, "arguments")
        with open(listing, "w", encoding="utf-8") as f:
            f.write("\n".join(some))
        run = subprocess.run([program, "--no-config", "-j2", options, "--format=json", "@" + listing],
                             stdout=subprocess.PIPE, check=False)
        if run.returncode > 1:
            sys.exit(f"{program} exits with {run.returncode}")
        for d in json.loads(run.stdout.decode("utf-8", "replace"))["diagnostics"]:
            found[d["file"]].append(d)
    return found


class Text:
    """Bytes with the offsets of their lines."""

    def __init__(self, data):
        self.data = data
        self.starts = [0]
        for line in data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line, column):
        return self.starts[line - 1] + column - 1

    def fixed(self, edits):
        data = self.data
        spans = [(self.offset(e["line"], e["column"]), self.offset(e["end_line"], e["end_column"]), i, e["text"])
                 for i, e in enumerate(edits)]
        for start, end, _, text in sorted(spans, reverse=True):
            data = data[:start] + text.encode() + data[end:]
        return data

    def line(self, number):
        return self.data[self.starts[number - 1]:self.starts[number]].decode("utf-8", "replace").strip()


def lacks_suffix(diagnostics):
    """Returns the messages of lines that a fix of the header would fix."""
    return {d["message"].partition(" needs ")[2] for d in diagnostics if d["rule"] == "needs-target" and d["fixes"]}


def remaining(before, after, cured, suffixes):
    """Returns the errors after a fix that are new, or that should be gone."""
    others = collections.Counter(d["message"] for d in before if d is not cured)
    left = []
    for d in after:
        if d["rule"] == OF_KERNELS or d["message"].partition(" needs ")[2] in suffixes:
            continue
        if others[d["message"]] > 0:
            others[d["message"]] -= 1
        else:
            left.append(d)
    return left


class Tally:
    def __init__(self, listed):
        self.listed = listed
        self.fixes = self.wrong = 0
        self.rules = collections.Counter()

    def add(self, place, text, fixed, cured, left):
        self.fixes += 1
        if not left:
            return
        self.wrong += 1
        self.rules[cured["rule"]] += 1
        if self.listed or self.wrong <= 20:
            print(f"leaves an error: {place}: {cured['message']} [{cured['rule']}]\n"
                  f"    {text}\n    {fixed}\n    {left[0]['message']} [{left[0]['rule']}]")


def is_local(d):
    return all(e["line"] == e["end_line"] == d["line"] for e in d["fixes"])


def rounds(diagnostics):
    """Groups fixes that can be applied at once: one for each line. A fix in another line is applied alone."""
    groups, used = [], collections.Counter()
    for d in diagnostics:
        if not d["fixes"]:
            continue
        if not is_local(d):
            yield [d]
            continue
        if used[d["line"]] == len(groups):
            groups.append([])
        groups[used[d["line"]]].append(d)
        used[d["line"]] += 1
    yield from groups


def by_line(diagnostics):
    found = collections.defaultdict(list)
    for d in diagnostics:
        if d["severity"] == "error":
            for line in range(d["line"], d["end_line"] + 1):
                found[line].append(d)
    return found


def judge(program, names, tally, folder):
    found = check(program, names, folder)
    variants, texts = {}, {}
    for name, diagnostics in found.items():
        with open(name, "rb") as f:
            texts[name] = Text(f.read())
        for cured in rounds(diagnostics):
            path = os.path.join(folder, f"fixed{len(variants)}{os.path.splitext(name)[1]}")
            with open(path, "wb") as f:
                f.write(texts[name].fixed([e for d in cured for e in d["fixes"]]))
            variants[path] = name, cured
    again = check(program, list(variants), folder)
    for path, (name, cured) in variants.items():
        with open(path, "rb") as f:
            fixed = Text(f.read())
        before, after, suffixes = by_line(found[name]), by_line(again[path]), lacks_suffix(again[path])
        for d in cured:
            line = d["line"]
            left = remaining(before[line], after[line], d, suffixes)
            tally.add(f"{os.path.relpath(name, ROOT)}:{line}", texts[name].line(line), fixed.line(line), d, left)


def recorded(release, every):
    """Yields modules with lines that ptxas rejects."""
    for version, target, kind, rows in record.read(record.SAMPLE, release):
        lines = [line for line, message in rows if message is not None][::every]
        for i in range(0, len(lines), LINES_PER_MODULE):
            yield scene.module(lines[i:i + LINES_PER_MODULE], version, target, kind=kind)


def write(modules, folder):
    for i, module in enumerate(modules):
        name = os.path.join(folder, f"record{i}.ptx")
        with open(name, "w", encoding="utf-8") as f:
            f.write(module)
        yield name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    names = sorted(x for end in (".ptx", ".cu") for x in glob.glob(os.path.join(ROOT, "tests", "**", "*" + end),
                                                                   recursive=True))
    names = [x for x in names if os.path.getsize(x) < 1 << 20]
    tally = Tally(args.list)
    with tempfile.TemporaryDirectory() as folder:
        judge(args.program, names, tally, folder)
        print(f"tests: {tally.fixes} fixes, {tally.wrong} leave an error")
        first, wrong = tally.fixes, tally.wrong
        newest = record.releases(record.SAMPLE)[-1]
        judge(args.program, list(write(recorded(newest, args.every), folder)), tally, folder)
        print(f"records: {tally.fixes - first} fixes, {tally.wrong - wrong} leave an error")
    for rule, count in tally.rules.most_common():
        print(f"{count} of {rule}")
    return tally.wrong > 0


if __name__ == "__main__":
    sys.exit(main())
