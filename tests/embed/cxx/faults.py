# SPDX-License-Identifier: Apache-2.0
"""Breaks the inline PTX of NVIDIA's own wrappers, one thing at a time, and checks that each error is found in its
place.
faults.py PROGRAM HEADERS [LEAST]: HEADERS is the folder cuda/__ptx/instructions/generated. Exits with 1 if a file
has an error before it is broken, or if less than LEAST percent of the errors of some kind are found at their
columns.
"""

import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

STATEMENT = re.compile(r'\basm(?: volatile)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\);')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
EACH = 120  # errors of each kind


def misspelt(text, opcode, rng):
    """Exchanges two letters of a qualifier."""
    words = re.compile(r"\.([a-z]{4,})(?=[.\s])").finditer(text.split(" ", 1)[0] + " ", opcode)
    words = [m for m in words if m[1][1] != m[1][2]]
    if not words:
        return None
    m = rng.choice(words)
    at = m.start(1)
    return at - 1, text[: at + 1] + text[at + 2] + text[at + 1] + text[at + 3:]


def unended(text, _, rng):
    """Removes the `;`."""
    body = text[: text.index(";")] if text.count(";") == 1 and text.endswith(";") else None
    return body and (len(body), body)


def no_operand(text, _, rng):
    """Makes the number of an operand too high."""
    found = list(re.finditer(r"%\d+", text))
    if not found:
        return None
    m = rng.choice(found)
    return m.start(), text[: m.start()] + "%77" + text[m.end():]


def foreign(text, _, rng):
    """Adds a qualifier that the instruction does not have."""
    head = re.match(r"[a-z][\w.:]*(?=\s)", text)
    return head and (head.end(), text[: head.end()] + ".approx" + text[head.end():])


def one_more(text, _, rng):
    """Adds an operand."""
    head = re.match(r"[a-z][\w.:]*(?=\s)", text)
    return head and text.endswith(";") and (0, text[:-1] + ", %%r1, %%r2, %%r3;")


KINDS = {"misspelt qualifier": misspelt, "missing ;": unended, "operand index": no_operand, "foreign qualifier": foreign,
         "too many operands": one_more}


def check(program, path):
    ran = subprocess.run([program, "--format=json", "-Wno-all", "--toolkit=13.5", path], capture_output=True, check=False)
    return json.loads(ran.stdout)["diagnostics"]


def statements(folder, names):
    """Yields (asm statement, its first literal) for those whose text is one literal with one instruction of the
    tables."""
    for path in sorted(glob.glob(os.path.join(folder, "*.h"))):
        with open(path, encoding="utf-8") as f:
            for m in STATEMENT.finditer(f.read()):
                literal = LITERAL.search(m[0])
                rest = m[0][literal.end():].lstrip()
                known = names.match(literal[1])
                if known and rest[:1] in ":)" and "\\" not in literal[1]:
                    yield " ".join(m[0].split("\n")), literal[1]


def main(program, folder, least="0"):
    rng = random.Random(1)
    listed = subprocess.run([program, "isa", "list"], capture_output=True, text=True, check=True).stdout
    names = sorted((line.split()[0] for line in listed.splitlines() if line[:1].isalpha()), key=len, reverse=True)
    names = re.compile("(%s)(?=[.\\s;])" % "|".join(map(re.escape, names)))
    whole = sorted(set(statements(folder, names)))
    tally = collections.defaultdict(collections.Counter)
    missed = []
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "fault.cu")
        for name, breaks in KINDS.items():
            lines, places = [], []
            for statement, text in rng.sample(whole, len(whole)):
                opcode = names.match(text).end()
                broken = breaks(text, opcode, rng)
                if not broken:
                    continue
                at, new = broken
                lines.append(statement.replace(text, new, 1))
                places.append(statement.index('"') + 2 + at)
                if len(lines) == EACH:
                    break
            with open(path, "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
            found = collections.defaultdict(set)
            for d in check(program, path):
                if d["severity"] == "error":
                    found[d["line"]].add(d["column"])
            for i, column in enumerate(places):
                # A surplus operand is reported at the instruction or at the operand.
                here = column in found[i + 1] or (name == "too many operands" and len(found[i + 1]) == 1)
                state = "right" if here else "elsewhere" if found[i + 1] else "missed"
                tally[name][state] += 1
                if state != "right":
                    missed.append(f"{name}: {state}: {lines[i]}: column {column}, found {sorted(found[i + 1])}")
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(s for s, _ in whole) + "\n")
        errors = [d for d in check(program, path) if d["severity"] == "error"]
    print(f"{len(whole)} statements, {len(errors)} errors as they are")
    bad = bool(errors)
    for name, counts in tally.items():
        share = 100 * counts["right"] / sum(counts.values())
        bad |= share < float(least)
        print(f"{name}: {sum(counts.values())} faults, {share:.0f} % at the right column; {dict(counts)}")
    if bad:
        print("\n".join(missed[:20]))
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
