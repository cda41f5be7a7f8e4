# SPDX-License-Identifier: Apache-2.0
"""Verdicts of ptxas written down for machines without one: a file for each release, records/13.5.tsv.xz,
with `# VERSION TARGET KIND`, then lines that are accepted (A) or refused (R) there."""
import collections, glob, lzma, os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'records')


def path(release):
    return os.path.join(FOLDER, release + '.tsv.xz')


def releases():
    names = [os.path.basename(x)[:-len('.tsv.xz')] for x in glob.glob(path('*'))]
    return sorted(names, key=lambda x: tuple(map(int, x.split('.'))))


def write(release, rows):
    """rows: (version, target, kind, line, accepted)"""
    places = collections.defaultdict(list)
    for *place, line, accepted in rows: places[tuple(place)].append((line, accepted))
    os.makedirs(FOLDER, exist_ok=True)
    with lzma.open(path(release) + '.new', 'wt', preset=9) as f:
        for place, some in sorted(places.items()):
            f.write('\t'.join(('#',) + place) + '\n')
            for line, accepted in sorted(some): f.write('%s\t%s\n' % ('A' if accepted else 'R', line))
    os.replace(path(release) + '.new', path(release))


def read(release):
    """(version, target, kind, [(line, accepted)])"""
    place, rows = None, []
    with lzma.open(path(release), 'rt') as f:
        for cells in (row.rstrip('\n').split('\t') for row in f):
            if cells[0] != '#':
                rows.append((cells[1], cells[0] == 'A'))
                continue
            if place: yield (*place, rows)
            place, rows = cells[1:], []
    if place: yield (*place, rows)
