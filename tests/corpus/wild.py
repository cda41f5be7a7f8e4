#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Real modules with stronger mutations than those of mutants.py, checked by ptxcheck and ptxas.

Statements are moved, words exchanged, and registers replaced by those of other types.
wild.py PROGRAM [-n N] [--seed S] [--from FOLDER]... [--only FOLDER] [--save FOLDER]
PTXAS names a ptxas; the default is that of build/cuda/13.5. Exits with 1 if verdicts differ.
"""

import argparse
import collections
import random
import re
import sys

sys.dont_write_bytecode = True
import mutants  # noqa: E402
import pieces  # noqa: E402

ENDS = ";{}:"
LINES = (".version", ".target", ".address_size", ".file", ".loc", ".section")
TYPES = ".b8 .u8 .s8 .b16 .u16 .s16 .f16 .bf16 .b32 .u32 .s32 .f32 .f16x2 .b64 .u64 .s64 .f64 .b128 .pred .e4m3x2".split()
SPACES = ".global .shared .local .const .param .reg".split()
DIRECTIVES = """.visible .weak .extern .common .align .v2 .v4 .ptr .entry .func .noreturn .maxntid .maxnreg .minnctapersm .pragma
.texref .surfref .samplerref .sreg .tex .file .loc .section .alias .branchtargets .calltargets .callprototype .attribute
.address_size .version .target .reqntid .unified .managed""".split()
VERSIONS = "1.0 1.4 2.0 3.0 3.2 4.2 5.0 6.0 6.4 7.0 7.1 7.5 7.8 8.0 8.3 8.5 8.6 8.7 8.8 9.0 9.2 9.4 9.5".split()
TARGETS = "10 20 30 35 50 60 62 70 75 80 86 89 90 90a 100 100a 100f 103a 107a 110f 120 120a 121f".split()
NUMBERS = "0 1 -1 2 3 4 8 15 16 31 32 63 64 128 255 256 0xffffffff 0x100000000 4294967296 0.5 1.0 0f3F800000 0d3FF0000000000000 WARP_SZ 1U".split()
OPERANDS = "_ %tid.x %tid %clock64 %laneid 0 1.0 {0,0} [0] (0) %nosuch".split()


class Piece:
    """Tokens in statements, with the whitespace between them."""

    def __init__(self, text):
        self.tokens = pieces.tokens(text)
        ends = [start + len(word) for _, word, start in self.tokens]
        starts = [start for _, _, start in self.tokens] + [len(text)]
        self.words = [word for _, word, _ in self.tokens]
        self.blanks = [text[end:start] for end, start in zip(ends, starts[1:])]
        self.head = text[:starts[0]]
        self.spans = list(self.statements())
        declared = re.findall(r"\.(?:reg|global|shared|local|const|param)\b[^;={})]*", text)
        self.names = sorted({n for part in declared for n in re.findall(r"(?<![.\w])[%$A-Za-z_][\w$]*", part)}) or ["x"]
        self.used = sorted({w for k, w, _ in self.tokens if k == "name" and w[0] in "%$"}) or self.names

    def statements(self):
        start = 0
        for i, word in enumerate(self.words):
            last = i + 1 == len(self.words)
            line_ends = self.words[start] in LINES[:5] and "\n" in self.blanks[i]
            if word in ENDS or last or line_ends:
                yield start, i + 1
                start = i + 1

    def text(self):
        return self.head + "".join(w + b for w, b in zip(self.words, self.blanks))


def any_of(rng, piece, kind):
    found = [i for i, t in enumerate(piece.tokens) if t[0] == kind]
    return rng.choice(found) if found else None


def of_statement(rng, piece):
    """Chooses a statement; rare kinds are as likely as common ones."""
    groups = collections.defaultdict(list)
    for span in piece.spans:
        groups[piece.words[span[0]]].append(span)
    return rng.choice(groups[rng.choice(sorted(groups))])


def set_words(piece, at, end, words):
    piece.words[at:end] = words
    piece.blanks[at:end] = ([" "] * (len(words) - 1) + [piece.blanks[end - 1]]) if words else []


# Each function changes the words of a piece, or returns False.

def swap_in_statement(rng, piece):
    a, b = of_statement(rng, piece)
    if b - a < 3:
        return False
    i, j = rng.sample(range(a, b), 2)
    piece.words[i], piece.words[j] = piece.words[j], piece.words[i]


def swap_anywhere(rng, piece):
    i = rng.randrange(len(piece.words))
    others = [k for k, t in enumerate(piece.tokens) if t[0] == piece.tokens[i][0] and t[1] != piece.words[i]]
    if not others:
        return False
    j = rng.choice(others)
    piece.words[i], piece.words[j] = piece.words[j], piece.words[i]


def move_statement(rng, piece):
    a, b = of_statement(rng, piece)
    words, blanks = piece.words[a:b], piece.blanks[a:b]
    at = rng.choice(piece.spans)[0]
    del piece.words[a:b], piece.blanks[a:b]
    at -= (b - a) if at > a else 0
    piece.words[at:at], piece.blanks[at:at] = words, blanks


def double_statement(rng, piece):
    a, b = of_statement(rng, piece)
    at = b if rng.random() < .5 else rng.choice(piece.spans)[0]
    piece.words[at:at], piece.blanks[at:at] = piece.words[a:b], piece.blanks[a:b]


def drop_statement(rng, piece):
    a, b = of_statement(rng, piece)
    del piece.words[a:b], piece.blanks[a:b]


def other_header(rng, piece):
    for i, word in enumerate(piece.words[:-1]):
        if word == ".version" and rng.random() < .5:
            piece.words[i + 1] = rng.choice(VERSIONS)
            return True
        if word == ".target":
            piece.words[i + 1] = "sm_" + rng.choice(TARGETS)
            return True
    return False


def operands_of(piece, span):
    """Returns (start, end) of each operand of a statement, from after its first word to its end."""
    a, b = span
    depth, start, found = 0, a + 1, []
    while start < b and piece.words[start].startswith("."):
        start += 1
    for i in range(start, b):
        depth += (piece.words[i] in "[{(") - (piece.words[i] in ")}]")
        if (piece.words[i] == "," and not depth) or i + 1 == b:
            found.append((start, i))
            start = i + 1
    return [x for x in found if x[0] < x[1]]


def exchange_operands(rng, piece):
    one, other = of_statement(rng, piece), of_statement(rng, piece)
    a, b = operands_of(piece, one), operands_of(piece, other)
    if not a or not b:
        return False
    (s, e), (u, v) = rng.choice(a), rng.choice(b)
    set_words(piece, s, e, piece.words[u:v])


def drop_operand(rng, piece):
    a = operands_of(piece, of_statement(rng, piece))
    if not a:
        return False
    s, e = rng.choice(a)
    e += piece.words[e] == ","
    del piece.words[s:e], piece.blanks[s:e]


def other_register(rng, piece):
    i = any_of(rng, piece, "name")
    if i is None:
        return False
    piece.words[i] = rng.choice(piece.names if rng.random() < .5 else piece.used)


def other_word(rng, piece):
    i = any_of(rng, piece, "word")
    if i is None:
        return False
    word = piece.words[i]
    pool = next((p for p in (TYPES, SPACES) if word in p), DIRECTIVES)
    piece.words[i] = rng.choice(pool if rng.random() < .8 else TYPES + SPACES + DIRECTIVES)


def more_word(rng, piece):
    i = any_of(rng, piece, "word")
    if i is None:
        return False
    others = [t[1] for t in piece.tokens if t[0] == "word"] + TYPES + SPACES + DIRECTIVES
    piece.words[i] += rng.choice(("", " ")) + rng.choice(others)


def other_number(rng, piece):
    i = any_of(rng, piece, "number")
    if i is None:
        return False
    piece.words[i] = rng.choice(NUMBERS)


def other_operand(rng, piece):
    a = operands_of(piece, of_statement(rng, piece))
    if not a:
        return False
    s, e = rng.choice(a)
    set_words(piece, s, e, [rng.choice(OPERANDS + NUMBERS)])


def other_brackets(rng, piece):
    """Writes [x] for x, x for [x], or {x} for x."""
    a = operands_of(piece, of_statement(rng, piece))
    if not a:
        return False
    s, e = rng.choice(a)
    some = piece.words[s:e]
    if some[0] in "[{(" and rng.random() < .6:
        set_words(piece, s, e, some[1:-1] or ["x"])
    else:
        set_words(piece, s, e, rng.choice((["["] + some + ["]"], ["{"] + some + ["}"], ["("] + some + [")"],
                                           some + ["+", "4"], ["-"] + some, ["!"] + some, some + ["[", "0", "]"])))


def blanks(rng, piece):
    i = rng.randrange(len(piece.words))
    if piece.tokens[i][0] == "word" and piece.words[i].count(".") == 1 and rng.random() < .7:
        piece.words[i] = rng.choice((" ", "\n", "/**/", " // x\n")) + piece.words[i]
    else:
        piece.blanks[i] = rng.choice(("", " ", "\n", "/* */", "\t"))


def foreign_statement(rng, piece):
    at = rng.choice(piece.spans)[0]
    piece.words[at:at], piece.blanks[at:at] = [rng.choice(STATEMENTS)], ["\n"]


STATEMENTS = """.pragma "nounroll";|.reg .u32 %own<4>;|.reg .pred %ownp;|.global .u32 own_g;|.shared .align 8 .b8 own_s[16];|.param .b32 own_p;
.local .b32 own_l;|{|}|;|ret;|exit;|trap;|own_lab:|.file 1 "x.cu"|.loc 1 1 1|.visible .func own_f() { ret; }|.func own_f;|.extern .func own_f();
.const .f32 own_c = 1.0;|.global .f32 own_a[2] = {1.0, 2.0};|.global .u64 own_x = own_g;|own_t: .branchtargets own_lab;|bra own_lab;
.section .debug_x { .b8 1 }|.extern .shared .b8 own_e[];|.weak .global .u32 own_w;|.common .global .u32 own_o;|.alias own_f, own_g;|.address_size 64
.version 9.5|.target sm_90|.maxntid 1|.noreturn|own_pt: .callprototype _ (.param .b32 _);|call own_f;|.global .attribute(.managed) .u32 own_m;""".replace("\n", "|").split("|")

WAYS = [swap_in_statement, swap_anywhere, move_statement, double_statement, drop_statement, other_header, exchange_operands,
        drop_operand, other_register, other_register, other_word, other_word, more_word, other_number, other_operand,
        other_brackets, blanks, foreign_statement]


def mutate(rng, text):
    """Returns (text, what was done); the text is unchanged if nothing could be done."""
    done = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        piece = Piece(text)
        if not piece.words:
            break
        way = rng.choice(WAYS)
        if way(rng, piece) is not False:
            text = piece.text()
            done.append(way.__name__)
    return text, " and ".join(done)


def make(rng, paths, count, release):
    kernels, made = collections.defaultdict(list), []
    for path in paths:
        kernels[path.split("/")[-1].split(".sm_")[0]].append(path)
    while len(made) < count:
        path = rng.choice(kernels[rng.choice(sorted(kernels))])
        piece = pieces.pick(rng, path, mutants.lowered(pieces.read(path), release))
        if not piece:
            continue
        made.append((mutants.Mutant(path, piece[0], 0, 0, ""), piece[1]))
        for _ in range(mutants.OF_ONE_PIECE):
            text, done = mutate(rng, piece[1])
            if text != piece[1]:
                made.append((mutants.Mutant(path, piece[0], 0, 1, done), text))
    return made


def first_line(message, default=1):
    m = re.match(r"(\d+):", message or "")
    return int(m[1]) if m else default


class Wild(mutants.Asked):
    def __str__(self):
        lines, line = self.text.split("\n"), first_line(self.ours or self.said)
        here = lines[line - 1].strip()[:140] if line <= len(lines) else ""
        return (f"{self.mutant.file.split('/')[-1]} {self.mutant.new}:{line}: {here}\n"
                f"    ptxas: {self.said or 'accepted'}\n    ptxcheck: {self.ours or 'accepted'}")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("program")
    p.add_argument("-n", type=int, default=2000)
    p.add_argument("--seed", default="1")
    p.add_argument("--from", dest="folders", action="append", default=[])
    p.add_argument("--only", action="append", default=[])
    p.add_argument("--save")
    o = p.parse_args()
    ptxas, version = mutants.find_ptxas()
    release = mutants.release_of(version)
    paths = mutants.find_files([f"{mutants.ROOT}/build/corpus", *o.folders])
    if o.only:
        paths = [x for folder in o.only for x in mutants.find_files([folder]) if not x.endswith(".xz")]
    made = make(random.Random(o.seed), paths, o.n, release)
    asked = mutants.judge(o.program, made, lambda k, path, target: mutants.ask_ptxas(ptxas, path, target), release, Wild)
    return mutants.report(mutants.without_bad_pieces(asked), o.save)


if __name__ == "__main__":
    sys.exit(main())
