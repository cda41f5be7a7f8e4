#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""functions.py [FOLDER]: checks the functions in src and tools of a tree, and fails if one breaks a rule.
1. The cyclomatic complexity of a function is at most LIMIT: one, plus one for each if, loop, case, &&, || and ?.
2. No two files of the library define static functions of the same name, so that a profile names one place.
The sources are formatted by clang-format, so a function starts and ends at the margin."""
import collections
import pathlib
import re
import sys

LIMIT = 25
PROGRAM = {"program", "cli", "lsp"}
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DECISION = re.compile(r"\b(?:if|for|while|case)\b|&&|\|\||\?")


def functions(path):
    """Yields the name, line, storage class and complexity of each function of a file."""
    text = NOISE.sub(lambda m: " " + "\n" * m[0].count("\n"), path.read_text())
    lines = text.split("\n")
    for first, line in enumerate(lines):
        name = re.match(r"[a-z].*?(\w+)\(", line)
        if not name:
            continue
        head = first
        while not lines[head].rstrip().endswith(("{", ";", "}")):
            head += 1
        if ") {" not in lines[head]:
            continue
        last = head
        while not lines[last].startswith("}") and not (last == head and lines[last].rstrip().endswith("}")):
            last += 1
        complexity = 1 + len(DECISION.findall("\n".join(lines[first:last + 1])))
        yield name[1], first + 1, line.startswith("static "), complexity


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    errors = []
    statics = collections.defaultdict(list)
    for path in sorted([*(root / "src").rglob("*.c"), *(root / "tools").rglob("*.c")]):
        short = path.relative_to(root)
        for name, line, static, complexity in functions(path):
            place = f"{short}:{line}"
            if complexity > LIMIT:
                errors.append(f"{place}: '{name}' has a cyclomatic complexity of {complexity} (at most {LIMIT})")
            if static and short.parts[0] == "src" and short.parts[1] not in PROGRAM:
                statics[name].append(place)
    for name, places in sorted(statics.items()):
        if len(places) > 1:
            errors.append(f"{places[0]}: '{name}' is also a static function at {', '.join(places[1:])}")
    for error in errors:
        print(f"functions: error: {error}", file=sys.stderr)
    return bool(errors)


sys.exit(main())
