# SPDX-License-Identifier: Apache-2.0
"""Whether any thread executes a statement, as far as the index of a thread decides its branches."""

import functools
import re

import mutations
from ways import ways_of

COMPARE = {"lt": int.__lt__, "le": int.__le__, "gt": int.__gt__, "ge": int.__ge__, "eq": int.__eq__, "ne": int.__ne__}
UNKNOWN = None


def is_never_executed(code, m):
    """No thread gets to this statement with its guard true."""
    threads = threads_of(code, m.entry)
    return threads is not None and not threads.any_executes(threads.ways.starts.get(m.start))


@functools.lru_cache(maxsize=8)
def threads_of(code, entry):
    start, end = next((start, end) for name, start, end in mutations.functions(code) if name == entry)
    size = re.search(r"\.reqntid\s+(\d+)\s*(?:,\s*1\s*){0,2}(?=[.{\s])(?!\s*,)", code[start:code.index("{", start)])
    return Threads(ways_of(code, entry), int(size[1])) if size else None


class Threads:
    def __init__(self, ways, count):
        self.ways, self.count = ways, count
        self.written = {}
        for s in ways.statements:
            for register in re.findall(r"%\w+", re.match(r"\s*(\{[^}]*\}|[^,]*)", s.rest)[1]):
                self.written[register] = UNKNOWN if register in self.written or s.guard else s
        self.reached = {}

    def any_executes(self, at):
        return at is None or any(self.holds(self.ways.statements[at].guard, t) is not False and at in self.reached_by(t)
                                 for t in range(self.count))

    def reached_by(self, thread):
        """The statements that the thread may get to; threads that decide alike share the answer."""
        guards = {s.guard for s in self.ways.statements if s.guard and s.opcode.split(".")[0] == "bra"}
        decided = tuple(sorted((g, h) for g in guards if (h := self.holds(g, thread)) is not UNKNOWN))
        if decided not in self.reached:
            self.reached[decided] = self._reach(dict(decided))
        return self.reached[decided]

    def _reach(self, decided):
        seen, rest = set(), [0]
        while rest:
            i = rest.pop()
            if i in seen:
                continue
            seen.add(i)
            s, following = self.ways.statements[i], self.ways.after[i]
            known = decided.get(s.guard) if s.opcode.split(".")[0] == "bra" else UNKNOWN
            if known is not UNKNOWN and len(following) == 2:   # the target, and the next statement
                following = following[:1] if known else following[1:]
            rest.extend(following)
        return seen

    def holds(self, guard, thread):
        if not guard:
            return True
        value = self.value(guard.lstrip("!"), thread, 0)
        return UNKNOWN if value is UNKNOWN else bool(value) != guard.startswith("!")

    def value(self, operand, thread, depth):
        """The number of a thread, where it follows from constants and the index of the thread."""
        if operand == "%tid.x":
            return thread
        if re.fullmatch(r"\d+", operand):
            return int(operand)
        s = self.written.get(operand)
        if not s or depth > 16:
            return UNKNOWN
        words = re.findall(r"[%\w.-]+", s.rest)[1:]
        if re.match(r"shfl\.sync\.idx\.b32$", s.opcode) and len(words) == 4 and words[1:3] == ["0", "31"]:
            return self.value(words[0], thread & ~31, depth + 1)   # what lane 0 has
        a, b = (self.value(words[k], thread, depth + 1) if k < len(words) else UNKNOWN for k in (0, 1))
        return compute(s.opcode, a, b)


def compute(opcode, a, b):
    if opcode in ("mov.u32", "mov.b32"):
        return a
    if a is UNKNOWN or b is UNKNOWN:
        return False if opcode == "and.pred" and (a is False or b is False) else UNKNOWN
    if compare := re.match(r"setp\.(\w\w)\.[usb]32$", opcode):
        return COMPARE[compare[1]](a, b) if compare[1] in COMPARE else UNKNOWN
    results = {"shr.u32": a >> b if b < 32 else UNKNOWN, "and.b32": a & b, "and.pred": bool(a and b), "or.pred": bool(a or b)}
    return results.get(opcode, UNKNOWN)
