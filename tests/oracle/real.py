# SPDX-License-Identifier: Apache-2.0
"""Mutations of real instructions (real.tsv) that know no PTX: characters and tokens dropped, doubled, exchanged or
taken from other lines, and numbers changed."""
import os, re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'real.tsv')
TOKEN = re.compile(r'\.?[A-Za-z0-9_$%]+|::|\s+|.')
NUMBERS = '0 1 2 3 4 7 8 15 16 17 31 32 63 64 127 128 256 1023 65535 65536 1048576 2147483648 4294967295'.split()


def read():
    """Yields (target, line)."""
    with open(FILE) as f:
        return [tuple(x.rstrip('\n').split('\t')) for x in f if not x.startswith('#')]


def edit_characters(text, rng):
    i = rng.randrange(len(text))
    return rng.choice((text[:i] + text[i + 1:], text[:i] + text[i] + text[i:],
                       text[:i] + text[i:i + 2][::-1] + text[i + 2:]))


def edit_tokens(text, rng, tokens):
    parts = TOKEN.findall(text)
    i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(6)
    if kind == 0: del parts[i]
    elif kind == 1: parts.insert(i, parts[i])
    elif kind == 2: parts[i], parts[j] = parts[j], parts[i]
    elif kind == 3: parts[i] = rng.choice(tokens)
    elif kind == 4: parts.insert(i, rng.choice(tokens))
    else: parts.insert(i, parts.pop(j))
    return ''.join(parts)


def edit_number(text, rng):
    return re.sub(r'\d+', lambda m: rng.choice(NUMBERS) if rng.random() < .3 else m.group(), text)


def broken(lines, count, rng):
    """Returns (target, line): `count` mutations of these lines."""
    tokens = [t for _, x in lines for t in TOKEN.findall(x) if not t.isspace()]
    for i in range(count):
        target, line = lines[i % len(lines)]
        text = line.rstrip(';')
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            kind = rng.randrange(5)
            if kind == 0: text = edit_characters(text, rng)
            elif kind == 1: text = edit_number(text, rng)
            else: text = edit_tokens(text, rng, tokens)
            text = text.strip() or line.rstrip(';')
        yield target, text + ';'
