# SPDX-License-Identifier: Apache-2.0
"""Which mutants do no harm, for a reason that can be read off the text: no tool should find them.

A mutant counts as needed unless a rule of this file holds, or ptxas makes the same machine code of it (verdicts.py). What is harmless
for another reason stays among the needed ones.
"""

import re

import mutations

# Between two of these, in one block and with nothing between that accesses memory, one does nothing.
REPEATED = ("bar.sync", "fence.proxy.async", "fence.mbarrier_init", "tcgen05.fence::before", "tcgen05.fence::after", "tcgen05.wait::ld",
            "tcgen05.wait::st", "wgmma.fence", "wgmma.wait_group", "bulk wait_group", "fence.proxy.tensormap")
# An instruction that accesses memory, waits for another thread or starts something, as far as this file is concerned.
ACTS = re.compile(r"(?:ld|st|atom|red|bar|barrier|fence|membar|mbarrier|cp|tcgen05|wgmma|tensormap|stmatrix|ldmatrix|call|mma|multimem|"
                  r"shfl|vote|elect|match|redux|griddepcontrol|clusterlaunchcontrol|discard|prefetch|applypriority)\b(?!\.param)")


# Words for the same instruction
SAME = ((re.compile(r"^barrier(?:\.cta)?\.sync(?:\.aligned)? "), "bar.sync "), (re.compile(r"^bar\.cta\.sync "), "bar.sync "))


def why_not(text, m):
    """The reason for which this mutant is harmless, or ''"""
    if m.kind == "tcgen05.relinquish":
        return "relinquish only lets another block allocate earlier"
    if m.kind not in REPEATED:
        return ""
    code = mutations.blank_comments(text)
    mine, before, after = spell(code[m.start:m.end]), neighbor(code[:m.start].split("\n")[::-1]), neighbor(code[m.end:].split("\n"))
    if mine in (before, after):
        return "repeats the same instruction, with nothing to order between"
    if m.kind == "bar.sync" and after in ("ret;", "exit;"):
        return "nothing follows the barrier but the end of the kernel"
    return ""


def neighbor(lines):
    """The first statement of these lines that acts or ends the kernel, as its words; '' at the end of the block"""
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
