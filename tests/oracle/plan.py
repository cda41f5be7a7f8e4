# SPDX-License-Identifier: Apache-2.0
"""Plans which lines to test with a release of ptxas, and with which .version and .target."""
import collections, random, re

from near import Line, near
from oracle import ours
from scene import INDEPENDENT, is_full, number
import known, real, telling

TARGETS = ('30 35 50 52 53 60 61 62 70 72 75 80 86 87 88 89 90 90a 100 100a 100f 101 101a 101f 103 103a 103f 107 107a 107f 110 '
           '110a 110f 120 120a 120f 121 121a 121f').split()
VERSIONS = ['6.%d' % i for i in range(6)] + ['7.%d' % i for i in range(9)] + ['8.%d' % i for i in range(9)] + ['9.%d' % i for i in range(6)]
TOP = {'12.3': '8.3', '12.4': '8.4', '12.6': '8.5', '12.8': '8.7', '12.9': '8.8', '13.0': '9.0',
       '13.1': '9.1', '13.2': '9.2', '13.3': '9.3', '13.4': '9.4', '13.5': '9.5'}
HOMES = ['107a', '103a', '100a', '90a', '110a', '120a']   # a valid line is supported by one of them
ELSEWHERE = ['75', '80', '89', '90', '100', '120']   # other targets, for which ptxas generates other code for some
GATES, REAL = .2, .1   # shares of the verdicts: valid lines under any header, broken real text
OLD, ANY = .1, .15     # shares of the others: under any header, with any target
FUNCTION = .15         # share of those in a function
TEXTURES = 'tex', 'tld4', 'txq'   # also tested with texmode_independent
SAMPLERS = 'sa', 'rd2', 'rd2', 'sf', 'r1'
PLACES = 120           # maximum of headers for the first share


def shares(sizes, weights, total):
    """Divides the total by weight; what a small one leaves goes to the others."""
    result, left, weight = {}, total, sum(weights.values())
    for name in sorted(sizes, key=lambda name: (sizes[name] / weights[name], name)):
        result[name] = min(sizes[name], int(left * weights[name] / weight))
        left -= result[name]
        weight -= weights[name]
    return result


def chosen(names, prefixes):
    """Returns the names that are given, or that start with a prefix; all if none is given."""
    return sorted(n for n in names if not prefixes or n in prefixes or
                  n.startswith(tuple(p for p in prefixes if p not in names)))


def homes_of(lines, release, targets):
    """Returns line -> a target for which ptxcheck accepts it. It only determines where to test."""
    homes = {}
    for target in targets:
        some = [x for x in lines if x not in homes]
        for x, wrong in zip(some, ours(some, TOP[release], target, release)):
            if not wrong: homes[x] = target
    return homes


class Plan:
    """places: (version, target, kind) -> lines, each once"""

    def __init__(self, tables, ptxas, prefixes, verdicts, seed):
        self.tables, self.ptxas = tables, ptxas
        self.release, self.top = ptxas.release, TOP[ptxas.release]
        self.rng = random.Random('%s %d' % (self.release, seed))
        self.targets, self.elsewhere = (
            ['sm_' + t for t in some if ptxas.header_is_legal(self.top, 'sm_' + t)] for some in (HOMES, HOMES + ELSEWHERE))
        self.places = collections.defaultdict(dict)
        names = chosen(tables.lines, prefixes)
        self.headers = self.legal_headers(int(verdicts * GATES))
        lines = {n: tables.lines[n] for n in names}
        homes = homes_of([x for n in names for x in lines[n]], self.release, self.targets)
        self.add_tables(lines, homes, int(verdicts * (1 - GATES - REAL)))
        self.add_gates(lines, homes, int(verdicts * GATES))
        self.add_real([x for x in real.read() if not prefixes or tables.opcode_of(x[1]) in names], int(verdicts * REAL))
        if not prefixes:
            self.add_known()
            self.add_telling()

    def add(self, version, target, kind, line):
        self.places[version, target, kind][line] = True

    def add_tables(self, lines, homes, verdicts):
        pools = {}
        for name, some in sorted(lines.items()):
            legal = [x for x in some if x in homes] or some
            legal = self.rng.sample(legal, min(len(legal), 1000))
            numbers = self.tables.numbers[name]
            pools[name] = list(dict.fromkeys(
                some + list(near([Line(x, name) for x in legal], self.tables.words, self.tables.zoo, numbers, self.rng))))
        sizes, weights = {n: len(p) for n, p in pools.items()}, {n: len(x) ** .5 for n, x in lines.items()}
        for name, share in sorted(shares(sizes, weights, verdicts).items()):
            likely = [homes[x] for x in lines[name] if x in homes] or self.targets
            for x in self.rng.sample(pools[name], share):
                version, target = self.header(likely)
                if name.startswith(TEXTURES) and self.rng.random() < .4:
                    target += INDEPENDENT
                    x = x.replace('[rd1, ', '[rd1, %s, ' % self.rng.choice(SAMPLERS))
                if self.rng.random() < FUNCTION:
                    self.add(version, target, 'function', re.sub(r'\bpr\b', self.rng.choice(('pr', 'po')), x))
                else: self.add(version, target, 'table', x)

    def header(self, likely):
        """Chooses a place, mostly one where the line could be valid, so that the line itself is tested."""
        kind = self.rng.random()
        if kind < OLD: return self.rng.choice(self.headers)
        return self.top, self.rng.choice(self.elsewhere if kind < OLD + ANY else likely)

    def legal_headers(self, verdicts):
        versions = [v for v in VERSIONS if number(v) <= number(self.top)]
        places = [(v, 'sm_' + t) for v in versions for t in TARGETS]
        self.rng.shuffle(places)
        count = min(PLACES, verdicts // 100 + 1)
        return [p for p in places[:4 * count] if self.ptxas.header_is_legal(*p)][:count]

    def add_gates(self, lines, homes, verdicts):
        for name, some in sorted(lines.items()):
            some = [x for x in some if x in homes]
            for _ in range(verdicts // len(lines) if some else 0):
                self.add(*self.rng.choice(self.headers), 'table', self.rng.choice(some))

    def add_known(self):
        for version, target, kind, line in [e.example for e in known.read() if e.is_about(self.release) and e.example]:
            if self.ptxas.header_is_legal(version, target): self.add(version, target, kind, line)

    def add_telling(self):
        for version, target, rows in telling.places(self.release):
            for line, _ in rows: self.add(version, target, 'table', line)

    def add_real(self, lines, verdicts):
        for target, line in real.broken(lines, verdicts if lines else 0, self.rng):
            if target not in self.targets: target = self.rng.choice(self.targets)
            self.add(self.top, target, 'real', line)
