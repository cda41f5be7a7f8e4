#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares ptxcheck with ptxas, line by line.

  compare.py [PREFIX]...      ask each ptxas found about instructions that begin with a PREFIX (none: all,
                              and broken real text): those of PTXAS=a:b:c, else of build/cuda, else of PATH
  compare.py --replay         compare with what is written down in records/
  options: --verdicts N       about so many for the newest release (default 1100000), a fifth for the others
           --release R        only this one; may be given more than once
           --record           write down a sample of what ptxas says, for --replay
           --report           write docs/agreement.md
           -j N               N ptxas at a time
           --seed N           other lines
           --show N           print N differences (default 40)

Lines are made by near.py from the tables and by real.py from real text. known.txt tells the differences
that are known, and why. Exits with 1 if there are others, or if an entry of known.txt is stale.
"""
import argparse, collections, random, sys, time

sys.dont_write_bytecode = True
import agreement, known, record
from near import Tables
from oracle import ours
from plan import TOP, Plan
from ptxas import Ptxas, find_programs, number

RECORDED = {True: 300000, False: 50000}   # verdicts of the newest release, and of another


class Comparison:
    """counts: (release, what) -> a Counter of lines: asked, accepted, known, differ, unjudged."""

    def __init__(self, tables):
        self.tables, self.entries = tables, known.read()
        self.counts = collections.defaultdict(collections.Counter)
        self.differences = []
        self.known_rows = []

    def add(self, release, place, rows):
        """rows: (line, what, what ptxas says against it or None)"""
        version, target, kind = place
        lines = [row[0] for row in rows]
        for (line, what, theirs), mine in zip(rows, ours(lines, version, target, release, kind == 'real')):
            count = self.counts[release, what]
            count['asked'] += 1
            count['accepted'] += theirs is None
            if (theirs is None) == (mine is None): continue
            if known.find(self.entries, release, theirs is None, '%s %s: %s' % (version, target, line)):
                count['known'] += 1
                self.known_rows.append((release, *place, line, theirs is None))
            elif theirs and not self.tables.opcode_of(line):
                count['unjudged'] += 1   # no instruction of the tables any more
            else:
                count['differ'] += 1
                self.differences.append((release, version, target, line, theirs, mine))

    def total(self, release=None):
        total = collections.Counter()
        for (r, _), count in self.counts.items():
            if release in (None, r): total.update(count)
        return '%(asked)d verdicts, %(accepted)d accepted by ptxas, %(differ)d differ, %(known)d known, ' \
               '%(unjudged)d of instructions in no table' % collections.defaultdict(int, total)

    def show(self, most):
        for release, version, target, line, theirs, mine in self.differences[:most]:
            print('%s %s %s: %s' % (release, version, target, line))
            for who, message in (('ptxas', theirs), ('ptxcheck', mine)):
                print('    %s %s' % (who, 'refuses: ' + message if message else 'accepts'))

    def stale(self):
        return [e for e in self.entries if not e.count]


def live(comparison, ptxas, a):
    """Asks one release; -> (version, target, kind, line, accepted) of each."""
    newest = ptxas.release == max(TOP, key=number)
    start = time.time()
    plan = Plan(comparison.tables, ptxas, a.prefix, a.verdicts if newest else a.verdicts // 5, a.seed)
    rows = []
    for place, lines in sorted(plan.places.items()):
        said = ptxas.judge(list(lines), *place[:2])
        comparison.add(ptxas.release, place, [(x, what, s) for (x, what), s in zip(lines.items(), said)])
        rows += [(*place, x, s is None) for x, s in zip(lines, said)]
    seconds = time.time() - start
    print('ptxas %s: %s: %d s, %d/s' % (ptxas.release, comparison.total(ptxas.release), seconds,
                                        len(rows) / seconds), flush=True)
    return rows


def write_record(comparison, release, rows):
    """A sample, with some of each known difference."""
    rng = random.Random(release)
    wanted = RECORDED[release == max(TOP, key=number)]
    sample = set(rng.sample(rows, min(len(rows), wanted)))
    mine = [row[1:] for row in comparison.known_rows if row[0] == release]
    record.write(release, sample | set(rng.sample(mine, min(len(mine), 500))))


def replay(comparison):
    for release in record.releases():
        for version, target, kind, rows in record.read(release):
            comparison.add(release, (version, target, kind),
                           [(x, 'all', None if ok else 'it does') for x, ok in rows])


def arguments():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument('prefix', nargs='*')
    args.add_argument('--replay', action='store_true')
    args.add_argument('--verdicts', type=int, default=1100000)
    args.add_argument('--release', action='append')
    args.add_argument('--record', action='store_true')
    args.add_argument('--report', action='store_true')
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--show', type=int, default=40)
    args.add_argument('-j', type=int, default=1)
    a = args.parse_args()
    if a.prefix and (a.record or a.report): args.error('records and reports are of all instructions: name none')
    return a


def main():
    a = arguments()
    comparison = Comparison(Tables())
    if a.replay:
        replay(comparison)
    else:
        asked = [Ptxas(p, a.j) for p in find_programs()]
        asked = [p for p in asked if not a.release or p.release in a.release]
        if not asked: sys.exit('compare.py: error: no such ptxas; ./bootstrap --cuda fetches them, PTXAS=... names one')
        for ptxas in asked:
            rows = live(comparison, ptxas, a)
            if a.record: write_record(comparison, ptxas.release, rows)
            if a.report: agreement.write(ptxas, comparison)
    comparison.show(a.show)
    all_of_it = a.replay or not (a.prefix or a.release) and a.verdicts >= 1000000
    stale = comparison.stale() if all_of_it else []
    for e in stale: print('known.txt: stale: %s' % e.pattern.pattern)
    print(comparison.total())
    return 1 if comparison.differences or stale else 0


if __name__ == '__main__':
    sys.exit(main())
