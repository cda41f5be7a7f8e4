# SPDX-License-Identifier: Apache-2.0
"""Lines that distinguish the tables from tables with one thing less, and their verdicts: telling.tsv has rows of
release, .version, .target, A (accepted) or R, and the line. tests/mutate_find.py finds them; they are always
tested."""
import collections, os

from ptxas import number

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'telling.tsv')


def read():
    if not os.path.exists(FILE): return []
    with open(FILE) as f: return [tuple(row.rstrip('\n').split('\t')) for row in f]


def lines(): return {line for *_, line in read()}


def write(rows):
    def order(row): return row[4].split(' ')[0], row[4], number(row[0]), row
    with open(FILE, 'w') as f: f.writelines('\t'.join(row) + '\n' for row in sorted(set(rows), key=order))


def places(release):
    """Yields (version, target, [(line, message or None)])."""
    found = collections.defaultdict(list)
    for r, version, target, verdict, line in read():
        if r == release: found[version, target].append((line, None if verdict == 'A' else ''))
    for place, rows in sorted(found.items()): yield (*place, rows)
