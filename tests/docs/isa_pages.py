# SPDX-License-Identifier: Apache-2.0
"""isa_pages.py ROOT PTXCHECK: checks the pages of docs/isa; see isa-pages.test."""
import json
import os
import re
import subprocess
import sys

# Types and shapes explain themselves, and what the manual does not explain is left to it.
PLAIN = re.compile(r"\.(pred|[busf]\d+|m\d+n\d+k\d+|x\d+)$")
UNTOLD = {".pzo", ".phase_type::primary", ".phase_type::conditional", ".kind::ti16", ".counted::bytes",
          ".mbarrier::report::validity"}


def faults(name, text, folder):
    columns, code = 0, False
    for number, line in enumerate(text.split("\n"), 1):
        code ^= line.startswith("```")
        row = line.startswith("|") and not code
        count = len(re.findall(r"(?<!\\)\|", line)) if row else 0
        if row and columns and count != columns:
            yield f"{name}:{number}: {count} columns, not {columns}"
        columns = count
        if not code and not line.startswith("```") and line.count("`") % 2:
            yield f"{name}:{number}: an open quote"
        for link in re.findall(r"\]\(([^)#:]+)\)", line) if not code else ():
            if not os.path.exists(os.path.join(folder, link)):
                yield f"{name}:{number}: no {link}"


def untold(instructions):
    for insn in instructions:
        for form in insn["forms"]:
            for qualifier in form["qualifiers"]:
                for value in qualifier["values"]:
                    word = value["word"]
                    known = "meaning" in value or PLAIN.match(word) or any(map(word.startswith, UNTOLD))
                    if not known:
                        yield f"{insn['name']}: what does {word} mean? (grammar/isa/meanings.isa)"


def without_purpose(program, names):
    shown = subprocess.run([program, "isa", "show", "--format=json", *names], stdout=subprocess.PIPE, check=True).stdout
    for insn in json.loads(shown)["instructions"]:
        if not insn["purpose"]:
            yield f"{insn['name']}: what is it for? (grammar/isa/purpose.isa)"


def main(root, program):
    folder = os.path.join(root, "docs/isa")
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            found += faults(name, f.read(), folder)
    listed = subprocess.run([program, "isa", "list", "--format=json"], stdout=subprocess.PIPE, check=True).stdout
    instructions = json.loads(listed)["instructions"]
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as f:
        index = f.read()
    found += [f"README.md: no {x['name']}" for x in instructions if index.count(f"[`{x['name']}`](") != 1]
    found += dict.fromkeys(untold(instructions))
    found += without_purpose(program, [x["name"] for x in instructions])
    sys.exit("\n".join(found) or 0)


main(*sys.argv[1:])
