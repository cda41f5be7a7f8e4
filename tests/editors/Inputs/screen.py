# SPDX-License-Identifier: Apache-2.0
"""Draws the screen of a terminal as SVG, from text with escape sequences as `tmux capture-pane -e` writes it."""

import collections
import re
from html import escape

WIDTH, HEIGHT, SIZE, PAD = 8.4, 18, 14, 12  # of a cell, of the letters, around everything
FOREGROUND, BACKGROUND = "#d8dee9", "#1c1f26"
NAMED = ["#000000", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
         "#6b7280", "#ff7b86", "#b5e890", "#ffd68a", "#7cc3ff", "#dd92f2", "#6fd3df", "#ffffff"]


def indexed(n):
    """Returns one of the 256 colors."""
    if n < 16:
        return NAMED[n]
    if n >= 232:
        return "#" + f"{8 + 10 * (n - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    return "#" + "".join(f"{levels[(n - 16) // place % 6]:02x}" for place in (36, 6, 1))


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.fg = self.bg = self.line = self.line_colour = None
        self.bold = self.italic = self.dim = self.reverse = False

    def key(self):
        fg, bg = self.fg or FOREGROUND, self.bg
        if self.reverse:
            fg, bg = bg or BACKGROUND, fg
        return fg, bg, self.bold, self.italic, self.dim, self.line, self.line_colour or fg

    def apply(self, codes):
        codes = [c for c in re.split(r";", codes or "0")]
        while codes:
            code = codes.pop(0)
            head, _, rest = code.partition(":")
            number = int(head or 0)
            if number in (38, 48, 58):
                colour = self.colour(rest.split(":") if rest else codes)
                setattr(self, {38: "fg", 48: "bg", 58: "line_colour"}[number], colour)
            elif number == 4:
                self.line = {"": "line", "0": None, "3": "curl"}.get(rest, "line")
            else:
                self.simple(number)

    @staticmethod
    def colour(rest):
        """Removes `5;N` or `2;R;G;B` (with an empty color space if separated by colons) from the front."""
        kind = rest.pop(0)
        if kind == "5":
            return indexed(int(rest.pop(0)))
        if rest[0] == "":
            rest.pop(0)
        return "#" + "".join(f"{int(rest.pop(0)):02x}" for _ in range(3))

    def simple(self, n):
        if n == 0:
            self.reset()
        elif n in (1, 2, 3, 7):
            setattr(self, {1: "bold", 2: "dim", 3: "italic", 7: "reverse"}[n], True)
        elif n == 22:
            self.bold = self.dim = False
        elif n in (23, 24, 27):
            setattr(self, {23: "italic", 24: "line", 27: "reverse"}[n], None)
        elif 30 <= n <= 37 or 90 <= n <= 97:
            self.fg = NAMED[n - 30 if n < 90 else n - 82]
        elif 40 <= n <= 47 or 100 <= n <= 107:
            self.bg = NAMED[n - 40 if n < 100 else n - 92]
        elif n == 39:
            self.fg = None
        elif n == 49:
            self.bg = None
        elif n == 59:
            self.line_colour = None


def cells(line, style):
    """Returns each character with its style."""
    result = []
    for codes, text in re.findall(r"\x1b\[([\d;:]*)m|([^\x1b])", line):
        if text:
            result.append((text, style.key()))
        else:
            style.apply(codes)
    return result


def runs(row):
    """Yields column, text and style of each run of equal style."""
    start = 0
    while start < len(row):
        end = start
        while end < len(row) and row[end][1] == row[start][1]:
            end += 1
        yield start, "".join(text for text, _ in row[start:end]), row[start][1]
        start = end


def words(text):
    """Returns start and text of parts separated by two spaces, because parts may be stretched a little."""
    return [(m.start(), m[0]) for m in re.finditer(r"\S+(?: \S+)*", text)]


def curl(x, y, width):
    waves = " ".join("q 1.05 -2 2.1 0 t 2.1 0" for _ in range(round(width / 4.2)))
    return f"M{x:g} {y:g} {waves}"


def of_run(column, line, text, look, paper):
    fg, bg, bold, italic, dim, under, under_colour = look
    x, y, width = PAD + column * WIDTH, PAD + line * HEIGHT, len(text) * WIDTH
    if bg and bg != paper:
        yield f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{HEIGHT}" fill="{bg}" shape-rendering="crispEdges"/>'
    if under == "line":
        yield f'<path d="M{x:g} {y + 16} h{width:g}" stroke="{under_colour}"/>'
    if under == "curl":
        yield f'<path d="{curl(x, y + 16, width)}" stroke="{under_colour}" fill="none"/>'
    extra = ' font-weight="bold"' * bold + ' font-style="italic"' * bool(italic) + ' opacity="0.6"' * dim
    for start, word in words(text):
        yield (f'<text x="{x + start * WIDTH:g}" y="{y + 13.5:g}" textLength="{len(word) * WIDTH:g}" '
               f'fill="{fg}"{extra}>{escape(word, quote=False)}</text>')


def draw(lines, columns, cursor):
    style = Style()
    rows = [cells(line, style) for line in lines]
    paper = collections.Counter(look[1] for row in rows for _, look in row).most_common(1)[0][0] or BACKGROUND
    width, height = 2 * PAD + columns * WIDTH, 2 * PAD + len(rows) * HEIGHT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" '
           f'viewBox="0 0 {width:g} {height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
           f'font-size="{SIZE}">',
           f'<rect width="100%" height="100%" rx="8" fill="{paper}"/>']
    for number, row in enumerate(rows):
        for column, text, look in runs(row):
            out += of_run(column, number, text, look, paper)
    x, y = cursor
    out.append(f'<rect x="{PAD + x * WIDTH:g}" y="{PAD + y * HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
               f'fill="{FOREGROUND}" opacity="0.5"/>')
    return "\n".join(out + ["</svg>", ""])
