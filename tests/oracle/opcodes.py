#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each opcode has a row in the tables (those of the manual's index, index.txt, and those of the PTX in
tests/corpus), and that each row has verdicts of every release that was run (agreement.tsv)."""
import glob, lzma, os, re, sys

sys.dont_write_bytecode = True
import agreement
from near import WORD, Tables
from oracle import HERE, ROOT
from scene import number

FIRST = 128   # for earlier releases, only some families are tested
OPCODE = re.compile(r'^\s*(?:@!?[%\w.]+\s+)?([a-z]\w*(?:(?:\.|::)\w+)*)(?:;|[ \t]+(?!:))')


def index():
    with open(os.path.join(HERE, 'index.txt')) as f:
        return [name for row in f if row[0] != '#' for name in row.split()]


def has_row(tables, name):
    """Returns whether there is a row with that name, rows that start with it, or a row that it starts with,
    followed by words."""
    if any(row.startswith((name + '.', name + '::')) for row in tables.opcodes): return True
    row = tables.opcode_of(name)
    return row is not None and all(w in tables.words for w in WORD.findall(name[len(row):]))


def corpus():
    """Returns opcode with its words -> a file that contains it."""
    found = {}
    for path in sorted(glob.glob(os.path.join(ROOT, 'tests', 'corpus', 'files', '*.xz'))):
        with lzma.open(path, 'rt') as f:
            for m in filter(None, map(OPCODE.match, f)): found.setdefault(m.group(1), os.path.basename(path))
    return found


def main():
    tables, meta, counts = Tables(), *agreement.read()
    names, written = index(), corpus()
    missing = ['%s of the index has no row' % x for x in names if not has_row(tables, x)]
    missing += ['%s of %s has no row' % row for row in written.items() if not tables.opcode_of(row[0])]
    missing += ['%s has no verdicts of %s' % (x, r) for x in sorted(tables.opcodes) for r in meta
                if number(r) >= FIRST and not counts.get((r, x), {}).get('asked')]
    for problem in missing: print(problem)
    print('%d of the index, %d in real text, %d rows, %d problems' % (
        len(names), len(written), len(tables.opcodes), len(missing)))
    return 1 if missing else 0


sys.exit(main())
