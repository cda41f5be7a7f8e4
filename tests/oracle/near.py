# SPDX-License-Identifier: Apache-2.0
"""Lines near those of the tables: each word and each operand dropped, doubled, moved or exchanged, numbers at and
beyond each bound, and random edits that do not depend on tables."""
import collections, functools, re

from oracle import isagen
from zoo import CLASSES, GUARDS, NUMBERS, make_zoo

WORD = re.compile(r'\.[A-Za-z0-9_:$]+')


# ---- lines as words and operands ----

def split(text):
    """Splits a list without its brackets into top-level operands."""
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
        """Returns the operands without the numbers of registers, so that similar lines compare equal."""
        return self.opcode, tuple(re.sub(r'\d+', '', re.sub(r'(, ?[a-z]+\d+)+', ',+', x))
                                  for x in self.operands)


def inner(operand):
    """Yields (before, element, after) for each element of a vector or part of an address."""
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


def operand_lines(line, zoo, rng):
    for i, operand in enumerate(line.operands):
        yield line.replaced(i)
        yield line.replaced(i, operand, operand)
        for z in zoo: yield line.replaced(i, z)
        for v in NUMBERS: yield line.replaced(i, v)
        for z in rng.sample(zoo, 20): yield line.replaced(i, operand, z)
        for before, _, after in inner(operand):
            for z in rng.sample(zoo, 150) + NUMBERS[::4]: yield line.replaced(i, before + z + after)
        if operand[0] == '{':
            parts = split(operand[1:-1])
            for n in (1, 2, 3, 4, 5, 6, 8, 16, len(parts) - 1, len(parts) + 1, 2 * len(parts)):
                if n > 0: yield line.replaced(i, '{%s}' % ', '.join((parts * n)[:n]))
    for z in zoo: yield line.text(operands=line.operands + [z])


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


def class_lines(line, rng):
    """Replaces all plain operands by one type, then all but the first: `add.u32 rd1, rd1, rd1`."""
    plain = [i for i, x in enumerate(line.operands) if x[0] not in '[{']
    for c in CLASSES:
        for some in (plain, plain[1:], rng.sample(plain, len(plain) // 2)):
            yield line.text(operands=[c if i in some else x for i, x in enumerate(line.operands)])


def spelled_lines(line, rng):
    """Adds whitespace, comments and other letters, and makes all operands a vector."""
    text = line.text()
    at = [m.start() for m in re.finditer(r'(?<!:)[.,;\[{]', text)]
    for _ in range(6):
        i = rng.choice(at)
        yield text[:i] + rng.choice((' ', '/**/', ' /* x */ ', ',', '.', ';', '  ')) + text[i:]
    yield from (text.upper(), text.replace(line.opcode, line.opcode.upper(), 1), text.replace(' ', ''),
                text[:-1] + ',;', text[:-1] + ' ;', '{ %s }' % text, text + ' ' + text, 'own%d: %s' % (rng.randrange(10 ** 9), text))
    if line.operands: yield line.text(operands=['{%s}' % ', '.join(line.operands)])


def edit(line, rng, words, operands):
    """Applies a few random edits at once."""
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


EDITS = 20   # random edits of each line

# What spellings cannot name: labels, functions and lists of them.
SEEDS = """bra lab; bra.uni lab; bra lab2; bra.uni lab2; brx.idx r1, bt; brx.idx.uni r1, bt; call f_none; call.uni f_none; call (r1), f_reg, (r2, f1);
call (lp_u), f_par, (lp_u, lp_d); call.uni (lp_u), f_par, (lp_u, lp_d); call f_arr, (lp); call (lp_u), f_ext, (lp_u, lp_d);
call (lp_u), rd1, (lp_u, lp_d), pt; call (lp_u), rd1, (lp_u, lp_d), ct; call.uni (lp_u), rd1, (lp_u, lp_d), pt;
mov.u64 rd1, f_par; mov.b64 rd1, gl; mov.u32 r1, g_u8; mov.u64 rd1, gl+4; mov.b64 rd1, lab; mov.u64 rd1, k; mov.b32 r1, %laneid;
mov.b64 rd1, {r1, r2}; mov.b32 r1, {h1, h2}; mov.b32 {h1, h2}, r1; mov.b64 {r1, _}, rd1; mov.b128 q1, {rd1, rd2};
ld.param.b32 r1, [pr]; ld.param.b64 rd1, [pp]; ld.param.b32 r1, [lp_u]; st.param.b32 [lp_u], r1; ld.const.u32 r1, [c_u32];
ld.global.f32 f1, [g_aa]; ld.global.u8 h1, [g_u8]; st.local.u32 [l_u32], r1; ld.shared.v4.b32 {r1, r2, r3, r4}, [s_v4];
cvta.global.u64 rd1, gl; cvta.shared.u64 rd1, sm; cvta.local.u64 rd1, lc; cvta.param.u64 rd1, pm; isspacep.global p1, gl;
atom.global.add.u32 r1, [g_a], r2; red.shared.add.u32 [s_u32], r1; prefetchu.L1 [gl];""".replace('\n', ' ')
SEEDS = [x.strip() + ';' for x in SEEDS.split(';') if x.strip()]


def near(lines, words, zoo, numbers, rng):
    """Yields the lines near valid lines of one instruction."""
    own_words = sorted({w for x in lines for w in x.words}) or ['.b32']
    own_operands = sorted({o for x in lines for o in x.operands}) + ['1', '[rd1]', 'rd1', 'p1'] + rng.sample(zoo, 40)
    by_shape = {x.shape(): x for x in reversed(lines)}
    for x in by_shape.values():
        yield from operand_lines(x, zoo, rng)
        yield from number_lines(x, numbers)
        yield from spelled_lines(x, rng)
        for g in GUARDS: yield '%s %s' % (g, x.text())
    for x in rng.sample(list(by_shape.values()), min(3, len(by_shape))):
        for w in words:
            i = rng.randrange(len(x.words) + 1)
            yield x.text(words=x.words[:i] + [w] + x.words[i:])
    for x in lines:
        yield from ('@p1 ' + x.text(), '@!p2 ' + x.text(), '@r1 ' + x.text())
        yield from class_lines(x, rng)
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
        self.zoo = list(dict.fromkeys(make_zoo([w for w in words if w[0] == '%'])))

    @functools.cached_property
    def lines(self):
        """Returns instruction -> lines, valid ones and others."""
        found = collections.defaultdict(list)
        for x in dict.fromkeys(isagen('--spellings') + SEEDS): found[self.opcode_of(x)].append(x)
        return found

    @functools.cached_property
    def numbers(self):
        """Returns instruction -> numbers near the bounds of its operands."""
        rows = map(str.split, isagen('--bounds'))
        return {name: list(dict.fromkeys(values)) for name, *values in rows}

    def opcode_of(self, text):
        """Returns the longest opcode that its words start with, or None for an unknown instruction."""
        head = re.match(r'\s*(?:@!?\S+\s+)?([\w.:]*)', text).group(1)
        parts = re.split(r'(?=\.)', head)
        for n in range(len(parts), 0, -1):
            if ''.join(parts[:n]) in self.opcodes: return ''.join(parts[:n])
        return None
