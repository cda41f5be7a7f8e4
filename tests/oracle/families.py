#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare ptxcheck with ptxas on all that is near a line of the tables.

  PTXAS=/path/to/ptxas[:...] families.py PREFIX...      instructions that begin with a PREFIX; none: all
  families.py                                           no ptxas: compare with what is written down
  options: --edits N    random edits of each legal line (default 60)
           --seed N     other random edits
           --quick      one version, and few targets
           --lines N    at most so many spellings of one instruction, chosen at random (3000)
           --sample N   at most so many lines of one instruction, and few versions and targets
           --record     write down what ptxas says, for machines without one: of all instructions,
                        `--edits 3 --sample 1200 --record` takes 8 minutes
           --show N     differences to print

Lines are the spellings that isagen makes, each operand of them replaced by whatever an operand can be,
every word of the tables put in, and random edits, which know nothing of the tables: a word or an
operand dropped, doubled, moved, exchanged or taken from another line.

Differences that are known are told in known.txt, each with its reason, and counted by themselves.
"""
import argparse, collections, os, random, re, sys

sys.dont_write_bytecode = True
import oracle
from oracle import HERE, ROOT, TARGETS, TOP, Ptxas, isagen, number, operand_zoo, ours, read_record, write_record

VERSIONS = ['7.%d' % i for i in range(9)] + ['8.%d' % i for i in range(9)] + ['9.%d' % i for i in range(6)]
HOMES = ['107a', '103a', '100a', '90a', '110a', '120a']   # a legal line is at home on one of them
NUMBERS = ('-2 -1 0 1 2 3 4 5 6 7 8 9 12 13 14 15 16 17 24 25 31 32 33 63 64 96 127 128 129 255 256 '
           '257 264 511 512 513 544 608 1023 1024 65535 65536 70000 99999 1048560 1048575 1048576 '
           '2147483647 2147483648 4294967295 4294967296 4294967297 4294967328 4294967424 '
           '9223372036854775808 18446744073709551615 18446744073709551616 18446744073709551617 '
           '0x10 0b10 010 4U 0x4U 1.0 0.5 0.0 1.5 -0.5 0f3F800000 0f00000000 0f40000000 2+2 5-1 64+64 (3)').split()
WORD = re.compile(r'\.[A-Za-z0-9_:$]+')


# ---- lines as words and operands ----

def split(text):
    """Operands at top level, of a list without its brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in '[{(' and 1 or c in ']})' and -1 or 0
        if c == ',' and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


class Line:
    def __init__(self, text, opcode):
        head, _, rest = text.rstrip(';').partition(' ')
        self.opcode = opcode
        self.words = WORD.findall(head[len(opcode):])
        self.operands = split(rest)

    def text(self, words=None, operands=None):
        operands = self.operands if operands is None else operands
        return '%s%s%s;' % (self.opcode, ''.join(self.words if words is None else words),
                            operands and ' ' + ', '.join(operands) or '')

    def replaced(self, i, with_what):
        return self.text(operands=self.operands[:i] + [with_what] + self.operands[i + 1:])


def inner(operand):
    """(before, element, after) of each part of a vector or of what stands in brackets."""
    if operand[0] not in '[{' or operand[-1] not in ']}': return
    parts = split(operand[1:-1])
    for i, part in enumerate(parts):
        if 2 < i < len(parts) - 1: continue
        before = operand[0] + ''.join(x + ',' for x in parts[:i])
        after = ''.join(',' + x for x in parts[i + 1:]) + operand[-1]
        yield before, part, after
        for b, e, a in inner(part):
            yield before + b, e, a + after


def operand_lines(line, zoo, rng):
    for i, operand in enumerate(line.operands):
        for z in zoo: yield line.replaced(i, z)
        for v in NUMBERS: yield line.replaced(i, v)
        for before, element, after in inner(operand):
            for z in rng.sample(zoo, 150) + NUMBERS[::4]: yield line.replaced(i, before + z + after)
        if operand[0] == '{':
            parts = split(operand[1:-1])
            for n in (1, 2, 3, 4, 5, 6, 8, 16, len(parts) - 1, len(parts) + 1, 2 * len(parts)):
                if n > 0: yield line.replaced(i, '{%s}' % ', '.join((parts * n)[:n]))


def edit(line, rng, words, operands):
    w, o = list(line.words), list(line.operands)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        kind = rng.randrange(12)
        i, j = rng.randrange(len(w) + 1), rng.randrange(len(o) + 1)
        if kind == 0: del w[i:i + 1]
        elif kind == 1 and w: w.insert(i, rng.choice(w))
        elif kind in (2, 3) and i < len(w): w[i] = rng.choice(words)
        elif kind in (4, 5): w.insert(i, rng.choice(words))
        elif kind == 6: rng.shuffle(w)
        elif kind == 7 and w: w.insert(i, w.pop(rng.randrange(len(w))))
        elif kind == 8: del o[j:j + 1]
        elif kind == 9: o.insert(j, rng.choice(operands))
        elif kind == 10 and j < len(o): o[j] = rng.choice(operands)
        elif kind == 11 and len(o) > 1: o[j:j + 2] = reversed(o[j:j + 2])
    return line.text(w, o)


def shape(line):
    """Operands with what differs only in number left out."""
    return line.opcode, tuple(re.sub(r'\d+', '', re.sub(r'(, ?[a-z]+\d+)+', ',+', x))
                              for x in line.operands)


def near(lines, all_words, rng, edits):
    """What stands near legal lines of one instruction."""
    own_words = sorted({w for x in lines for w in x.words})
    own_operands = sorted({o for x in lines for o in x.operands}) + ['1', '[rd1]', 'rd1', 'p1']
    zoo = list(dict.fromkeys(operand_zoo()))
    by_shape = {}
    for x in lines: by_shape.setdefault(shape(x), x)
    for x in by_shape.values(): yield from operand_lines(x, zoo, rng)
    for x in rng.sample(list(by_shape.values()), min(3, len(by_shape))):
        for w in all_words:
            i = rng.randrange(len(x.words) + 1)
            yield x.text(words=x.words[:i] + [w] + x.words[i:])
            if x.words: yield x.text(words=x.words[:i - 1] + [w] + x.words[i:])
    for x in lines:
        yield from ('@p1 ' + x.text(), '@!p2 ' + x.text())
        for _ in range(edits):
            yield edit(x, rng, own_words or ['.b32'], own_operands)
    for _ in range(edits * 20):
        yield edit(rng.choice(lines), rng, all_words, own_operands)


# ---- the instructions of the tables ----

def opcode_of(text, opcodes):
    return max((o for o in opcodes if text.startswith(o) and not text[len(o)].isalnum()
                and text[len(o)] not in '_:'), key=len)


def instructions(prefixes):
    """opcode -> its lines"""
    words = [w.strip('"') for w in isagen('--dict')]
    opcodes = [w for w in words if w[0].isalpha()]
    found = collections.defaultdict(list)
    for x in dict.fromkeys(isagen('--spellings')):
        opcode = opcode_of(x, opcodes)
        if not prefixes or opcode.startswith(tuple(prefixes)): found[opcode].append(x)
    return found, [w for w in words if w.startswith('.')]


def at_home(ptxas, lines, top):
    """line -> a target that takes it, for legal lines"""
    home = {}
    for target in HOMES:
        some = [x for x in lines if x not in home]
        for x, ok in zip(some, ptxas.judge(some, top, 'sm_' + target)):
            if ok: home[x] = 'sm_' + target
    return home


def spaces(lines, homes, legal, top, rng, a):
    """(lines, version, target)"""
    first = homes[0] if homes else 'sm_100a'
    yield lines, top, first
    for target in homes[1:]: yield rng.sample(lines, len(lines) // 3), top, target
    # Some targets take other operands than the rest.
    for target in HOMES:
        if 'sm_' + target not in homes: yield rng.sample(lines, len(lines) // 6), top, 'sm_' + target
    if a.quick or not legal: return
    gates = rng.sample(legal, min(len(legal), 400))
    versions = [v for v in VERSIONS if number(v) <= number(top)]
    places = [(v, t) for t in TARGETS for v in versions]
    if a.sample: places, gates = rng.sample(places, 30), gates[:40]
    for version, target in places:
        share = 1 if version in versions[-2:] or a.sample else .25
        yield rng.sample(gates, max(1, int(share * len(gates)))), version, 'sm_' + target


HEADERS = {}   # (release, version, target) -> whether ptxas takes them


def judged(ptxas, opcode, lines, words, a):
    """(version, target, [(line, ptxas takes it)])"""
    rng = random.Random('%s %d' % (opcode, a.seed))
    top = TOP[ptxas.release]
    if len(lines) > a.lines: lines = rng.sample(lines, a.lines)
    homes_of = at_home(ptxas, lines, top)
    legal = [x for x in lines if x in homes_of]
    homes = list(dict.fromkeys(homes_of.values()))
    lines += near([Line(x, opcode) for x in legal or lines], words, rng, a.edits)
    lines = list(dict.fromkeys(lines))
    if a.sample and len(lines) > a.sample: lines = rng.sample(lines, a.sample)
    for some, version, target in spaces(lines, homes, legal, top, rng, a):
        key = (ptxas.release, version, target)
        if key not in HEADERS: HEADERS[key] = oracle.header_is_legal(ptxas, version, target)
        if HEADERS[key]: yield version, target, list(zip(some, ptxas.judge(some, version, target)))


def known_lines():
    with open(os.path.join(HERE, 'known.txt')) as f:
        return {x.rstrip('\n') for x in f if x.strip() and not x.startswith('#')}


class Comparison:
    def __init__(self, check):
        self.check, self.known = check, known_lines()
        self.counts = collections.defaultdict(lambda: Count((0, 0, 0, 0)))
        self.differ = []

    def add(self, opcode, release, version, target, rows):
        mine = ours(self.check, [x for x, _ in rows], version, target, release)
        for (line, theirs), my in zip(rows, mine):
            known = line in self.known
            self.counts[opcode] += (1, theirs, theirs != my and not known, theirs != my and known)
            if theirs != my and not known: self.differ.append((release, version, target, theirs, line))

    def line(self, opcode):
        return '%-45s %8d lines %8d accepted %6d differ %4d known' % ((opcode,) + tuple(self.counts[opcode]))

    def total(self):
        return tuple(sum(c[i] for c in self.counts.values()) for i in range(4))


class Count(list):
    def __iadd__(self, other):
        self[:] = [a + b for a, b in zip(self, other)]
        return self


def live(comparison, a):
    record = collections.defaultdict(dict)
    for program in os.environ['PTXAS'].split(':'):
        ptxas = Ptxas(program)
        found, words = instructions(a.prefix)
        for opcode in sorted(found):
            for version, target, rows in judged(ptxas, opcode, found[opcode], words, a):
                record[ptxas.release, version, target].update(rows)
                comparison.add(opcode, ptxas.release, version, target, rows)
            print('%-7s%s' % (ptxas.release, comparison.line(opcode)), flush=True)
    if a.record:
        write_record(RECORD, [(r, v, t, False, list(rows.items())) for (r, v, t), rows in sorted(record.items())])


def replay(comparison):
    for (release, version, target, _), rows in read_record(RECORD):
        comparison.add('all', release, version, target, rows)


RECORD = os.path.join(HERE, 'families.tsv.xz')


def main():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument('prefix', nargs='*')
    args.add_argument('--edits', type=int, default=60)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--lines', type=int, default=3000)
    args.add_argument('--sample', type=int)
    args.add_argument('--show', type=int, default=40)
    args.add_argument('--quick', action='store_true')
    args.add_argument('--record', action='store_true')
    a = args.parse_args()
    if a.record and a.prefix: args.error('--record writes down all instructions: name none')
    comparison = Comparison(os.environ.get('PTXCHECK', os.path.join(ROOT, 'build', 'ptxcheck')))
    if os.environ.get('PTXAS'): live(comparison, a)
    else: replay(comparison)
    for release, version, target, theirs, x in comparison.differ[:a.show]:
        print('%s %s %s: ptxas %s, ptxcheck does not: %s' %
              (release, version, target, 'accepts' if theirs else 'refuses', x))
    print('%d verdicts, %d accepted by ptxas, %d differ, %d known' % comparison.total())
    return comparison.differ != []


if __name__ == '__main__':
    sys.exit(main())
