# SPDX-License-Identifier: Apache-2.0
"""Decides which mutants are harmless for a reason that the text shows: no tool should find them.
A mutant counts as needed unless a rule of this file applies, or ptxas generates the same machine code
(verdicts.py). Mutants that are harmless for another reason are still counted as needed.
"""

import re

import mutations
from executed import is_never_executed
from orders import orders_nothing
from ways import ways_of

# Between two of these in one block, without a memory access in between, another one has no effect.
REPEATED = ("bar.sync", "fence.proxy.async", "fence.mbarrier_init", "tcgen05.fence::before", "tcgen05.fence::after", "tcgen05.wait::ld",
            "tcgen05.wait::st", "wgmma.fence", "wgmma.wait_group", "bulk wait_group", "fence.proxy.tensormap")
# For this file, an instruction that accesses memory, waits for another thread or starts something.
ACTS = re.compile(r"(?:ld|st|atom|red|bar|barrier|fence|membar|mbarrier|cp|tcgen05|wgmma|tensormap|stmatrix|ldmatrix|call|mma|multimem|"
                  r"shfl|vote|elect|match|redux|griddepcontrol|clusterlaunchcontrol|discard|prefetch|applypriority)\b(?!\.param)")


# These order no access to memory, and nothing waits for them but what becomes easier without them. relinquish_alloc_permit lets other
# blocks of the SM allocate. setmaxnreg.inc blocks until registers are free; a thread that does not ask takes none from others, and
# ptxas allocates the code behind it within the registers that it has.
ALONE = {"tcgen05.relinquish": "relinquish only lets another block allocate earlier",
         "setmaxnreg.inc": "a thread that asks for no more registers is slower, not wrong"}

# Spellings of the same instruction
SAME = ((re.compile(r"^barrier(?:\.cta)?\.sync(?:\.aligned)? "), "bar.sync "), (re.compile(r"^bar\.cta\.sync "), "bar.sync "))


# fence.mbarrier_init shows an mbarrier to these: the async proxy, and other CTAs of the cluster. Threads of the CTA see it after a barrier.
MBARRIERS_ELSEWHERE = re.compile(r"cp\.(?:reduce\.)?async\.bulk|tcgen05\.commit|shared::cluster|mapa|cluster|st\.async|red\.async|multimem|call\b")


def function_of(code, m):
    start, end = next((start, end) for name, start, end in mutations.functions(code) if name == m.entry)
    return code[start:end].replace(code[m.start:m.end], "")


def why_not(text, m):
    """Returns the reason why this mutant is harmless, or ''."""
    if m.kind in ALONE:
        return ALONE[m.kind]
    if m.kind == "setmaxnreg.dec" and is_nothing_raised(mutations.blank_comments(text), m):
        return "no thread asks for the registers that this gives back"
    if is_never_executed(mutations.blank_comments(text), m):
        return "no thread executes it: the index of the thread decides the branches before it, or its guard"
    if m.kind not in REPEATED:
        return ""
    if m.kind == "tcgen05.wait::ld" and are_results_read(mutations.blank_comments(text), m):
        return "each loaded register is read before the next synchronization, or another wait follows"
    code = mutations.blank_comments(text)
    mine, before, after = spell(code[m.start:m.end]), neighbor(code[:m.start].split("\n")[::-1]), neighbor(code[m.end:].split("\n"))
    if mine in (before, after):
        return "repeats the same instruction, with nothing to order between"
    if m.kind == "fence.mbarrier_init" and not MBARRIERS_ELSEWHERE.search(function_of(code, m)):
        return "no other CTA and no asynchronous copy or commit uses an mbarrier"
    if m.kind == "tcgen05.fence::after" and follows_no_work(code, m):
        return "no work in Tensor Memory has started that this thread can know of"
    if m.kind == "bar.sync" and is_subsumed(code, m):
        return "the barrier of the cluster follows, with nothing to order between"
    if m.kind == "bar.sync" and orders_nothing(code, m, spell):
        return "what can be executed around the barrier, up to the barriers before and after, does not conflict, or is done by one thread"
    if m.kind == "bar.sync" and after in ("ret;", "exit;"):
        return "nothing follows the barrier but the end of the kernel"
    return ""


# ---- barriers ----

def is_subsumed(code, m):
    """All threads of the CTA take part in the barrier of the cluster, which orders what the CTA's own barrier orders: it arrives with release
    and waits with acquire unless it says otherwise."""
    wanted = ["barrier.cluster.arrive", "barrier.cluster.wait"]
    if not re.match(r"bar\.sync 0;", spell(code[m.start:m.end])):
        return False
    for line in code[m.end:].split("\n"):
        words = spell(line)
        if re.match(r"[\w$%.]+:(?!:)", words) or re.match(r"(?:@!?\S+ )?(?:bra|brx|ret|exit|trap)\b", words):
            return False
        if not ACTS.match(re.sub(r"^@!?\S+ ", "", words)):
            continue
        if not words.startswith(wanted.pop(0)) or ".relaxed" in words:
            return False
        if not wanted:
            return True
    return False


# ---- loads of Tensor Memory ----

# What an instruction needs that reads the register of a load waits for the load; only who is told that the columns are free needs the
# wait. So it has no effect where every register is read before anything is said or reused.
SAYS = re.compile(r"(?:bar|barrier|mbarrier|fence|membar|atom|red|st\.async|tcgen05(?!\.ld\b)|cp|ret|exit|trap|call|bra|brx|griddepcontrol|wgmma)\b")
LOAD = re.compile(r"tcgen05\.ld\.[^{;]*\{([^}]*)\}|tcgen05\.ld\.[^;{]*?\s(%\w+)\s*,")


def are_results_read(code, m):
    """Does the same straight code start all loads that the wait can be for, and read every register of them, or wait again, before it says
    anything?"""
    registers, first = set(), None
    for load in LOAD.finditer(code, code.rfind("{", 0, code.find("tcgen05.ld"))):
        wait = following_wait(code, load.end())
        if wait is None:
            return False
        if wait == m.start:
            first = first or load.end()
            registers |= set(re.findall(r"%\w+", load[1] or load[2]))
    if not first:
        return False
    for statement in mutations.statements(code, first, m.start):
        registers -= read_by(statement)
    at = m.end
    for statement in mutations.statements(code, at, len(code)):
        if not registers or statement.opcode.startswith("tcgen05.wait::ld"):
            return True
        if re.search(r"^[\w$%.]+:(?!:)", code[at:statement.start], re.M) or SAYS.match(statement.opcode):
            return False
        registers -= read_by(statement)
        at = statement.end
    return False


def read_by(statement):
    """The registers that a statement reads: what it writes is its first operand, except in stores."""
    stores = statement.opcode.startswith("st.")
    return set(re.findall(r"%\w+", statement.rest if stores else re.sub(r"^\s*(\{[^}]*\}|[^,]*)", "", statement.rest)))


def following_wait(code, at):
    """Where the next wait for loads begins, if straight code leads to it; else None."""
    for statement in mutations.statements(code, at, len(code)):
        if re.search(r"^[\w$%.]+:(?!:)", code[at:statement.start], re.M) or statement.opcode.split(".")[0] in ("bra", "brx", "ret", "exit"):
            return None
        if statement.opcode.startswith("tcgen05.wait::ld"):
            return statement.start
        at = statement.end
    return None


# ---- what other threads do ----

BARRIER = re.compile(r"(?:bar|barrier)\.(?!warp)")
# How else a thread learns what others have done: from an mbarrier, or from a value in memory
LEARNS = re.compile(r"(?:mbarrier\.(?:try|test)_wait|ld\.(?:acquire|relaxed|volatile)|atom|red|call)\b")
# What is asynchronous in Tensor Memory; tcgen05.alloc is not.
WORK = re.compile(r"tcgen05\.(?!alloc|relinquish_alloc_permit|fence)")


def follows_no_work(code, m):
    """Has no thread started work in Tensor Memory that this one can know of at the mutant? What it did itself is before it on some way;
    what others did, it knows at most from the last barrier that every way to it passes, and they did it before they passed that."""
    ways = ways_of(code, m.entry)
    at = ways.starts[m.start]
    last, done = None, ways.reached([at], ways.before)
    while barriers := [i for i in done if BARRIER.match(ways.statements[i].opcode)]:
        last = next((i for i in barriers if i != last and at not in ways.before_passing(i)), None)
        if last is None:
            return False
        done = ways.reached([at], ways.before, last)
    if last is not None:
        done |= ways.before_passing(last)
    return not any(LEARNS.match(ways.statements[i].opcode) or WORK.match(ways.statements[i].opcode) for i in done)


def is_nothing_raised(code, m):
    """No thread asks for more registers than the kernel starts with, which is .maxnreg where it uses setmaxnreg."""
    start, end = next((start, end) for name, start, end in mutations.functions(code) if name == m.entry)
    most = re.search(r"\.maxnreg\s+(\d+)", code[start:code.index("{", start)])
    raised = [int(s.rest) for s in ways_of(code, m.entry).statements if s.opcode.startswith("setmaxnreg.inc")]
    return max(raised, default=0) <= (int(most[1]) if most else 0)


# ---- the text ----

def neighbor(lines):
    """Returns the words of the first statement of these lines that acts or ends the kernel, or '' at the end of the
    block."""
    for line in lines:
        words = spell(line)
        if re.match(r"(?:ret|exit)\b", words):
            return words
        if re.match(r"[\w$%.]+:(?!:)", words) or re.match(r"(?:@!?\S+ )?(?:bra|brx|ret|exit|trap)\b", words):
            return ""
        if ACTS.match(re.sub(r"^@!?\S+ ", "", words)):
            return words
    return ""


def spell(statement):
    words = " ".join(statement.split()).strip("{} ")
    for pattern, new in SAME:
        words = pattern.sub(new, words)
    return words
