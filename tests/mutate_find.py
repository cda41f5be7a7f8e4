#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds lines that tell the tables from their mutants, for those that no test noticed.

  mutate_find.py [TEXT]...    of the mutants that `make mutate` left over (build/mutants.tsv), those whose
                              line of the list has one of the texts; none: all

It tries lines near those of the tables and of the mutant, under many headers, until one is judged otherwise; asks the
ptxas of that release, and writes the line with the verdict to tests/oracle/telling.tsv. It prints what ptxas judges as
the mutant does, for then the table is wrong, and what no line tells. A warning is no verdict: such mutants need a test.
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
    "13.4 9.4 107a,13.4 9.4 100a,13.3 9.3 103a,13.2 9.2 100a,13.1 9.1 100a,13.0 9.0 100a,12.9 8.8 100a,12.8 8.7 100a,"
    "13.3 9.3 120a,13.0 9.0 90a,12.9 8.8 90a,12.8 8.7 90a,12.8 8.7 120a").split(","))]
GATES = [("13.5", v, "sm_" + t) for v, t in (x.split() for x in (
    "9.4 107a,9.3 100a,9.2 100a,9.1 100a,9.0 100a,8.8 100a,8.7 100a,8.6 100a,8.6 103a,8.7 120a,8.8 103a,8.5 90a,8.4 90a,"
    "8.3 90a,8.2 90a,8.1 90a,8.0 90a,7.9 90,7.8 90,7.8 87,7.7 86,7.6 86,7.5 86,7.4 86,7.3 86,7.2 86,7.1 86,7.0 80,6.5 75,"
    "6.4 75,6.3 75,9.5 75,9.5 80,9.5 86,9.5 87,9.5 89,9.5 90,9.5 100,9.5 100f,9.5 103f,9.5 107f,9.5 107,9.5 110a,"
    "9.5 110f,9.5 120,9.5 120f,9.5 121a,9.5 103a,9.5 88").split(","))] + [
    ("12.9", v, "sm_" + t) for v, t in (x.split() for x in (
        "8.8 101a,8.8 101f,1.4 52,2.0 52,3.0 52,3.1 52,3.2 52,4.0 52,4.1 52,4.2 52,5.0 60,5.1 60,6.0 60,6.0 70,6.1 70,"
        "6.2 70,7.5 60,7.5 70,8.8 50,8.8 52,8.8 53,8.8 60,8.8 61,8.8 62,8.8 70,8.8 72,8.8 75").split(","))]
MOST = 8  # lines for each mutant that ptxas is asked about


class Pool:
    """Lines of an instruction."""

    def __init__(self, tables):
        self.tables, self.near = tables, {}

    def lines(self, name):
        """(those of the table, those near them)"""
        if name not in self.near:
            rng = random.Random(name)
            own = self.tables.lines[name]
            some = [near.Line(x, name) for x in rng.sample(own, min(len(own), 60))]
            found = list(dict.fromkeys(near.near(some, self.tables.words, self.tables.numbers[name], rng)))
            self.near[name] = (rng.sample(own, min(len(own), 2500)), rng.sample(found, min(len(found), 3000)))
        return self.near[name]


class Finder:
    def __init__(self, folder):
        self.folder = folder
        self.tree = Tree(folder)
        self.program = self.tree.path("unchanged")
        shutil.copy(self.tree.program, self.program)
        os.environ["PTXCHECK"], os.environ["ISAGEN"] = self.program, self.tree.isagen
        self.tables = near.Tables()
        self.pool = Pool(self.tables)
        self.before = {}  # (place, instruction) -> (lines, those refused)
        self.found = collections.defaultdict(list)  # mutant -> [(release, version, target, line, ours)]

    def refused(self, program, place, lines):
        release, version, target = place
        names = []
        for i, some in enumerate(ptxas.chunks(lines, 3000)):
            names.append(os.path.join(self.folder, f"{i}.ptx"))
            with open(names[-1], "w") as f:
                f.write(ptxas.module(some, version, target))
        text = printed([program, "-q", "-w", "--toolkit=" + release, *names])
        if text is None:
            return set()
        return {lines[3000 * names.index(path.decode()) + int(n) - ptxas.FIRST_LINE] for path, n in ERROR.findall(text)
                if 0 <= int(n) - ptxas.FIRST_LINE < len(lines)}

    def compare(self, some, place, lines):
        """Asks both programs; what differs is due to the mutant of that instruction."""
        lines = list(dict.fromkeys(lines))
        before = self.refused(self.program, place, lines)
        now = self.refused(self.tree.program, place, lines)
        for line in sorted(before ^ now, key=lambda x: (len(x), x)):
            for mutant in some if len(some) == 1 else concerned(some, [self.tree.opcode(line)]):
                if len(self.found[mutant]) < MOST:
                    self.found[mutant].append((*place, line, line not in before))

    def spelled(self, names):
        """Lines of the changed tables that the unchanged ones do not spell."""
        done = subprocess.run([self.tree.isagen, "--spellings", *self.tree.tables], text=True, stdout=subprocess.PIPE)
        lines = collections.defaultdict(list)
        for line in done.stdout.splitlines():
            lines[self.tree.opcode(line)].append(line)
        return {name: [x for x in lines[name] if x not in set(self.tables.lines[name])] for name in names}

    def tell(self, some):
        """Looks for lines that tell these mutants, of different instructions."""
        self.tree.change(some)
        source, errors = self.tree.generate("--unverified")
        if errors:
            if len(some) > 1:
                half = len(some) // 2
                self.tell(some[:half])
                self.tell(some[half:])
            return
        self.tree.link(source)
        names = sorted({name for m in some for name in m.about or self.tables.lines})
        new = self.spelled(names)
        legal = {}
        for places in (NEWEST[:3], GATES, NEWEST[3:] + OLDER):
            left = [m for m in some if len(self.found[m]) < 2]
            if not left:
                return
            names = sorted({name for m in left for name in m.about or self.tables.lines})
            for place in places:
                lines = []
                for name in names:
                    own, around = self.pool.lines(name)
                    if places is GATES:
                        lines += random.Random(name).sample(own, min(len(own), 150)) + legal.get(name, [])[:150]
                    else:
                        lines += own + around + new[name][:1500]
                self.compare(left, place, lines)
                if places is not GATES:
                    refused = self.refused(self.program, place, [x for n in names for x in self.pool.lines(n)[0]])
                    for name in names:
                        some_legal = [x for x in self.pool.lines(name)[0] if x not in refused]
                        legal.setdefault(name, []).extend(some_legal[:150])


def judge(found):
    """-> rows of telling.tsv; prints what ptxas judges otherwise"""
    programs = {p.release: p for p in map(ptxas.Ptxas, ptxas.find_programs())}
    places = collections.defaultdict(dict)
    for some in found.values():
        for *place, line, _ in some:
            places[tuple(place)][line] = None
    for place, lines in places.items():
        program = programs[place[0]]
        if program.header_is_legal(*place[1:]):
            said = program.judge(list(lines), *place[1:])
            lines.update(zip(lines, ["A" if x is None else "R" for x in said]))
    rows = {}
    for mutant, some in sorted(found.items(), key=lambda item: len(item[1])):
        right = [(*place, places[tuple(place)][line], line) for *place, line, ours in some
                 if places[tuple(place)][line] == "AR"[not ours]]
        wrong = [(*place, places[tuple(place)][line], line) for *place, line, ours in some
                 if places[tuple(place)][line] == "AR"[ours]]
        if wrong:
            print("ptxas differs:", mutate.title(mutant), "\n   ", *wrong[0], flush=True)
        if right and not any(row in rows for row in right):
            rows[right[0]] = True
        if not right:
            print("nothing tells:", mutate.title(mutant), flush=True)
    return rows


def main():
    texts = sys.argv[1:]
    rows = mutate.listed()
    found = [m for m in mutants.of_files(mutate.tables()) if not texts or any(t in mutate.title(m) for t in texts)]
    found = [m for m in found if rows.get(mutate.without_line(mutate.title(m)), [""])[0] == "survived"]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        finder = Finder(folder)
        for some in mutate.rounds(found):
            finder.tell(some)
            print("tried", len(some), file=sys.stderr, flush=True)
    for mutant in found:
        if not finder.found[mutant]:
            print("nothing tells:", mutate.title(mutant))
    new = judge({m: some for m, some in finder.found.items() if some})
    telling.write([*telling.read(), *new])


if __name__ == "__main__":
    main()
