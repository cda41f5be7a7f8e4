# SPDX-License-Identifier: Apache-2.0
"""Verdicts of ptxas in files, one for each release: FOLDER/13.5.tsv.xz. A file starts with the version and the day;
then `# VERSION TARGET KIND` precedes the lines under that header, each accepted (A) or rejected (R), with an
optional reason."""
import collections, glob, lzma, os

from oracle import HERE, ROOT
from ptxas import number

SAMPLE = os.path.join(HERE, 'records')                # kept for machines without ptxas
ASKED = os.path.join(ROOT, 'build', 'oracle')         # all recent verdicts


def path(folder, release):
    return os.path.join(folder, release + '.tsv.xz')


def releases(folder):
    names = [os.path.basename(x)[:-len('.tsv.xz')] for x in glob.glob(path(folder, '*'))]
    return sorted(names, key=number)


def write(folder, release, asked_on, rows, preset=9):
    """asked_on: (version of ptxas, day); rows: (version, target, kind, line, message or None)"""
    places = collections.defaultdict(list)
    for *place, line, message in rows: places[tuple(place)].append((line, message))
    os.makedirs(folder, exist_ok=True)
    with lzma.open(path(folder, release) + '.new', 'wt', preset=preset) as f:
        f.write('\t'.join(asked_on) + '\n')
        for place, some in sorted(places.items()):
            f.write('\t'.join(('#',) + place) + '\n')
            for line, message in sorted(some, key=lambda row: row[0]):
                f.write('A\t%s\n' % line if message is None else 'R\t%s\t%s\n' % (line, message))
    os.replace(path(folder, release) + '.new', path(folder, release))


def asked_on(folder, release):
    with lzma.open(path(folder, release), 'rt') as f: return tuple(f.readline().rstrip('\n').split('\t'))


def read(folder, release):
    """Yields (version, target, kind, [(line, message or None)])."""
    place, rows = None, []
    with lzma.open(path(folder, release), 'rt') as f:
        f.readline()
        for cells in (row.rstrip('\n').split('\t') for row in f):
            if cells[0] != '#':
                rows.append((cells[1], None if cells[0] == 'A' else cells[2]))
                continue
            if place: yield (*place, rows)
            place, rows = cells[1:], []
    if place: yield (*place, rows)
