# SPDX-License-Identifier: Apache-2.0
"""Mutations that make a kernel hang rather than race: wrong counts, wrong parity, the barrier of another stage.

A rehearsal is judged by them, and by those of mutations.py: `hardware.py build` takes both."""

import re

NUMBER = re.compile(r"(\[[^\]]*\]\s*,\s*)(\d+|%\w+)(\s*)(?=$|,)")


def value_of(text, at, word):
    """The number that a word is: itself, or what was last moved to that register."""
    if word.isdigit():
        return int(word)
    moves = re.findall(rf"mov\.[busf]32\s+{re.escape(word)},\s*(\d+);", text[:at])
    return int(moves[-1]) if moves else None


def changed_number(more):
    """The number behind the address: a count of arrivals, or bytes."""
    def change(text, s, following):
        m = NUMBER.search(s.rest)
        number = m and value_of(text, s.start, m[2])
        if number is None or number + more < 1:
            return None
        at = s.end - 1 - len(s.rest) + m.start()
        return at, at + len(m[0]), f"{m[1]}{number + more}{m[3]}"
    return change


def arrives_twice(text, s, following):
    """An arrival that counts as two."""
    if "expect_tx" in s.opcode or "noinc" in s.opcode or s.opcode.startswith("cp.") or not s.rest.rstrip().endswith("]"):
        return None
    return s.end - 1, s.end - 1, ", 2"


def flipped(text, s, following):
    """A wait for the other parity."""
    m = NUMBER.search(s.rest)
    if not m or "parity" not in s.opcode or s.guard:
        return None
    if m[2].isdigit():
        new = s.rest.replace(m[0], f"{m[1]}{1 - int(m[2])}{m[3]}")
        return s.start, s.end, f"{s.opcode} {new.strip()};"
    new = s.rest.replace(m[0], f"{m[1]}%other{m[3]}")
    return s.start, s.end, f"{{ .reg .b32 %other; xor.b32 %other, {m[2]}, 1; {s.opcode} {new.strip()}; }}"


def next_barrier(which):
    """The barrier that lies behind the right one: of the next stage, or of another use. `which`: of the addresses in brackets."""
    def change(text, s, following):
        found = list(re.finditer(r"\[([^\]+]+)(?:\+(\d+))?\]", s.rest))
        if not found:
            return None
        m = found[which]
        at = s.end - 1 - len(s.rest) + m.start()
        return at, at + len(m[0]), f"[{m[1]}+{int(m[2] or 0) + 8}]"
    return change


# As KINDS of mutations.py
KINDS = (
    ("P6", "init count + 1", "mbarrier_init", changed_number(1)),
    ("P6", "init count - 1", "mbarrier_init", changed_number(-1)),
    ("P6", "arrive counts 2", "mbarrier_arrive", arrives_twice),
    ("P6", "expect_tx bytes - 16", "expect_tx", changed_number(-16)),
    ("P6", "other parity", "mbarrier_wait", flipped),
    ("P6", "wait of other stage", "mbarrier_wait", next_barrier(0)),
    ("P6", "arrive of other stage", "mbarrier_arrive", next_barrier(0)),
    ("P6", "expect of other stage", "expect_tx", next_barrier(0)),
    ("P6", "copy to other barrier", "bulk_load", next_barrier(-1)),
)
