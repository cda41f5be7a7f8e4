# SPDX-License-Identifier: Apache-2.0
"""Lines near those of the tables: each word and each operand dropped, doubled, moved, exchanged, numbers
at and beyond each bound, and random edits that know no tables."""
import collections, functools, re

from oracle import isagen

NUMBERS = ('-2 -1 0 1 2 3 4 5 6 7 8 9 12 13 14 15 16 17 24 25 31 32 33 63 64 96 127 128 129 255 256 '
           '257 264 511 512 513 544 608 1023 1024 65535 65536 70000 99999 1048560 1048575 1048576 '
           '2147483647 2147483648 4294967295 4294967296 4294967297 4294967328 4294967424 '
           '9223372036854775808 18446744073709551615 18446744073709551616 18446744073709551617 '
           '0x10 0b10 010 4U 0x4U 1.0 0.5 0.0 1.5 -0.5 0f3F800000 0f00000000 0f40000000 2+2 5-1 64+64 (3)').split()
ATOMS = ('r1 u1 s1 rd1 ud1 sd1 h1 uh1 sh1 b1 q1 hf1 hx1 f1 fd1 p1 v1 v1.x gl sm mb glq cm pm pp pr '
         'lc lp tx sf sa esm k %tid.x %tid %clock64 %laneid nosuch 0 1 5 128 -1 1.5 0f3F800000 '
         '0d3FF0000000000000 WARP_SZ').split()
ODD = ('{r1,r2} {rd1,rd2} p1|p2 r1|r2 {r1,r2,r3,r4} (r1) "x" (1) 1+1 {1,2} [[r1]] [r1-4] [r1+r2] '
       '{} [r1+-4] _ [_] {_} !p1 !1 [rd1+0x10] [sm+128] ~0 4-4 (2+2)*1 1<<2 7/2 1?2:3').split()
WORD = re.compile(r'\.[A-Za-z0-9_:$]+')


def make_zoo():
    """Operands of every kind."""
    for a in ATOMS:
        yield from (a, '[%s]' % a, '{%s}' % a)
        if not a[0].isdigit():
            yield from (p % a for p in ('%s+4', '[%s+4]', '!%s', '-%s', '%s[1]', '[%s+-4]'))
            yield from ('[%s,%s]' % (a, a), '[%s,{r1}]' % a)
    yield from ODD


ZOO = list(dict.fromkeys(make_zoo()))


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

    def replaced(self, i, *with_what):
        return self.text(operands=self.operands[:i] + list(with_what) + self.operands[i + 1:])

    def shape(self):
        """Operands with what differs only in number left out."""
        return self.opcode, tuple(re.sub(r'\d+', '', re.sub(r'(, ?[a-z]+\d+)+', ',+', x))
                                  for x in self.operands)


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


# ---- mutations ----

def number_lines(line, numbers):
    for i, operand in enumerate(line.operands):
        for v in numbers:
            yield line.replaced(i, v)
            for before, _, after in inner(operand): yield line.replaced(i, before + v + after)


def operand_lines(line, rng):
    for i, operand in enumerate(line.operands):
        yield line.replaced(i)
        yield line.replaced(i, operand, operand)
        for z in ZOO: yield line.replaced(i, z)
        for v in NUMBERS: yield line.replaced(i, v)
        for z in rng.sample(ZOO, 20): yield line.replaced(i, operand, z)
        for before, _, after in inner(operand):
            for z in rng.sample(ZOO, 150) + NUMBERS[::4]: yield line.replaced(i, before + z + after)
        if operand[0] == '{':
            parts = split(operand[1:-1])
            for n in (1, 2, 3, 4, 5, 6, 8, 16, len(parts) - 1, len(parts) + 1, 2 * len(parts)):
                if n > 0: yield line.replaced(i, '{%s}' % ', '.join((parts * n)[:n]))
    for z in ZOO: yield line.text(operands=line.operands + [z])


def word_lines(line, words, rng):
    for i, word in enumerate(line.words):
        rest = line.words[:i] + line.words[i + 1:]
        yield line.text(words=rest)
        yield line.text(words=line.words[:i] + [word] + line.words[i:])
        at = rng.randrange(len(rest) + 1)
        yield line.text(words=rest[:at] + [word] + rest[at:])
        for foreign in rng.sample(words, 4): yield line.text(words=rest[:i] + [foreign] + rest[i:])
    at = rng.randrange(len(line.words) + 1)
    for foreign in rng.sample(words, 8): yield line.text(words=line.words[:at] + [foreign] + line.words[at:])


def edit(line, rng, words, operands):
    """A few random edits at once."""
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


EDITS = 20   # random ones of each line


def near(lines, words, numbers, rng):
    """What stands near legal lines of one instruction."""
    own_words = sorted({w for x in lines for w in x.words}) or ['.b32']
    own_operands = sorted({o for x in lines for o in x.operands}) + ['1', '[rd1]', 'rd1', 'p1']
    by_shape = {x.shape(): x for x in reversed(lines)}
    for x in by_shape.values():
        yield from operand_lines(x, rng)
        yield from number_lines(x, numbers)
    for x in rng.sample(list(by_shape.values()), min(3, len(by_shape))):
        for w in words:
            i = rng.randrange(len(x.words) + 1)
            yield x.text(words=x.words[:i] + [w] + x.words[i:])
    for x in lines:
        yield from ('@p1 ' + x.text(), '@!p2 ' + x.text(), '@r1 ' + x.text())
        yield from word_lines(x, words, rng)
        for _ in range(EDITS): yield edit(x, rng, own_words, own_operands)
    for _ in range(EDITS * 60):
        yield edit(rng.choice(lines), rng, words, own_operands)


# ---- the instructions of the tables ----

class Tables:
    def __init__(self):
        words = [w.strip('"') for w in isagen('--dict')]
        self.words = [w for w in words if w[0] == '.']
        self.opcodes = {w for w in words if w[0].isalpha()}

    @functools.cached_property
    def lines(self):
        """instruction -> lines, legal ones and others"""
        found = collections.defaultdict(list)
        for x in dict.fromkeys(isagen('--spellings')): found[self.opcode_of(x)].append(x)
        return found

    @functools.cached_property
    def numbers(self):
        """instruction -> numbers near the bounds of its operands"""
        rows = map(str.split, isagen('--bounds'))
        return {name: list(dict.fromkeys(values)) for name, *values in rows}

    def opcode_of(self, text):
        """The longest that its words begin with; None: no instruction of the tables."""
        head = re.match(r'\s*(?:@!?\S+\s+)?([\w.:]*)', text).group(1)
        parts = re.split(r'(?=\.)', head)
        for n in range(len(parts), 0, -1):
            if ''.join(parts[:n]) in self.opcodes: return ''.join(parts[:n])
        return None
