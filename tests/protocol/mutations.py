# SPDX-License-Identifier: Apache-2.0
"""Finds each way to delete or weaken one synchronizing instruction of a kernel.
`mutations(text, events_of(PROGRAM))` yields every mutation of a module; none of them moves another line. The tables
say which instructions synchronize (`ptxcheck isa show --format=json`), so a new one is mutated as soon as its row
has an event. mutants.py checks whether ptxcheck finds the mutations, and hardware.py what they do on a GPU.
"""

import collections
import functools
import json
import re
import subprocess

# check: the rule of the analysis that should find it. text[start:end] is replaced by `new`.
Mutation = collections.namedtuple("Mutation", "check kind entry line start end new")

Statement = collections.namedtuple("Statement", "start end guard opcode rest")

# What can precede a statement, and how it starts.
LEAD = re.compile(r"(?:\s+|[{}]|[\w$%.]+:(?!:)|\.(?:loc|file)\b[^\n]*\n)*")
BEGIN = re.compile(r"(?:@(?P<guard>!?[%$\w]+)\s+)?(?P<opcode>[a-z][\w.:]*)")

# ---- what synchronizes ----

def holds(when, opcode, sets):
    """Returns whether a condition of an event ("with .x and without .y") holds for the words of an opcode."""
    for clause in when.split(" and "):
        wanted, name = clause.split(" ", 1)
        values = sets.get(name, [name])
        if (wanted == "with") != any(value + "." in opcode + "." for value in values):
            return False
    return True


def qualifier_sets(instruction):
    sets = collections.defaultdict(set)
    for form in instruction["forms"]:
        for q in form["qualifiers"]:
            sets[q.get("name")].update(v["word"] for v in q.get("values", []))
    return {name: values for name, values in sets.items() if values}


def events_of(program):
    """Returns a function that returns the names of the events of an opcode."""
    def ask(*words):
        return subprocess.run([program, "isa", *words], stdout=subprocess.PIPE, text=True, check=True).stdout

    names = [row.split()[0] for row in ask("list").split("\n")[1:] if row[:1].isalpha()]
    tables = {i["name"]: i for i in json.loads(ask("show", "--format=json", *names))["instructions"] if i.get("events")}

    @functools.lru_cache(maxsize=None)
    def events(opcode):
        words = opcode.split(".")
        name = next((n for n in (".".join(words[:k]) for k in range(len(words), 0, -1)) if n in tables), None)
        if not name:
            return frozenset()
        sets = qualifier_sets(tables[name])
        return frozenset(e["name"] for e in tables[name]["events"] if "when" not in e or holds(e["when"], opcode, sets))
    return events


# ---- how to weaken ----

def deleted(text, s, following):
    return s.start, s.end, ""


def one_more(text, s, following):
    """Lets a wait leave one more group in flight."""
    m = re.search(r"(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[0]), s.end - 1, str(int(m[1]) + 1) + m[2])


def other_bytes(text, s, following):
    """Adds 16 bytes to an expect_tx, or sets it to 16 if it is in a register."""
    m = re.search(r",\s*(\d+|%\w+)(\s*)$", s.rest)
    new = m and (str(int(m[1]) + 16) if m[1].isdigit() else "16")
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, new + m[2])


def test_passes(text, s, following):
    """Replaces the wait by a predicate that is true."""
    m = re.match(r"\s*([%$\w]+)(?:\s*\|\s*[%$\w]+)?\s*,", s.rest)
    return m and s.guard is None and (s.start, s.end, f"setp.eq.b32 {m[1]}, 0, 0;") or None


def result_ignored(text, s, following):
    """Removes the branch that would try again, or makes it always leave the loop; a value computed from the result
    becomes that of success."""
    m = re.match(r"\s*([%$\w]+)(?:\s*\|\s*[%$\w]+)?\s*,", s.rest)
    for f in following if m else ():
        if f.opcode.startswith("bra") and f.guard in (m[1], "!" + m[1]):
            back = re.search(rf"(?<![%$\w]){re.escape(f.rest.strip())}\s*:", text[:f.start])
            if (f.guard[0] == "!") == bool(back):
                return (f.start, f.end, "") if back else (f.start, f.start + text[f.start:f.end].index("bra"), "")
            return None
        took = re.match(rf"\s*([%$\w]+)\s*,\s*(\d+)\s*,\s*\d+\s*,\s*{re.escape(m[1])}\s*$", f.rest)
        if f.opcode.startswith("selp.") and took and f.guard is None:
            return f.start, f.end, f"mov.{f.opcode.split('.')[1].replace('s', 'u')} {took[1]}, {took[2]};"
    return None


def other_columns(text, s, following):
    """Deallocates twice as many columns, or half of them."""
    m = re.search(r",\s*(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, str(int(m[1]) * 2 if int(m[1]) < 512 else 256) + m[2])


def more_threads(text, s, following):
    """Makes a barrier wait for one more warp than takes part."""
    m = re.search(r",\s*(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, str(int(m[1]) + 32) + m[2])


# check, kind, event, how; for proxy_fence, also what must occur in the opcode
KINDS = (
    ("P1", "tcgen05.wait::ld", "tmem_wait_load", deleted),
    ("P2", "tcgen05.wait::st", "tmem_wait_store", deleted),
    ("P2", "tcgen05.commit", "tmem_commit", deleted),
    ("P2", "tcgen05.fence::before", "tmem_fence_before", deleted),
    ("P2", "tcgen05.fence::after", "tmem_fence_after", deleted),
    ("P3", "fence.proxy.async", "proxy_fence async", deleted),
    ("P4", "wgmma.fence", "wgmma_fence", deleted),
    ("P4", "wgmma.commit_group", "wgmma_commit", deleted),
    ("P4", "wgmma.wait_group", "wgmma_wait", deleted),
    ("P4", "wgmma.wait_group N+1", "wgmma_wait", one_more),
    ("P5", "bulk commit_group", "bulk_commit", deleted),
    ("P5", "bulk wait_group", "bulk_wait", deleted),
    ("P5", "bulk wait_group N+1", "bulk_wait", one_more),
    ("P6", "mbarrier.init", "mbarrier_init", deleted),
    ("P6", "fence.mbarrier_init", "fence_mbarrier_init", deleted),
    ("P6", "expect_tx bytes", "expect_tx", other_bytes),
    ("P6", "expect_tx", "expect_tx", deleted),
    ("P6", "mbarrier.arrive", "mbarrier_arrive", deleted),
    ("P6", "wait passes", "mbarrier_wait", test_passes),
    ("P6", "wait result ignored", "mbarrier_wait", result_ignored),
    ("P7", "tcgen05.alloc", "tmem_alloc", deleted),
    ("P7", "tcgen05.dealloc", "tmem_dealloc", deleted),
    ("P7", "dealloc columns", "tmem_dealloc", other_columns),
    ("P7", "tcgen05.relinquish", "tmem_relinquish", deleted),
    ("P8", "setmaxnreg.dec", "registers_lower", deleted),
    ("P8", "setmaxnreg.inc", "registers_raise", deleted),
    ("P9", "bar.sync", "barrier_sync", deleted),
    ("P9", "bar.sync count", "barrier_sync", more_threads),
    ("P9", "bar.arrive", "barrier_arrive", deleted),
    ("P9", "barrier.cluster.arrive", "cluster_arrive", deleted),
    ("P9", "barrier.cluster.wait", "cluster_wait", deleted),
    ("P10", "fence.proxy.tensormap", "proxy_fence tensormap", deleted),
    ("P10", "tensormap.cp_fenceproxy", "map_publish", deleted),
)


def is_kind(event, opcode, events):
    name, _, word = event.partition(" ")
    return name in events and word in opcode and (name != "mbarrier_arrive" or "expect_tx" not in events)


# ---- finding ----

def blank_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def functions(code):
    """Yields (name, start, end) of each body."""
    heads = list(re.finditer(r"^[ \t]*(?:\.\w+[ \t]+)*\.(?:entry|func)\b[^\n;{]*?([\w$]+)[ \t]*\(", code, re.M))
    for head, after in zip(heads, [*heads[1:], None]):
        end = after.start() if after else len(code)
        if "{" in code[head.start():end]:
            yield head[1], head.start(), end


def statements(code, at, end):
    while (semicolon := code.find(";", at, end)) >= 0:
        begin = LEAD.match(code, at, semicolon).end()
        m = BEGIN.match(code, begin, semicolon)
        if m:
            yield Statement(begin, semicolon + 1, m["guard"], m["opcode"], code[m.end():semicolon])
        at = semicolon + 1


def bounds(code, start, end):
    """Makes setmaxnreg be ignored, because the kernel no longer says how many registers a thread starts with."""
    head = code[start:code.index("{", start, end)]
    m = re.search(r"\.(?:minnctapersm|maxnreg)\s+\d+", head)
    if m and "setmaxnreg" in code[start:end]:
        yield start + m.start(), start + m.end()


def mutations(text, events_of_opcode, kinds=KINDS):
    code = blank_comments(text)
    for name, start, end in functions(code):
        body = code[start:end]
        def make(check, kind, at, to, new):
            return Mutation(check, kind, name, code.count("\n", 0, at) + 1, at, to, new + "\n" * code.count("\n", at, to))
        for at, to in bounds(code, start, end):
            yield make("P8", "register bound", at, to, "")
        all_ = list(statements(code, start + body.index("{") + 1, end))
        for i, s in enumerate(all_):
            events = events_of_opcode(s.opcode)
            for check, kind, event, how in kinds if events else ():
                change = is_kind(event, s.opcode, events) and how(code, s, all_[i + 1:i + 6])
                if change:
                    yield make(check, kind, *change)


def apply(text, m):
    return text[:m.start] + m.new + text[m.end:]


def spread(some, most):
    """Returns at most so many of them, spread from the first to the last."""
    return some if len(some) <= most else [some[i * (len(some) - 1) // max(1, most - 1)] for i in range(most)]
