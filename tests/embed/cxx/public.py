# SPDX-License-Identifier: Apache-2.0
"""Inline PTX in public C++: how much of it is checked, and whether each error is correct.
public.py PROGRAM NVCC FOLDER... [--sample=N] [--true=FILE]: every file with an asm statement in the folders is
checked once, whatever its name. Prints how many statements are checked, why others are not, and each kind of
warning; compiles each statement with an error separately, with variables for its operands, for the targets that
might accept it; and lists N random warnings with their lines. Exits with 1 if nvcc and ptxas compile a statement
that has an error, or if FILE does not list an error. FILE has a line for each file and rule whose errors are
correct: the end of a path, a rule, and the reason.
"""

import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import seed

KINDS = {".h", ".hpp", ".cuh", ".cu", ".inl", ".inc", ".inl.hpp", ".hxx", ".cpp", ".cc", ".cxx"}
ASM = re.compile(rb"\b(?:__)?asm(?:__)?\b")
TARGETS = ["sm_100a", "sm_90a", "sm_120a", "sm_103a", "sm_80", "sm_75"]
CTYPES = {"r": "unsigned", "f": "float", "l": "unsigned long long", "d": "double", "h": "unsigned short", "q": "__int128", "b": "bool"}
REASON = re.compile(r"asm not checked: (.*)")


def files_in(folders):
    """Returns one file of each content."""
    seen = set()
    for folder in folders:
        for at, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = pathlib.Path(at, name)
                suffix = path.suffix
                if not (suffix in KINDS or (not suffix and "include" in at)) or not path.is_file():
                    continue
                text = path.read_bytes()
                digest = hashlib.sha256(text).digest()
                if digest not in seen and ASM.search(text):
                    seen.add(digest)
                    yield path


def check(program, paths):
    """Returns the report, and the output of --verbose."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as names:
        names.write("".join(f'"{p}"\n' for p in paths))
        names.flush()
        ran = subprocess.run([program, "--language=c++", "--format=json", "--verbose", f"@{names.name}"], capture_output=True, check=False)
    return json.loads(ran.stdout)["diagnostics"], ran.stderr.decode(errors="replace")


def statement_at(text, line):
    """Returns the text of the asm statement that contains the line, from its keyword to its closing bracket."""
    end = len("\n".join(text.split("\n")[:line]))
    text = re.sub(r'R"(\w+)\((.*?)\)\1"', lambda m: 'R"(' + m[2] + ')"' + " " * 2 * len(m[1]), text, flags=re.DOTALL)
    for m in reversed(list(re.finditer(r"\b(?:__)?asm(?:__)?\b\s*(?:(?:__)?volatile(?:__)?)?\s*(?=\()", text[:end + 1]))):
        depth = 0
        for token in seed.TOKEN.finditer(text, m.end()):
            depth += (token[0] == "(") - (token[0] == ")")
            if not depth:
                return text[m.start():token.end()]
    return None


def kernel_of(statement):
    """Returns a kernel with only this statement, whose operands are variables, or None if it cannot be extracted."""
    statement = re.sub(r'R"(\w+)\((.*?)\)\1"', r'R"(\2)"', statement.replace("\\\n", "\n"), flags=re.DOTALL)
    # Otherwise, nvcc removes it if nothing uses its results.
    statement = re.sub(r"^(?:__)?asm(?:__)?\s*(?:(?:__)?volatile(?:__)?)?", "asm volatile", statement)
    tokens = [m[0] for m in seed.TOKEN.finditer(statement) if m[0][:2] not in ("//", "/*")]
    variables, out, at = [], "", 0
    colons = depth = 0
    while at < len(tokens):
        token = tokens[at]
        depth += (token == "(") - (token == ")")
        colons += token == ":" and depth == 1
        out += token
        at += 1
        constraint = re.fullmatch(r'"[=+&]*([bhrlqfdn])"', token)
        rest = at
        while rest < len(tokens) and tokens[rest].isspace():
            rest += 1
        if not colons or not constraint or rest >= len(tokens) or tokens[rest] != "(":
            continue
        nested, start = 1, rest + 1
        at = start
        while nested and at < len(tokens):
            nested += (tokens[at] == "(") - (tokens[at] == ")")
            at += 1
        inside = "".join(tokens[start:at - 1]).strip()
        if constraint[1] == "n":
            out += f"({inside if re.fullmatch(r'-?[0-9a-fA-Fxu]+', inside) else 0})"
        else:
            variables.append(constraint[1])
            out += f"(v{len(variables)})"
    declared = "".join(f"{CTYPES[c]} v{i} = 0; " for i, c in enumerate(variables, 1))
    if re.search(r"\b[a-zA-Z_]\w*\b", re.sub(seed.STRING + r"|\bv\d+\b|\b__asm__\b|\basm\b|\b(?:__)?volatile(?:__)?\b", "", out)):
        return None   # a macro
    return f"__global__ void k() {{ {declared}{out}; }}\n"


def compiles(nvcc, kernel, folder):
    """Returns a target for which nvcc and ptxas accept it, or their messages for the first one."""
    said = ""
    path = pathlib.Path(folder, f"{hashlib.sha256(kernel.encode()).hexdigest()}.cu")
    path.write_text(kernel, encoding="utf-8")
    for target in TARGETS:
        ran = subprocess.run([nvcc, "-cubin", f"-arch={target}", "-o", path.with_suffix(".cubin"), path], capture_output=True, text=True, check=False)
        if not ran.returncode:
            return target, ""
        new = next((line for line in ran.stderr.splitlines() if "error" in line), ran.stderr[:200])
        # The message for another target is a better reason.
        said = new if not said or "not supported on .target" in said else said
    return None, said


def known_errors(path):
    """Returns [(end of a path, rule, reason)]."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(None, 2)) for line in lines if line and line[0] != "#"]


def reason_of(known, path, rule):
    """Returns None if the error is not listed."""
    return next((why for end, of, why in known if of == rule and str(path).endswith(end)), None)


def short(path):
    return "/".join(pathlib.Path(path).parts[-3:])


def judge_errors(nvcc, errors, known):
    """Prints each error with its proof. Returns how many nvcc accepts, how many were not tried, and how many are
    not listed."""
    false = untried = new = 0
    by_statement = collections.defaultdict(list)
    for d in errors:
        text = pathlib.Path(d["file"]).read_text(encoding="utf-8", errors="replace")
        statement = statement_at(text, d["line"])
        by_statement[kernel_of(statement) if statement else None].append(d)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        kernels = [k for k in by_statement if k]
        verdicts = dict(zip(kernels, pool.map(lambda k: compiles(nvcc, k, folder), kernels)))
    for kernel, found in by_statement.items():
        taken, said = verdicts.get(kernel, (None, ""))
        for d in found:
            reason = reason_of(known, d["file"], d["rule"])
            new += reason is None
            proof = f"nvcc: {said.strip()}" if said else f"FALSE: {taken} takes it" if taken else "not tried"
            if reason and not said:
                proof = f"{reason} ({proof})"
            else:
                proof += f"; listed: {reason}" if reason else ""
                false += taken is not None
                untried += not said and not taken
            print(f"  {short(d['file'])}:{d['line']}:{d['column']}: {d['message']} [{d['rule']}]\n    {proof}")
    return false, untried, new


def main(program, nvcc, *arguments):
    options = dict(a[2:].split("=", 1) for a in arguments if a.startswith("--"))
    known = known_errors(options["true"]) if "true" in options else []
    paths = list(files_in([a for a in arguments if not a.startswith("--")]))
    diagnostics, verbose = check(program, paths)
    counts = [tuple(map(int, m)) for m in re.findall(r"bytes, (\d+) asm statements, (\d+) checked", verbose)]
    every, judged = sum(n for n, _ in counts), sum(n for _, n in counts)
    print(f"{len(paths)} files, {every} asm statements, {judged} judged")
    for reason, n in collections.Counter(REASON.findall(verbose)).most_common():
        print(f"  {n} not judged: {reason}")
    warnings = [d for d in diagnostics if d["severity"] == "warning"]
    errors = [d for d in diagnostics if d["severity"] == "error"]
    for (code, rule), n in sorted(collections.Counter((d["code"], d["rule"]) for d in warnings).items()):
        print(f"  {n} warnings {code} {rule}")
    print(f"{len(errors)} errors")
    false, untried, new = judge_errors(nvcc, errors, known)
    print(f"{len(errors)} errors: {false} false, {untried} without a proof, {new} not listed; {len(warnings)} warnings")
    for d in random.Random(1).sample(warnings, min(int(options.get("sample", 0)), len(warnings))):
        lines = pathlib.Path(d["file"]).read_text(encoding="utf-8", errors="replace").split("\n")
        shown = "\n".join(line[:160] for line in lines[max(0, d["line"] - 4):d["line"] + 4])
        print(f"---- {short(d['file'])}:{d['line']}: {d['message']} [{d['rule']}]\n{shown}")
    return bool(false or ("true" in options and new))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
