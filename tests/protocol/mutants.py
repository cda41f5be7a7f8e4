#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make protocol-mutants`: synchronization taken from real kernels, one instruction at a time: does ptxcheck notice?

mutants.py PROGRAM [options]
  --from FOLDER   take files of it (build/protocol/kernels)
  --files N       at most so many files, of each producer its share (100)
  --most N        at most so many mutants of a kind and a kernel (2)
  --only REGEX    kinds whose name fits
  --advisories    of wgmma and setmaxnreg alone: compare with what ptxas says of the same mutant
  --missed FILE   write the mutants that are not found there
  --save FOLDER   and their text there
A mutant is found when ptxcheck reports of the same function what it does not report of the original: `default` says so without
options, `any` with -Wprotocol-pedantic and -Wprotocol-may.
"""

import argparse
import collections
import concurrent.futures
import glob
import lzma
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import mutations  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TMP = "/dev/shm" if os.path.isdir("/dev/shm") else None
DEFAULT = []
FINDING = re.compile(r"(.*?\.ptx):(\d+):(\d+): (error|warning): (.*)")
CODE = re.compile(r"\[ptx-(7\d\d) ")
BATCH = 100
ADVISED = {"701"}       # codes of what ptxas advises of, too (C7508 to C7519)
LARGE = 400000          # bytes: a module for which ptxas takes too long

Made = collections.namedtuple("Made", "file mutation path")   # mutation: None for the original


# ---- files ----

def read(path):
    with (lzma.open(path, "rt", newline="") if path.endswith(".xz") else open(path, newline="")) as f:
        return f.read()


def choose(folders, most):
    """At most so many files, and the same number of each producer as far as it has them."""
    producers = collections.defaultdict(list)
    for path in sorted(p for folder in folders for p in [*glob.glob(f"{folder}/*.ptx"), *glob.glob(f"{folder}/*.ptx.xz")]):
        producers[os.path.basename(path).split(".")[0]].append(path)
    chosen, left = [], most
    for i, (_, paths) in enumerate(sorted(producers.items(), key=lambda p: len(p[1]))):
        some = mutations.spread(paths, max(1, left // (len(producers) - i)))
        chosen += some
        left -= len(some)
    return sorted(chosen)


def make(paths, most, only, folder, events):
    """Writes the originals and the mutants."""
    for n, path in enumerate(paths):
        text = read(path)
        kinds = collections.defaultdict(list)
        for m in mutations.mutations(text, events):
            if only.search(m.kind):
                kinds[m.entry, m.kind].append(m)
        chosen = [m for some in kinds.values() for m in mutations.spread(some, most)]
        for i, m in enumerate([None, *chosen] if chosen else []):
            to = f"{folder}/{n}.{i}.ptx"
            with open(to, "w", newline="") as f:
                f.write(mutations.apply(text, m) if m else text)
            yield Made(path, m, to)


# ---- asking ----

def any_tier(program):
    """The options for the tiers that are off by default."""
    known = subprocess.run([program, "explain", "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [f"-W{name}" for name in ("protocol-pedantic", "protocol-may") if name in known]


def ask(program, paths, options):
    """{path: {(line, column, text)}} of what is found, and the paths that have errors"""
    found, broken = collections.defaultdict(set), set()
    def one(batch):
        return subprocess.run([program, "--no-config", "-q", *options, *batch], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
    batches = [paths[at:at + BATCH] for at in range(0, len(paths), BATCH)]
    for done in map(one, batches):
        if done.returncode not in (0, 1):
            sys.exit(f"mutants.py: error: ptxcheck: {done.stdout[-300:]}")
        for row in done.stdout.split("\n"):
            m = FINDING.match(row)
            if m and m[4] == "error":
                broken.add(m[1])
            elif m and CODE.search(m[5]):
                found[m[1]].add((int(m[2]), int(m[3]), m[5]))
    return found, broken


def lines_of(text, entry):
    code = mutations.blank_comments(text)
    for name, start, end in mutations.functions(code):
        if name == entry:
            return code.count("\n", 0, start) + 1, code.count("\n", 0, end) + 1
    return 0, 0


def news(made, found):
    """{mutant's path: what is new in its function}"""
    result, original, ranges = {}, None, {}
    for m in made:
        if m.mutation is None:
            original, text, ranges = m, read(m.file), {}
            continue
        entry = m.mutation.entry
        if entry not in ranges:
            ranges[entry] = lines_of(text, entry)
        first, last = ranges[entry]
        result[m.path] = sorted(f for f in found[m.path] - found[original.path] if first <= f[0] <= last)
    return result


# ---- ptxas ----

def advisories(ptxas, path):
    """The codes of what ptxas says, with how often; None if it does not compile it."""
    target = re.search(r"^\s*\.target\s+(sm_\w+)", read(path), re.M)[1]
    done = subprocess.run([ptxas, f"-arch={target}", "-o", os.devnull, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return None if done.returncode else collections.Counter(re.findall(r"\((C75\d\d)\)", done.stdout))


def compare(made, new, ptxas):
    """Same verdict: does either have something to say of what the mutant does and the original does not?"""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        said = dict(zip([m.path for m in made], pool.map(lambda m: advisories(ptxas, m.path), made)))
    table, original = collections.defaultdict(collections.Counter), None
    for m in made:
        if m.mutation is None:
            original = said[m.path]
        elif said[m.path] is not None and original is not None:
            theirs = sorted(said[m.path] - original)
            ours = any(CODE.search(text)[1] in ADVISED for _, _, text in new[m.path])
            table[m.mutation.kind]["same" if bool(theirs) == ours else "differs"] += 1
            if bool(theirs) != ours:
                print(f"{os.path.basename(m.file)}:{m.mutation.line}: {m.mutation.kind}: ptxas: {' '.join(theirs) or 'silent'}; "
                      f"ptxcheck: {'; '.join(t for _, _, t in new[m.path]) or 'silent'}")
    for kind, counts in sorted(table.items()):
        print(f"{kind:24} {counts['same']:5} same {counts['differs']:5} differ")
    same, all_ = sum(c["same"] for c in table.values()), sum(sum(c.values()) for c in table.values())
    print(f"{same} of {all_} verdicts agree with ptxas ({100 * same / max(1, all_):.1f} %)")


# ---- the table ----

def report(made, default, any_):
    table = collections.defaultdict(collections.Counter)
    for m in made:
        if m.mutation:
            key = (int(m.mutation.check[1:]), m.mutation.kind)
            table[key].update(all=1, default=bool(default[m.path]), any=bool(any_[m.path] or default[m.path]))
    print(f"{'':5} {'kind':26} {'mutants':>7} {'default':>8} {'any tier':>9}")
    total = collections.Counter()
    for (check, kind), c in sorted(table.items()):
        total.update(c)
        print(f"P{check:<4} {kind:26} {c['all']:7} {c['default']:8} {c['any']:9}")
    percent = [f"{100 * total[k] / max(1, total['all']):.1f} %" for k in ("default", "any")]
    print(f"{'':5} {'all':26} {total['all']:7} {total['default']:8} {total['any']:9}   ({percent[0]} by default, {percent[1]} at any tier)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--from", dest="folders", action="append")
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--only", default="", type=re.compile)
    parser.add_argument("--advisories", action="store_true")
    parser.add_argument("--missed")
    parser.add_argument("--save")
    options = parser.parse_args()
    if options.advisories:
        options.only = re.compile("wgmma|setmaxnreg|register bound")
    paths = choose(options.folders or [f"{ROOT}/build/protocol/kernels"], options.files)
    if options.advisories:
        paths = [p for p in paths if os.path.getsize(p) < LARGE]
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory(dir=TMP) as folder:
        made = list(make(paths, options.most, options.only, folder, mutations.events_of(program)))
        originals = [m.path for m in made if m.mutation is None]
        found, broken = ask(program, [m.path for m in made], DEFAULT)
        if broken & set(originals):
            sys.exit(f"mutants.py: error: ptxcheck refuses {next(m.file for m in made if m.path in broken)}")
        made = [m for m in made if m.path not in broken]
        mutants = [m for m in made if m.mutation]
        print(f"{len(mutants)} mutants of {len({(m.file, m.mutation.entry) for m in mutants})} kernels in {len(originals)} files; "
              f"{len(broken)} are no valid PTX; {sum(map(len, (found[p] for p in originals)))} findings in the originals")
        default = news(made, found)
        any_ = news(made, ask(program, [m.path for m in made], any_tier(program))[0])
        if options.advisories:
            return compare(made, any_, os.environ.get("PTXAS", f"{ROOT}/build/cuda/13.5/ptxas"))
        report(made, default, any_)
        missed = [m for m in mutants if not any_[m.path] and not default[m.path]]
        if options.missed:
            with open(options.missed, "w") as f:
                f.writelines(f"{m.mutation.check}\t{m.mutation.kind}\t{os.path.basename(m.file)}\t{m.mutation.entry}\t{m.mutation.line}\n"
                             for m in missed)
        if options.save:
            os.makedirs(options.save, exist_ok=True)
            for m in missed:
                os.replace(m.path, f"{options.save}/{os.path.basename(m.file)}.{os.path.basename(m.path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
