# SPDX-License-Identifier: Apache-2.0
"""Errors in real asm statements: compares nvcc and ptxas with ptxcheck.
mutants.py PROGRAM NVCC PTXAS EACH FOLDER...: makes EACH mutants of each kind from the asm statements in the
folders. Prints the table of docs/public-code.md, and writes build/mutants.txt with each mutant. Exits with 1 if
nvcc and ptxas accept a mutant that ptxcheck rejects, or reject one that ptxcheck accepts, unless only the type of a
variable reveals the error.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import public  # noqa: E402
import seed  # noqa: E402

LETTERS = "rlhfd"


# ---- the errors: each returns the changed statement, or None ----

def missing_index(s, m, rng):
    use = seed.pick(rng, list(re.finditer(r"(?<!%)%(\d+)", m[2])))
    return use and s.changed(m.start(2) + use.start(1), m.start(2) + use.end(1), str(len(s.operands)))


def other_index(s, m, rng):
    use = seed.pick(rng, list(re.finditer(r"(?<!%)%(\d+)", m[2])))
    others = [i for i in range(len(s.operands)) if use and i != int(use[1])]
    return s.changed(m.start(2) + use.start(1), m.start(2) + use.end(1), str(rng.choice(others))) if others else None


def wrong_constraint(s, m, rng):
    some = [i for i, o in enumerate(s.operands) if o.constraint[-1] in LETTERS]
    if not some:
        return None
    i = rng.choice(some)
    letter = s.operands[i].constraint[-1]
    return s.with_constraint(i, s.operands[i].constraint[:-1] + rng.choice(LETTERS.replace(letter, "")))


def wrong_sign(s, m, rng):
    fault = seed.wrong_direction(s, m, rng)
    return fault and fault[0]


def unused_operand(s, m, rng):
    other = s.changed(0, 0, "")
    other.operands = s.operands + [seed.Operand(None, "r", None, False)]
    other.numbers = s.numbers + [None]
    return other


def outputs_of(s):
    return [i for i, o in enumerate(s.operands) if o.constraint[0] == "="]


def unwritten_output(s, m, rng):
    """Removes the instruction that writes it, or makes it write another output of the same vector twice."""
    first = seed.parts_of(m)[:1]
    target = s.plain()[slice(*first[0])] if first else ""
    written = [u for u in re.finditer(r"%(\d+)", target) if int(u[1]) in outputs_of(s)]
    if not written or "[" in target:
        return None
    if len(written) > 1:
        into, left = rng.sample(written, 2)
        return s.changed(first[0][0] + left.start(1), first[0][0] + left.end(1), into[1])
    if len(re.findall(rf"(?<!%)%{written[0][1]}(?!\d)", s.plain())) > 1 or s.plain().count(";") < 2:
        return None
    start = m.start() + (m[0][0] in ";{} \n\t")
    return s.changed(start, m.end(), "")


def swapped_operands(s, m, rng):
    spans = seed.parts_of(m)
    if len(spans) < 2:
        return None
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    text = s.plain()
    if text[a:b].strip() == text[c:d].strip():
        return None
    return s.changed(a, d, " " + text[c:d].strip() + text[b:c] + " " + text[a:b].strip())


def no_memory(s, m, rng):
    other = s.changed(0, 0, "")
    other.clobber = None
    return other if s.clobber else None


def misspelt_memory(s, m, rng):
    other = s.changed(0, 0, "")
    other.clobber = "memroy"
    return other if s.clobber else None


def no_volatile(s, m, rng):
    other = s.changed(0, 0, "")
    other.volatile = False
    return other if s.volatile and any(o.output for o in s.operands) else None


def only_written(s, m, rng):
    """Replaces `+` with `=`."""
    some = [i for i, o in enumerate(s.operands) if o.constraint[0] == "+"]
    if not some:
        return None
    i = rng.choice(some)
    return s.with_constraint(i, "=" + s.operands[i].constraint[1:])


def misspelt_opcode(s, m, rng):
    fault = seed.misspelt_opcode(s, m, rng)
    return fault and fault[0]


def misspelt_qualifier(s, m, rng):
    fault = seed.misspelt_qualifier(s, m, rng)
    return fault and fault[0]


KINDS = {
    "an operand that does not exist": missing_index, "another operand": other_index, "a wrong letter in a constraint": wrong_constraint,
    "`=` missing or too much": wrong_sign, "`=` for `+`": only_written, "an operand that nothing uses": unused_operand,
    "an output that nothing writes": unwritten_output, "two operands swapped": swapped_operands, "a letter missing in an opcode": misspelt_opcode,
    "two letters exchanged in a qualifier": misspelt_qualifier, "`\"memory\"` misspelled": misspelt_memory, "`\"memory\"` dropped": no_memory,
    "`volatile` dropped": no_volatile,
}


# ---- running nvcc and ptxas ----

def kernel(s, number, types):
    """Returns the statement on one line, with memory accesses before and after. The variables have the types of the
    original statement."""
    types = types + [o.constraint[-1] for o in s.operands[len(types):]]
    declared = "".join(f"{public.CTYPES[t]} v{i} = p[{i}]; " for i, t in enumerate(types) if t != "n")
    stored = "".join(f"p[{i}] = (unsigned)v{i}; " for i, (o, t) in enumerate(zip(s.operands, types)) if o.output and t != "n")
    return f"__global__ void k{number}(unsigned *p) {{ {declared}p[99] = 1; {s.cxx('v{}')[0]} p[98] = 2; {stored}}}"


def compiled(nvcc, folder, arch, lines):
    """Returns the PTX of each line, or None if nvcc rejects it."""
    path, ptx = pathlib.Path(folder, f"{arch}.cu"), pathlib.Path(folder, f"{arch}.ptx")
    left = dict(enumerate(lines))
    while left:
        path.write_text("\n".join(left.get(i, "") for i in range(len(lines))) + "\n", encoding="utf-8")
        ptx.unlink(missing_ok=True)
        ran = subprocess.run([nvcc, "-ptx", "-w", f"-arch={arch}", "-Xcudafe", "--error_limit=100000", "-o", ptx, path], capture_output=True,
                             text=True, errors="replace", check=False)
        wrong = {int(n) - 1 for n in re.findall(r"\.cu\((\d+)\): error", ran.stderr)} & set(left)
        if not wrong and ptx.exists():
            break   # what follows is from ptxas, which nvcc runs on the PTX
        if not wrong:
            sys.exit(f"nvcc names no line: {ran.stderr[:2000]}")
        left = {i: line for i, line in left.items() if i not in wrong}
    if not left:
        return [None] * len(lines)
    head, *entries = re.split(r"(?m)^(?=\.visible \.entry )", ptx.read_text(encoding="utf-8"))
    by_name = {re.match(r"\.visible \.entry _Z\d+(k\d+)Pj", e)[1]: head + e for e in entries}
    names = [re.match(r"__global__ void (k\d+)", line)[1] for line in lines]
    return [by_name.get(n) if i in left else None for i, n in enumerate(names)]


def verdicts(nvcc, asks, statements):
    """Returns "accepted" or the tool that rejects it, for each."""
    by_arch = collections.defaultdict(list)
    for i, (s, types) in enumerate(statements):
        by_arch[s.arch].append((i, kernel(s, i, types)))
    texts = [None] * len(statements)
    with tempfile.TemporaryDirectory() as folder:
        for arch, some in by_arch.items():
            for (i, _), text in zip(some, compiled(nvcc, folder, arch, [line for _, line in some])):
                texts[i] = text
    taken = seed.ptxas_takes(asks, [(s.arch, text) for (s, _), text in zip(statements, texts)])
    return ["nvcc" if text is None else "accepted" if fine else "ptxas" for text, fine in zip(texts, taken)]


# ---- running ptxcheck ----

def reports(program, statements):
    """Returns a Counter of (severity, rule) for each."""
    found = [collections.Counter() for _ in statements]
    with tempfile.TemporaryDirectory() as folder:
        for arch in {s.arch for s, _ in statements}:
            path = pathlib.Path(folder, f"{arch}.cu")
            path.write_text("\n".join(kernel(s, i, t) if s.arch == arch else "" for i, (s, t) in enumerate(statements)) + "\n", encoding="utf-8")
            default = diagnostics(program, arch, path)
            for line, rule, severity in diagnostics(program, arch, path, "-Wpedantic"):
                known = (line, rule, severity) in default
                found[line - 1][severity if known else "pedantic", rule] += 1
    return found


def diagnostics(program, arch, path, *options):
    ran = subprocess.run([program, "--format=json", f"--arch={arch}", *options, path], capture_output=True, check=False)
    return [(d["line"], d["rule"], d["severity"]) for d in json.loads(ran.stdout)["diagnostics"]]


def strongest(said):
    return next((level for level in ("error", "warning", "pedantic") if any(of == level for of, _ in said)), "silent")


COLUMNS = [("both", "rejected", "error"), ("nvcc; ptxcheck warns", "rejected", "warning"), ("only nvcc", "rejected", "silent"),
           ("false error", "accepted", "error"), ("only ptxcheck", "accepted", "warning"), ("pedantic", "accepted", "pedantic"),
           ("neither", "accepted", "silent")]


def mutants_of(some, kind, each, instruction, rng):
    made = []
    for s in rng.sample(some, len(some)):
        types = [o.constraint[-1] for o in s.operands]
        mutant = kind(s, rng.choice(list(instruction.finditer(s.plain()))), rng)
        if mutant and mutant.cxx()[0] != s.cxx()[0]:
            made.append((s, mutant, types))
        if len(made) == each:
            break
    return made


def main(program, nvcc, ptxas, each, *folders):
    rng = random.Random(1)
    asks = seed.oracle.Ptxas(ptxas)
    instruction = seed.instruction_of(program)
    some = [s for s in seed.statements_below(folders)[1] if instruction.search(s.plain())]
    rng.shuffle(some)
    some, _ = seed.settle(asks, some[:10 * int(each)])
    right = verdicts(nvcc, asks, [(s, [o.constraint[-1] for o in s.operands]) for s in some])
    some = [s for s, v in zip(some, right) if v == "accepted"]
    print(f"{len(some)} statements that nvcc and ptxas accept")
    print("| mistake | mutants | " + " | ".join(name for name, _, _ in COLUMNS) + " |\n|---|" + "--:|" * (len(COLUMNS) + 1), flush=True)
    listed, bad = [], 0
    for name, kind in KINDS.items():
        made = mutants_of(some, kind, int(each), instruction, rng)
        theirs = verdicts(nvcc, asks, [(m, t) for _, m, t in made])
        before = reports(program, [(s, t) for s, _, t in made])
        ours = [strongest(after - was) for after, was in zip(reports(program, [(m, t) for _, m, t in made]), before)]
        tally = collections.Counter()
        for (s, mutant, _), verdict, said in zip(made, theirs, ours):
            key = "accepted" if verdict == "accepted" else "rejected", "silent" if verdict != "accepted" and said == "pedantic" else said
            tally[key] += 1
            listed.append(f"{name}: nvcc: {verdict}, ptxcheck: {said}: {s.arch}: {mutant.cxx('v{}')[0]}")
            bad += key == ("accepted", "error") or (key == ("rejected", "silent") and kind is not wrong_constraint)
        print(f"| {name} | {len(made)} | " + " | ".join(str(tally[a, b]) for _, a, b in COLUMNS) + " |", flush=True)
    pathlib.Path("build/mutants.txt").write_text("\n".join(listed) + "\n", encoding="utf-8")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
