# SPDX-License-Identifier: Apache-2.0
"""Whether a barrier of the CTA orders anything, as far as the text tells.
A barrier puts what threads did before it before what others do after it. If it is missing, what came before an earlier barrier of the
same kind, or comes after a later one, is still in order: only what lies between may come in another order. That is harmless if no two
of these accesses conflict, or if one single thread executes both.
"""

import collections
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
    (r"fence\.proxy\.tensormap", {"global": "w"}, {"global": "w"}),
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


# What computes the same from the same operands.
UNIFORM = re.compile(r"(?:mov|add|sub|mul|mad|shl|shr|and|or|xor|not|neg|min|max|div|rem|setp|selp|cvt|cvta|lop3|ld\.param)\b")


def orders_nothing(code, m, spell):
    ways = ways_of(code, m.entry)
    at = ways.starts[m.start]
    mine = spell(code[m.start:m.end])
    same = {i for i, s in enumerate(ways.statements) if spell(code[s.start:s.end]) == mine}
    before, after = (accesses(ways, near(at, side, same), k) for k, side in enumerate((ways.before, ways.after)))
    threads = Threads(code, m.entry, ways)
    before = [(i, a) for i, a in before if not repeats_wait(ways, i) and not (is_mbarrier_wait(ways, i) and do_all_wait(ways, threads, at, i, same))]
    return not any(conflict(a, b) and not threads.are_one(i, k) for i, a in before for k, b in after)


# ---- waits before the barrier ----

def repeats_wait(ways, i):
    """A wait for groups of cp.async after one that waited for as many of them, on every way and without a commit in between."""
    wait = re.compile(r"cp\.async\.wait_group$")
    left = ways.statements[i].rest.strip()
    if not wait.match(ways.statements[i].opcode) or not left.isdigit():
        return False
    seen, rest = set(), list(ways.before[i]) if i else []
    if not rest:
        return False
    while rest:
        j = rest.pop()
        s = ways.statements[j]
        if j in seen or (wait.match(s.opcode) and not s.guard and s.rest.strip().isdigit() and int(s.rest) <= int(left) and j != i):
            continue
        if j == 0 or s.opcode == "cp.async.commit_group" or s.opcode.startswith("call"):
            return False
        seen.add(j)
        rest.extend(ways.before[j])
    return True


def is_mbarrier_wait(ways, i):
    return re.match(r"mbarrier\.(?:try|test)_wait", ways.statements[i].opcode) and not ways.statements[i].guard


def do_all_wait(ways, threads, at, i, same):
    """Does each thread that comes to the barrier wait here itself, once since the barrier before, and for the same phase of the same
    mbarrier? Then it needs no barrier to know what the wait tells."""
    seen, rest = set(), list(ways.before[at])
    while rest:
        j = rest.pop()
        if j in same or j == 0:
            return False
        if j not in seen and j != i:
            seen.add(j)
            rest.extend(ways.before[j])
    ahead, back = near(i, ways.after, same), near(i, ways.before, same)
    lap = [ways.statements[j] for j in ahead & back if j != i]
    return not any(ACTS.match(s.opcode) for s in lap) and all(map(threads.is_uniform, re.findall(r"%\w+", ways.statements[i].rest.partition(",")[2])))


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
        self.written, self.writers = {}, collections.defaultdict(list)
        for s in ways.statements:
            first = re.match(r"\s*(\{[^}]*\}|[^,]*)", s.rest)[1]
            for register in re.findall(r"[%\w$]+", "" if first.startswith("[") else first):
                self.writers[register].append(s)
            for register in re.findall(r"%\w+", first):
                self.written[register] = None if register in self.written or s.guard else s

    def is_uniform(self, register):
        """Is it the same for all threads? It is computed from constants, parameters and itself, and so is each branch of the kernel that is
        no retry of a wait, if it is written at several places."""
        return self._is_uniform(register, set())

    def _is_uniform(self, register, seen):
        if register in seen or register.startswith("%ctaid") or register.startswith("%nctaid"):
            return True
        seen.add(register)
        writers = self.writers.get(register)
        if not writers or any(s.guard or not UNIFORM.match(s.opcode) for s in writers):
            return False
        read = {r for s in writers for r in re.findall(r"%[\w.]+", s.rest)} - {register}
        if len(writers) > 1:
            read |= {s.guard.lstrip("!") for s in self.statements if s.guard and s.opcode.startswith("bra") and not self._is_retry(s.guard)}
        return all(self._is_uniform(r, seen) for r in read)

    def _is_retry(self, guard):
        return all(re.match(r"mbarrier\.(?:try|test)_wait", s.opcode) for s in self.writers.get(guard.lstrip("!"), [])) and \
            guard.lstrip("!") in self.writers

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
