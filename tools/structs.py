#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""structs.py [FOLDER]: checks the headers in src of a tree, and fails if a struct has more than LIMIT members.
A larger struct covers more than one subject: each should be a struct of its own, which counts as one member."""
import pathlib
import re
import sys

LIMIT = 20
ALLOWED = {"isa_insn": "a row of a generated table"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
BODY = re.compile(r"\b(struct|union|enum)\s*(\w*)\s*\{([^{}]*)\}")  # one without nested ones
INNER = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def blank(match):
    """Replaces the match with as many empty lines."""
    return " " + "\n" * match[0].count("\n")


def members(body):
    """Counts the members; each name in `int a, b;` is one, and so is a pointer to a function."""
    while INNER.search(body):
        body = INNER.sub("", body)
    return sum(part.count(",") + 1 for part in body.split(";") if part.strip())


def structs(path):
    """Yields the name, line and number of members of each struct and union of a header, inner ones first."""
    text = COMMENT.sub(blank, path.read_text())
    while match := BODY.search(text):
        if match[1] != "enum":
            yield match[2] or "unnamed", text.count("\n", 0, match.start()) + 1, members(match[3])
        text = text[:match.start()] + match[1] + blank(match) + text[match.end():]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    failed = False
    for path in sorted((root / "src").rglob("*.h")):
        for name, line, count in structs(path):
            if count > LIMIT and name not in ALLOWED:
                print(f"structs: error: {path.relative_to(root)}:{line}: '{name}' has {count} members (at most {LIMIT})",
                      file=sys.stderr)
                failed = True
    return failed


sys.exit(main())
