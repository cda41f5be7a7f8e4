#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/agreement.md, made from the counts of the last full `make oracle` of each release (agreement.tsv).
agreement.py            write the page
agreement.py --check    check that the page matches the counts, and that every difference is explained
"""
import collections, os, sys

sys.dont_write_bytecode = True
import known
from oracle import HERE, ROOT
from ptxas import number

COUNTS = os.path.join(HERE, 'agreement.tsv')
FILES = os.path.join(ROOT, 'tests', 'corpus', 'counts.tsv')
MUTANTS = os.path.join(ROOT, 'tests', 'corpus', 'known-mutants.txt')
PAGE = os.path.join(ROOT, 'docs', 'agreement.md')
REAL = 'real text, broken'
NONE = 'no instruction any more'
COLUMNS = ('asked', 'accepted', 'known', 'differ', 'unjudged')

HEAD = """# Agreement with ptxas

This page is for users who want to know how far to trust an error, or its absence. It counts how often ptxcheck and ptxas agree.
`make oracle` writes it, and `make check` tests that it matches `tests/oracle/agreement.tsv`.

Each verdict is about one line under one `.version` and `.target`: does ptxas of that release accept it, and does ptxcheck with
`--toolkit` of that release? Most lines are generated from the tables: each qualifier is dropped, doubled, moved and exchanged; each
operand is dropped, added, and given another type, width and space; numbers are at and beyond each bound; every version and target is
tried. Other lines are real text, broken by a mutator that knows no grammar. Operands are registers and variables of every type and space,
arrays and scalars, every special register, numbers in every spelling, addresses, vectors, labels and functions. Lines are in an
entry or in a function. [design.md](design.md#tests) describes the method.

| ptxas | date | verdicts | accepted | agreed | known differences | unexplained | not compared |
|---|---|--:|--:|--:|--:|--:|--:|
"""
NOT_JUDGED = """
*Not compared*: lines whose edited instruction is no longer in the tables, because ptxcheck accepts them.

## Instructions

Each cell shows the number of verdicts that agree, and after the plus sign the number of known differences.

"""


WHOLE = """
## Whole files

Does ptxas accept the module, for its own target and without generating code, and does ptxcheck? The first rows are files as
compilers write them, the others real files with one word dropped, doubled or replaced: [tests/corpus](../tests/corpus/README.md).

| source | ptxas | modules | accepted | rejected | known differences | unexplained | ptxas crashed |
|---|---|--:|--:|--:|--:|--:|--:|
"""


def read():
    """Returns meta: release -> (version of ptxas, date); counts: (release, what) -> {column: number}."""
    meta, counts = {}, {}
    if not os.path.exists(COUNTS): return meta, counts
    with open(COUNTS) as f:
        for cells in (row.rstrip('\n').split('\t') for row in f):
            if cells[0] == '#': meta[cells[1]] = tuple(cells[2:])
            else: counts[cells[0], cells[1]] = dict(zip(COLUMNS, map(int, cells[2:])))
    return meta, counts


def write(release, asked_on, new):
    """Replaces the counts of this release, and writes the page."""
    meta, counts = read()
    meta[release] = asked_on
    counts = {key: c for key, c in counts.items() if key[0] != release}
    counts.update((key, c) for key, c in new.items() if key[0] == release)
    with open(COUNTS, 'w') as f:
        for release in sorted(meta, key=number): f.write('\t'.join(('#', release) + meta[release]) + '\n')
        for key in sorted(counts): f.write('\t'.join(key + tuple(str(counts[key][c]) for c in COLUMNS)) + '\n')
    with open(PAGE, 'w') as f: f.write(page(meta, counts))


def agreed(count):
    return count['asked'] - count['known'] - count['differ'] - count['unjudged']


def page(meta, counts):
    releases = sorted(meta, key=number)
    text = HEAD
    for r in releases:
        total = collections.Counter()
        for (release, _), count in counts.items():
            if release == r: total.update(count)
        cells = [total['asked'], total['accepted'], agreed(total), total['known'], total['differ'], total['unjudged']]
        text += '| %s | %s | ' % meta[r] + ' | '.join('{:,}'.format(n) for n in cells) + ' |\n'
    text += NOT_JUDGED + '| | ' + ' | '.join(releases) + ' |\n|---' + '|--:' * len(releases) + '|\n'
    for what in sorted({what for _, what in counts}, key=lambda x: (' ' in x, x)):
        cells = [counts.get((r, what)) for r in releases]
        text += '| %s | ' % (what if ' ' in what else '`%s`' % what) + ' | '.join(map(cell, cells)) + ' |\n'
    text += '\n## Known differences\n\n'
    for reason in dict.fromkeys(e.reason for e in known.read()): text += '- %s\n' % reason
    return text + whole_files()


def whole_files():
    text = WHOLE
    with open(FILES) as f: rows = [row.split('\t') for row in f.read().splitlines()]
    for what, version, *cells in sorted(rows, key=lambda row: (row[0] == 'mutants', row[0].lower())):
        asked, accepted, known_ones, differ, crashed = map(int, cells)
        numbers = (asked, accepted, asked - accepted - crashed, known_ones, differ, crashed)
        text += '| %s | %s | ' % (what, version) + ' | '.join('{:,}'.format(n) for n in numbers) + ' |\n'
    with open(MUTANTS) as f: reasons = [row[2:] for row in f.read().splitlines() if row.startswith('# ')]
    return text + '\nKnown differences:\n\n' + ''.join('- %s\n' % reason for reason in reasons)


def cell(count):
    if not count: return ''
    return str(agreed(count)) + (' + %d' % count['known'] if count['known'] else '')


def check(meta, counts):
    with open(PAGE) as f:
        if f.read() != page(meta, counts): sys.exit('agreement.py: error: docs/agreement.md is not what agreement.tsv says')
    wrong = [key for key, c in counts.items() if c['differ']]
    if wrong or not counts: sys.exit('agreement.py: error: unexplained differences: %s' % wrong)
    print('%d verdicts, 0 unexplained' % sum(c['asked'] for c in counts.values()))


if __name__ == '__main__':
    if sys.argv[1:] == ['--check']: check(*read())
    else:
        with open(PAGE, 'w') as f: f.write(page(*read()))
