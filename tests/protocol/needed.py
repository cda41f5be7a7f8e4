# SPDX-License-Identifier: Apache-2.0
"""Decides which mutants are harmless for a reason that the text shows: no tool should find them.
A mutant counts as needed unless a rule of this file applies, or ptxas generates the same machine code
(verdicts.py). Mutants that are harmless for another reason are still counted as needed.
"""

import re

import mutations

# Between two of these in one block, without a memory access in between, another one has no effect.
REPEATED = ("bar.sync", "fence.proxy.async", "fence.mbarrier_init", "tcgen05.fence::before", "tcgen05.fence::after", "tcgen05.wait::ld",
            "tcgen05.wait::st", "wgmma.fence", "wgmma.wait_group", "bulk wait_group", "fence.proxy.tensormap")
# For this file, an instruction that accesses memory, waits for another thread or starts something.
ACTS = re.compile(r"(?:ld|st|atom|red|bar|barrier|fence|membar|mbarrier|cp|tcgen05|wgmma|tensormap|stmatrix|ldmatrix|call|mma|multimem|"
                  r"shfl|vote|elect|match|redux|griddepcontrol|clusterlaunchcontrol|discard|prefetch|applypriority)\b(?!\.param)")


# Spellings of the same instruction
SAME = ((re.compile(r"^barrier(?:\.cta)?\.sync(?:\.aligned)? "), "bar.sync "), (re.compile(r"^bar\.cta\.sync "), "bar.sync "))


def why_not(text, m):
    """Returns the reason why this mutant is harmless, or ''."""
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
