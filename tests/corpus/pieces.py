# SPDX-License-Identifier: Apache-2.0
"""Cuts real modules into pieces that ptxas checks quickly: a large module is reduced to its header, one function or
section, and what that names. This needs no grammar of PTX, only words, braces and semicolons."""

import glob
import lzma
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
LARGE = 16 << 10
TOKEN = re.compile(r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|@@DWARF[^\n]*)|(?P<string>"[^"\n]*")
    |(?P<word>\.\w+(?:::\w+)*)|(?P<name>[%$A-Za-z_][\w$]*)|(?P<number>\d\w*(?:\.\d+(?:[eE][+-]?\d+)?)?)|(?P<sign>.)""",
                   re.X | re.S)
ENDS_WITH_LINE = (".version", ".target", ".address_size", ".file")
HEADER = ENDS_WITH_LINE[:3]


def tokens(text):
    """Returns (kind, text, offset) of each token except whitespace."""
    return [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(text) if m.lastgroup != "blank"]


class Item:
    """A top-level item: what is between two others at module scope."""

    def __init__(self, text, some):
        self.first = some[0][1]
        self.text = text
        words = [t for _, t, _ in some]
        head = words[:words.index("{")] if "{" in words else words
        self.names = {t for kind, t, _ in some if kind == "name"}
        self.declares = {t for t in head if t in self.names}
        self.declares |= {a for a, b in zip(words, words[1:]) if b == ":"}
        self.is_body = "{" in words and bool({".entry", ".func", ".section"} & set(head))


def items(text):
    found, some, depth, start = [], [], 0, 0
    all_of_it = tokens(text)
    for i, token in enumerate(all_of_it):
        some.append(token)
        _, t, at = token
        depth += (t in "{(") - (t in ")}")
        end = at + len(t)
        line_ends = i + 1 == len(all_of_it) or "\n" in text[end:all_of_it[i + 1][2]]
        if depth:
            continue
        by_line = some[0][1] in ENDS_WITH_LINE
        body = t == "}" and any(word in (".entry", ".func", ".section") for _, word, _ in some)
        if (line_ends and by_line) or body or (t == ";" and not by_line):
            found.append(Item(text[start:end], some))
            start, some = end, []
    return found


def cut(text, wanted):
    """Returns what the body with that number needs from the module, or None if there is no such body."""
    if wanted < 0:
        return text
    every = items(text)
    bodies = [item for item in every if item.is_body]
    if wanted >= len(bodies):
        return None
    kept, names = {id(bodies[wanted])}, set(bodies[wanted].names)
    while True:
        more = [item for item in every if id(item) not in kept and item.declares & names]
        if not more:
            break
        for item in more:
            kept.add(id(item))
            names |= item.names
    sections = any(item.first == ".section" and id(item) in kept for item in every)
    parts = [item.text if sections else item.text.replace(", debug", "") if item.first == ".target" else item.text
             for item in every if id(item) in kept or item.first in ENDS_WITH_LINE]
    return "".join(parts) + "\n"


def read(path):
    if path.endswith(".xz"):
        with lzma.open(path, "rt") as f:
            return f.read()
    with open(path, errors="replace", newline="") as f:
        return f.read()


def packed():
    return sorted(glob.glob(f"{HERE}/files/*.ptx.xz"))


def pick(random, path, text):
    """Returns a smaller version of this module, (number of the body or -1, text), or None."""
    if len(text) <= LARGE:
        return -1, text
    bodies = len(re.findall(r"^(?:\.\w+\s+)*\.(?:entry|func|section)\b", text, re.M))
    for _ in range(4):
        wanted = random.randrange(max(bodies, 1))
        piece = cut(text, wanted)
        if piece and len(piece) <= 4 * LARGE:
            return wanted, piece
    return None
