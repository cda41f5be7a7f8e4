# SPDX-License-Identifier: Apache-2.0
"""isa_examples.py FOLDER PTXCHECK [PTXAS]: checks the examples of all instructions, each as a module in FOLDER."""
import collections
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import ptxas  # noqa: E402


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def ask(*words):
    return json.loads(run(*words))["instructions"]


def modules(program):
    """Yields (the instruction, text of the example)."""
    names = [x["name"] for x in ask(program, "isa", "list", "--format=json")]
    for insn in ask(program, "isa", "show", "--format=json", *names):
        if not insn["examples"]:
            sys.exit(f"{insn['name']} has no example")
        for number, example in enumerate(insn["examples"], 1):
            yield f"{insn['name']} {number}", example["module"]


def by_ptxcheck(program, folder, found):
    """Returns the messages about examples that are rejected or cause warnings; hints about older releases do not
    count."""
    names = {}
    for number, (what, text) in enumerate(found):
        path = os.path.join(folder, f"{number}.ptx")
        names[path] = what
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    said = run(program, "-q", "-Wno-protocol", *names)
    for line in said.splitlines():
        path, rest = line.split(":", 1)
        if not re.search(r": note: ", line):
            yield f"{names[path]}: {rest}"


def by_ptxas(program, found):
    """Files of one ptxas run must not share names; all targets run at once."""
    judge = ptxas.Ptxas(program)
    groups = collections.defaultdict(list)
    for number, (what, text) in enumerate(found):
        head = re.search(r"\.target (.*)", text).group(1)   # all files share one texture mode
        shared = r"\b(example|halve|scale|gdata|cdata|sdata|mbar|image|sampler|surface)\b(?!:)"
        groups[head].append((what, re.sub(shared, rf"\g<1>_{number}", text)))
    for head, some in groups.items():
        target = head.split(",")[0]
        old = not re.search(r"[af]$", target) and int(target[3:]) < 75   # assembled for a newer target
        arch = judge.arch("sm_75" if old else target)
        status, errors, rest = judge.run([text for _, text in some], target, arch)
        for (what, _), messages in zip(some, errors):
            for line, message, _ in messages:
                yield f"{what}: line {line}: {message}"
        if rest or status and not any(errors):
            yield f"{target}: {rest or status}"


def main(folder, program, assembler=None):
    found = list(modules(program))
    faults = list(by_ptxas(assembler, found) if assembler else by_ptxcheck(program, folder, found))
    print(len(found), "examples")
    sys.exit("\n".join(faults) or 0)


main(*sys.argv[1:])
