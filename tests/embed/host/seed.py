# SPDX-License-Identifier: Apache-2.0
"""Writes the asm statements of real headers in each host language, breaks them as tests/embed/cxx/seed.py does, and
checks where the error is found.
seed.py PROGRAM PTXAS EACH LEAST FOLDER...: EACH mutants of each kind. ptxas decides which mutants are errors. Exits
with 1 if a valid text is rejected in a host, or if less than LEAST percent of the errors of a host are found at their
columns.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cxx"))
import seed  # noqa: E402  tests/embed/cxx/seed.py

KINDS = [k for k in seed.KINDS if k not in seed.REFUSED_BY_NVCC and k is not seed.wrong_width]
LETTERS = {"h": "c"}  # what LLVM calls the constraint
CLASSES = {"h": "reg16", "r": "reg32", "f": "reg32", "l": "reg64", "d": "reg64"}


# ---- texts: [(what a character means, how it is written)] ----

def pieces(s, operand, special):
    """Yields one written text for each character of the statement. `operand` writes the number of an operand;
    `special` contains characters that the host writes differently."""
    plain, at = s.plain(), 0
    while at < len(plain):
        m = re.compile(r"%%|%(\d+)|%\[(\w+)\]").match(plain, at)
        if not m:
            yield special.get(plain[at], plain[at])
            at += 1
            continue
        index = m[1] and int(m[1])
        if m[2]:
            index = next((i for i, o in enumerate(s.operands) if o.name == m[2]), 99)
        yield "%" if m[0] == "%%" else operand(index)
        yield from [""] * (len(m[0]) - 1)
        at = m.end()


def line_of(before, written, after):
    """Returns the line, and the column of each character."""
    columns, line = [], before
    for w in written:
        columns.append(len(line.encode()) + 1)
        line += w
    return line + after, columns + [len(line.encode()) + 1]


def number_or(s, write):
    """Returns what writes an operand: the number of an "n" operand, or write(index)."""
    return lambda i: s.numbers[i] if i < len(s.operands) and s.numbers[i] else write(i)


def letters(s):
    found = [("=" if o.output else "") + LETTERS.get(o.constraint[-1], o.constraint[-1]) for o in s.operands]
    return ",".join(found + ["~{memory}"])


def fits_llvm(s):
    """Constants and operands that are read and written have no constraint in LLVM."""
    return all("+" not in o.constraint and o.constraint[-1] != "n" for o in s.operands)


C_ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


def triton(s, i):
    written = pieces(s, lambda n: f"${n}", {**C_ESCAPES, "$": "$$"})
    return line_of('tl.inline_asm_elementwise("', written, f'", "{letters(s)}", [x], tl.int32, False, 1)')


def llvm(s, i):
    written = pieces(s, lambda n: f"${n}", {"\n": "\\0A", "\t": "\\09", '"': "\\22", "$": "$$"})
    return line_of(f'  %v{i} = call i32 asm sideeffect "', written, f'", "{letters(s)}"(i32 %x)')


def mlir(s, i):
    written = pieces(s, lambda n: f"${n}", {**C_ESCAPES, "$": "$$"})
    return line_of('  llvm.inline_asm has_side_effects "', written, f'", "{letters(s)}" %x : (i32) -> ()')


def rust_asm(s, i):
    arguments = []
    for o, n in zip(s.operands, s.numbers):
        direction = "inout" if "+" in o.constraint else "out" if o.output else "in"
        arguments.append(f"const {n}" if n else f"{direction}({CLASSES[o.constraint[-1]]}) x")
    written = pieces(s, lambda n: "{%d}" % n, {**C_ESCAPES, "{": "{{", "}": "}}"})
    return line_of('    asm!("', written, '", ' + "".join(a + ", " for a in arguments) + "options(nostack));")


def fits_rust(s):
    return all(n or o.constraint[-1] in CLASSES for o, n in zip(s.operands, s.numbers))


def function(s, i, kind):
    """Returns the declaration of a function with registers for the operands."""
    registers = "".join(f".reg .{seed.TYPES[o.constraint[-1]]} %a{n}; " for n, o in enumerate(s.operands)
                        if o.constraint[-1] in seed.TYPES)
    return f"{kind} k{i}() {{ {registers}"


def module(s, i, before, newline, special, after):
    head = f".version 9.5{newline}.target {s.arch}{newline}.address_size 64{newline}" + function(s, i, ".visible .entry")
    written = pieces(s, number_or(s, lambda n: f"%a{n}"), special)
    return line_of(before + head, written, f"{newline}ret; }}{newline}" + after)


def part(s, i, before, newline, special, after):
    head = function(s, i, ".visible .func")
    return line_of(before + head, pieces(s, number_or(s, lambda n: f"%a{n}"), special), f"{newline}ret; }}{newline}" + after)


def shifted(line, columns, before, after):
    return before + line + after, [c + len(before) for c in columns]


def cuda(s):
    """Returns a kernel of one line with the statement. Its literals have no escapes of their own."""
    line, columns = s.cxx()
    return shifted(line, columns, 'extern "C" __global__ void k() { ', " }")


def fits_one_line(s):
    return "\\" not in s.cxx()[0]


HOSTS = {
    "Python: Triton": (".py", lambda s, i: triton(s, i), fits_llvm),
    "Python: CUDA C++": (".py", lambda s, i: shifted(*cuda(s), "k = cp.RawKernel(r'''", "''', 'k')"), fits_one_line),
    "Python: modules": (".py", lambda s, i: module(s, i, 'k = "', "\\n", C_ESCAPES, '"'), None),
    "LLVM IR": (".ll", llvm, fits_llvm),
    "LLVM IR: module asm": (".ll", lambda s, i: part(s, i, 'module asm "', "\\0A", {"\n": "\\0A", "\t": "\\09", '"': "\\22"}, '"'), None),
    "MLIR": (".mlir", mlir, fits_llvm),
    "Rust: asm!": (".rs", rust_asm, fits_rust),
    "Rust: global_asm!": (".rs", lambda s, i: part(s, i, 'global_asm!("', "\\n", {**C_ESCAPES, "{": "{", "}": "}"}, '", options(raw));'), None),
    "Rust: modules": (".rs", lambda s, i: module(s, i, f'const K{i}: &str = "', "\\n", C_ESCAPES, '";'), None),
    "C++: modules": (".cpp", lambda s, i: module(s, i, f'const char* k{i} = "', "\\n", C_ESCAPES, '";'), None),
    "C++: CUDA C++": (".cpp", lambda s, i: shifted(*cuda(s), f'const char* k{i} = R"cuda(', ')cuda";'), None),
    "Markdown: cuda": (".md", lambda s, i: cuda(s), None),
}
ONE_MODULE = ["LLVM IR: module asm"]  # all of a file is one text, in which a syntax error hides others
AROUND = {".md": ("```cuda\n", "```\n"), ".ll": ('target triple = "nvptx64-nvidia-cuda"\n', "\n")}


# ---- verdicts ----

def columns_of(program, statements, suffix, write, alone):
    """Returns the line, the columns of its characters, and the errors in it, for each statement. `alone`: each is in
    a file of its own."""
    written = [write(s, i) for i, s in enumerate(statements)]
    errors = [{} for _ in statements]
    before, after = AROUND.get(suffix, ("", "\n"))
    with tempfile.TemporaryDirectory() as folder:
        for arch, line in sorted({(s.arch, i if alone else None) for i, s in enumerate(statements)}):
            lines = [text if s.arch == arch and line in (None, i) else "" for i, (s, (text, _)) in enumerate(zip(statements, written))]
            path = f"{folder}/{arch}{suffix}"
            pathlib.Path(path).write_text(before + "\n".join(lines) + "\n" + after, encoding="utf-8")
            ran = subprocess.run([program, "--format=json", "-Wno-all", f"--arch={arch}", path], capture_output=True, check=False)
            for d in json.loads(ran.stdout)["diagnostics"]:
                if d["severity"] == "error":
                    errors[d["line"] - 1 - before.count("\n")][d["column"]] = d["message"]
    return [(*w, e) for w, e in zip(written, errors)]


def faults_of(some, instruction, each, rng):
    """Returns [(kind, mutant, the characters where it may be reported)]."""
    faults = []
    for kind in KINDS:
        found = []
        for s in rng.sample(some, len(some)):
            fault = kind(s, rng.choice(list(instruction.finditer(s.plain()))), rng)
            if fault and fault[0] and len(found) < each:
                found.append((kind.__name__, *fault))
        faults += found
    return faults


def judge_host(program, host, some, faults, missed):
    """Returns the counts of what happened to the faults, and how many valid texts are rejected."""
    suffix, write, fits = HOSTS[host]
    alone = host in ONE_MODULE
    some = [s for s in some if not fits or fits(s)]
    faults = [f for f in faults if not fits or fits(f[1])]
    refused = 0
    for s, (line, _, errors) in zip(some, columns_of(program, some, suffix, write, alone)):
        refused += bool(errors)
        if errors:
            missed.append(f"{host}: refused as it is: {s.arch}: {line}: {errors}")
    counts = collections.Counter()
    for (kind, s, places), (line, columns, errors) in zip(faults, columns_of(program, [f[1] for f in faults], suffix, write, alone)):
        right = any(columns[p] in errors for p in places if 0 <= p < len(columns))
        state = "right" if right else "elsewhere" if errors else "missed"
        counts[state] += 1
        if not right:
            missed.append(f"{host}: {kind}: {state}: {s.arch}: {line}: {errors}")
    return counts, len(some), refused


def main(program, ptxas, each, least, *folders):
    rng = random.Random(1)
    asks = seed.oracle.Ptxas(ptxas)
    instruction = seed.instruction_of(program)
    _, every = seed.statements_below(folders)
    some = [s for s in every if instruction.search(s.plain())]
    rng.shuffle(some)
    some, _ = seed.settle(asks, some[:4 * int(each)])
    faults = faults_of(some, instruction, int(each), rng)
    faults = [f for f, fine in zip(faults, seed.verdicts(asks, [s for _, s, _ in faults])) if not fine]
    bad, missed = False, []
    for host in HOSTS:
        counts, valid, refused = judge_host(program, host, some, faults, missed)
        total = sum(counts.values())
        share = 100 * counts["right"] / max(1, total)
        bad |= bool(refused) or share < float(least)
        print(f"{host}: {refused} of {valid} valid texts refused; {total} faults, {share:.1f} % at the right column; {dict(counts)}", flush=True)
    pathlib.Path("build").mkdir(exist_ok=True)
    pathlib.Path("build/seed-hosts.missed").write_text("\n".join(missed) + "\n", encoding="utf-8")
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
