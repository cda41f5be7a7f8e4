#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make protocol-mutants`: removes synchronization from real kernels, one instruction at a time, and checks whether
ptxcheck notices.
mutants.py make PROGRAM [options]    write a sample of kernels and their mutants, one kernel per file, and index.tsv
    --from FOLDER   use kernels of this folder (build/protocol/kernels)
    --files N       at most this many files, shared among the producers (200)
    --odd           the files that are left out without it: a second sample, for an independent measurement
    --seed N        choose among all files, kernels and places at random: further samples
    --most N        at most this many mutants per kind and kernel (2)
mutants.py code [options]            compile each with ptxas, and record in code.tsv which mutants do not change the machine code
mutants.py judge PROGRAM [options]   run ptxcheck and print a table of what it finds
    --missed FILE   write the mutants that are not found to FILE, as rows of index.tsv
    --rehearse      also count what -Wrehearse finds for `any`; minutes
    --advisories    compare with the messages of ptxas about the same mutant of wgmma and setmaxnreg (recorded by code)
--in FOLDER names the folder of the sample (build/protocol/mutants), --only REGEX the kinds to compile or judge.
A mutant is found if ptxcheck reports something that it does not report about the original: `default` means without
options, `any` with -Wprotocol-pedantic and -Wprotocol-may. needed.py says which mutants no tool should find.
"""

import argparse
import collections
import glob
import hashlib
import lzma
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import mutations  # noqa: E402
import needed  # noqa: E402
import verdicts  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DEFAULT = []
REHEARSE = ["-Wrehearse"]
FINDING = re.compile(r"(.*?\.ptx):(\d+):(\d+): (error|warning): (.*)")
CODE = re.compile(r"\[ptx-(7\d\d) ")
BATCH = 100
SLOW = 400000   # size of a kernel, in bytes, that would take too long with ptxas

# name: of the file; base: name of the original; check and kind: "" for an original; why: why it is not needed ("" if
# it may be)
Row = collections.namedtuple("Row", "name base entry check kind line why")


# ---- making mutants ----

def read(path):
    with (lzma.open(path, "rt", newline="") if path.endswith(".xz") else open(path, newline="")) as f:
        return f.read()


def kernels(path, events):
    """Yields (number, name, text, mutations) for each kernel that has any, alone in its module: other kernels are
    removed."""
    text = read(path)
    code = mutations.blank_comments(text)
    entries = [f for f in mutations.functions(code) if re.search(r"\.entry\b", code[f[1]:code.index("(", f[1])])]
    for number, (name, start, _) in enumerate(entries):
        others = [(s, e) for _, s, e in entries if s != start]
        alone = "".join(text[a:b] for a, b in zip([0, *(e for _, e in others)], [*(s for s, _ in others), len(text)]))
        made = [m for m in mutations.mutations(alone, events) if m.entry == name]
        if made:
            yield number, name, alone, made


def choose(folders, odd, most, seed):
    """Selects half of the files of each producer, all of them with a seed, and at most so many in total, evenly among
    producers as far as possible. Digests of the names decide, so that new files leave most of a sample unchanged."""
    producers = collections.defaultdict(list)
    for path in (p for folder in folders for p in [*glob.glob(f"{folder}/*.ptx"), *glob.glob(f"{folder}/*.ptx.xz")]):
        digest = hashlib.sha256((seed + os.path.basename(path)).encode()).digest()
        if seed or digest[0] % 2 == odd:
            producers[os.path.basename(path).split(".")[0]].append((digest, path))
    chosen, left = [], most
    for i, (_, paths) in enumerate(sorted(producers.items(), key=lambda p: len(p[1]))):
        some = sorted(paths)[:max(1, left // (len(producers) - i))]
        chosen += [path for _, path in some]
        left -= len(some)
    return sorted(chosen)


def pick_with(seed):
    """Returns the function that picks at most so many: from the first to the last, or at random."""
    if not seed:
        return mutations.spread
    chance = random.Random(seed)
    return lambda some, most: some if len(some) <= most else chance.sample(some, most)


def make(options):
    events, pick = mutations.events_of(options.program), pick_with(options.seed)
    os.makedirs(options.folder, exist_ok=True)
    rows = []
    for path in choose(options.folders or [f"{ROOT}/build/protocol/kernels"], options.odd, options.files, options.seed):
        stem = os.path.basename(path).split(".ptx")[0]
        for number, entry, text, made in pick(list(kernels(path, events)), 3):
            base = f"{stem}.k{number}"
            kinds = collections.defaultdict(list)
            for m in made:
                kinds[m.kind].append(m)
            chosen = [m for some in kinds.values() for m in pick(some, options.most)]
            for i, m in enumerate([None, *chosen]):
                name = f"{base}.{i}.ptx"
                with open(f"{options.folder}/{name}", "w", newline="") as f:
                    f.write(mutations.apply(text, m) if m else text)
                rows.append(Row(name, f"{base}.0.ptx", entry, *((m.check, m.kind, m.line, needed.why_not(text, m)) if m else ("", "", 0, ""))))
    with open(f"{options.folder}/index.tsv", "w") as f:
        f.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    print(f"{sum(1 for r in rows if r.kind)} mutants of {sum(1 for r in rows if not r.kind)} kernels in {options.folder}")


def sample(folder):
    with open(f"{folder}/index.tsv") as f:
        rows = [Row(*line.rstrip("\n").split("\t")) for line in f]
    return [row._replace(line=int(row.line)) for row in rows]


# ---- running ptxcheck ----

def any_tier(program):
    """Returns the options for the tiers that are off by default."""
    known = subprocess.run([program, "explain", "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [f"-W{name}" for name in ("protocol-pedantic", "protocol-may") if name in known]


def ask(program, paths, options):
    """Returns {path: {(line, column, text)}} of the findings, and the paths with errors."""
    found, broken = collections.defaultdict(set), set()
    for at in range(0, len(paths), BATCH):
        done = subprocess.run([program, "--no-config", "-q", *options, *paths[at:at + BATCH]], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"mutants.py: error: ptxcheck: {done.stdout[-300:]}")
        for row in done.stdout.split("\n"):
            m = FINDING.match(row)
            if m and m[4] == "error":
                broken.add(m[1])
            elif m and CODE.search(m[5]):
                found[m[1]].add((int(m[2]), int(m[3]), m[5]))
    return found, broken


def judge(options):
    folder, rows = options.folder, [r for r in sample(options.folder) if not r.kind or options.only.search(r.kind)]
    paths = [f"{folder}/{r.name}" for r in rows]
    default, broken = ask(options.program, paths, DEFAULT)
    any_, _ = ask(options.program, paths, any_tier(options.program))
    if options.rehearse:
        for path, found in ask(options.program, paths, REHEARSE)[0].items():
            any_[path] |= found
    rows = [r for r in rows if f"{folder}/{r.name}" not in broken]
    new = {r.name: [found[f"{folder}/{r.name}"] - found[f"{folder}/{r.base}"] for found in (default, any_)] for r in rows}
    mutants = [r for r in rows if r.kind]
    originals = [f"{folder}/{r.name}" for r in rows if not r.kind]
    print(f"{len(mutants)} mutants of {len(originals)} kernels; {len(broken)} are not valid PTX; findings in the originals: "
          f"{sum(len(default[p]) for p in originals)} by default, {sum(len(any_[p]) for p in originals)} at any tier")
    if options.advisories:
        return verdicts.compare(folder, mutants, {name: {CODE.search(t)[1] for _, _, t in both[1]} for name, both in new.items()})
    verdicts.table(mutants, new, verdicts.same_code(folder))
    if options.missed:
        with open(options.missed, "w") as f:
            f.writelines("\t".join(map(str, r)) + "\n" for r in mutants if not any(new[r.name]) and not r.why)
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("make", "code", "judge"))
    parser.add_argument("program", nargs="?", default=f"{ROOT}/build/ptxcheck", type=os.path.abspath)
    parser.add_argument("--in", dest="folder", default=f"{ROOT}/build/protocol/mutants")
    parser.add_argument("--from", dest="folders", action="append")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--seed", default="")
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--only", default="", type=re.compile)
    parser.add_argument("--rehearse", action="store_true")
    parser.add_argument("--advisories", action="store_true")
    parser.add_argument("--missed")
    options = parser.parse_args()
    if options.advisories:
        options.only = re.compile("wgmma|setmaxnreg|register bound")
    if options.what == "code":
        rows = [r for r in sample(options.folder) if options.only.search(r.kind)]
        return verdicts.compile_all(options.folder, rows, os.environ.get("PTXAS", f"{ROOT}/build/cuda/13.5/ptxas"), SLOW)
    return make(options) if options.what == "make" else judge(options)


if __name__ == "__main__":
    sys.exit(main())
