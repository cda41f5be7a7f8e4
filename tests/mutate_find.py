#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds lines that tell the tables from their mutants, for those that no test noticed.

  mutate_find.py [--tests] [TEXT]...    of the mutants that `make mutate` left over (build/mutants.tsv), those whose
                                        line of the list has one of the texts; none: all

It tries lines near those of the tables and of the mutant, under many headers, until one is judged otherwise; asks the
ptxas of that release, and writes the line with the verdict to tests/oracle/telling.tsv. It prints what ptxas judges as
the mutant does, for then the table is wrong, and what no line tells. With --tests it takes the mutants that no verdict
is enough for, rules and warnings, looks for lines of which something else is said, and prints tests for them: read those.
"""

import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import mutants  # noqa: E402
import mutate  # noqa: E402
from mutate_judges import ERROR, ROOT, Tree, concerned, printed  # noqa: E402
import near  # noqa: E402
import ptxas  # noqa: E402
import telling  # noqa: E402

NEWEST = [("13.5", "9.5", "sm_" + t) for t in "107a 100a 90a 120a 103a".split()]
OLDER = [(r, v, "sm_" + t) for r, v, t in (x.split() for x in (
    "13.4 9.4 107a,13.3 9.3 103a,13.2 9.2 100a,13.1 9.1 100a,13.0 9.0 100a,12.9 8.8 100a,12.8 8.7 90a").split(","))]
GATES = [("13.5", v, "sm_" + t) for v, t in (x.split() for x in (
    "9.4 107a,9.3 100a,9.2 100a,9.1 100a,9.0 100a,8.8 100a,8.7 100a,8.6 100a,8.6 103a,8.7 120a,8.8 103a,8.5 90a,8.4 90a,"
    "8.3 90a,8.2 90a,8.1 90a,8.0 90a,7.9 90,7.8 90,7.8 87,7.7 86,7.6 86,7.5 86,7.4 86,7.3 86,7.2 86,7.1 86,7.0 80,6.5 75,"
    "6.4 75,6.3 75,9.5 75,9.5 80,9.5 86,9.5 87,9.5 89,9.5 90,9.5 100,9.5 100f,9.5 103f,9.5 107f,9.5 107,9.5 110a,"
    "9.5 110f,9.5 120,9.5 120f,9.5 121a,9.5 103a,9.5 88").split(","))] + [
    ("12.9", v, "sm_" + t) for v, t in (x.split() for x in (
        "8.8 101a,8.8 101f,1.4 52,2.0 52,3.0 52,3.1 52,3.2 52,4.0 52,4.1 52,4.2 52,5.0 60,5.1 60,6.0 60,6.0 70,6.1 70,"
        "6.2 70,7.5 60,7.5 70,8.8 50,8.8 52,8.8 53,8.8 60,8.8 61,8.8 62,8.8 70,8.8 72,8.8 75").split(","))]
GATED = "avail|target|rule|condition|form|version|member|word|slot"  # kinds of mutants that a header may tell
LOOSER = "optional|mark|condition|order|together|rule|wrapper"  # ... that spell more lines than the tables do
SAID = re.compile(rb"^(/[^:]+):(\d+):(\d+: (?:error|warning): .*)$", re.M)
TEXTS = ("lenient mark", "rule", "part of a rule")  # ... that a verdict is not enough for
MOST = 8  # lines for each mutant that ptxas is asked about


# One operand of each sort, in place of any other.
SORTS = ("b1 h1 uh1 hf1 hx1 r1 u1 s1 f1 rd1 ud1 sd1 fd1 q1 p1 v1 v1.x %tid %tid.x %clock64 gl sm lc cm pm lp tx sf k esm 5 0 -1 1.5 "
         "0f3F800000 0d3FF0000000000000 WARP_SZ r1+4 s1+4 h1+4 rd1+4 f1+4 fd1+4 hx1+4 p1+4 q1+4 b1+4 v1+4 gl+4 sm+4 lc+4 cm+4 tx+4 k+4 "
         "%tid.x+4 %clock64+4 gl[1] sm[1] lc[1] cm[1] -r1 -f1 !p1 !r1 !5 _ {r1} {rd1} {h1} {f1} {5} {1.5} {r1,r2} {r1,r2,r3,r4} "
         "{r1,r2,r3,r4,r5,r6,r7,r8} {f1,f2} {rd1,rd2} {h1,h2} {v1,v2} p1|p2 r1|p1 _|p1 p1|_ _|_ r1|_ [r1] [rd1] [gl] [sm] [r1+4] [_] (r1) r1.b0 r1.h1").split()
INNER = ("b1 h1 hf1 hx1 r1 s1 f1 rd1 fd1 q1 p1 v1 v1.x %tid %tid.x %clock64 gl sm lc cm pm lp tx k 5 -1 1.5 0f3F800000 WARP_SZ r1+4 rd1+4 "
         "gl+4 sm+4 v1+4 gl[1] sm[1] lc[1] _ !p1 -r1").split()
TYPE = re.compile(r"\.(?:[busf]\d+|bf16|tf32|[us]?e\dm\d|[us]\df\d|pred)(?:x\d+)?$")


class Pool:
    """Modules of lines of one instruction for one place, and which of them ptxcheck refuses."""

    def __init__(self, folder, program):
        self.folder, self.program, self.tables = folder, program, near.Tables()
        self.modules, self.legal = {}, collections.defaultdict(dict)

    def first(self, place, name):
        """Lines of the table, and each operand of the legal ones made another, once for all lines alike: of the same
        types, and with the same operands but for their numbers."""
        rng, own = random.Random(name), self.tables.lines[name]
        own = rng.sample(own, min(len(own), 3000))
        legal = self.legal_ones(place, own)
        kinds = {}
        for line in sorted(legal, key=lambda x: (len(x), x)):
            x = near.Line(line, name)
            kinds.setdefault((tuple(w for w in x.words if TYPE.match(w)), x.shape()), x)
        some = rng.sample(list(kinds.values()), min(len(kinds), 60))
        lines = dict.fromkeys(own)
        for x in some:
            lines.update(dict.fromkeys(self.others(x)))
        for x in rng.sample(some, min(len(some), 15)):
            lines.update(dict.fromkeys(near.word_lines(x, self.tables.words, rng)))
            lines.update(dict.fromkeys(near.number_lines(x, self.tables.numbers[name][:80])))
        return list(lines)

    def others(self, x):
        yield "@p1 " + x.text()
        yield x.text(operands=x.operands + ["r1"])
        yield x.text(operands=x.operands + ["5"])
        for i, operand in enumerate(x.operands):
            yield x.replaced(i)
            yield x.replaced(i, operand, "r1")
            for other in SORTS:
                yield x.replaced(i, other)
            for n, (before, _, after) in enumerate(near.inner(operand)):
                for other in INNER if n < 2 else ():
                    yield x.replaced(i, before + other + after)

    def legal_ones(self, place, lines):
        _, _, bad = self.module(place, "", lines)
        return [x for i, x in enumerate(lines) if i not in bad]

    def module(self, place, name, lines):
        """(path, lines, those refused)"""
        path = os.path.join(self.folder, f"{len(os.listdir(self.folder))}.ptx")
        with open(path, "w") as f:
            f.write(ptxas.module(lines, *place[1:]))
        return path, lines, refused(self.program, place[0], [path])[path]

    def at(self, place, name):
        if (place, name) not in self.modules:
            if place in GATES or place in OLDER:
                lines = list(self.legal[name])[:400 if place in OLDER else 150]
            else:
                lines = self.first(place, name)
            self.modules[place, name] = module = self.module(place, name, lines)
            self.legal[name].update(dict.fromkeys(x for i, x in enumerate(lines) if i not in module[2]))
        return self.modules[place, name]


def refused(program, release, paths):
    """path -> the numbers of its lines that are refused"""
    found = {path: set() for path in paths}
    text = printed([program, "-q", "-w", "--toolkit=" + release, *paths])
    for path, n in ERROR.findall(text or b""):
        found[path.decode()].add(int(n) - ptxas.FIRST_LINE)
    return found


def said(program, release, paths):
    """path -> {(number of a line, what is said of it)}"""
    found = {path: set() for path in paths}
    text = printed([program, "-q", "--toolkit=" + release, *paths])
    for path, n, what in SAID.findall(text or b""):
        found[path.decode()].add((int(n) - ptxas.FIRST_LINE, what))
    return found


class Finder:
    def __init__(self, folder, texts):
        self.texts = texts  # whether what is said counts, and not only verdicts
        self.tree = Tree(folder)
        program, modules = self.tree.path("unchanged"), os.path.join(folder, "modules")
        shutil.copy(self.tree.program, program)
        os.mkdir(modules)
        os.environ["PTXCHECK"], os.environ["ISAGEN"] = program, self.tree.isagen
        self.pool = Pool(modules, program)
        self.found = collections.defaultdict(list)  # mutant -> [(release, version, target, line, ours)]

    def compare(self, some, place, modules):
        """Asks the changed program; what differs is due to the mutant of that instruction."""
        now = refused(self.tree.program, place[0], [path for path, _, _ in modules])
        for path, lines, before in modules:
            for line, ours in sorted(((lines[i], i not in before) for i in before ^ now[path] if 0 <= i < len(lines)),
                                     key=lambda pair: (len(pair[0]), pair[0])):
                for mutant in some if len(some) == 1 else concerned(some, [self.tree.opcode(line)]):
                    if len(self.found[mutant]) < MOST:
                        self.found[mutant].append((*place, line, ours))

    def compare_texts(self, some, place, modules):
        """The same with what is said; one module at a time, for that is much."""
        for path, lines, _ in modules:
            before = said(self.pool.program, place[0], [path])[path]
            now = said(self.tree.program, place[0], [path])[path]
            for i in sorted({i for i, _ in before - now if 0 <= i < len(lines)}, key=lambda i: (len(lines[i]), lines[i])):
                for mutant in some if len(some) == 1 else concerned(some, [self.tree.opcode(lines[i])]):
                    if len(self.found[mutant]) < MOST:
                        self.found[mutant].append((*place, lines[i], not any(n == i and b"error: " in x for n, x in before)))

    def spelled(self, place, names):
        """Modules of what the changed tables spell and the unchanged ones do not."""
        done = subprocess.run([self.tree.isagen, "--spellings", *self.tree.tables], text=True, stdout=subprocess.PIPE)
        lines = collections.defaultdict(list)
        for line in done.stdout.splitlines():
            lines[self.tree.opcode(line)].append(line)
        for name in names:
            new = sorted(set(lines[name]) - set(self.pool.tables.lines[name]))
            if new:
                yield self.pool.module(place, name, random.Random(name).sample(new, min(len(new), 1500)))

    def tell(self, some):
        """Looks for lines that tell these mutants, of different instructions."""
        self.tree.change(some)
        source, errors = self.tree.generate("--unverified")
        if errors:
            half = len(some) // 2
            for part in (some[:half], some[half:]) if half else ():
                self.tell(part)
            return
        self.tree.link(source)

        if self.texts:
            for place in NEWEST + OLDER:
                left = self.left(some, "")
                self.compare_texts(left, place, [self.pool.at(place, name) for name in self.names(left)])
            return
        for places, kinds in (NEWEST, ""), (GATES, GATED), (OLDER, ""):
            for place in places:
                left = self.left(some, kinds)
                self.compare(left, place, [self.pool.at(place, name) for name in self.names(left)])
        left = self.left(some, LOOSER)
        if left:
            self.compare(left, NEWEST[0], list(self.spelled(NEWEST[0], self.names(left))))

    def left(self, some, kinds):
        return [m for m in some if len(self.found[m]) < 2 and re.search(kinds, m.kind)]

    def names(self, some):
        return sorted({name for m in some for name in m.about or self.pool.tables.lines})


def asked(found):
    """place -> line -> what ptxas does: A or R; None: the header is not legal"""
    programs = {p.release: p for p in map(ptxas.Ptxas, ptxas.find_programs())}
    places = collections.defaultdict(dict)
    for some in found.values():
        for *place, line, _ in some:
            places[tuple(place)][line] = None
    for place, lines in places.items():
        program = programs[place[0]]
        if program.header_is_legal(*place[1:]):
            told = program.judge(list(lines), *place[1:])
            lines.update(zip(lines, ["A" if x is None else "R" for x in told]))
    return places


def judge(found):
    """-> rows of telling.tsv: a line that ptxas judges as the tables do, of each mutant; few for all"""
    places, known = asked(found), set(telling.read())
    rows = dict.fromkeys(known)
    for mutant, some in sorted(found.items(), key=lambda item: len(item[1])):
        right, wrong = [], []
        for *place, line, ours in some:
            theirs = places[tuple(place)][line]
            if theirs:
                (right if theirs == "RA"[ours] else wrong).append((*place, theirs, line))
        if wrong:
            print("ptxas differs:", mutate.title(mutant), *wrong[0], sep="\t", flush=True)
        if not right:
            print("nothing tells:", mutate.title(mutant), flush=True)
        elif not any(row in rows for row in right):
            rows[right[0]] = True
    return {row: True for row in rows if row not in known}


def print_tests(rows, program):
    """What ptxcheck says of these lines, as tests."""
    by_place = collections.defaultdict(list)
    for *place, _, line in rows:
        by_place[tuple(place)].append(line)
    for place, lines in sorted(by_place.items()):
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as f:
            f.write(ptxas.module(sorted(lines), *place[1:]))
            f.flush()
            texts = collections.defaultdict(list)
            for i, what in sorted(said(program, place[0], [f.name])[f.name]):
                texts[i].append(what.decode())
        print("====", *place)
        for i, line in enumerate(sorted(lines)):
            for n, what in enumerate(texts[i]):
                print("// CHECK: :[[@LINE+%d]]:%s{{$}}" % (len(texts[i]) - n, what))
            print("    " + line)


def main():
    texts = sys.argv[1:]
    tests = "--tests" in texts
    texts = [x for x in texts if x != "--tests"]
    rows = mutate.listed()
    found = [m for m in mutants.of_files(mutate.tables()) if not texts or any(t in mutate.title(m) for t in texts)]
    found = [m for m in found if mutate.is_bad(rows.get(mutate.without_line(mutate.title(m)), ["", ""]))
             and (m.kind in TEXTS) == tests and m.kind not in mutate.FOR_CXX]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        find(found, Finder(folder, tests))


def find(found, finder):
    """A few rounds at a time, so that what is found is kept if this is stopped."""
    for some in ptxas.chunks(list(mutate.rounds(found)), 10):
        for one in some:
            finder.tell(one)
        for mutant in (m for one in some for m in one if not finder.found[m]):
            print("nothing tells:", mutate.title(mutant), flush=True)
        new = judge({m: finder.found[m] for one in some for m in one if finder.found[m]})
        if finder.texts:
            print_tests(new, finder.pool.program)
        else:
            telling.write([*telling.read(), *new])
        print("tried", sum(map(len, some)), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
