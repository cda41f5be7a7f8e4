# SPDX-License-Identifier: Apache-2.0
"""Breaks the asm statements of real headers, one instruction in one way at a time, and checks where the error is
found.
seed.py PROGRAM PTXAS EACH LEAST FOLDER...: EACH mutants of each kind. ptxas (and the rules of C++, for what only
nvcc checks) decide which mutants are errors. Exits with 1 if a valid statement is rejected, or if less than LEAST
percent of the errors are found at their columns.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import ptxas as oracle  # noqa: E402  tests/oracle/ptxas.py

TARGETS = ["sm_90a", "sm_100a", "sm_103a", "sm_120a", "sm_110a", "sm_80"]
NUMBERS = ["0", "1", "2", "4", "8", "16", "32", "64", "128", "24"]  # for "n" operands that are not numbers
STRING = r'(?:R"\((?:.|\n)*?\)"|"(?:[^"\\\n]|\\.)*")'
TOKEN = re.compile(rf"//[^\n]*|/\*(?:.|\n)*?\*/|{STRING}|'(?:[^'\\]|\\.)'|(?:.|\n)")
KEYWORD = re.compile(r"\b(?:asm|__asm__)\s*(?:volatile|__volatile__)?\s*(?=\()")
TYPES = {"r": "b32", "f": "b32", "l": "b64", "d": "b64", "h": "b16", "q": "b128", "b": "pred"}

Char = collections.namedtuple("Char", "meant written literal")
Operand = collections.namedtuple("Operand", "name constraint value output")


# ---- reading C++ ----

def tokens_of(text, at):
    """Returns the tokens between the brackets that open at `at`, or None if they do not close."""
    tokens, depth = [], 0
    for m in TOKEN.finditer(text, at):
        token = m[0]
        depth += (token == "(") - (token == ")")
        if token[:2] not in ("//", "/*") and not (token.isspace() and not token == " "):
            tokens.append(token)
        if depth == 0:
            return [t for t in tokens[1:-1] if not t.isspace()]
        if token == ";" or len(tokens) > 4000:
            return None
    return None


def characters(literals):
    """Decodes literals (without prefixes) character by character. Returns None for a rare escape."""
    for number, literal in enumerate(literals):
        for m in re.finditer(r"\\(.)|[^\\]", literal[1:-1]):
            if m[1] and m[1] not in 'nt"\\':
                return
            yield Char({"n": "\n", "t": "\t"}.get(m[1], m[1] or m[0]), m[0], number)


class Statement:
    """asm volatile("..." "..." : outputs : inputs : "memory")"""

    def __init__(self, literals, operands, volatile=True, clobber="memory"):
        self.text, self.operands, self.arch = list(characters(literals)), operands, None
        self.numbers = [o.value for o in operands]
        self.volatile, self.clobber = volatile, clobber

    def plain(self):
        return "".join(c.meant for c in self.text)

    def changed(self, start, end, new):
        """Returns the statement with characters [start, end) replaced, or None if they are in two literals."""
        last = self.text[max(start, end - 1)] if start < len(self.text) else self.text[-1]
        first = self.text[start] if start < len(self.text) else last
        if first.literal != last.literal:
            return None
        other = Statement([], self.operands, self.volatile, self.clobber)
        other.text = self.text[:start] + [Char(c, c, first.literal) for c in new] + self.text[end:]
        other.arch, other.numbers = self.arch, self.numbers
        return other

    def with_constraint(self, index, constraint):
        other = self.changed(0, 0, "")
        other.operands = list(self.operands)
        other.operands[index] = self.operands[index]._replace(constraint=constraint)
        return other

    def cxx(self, variable="x"):
        """Returns a line of C++, and the columns of the text's characters. `variable` may contain the operand's
        index: "v{}"."""
        line, columns, literal = 'asm volatile("' if self.volatile else 'asm("', [], 0
        for c in self.text:
            while literal < c.literal:
                line, literal = line + '" "', literal + 1
            columns.append(len(line) + 1)
            line += c.written
        columns.append(len(line) + 1)
        line, places = line + '" : ', {}
        for out in True, False:
            first = True
            for i, (o, n) in enumerate(zip(self.operands, self.numbers)):
                if o.output is out:
                    line += ("" if first else ", ") + (f"[{o.name}] " if o.name else "")
                    places[i], first = len(line) + 1, False
                    line += f'"{o.constraint}"({n or variable.format(i)})'
            line += " : "
        columns += [places[i] for i in reversed(range(len(self.operands)))]   # -1 - index
        return line + (f'"{self.clobber}");' if self.clobber else ");"), columns

    def ptx(self, name):
        """Returns the PTX as nvcc would write it, or None if it lacks an operand."""
        def operand(m):
            if m[0] == "%%":
                return "%"
            index = next((i for i, o in enumerate(self.operands) if o.name == m[2]), 99) if m[2] else int(m[1])
            if index >= len(self.operands):
                raise IndexError
            return self.numbers[index] if self.numbers[index] else f"%a{index}"
        try:
            body = re.sub(r"%%|%(\d+)|%\[(\w+)\]", operand, self.plain())
        except IndexError:
            return None
        registers = "".join(f".reg .{TYPES[o.constraint[-1]]} %a{i};" for i, o in enumerate(self.operands)
                            if o.constraint[-1] in TYPES)
        return f".version 9.5\n.target {self.arch}\n.address_size 64\n.entry {name}() {{ {registers}\n{body}\n// end inline asm\nret; }}\n"


def operands_of(tokens):
    """Returns [Operand], or None."""
    found, output, at = [], True, 0
    colons = 0
    while at < len(tokens):
        token = tokens[at]
        if token == ":":
            colons, output, at = colons + 1, colons == 0, at + 1
            continue
        if colons > 2:
            return found
        name = None
        if token == "[":
            name, at = "", at + 1
            while tokens[at] != "]":
                name, at = name + tokens[at], at + 1
            at += 1
            token = tokens[at]
        if token == ",":
            at += 1
            continue
        if not re.fullmatch(r'"[=+]?[bhrlqfdn]"', token) or at + 1 >= len(tokens) or tokens[at + 1] != "(":
            return None
        depth, start = 1, at + 2
        at = start
        while depth and at < len(tokens):
            depth += (tokens[at] == "(") - (tokens[at] == ")")
            at += 1
        inside = "".join(tokens[start:at - 1])
        number = inside if re.fullmatch(r"\d+", inside) else None
        found.append(Operand(name, token[1:-1], "?" if token == '"n"' and not number else number if token == '"n"' else None, output))
    return found


def statements_in(path):
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace").replace("\\\n", "\n")
    for m in KEYWORD.finditer(text):
        tokens = tokens_of(text, m.end())
        n = 0
        while tokens and n < len(tokens) and tokens[n][0] == '"':
            n += 1
        if not n or (n < len(tokens) and tokens[n] != ":"):
            continue
        operands = operands_of(tokens[n:])
        if operands is not None and all('"' == t[0] for t in tokens[:n]):
            statement = Statement(tokens[:n], operands, "volatile" in m[0], "memory" if '"memory"' in tokens[n:] else None)
            if statement.text:
                yield statement


# ---- mutations: the changed statement, and the characters where it may be reported ----

INSTRUCTION = r"(?:^|[;{}\s])(?:@!?%?\w+\s+)?((?:NAMES)(?:[.:][\w.:]*)?)(?=[\s;])([^;{}]*(?:\{[^{};]*\}[^;{}]*)*);"


def qualifiers(s, m):
    return [(m.start(1) + q.start(), m.start(1) + q.end()) for q in re.finditer(r"\.(?:\w|::)+", m[1])]


def pick(rng, some):
    return rng.choice(some) if some else None


def dropped_qualifier(s, m, rng):
    q = pick(rng, qualifiers(s, m))
    return q and (s.changed(*q, ""), range(m.start(1), m.end(2) + 1))  # another instruction, whose operands may be wrong


def doubled_qualifier(s, m, rng):
    q = pick(rng, qualifiers(s, m))
    return q and (s.changed(q[1], q[1], s.plain()[q[0]:q[1]]), [m.start(1), q[0]] + [b for b, _ in qualifiers(s, m) if b > q[0]] + [m.end(1)])  # the word, the shifted one after it, or the name


def misspelt_qualifier(s, m, rng):
    q = pick(rng, [q for q in qualifiers(s, m) if re.match(r"\.[a-z]{4}", s.plain()[q[0]:]) and s.plain()[q[0] + 2] != s.plain()[q[0] + 3]])
    return q and (s.changed(q[0] + 2, q[0] + 4, s.plain()[q[0] + 3] + s.plain()[q[0] + 2]), (q[0], m.start(1)))


def foreign_qualifier(s, m, rng):
    return s.changed(m.end(1), m.end(1), ".approx"), (m.end(1),)


def misspelt_opcode(s, m, rng):
    root = re.match(r"\w+", m[1])[0]
    return s.changed(m.start(1) + len(root) - 1, m.start(1) + len(root), "") if len(root) > 4 else None, (m.start(1),)


def parts_of(m):
    """Returns the spans of the operands."""
    spans, depth, start = [], 0, m.start(2)
    for i, c in enumerate(m[2], m.start(2)):
        depth += (c in "[{(") - (c in "]})")
        if c == "," and not depth:
            spans.append((start, i))
            start = i + 1
    return spans + [(start, m.end(2))] if m[2].strip() else spans


def dropped_operand(s, m, rng):
    spans = parts_of(m)
    if not spans:
        return None
    i = rng.randrange(len(spans))
    start, end = spans[i]
    if i:
        start -= 1
    elif len(spans) > 1:
        end += 1
    return s.changed(start, end, "" if i else " "), range(m.start(1), m.end(2) + 1)


def extra_operand(s, m, rng):
    spans = parts_of(m)
    last = spans and s.plain()[slice(*spans[-1])].strip()
    return spans and (s.changed(m.end(2), m.end(2), ", " + last), range(m.start(1), m.end(2) + 3 + len(last)))


def missing_end(s, m, rng):
    end = m.end(2)
    while end > m.start(1) and s.plain()[end - 1].isspace():
        end -= 1
    return s.changed(m.end(2), m.end(2) + 1, ""), (end, m.end(2))


def high_index(s, m, rng):
    u = pick(rng, list(re.finditer(r"(?<!%)%\d+", m[2])))
    return u and (s.changed(m.start(2) + u.start(), m.start(2) + u.end(), "%777"), (m.start(2) + u.start(),))


def wrong_width(s, m, rng):
    u = pick(rng, [u for u in re.finditer(r"(?<!%)%(\d+)", m[2]) if int(u[1]) < len(s.operands)
                   and s.operands[int(u[1])].constraint[-1] in "rl"])
    if not u:
        return None
    c = s.operands[int(u[1])].constraint
    uses = [v.start() for v in re.finditer(rf"(?<!%)%{u[1]}(?!\d)", s.plain())]
    return s.with_constraint(int(u[1]), c[:-1] + ("l" if c[-1] == "r" else "r")), uses + [p[0] + len(re.match(r"\s*", s.plain()[p[0]:])[0]) for p in parts_of(m)]


def single_percent(s, m, rng):
    u = pick(rng, list(re.finditer(r"(?<!%)%\d+", m[2])))
    return u and (s.changed(m.start(2) + u.start() + 1, m.start(2) + u.start() + 1, "r"), (m.start(2) + u.start(),))


def constraint(s, rng, change):
    """The column is that of the constraint: number -1 - index."""
    if not s.operands:
        return None
    i = rng.randrange(len(s.operands))
    return s.with_constraint(i, change(s.operands[i])), (-1 - i,)


def unknown_constraint(s, m, rng):
    return constraint(s, rng, lambda o: o.constraint[:-1] + "u")


def wrong_direction(s, m, rng):
    return constraint(s, rng, lambda o: o.constraint[1:] if o.output else "=" + o.constraint)


KINDS = [dropped_qualifier, doubled_qualifier, misspelt_qualifier, foreign_qualifier, misspelt_opcode, dropped_operand, extra_operand,
         missing_end, high_index, wrong_width, single_percent, unknown_constraint, wrong_direction]
REFUSED_BY_NVCC = [single_percent, unknown_constraint, wrong_direction]


# ---- verdicts ----

def verdicts(asks, statements):
    """Returns whether ptxas accepts each statement. It is also False if an operand does not exist, which nvcc
    reports."""
    return ptxas_takes(asks, [(s.arch, s.ptx(f"k{i}")) for i, s in enumerate(statements)])


def ptxas_takes(asks, modules):
    """Processes each (target, text)."""
    result = [None] * len(modules)
    by_arch = collections.defaultdict(list)
    for i, (arch, text) in enumerate(modules):
        if text is None:
            result[i] = False
        else:
            by_arch[arch].append((i, text))
    jobs = [(arch, some[k:k + 40]) for arch, some in by_arch.items() for k in range(0, len(some), 40)]

    def run(job):
        arch, some = job
        while some:
            status, errors, rest = asks.run([t for _, t in some], arch)
            bad = [bool(e) for e in errors]
            confused = any(f and not m.startswith("Parsing error") for e in errors for _, m, f in e)
            if len(some) == 1:
                result[some[0][0]] = status == 0
                return
            if confused or (status and not any(bad)):
                for one in some:
                    run((arch, [one]))
                return
            for (i, _), b in zip(some, bad):
                result[i] = not b
            if not any(bad):
                return
            some = [one for one, b in zip(some, bad) if not b]   # the others are lowered in the next round
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(run, jobs))
    return result


def settle(asks, statements):
    """Gives each statement a target and "n" numbers that ptxas accepts. Returns the statements for which they
    exist."""
    left, done = statements, []
    for arch in TARGETS:
        for number in NUMBERS:
            for s in left:
                s.arch, s.numbers = arch, [number if o.value == "?" else o.value for o in s.operands]
            fine = verdicts(asks, left)
            done += [s for s, f in zip(left, fine) if f]
            left = [s for s, f in zip(left, fine) if not f]
            todo = [s for s in left if any(o.value == "?" for o in s.operands)]
            if not todo or number == NUMBERS[-1]:
                break
    return done, left


def columns_of(program, statements):
    """Returns the columns of the errors of each, and their messages."""
    found = [{} for _ in statements]
    with tempfile.TemporaryDirectory() as folder:
        for arch in {s.arch for s in statements}:
            lines = [s.cxx()[0] if s.arch == arch else "" for s in statements]
            path = f"{folder}/{arch}.cu"
            pathlib.Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
            ran = subprocess.run([program, "--format=json", "-Wno-all", f"--arch={arch}", path], capture_output=True, check=False)
            for d in json.loads(ran.stdout)["diagnostics"]:
                if d["severity"] == "error":
                    found[d["line"] - 1][d["column"]] = d["message"]
    return found


def instruction_of(program):
    """Returns a pattern for the instructions of the tables."""
    listed = subprocess.run([program, "isa", "list"], capture_output=True, text=True, check=True).stdout
    names = sorted((line.split()[0] for line in listed.splitlines() if line[:1].isalpha()), key=len, reverse=True)
    return re.compile(INSTRUCTION.replace("NAMES", "|".join(map(re.escape, names))))


def statements_below(folders):
    """Returns the files, and one statement of each group of similar ones."""
    paths = [p for f in folders for p in sorted(pathlib.Path(f).rglob("*")) if p.is_file()]
    return paths, [s for _, s in sorted({s.cxx()[0]: s for path in paths for s in statements_in(path)}.items())]


def main(program, ptxas, each, least, *folders):
    rng = random.Random(1)
    asks = oracle.Ptxas(ptxas)
    instruction = instruction_of(program)
    paths, every = statements_below(folders)
    some = [s for s in every if instruction.search(s.plain())]
    rng.shuffle(some)
    some, beyond = settle(asks, some[:4 * int(each)])
    print(f"{len(paths)} files, {len(every)} different asm statements; of {len(some) + len(beyond)} with instructions of the tables "
          f"ptxas takes {len(some)} as they are", flush=True)
    wrong = [f"refused as it is: {s.cxx()[0]}: {f}" for s, f in zip(some, columns_of(program, some)) if f]
    tally, missed = collections.defaultdict(collections.Counter), []
    for kind in KINDS:
        faults = []
        for s in rng.sample(some, len(some)):
            fault = kind(s, rng.choice(list(instruction.finditer(s.plain()))), rng)
            if fault and fault[0] and len(faults) < int(each):
                faults.append(fault)
        taken = [False] * len(faults) if kind in REFUSED_BY_NVCC else verdicts(asks, [f for f, _ in faults])
        for (s, places), fine, found in zip(faults, taken, columns_of(program, [f for f, _ in faults])):
            line, columns = s.cxx()
            ends = [columns[p - 1] + len(s.text[p - 1].written) for p in places if 0 < p <= len(s.text)]  # of a literal
            right = any(c in found for c in ends + [columns[p] for p in places if p <= len(s.text)])
            state = ("false error" if found else "no fault") if fine else "right" if right else "elsewhere" if found else "missed"
            tally[kind.__name__][state] += 1
            if state in ("missed", "elsewhere", "false error"):
                missed.append(f"{kind.__name__}: {state}: {s.arch}: {line}: {found}")
            if state == "false error":
                wrong.append(missed[-1])
    total = collections.Counter()
    for name, counts in tally.items():
        total += counts
        faults = sum(counts.values()) - counts["no fault"]
        print(f"{name.replace('_', ' ')}: {faults} faults, {100 * counts['right'] / max(1, faults):.1f} % at the right column; {dict(counts)}")
    faults = sum(total.values()) - total["no fault"]
    share = 100 * total["right"] / max(1, faults)
    print(f"all: {faults} faults, {share:.1f} % at the right column; {dict(total)}")
    pathlib.Path("build").mkdir(exist_ok=True)
    pathlib.Path("build/seed.missed").write_text("\n".join(missed) + "\n", encoding="utf-8")
    print("\n".join(wrong[:20]))
    return bool(wrong) or share < float(least)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
