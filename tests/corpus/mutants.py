#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make corpus-mutants`: real modules with one word dropped, doubled or replaced, checked by ptxcheck and ptxas.
mutants.py PROGRAM [options]
    -n N           number of mutants (2000)
    --seed S       random seed (1)
    --whole        no mutants: each file as it is
    --from FOLDER  also use files of this folder; tests/corpus/files and build/corpus are always used
    --save FOLDER  write mutants with different verdicts there
    --count        write the counts to counts.tsv, from which docs/agreement.md is made; mutants add up
    --record       use only tests/corpus/files, and keep the verdicts for --replay
    --replay       run no ptxas: compare with the recorded verdicts
A verdict applies to the whole module for its own target, without code generation (compute_*). Exits with 1 if there
are differences that known-mutants.txt does not explain.
"""

import argparse
import collections
import concurrent.futures
import glob
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import pieces  # noqa: E402

HERE = pieces.HERE
ROOT = os.path.dirname(os.path.dirname(HERE))
KNOWN = os.path.join(HERE, "known-mutants.txt")
COUNTS = os.path.join(HERE, "counts.tsv")
RECORD = os.path.join(HERE, "mutants", "verdicts.tsv.xz")
TMP = "/dev/shm" if os.path.isdir("/dev/shm") else None
OF_ONE_PIECE = 8    # number of mutants
TOO_LONG = 20       # seconds
FIRST = {88: (13, 0), 103: (12, 9), 107: (13, 4), 110: (13, 0), 121: (12, 9)}   # first release that supports an architecture
NEWEST = {(12, 8): (8, 7), (12, 9): (8, 8), **{(13, i): (9, i) for i in range(5)}}   # newest .version of each release before the last

# In the body of a piece, text[start:end] is replaced by `new`.
Mutant = collections.namedtuple("Mutant", "file body start end new")


# ---- making mutants ----

def statements(tokens):
    """Groups the tokens into statements, by the word that each starts with."""
    groups, some = collections.defaultdict(list), []
    for i, (_, text, _) in enumerate(tokens):
        some.append(i)
        if text in ";{}" or i + 1 == len(tokens) or text == ":":
            groups[next((tokens[k][1] for k in some if tokens[k][1] not in "@!"), "")].append(some)
            some = []
    return groups


def choose(rng, tokens, groups):
    """Chooses a token: half of the time any, otherwise from any kind of statement, so that rare kinds are covered."""
    if rng.random() < 0.5:
        return rng.randrange(len(tokens))
    return rng.choice(rng.choice(groups[rng.choice(sorted(groups))]))


def mutate(rng, file, body, text, tokens, groups):
    i = choose(rng, tokens, groups)
    kind, word, start = tokens[i]
    end, how = start + len(word), rng.random()
    if how < 0.3:
        return Mutant(file, body, start, end, "")
    if how < 0.5:
        return Mutant(file, body, start, end, word + " " * (kind != "word") + word)
    others = [t for t in tokens if t[0] == kind] if how < 0.75 else tokens
    return Mutant(file, body, start, end, rng.choice(others)[1])


def make(rng, paths, count, release):
    """Returns (mutant, text) pairs, as many as requested or nearly so."""
    kernels = collections.defaultdict(list)
    for path in paths:
        kernels[os.path.basename(path).split(".sm_")[0]].append(path)
    made = []
    while len(made) < count:
        path = rng.choice(kernels[rng.choice(sorted(kernels))])
        piece = pieces.pick(rng, path, lowered(pieces.read(path), release))
        if not piece:
            continue
        tokens = pieces.tokens(piece[1])
        groups = statements(tokens)
        made.append((Mutant(path, piece[0], 0, 0, ""), piece[1]))   # unchanged: both must accept it
        for _ in range(OF_ONE_PIECE):
            m = mutate(rng, path, piece[0], piece[1], tokens, groups)
            if m.new != piece[1][m.start:m.end]:
                made.append((m, piece[1][:m.start] + m.new + piece[1][m.end:]))
    return made


# ---- running ptxas ----

def target_of(text, release):
    """Returns the target of the module: its last architecture, as a number that -arch of the release supports."""
    found = re.findall(r"^\s*\.target[^\n]*?\b(?:sm|compute)_(\d+[af]?)\b", text, re.M)
    number = int(found[-1].rstrip("af")) if found else 0
    if not 75 <= number <= 121 or release < FIRST.get(number, release):
        return "75" if 0 < number < 75 else "100a"
    if release < (12, 9):
        return re.sub("[af]$", "", found[-1])
    return found[-1].replace("101", "110") if release >= (13, 0) else found[-1]


def lowered(text, release):
    """Limits .version to the newest that the release supports."""
    newest = NEWEST.get(release)
    found = re.search(r"\.version\s+(\d+)\.(\d+)", text)
    if not newest or not found or (int(found[1]), int(found[2])) <= newest:
        return text
    return f"{text[:found.start(1)]}{newest[0]}.{newest[1]}{text[found.end(2):]}"


def ask_ptxas(ptxas, path, target):
    """Returns (accepted or None if it crashed, its messages)."""
    command = [ptxas, "-w", f"-arch=compute_{target}", "-o", os.devnull, path]
    try:
        p = subprocess.run(command, timeout=TOO_LONG, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if b"could not be opened" in p.stdout:   # the machine is busy
            p = subprocess.run(command, timeout=TOO_LONG, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None, "(it does not end)"
    said = re.sub(r"^ptxas (\S+, line (\d+); )?\s*", r"\2: ", p.stdout.decode(errors="replace").split("\n")[0])
    if "Memory allocation failure" in said:
        return None, said
    return (p.returncode == 0 if p.returncode in (0, 255) else None), said


def ask_ptxcheck(program, paths, targets, release):
    """Returns the first error by path."""
    of_target = collections.defaultdict(list)
    for path in paths:
        of_target[targets[path]].append(path)
    errors = {}
    for target, some in of_target.items():
        for at in range(0, len(some), 200):
            out = subprocess.run([program, "--no-config", "-q", "-w", "--toolkit=%d.%d" % release,
                                  f"--arch=compute_{target}", *some[at:at + 200]],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if out.returncode not in (0, 1):
                sys.exit(f"mutants.py: error: ptxcheck: {out.stdout.decode(errors='replace')[-300:]}")
            for row in out.stdout.decode(errors="replace").split("\n"):
                m = re.match(r"(.*?\.ptx):(\d+:\d+: error: .*)", row)
                if m:
                    errors.setdefault(m[1], m[2])
    return errors


class Asked:
    def __init__(self, mutant, text, theirs, said, ours):
        self.mutant, self.text, self.theirs, self.said, self.ours = mutant, text, theirs, said, ours

    def differs(self):
        return self.theirs is not None and self.theirs != (self.ours is None)

    def __str__(self):
        m = self.mutant
        line = self.text.count("\n", 0, m.start) + 1
        old = original(m) if m.start < m.end else ""
        return (f"{os.path.basename(m.file)}{f' body {m.body}' if m.body >= 0 else ''}:{line}: {old!r} -> {m.new!r}: "
                f"{self.text.split(chr(10))[line - 1].strip()[:100]}\n"
                f"    ptxas: {self.said or 'accepted'}\n    ptxcheck: {self.ours or 'accepted'}")


def original(m):
    return pieces.cut(pieces.read(m.file), m.body)[m.start:m.end]


def judge(program, made, ask, release, kind=Asked):
    """Calls ask(number, path, target) for each; it returns (accepted, messages of ptxas)."""
    with tempfile.TemporaryDirectory(dir=TMP) as folder:
        paths, targets = [], {}
        for i, (_, text) in enumerate(made):
            paths.append(os.path.join(folder, f"{i}.ptx"))
            targets[paths[-1]] = target_of(text, release)
            with open(paths[-1], "w", newline="") as f:
                f.write(text)
        errors = ask_ptxcheck(program, paths, targets, release)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            theirs = list(pool.map(lambda k: ask(k, paths[k], targets[paths[k]]), range(len(paths))))
    return [kind(m, text, *said, errors.get(path)) for (m, text), said, path in zip(made, theirs, paths)]


def without_bad_pieces(asked):
    """Drops mutants of pieces that ptxas rejects unchanged, because they prove nothing."""
    good, keep = False, []
    for a in asked:
        if a.mutant.start == a.mutant.end:
            good = a.theirs is True
        if good:
            keep.append(a)
    return keep


# ---- known differences ----

def read_known():
    """Returns [(pattern for the printed difference, reason)]."""
    entries, reason = [], ""
    with open(KNOWN) as f:
        for row in f.read().split("\n"):
            if row.startswith("#"):
                reason = row.lstrip("# ")
            elif row:
                entries.append((re.compile(row, re.S), reason))
    return entries


# ---- the record ----

def write_record(asked, version):
    rows = [f"{version}\n"]
    rows += ["\t".join(("A" if a.theirs else "R", os.path.basename(a.mutant.file), *map(str, a.mutant[1:4]),
                        a.mutant.new.encode("unicode_escape").decode())) + "\n" for a in asked]
    os.makedirs(os.path.dirname(RECORD), exist_ok=True)
    with lzma.open(RECORD, "wt", preset=9) as f:
        f.writelines(rows)


def read_record():
    with lzma.open(RECORD, "rt") as f:
        version, *rows = f.read().splitlines()
    texts, made, verdicts = {}, [], []
    for row in rows:
        verdict, name, body, start, end, new = row.split("\t")
        m = Mutant(f"{HERE}/files/{name}", int(body), int(start), int(end),
                   new.encode().decode("unicode_escape"))
        if m[:2] not in texts:
            texts[m[:2]] = pieces.cut(pieces.read(m.file), m.body)
        text = texts[m[:2]]
        made.append((m, text[:m.start] + m.new + text[m.end:]))
        verdicts.append((verdict == "A", "" if verdict == "A" else "(recorded)"))
    return version, made, verdicts


# ---- counting ----

def producer_of(path):
    """Returns the producer of a file, by its folder or, in mixed folders, by its name."""
    folder, name = os.path.basename(os.path.dirname(path)), os.path.basename(path)
    known = {"cutlass": "CUTLASS", "triton": "Triton", "clang": "LLVM", "llc": "LLVM"}
    if folder in ("files", "corpus"):
        return next((producer for start, producer in known.items() if name.startswith(start)), "nvcc")
    return known.get(folder.lower(), folder)


def write_counts(what_of, version, asked, add):
    """Rows: what, version of ptxas, then modules, accepted, known, unexplained, crashed."""
    rows = {}
    if os.path.exists(COUNTS):
        with open(COUNTS) as f:
            rows = {cells[0]: cells[1:] for cells in (row.split("\t") for row in f.read().splitlines())}
    known, new = read_known(), collections.defaultdict(lambda: [0] * 5)
    for a in asked:
        count = new[what_of(a.mutant)]
        explained = a.differs() and any(pattern.search(str(a)) for pattern, _ in known)
        for i, is_one in enumerate((True, a.theirs is True, explained, a.differs() and not explained, a.theirs is None)):
            count[i] += is_one
    for what, count in new.items():
        before = rows.get(what) if add else None
        if before and before[0] == version:
            count = [a + int(b) for a, b in zip(count, before[1:])]
        rows[what] = [version, *map(str, count)]
    with open(COUNTS, "w") as f:
        f.writelines("\t".join((what, *cells)) + "\n" for what, cells in sorted(rows.items()))


# ---- running ----

def report(asked, save):
    known, counts, unexplained = read_known(), collections.Counter(), 0
    for a in asked:
        if a.theirs is None:
            counts["crash"] += 1
            continue
        counts[a.theirs, a.ours is None] += 1
        if not a.differs():
            continue
        text = str(a)
        if any(pattern.search(text) for pattern, _ in known):
            counts["known"] += 1
            continue
        unexplained += 1
        print(f"{'missed' if a.ours is None else 'false error'}: {text}", flush=True)
        if save:
            os.makedirs(save, exist_ok=True)
            with open(os.path.join(save, f"{unexplained}.ptx"), "w", newline="") as f:
                f.write(a.text)
    print(f"{len(asked)} modules: accepted by both {counts[True, True]}, refused by both {counts[False, False]}, "
          f"false errors {counts[True, False]}, missed errors {counts[False, True]} "
          f"(known {counts['known']}), ptxas crashed {counts['crash']}: {unexplained} unexplained")
    return 1 if unexplained else 0


def find_ptxas():
    """Returns (program, its version)."""
    program = os.environ.get("PTXAS") or os.path.join(ROOT, "build/cuda/13.5/ptxas")
    if not (os.path.exists(program) or shutil.which(program)):
        sys.exit("mutants.py: error: no ptxas; ./bootstrap --cuda fetches it, PTXAS=... names another")
    text = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return program, re.search(r"V([\d.]+)", text)[1]


def release_of(version):
    return tuple(map(int, version.split(".")[:2]))


def find_files(folders):
    paths = pieces.packed()
    for folder in folders:
        paths += sorted(glob.glob(f"{folder}/**/*.ptx", recursive=True))
    return paths


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("-n", type=int, default=2000)
    p.add_argument("--seed", default="1")
    p.add_argument("--from", dest="folders", action="append", default=[])
    p.add_argument("--save")
    p.add_argument("--whole", action="store_true")
    p.add_argument("--count", action="store_true")
    p.add_argument("--record", action="store_true")
    p.add_argument("--replay", action="store_true")
    o = p.parse_args()
    program = os.path.abspath(o.program)
    if o.replay:
        version, made, verdicts = read_record()
        return report(judge(program, made, lambda k, path, target: verdicts[k], release_of(version)), o.save)
    ptxas, version = find_ptxas()
    release = release_of(version)
    paths = find_files([] if o.record else [os.path.join(ROOT, "build/corpus"), *o.folders])
    if o.whole:
        made = [(Mutant(path, -1, 0, 0, ""), lowered(pieces.read(path), release)) for path in paths]
    else:
        made = make(random.Random(o.seed), paths, o.n, release)
    asked = judge(program, made, lambda k, path, target: ask_ptxas(ptxas, path, target), release)
    if not o.whole:
        asked = without_bad_pieces(asked)
    status = report(asked, o.save)
    if o.count:
        write_counts(lambda m: producer_of(m.file) if o.whole else "mutants", version, asked, not o.whole)
    if o.record and not status:
        write_record([a for a in asked if a.theirs is not None and not a.differs()], version)
    return status


if __name__ == "__main__":
    sys.exit(main())
