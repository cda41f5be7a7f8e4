#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds lines that distinguish the tables from mutants that no test noticed.
mutate_find.py [--tests] [TEXT]...: for the mutants that `make mutate` left over (build/mutants.tsv) whose line in
the list contains one of the texts (none: all).
It tries lines near those of the tables and of the mutant, under many headers, until the verdict on one differs; it
runs the ptxas of that release, and writes the line with the verdict to tests/oracle/telling.tsv. It prints lines on
which ptxas agrees with the mutant, because the table is then wrong, and mutants for which no line was found. With
--tests, it handles rules and warnings, for which a verdict is not sufficient: it searches lines whose messages
differ, and prints tests for them, which you should review.
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

NEWEST = [("13.5", "9.5", "sm_" + t) for t in "107a 100a 90a 120a 103a 80".split()]
OLDER = [(r, v, "sm_" + t) for r, v, t in (x.split() for x in (
    "13.4 9.4 107a,13.3 9.3 103a,13.2 9.2 100a,13.1 9.1 100a,13.0 9.0 100a,12.9 8.8 100a,12.8 8.7 90a").split(","))]
GATES = [("13.5", v, "sm_" + t) for v, t in (x.split() for x in (
    "9.4 107a,9.3 100a,9.2 100a,9.1 100a,9.0 100a,8.8 100a,8.7 100a,8.6 100a,8.6 103a,8.7 120a,8.8 103a,8.5 90a,8.4 90a,"
    "8.3 90a,8.2 90a,8.1 90a,8.0 90a,7.9 90,7.8 90,7.8 87,7.7 86,7.6 86,7.5 86,7.4 86,7.3 86,7.2 86,7.1 86,7.0 80,6.5 75,"
    "6.4 75,6.3 75,9.5 75,9.5 80,9.5 86,9.5 87,9.5 89,9.5 90,9.5 100,9.5 100f,9.5 103f,9.5 107f,9.5 107,9.5 110a,"
    "9.5 110f,9.5 120,9.5 120f,9.5 121a,9.5 103a,9.5 88,"
    "1.0 10,1.1 10,1.2 13,1.3 13,1.4 13,1.5 13,2.0 20,2.1 20,2.2 20,2.3 20,3.0 30,3.1 35,3.2 35,4.0 50,4.1 52,4.2 53,4.3 53,"
    "5.0 60,5.1 70,6.0 70,6.1 72,6.2 72,9.5 10,9.5 11,9.5 12,9.5 13,9.5 20,9.5 21,9.5 30,9.5 32,9.5 35,9.5 37,9.5 50,9.5 52,"
    "9.5 53,9.5 60,9.5 61,9.5 62,9.5 70,9.5 72").split(","))] + [
    ("12.9", v, "sm_" + t) for v, t in (x.split() for x in "8.8 101a,8.8 101f,8.6 101a,8.8 101".split(","))]
GATED = "avail|target|lowered|rule|condition|form|version|member|word|slot"  # kinds of mutants that a header may reveal
LOOSER = "optional|mark|condition|order|together|rule|wrapper"  # that spell more lines than the tables do
SAID = re.compile(rb"^(/[^:]+):(\d+):(\d+: (?:error|warning): .*)$", re.M)
TEXTS = ("lenient mark", "rule", "part of a rule")  # for which a verdict is not sufficient
SHAPES = 40  # lines of an instruction whose operands are exchanged
GATED_LINES = 500  # lines that are tried under headers that may not support them
MOST = 8  # lines per mutant that are passed to ptxas


# Lines with operands that spellings omit.
MORE = ["tex.%s.v4.f32.f32 {f1, f1, f1, f1}, [tx, rd1, %s];" % x for x in (
    ("1d", "{f1}"), ("2d", "{f1, f1}"), ("a1d", "{r1, f1}"), ("a2d", "{r1, f1, f1, f1}"))]

# One operand of each type, to replace any other.
SORTS = ("b1 ub1 sb1 h1 uh1 sh1 hf1 hx1 r1 u1 s1 f1 rd1 ud1 sd1 fd1 q1 p1 v1 v1.x w1 vf1 wd1 wd1.x vh1.x %tid %tid.x %laneid %gridid %clock64 "
         "gl sm lc cm pm lp tx sf k f_par esm g_u8 s_v4 l_u32 c_u32 lp_u lp_d pr pp p_f64 5 0 -1 1.5 "
         "0f3F800000 0d3FF0000000000000 WARP_SZ r1+4 s1+4 h1+4 rd1+4 f1+4 fd1+4 hx1+4 p1+4 q1+4 b1+4 hf1+4 v1+4 v1.x+4 gl+4 sm+4 lc+4 "
         "cm+4 pm+4 lp+4 tx+4 sf+4 k+4 f_par+4 %tid.x+4 %tid+4 %laneid+4 %clock64+4 gl[1] sm[1] lc[1] cm[1] lp[1] pm[1] "
         "-r1 -f1 -v1.x -r1.b0 !p1 !r1 !5 _ {r1} {rd1} {h1} {f1} {q1} {5} {1.5} "
         "{r1,r2} {r1,r2,r3,r4} {r1,r2,r3,r4,r5,r6,r7,r8} {f1,f2} {rd1,rd2} {h1,h2} {v1,v2} {h1,5} {5,5} {5,5,5,5} {h1,h2,h3,h4} {h1,5,5,5} "
         "{%tid.x} {%laneid} {pr} {lp_u} {p1} {%laneid,%laneid} {r1,5} {f1,f2,f3,f4} {b1,b1} w1 vh1 wh1 v1+4 w1+4 %tid+4 p1|p2 r1|p1 _|p1 p1|_ _|_ r1|_ "
         "[r1] [rd1] [gl] [sm] [r1+4] [_] (r1) lab bt ct pt r1.b0 r1.h1 r1.h10 r1.h31 r1.b20 r1.b3210 r1.b7654 "
         "hx1.b0 hx1.h1 hx1.h10 hx1.h31 hx1.b20 hx1.b3210 hx1.b7654 f1.b0").split()
INNER = ("b1 ub1 sb1 h1 uh1 sh1 hf1 hx1 r1 u1 s1 f1 rd1 ud1 sd1 fd1 q1 p1 v1 v1.x wd1.x vh1.x %tid %tid.x %laneid %gridid %clock64 gl sm lc cm pm lp tx sf k "
         "g_u8 lp_u lp_d pr pp 5 -1 1.5 0f3F800000 0d3FF0000000000000 WARP_SZ r1+4 rd1+4 "
         "gl+4 sm+4 lp+4 v1+4 gl[1] sm[1] lc[1] lp[1] _ !p1 -r1").split()
TYPE = re.compile(r"\.(?:[busf]\d+|bf16|tf32|[us]?e\dm\d|[us]\df\d|pred)(?:x\d+)?$")


class Pool:
    """Modules with lines of one instruction for one place, and the lines that ptxcheck rejects."""

    def __init__(self, folder, program):
        self.folder, self.program, self.tables = folder, program, near.Tables()
        self.modules, self.legal = {}, collections.defaultdict(dict)

    def first(self, place, name):
        """Lines of the table, and the same with each operand of the valid ones replaced, once for all similar
        lines: those of the same types whose operands differ only in numbers."""
        rng, own = random.Random(name), self.tables.lines[name] + [x for x in MORE if self.tables.opcode_of(x) == name]
        own = rng.sample(own, min(len(own), 3000))
        legal = self.legal_ones(place, own)
        kinds = {}
        for line in sorted(legal, key=lambda x: (len(x), x)):
            x = near.Line(line, name)
            kinds.setdefault((tuple(w for w in x.words if TYPE.match(w)), x.shape()), x)
            for word in x.words:  # it may determine which operands there are, and their kinds
                kinds.setdefault((word, x.shape()), x)
        some = list({x.text(): x for x in kinds.values()}.values())
        some = rng.sample(some, min(len(some), SHAPES))
        lines = dict.fromkeys(own)
        for x in some:
            lines.update(dict.fromkeys(self.others(x)))
        for x in rng.sample(some, min(len(some), 15)):
            lines.update(dict.fromkeys(near.word_lines(x, self.tables.words, rng)))
            numbers = self.tables.numbers[name][:80]
            lines.update(dict.fromkeys(near.number_lines(x, numbers + [str(int(n) + 2 ** 32) for n in numbers])))
        for x in rng.sample(some, min(len(some), 3)):
            lines.update(dict.fromkeys(self.with_words(place, x)))
        return list(lines)

    def with_words(self, place, x):
        """Adds each other word, and some combinations of those that are skipped."""
        more = {x.text(words=x.words + [word]): word for word in self.tables.words}
        yield from more
        skipped = [more[line] for line in self.legal_ones(place, list(more))]
        for i, word in enumerate(skipped):
            for count in 1, 2, 3:
                yield x.text(words=x.words + [word] + (skipped * 2)[i + 1:i + 1 + count])
            yield x.text(words=x.words + [word, skipped[i - 1], word])

    def others(self, x):
        yield "@p1 " + x.text()
        yield x.text(operands=x.operands + ["r1"])
        yield x.text(operands=x.operands + ["5"])
        for i, operand in enumerate(x.operands):
            yield x.replaced(i)
            yield x.replaced(i, operand, "r1")
            for other in SORTS:
                yield x.replaced(i, other)
            for before, element, after in elements(operand):
                yield from (x.replaced(i, before + other + after) for other in INNER)
                yield from (x.replaced(i, before + text + after) for text in vectors(element))
            yield from (x.replaced(i, text) for text in vectors(operand))

    def of_all_words(self, name):
        """Returns valid lines that together contain all words in all shapes, and lines that may be valid elsewhere."""
        found = {}
        for line in sorted(self.legal[name], key=lambda x: (len(x), x)):
            x = near.Line(line, name)
            found.setdefault((tuple(x.words), x.shape()), line)
        rng, own = random.Random(name), self.tables.lines[name]
        return list(dict.fromkeys(rng.sample(list(found.values()), min(len(found), GATED_LINES)) +
                                  rng.sample(own, min(len(own), GATED_LINES))))

    def legal_ones(self, place, lines):
        _, _, bad = self.module(place, "", lines)
        return [x for i, x in enumerate(lines) if i not in bad]

    def module(self, place, name, lines):
        """Returns (path, lines, rejected lines)."""
        path = os.path.join(self.folder, f"{len(os.listdir(self.folder))}.ptx")
        with open(path, "w") as f:
            f.write(ptxas.module(lines, *place[1:]))
        return path, lines, refused(self.program, place[0], [path])[path]

    def at(self, place, name):
        if (place, name) not in self.modules:
            if place in GATES or place in OLDER:
                lines = self.of_all_words(name) if place in GATES else list(self.legal[name])[:400]
            else:
                lines = self.first(place, name)
            self.modules[place, name] = module = self.module(place, name, lines)
            self.legal[name].update(dict.fromkeys(x for i, x in enumerate(lines) if i not in module[2]))
        return self.modules[place, name]


def elements(operand):
    """Yields (before, element, after) for the first two elements of a vector, everything in brackets, and the first
    two elements of vectors there."""
    if operand[0] not in "[{":
        return
    parts = near.split(operand[1:-1])
    for i, part in enumerate(parts if operand[0] == "[" else parts[:2]):
        before, after = operand[0] + "".join(x + "," for x in parts[:i]), "".join("," + x for x in parts[i + 1:]) + operand[-1]
        yield before, part, after
        yield from ((before + b, e, a + after) for b, e, a in elements(part))


def vectors(operand):
    """Replaces all elements of a vector, all but the first, and two of them."""
    count = len(near.split(operand[1:-1])) if operand[0] == "{" else 0
    first = near.split(operand[1:-1])[0] if count else ""
    for other in INNER if count > 1 else ():
        yield "{%s}" % ",".join([other] * count)
        yield "{%s}" % ",".join([first] + [other] * (count - 1))
        for beside in ("5", "1.5", "_", "p1", "v1.x", "f1"):
            yield "{%s}" % ",".join([other] + [beside] * (count - 1))


def refused(program, release, paths):
    """Returns path -> the numbers of its rejected lines."""
    found = {path: set() for path in paths}
    text = printed([program, "-q", "-w", "--toolkit=" + release, *paths])
    for path, n in ERROR.findall(text or b""):
        found[path.decode()].add(int(n) - ptxas.FIRST_LINE)
    return found


def said(program, release, paths):
    """Returns path -> {(number of a line, message about it)}."""
    found = {path: set() for path in paths}
    text = printed([program, "-q", "--toolkit=" + release, *paths])
    for path, n, what in SAID.findall(text or b""):
        found[path.decode()].add((int(n) - ptxas.FIRST_LINE, what))
    return found


class Finder:
    def __init__(self, folder, texts):
        self.texts = texts  # whether messages count, and not only verdicts
        self.tree = Tree(folder)
        program, modules = self.tree.path("unchanged"), os.path.join(folder, "modules")
        shutil.copy(self.tree.program, program)
        os.mkdir(modules)
        os.environ["PTXCHECK"], os.environ["ISAGEN"] = program, self.tree.isagen
        self.pool = Pool(modules, program)
        self.found = collections.defaultdict(list)  # mutant -> [(release, version, target, line, our verdict)]

    def compare(self, some, place, modules):
        """Runs the changed program; a difference is due to the mutant of that instruction."""
        now = refused(self.tree.program, place[0], [path for path, _, _ in modules])
        for path, lines, before in modules:
            for line, ours in sorted(((lines[i], i not in before) for i in before ^ now[path] if 0 <= i < len(lines)),
                                     key=lambda pair: (len(pair[0]), pair[0])):
                for mutant in concerned(some, [self.tree.opcode(line)]):
                    if len(self.found[mutant]) < MOST:
                        self.found[mutant].append((*place, line, ours))

    def compare_texts(self, some, place, modules):
        """Compares messages, one module at a time, because there are many."""
        for path, lines, _ in modules:
            before = said(self.pool.program, place[0], [path])[path]
            now = said(self.tree.program, place[0], [path])[path]
            for i in sorted({i for i, _ in before - now if 0 <= i < len(lines)}, key=lambda i: (len(lines[i]), lines[i])):
                for mutant in concerned(some, [self.tree.opcode(lines[i])]):
                    if len(self.found[mutant]) < MOST:
                        self.found[mutant].append((*place, lines[i], not any(n == i and b"error: " in x for n, x in before)))

    def spelled(self, place, names):
        """Returns modules of lines that the changed tables spell and the unchanged ones do not."""
        done = subprocess.run([self.tree.isagen, "--spellings", *self.tree.tables], text=True, stdout=subprocess.PIPE)
        lines = collections.defaultdict(list)
        for line in done.stdout.splitlines():
            lines[self.tree.opcode(line)].append(line)
        for name in names:
            new = sorted(set(lines[name]) - set(self.pool.tables.lines[name]))
            if new:
                yield self.pool.module(place, name, random.Random(name).sample(new, min(len(new), 1500)))

    def tell(self, some, newest=NEWEST):
        """Searches lines that distinguish these mutants, which are of different instructions."""
        self.tree.change(some)
        source, errors = self.tree.generate("--unverified")
        if errors:
            half = len(some) // 2
            for part in (some[:half], some[half:]) if half else ():
                self.tell(part, newest)
            return
        self.tree.link(source)

        if self.texts:
            for place in newest + OLDER:
                left = self.left(some, "")
                self.compare_texts(left, place, [self.pool.at(place, name) for name in self.names(left)])
            return
        for places, kinds in (newest, ""), (GATES, GATED), (OLDER, ""):
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
    """Returns place -> line -> the verdict of ptxas, A or R, or None if the header is not valid."""
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
    """Returns rows of telling.tsv, few for all: for each mutant, a line on which ptxas agrees with the tables. Also
    returns the mutants without one."""
    places, known, untold = asked(found), set(telling.read()), []
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
            untold.append(mutant)
        elif not any(row in rows for row in right):
            rows[right[0]] = True
    return {row: True for row in rows if row not in known}, untold


def print_tests(rows, program):
    """Returns the messages of ptxcheck about these lines, as tests."""
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
    with tempfile.TemporaryDirectory() as folder:  # the output may not fit in memory
        find(found, Finder(folder, tests))


def find(found, finder):
    """Processes a few rounds at a time, so that results are kept if this is interrupted."""
    for some in ptxas.chunks(list(mutate.rounds(found)), 4):
        for one in some:
            finder.tell(one)
        new, untold = judge({m: finder.found[m] for one in some for m in one if finder.found[m]})
        for mutant in untold:  # where ptxas differs; elsewhere it may agree
            finder.found[mutant] = []
            finder.tell([mutant], NEWEST[1:])
        more, untold = judge({m: finder.found[m] for m in untold if finder.found[m]})
        new.update(more)
        for mutant in (m for one in some for m in one if not finder.found[m] or m in untold):
            print("nothing tells:", mutate.title(mutant), flush=True)
        if finder.texts:
            print_tests(new, finder.pool.program)
        else:
            telling.write([*telling.read(), *new])
        print("tried", sum(map(len, some)), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
