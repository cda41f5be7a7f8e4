# SPDX-License-Identifier: Apache-2.0
"""Whether a barrier of the CTA orders anything, as far as the text tells.
A barrier puts what threads did before it before what others do after it. If it is missing, what came before an earlier barrier of the
same kind, or comes after a later one, is still in order: only what lies between may come in another order. That is harmless if no two
of these accesses conflict, or if one single thread executes both.
"""

import re

import mutations
from ways import ways_of

# What each instruction accesses, and how, if it stands before the barrier and if it stands after it. None: everything. A wait for an
# mbarrier lets the threads after the barrier use what others have written; an arrival publishes what was done before the barrier. A bulk
# load only starts there: whoever uses its data waits for its mbarrier.
ALL = {"shared": "w", "global": "w", "tensor": "w", "mbarrier": "r"}
READS, WRITES = {"shared": "r"}, {"shared": "w"}
MBARRIER, NOTHING = {"mbarrier": "r"}, {}
ACCESSES = (
    (r"(?:ld|st)\.(?:param|local)|ld\.const", NOTHING, NOTHING),
    (r"ld\.shared(?!::cluster)|ldmatrix", READS, READS),
    (r"st\.shared(?!::cluster)|stmatrix", WRITES, WRITES),
    (r"ld\.global", {"global": "r"}, {"global": "r"}),
    (r"st\.global", {"global": "w"}, {"global": "w"}),
    (r"mbarrier\.(?:init|inval)", {"mbarrier": "w"}, {"mbarrier": "w"}),
    (r"mbarrier\.(?:try|test)_wait", ALL, MBARRIER),
    (r"mbarrier\.(?:arrive|expect_tx)|tcgen05\.commit", MBARRIER, ALL),
    (r"fence\.mbarrier_init", {"mbarrier": "w"}, {"mbarrier": "w"}),
    (r"fence\.proxy\.async", {"shared": "w", "global": "w"}, {"shared": "w", "global": "w"}),
    (r"cp\.(?:reduce\.)?async\.bulk\.commit_group|cp\.async\.commit_group|wgmma\.(?:commit_group|fence)", NOTHING, NOTHING),
    (r"cp\.async\.bulk\.wait_group", {"shared": "r", "global": "w"}, NOTHING),
    (r"cp\.async\.wait", {"shared": "w", "global": "r"}, NOTHING),
    (r"cp\.async\.bulk\.prefetch", NOTHING, NOTHING),
    (r"cp\.async\.bulk\.(?:tensor\.)?\S*mbarrier::complete_tx", MBARRIER, {"shared": "w", "global": "r", "mbarrier": "r"}),
    (r"cp\.(?:reduce\.)?async\.bulk\.(?:tensor\.)?\S*bulk_group", {"shared": "r", "global": "w"}, {"shared": "r", "global": "w"}),
    (r"cp\.async\.c[ag]", {"shared": "w", "global": "r"}, {"shared": "w", "global": "r"}),
    (r"wgmma\.mma_async", READS, READS),
    (r"wgmma\.wait_group", READS, NOTHING),
    (r"tcgen05\.ld", {"tensor": "r"}, {"tensor": "r"}),
    (r"tcgen05\.wait", {"tensor": "w"}, NOTHING),
    (r"tcgen05\.(?:st|dealloc|fence|shift)", {"tensor": "w"}, {"tensor": "w"}),
    (r"tcgen05\.alloc", {"tensor": "w", "shared": "w"}, {"tensor": "w", "shared": "w"}),
    (r"tcgen05\.relinquish", NOTHING, NOTHING),
    (r"tcgen05\.(?:mma|cp)", {"tensor": "w", "shared": "r"}, {"tensor": "w", "shared": "r"}),
    (r"tensormap\.replace", {"shared": "w", "global": "w"}, {"shared": "w", "global": "w"}),
    (r"shfl|vote|elect|match|redux|bar\.warp|mma|prefetch", NOTHING, NOTHING))
ACCESSES = [(re.compile(rf"(?:{pattern})"), *both) for pattern, *both in ACCESSES]
# What is in no line above: nothing, unless it accesses memory or waits for another thread
ACTS = re.compile(r"(?:ld|st|atom|red|bar|barrier|fence|membar|mbarrier|cp|tcgen05|wgmma|tensormap|stmatrix|ldmatrix|call|multimem|"
                  r"griddepcontrol|clusterlaunchcontrol|discard|applypriority)\b")


def orders_nothing(code, m, spell):
    ways = ways_of(code, m.entry)
    at = ways.starts[m.start]
    mine = spell(code[m.start:m.end])
    same = {i for i, s in enumerate(ways.statements) if spell(code[s.start:s.end]) == mine}
    before, after = (accesses(ways, near(at, side, same), k) for k, side in enumerate((ways.before, ways.after)))
    threads = Threads(code, m.entry, ways)
    return not any(conflict(a, b) and not threads.are_one(i, k) for i, a in before for k, b in after)


def near(at, neighbors, barriers):
    """The statements that a thread can execute between this barrier and the next one of the same kind."""
    seen, rest = set(), list(neighbors[at])
    while rest:
        i = rest.pop()
        if i not in seen and i not in barriers:
            seen.add(i)
            rest.extend(neighbors[i])
    return seen


def accesses(ways, statements, side):
    found = []
    for i in statements:
        opcode = ways.statements[i].opcode
        kinds = next((both[side] for pattern, *both in ACCESSES if pattern.match(opcode)), None if ACTS.match(opcode) else NOTHING)
        if kinds != NOTHING:
            found.append((i, kinds))
    return found


def conflict(a, b):
    return a is None or b is None or any("w" in (a[kind], b[kind]) for kind in a.keys() & b.keys())


def powers(least):
    """Powers of two, from this number on: the index of a thread stays below them."""
    return [1 << i for i in range(11) if 1 << i >= least]


class Threads:
    """Which statements one single thread executes, and always the same: their guards are the same function of the thread's index."""

    def __init__(self, code, entry, ways):
        start, end = next((start, end) for name, start, end in mutations.functions(code) if name == entry)
        size = re.search(r"\.(?:req|max)ntid\s+(\d+)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+))?", code[start:code.index("{", start)])
        self.is_row = bool(size) and {size[2], size[3]} <= {None, "1"}
        self.threads = int(size[1]) if self.is_row else 0
        self.statements = ways.statements
        self.written = {}
        for s in ways.statements:
            for register in re.findall(r"%\w+", re.match(r"\s*(\{[^}]*\}|[^,]*)", s.rest)[1]):
                self.written[register] = None if register in self.written or s.guard else s

    def are_one(self, i, k):
        a, b = (self.statements[j].guard for j in (i, k))
        if not (self.is_row and a and b) or "!" in a + b:
            return False
        facts = self.facts(a, 0)
        return facts == self.facts(b, 0) and self.is_single(facts)

    def facts(self, register, depth):
        """The conditions that all hold where this predicate is true."""
        s = self.written.get(register)
        if s and s.opcode == "and.pred" and depth < 8:
            return frozenset().union(*(self.facts(r, depth + 1) for r in re.findall(r"%\w+", s.rest)[1:]))
        return frozenset([self.meaning(register, depth)])

    def meaning(self, operand, depth):
        """Spells an operand by what it is computed from, if that does not depend on when it is computed."""
        s = self.written.get(operand)
        if not operand.startswith("%") or operand.startswith("%tid"):
            return operand
        if not s or depth > 8:
            return f"{operand} unknown"
        words = re.findall(r"[%\w.-]+", s.rest)
        if s.opcode == "elect.sync":
            return f"elect {words[-1]}" if words[-1] in ("-1", "0xffffffff", "4294967295") else f"{operand} unknown"
        if s.opcode.startswith("mov."):
            return self.meaning(words[1], depth + 1)
        if s.opcode == "and.b32" and words[2].isdigit() and int(words[2]) + 1 in powers(self.threads):
            return self.meaning(words[1], depth + 1)
        if re.match(r"(?:setp\.\w+\.\w+|shr\.[us]32|and\.b32)$", s.opcode):
            return f"{s.opcode}({' '.join(self.meaning(w, depth + 1) for w in words[1:])})"
        return f"{operand} unknown"

    @staticmethod
    def is_single(facts):
        """One lane of one warp of a row of threads"""
        if any("unknown" in fact for fact in facts):
            return False
        if any(re.match(r"setp\.eq\.\w+\(%tid\.x \d+\)$", fact) for fact in facts):
            return True
        warp = any(re.match(r"setp\.lt\.[us]32\(%tid\.x 32\)$|setp\.eq\.\w+\(shr\.[us]32\(%tid\.x 5\) \d+\)$", fact) for fact in facts)
        return warp and any(fact.startswith("elect ") for fact in facts)
