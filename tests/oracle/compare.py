#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares ptxcheck with ptxas, line by line.
compare.py [PREFIX]...      run each ptxas found on instructions that start with a PREFIX (none: all,
                           and broken real text): those of PTXAS=a:b:c, else of build/cuda, else of PATH
compare.py --more --seed N  run ptxas on additional lines, and compare with all verdicts (build/oracle)
compare.py --again          run no ptxas: after a change of ptxcheck, compare with earlier verdicts
compare.py --replay         compare with the verdicts in records/ and telling.tsv
options: --verdicts N       about this many for the newest release (default 1300000), a fifth for the others
         --release R        only this one; may be given more than once
         --folder F         where verdicts are stored, instead of build/oracle
         --record           keep a sample of the verdicts in records/
         --report           write docs/agreement.md
         -j N               run N ptxas at a time
         --seed N           other lines (default 1)
         --show N           print N differences (default 40)
Lines are made by near.py from the tables and by real.py from real text. known.txt lists the known differences with
reasons. Exits with 1 if there are others, or if an entry of known.txt is stale.
"""
import argparse, collections, random, sys, time

sys.dont_write_bytecode = True
import agreement, known, record, telling
from near import Tables
from oracle import ours
from plan import TOP, Plan
from ptxas import Ptxas, find_programs, number

NEWEST = max(TOP, key=number)
KEPT = {True: 180000, False: 30000}   # verdicts of the newest release, and of every other release


class Comparison:
    """counts: (release, instruction) -> a Counter of lines: asked, accepted, known, differ, unjudged,
    and of the lines that not every seed has: drawn, apart (they differ, for known reasons or not)."""

    def __init__(self, tables):
        self.tables, self.entries = tables, known.read()
        self.planted = known.examples(self.entries) | telling.lines()   # lines that every seed has
        self.counts = collections.defaultdict(collections.Counter)
        self.differences, self.known_rows = [], []

    def add(self, release, version, target, kind, rows, entries=None):
        """rows: (line, the error of ptxas or None)"""
        entries = self.entries if entries is None else entries
        mine = ours([x for x, _ in rows], version, target, release, kind)
        for (line, theirs), my in zip(rows, mine):
            opcode = self.tables.opcode_of(line)
            count = self.counts[release, agreement.REAL if kind == 'real' else opcode or agreement.NONE]
            count['asked'] += 1
            count['accepted'] += theirs is None
            drawn = line not in self.planted
            count['drawn'] += drawn
            if (theirs is None) == (my is None): continue
            count['apart'] += drawn
            text = '%s %s%s: %s' % (version, target, ', function' if kind == 'function' else '', line)
            if known.find(entries, release, theirs is None, text):
                count['known'] += 1
                self.known_rows.append((release, version, target, kind, line, theirs))
            elif theirs is not None and not opcode:
                count['unjudged'] += 1   # no longer a known instruction
            else:
                count['differ'] += 1
                self.differences.append((release, text, theirs, my))

    def compare(self, folder, release):
        for place in record.read(folder, release): self.add(release, *place)

    def compare_telling(self, release):
        """A line that distinguishes tables is not a known difference, unless it is an example in known.txt."""
        examples = known.examples(self.entries)
        for place, rows in ((place, rows) for *place, rows in telling.places(release)):
            self.add(release, *place, 'table', [row for row in rows if row[0] in examples])
            self.add(release, *place, 'table', [row for row in rows if row[0] not in examples], entries=[])

    def total(self, release=None):
        total = collections.Counter()
        for (r, _), count in self.counts.items():
            if release in (None, r): total.update(count)
        return '%(asked)d verdicts, %(accepted)d accepted by ptxas, %(differ)d differ, %(known)d known, ' \
               '%(unjudged)d of instructions in no table' % collections.defaultdict(int, total)

    def rate(self):
        """What a fresh seed is measured by: all differences, known or not, without the lines that every seed has."""
        total = collections.Counter()
        for count in self.counts.values(): total.update(count)
        return 'drawn: %d of %d differ, %d per million' % (
            total['apart'], total['drawn'], total['apart'] * 10**6 / max(total['drawn'], 1))

    def show(self, most):
        for release, text, theirs, my in self.differences[:most]:
            print('%s %s' % (release, text))
            for who, message in (('ptxas', theirs), ('ptxcheck', my)):
                print('    %s %s' % (who, 'accepts' if message is None else 'refuses: ' + message))

    def show_known(self, all_of_it):
        """Returns whether an entry is stale."""
        for e in self.entries: print('known.txt: %6d %s' % (e.count, e.pattern.pattern))
        stale = [e for e in self.entries if all_of_it and not e.count]
        for e in stale: print('known.txt: stale: %s' % e.pattern.pattern)
        return stale != []


def ask(ptxas, tables, a):
    """Runs one release; the verdicts replace or extend earlier ones."""
    start = time.time()
    verdicts = a.verdicts if ptxas.release == NEWEST else a.verdicts // 5
    rows = []
    for place, lines in sorted(Plan(tables, ptxas, a.prefix, verdicts, a.seed).places.items()):
        version, target, kind = place
        mine = ours(list(lines), version, target, ptxas.release, kind)
        said = ptxas.judge(lines, version, target, {x for x, my in zip(lines, mine) if my is not None}, kind)
        rows += [(*place, x, message) for x, message in zip(lines, said)]
    seconds = time.time() - start
    print('ptxas %s: asked %d lines, %d in a second' % (ptxas.release, len(rows), len(rows) / seconds), flush=True)
    if a.more: rows = add_to_last(rows, a.folder, ptxas.release)
    record.write(a.folder, ptxas.release, (ptxas.version, time.strftime('%Y-%m-%d')), rows, preset=1)


def add_to_last(rows, folder, release):
    all_ = {row[:4]: row for row in rows}
    if release in record.releases(folder):
        for *place, some in record.read(folder, release):
            for line, message in some: all_.setdefault((*place, line), (*place, line, message))
    return all_.values()


def keep_sample(comparison, folder, release):
    """Includes some of each known difference."""
    rng = random.Random(release)
    rows = [(v, t, kind, line, message and '') for v, t, kind, some in record.read(folder, release)
            for line, message in some]
    differ = [(*row[1:-1], row[-1] and '') for row in comparison.known_rows if row[0] == release]
    sample = rng.sample(rows, min(len(rows), KEPT[release == NEWEST])) + rng.sample(differ, min(len(differ), 500))
    record.write(record.SAMPLE, release, record.asked_on(folder, release), dict.fromkeys(sample))


def arguments():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument('prefix', nargs='*')
    args.add_argument('--more', action='store_true')
    args.add_argument('--again', action='store_true')
    args.add_argument('--replay', action='store_true')
    args.add_argument('--verdicts', type=int, default=1300000)
    args.add_argument('--release', action='append')
    args.add_argument('--folder', default=record.ASKED)
    args.add_argument('--record', action='store_true')
    args.add_argument('--report', action='store_true')
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--show', type=int, default=40)
    args.add_argument('-j', type=int, default=1)
    a = args.parse_args()
    if a.prefix and (a.record or a.report): args.error('records and reports are of all instructions: name none')
    return a


def ask_all(tables, a):
    """Returns the releases."""
    found = [Ptxas(p, a.j) for p in find_programs()]
    asked = [p for p in found if p.release in (a.release or TOP)]
    if not asked: sys.exit('compare.py: error: no such ptxas (releases known: %s); ./bootstrap --cuda fetches them, '
                           'PTXAS=... names one' % ' '.join(TOP))
    for ptxas in asked: ask(ptxas, tables, a)
    return [p.release for p in asked]


def main():
    a = arguments()
    tables = Tables()
    comparison = Comparison(tables)
    folder = record.SAMPLE if a.replay else a.folder
    releases = a.release or record.releases(folder) if a.replay or a.again else ask_all(tables, a)
    for release in releases:
        comparison.compare(folder, release)
        if a.replay: comparison.compare_telling(release)
        print('%s: %s' % (release, comparison.total(release)), flush=True)
        if a.record: keep_sample(comparison, folder, release)
        if a.report: agreement.write(release, record.asked_on(folder, release), comparison.counts)
    comparison.show(a.show)
    stale = comparison.show_known(a.replay or len(releases) >= 8 and not a.prefix)
    print(comparison.total())
    print(comparison.rate())
    return 1 if comparison.differences or stale else 0


if __name__ == '__main__':
    sys.exit(main())
