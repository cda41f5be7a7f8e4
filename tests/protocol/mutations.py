# SPDX-License-Identifier: Apache-2.0
"""What can be taken from the synchronization of a kernel: each way to delete or weaken one instruction of it.

`mutations(text)` yields every mutation of a module; none of them moves another line. The same mutations are judged by
mutants.py (does ptxcheck find them?) and by hardware.py (what do they do on a GPU?).
"""

import collections
import re

# check: the rule of the analysis that should find it. text[start:end] becomes `new`.
Mutation = collections.namedtuple("Mutation", "check kind entry line start end new")

Statement = collections.namedtuple("Statement", "start end guard opcode rest")

# What may stand before a statement, and how it begins.
LEAD = re.compile(r"(?:\s+|[{}]|[\w$%.]+:(?!:)|\.(?:loc|file)\b[^\n]*\n)*")
BEGIN = re.compile(r"(?:@(?P<guard>!?[%$\w]+)\s+)?(?P<opcode>[a-z][\w.:]*)")
# Each instruction that orders or completes something asynchronous begins so.
SYNC = re.compile(r"\b(?:bar|barrier|fence|wgmma|mbarrier|tcgen05|setmaxnreg|tensormap|cp\.async\.bulk|cp\.reduce\.async\.bulk)\.")


# ---- how to weaken ----

def deleted(text, s, following):
    return s.start, s.end, ""


def one_more(text, s, following):
    """A wait that lets one more group stay in flight."""
    m = re.search(r"(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[0]), s.end - 1, str(int(m[1]) + 1) + m[2])


def other_bytes(text, s, following):
    """expect_tx of 16 bytes more, or of 16 where a register holds them."""
    m = re.search(r",\s*(\d+|%\w+)(\s*)$", s.rest)
    new = m and (str(int(m[1]) + 16) if m[1].isdigit() else "16")
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, new + m[2])


def test_passes(text, s, following):
    """The wait is replaced by a predicate that is true."""
    m = re.match(r"\s*([%$\w]+)(?:\s*\|\s*[%$\w]+)?\s*,", s.rest)
    return m and s.guard is None and (s.start, s.end, f"setp.eq.b32 {m[1]}, 0, 0;") or None


def result_ignored(text, s, following):
    """The branch that would try again is gone, or always leaves the loop; a value made of the result is that of success."""
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
    """A release of twice as many columns, or half of them."""
    m = re.search(r",\s*(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, str(int(m[1]) * 2 if int(m[1]) < 512 else 256) + m[2])


def more_threads(text, s, following):
    """A barrier that waits for one more warp than takes part."""
    m = re.search(r",\s*(\d+)(\s*)$", s.rest)
    return m and (s.end - 1 - len(m[1] + m[2]), s.end - 1, str(int(m[1]) + 32) + m[2])


# check, kind, opcode, how
KINDS = [(check, kind, re.compile(pattern + r"(?![\w:])"), how) for check, kind, pattern, how in (
    ("P1", "tcgen05.wait::ld", r"tcgen05\.wait::ld", deleted),
    ("P2", "tcgen05.wait::st", r"tcgen05\.wait::st", deleted),
    ("P2", "tcgen05.commit", r"tcgen05\.commit", deleted),
    ("P2", "tcgen05.fence", r"tcgen05\.fence::\w+", deleted),
    ("P3", "fence.proxy.async", r"fence\.proxy\.async", deleted),
    ("P4", "wgmma.fence", r"wgmma\.fence", deleted),
    ("P4", "wgmma.commit_group", r"wgmma\.commit_group", deleted),
    ("P4", "wgmma.wait_group", r"wgmma\.wait_group", deleted),
    ("P4", "wgmma.wait_group N+1", r"wgmma\.wait_group", one_more),
    ("P5", "bulk commit_group", r"cp\.async\.bulk\.commit_group", deleted),
    ("P5", "bulk wait_group", r"cp\.async\.bulk\.wait_group", deleted),
    ("P5", "bulk wait_group N+1", r"cp\.async\.bulk\.wait_group", one_more),
    ("P6", "mbarrier.init", r"mbarrier\.init", deleted),
    ("P6", "fence.mbarrier_init", r"fence\.mbarrier_init", deleted),
    ("P6", "expect_tx bytes", r"mbarrier\.(?:arrive\.)?expect_tx", other_bytes),
    ("P6", "expect_tx", r"mbarrier\.(?:arrive\.)?expect_tx", deleted),
    ("P6", "mbarrier.arrive", r"mbarrier\.arrive(?!\.expect_tx)", deleted),
    ("P6", "wait passes", r"mbarrier\.(?:try|test)_wait", test_passes),
    ("P6", "wait result ignored", r"mbarrier\.(?:try|test)_wait", result_ignored),
    ("P7", "tcgen05.alloc", r"tcgen05\.alloc", deleted),
    ("P7", "tcgen05.dealloc", r"tcgen05\.dealloc", deleted),
    ("P7", "dealloc columns", r"tcgen05\.dealloc", other_columns),
    ("P7", "tcgen05.relinquish", r"tcgen05\.relinquish_alloc_permit", deleted),
    ("P8", "setmaxnreg.dec", r"setmaxnreg\.dec", deleted),
    ("P8", "setmaxnreg.inc", r"setmaxnreg\.inc", deleted),
    ("P9", "bar.sync", r"bar(?:rier(?:\.cta)?)?\.sync", deleted),
    ("P9", "bar.sync count", r"bar(?:rier(?:\.cta)?)?\.sync", more_threads),
    ("P9", "bar.arrive", r"bar(?:rier(?:\.cta)?)?\.arrive", deleted),
    ("P9", "barrier.cluster.arrive", r"barrier\.cluster\.arrive", deleted),
    ("P9", "barrier.cluster.wait", r"barrier\.cluster\.wait", deleted),
    ("P10", "fence.proxy.tensormap", r"fence\.proxy\.tensormap::\w+", deleted),
    ("P10", "tensormap.cp_fenceproxy", r"tensormap\.cp_fenceproxy", deleted),
)]


# ---- finding ----

def blank_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def functions(code):
    """(name, start, end) of each body"""
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
    """setmaxnreg is ignored once the kernel no longer says how many registers a thread starts with."""
    head = code[start:code.index("{", start, end)]
    m = re.search(r"\.(?:minnctapersm|maxnreg)\s+\d+", head)
    if m and "setmaxnreg" in code[start:end]:
        yield start + m.start(), start + m.end()


def mutations(text):
    code = blank_comments(text)
    for name, start, end in functions(code):
        body = code[start:end]
        if not SYNC.search(body):
            continue
        def make(check, kind, at, to, new):
            return Mutation(check, kind, name, code.count("\n", 0, at) + 1, at, to, new + "\n" * code.count("\n", at, to))
        for at, to in bounds(code, start, end):
            yield make("P8", "register bound", at, to, "")
        all_ = list(statements(code, start + body.index("{") + 1, end))
        for i, s in enumerate(all_):
            for check, kind, pattern, how in KINDS if SYNC.match(s.opcode) else ():
                change = pattern.match(s.opcode) and how(code, s, all_[i + 1:i + 6])
                if change:
                    yield make(check, kind, *change)


def apply(text, m):
    return text[:m.start] + m.new + text[m.end:]


def spread(some, most):
    """At most so many of them, from the first to the last."""
    return some if len(some) <= most else [some[i * (len(some) - 1) // max(1, most - 1)] for i in range(most)]
